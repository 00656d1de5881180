"""A first look at the records of all pages, as plain values: columns, the first rows as text, and how it ended.

`client.page_look` makes it of a frame, `writing.html.first_look` writes it.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class FirstLook:
    """What is shown of a frame: control characters made visible, secrets masked."""

    columns: tuple[tuple[str, str], ...]
    """(name, type) of the columns that are shown, in their order."""
    rows: tuple[tuple[str, ...], ...]
    """The first records, a text for each column that is shown."""
    column_count: int
    """Columns of the frame in which anything stands; others are not shown."""
    row_count: int
    """Records of the frame."""
    page_count: int
    """Pages that were asked for."""
    stopped: str
    """Why it ended."""
    notes: tuple[str, ...]
    """What was met on the way."""
    name: str
    """Python name of the operation."""
