"""What a regular expression is made of, once it is parsed; `pattern_text` makes them and writes texts from them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

Test = Callable[[str], bool]


@dataclass(slots=True)
class Characters:
    """One character out of a set."""

    test: Test
    first: str = ""
    """A member that is known from the pattern's own text."""
    fitting: list[str] | None = None
    """The first readable members, once they were looked for: a set may name thousands."""


@dataclass(slots=True)
class Parts:
    """Parts in a row."""

    parts: list[Node] = field(default_factory=list)


@dataclass(slots=True)
class Choice:
    """One of several."""

    options: list[Node]


@dataclass(slots=True)
class Repeat:
    """A part, several times."""

    part: Node
    least: int
    most: int | None


Node = Characters | Parts | Choice | Repeat
