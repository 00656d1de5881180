"""`check_examples`: every published example and default of a document against its schema, as `Problem` values.

Two judges have to agree before an author is told: the samples' own, which opens only what a value touches, and the
JSON Schema validator, which is asked about what the first one doubts. The work is bounded; what was left out is said.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from jsonschema_rs import Draft202012Validator

from apiref_nb.model import MISSING, Api, ApiHeader, ApiOperation, ApiParameter, Example, MediaType, Problem, Schema
from apiref_nb.samples.characters import plain
from apiref_nb.samples.example_places import example_places
from apiref_nb.samples.json_schema import compiled, json_schema
from apiref_nb.samples.media import read_value
from apiref_nb.samples.media_types import is_form, is_json, is_multipart, is_stream
from apiref_nb.samples.session import SampleSession
from apiref_nb.samples.values.judging import BudgetSpent, Judge
from apiref_nb.samples.values.rules import Direction

QUESTIONS = 3_000_000
"""Questions that the examples of one document may take."""

SECOND_OPINIONS = 1_000
"""Schemas that the second judge is asked about."""


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
        for place in example_places(api.document):
            checking.schema(api, place.pointer, place.raw)
    except BudgetSpent:
        checking.found.setdefault(("#", "there are too many examples to check them all; the rest is unchecked"), None)
    return tuple(Problem(pointer, message) for pointer, message in checking.found)


def _operations(api: Api) -> Iterator[ApiOperation]:
    for group in api.groups:
        yield from group.operations
        yield from group.unrendered
    yield from api.webhooks


class _Checking:
    def __init__(self, session: SampleSession) -> None:
        self.session = session
        self.judge = Judge(session.rules.patterns, QUESTIONS)
        self.found: dict[tuple[str, str], None] = {}
        self._asked: set[tuple[str, int, Direction | None]] = set()
        self._validators: dict[tuple[int, Direction | None], tuple[Schema, Draft202012Validator]] = {}

    def operation(self, operation: ApiOperation) -> None:
        for parameter in operation.parameters:
            self._parameter(parameter)
        if operation.request_body is not None:
            for media in operation.request_body.content:
                self._media(media, "request")
        for response in operation.responses:
            for header in response.headers:
                self._examples(header, header.schema, "response")
            for media in response.content:
                self._media(media, "response")

    def schema(self, api: Api, pointer: str, raw: Any) -> None:  # noqa: ANN401 - a raw schema
        """Check the examples and the default that a schema gives; good in one direction is good."""
        try:
            schema = api.schema_at(pointer)
        except KeyError:
            return
        for index, value in enumerate(schema.examples):
            one = "example" if "example" in raw else "x-example" if "x-example" in raw else f"examples/{index}"
            self._both_ways(schema, value, f"{pointer}/{one}", "example")
        if "default" in schema:
            self._both_ways(schema, schema.get("default"), f"{pointer}/default", "default")

    def _both_ways(self, schema: Schema, value: Any, pointer: str, word: str) -> None:  # noqa: ANN401 - any JSON value
        fault = self._fault(schema, value, "response")
        if fault and self._fault(schema, value, "request"):
            self.found.setdefault((pointer, f"the {word} fails its schema: {fault}"), None)

    def _parameter(self, parameter: ApiParameter) -> None:
        if parameter.media_type is not None:
            self._media(parameter.media_type, "request")
        elif parameter.schema is not None:
            self._examples(parameter, parameter.schema, "request")

    def _examples(self, owner: ApiParameter | ApiHeader, schema: Schema | None, direction: Direction) -> None:
        for example in owner.examples:
            if schema is not None and example.value is not MISSING:
                self._one(example, schema, example.value, direction)

    def _media(self, media: MediaType, direction: Direction) -> None:
        if media.schema is None or not _is_data(media.media_type):
            return
        for example in media.examples:
            if example.value is not MISSING and not (is_stream(media.media_type) and isinstance(example.value, str)):
                self._one(example, media.schema, read_value(example.value, media), direction)

    def _one(self, example: Example, schema: Schema, value: Any, direction: Direction) -> None:  # noqa: ANN401 - any JSON value
        key = (example.pointer, id(schema), direction)
        if key in self._asked:
            return
        self._asked.add(key)
        fault = self._fault(schema, value, direction)
        if fault:
            name = f"the example {example.name!a}" if example.name else "the example"
            self.found.setdefault((example.pointer, f"{name} fails its schema: {fault}"), None)

    def _fault(self, schema: Schema, value: Any, direction: Direction) -> str:  # noqa: ANN401 - any JSON value
        found = self.judge.fault(self.session.rules.rule(schema, direction), value)
        if found is None:
            return ""
        key = (id(schema), direction)
        known = self._validators.get(key)
        if known is None and len(self._validators) < SECOND_OPINIONS:
            known = self._validators[key] = (schema, compiled(json_schema(schema, direction=direction)))
        return "" if known is not None and known[1].is_valid(plain(value)) else str(found)


def _is_data(media_type: str) -> bool:
    """Return True when an example of this media type is data that a schema can judge; XML text is not."""
    return is_json(media_type) or is_form(media_type) or is_multipart(media_type) or is_stream(media_type)
