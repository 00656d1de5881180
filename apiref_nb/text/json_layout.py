"""JSON text laid out anew: the author's own literals, one member a line. The cards and Markdown show bodies so."""

from __future__ import annotations

import json
import re
from typing import NoReturn

_TOKEN = re.compile(r'"(?:[^"\\]|\\.)*"|[\[\]{},:]|[^\s\[\]{},:"]+')
_CLOSING = {"{": "}", "[": "]"}


def reindented(text: str) -> str:
    """Return JSON text with two blanks a level; text that is not JSON comes back as it is.

    Only white space changes: `1.10`, `1e400`, an escape or a key that is written twice stays as its author wrote it.
    """
    try:
        json.loads(text, parse_int=str, parse_float=str, parse_constant=_refuse)
    except (ValueError, RecursionError):
        return text
    pieces = _TOKEN.findall(text)
    made: list[str] = []
    depth = 0
    for index, piece in enumerate(pieces):
        if piece in _CLOSING:
            empty = pieces[index + 1] == _CLOSING[piece]
            depth += 1
            made.append(piece if empty else f"{piece}\n{'  ' * depth}")
        elif piece in ("}", "]"):
            depth -= 1
            empty = pieces[index - 1] in _CLOSING
            made.append(piece if empty else f"\n{'  ' * depth}{piece}")
        elif piece == ",":
            made.append(f",\n{'  ' * depth}")
        else:
            made.append(": " if piece == ":" else piece)
    return "".join(made)


def _refuse(literal: str) -> NoReturn:
    raise ValueError(f"{literal} is not JSON")
