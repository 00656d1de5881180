"""JSON text laid out anew: the author's own literals, one member a line. The cards and Markdown show bodies so."""

from __future__ import annotations

import json
import re

from apiref_nb.text.json_value import refused_constant

TOKEN = re.compile(r'"[^"\\]*(?:\\.[^"\\]*)*"|[\[\]{},:]|[^\s\[\]{},:"]+')
"""A piece of valid JSON: a string, a bracket or mark, or a number or word."""

_CLOSING = {"{": "}", "[": "]"}


def reindented(text: str) -> str:
    """Return JSON text with two blanks a level; text that is not JSON comes back as it is.

    Only white space changes: `1.10`, `1e400`, an escape or a key that is written twice stays as its author wrote it.
    """
    try:
        json.loads(text, parse_int=str, parse_float=str, parse_constant=refused_constant)
    except (ValueError, RecursionError):
        return text
    return laid_out(text)


def laid_out(text: str, step: str = "  ") -> str:
    """Return JSON text with a member a line; only white space between its pieces changes.

    Args:
        text: valid JSON.
        step: what stands before a member for each level.
    """
    made: list[str] = []
    start, before = "\n", ""
    for piece in TOKEN.findall(text):
        if before in _CLOSING:
            if piece == _CLOSING[before]:
                made.append(piece)
                before = ""
                continue
            start += step
            made.append(start)
        if piece == ",":
            made += (",", start)
        elif piece == ":":
            made.append(": ")
        elif piece in ("}", "]"):
            start = start[: -len(step)]
            made += (start, piece)
        else:
            made.append(piece)
        before = piece
    return "".join(made)
