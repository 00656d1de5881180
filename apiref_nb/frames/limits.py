"""How large tables and their parts become.

One object for each concern; the unit stands in the name.
"""

from __future__ import annotations

from typing import Final, NamedTuple


class ColumnLimits(NamedTuple):
    """How many columns are planned."""

    max_levels: int = 8
    """Objects within objects whose members become columns."""
    max_columns: int = 1_000
    """Columns of a table; where there would be more, members are kept whole one level earlier."""
    max_nodes: int = 20_000
    """Schemas that are asked for one plan; a document whose variants have variants of their own ends there."""
    max_wrapper_depth: int = 3
    """Objects within objects that may wrap a list of records."""


class RowLimits(NamedTuple):
    """How rows become parts."""

    piece_rows: int = 20_000
    """Rows that are made columns together."""
    group_bytes: int = 16 * 2**20
    """Of a row group in memory, after which it is written."""
    part_pages: int = 250
    """Pages after which a part is ended: of a slow source no more are asked for again after a kill."""
    max_number_characters: int = 400
    """Of a text that is read as a decimal number."""
    max_named: int = 10
    """Places that an error names."""


COLUMNS: Final = ColumnLimits()
ROWS: Final = RowLimits()
