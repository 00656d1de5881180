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
    return tuple(map(decoded, tokens) if "%" in pointer or "~" in pointer else tokens)


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
    tokens: list[str | int] = []
    plain = "%" not in pointer and "~" not in pointer
    for raw in _raw_tokens(pointer):
        token = raw if plain and isinstance(value, dict) and raw in value else token_in(value, raw)
        if token is None:
            reached, named = join("#", *tokens), join("", decoded(raw))[1:]
            if isinstance(value, dict):
                raise PointerError(pointer, reached, f"there is no {named!r} in {reached}")
            if isinstance(value, list | tuple):
                found = f"{reached} is an array of {len(value)}, and {named!r} is no index of it"
                raise PointerError(pointer, reached, found)
            raise PointerError(pointer, reached, f"{reached} is neither an object nor an array")
        value = value[token]
        tokens.append(token)
    return value


def token_in(value: object, raw: str) -> str | int | None:
    """Return the key or the index that a token means in a value; None when it names nothing there. See `resolve`.

    Args:
        value: where the pointer has led.
        raw: the token as written.
    """
    token = decoded(raw) if "%" in raw or "~" in raw else raw
    if isinstance(value, dict):
        known = token if token in value else _unescaped(raw)
        return known if known in value else None
    if isinstance(value, list | tuple) and _INDEX.fullmatch(token) and int(token) < len(value):
        return int(token)
    return None


def _raw_tokens(pointer: str) -> list[str]:
    body = pointer.removeprefix("#")
    if not body:
        return []
    if not body.startswith("/"):
        raise PointerError(pointer, "#", "a JSON pointer starts with #/")
    return body[1:].split("/")


def decoded(token: str) -> str:
    """Return a token of a pointer as the name that it means."""
    return _unescaped(unquote(token))


def _unescaped(token: str) -> str:
    return token.replace("~1", "/").replace("~0", "~") if "~" in token else token


def _escaped(token: str) -> str:
    if "%" in token or not token.isprintable():
        token = "".join(
            char if char.isprintable() and char != "%" else quote(char, safe="", errors="replace") for char in token
        )
    return token.replace("~", "~0").replace("/", "~1") if "~" in token or "/" in token else token
