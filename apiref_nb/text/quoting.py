"""Words of a document inside a message: short, and without a character that could act on a terminal or a page.

Every key, tag, number or argument that an error or a Problem repeats goes through `quoted` or `short`.
"""

from __future__ import annotations

from collections.abc import Mapping

from apiref_nb.text.invisible_characters import escape, visible_line
from apiref_nb.text.limits import LIMITS
from apiref_nb.text.numbers import number_text


def escaped(words: str) -> str:
    """Return words of a document on one line, every character that cannot be seen for itself as an escape."""
    if words.isprintable() and words.isascii():
        return words
    return "".join(char if char.isprintable() else escape(char) for char in visible_line(words))


def quoted(words: str, *, max_characters: int = LIMITS.max_shown_characters) -> str:
    """Return `words` in quotes, cut to `max_characters`, as `escaped` shows them.

    Args:
        words: what the document or the caller wrote.
        max_characters: how many of its characters are kept; `...` stands for the rest.
    """
    cut = escaped(words if len(words) <= max_characters else words[:max_characters] + "...")
    return f"'{cut}'" if '"' in cut and "'" not in cut else f'"{cut}"'


def short(value: object) -> str:
    """Return a value as text for an error message: at most 60 characters, never an address in memory."""
    if value is None or isinstance(value, bool):
        text = repr(value)
    elif isinstance(value, int | float):
        text = number_text(value)
    elif isinstance(value, str):
        most = LIMITS.max_shown_characters - 2  # with its quotes; what is cut has three dots within them
        return quoted(value, max_characters=most if len(value) <= most else most - 3)
    elif isinstance(value, Mapping):
        text = "a mapping"
    elif isinstance(value, list | tuple):
        text = f"a list of {len(value)}"
    else:
        text = a_or_an(type(value).__name__)
    return text if len(text) <= LIMITS.max_shown_characters else text[: LIMITS.max_shown_characters - 3] + "..."


def shortened(words: str, most_characters: int) -> str:
    """Return words for people, cut to a length; an ellipsis ends what was cut.

    Args:
        words: any text.
        most_characters: the ellipsis included.
    """
    return words if len(words) <= most_characters else f"{words[: most_characters - 1]}…"


def a_or_an(word: str) -> str:
    """Return a word with its indefinite article."""
    return ("an " if word[:1] in "AEIOUaeiou" else "a ") + word
