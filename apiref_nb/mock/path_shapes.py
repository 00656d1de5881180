"""`Shape`: text of a document with placeholders between, and what stands in their places in a text that was sent.

Found from the end, each placeholder before the last as long as it can be, in time in proportion to the text: neither
who writes a document nor who sends a request can make it take long, as they could with a regular expression.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from apiref_nb.requests.wire import LITERAL, encoded

PLACEHOLDER = re.compile(r"\{([^{}/]+)\}")


class Shape(NamedTuple):
    """A path or a segment with placeholders."""

    names: tuple[str, ...]
    """Of the placeholders, in order."""
    spellings: tuple[tuple[str, ...], ...]
    """The texts around and between them, as the document writes them; then percent-encoded, where that differs."""
    single: frozenset[str] = frozenset()
    """Placeholders that hold no slash."""

    def captures(self, text: str) -> dict[str, str] | None:
        """Return placeholder -> what stands in its place; None for a text of another shape."""
        for literals in self.spellings:
            for values in (_from_end(literals, text), _from_start(literals, text)):
                if values is None:
                    break
                found = dict(zip(self.names, values, strict=True))
                if not any("/" in found[name] for name in self.single):
                    return found
        return None


def shape_of(template: str, reserved: frozenset[str] = frozenset()) -> Shape:
    """Return the shape of a path template or of one segment of it.

    Args:
        template: with `{name}` as OpenAPI writes it.
        reserved: names whose values may hold slashes.
    """
    pieces = PLACEHOLDER.split(template)
    names, literals = tuple(pieces[1::2]), tuple(pieces[::2])
    travelling = tuple(as_sent(literal) for literal in literals)
    return Shape(names, tuple(dict.fromkeys((literals, travelling))), frozenset(names) - reserved)


def as_sent(text: str) -> str:
    """Return text of the document as it travels in a path."""
    return encoded(text.encode("utf-8", "replace").decode(), safe=LITERAL)


def _ends(literals: Sequence[str], text: str) -> str | None:
    first, last = literals[0], literals[-1]
    if len(text) < len(first) + len(last) or not text.startswith(first) or not text.endswith(last):
        return None
    return text[len(first) : len(text) - len(last)]


def _from_end(literals: Sequence[str], text: str) -> list[str] | None:
    rest = _ends(literals, text)
    if rest is None:
        return None
    values: list[str] = []
    for literal in reversed(literals[1:-1]):
        at = rest.rfind(literal)
        if at < 0:
            return None
        values.append(rest[at + len(literal) :])
        rest = rest[:at]
    return [rest, *reversed(values)]


def _from_start(literals: Sequence[str], text: str) -> list[str] | None:
    rest = _ends(literals, text)
    if rest is None:
        return None
    values: list[str] = []
    for literal in literals[1:-1]:
        value, found, rest = rest.partition(literal) if literal else (rest, "", "")
        if not found and literal:
            return None
        values.append(value)
    return [*values, rest]
