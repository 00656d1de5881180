"""`narrow`: a large page whose few characters beyond Latin-1 are references, so that it takes a byte a character.

In: the pieces of a page. Out: the same, to be joined. `formats.html_page` calls it last.
"""

from __future__ import annotations

from typing import Final

from apiref_nb.writing.html.markup import Html

MIN_NARROWED_CHARACTERS: Final = 500_000
MOST_GROWTH: Final = 1 / 200
"""What references may add to a page, by its length."""


def narrow(parts: list[Html]) -> list[str]:
    """Return a large page with its characters beyond Latin-1 as references, where it has few.

    Python keeps a text of Latin-1 in a byte a character; one emoji makes four of it, and millions of them. Style sheet,
    scripts and data, in which nothing is a reference, hold no such character.

    Args:
        parts: the page in pieces.
    """
    length = sum(map(len, parts))
    if length < MIN_NARROWED_CHARACTERS or sum(map(len, map(_narrowed, parts))) > length * (1 + MOST_GROWTH):
        return [*parts]
    made = zip(parts, map(_narrowed, parts), strict=True)
    return [part if len(part) == len(narrowed) else narrowed.decode("latin-1") for part, narrowed in made]


def _narrowed(part: Html) -> bytes:
    return part.encode("latin-1", "xmlcharrefreplace")
