"""How much room rows have on a page, what one row takes of it, and what stands where there is none."""

from __future__ import annotations

from typing import Final, NamedTuple

from apiref_nb.describing.row import Row


class RowLimits(NamedTuple):
    """How far a page goes before it refers to the list of schemas."""

    depth: int
    rows: int


class RoomLimits(NamedTuple):
    """How much room rows have, whatever the `RowLimits` of a page say."""

    max_rows: int = 3_000
    """Rows of one schema; one without a name can be told nowhere else."""
    min_variants: int = 3
    """Variants that are shown however little room is left."""
    max_depth: int = 24
    """Levels of fields below one another."""
    max_characters: int = 20_000_000
    """Text in all rows of a page; a description that a thousand operations share counts a thousand times."""
    min_counted_characters: int = 1_000
    """Rows of less text are always shown."""
    min_brief_characters: int = 250
    """Rows of a component that many bodies share, of so much text, say names and types only."""
    min_times_longer_below: int = 3
    """Rows that stand elsewhere keep the words of their first level where all levels are so many times as long."""
    value_characters: int = 20
    """What one value of a list costs beside its own length: it is an element of its own."""


LIMITS: Final = RoomLimits()
"""The limits of every page."""
FULL = Row("Fields are left out: the texts of this document would be longer than can be shown.", kind="note")


def brief(row: Row) -> Row:
    """Return a row without what the list of schemas says."""
    return Row(
        row.name, row.path, row.depth, row.kind, row.type, row.location, row.required, row.deprecated,
        labels=row.labels, repeats=row.repeats, shared=row.shared,
    )  # fmt: skip


def length_of(row: Row) -> int:
    """Return how much of a page's room a row takes, in characters."""
    length = len(row.name) + len(row.path) + len(row.description) + len(row.shared)
    for fact in (*row.default, *row.facts):
        length += sum(map(len, fact.values)) + LIMITS.value_characters * len(fact.values)
    return length
