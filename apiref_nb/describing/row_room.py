"""How much room rows have on a page, what one row takes of it, and what stands where there is none."""

from __future__ import annotations

from dataclasses import dataclass

from apiref_nb.describing.row import Row


@dataclass(frozen=True, slots=True)
class RowLimits:
    """How far a page goes before it refers to the list of schemas."""

    depth: int
    rows: int


MOST_ROWS = 3_000
"""Rows of one schema, whatever the limits say; a schema without a name can be told nowhere else."""
FEWEST_VARIANTS = 3
"""Variants that are shown however little room is left."""
DEEPEST = 24
"""Levels of fields below one another, whatever the limits say."""


ROOM = 20_000_000
"""Characters of text in all rows of a page; a description that a thousand operations share counts a thousand times."""

SHORT = 1_000
"""Characters of rows that are always shown."""
SHORTEST = 20
"""What one value of a list costs beside its own length: it is an element of its own."""
FULL = Row("Fields are left out: the texts of this document would be longer than can be shown.", kind="note")


def brief(row: Row) -> Row:
    """Return a row without what the list of schemas says."""
    return row._replace(description="", facts=(), enum_notes=(), default=None, component="")


def length_of(row: Row) -> int:
    """Return how much of a page's room a row takes, in characters."""
    length = len(row.name) + len(row.path) + len(row.description) + len(row.default or "")
    for fact in row.facts:
        length += sum(map(len, fact.values)) + SHORTEST * len(fact.values)
    return length
