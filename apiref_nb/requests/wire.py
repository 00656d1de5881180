"""Parameter values as they travel: every OpenAPI `style` with and without `explode`, in every place of a request.

A parameter and a JSON value come in; percent-encoded text (path), (name, value) fields (query, cookies, forms) or the
text of a header go out. Whatever the value, it stays within its own part of the URL or header. Null is what RFC 6570
calls undefined: it travels nowhere. The only module that serializes parameters; `planning` and `bodies` call it.

Source: OpenAPI 3.1.1, 4.8.12.2 "Style Values" and appendix C; RFC 6570.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from typing import NamedTuple
from urllib.parse import quote, unquote, unquote_to_bytes

from apiref_nb.errors import ShapeError
from apiref_nb.model import ApiParameter
from apiref_nb.text.escaping import percent
from apiref_nb.text.json_numbers import AuthoredFloat, json_dumps

Pair = tuple[str, str]
"""(name, value)."""

LITERAL = "/%:@!$&'()*+,;=~"
"""Characters of a path that stay as the document writes them."""

DELIMITERS = {"spaceDelimited": " ", "pipeDelimited": "|", "tabDelimited": "\t"}
"""Style -> what stands between the items of one value; a comma for every other style."""

_KEPT_BY_RESERVED = "!$'()*,;=:@/?"
"""Reserved characters that cannot end a query value; `&`, `+`, `#`, `[` and `]` are encoded all the same."""

_UNRESERVED = re.compile(r"[A-Za-z0-9._~-]*\Z")
_TRIPLET = re.compile("(%[0-9A-Fa-f]{2})")
_CONTROL = re.compile("[\x00-\x1f\x7f]")
_EXACT = 1e16

_READABLE = ":,@/!$*();"
"""Characters of a query's value that a reader sees as they are."""


class Placeholder(str):
    """Stands for a value that the reader fills in, such as `<name>`; it travels as it is written."""

    __slots__ = ()


class Field(NamedTuple):
    """One name and value of a query, a form or the cookies, percent-encoded; a `Placeholder` stands as it is."""

    name: str
    value: str

    @property
    def plain(self) -> Pair:
        """Name and value before they were encoded, delimiters included."""
        name, value = self
        return unquote(name) if "%" in name else name, unquote(value) if "%" in value else value

    @property
    def is_free(self) -> bool:
        """True when any tool may encode the plain value anew: no delimiter stands in it as itself and encoded."""
        if "%" not in self.value:
            return True
        pieces = _TRIPLET.split(self.value)
        try:
            inside = unquote_to_bytes("".join(pieces[1::2])).decode()
            unquote_to_bytes(self.value).decode()
        except UnicodeDecodeError:
            return False
        return set(inside).isdisjoint("".join(pieces[::2]))

    def readable(self, also: str = "") -> Pair:
        """Return name and value with what may stand in a query as it is, but for what is a delimiter in this value.

        Args:
            also: further characters to show.
        """
        name, value = self
        if "%" in value and not isinstance(value, Placeholder):
            value = _shown(value, (_READABLE if "," not in value else _READABLE.replace(",", "")) + also)
        return _shown(name, "[]$:@") if "%" in name else name, value


def _shown(text: str, kept: str) -> str:
    codes = {f"%{ord(c):02X}": c for c in kept}
    return _TRIPLET.sub(lambda found: codes.get(found[1].upper(), found[1]), text)


def scalar(value: object) -> str:
    """Return a single value as the text that travels: `true`, `12`, the text itself; nested values as compact JSON."""
    if isinstance(value, str):
        return value
    if isinstance(value, float) and not isinstance(value, AuthoredFloat) and value.is_integer() and abs(value) < _EXACT:
        # 1.0 is an integer to JSON Schema, as data frames write one; few servers read it so.
        return str(int(value))
    return json_dumps(value, separators=(",", ":"))


def encoded(text: str, place: str = "", *, reserved: bool = False, safe: str = "") -> str:
    """Return percent-encoded text.

    Args:
        text: any text.
        place: how an error names it.
        reserved: keep reserved characters and existing `%XX`, where they cannot end the value.
        safe: further characters to keep.

    Raises:
        ShapeError: the text has no UTF-8 form.
    """
    if _UNRESERVED.match(text):
        return text
    try:
        if not reserved:
            return quote(text, safe="~" + safe)
        pieces = _TRIPLET.split(text)
        return "".join(p if i % 2 else quote(p, safe="~" + _KEPT_BY_RESERVED) for i, p in enumerate(pieces))
    except UnicodeEncodeError:
        raise ShapeError(place, "must be text without lone surrogates") from None


def path_text(parameter: ApiParameter, value: object, place: str, *, check: bool = True) -> str:
    """Return what replaces `{name}` in a path template.

    Args:
        parameter: one with the location `path`.
        value: plain JSON data.
        place: how an error names it.
        check: refuse what a server or proxy that decodes the path would read as another path. A value that is a `.`
            or `..` segment is always refused, for no tool sends it.

    Raises:
        ShapeError: the value is null, has no UTF-8 form, or would change the structure of the path.
    """
    if isinstance(value, Placeholder):
        return value
    if value is None:
        raise ShapeError(place, "must not be null: it is part of the path")
    if check:
        _check_segments(value, place)
    style, delimiter = parameter.style, _joint(parameter.style)
    start, between = {"label": (".", "."), "matrix": (";", ";")}.get(style, ("", delimiter))

    def text(part: object) -> str:
        return encoded(scalar(part), place, reserved=parameter.allow_reserved).replace("?", "%3F")

    keyed = isinstance(value, Mapping) and parameter.explode
    pieces = _pieces(value, text, explode=parameter.explode, bare=style == "matrix")
    if not parameter.explode:
        pieces = [delimiter.join(pieces)]
    if style == "matrix" and not keyed:
        name = encoded(parameter.name, place)
        pieces = [f"{name}={piece}" if piece else name for piece in pieces]
    made = start + between.join(pieces)
    if made in (".", ".."):
        raise ShapeError(place, 'must not change the path: no "." or ".." segment')
    return made


def _check_segments(value: object, place: str) -> None:
    parts = list(value.values()) if isinstance(value, Mapping) else value if isinstance(value, list) else [value]
    for part in parts or [""]:
        text = scalar(part)
        for spelled in (text, unquote(text)):
            segments = spelled.replace("\\", "/").split("/")
            if not text:
                raise ShapeError(place, "must not be empty: it is part of the path")
            if any(segment in ("", ".", "..") for segment in segments):
                raise ShapeError(
                    place, 'must not change the path: no empty, "." or ".." segment', json.dumps(text[:40])
                )


def fields(parameter: ApiParameter, value: object, place: str) -> tuple[Field, ...]:
    """Return the fields of a query or cookie parameter, or of a form; none where the value is null or empty.

    Args:
        parameter: of any place; says style, explode and whether reserved characters stay.
        value: a JSON value.
        place: how an error names it.

    Raises:
        ShapeError: the value has no UTF-8 form, or cannot stand in a cookie that is not encoded.
    """

    def text(part: object) -> str:
        plain = scalar(part)
        if isinstance(part, Placeholder):
            return part
        if parameter.location != "cookie":
            return encoded(plain, place, reserved=parameter.allow_reserved)
        if parameter.style != "cookie":
            return encoded(plain, place, reserved=parameter.allow_reserved).replace(";", "%3B")
        if not plain.isascii() or not plain.isprintable() or set(plain) & set(' ",;\\'):
            raise ShapeError(place, "must hold no space, quote, comma, semicolon, backslash or control character")
        return plain

    name = encoded(parameter.name, place)
    if value is None:
        return ()
    if type(value) is str or not isinstance(value, Mapping | list):
        return (Field(name, text(value)),)
    if parameter.style == "deepObject":
        return _deep(name, value, place, text)
    if parameter.explode:
        if isinstance(value, Mapping):
            pairs = ((_member(key, place), item) for key, item in value.items() if item is not None)
            return tuple(Field(key, text(item)) for key, item in pairs)
        return tuple(Field(name, text(item)) for item in value if item is not None)
    pieces = _pieces(value, text, explode=False)
    return (Field(name, _joint(parameter.style).join(pieces)),) if pieces else ()


def _deep(name: str, value: object, place: str, text: Callable[[object], str]) -> tuple[Field, ...]:
    """`color[R]=100`; deeper mappings add brackets, lists repeat the name (the specification leaves both open)."""
    if isinstance(value, Mapping):
        below = ((f"{name}%5B{_member(key, place)}%5D", item) for key, item in value.items())
        return tuple(field for key, item in below if item is not None for field in _deep(key, item, place, text))
    if isinstance(value, list):
        return tuple(field for item in value if item is not None for field in _deep(name, item, place, text))
    return (Field(name, text(value)),)


def header_text(parameter: ApiParameter, value: object, place: str) -> str | None:
    """Return the value of a header parameter, which is never percent-encoded; None where it is null or empty.

    Args:
        parameter: of a header.
        value: a JSON value.
        place: how an error names it.

    Raises:
        ShapeError: see `checked_header`.
    """
    if value is None:
        return None
    pieces = _pieces(value, scalar, explode=parameter.explode)
    if not pieces:
        return None
    return checked_header(DELIMITERS.get(parameter.style, ",").join(pieces), place)


def checked_header(text: str, place: str) -> str:
    """Return the text when it can be the value of a header.

    Args:
        text: the value of a header.
        place: how an error names it.

    Raises:
        ShapeError: the text holds a control character, white space at its ends, or has no UTF-8 form.
    """
    if text != text.strip() or _CONTROL.search(text):
        raise ShapeError(place, "must hold no control character and no white space at its ends: it travels as a header")
    if not text.isascii() and any(0xD800 <= ord(character) <= 0xDFFF for character in text):
        raise ShapeError(place, "must be text without lone surrogates")
    return text


def _member(key: object, place: str) -> str:
    return key if isinstance(key, Placeholder) else encoded(str(key), place)


def _joint(style: str) -> str:
    return quote(DELIMITERS[style], safe="") if style in DELIMITERS else ","


def _pieces(value: object, text: Callable[[object], str], *, explode: bool, bare: bool = False) -> list[str]:
    """The texts of a value's items or members; `bare` writes a member with an empty value as its name alone."""
    if isinstance(value, Mapping):
        pairs = [(text(str(key)), text(item)) for key, item in value.items() if item is not None]
        if not explode:
            return [piece for pair in pairs for piece in pair]
        return [key if bare and not item else f"{key}={item}" for key, item in pairs]
    if isinstance(value, list):
        return [text(item) for item in value if item is not None]
    return [text(value)]


def placeholder(name: str, *, encode: bool = True) -> Placeholder:
    """Return `<name>`, the name percent-encoded as far as a reader's eye needs.

    Args:
        name: of the parameter.
        encode: True percent-encodes it, as in an address.
    """
    return Placeholder(f"<{percent(name, _READABLE) if encode else name}>")
