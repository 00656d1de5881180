"""How much a page says in place, and how long its names are.

One object for each concern; the unit stands in the name.
"""

from __future__ import annotations

from typing import Final, NamedTuple


class PageLimits(NamedTuple):
    """How much a page says in place."""

    max_name_characters: int = 60
    """Of a name without its extension."""
    max_prefix_characters: int = 40
    """Of a prefix; names come on top of it."""
    max_values: int = 12
    """Values of one constraint, such as an enum, that a table cell lists."""
    max_open_lines: int = 24
    """Lines of a sample; one of more is folded away."""
    max_media_types: int = 3
    """Media types that the table of responses names; the fields below it name all."""
    max_file_bytes: int = 64_000_000
    """A file that is larger is not read to see whose it is: it is not a page of ours."""


LIMITS: Final = PageLimits()
