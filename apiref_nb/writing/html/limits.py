"""From what size on a page folds, counts or leaves plain what it shows."""

from __future__ import annotations

from typing import Final, NamedTuple


class HtmlLimits(NamedTuple):
    """From what size on a page folds, counts or leaves plain what it shows."""

    max_coloured_characters: int = 200_000
    """Characters; longer JSON is shown without colours."""
    max_lexed_characters: int = 6_000
    """Characters; longer bash or Python is shown without colours: its lexer is slow."""
    max_open_error_rows: int = 1
    """Rows of an answer other than the first success that stay open."""
    max_open_children: int = 2
    """Fields of a nested object that stay open."""
    max_open_description_characters: int = 1200
    """Characters; a longer description shows its beginning by folding the rest."""
    min_filtered_operations: int = 12
    """Operations; a shorter table of contents is seen at a glance and has no filter."""
    max_open_contents: int = 60
    """Operations; a longer table of contents shows its groups closed."""
    max_problems: int = 100
    """Problems in the list of a document; the others are counted."""
    min_folded_operations: int = 40
    """Operations; a larger reference folds long lists of fields."""
    min_plain_operations: int = 200
    """Operations; a larger reference leaves the colours of its samples to the page's script."""
    max_enum_values: int = 24
    """Enum values in place; a longer list folds."""
    max_open_rows: int = 24
    """A longer list of rows is folded when the page says so."""
    min_broken_characters: int = 28
    """Characters; in a name as long as that a line may end, for it may be wider than its column."""
    min_line_characters: int = 18
    """Characters of a name that stand together."""
    min_narrow_characters: int = 20
    """The same two for the contents: a name as long as that, and what stands together of it."""
    min_narrow_line_characters: int = 11
    min_narrowed_characters: int = 500_000
    """A page of so many is written in Latin-1, other characters as references, where they are few."""
    max_growth_by_references: float = 1 / 200
    """What these references may add, as a part of the page's length."""
    max_kept_characters: int = 1_500
    """A longer list of a large page is not kept for an operation that says it again: most stand there once."""
    max_plain_collection_characters: int = 256 * 1024
    """A longer collection travels compressed inside the page."""


LIMITS: Final = HtmlLimits()
"""The limits of every page."""
