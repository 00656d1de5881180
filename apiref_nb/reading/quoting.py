"""Words of a document inside a message: short, and without a character that could act on a terminal or a page.

Every module of `reading` that repeats a key, a tag or a number in an error or a Problem goes through `quoted`.
"""

from __future__ import annotations


def quoted(words: str, *, most: int = 60) -> str:
    """Return `words` in double quotes, cut to `most` characters, control and invisible characters as escapes."""
    cut = words if len(words) <= most else words[:most] + "..."
    if not cut.isprintable():
        cut = "".join(char if char.isprintable() else _escape(char) for char in cut)
    return f'"{cut}"'


def _escape(char: str) -> str:
    code = ord(char)
    return f"\\u{code:04x}" if code <= 0xFFFF else f"\\U{code:08x}"
