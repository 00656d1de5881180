"""The items of a stream held against the document, one by one: what differs, with the number of its item.

What the document says of an item is opened once for all of them.
"""

from __future__ import annotations

from apiref_nb.client.limits import REPLIES
from apiref_nb.client.response_validation import value_mismatches
from apiref_nb.client.streamed import Unit, data_of
from apiref_nb.client.tables import item_schema
from apiref_nb.describing.reply import Mismatch
from apiref_nb.model import ApiOperation, Schema
from apiref_nb.model.media_types import covering
from apiref_nb.schemas import merged
from apiref_nb.schemas.constraints import Rules
from apiref_nb.text.json_value import JsonValue
from apiref_nb.text.numbers import digits_value
from apiref_nb.transport.deadline import Deadline, OutOfTimeError


class ItemChecks:
    """What the document says of each item, and what differed so far.

    Args:
        operation: the operation that answers with a stream.
        formats: those that texts and numbers are held against.
    """

    def __init__(self, operation: ApiOperation, formats: frozenset[str]) -> None:
        self._operation = operation
        self._formats = formats
        self._rules = Rules(formats)
        self._schema: Schema | None = None
        self._inner: Schema | None = None
        self._whole_events = False
        self._mismatches: list[Mismatch] = []

    @property
    def mismatches(self) -> tuple[Mismatch, ...]:
        """(place, message), the first twenty."""
        return tuple(self._mismatches)

    def begin(self, status: int, content_type: str) -> None:
        """Take note of what came.

        Args:
            status: of the answer.
            content_type: of its body.
        """
        declared = self._operation.response_for(status)
        media = covering(declared.content, content_type) if declared is not None else None
        self._schema = schema = item_schema(media) if media is not None else None
        if declared is None or (media is None and declared.content):
            self._tell([("the answer", f"{status} {content_type} is not declared")])
        data = merged(schema).subschema("properties", "data") if schema is not None else None
        self._whole_events = data is not None
        self._inner = merged(data).subschema("contentSchema") if data is not None else None
        self._data_is_text = data is not None and "string" in merged(data).types

    def found(self, number: int, unit: Unit, item: JsonValue, seconds: float) -> list[Mismatch]:
        """Return what differs in one item.

        Args:
            number: of the item, counted from 0.
            unit: as it was framed.
            item: as it is given out.
            seconds: that judging it may take.
        """
        if self._schema is None:
            return []
        place = f"item {number:,}"
        value = self._event(unit) if self._whole_events and isinstance(unit, dict) else item
        try:
            with Deadline(seconds):
                found = value_mismatches(place, self._schema, value, self._formats, self._rules)
                if self._inner is not None and isinstance(unit, dict) and "data" in unit:
                    data = data_of(unit["data"])
                    found += value_mismatches(f"{place}.data", self._inner, data, self._formats, self._rules)
        except OutOfTimeError:
            found = [(place, f"is not compared with the document: it took over {seconds:.3g} s")]
        self._tell(found)
        return found

    def _event(self, unit: dict[str, str]) -> JsonValue:
        """A whole event, as a schema of events describes it: the data as text, unless it is declared as more."""
        event: dict[str, JsonValue] = dict(unit)
        if not self._data_is_text and "data" in unit:
            event["data"] = data_of(unit["data"])
        retry = digits_value(unit.get("retry", ""))
        return event if retry is None else {**event, "retry": retry}

    def _tell(self, found: list[Mismatch]) -> None:
        self._mismatches += found[: REPLIES.max_mismatches - len(self._mismatches)]
