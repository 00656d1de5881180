"""Streams of items as they travel: JSON lines, JSON text sequences, server-sent events."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from apiref_nb.text.escaping import json_text, shown_text
from apiref_nb.text.json_value import JsonValue

EVENT_FIELDS = ("event", "id", "retry", "data")
"""Fields of a server-sent event, in the order in which they are usually written."""

RECORD_MARK = "\u241e"
"""Shows the record separator (0x1E), which itself cannot be seen."""


def framed(items: Sequence[Any], kind: str) -> str:
    """Return items as a stream of one kind: `lines`, `records` or `events`."""
    return "".join(FRAMES[kind](item) for item in items).rstrip("\n")


def _line(item: JsonValue) -> str:
    return json_text(item, indent=None) + "\n"


def _record(item: JsonValue) -> str:
    return f"{RECORD_MARK}{json_text(item, indent=None)}\n"


def _event(item: JsonValue) -> str:
    if not isinstance(item, Mapping) or not item or not set(item) <= {*EVENT_FIELDS, "comment"}:
        item = {"data": item}
    lines = []
    for field in EVENT_FIELDS:
        if field in item:
            value = item[field]
            text = shown_text(value) if isinstance(value, str) else json_text(value, indent=None)
            lines += [f"{field}: {line}" for line in text.split("\n")]
    return "\n".join(lines) + "\n\n"


FRAMES = {"lines": _line, "records": _record, "events": _event}
"""Kind of stream -> how one item is written."""
