"""`narrow`: a large page whose few characters beyond Latin-1 are references, so that it takes a byte a character.

In: the pieces of a page. Out: the same, to be joined. `formats.html_page` calls it last.
"""

from __future__ import annotations

from apiref_nb.writing.html.limits import LIMITS
from apiref_nb.writing.html.markup import Html


def narrow(parts: list[Html]) -> list[str]:
    """Return a large page with its characters beyond Latin-1 as references, where it has few.

    Python keeps a text of Latin-1 in a byte a character; one emoji makes four of it, and millions of them. Style sheet,
    scripts and data, in which nothing is a reference, hold no such character.

    Args:
        parts: the page in pieces.
    """
    length = sum(map(len, parts))
    room = length * LIMITS.max_growth_by_references
    made: list[str] = []
    for part in parts if length >= LIMITS.min_narrowed_characters else ():
        narrowed = part.encode("latin-1", "xmlcharrefreplace")
        growth = len(narrowed) - len(part)
        room -= growth
        if room < 0:
            return [*parts]
        made.append(narrowed.decode("latin-1") if growth else part)
    return made or [*parts]
