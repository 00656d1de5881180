"""The records of an answer as a table whose columns are the document's. Called by `reply`; `frames` makes the tables.

`answer_plan` is the same before there is an answer: what the first success that the document declares would hold.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, NamedTuple, Protocol

from apiref_nb.errors import MismatchError, RecordsError
from apiref_nb.frames import (
    ColumnPlan,
    TableOptions,
    arrow_table,
    column_plan,
    csv_frame,
    csv_table,
    data_frame,
    declared_records,
    record_schema,
    records,
)
from apiref_nb.model import Api, ApiOperation, MediaType, Schema
from apiref_nb.model.media_types import covering, framing, is_json, is_stream
from apiref_nb.paging import paging_of
from apiref_nb.schemas import merged
from apiref_nb.text.json_value import JsonValue
from apiref_nb.transport.json_values import json_value


@dataclass(frozen=True, slots=True)
class AnswerPlan:
    """Where the records of an answer are, and their columns."""

    columns: ColumnPlan
    """What the document declares for a record."""
    path: str | None
    """Dotted names that lead to the records, as the caller or the document says; None where neither does."""
    given: bool
    """True when the caller says it."""
    wrapped_in: tuple[str, ...]
    """The name under which this operation may wrap its list, beside the usual ones."""

    def rows(self, value: JsonValue) -> Sequence[Mapping[str, Any]]:
        """Return the records of an answer.

        Args:
            value: the body as JSON data, or the list of a stream's items.

        Raises:
            RecordsError: there are none, or more than one list of them.
        """
        if self.path is not None and not self.given and isinstance(value, Mapping):
            return declared_records(value, self.path, wrapped_in=self.wrapped_in)
        return records(value, self.path if self.given else None, wrapped_in=self.wrapped_in)


def declared_columns(operation: ApiOperation, path: Sequence[str] | None) -> ColumnPlan:
    """Return the columns of an operation's records, by the first success that the document declares.

    Args:
        operation: the operation.
        path: names that lead to the records; None where names and the document decide.
    """
    schema, stream = _schema(_media(operation, None, ""))
    return column_plan(schema if stream else record_schema(schema, path, wrapped_in=_wrapped_in(operation))[0])


def _wrapped_in(operation: ApiOperation) -> tuple[str, ...]:
    last = operation.path.rstrip("/").rpartition("/")[2]
    return (last,) if last and "{" not in last else ()


def answer_plan(
    api: Api, operation: ApiOperation, path: str | None = None, *, status: int | None = None, media_type: str = ""
) -> AnswerPlan:
    """Return where the records of an operation's answers are, and their columns.

    Args:
        api: the document.
        operation: the operation.
        path: dotted names that lead to the records; None where names and the document decide.
        status: of the answer; None for the first success that is declared.
        media_type: of the answer; empty for the first JSON or stream that is declared.
    """
    wrapped_in = _wrapped_in(operation)
    media = _media(operation, status, media_type)
    schema, stream = _schema(media)
    found, where = (schema, None) if stream else record_schema(schema, path, wrapped_in=wrapped_in)
    if path is None and where is None and schema is not None and not stream:
        # No usual name: what the pages of the operation are made of, one answer is made of too.
        paging = paging_of(api, operation)
        if paging.decided and paging.records and not any("." in name for name in paging.records):
            declared, _ = record_schema(schema, paging.records)
            if declared is not None:  # where the answer has no such member, it is not emptied for the name of one
                found, where = declared, ".".join(paging.records)
    return AnswerPlan(column_plan(found), path if path is not None else where, path is not None, wrapped_in)


def _media(operation: ApiOperation, status: int | None, media_type: str) -> MediaType | None:
    if status is not None:
        declared = operation.response_for(status)
        return covering(declared.content, media_type) if declared is not None else None
    successes = [response for response in operation.responses if response.status_code.upper().startswith("2")]
    found = (media for response in successes for media in response.content if _readable(media.media_type))
    return next(found, None)


def _readable(media_type: str) -> bool:
    return is_json(media_type) or is_stream(media_type)


def _schema(media: MediaType | None) -> tuple[Schema | None, bool]:
    """(schema of the body, False), or (schema of an item, True) for a stream."""
    if media is None or not _readable(media.media_type):
        return None, False
    if not is_stream(media.media_type):
        return media.schema, False
    # An event is told by its data; a schema of whole events describes other things than its rows.
    schema = item_schema(media)
    whole = framing(media.media_type) == "events" and schema is not None and "data" in merged(schema).properties
    return (None if whole else schema), True


def item_schema(media: MediaType) -> Schema | None:
    """Return what a document declares for one item of a stream: `itemSchema`, the items of a list, else the schema.

    Args:
        media: the stream.
    """
    if media.item_schema is not None or media.schema is None:
        return media.item_schema
    return merged(media.schema).items or media.schema


class Answered(Protocol):
    """What is asked of a `Reply`."""

    api: Api
    operation: ApiOperation
    status: int
    content: bytes

    @property
    def media_type(self) -> str:
        """Media type of the body."""

    @property
    def text(self) -> str:
        """The body as text."""

    def json(self) -> JsonValue:
        """Return the body as JSON data."""

    def masked(self, text: str) -> str:
        """Return text without credentials."""

    def __iter__(self) -> Iterator[Any]: ...


_SEPARATORS = {"text/csv": ",", "text/tab-separated-values": "\t"}
"""Media type of a table -> what stands between its cells."""


def reply_table(reply: Answered, path: str | None, options: TableOptions, make: Make) -> Any:  # noqa: ANN401 - what it makes
    """Return the records of a reply as a table.

    Args:
        reply: a success.
        path: see `answer_plan`.
        options: how values become columns.
        make: what writes records into columns, and text that is a table already.

    Raises:
        RecordsError: there are no records, or values do not fit; without secrets.
        BodyError: the body is not JSON.
    """
    with table_faults(reply.masked):
        separator = _SEPARATORS.get(reply.media_type)
        if separator is not None and path is None:
            return make.of_text(reply.text, separator)
        plan = answer_plan(reply.api, reply.operation, path, status=reply.status, media_type=reply.media_type)
        return make.of_records(reply_rows(reply, plan), plan.columns, options)


@contextmanager
def table_faults(masked: Callable[[str], str]) -> Iterator[None]:
    """Say what is wrong with records without the secrets in them, while a table is made.

    Args:
        masked: takes the secrets out of a text.

    Raises:
        RecordsError: that of the block, masked; also where the records are nested too deep.
        MismatchError: that of the block, masked.
    """
    try:
        yield
    except MismatchError as fault:
        raise MismatchError(masked(str(fault)), fault.mismatches) from None
    except RecordsError as fault:
        raise RecordsError(masked(str(fault))) from None
    except RecursionError:
        raise RecordsError("the records are nested too deep for a table") from None


def reply_rows(reply: Answered, plan: AnswerPlan) -> Sequence[Mapping[str, Any]]:
    """Return the records of a reply.

    Args:
        reply: a success.
        plan: where they are.

    Raises:
        RecordsError: there are none, or more than one list of them.
        BodyError: the body is not JSON.
    """
    if is_stream(reply.media_type):
        return plan.rows(list(reply))
    value = reply.json()  # says what the body is where it is not JSON
    # What a column of decimal numbers holds is read as it is written: a float of Python's would lose digits.
    return plan.rows(json_value(reply.content, decimals=True) if plan.columns.has_decimals else value)


class Make(NamedTuple):
    """One kind of table."""

    of_records: Callable[..., Any]
    """(records, columns, options) -> the table."""
    of_text: Callable[[str, str], Any]
    """(text of a table, its separator) -> the table."""


FRAME = Make(data_frame, csv_frame)
ARROW = Make(arrow_table, csv_table)
