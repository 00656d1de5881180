"""Where in its text a pointer's value stands: line and column, found by reading the text a second time.

`document.locate_all` calls this when a place is shown; no place is kept per value, because most are never
needed. A tree of the wanted pointers guides the second reading, so that all other parts are skipped: in
JSON at the speed of the C scanner, in YAML (`yaml_places`) by the parser's events without building anything.
"""

from __future__ import annotations

import json
import re
from typing import NamedTuple

from apiref_nb.text.pointer import join, split

_SPACE = re.compile(r"[ \t\r\n]*")
_SURROGATE = re.compile("[\ud800-\udfff]")


class Location(NamedTuple):
    """A place in the text of a document."""

    line: int
    """Counted from 1."""

    column: int
    """In characters, counted from 1."""

    pointer: str
    """What stands there: the pointer asked for, or the nearest value around it when it names nothing."""

    def __str__(self) -> str:
        return f"line {self.line}, column {self.column}"


class SourcePlace(NamedTuple):
    """A line and a column, both counted from 1."""

    line: int
    column: int

    @classmethod
    def of(cls, text: str, offset: int) -> SourcePlace:
        """Return the place of a character offset.

        Args:
            text: the whole document; lines end with a line feed.
            offset: in characters, counted from 0.
        """
        return cls(text.count("\n", 0, offset) + 1, offset - text.rfind("\n", 0, offset))


class Wanted:
    """A tree of the pointers whose places are wanted; each node is one level of a pointer."""

    __slots__ = ("below", "place")

    def __init__(self) -> None:
        self.below: dict[str, Wanted] = {}
        self.place: SourcePlace | int | None = None

    def add(self, pointer: str) -> None:
        """Add one pointer.

        Raises:
            PointerError: it is not a JSON pointer.
        """
        node = self
        for token in split(pointer):
            node = node.below.setdefault(token, Wanted())

    def forget(self) -> None:
        """Drop the places below: the value that they were in was replaced by a later one under the same key."""
        nodes = list(self.below.values())
        while nodes:
            node = nodes.pop()
            node.place = None
            nodes.extend(node.below.values())

    def location(self, pointer: str) -> Location | None:
        """Return the place of a pointer, or that of the nearest value around it."""
        node: Wanted | None = self
        found: Location | None = None
        at = "#"
        tokens = iter(split(pointer))
        while node is not None and isinstance(node.place, SourcePlace):
            found = Location(*node.place, at)
            token = next(tokens, None)
            if token is None:
                break
            node = node.below.get(token)
            at = join(at, token)
        return found


def json_places(text: str, wanted: Wanted) -> None:
    """Fill in the places of all wanted nodes from valid JSON text: a member's key, an element's first character.

    Args:
        text: a document that `parse_json` has read without an error.
        wanted: the pointers to find; their places are written into it.
    """
    skip = json.JSONDecoder(parse_int=len, parse_float=len, parse_constant=len).raw_decode
    read_key = json.JSONDecoder().raw_decode
    space = _SPACE.match

    def next_token(index: int) -> int:
        match = space(text, index)
        return match.end() if match else index

    reached: list[Wanted] = [wanted]
    index = next_token(0)
    wanted.place = index
    open_nodes: list[tuple[Wanted, bool, int]] = []  # node, is an object, members so far
    node: Wanted | None = wanted
    while True:
        if node is not None and node.below and text[index] in "{[":
            open_nodes.append((node, text[index] == "{", 0))
            index = next_token(index + 1)
        else:
            index = next_token(skip(text, index)[1])
        while open_nodes and text[index] in "}]":
            open_nodes.pop()
            index = next_token(index + 1)
        if not open_nodes:
            break
        if text[index] == ",":
            index = next_token(index + 1)
        parent, is_object, count = open_nodes[-1]
        open_nodes[-1] = (parent, is_object, count + 1)
        at = index
        token = str(count)
        if is_object:
            key, index = read_key(text, index)
            token = _SURROGATE.sub("\ufffd", key)
            index = next_token(next_token(index) + 1)
        node = parent.below.get(token)
        if node is not None:
            if node.place is not None:
                node.forget()
            node.place = at
            reached.append(node)
    _offsets_to_places(text, reached)


def _offsets_to_places(text: str, nodes: list[Wanted]) -> None:
    line, start, end = 1, 0, text.find("\n")
    for node in sorted((node for node in nodes if isinstance(node.place, int)), key=_offset):
        offset = node.place
        if not isinstance(offset, int):
            continue  # the same node twice: a repeated key
        while 0 <= end < offset:
            line, start = line + 1, end + 1
            end = text.find("\n", start)
        node.place = SourcePlace(line, offset - start + 1)


def _offset(node: Wanted) -> int:
    return node.place if isinstance(node.place, int) else 0
