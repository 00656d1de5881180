"""The tree of a description: a few kinds of blocks and of what stands in a line. Plain values; `prose` makes them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias


@dataclass(frozen=True, slots=True)
class Text:
    """Words; a line feed in them is a blank."""

    words: str


@dataclass(frozen=True, slots=True)
class Code:
    """A code span, letter by letter."""

    text: str


@dataclass(frozen=True, slots=True)
class Marked:
    """Words that are strong, emphasized or struck out; no mark stands in its own kind."""

    kind: Literal["strong", "em", "s"]
    children: tuple[Inline, ...]


@dataclass(frozen=True, slots=True)
class Link:
    """Words that lead somewhere; no link stands in another."""

    address: str
    """As `safe_link` lets it pass."""
    children: tuple[Inline, ...]


@dataclass(frozen=True, slots=True)
class Break:
    """A new line within a paragraph."""


Inline: TypeAlias = "Text | Code | Marked | Link | Break"
Line: TypeAlias = tuple[Inline, ...]


@dataclass(frozen=True, slots=True)
class Paragraph:
    """A line of its own; as a heading it is shown strong."""

    line: Line
    heading: bool = False


@dataclass(frozen=True, slots=True)
class Fence:
    """A block of code."""

    text: str
    language: str = ""


@dataclass(frozen=True, slots=True)
class Items:
    """A list; `start` is the first number, None where the items have bullets."""

    items: tuple[tuple[Block, ...], ...]
    start: int | None = None


@dataclass(frozen=True, slots=True)
class Quote:
    """Blocks that someone else said."""

    blocks: tuple[Block, ...]


@dataclass(frozen=True, slots=True)
class Table:
    """A table; every row is as long as its head."""

    head: tuple[Line, ...]
    rows: tuple[tuple[Line, ...], ...]


@dataclass(frozen=True, slots=True)
class Rule:
    """A line across."""


Block: TypeAlias = "Paragraph | Fence | Items | Quote | Table | Rule"
