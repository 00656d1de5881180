"""Bodies that hold one item after the other: JSON lines, JSON text sequences, server-sent events.

Pieces of text and the framing come in, as they arrive or all at once; the items as JSON values go out. Called by
`reply` for a whole body and by `streams` for one that arrives.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from typing import Final

from apiref_nb.text.json_value import JsonValue
from apiref_nb.transport.bodies import BodyTooLargeError
from apiref_nb.transport.json_values import JsonError, json_value

Unit = str | dict[str, str]
"""One item as it was framed: its text, or the fields of an event."""

_LINE: Final = re.compile(r"\r\n|\r|\n")
_FIELDS: Final = frozenset({"event", "id", "retry", "data"})


def items(text: str, framing: str) -> list[JsonValue]:
    """Return the items of a stream.

    Args:
        text: the whole body.
        framing: `lines`, `records` or `events`.

    Raises:
        JsonError: an item is not JSON; data of an event may be any text.
    """
    units = UNITS[framing](len(text) + 1)
    return [item_of(unit) for unit in (*units.of(text), *units.end())]


def item_of(unit: Unit) -> JsonValue:
    """Return an item as a JSON value; an event that has data alone is its data.

    Args:
        unit: as it was framed.

    Raises:
        JsonError: it is not JSON; data of an event may be any text.
    """
    if isinstance(unit, str):
        return json_value(unit.encode())
    fields = {**unit, **({"data": data_of(unit["data"])} if "data" in unit else {})}
    return fields["data"] if set(fields) == {"data"} else fields


def data_of(text: str) -> JsonValue:
    """Return the data of an event as a JSON value, as text where it is none.

    Args:
        text: its lines.
    """
    try:
        return json_value(text.encode())
    except JsonError:
        return text


class _Held:
    """Text of an item that is not whole yet.

    Args:
        limit: characters of an item.
        words: what is said of a larger one.
    """

    def __init__(self, limit: int, words: str) -> None:
        self._limit = limit
        self._words = words
        self._held: list[str] = []
        self._size = 0
        self._beside = 0
        """Characters of the item that were taken apart already."""

    def _hold(self, text: str) -> None:
        self._held.append(text)
        self._size += len(text)
        if self._size + self._beside > self._limit:
            raise BodyTooLargeError(self._words)

    def _taken(self) -> str:
        text = "".join(self._held)
        self._held, self._size = [], 0
        return text


class Delimited(_Held):
    """Items of which each ends with, or begins with, one character.

    Args:
        character: that stands between two items.
        limit: characters of an item.
    """

    def __init__(self, character: str, limit: int) -> None:
        super().__init__(limit, "an item is larger")
        self._character = character

    def of(self, text: str) -> list[Unit]:
        """Return the items that a piece of text completes.

        Args:
            text: what arrived.

        Raises:
            BodyTooLargeError: an item is longer than the limit.
        """
        first, *rest = text.split(self._character)
        self._hold(first)
        if not rest:
            return []
        found = [self._taken(), *rest[:-1]]
        self._hold(rest[-1])
        return [unit for unit in found if unit.strip()]

    def end(self) -> list[Unit]:
        """Return the item that nothing follows any more."""
        last = self._taken()
        return [last] if last.strip() else []


class Events(_Held):
    """Server-sent events, as the HTML standard reads them.

    Args:
        limit: characters of an event.
    """

    def __init__(self, limit: int) -> None:
        super().__init__(limit, "an event is larger")
        self._begun = False
        self._after_return = False
        self._fields: dict[str, list[str]] = {}

    def of(self, text: str) -> list[Unit]:
        """Return the events that a piece of text completes; see `Delimited.of`."""
        if not self._begun and text:
            text, self._begun = text.removeprefix("\ufeff"), True
        if self._after_return and text:
            # The line ended with the last piece; its end may have a second half.
            text, self._after_return = text.removeprefix("\n"), False
        self._after_return = self._after_return or text.endswith("\r")
        first, *rest = _LINE.split(text)
        self._hold(first)
        if not rest:
            return []
        lines = [self._taken(), *rest[:-1]]
        found = list(self._dispatched(lines))
        self._hold(rest[-1])
        return found

    def end(self) -> list[Unit]:
        """Return the event that nothing follows any more."""
        last = self._taken()
        return list(self._dispatched([last, ""] if last else [""]))

    def _dispatched(self, lines: list[str]) -> Iterator[Unit]:
        for line in lines:
            if not line:
                if self._fields:
                    yield {name: "\n".join(values) for name, values in self._fields.items()}
                self._fields, self._beside = {}, 0
                continue
            name, _, value = line.partition(":")
            value = value.removeprefix(" ")
            if name in _FIELDS:
                self._beside += len(value) + 1
            if name == "data" and "data" in self._fields:
                self._fields["data"].append(value)
            elif name in _FIELDS:
                self._fields[name] = [value]


UNITS: Final[Mapping[str, Callable[[int], Delimited | Events]]] = {
    "lines": lambda limit: Delimited("\n", limit),
    "records": lambda limit: Delimited("\x1e", limit),
    "events": Events,
}
"""Framing -> what takes text apart, made with the most characters of an item."""
