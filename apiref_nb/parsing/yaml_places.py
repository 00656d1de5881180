"""The places of wanted values in YAML: the other half of `location`, apart so that JSON needs no YAML library."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from yaml.events import (
    AliasEvent,
    Event,
    MappingEndEvent,
    MappingStartEvent,
    ScalarEvent,
    SequenceEndEvent,
    SequenceStartEvent,
)

from apiref_nb.parsing.location import SourcePlace, Wanted


class _Frame:
    """One open collection of the event stream. In a mapping keys and values alternate; `keyed` tells which is next."""

    __slots__ = ("index", "keyed", "member", "node")

    def __init__(self, node: Wanted | None, *, index: int | None) -> None:
        self.node = node
        self.index = index
        self.keyed = False
        self.member: Wanted | None = None

    def begin(self, event: Event) -> Wanted | None:
        """Return the wanted node of the value that starts here, or None."""
        if self.index is not None:
            self.index += 1
            return _reached(self.node, str(self.index - 1), event)
        if self.keyed:
            return self.member
        self.member = _reached(self.node, event.value, event) if isinstance(event, ScalarEvent) else None
        return None

    def end(self) -> None:
        """Take note that a value is complete."""
        self.keyed = not self.keyed


def yaml_places(events: Iterator[Event], wanted: Wanted) -> None:
    """Fill in the places of all wanted nodes from the events of valid YAML: a member's key, an element's start.

    Args:
        events: those of a text that `parse_yaml` has read without an error, from its start.
        wanted: the pointers to find; their places are written into it.
    """
    frames: list[_Frame] = []
    for event in events:
        kind = type(event)
        if kind in _ENDS:
            frames.pop()
        elif kind in _VALUES:
            if frames:
                node = frames[-1].begin(event)
            else:
                node = wanted
                node.place = place_of(event)
            if kind is MappingStartEvent or kind is SequenceStartEvent:
                frames.append(_Frame(node, index=None if kind is MappingStartEvent else 0))
                continue
        else:
            continue
        if not frames:
            return
        frames[-1].end()


_ENDS: frozenset[Any] = frozenset({MappingEndEvent, SequenceEndEvent})
_VALUES: frozenset[Any] = frozenset({ScalarEvent, AliasEvent, MappingStartEvent, SequenceStartEvent})


def _reached(parent: Wanted | None, token: str, event: Event) -> Wanted | None:
    node = parent.below.get(token) if parent is not None else None
    if node is not None:
        if node.place is not None:
            node.forget()
        node.place = place_of(event)
    return node


def place_of(event: Event) -> SourcePlace:
    """Return where an event starts."""
    mark = event.start_mark
    return SourcePlace(mark.line + 1, mark.column + 1) if mark else SourcePlace(1, 1)  # each event of a parser has one
