"""Bodies that hold one item after the other: JSON lines, JSON text sequences, server-sent events.

The text of a body and its framing come in; the items as JSON values go out. Called by `reply`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping

from apiref_nb.text.json_value import JsonValue
from apiref_nb.transport.json_values import JsonError, json_value

_LINE = re.compile(r"\r\n|\r|\n")


def items(text: str, framing: str) -> list[JsonValue]:
    """Return the items of a stream.

    Args:
        text: the whole body.
        framing: `lines`, `records` or `events`.

    Raises:
        JsonError: an item is not JSON; data of an event may be any text.
    """
    return list(_READERS[framing](text))


def _lines(text: str) -> Iterator[JsonValue]:
    yield from (json_value(line.encode()) for line in text.split("\n") if line.strip())


def _records(text: str) -> Iterator[JsonValue]:
    yield from (json_value(record.encode()) for record in text.split("\x1e") if record.strip())


def _events(text: str) -> Iterator[JsonValue]:
    """Events as the HTML standard reads them; one that has data alone is its data."""
    event: dict[str, str] = {}
    for line in (*_LINE.split(text.removeprefix("\ufeff")), ""):
        if not line:
            if event:
                data = {**event, **({"data": _data(event["data"])} if "data" in event else {})}
                yield data["data"] if set(data) == {"data"} else data
            event = {}
            continue
        name, _, value = line.partition(":")
        value = value.removeprefix(" ")
        if name == "data" and "data" in event:
            event["data"] += f"\n{value}"
        elif name in ("event", "id", "retry", "data"):
            event[name] = value


def _data(text: str) -> JsonValue:
    try:
        return json_value(text.encode())
    except JsonError:
        return text


_READERS: Mapping[str, Callable[[str], Iterator[JsonValue]]] = {
    "lines": _lines,
    "records": _records,
    "events": _events,
}
