"""`check_examples`: every published example and default of a document against its schema, as `Problem` values.

The judge is the one that flags examples on a page; it opens only what a value touches. The work is bounded; what was
left out is said.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from apiref_nb.model import (
    MISSING,
    Api,
    ApiHeader,
    ApiOperation,
    ApiParameter,
    ApiRequestBody,
    ApiResponse,
    Example,
    MediaType,
    Missing,
    Problem,
    Schema,
)
from apiref_nb.schemas.constraints import Direction
from apiref_nb.schemas.example_data import judged_parts
from apiref_nb.schemas.example_places import ANY_DATA, ExamplePlace, example_places, published
from apiref_nb.schemas.limits import JUDGING
from apiref_nb.schemas.session import SampleSession
from apiref_nb.schemas.validation import BudgetSpent, NotChecked, Validator
from apiref_nb.text.json_value import JsonValue


def check_examples(api: Api, *, session: SampleSession | None = None) -> tuple[Problem, ...]:
    """Return a problem for every published example, and every default, that fails its schema.

    Args:
        api: the document.
        session: keeps what was made before; pass the one that the page is rendered with.

    Returns:
        Problems in document order of the operations, then of the schemas; the last one says when there were too many
        examples to check them all.
    """
    checking = _Checking(session or SampleSession())
    try:
        for operation in _operations(api):
            checking.operation(operation)
        for webhook in api.webhooks:
            checking.webhook(webhook)
        for place in example_places(api.document):
            (checking.schema if place.is_schema else checking.holder)(api, place)
    except BudgetSpent:
        checking.found.setdefault(("#", "there are too many examples to check them all; the rest is unchecked"), None)
    except NotChecked as reason:
        checking.found.setdefault(("#", f"the examples were not checked, because {reason}"), None)
    return tuple(api.placed(Problem(pointer, message)) for pointer, message in checking.found)


def _operations(api: Api) -> Iterator[ApiOperation]:
    for group in api.groups:
        yield from group.operations
        yield from group.unrendered


class _Checking:
    def __init__(self, session: SampleSession) -> None:
        self.session = session
        self.judge = Validator(JUDGING.document_questions)
        self.found: dict[tuple[str, str], None] = {}
        self._met: set[str] = set()
        self._asked: set[tuple[str, str, int, Direction]] = set()

    def operation(self, operation: ApiOperation) -> None:
        """Check what an operation and its callbacks publish, each in the direction in which it travels."""
        self._exchange(operation.parameters, operation.request_body, operation.responses, "request", "response")
        for callback in operation.callbacks:
            # What the API sends is what its callers are answered with: the other way round.
            self._exchange(callback.parameters, callback.request_body, callback.responses, "response", "request")

    def webhook(self, operation: ApiOperation) -> None:
        """Check what a webhook publishes."""
        self._exchange(operation.parameters, operation.request_body, operation.responses, "response", "request")

    def _exchange(
        self,
        parameters: Sequence[ApiParameter],
        body: ApiRequestBody | None,
        responses: Sequence[ApiResponse],
        sent: Direction,
        answered: Direction,
    ) -> None:
        for parameter in parameters:
            self._owner(parameter, sent)
        for media in body.content if body is not None else ():
            self._media(media, sent)
        for response in responses:
            for header in response.headers:
                self._owner(header, answered)
            for media in response.content:
                self._media(media, answered)

    def holder(self, api: Api, place: ExamplePlace) -> None:
        """Check the examples beside a schema that no operation has led to; good in one direction is good."""
        schema = schema_at(api, f"{place.pointer}/schema")
        item_schema = schema_at(api, f"{place.pointer}/itemSchema")
        media = MediaType(media_type=place.media_type, schema=schema, item_schema=item_schema)
        for pointer, name, value in published(api.document, place):
            if pointer in self._met:
                continue
            faults = [next(self._faults_of(media, value, "", way), "") for way in ("response", "request")]
            if all(faults):
                self._tell(pointer, name, faults[0])

    def schema(self, api: Api, place: ExamplePlace) -> None:
        """Check the examples and the default that a schema gives; good in one direction is good."""
        pointer, raw = place.pointer, place.raw
        schema = schema_at(api, pointer)
        if schema is None:
            return
        for index, value in enumerate(schema.examples):
            one = "example" if "example" in raw else "x-example" if "x-example" in raw else f"examples/{index}"
            self._both_ways(schema, value, f"{pointer}/{one}", "example")
        if "default" in schema:
            self._both_ways(schema, schema.get("default"), f"{pointer}/default", "default")

    def _both_ways(self, schema: Schema, value: JsonValue, pointer: str, word: str) -> None:
        fault = self._fault(schema, value, "response")
        if fault and self._fault(schema, value, "request"):
            self.found.setdefault((pointer, f"the {word} fails its schema: {fault}"), None)

    def _owner(self, owner: ApiParameter | ApiHeader, direction: Direction) -> None:
        if owner.media_type is not None:
            self._media(owner.media_type, direction)
        for example in owner.examples:
            if owner.schema is not None and example.value is not MISSING:
                media = owner.media_type or MediaType(media_type=ANY_DATA, schema=owner.schema)
                self._example(example, media, direction)

    def _media(self, media: MediaType, direction: Direction) -> None:
        for example in media.examples:
            self._example(example, media, direction)
        for encoding in (*dict(media.encoding).values(), *media.prefix_encoding, media.item_encoding):
            for header in encoding.headers if encoding is not None else ():
                self._owner(header, direction)

    def _example(self, example: Example, media: MediaType, direction: Direction) -> None:
        self._met.add(example.pointer)
        for fault in self._faults_of(media, example.value, example.serialized, direction, example.pointer):
            self._tell(example.pointer, example.name, fault)

    def _faults_of(
        self,
        media: MediaType,
        value: JsonValue | Missing,
        serialized: str,
        direction: Direction,
        pointer: str = "",
    ) -> Iterator[str]:
        for part in judged_parts(media, value, serialized):
            key = (pointer, part.within, id(part.schema), direction)
            if pointer and key in self._asked:
                continue
            self._asked.add(key)
            fault = self._fault(part.schema, part.value, direction)
            if fault:
                yield f"{part.within}{fault}"

    def _tell(self, pointer: str, name: str, fault: str) -> None:
        named = f"the example {name!a}" if name else "the example"
        self.found.setdefault((pointer, f"{named} fails its schema: {fault}"), None)

    def _fault(self, schema: Schema, value: JsonValue, direction: Direction) -> str:
        found = self.judge.fault(self.session.rules.rule(schema, direction), value)
        return "" if found is None else str(found)


def schema_at(api: Api, pointer: str) -> Schema | None:
    """Return the schema at a place; None when there is none.

    Args:
        api: the document.
        pointer: where the schema stands.
    """
    try:
        return api.schema_at(pointer)
    except KeyError:
        return None
