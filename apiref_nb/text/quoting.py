"""Words of a document inside a message: short, and without a character that could act on a terminal or a page.

Every module of `reading` that repeats a key, a tag or a number in an error or a Problem goes through `quoted`.
"""

from __future__ import annotations

from collections.abc import Mapping


def quoted(words: str, *, most: int = 60) -> str:
    """Return `words` in double quotes, cut to `most` characters, control and invisible characters as escapes."""
    cut = words if len(words) <= most else words[:most] + "..."
    if not cut.isprintable():
        cut = "".join(char if char.isprintable() else _escape(char) for char in cut)
    return f'"{cut}"'


def _escape(char: str) -> str:
    code = ord(char)
    return f"\\u{code:04x}" if code <= 0xFFFF else f"\\U{code:08x}"


def short(value: object) -> str:
    """Return a value as text for an error message: at most 60 characters, never an address in memory."""
    if value is None or isinstance(value, bool | int | float):
        text = repr(value)
    elif isinstance(value, str):
        text = ascii(value).replace("'", '"', 1)[:-1] + '"' if '"' not in value else ascii(value)
    elif isinstance(value, Mapping):
        text = "a mapping"
    elif isinstance(value, list | tuple):
        text = f"a list of {len(value)}"
    else:
        text = a_or_an(type(value).__name__)
    return text if len(text) <= 60 else text[:57] + "..."


def a_or_an(word: str) -> str:
    """Return a word with its indefinite article."""
    return ("an " if word[:1] in "AEIOUaeiou" else "a ") + word
