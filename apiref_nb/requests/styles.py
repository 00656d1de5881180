"""Parameter values as text: every OpenAPI `style` with and without `explode`, for path, query, header and cookie.

A parameter and a checked value come in; percent-encoded text (path), or tuples of (name, text) go out. Called by
`request`. Whatever the value, it stays within its own part of the URL or header.

Source: OpenAPI 3.1.1, 4.8.12.2 "Style Values" and appendix C; RFC 6570.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from urllib.parse import quote, unquote

from apiref_nb.errors import ShapeError
from apiref_nb.model import ApiParameter
from apiref_nb.text.json_numbers import AuthoredFloat, json_dumps

Pair = tuple[str, str]
"""(name, value), encoded."""

_KEPT_BY_RESERVED = "!$'()*,;=:@/?"
"""Reserved characters that cannot end a query value; `&`, `+`, `#`, `[` and `]` are encoded all the same."""

_TRIPLET = re.compile("(%[0-9A-Fa-f]{2})")
_DELIMITERS = {"spaceDelimited": "%20", "pipeDelimited": "%7C", "tabDelimited": "%09"}


_EXACT = 1e16


def scalar(value: object) -> str:
    """Return a single value as the text that travels: `true`, `12`, the text itself; nested values as compact JSON."""
    if isinstance(value, str):
        return value
    if isinstance(value, float) and not isinstance(value, AuthoredFloat) and value.is_integer() and abs(value) < _EXACT:
        # 1.0 is an integer to JSON Schema, as data frames write one; few servers read it so.
        return str(int(value))
    return json_dumps(value, separators=(",", ":"))


def encoded(text: str, place: str, *, reserved: bool = False, safe: str = "") -> str:
    """Return percent-encoded text.

    Args:
        text: any text.
        place: how an error names it.
        reserved: keep reserved characters and existing `%XX`, where they cannot end the value.
        safe: further characters to keep.
    """
    try:
        if not reserved:
            return quote(text, safe="~" + safe)
        pieces = _TRIPLET.split(text)
        return "".join(p if i % 2 else quote(p, safe="~" + _KEPT_BY_RESERVED) for i, p in enumerate(pieces))
    except UnicodeEncodeError:
        raise ShapeError(place, "must be text without lone surrogates") from None


def path_text(parameter: ApiParameter, value: object, place: str) -> str:
    """Return what replaces `{name}` in a path template.

    Raises:
        ShapeError: the value is empty, or would change the structure of the path (`..`, empty segments).
    """
    style = parameter.style if parameter.style in ("label", "matrix") else "simple"
    _check_segments(value, place)

    def text(part: object) -> str:
        plain = scalar(part)
        return encoded(plain, place, reserved=parameter.allow_reserved).replace("?", "%3F")

    name = encoded(parameter.name, place)
    if isinstance(value, Mapping):
        items = [(text(str(key)), text(item)) for key, item in value.items() if item is not None]
        if parameter.explode:
            joined = [f"{key}={item}" for key, item in items]
        else:
            joined = [part for item in items for part in item]
            if style == "matrix":
                joined = [f"{name}={','.join(joined)}"]
            elif style == "label":
                joined = [",".join(joined)]
    elif isinstance(value, list):
        joined = [text(item) for item in value if item is not None]
        if style == "matrix":
            joined = [f"{name}={item}" for item in joined] if parameter.explode else [f"{name}={','.join(joined)}"]
        elif style == "label" and not parameter.explode:
            joined = [",".join(joined)]
    else:
        joined = [text(value)]
        if style == "matrix":
            joined = [f"{name}={joined[0]}"]
    if style == "label":
        return "." + ".".join(joined)
    if style == "matrix":
        return "".join(f";{part}" for part in joined)
    return ",".join(joined)


def _check_segments(value: object, place: str) -> None:
    """Refuse what a server or proxy that decodes the path would read as another path."""
    parts = list(value.values()) if isinstance(value, Mapping) else value if isinstance(value, list) else [value]
    if not parts:
        raise ShapeError(place, "must not be empty: it is part of the path")
    for part in parts:
        text = scalar(part)
        for spelled in (text, unquote(text)):
            segments = spelled.replace("\\", "/").split("/")
            if not text:
                raise ShapeError(place, "must not be empty: it is part of the path")
            if any(segment in ("", ".", "..") for segment in segments):
                raise ShapeError(
                    place, 'must not change the path: no empty, "." or ".." segment', json.dumps(text[:40])
                )


def query_pairs(parameter: ApiParameter, value: object, place: str) -> list[Pair]:
    """Return the (name, value) pairs of a query parameter, percent-encoded; an empty list sends nothing."""

    def text(part: object) -> str:
        return encoded(scalar(part), place, reserved=parameter.allow_reserved)

    return _pairs(parameter, value, place, text)


def cookie_pairs(parameter: ApiParameter, value: object, place: str) -> list[Pair]:
    """Return the (name, value) pairs of a cookie parameter; style `cookie` of OpenAPI 3.2 encodes nothing."""

    def text(part: object) -> str:
        plain = scalar(part)
        if parameter.style != "cookie":
            return encoded(plain, place, reserved=parameter.allow_reserved).replace(";", "%3B")
        if not plain.isascii() or not plain.isprintable() or set(plain) & set(' ",;\\'):
            raise ShapeError(place, "must hold no space, quote, comma, semicolon, backslash or control character")
        return plain

    return _pairs(parameter, value, place, text)


def _pairs(parameter: ApiParameter, value: object, place: str, text: Callable[[object], str]) -> list[Pair]:
    name = encoded(parameter.name, place)
    if parameter.style == "deepObject" and isinstance(value, Mapping | list):
        return _deep(name, value, place, text)
    if isinstance(value, Mapping):
        items = [(encoded(str(key), place), text(item)) for key, item in value.items() if item is not None]
        if parameter.explode:
            return items
        flat = [part for item in items for part in item]
        return [(name, _DELIMITERS.get(parameter.style, ",").join(flat))] if flat else []
    if isinstance(value, list):
        parts = [text(item) for item in value if item is not None]
        if parameter.explode:
            return [(name, part) for part in parts]
        return [(name, _DELIMITERS.get(parameter.style, ",").join(parts))] if parts else []
    return [(name, text(value))]


def _deep(name: str, value: object, place: str, text: Callable[[object], str]) -> list[Pair]:
    """`color[R]=100`; deeper mappings add brackets, lists repeat the name (the specification leaves both open)."""
    if isinstance(value, Mapping):
        return [
            pair
            for key, item in value.items()
            if item is not None
            for pair in _deep(f"{name}%5B{encoded(str(key), place)}%5D", item, place, text)
        ]
    if isinstance(value, list):
        return [pair for item in value if item is not None for pair in _deep(name, item, place, text)]
    return [(name, text(value))]


def header_text(parameter: ApiParameter, value: object, place: str) -> str:
    """Return the value of a header parameter, which is never percent-encoded.

    Raises:
        ShapeError: the value holds a control character, or white space at its ends.
    """
    if isinstance(value, Mapping):
        items = [(str(key), scalar(item)) for key, item in value.items() if item is not None]
        text = ",".join(f"{key}={item}" if parameter.explode else f"{key},{item}" for key, item in items)
    elif isinstance(value, list):
        text = ",".join(scalar(item) for item in value if item is not None)
    else:
        text = scalar(value)
    return checked_header(text, place)


def checked_header(text: str, place: str) -> str:
    """Return the text when it can be the value of a header.

    Raises:
        ShapeError: see header_text.
    """
    if text != text.strip() or any(ord(character) < 0x20 or ord(character) == 0x7F for character in text):
        raise ShapeError(place, "must hold no control character and no white space at its ends: it travels as a header")
    if any(0xD800 <= ord(character) <= 0xDFFF for character in text):
        raise ShapeError(place, "must be text without lone surrogates")
    return text
