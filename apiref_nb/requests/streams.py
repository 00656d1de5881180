"""Streams of items as they travel: JSON lines, JSON text sequences, server-sent events."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from apiref_nb.model import MediaType, Schema
from apiref_nb.requests.typed_text import kinds
from apiref_nb.text.escaping import json_text, shown_text
from apiref_nb.text.json_value import JsonValue

EVENT_FIELDS = ("event", "id", "retry", "data")
"""Fields of a server-sent event, in the order in which they are usually written."""

RECORD_SEPARATOR = "\x1e"
RECORD_MARK = "\u241e"
"""Shows the record separator, which itself cannot be seen."""

Write = Callable[[Any], str]
"""One item -> JSON text on one line."""


def spaced(item: JsonValue) -> str:
    """Return an item as JSON on one line, as people write it."""
    return json_text(item, indent=None)


def stream_schemas(media: MediaType) -> tuple[Schema | None, Schema | None]:
    """Return what holds for all items as a list, and what holds for each: a schema that is no list's means each.

    Args:
        media: the stream.
    """
    schema = media.schema
    whole = schema if "array" in kinds(schema) else None
    return whole, media.item_schema or (None if whole is schema else schema)


def framed(items: Sequence[Any], kind: str, write: Write = spaced) -> str:
    """Return items as a stream of one kind, `lines`, `records` or `events`, as it travels.

    Args:
        items: JSON values, in order.
        kind: how they are framed: `lines`, `records` or `events`.
        write: writes one item as JSON on one line.
    """
    return "".join(FRAMES[kind](item, write) for item in items)


def shown_stream(items: Sequence[Any], kind: str) -> str:
    """Return a stream for people to read: its marks visible, no line end after the last item.

    Args:
        items: JSON values, in order.
        kind: how they are framed: `lines`, `records` or `events`.
    """
    return shown_text(framed(items, kind).replace(RECORD_SEPARATOR, RECORD_MARK)).rstrip("\n")


def _event(item: JsonValue, write: Write) -> str:
    if not isinstance(item, Mapping) or not item or not set(item) <= {*EVENT_FIELDS, "comment"}:
        item = {"data": item}
    lines = []
    for field in EVENT_FIELDS:
        if field in item:
            value = item[field]
            text = value if isinstance(value, str) else write(value)
            lines += [f"{field}: {line}" for line in text.split("\n")]
    return "\n".join(lines) + "\n\n"


FRAMES: Mapping[str, Callable[[Any, Write], str]] = {
    "lines": lambda item, write: f"{write(item)}\n",
    "records": lambda item, write: f"{RECORD_SEPARATOR}{write(item)}\n",
    "events": _event,
}
"""Kind of stream -> how one item is written."""
