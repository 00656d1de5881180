"""JSON text with some of its strings and numbers replaced, every other character as it was.

The text and a function that says what takes the place of a value come in; text goes out. Called by `body_cleaning`:
what is no secret keeps its author's spelling, so that a replay has the same bytes.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass

from apiref_nb.text.json_layout import TOKEN

Path = tuple[str | int, ...]
"""Names of members and places in lists, from the outside in."""

Change = Callable[[Path, "str | int | float", bool], "str | None"]
"""(path, value, whether it is the name of a member) -> the text in its place; None to keep it."""


@dataclass(slots=True)
class _Level:
    """One object or list that is open."""

    names: bool
    """Whether its members have names."""
    at: str | int
    """The member that is read."""
    expects_name: bool


def rewritten(text: str, change: Change) -> str:
    """Return valid JSON text with what `change` replaces.

    Args:
        text: JSON, or several values of it with white space between.
        change: says what takes the place of a string or number, as plain text; it is quoted where a string stands.
    """
    pieces: list[str] = []
    levels: list[_Level] = []
    done = 0
    for found in TOKEN.finditer(text):
        piece = found[0]
        if piece in "{[":
            levels.append(_Level(piece == "{", 0, piece == "{"))
        elif piece in "}]":
            del levels[-1:]
        elif piece == ",":
            if levels and levels[-1].names:
                levels[-1].expects_name = True
            elif levels:
                levels[-1].at = int(levels[-1].at) + 1
        elif piece == ":":
            pass
        else:
            name = bool(levels) and levels[-1].expects_name
            value = _value(piece)
            if name and isinstance(value, str):
                levels[-1].at, levels[-1].expects_name = value, False
            new = change(tuple(level.at for level in levels), value, name) if value is not None else None
            if new is not None:
                pieces += (text[done : found.start()], _written(new, piece))
                done = found.end()
    return "".join((*pieces, text[done:]))


def _value(piece: str) -> str | int | float | None:
    """What a piece means; None for true, false, null and what is no JSON."""
    if piece in ("true", "false", "null"):
        return None
    try:
        value = json.loads(piece)
    except ValueError:
        return None
    return value if isinstance(value, str | int | float) else None


def _written(new: str, piece: str) -> str:
    if piece.startswith('"'):
        return json.dumps(new, ensure_ascii=False)
    # In the place of a number stands a number, whatever it is replaced by.
    return new if new.isascii() and new.isdecimal() and not new.startswith("0") else "0"
