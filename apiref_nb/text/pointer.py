"""JSON pointers in their URI fragment form, such as `#/paths/~1pet~1{petId}/get`: made, split and followed.

Problems name their place with them, and `$ref` holds them. What `join` makes is printable and reads well; what
`split` takes is any fragment that documents really hold, percent-encoded or not.

Source: RFC 6901, sections 3, 4 and 6.
"""

from __future__ import annotations

import re
from typing import Any
from urllib.parse import quote, unquote

from apiref_nb.text.json_value import JsonValue

_INDEX = re.compile(r"0|[1-9][0-9]{0,8}", re.ASCII)
_PLAIN = re.compile(r"[\w.$@ {}:-]*", re.ASCII).fullmatch
"""Asks whether a token is written as it is, as nearly all are."""


class PointerError(LookupError):
    """A pointer names nothing in the document.

    Args:
        pointer: the pointer that was followed.
        reached: the longest part of it that exists, as a pointer.
        reason: one clause without control characters, such as `there is no "Pet" in #/components/schemas`.
    """

    def __init__(self, pointer: str, reached: str, reason: str) -> None:
        super().__init__(reason)
        self.pointer = pointer
        self.reached = reached
        self.reason = reason


def join(pointer: str, *tokens: str | int) -> str:
    """Return `pointer` with one level added for each token.

    `~` and `/` are escaped as the RFC says; `%` and whatever cannot be printed are percent-encoded, all else stays
    readable, so that `split(join("#", *tokens))` gives the tokens back.

    Args:
        pointer: the place to start from, such as `#`.
        tokens: names of members and indexes of elements, not escaped yet.
    """
    for token in tokens:
        text = str(token)
        pointer = f"{pointer}/{text if _PLAIN(text) else _escaped(text)}"
    return pointer


def split(pointer: str) -> tuple[str, ...]:
    """Return the unescaped tokens of a pointer; `#` alone (or nothing) has none.

    Raises:
        PointerError: the fragment is not a JSON pointer, for it does not start with `#/` or `/`.
    """
    tokens = _raw_tokens(pointer)
    return tuple(map(_decoded, tokens) if "%" in pointer or "~" in pointer else tokens)


def resolve(root: object, pointer: str) -> JsonValue:
    """Return the value that `pointer` names below `root`.

    A name is looked up percent-decoded first, then as written: documents hold both. Array indexes are digits
    without a leading zero, and nothing else.

    Args:
        root: the document, or the part of it that `#` stands for.
        pointer: a JSON pointer, with or without the leading `#`.

    Raises:
        PointerError: nothing is there; the error names the longest part that exists.
    """
    value: Any = root
    tokens: list[str] = []
    decode = _decoded if "%" in pointer or "~" in pointer else str
    for raw in _raw_tokens(pointer):
        token = decode(raw)
        if isinstance(value, dict):
            if token not in value and _unescaped(raw) in value:
                token = _unescaped(raw)
            if token not in value:
                reached = join("#", *tokens)
                raise PointerError(pointer, reached, f"there is no {join('', token)[1:]!r} in {reached}")
            value = value[token]
        elif isinstance(value, (list, tuple)):
            if not _INDEX.fullmatch(token) or int(token) >= len(value):
                reached = join("#", *tokens)
                found = f"{reached} is an array of {len(value)}, and {join('', token)[1:]!r} is no index of it"
                raise PointerError(pointer, reached, found)
            value = value[int(token)]
        else:
            reached = join("#", *tokens)
            raise PointerError(pointer, reached, f"{reached} is neither an object nor an array")
        tokens.append(token)
    return value


def _raw_tokens(pointer: str) -> list[str]:
    body = pointer.removeprefix("#")
    if not body:
        return []
    if not body.startswith("/"):
        raise PointerError(pointer, "#", "a JSON pointer starts with #/")
    return body[1:].split("/")


def _decoded(token: str) -> str:
    return _unescaped(unquote(token))


def _unescaped(token: str) -> str:
    return token.replace("~1", "/").replace("~0", "~") if "~" in token else token


def _escaped(token: str) -> str:
    if "%" in token or not token.isprintable():
        token = "".join(
            char if char.isprintable() and char != "%" else quote(char, safe="", errors="replace") for char in token
        )
    return token.replace("~", "~0").replace("/", "~1") if "~" in token or "/" in token else token
