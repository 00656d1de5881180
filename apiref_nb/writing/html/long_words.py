"""Where a line may end within a name that is longer than a narrow column: after a slash or a dot, before a capital.

A browser knows no such place, and would end the line after any letter.
"""

from __future__ import annotations

import re

from apiref_nb.writing.html.limits import LIMITS
from apiref_nb.writing.html.markup import Html, element, fragment

_LONG, _NARROW = (
    re.compile(rf"\S{{{least},}}") for least in (LIMITS.min_broken_characters, LIMITS.min_narrow_characters)
)
_PIECE = re.compile(r".+?(?:[/.]+|[_:-]+|(?<=[a-z0-9])(?=[A-Z])|$)")
_break = element("wbr")()


def breaking(text: str, *, narrow: bool = False) -> Html | str:
    """Return a text in whose long names a line may end; the text itself when it has none.

    Args:
        text: to be shown.
        narrow: True in a column of some twenty characters, in which more names are long and lines shorter.
    """
    if len(text) < LIMITS.min_narrow_characters:
        return text
    at_least = LIMITS.min_narrow_line_characters if narrow else LIMITS.min_line_characters
    made: list[Html | str] = []
    last = 0
    for word in (_NARROW if narrow else _LONG).finditer(text):
        start = word.start()
        for piece in _PIECE.finditer(text, start, word.end()):
            if piece.start() - start >= at_least:
                start = piece.start()
                made += [text[last:start], _break]
                last = start
    return fragment(made, text[last:]) if made else text


class LongWords(dict[str, Html]):
    """Texts of one page -> what is shown of them: a type stands in many rows.

    Args:
        plain: True for a large page, on which each place where a line may end would be an element too many.
    """

    def __init__(self, *, plain: bool = False) -> None:
        super().__init__()
        self._plain = plain

    def __missing__(self, text: str) -> Html:
        made = self[text] = fragment(text if self._plain else breaking(text))
        return made
