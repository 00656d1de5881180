"""A collection as JSON text: what is made once for all its places, and how its lines are laid out.

A node is a mapping or a list of nodes, which have lines of their own so that a change shows in a diff, or a `Text`,
which stands on one line, in pieces. A piece that many places share is one text; who writes it may know it again.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Hashable, Mapping, Sequence
from json.encoder import encode_basestring
from typing import NamedTuple, TypeVar

from apiref_nb.text.json_value import JsonValue

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")

Text = tuple[str, ...]
"""JSON text in pieces."""

Node = Mapping[str, "Node"] | Sequence["Node"] | str
"""A piece of a collection: a tuple is a `Text`, a list has an item a line."""

quoted = encode_basestring
"""Text -> the same as JSON."""

encoded: Callable[[JsonValue], str] = json.JSONEncoder(ensure_ascii=False, allow_nan=False).encode
"""Data -> the same as JSON on one line."""


class Made(dict[K, V]):
    """Key -> what a function makes of it, when it is first asked for. It belongs to one collection and goes with it."""

    def __init__(self, make: Callable[[K], V]) -> None:
        super().__init__()
        self._make = make

    def __missing__(self, key: K) -> V:
        made = self[key] = self._make(key)
        return made


class Entry(NamedTuple):
    """A header, a query parameter or a path variable."""

    key: str
    """Its name."""
    bare: str
    """It as JSON text, without its description."""
    text: str
    """It as JSON text."""
    sent: str
    """`name=value` as a query says it; empty for one that is there, but not sent."""


def entry(key: str, value: str | None, *, description: str = "", disabled: bool = False) -> Entry:
    """Return an entry.

    Args:
        key: its name.
        value: its value; None for a name that stands alone.
        description: JSON text of what is said about it; empty for nothing.
        disabled: True for one that is not sent until the reader says so.
    """
    bare = f'{{"key": {quoted(key)}, "value": {"null" if value is None else quoted(value)}'
    if disabled:
        bare += ', "disabled": true'
    text = f'{bare}, "description": {description}}}' if description else f"{bare}}}"
    return Entry(key, f"{bare}}}", text, "" if disabled else key if value is None else f"{key}={value}")


def listed(texts: Sequence[str]) -> str:
    """Return JSON texts as a list on one line."""
    return f"[{', '.join(texts)}]"


def write(node: Node, line: str, out: list[str]) -> None:
    """Write a node.

    Args:
        node: what is written.
        line: a line feed and the blanks in front of the node's own line.
        out: takes the pieces.
    """
    if isinstance(node, str):
        out.append(node)
        return
    if isinstance(node, tuple):
        out += node
        return
    below = f"{line} "
    if isinstance(node, Mapping):
        mark = "{"
        for key, value in node.items():
            out.append(f'{mark}{below}"{key}": ')
            write(value, below, out)
            mark = ","
        out.append(f"{line}}}")
        return
    mark, between = f"[{below}", f",{below}"
    for value in node:
        out.append(mark)
        write(value, below, out)
        mark = between
    out.append(f"{line}]" if node else "[]")
