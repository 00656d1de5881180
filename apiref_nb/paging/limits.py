"""How much of a document is looked at for paging, and how many empty pages are followed.

One object for each concern; the unit stands in the name.
"""

from __future__ import annotations

from typing import Final, NamedTuple


class PagingLimits(NamedTuple):
    """What finding and following pages may take."""

    max_empty_pages: int = 1_000
    """Empty pages with a next token that are followed one after the other."""
    max_depth: int = 4
    """Names that a path into an answer may have."""
    max_members: int = 2_000
    """Members that are looked at; an answer that has more is no list with a few words around it."""
    max_examples: int = 3
    """Published examples that are looked at."""


LIMITS: Final = PagingLimits()
