"""What a benchmark gives: a section of RESULTS.md, with figures held against what is wanted where that is said."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Section:
    """One table."""

    title: str
    says: str
    """What was measured, how, and what is wanted."""
    headings: Sequence[str]
    rows: Sequence[Sequence[str]] = field(default_factory=tuple)

    @property
    def markdown(self) -> str:
        """The section as it stands in the file."""
        lines = [self.headings, ["---", *("---:" for _ in self.headings[1:])], *self.rows]
        table = "\n".join(f"| {' | '.join(cells)} |" for cells in lines)
        return f"## {self.title}\n\n{self.says}\n\n{table}\n"


Benchmark = Callable[[], Section]
"""Measures, and gives its section."""


def number(value: float, unit: str = "", *, limit: float | None = None) -> str:
    """A figure with its unit; one above its limit is marked."""
    if value != value:  # noqa: PLR0124 - NaN
        return "failed"
    digits = 0 if abs(value) >= 100 else 1 if abs(value) >= 10 else 2
    text = f"{value:,.{digits}f}{f' {unit}' if unit else ''}"
    return f"**{text}** (limit {limit:g})" if limit is not None and value > limit else text
