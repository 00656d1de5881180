"""The body of a request as a value: JSON, forms, parts, streams, text and bytes, each read as its media type says.

A representation that the document declares and the bytes come in; a value that its schema speaks of goes out, with the
members that are files and are not judged. The inverse of `requests.typed_bodies`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from urllib.parse import unquote_plus

from apiref_nb.mock.received import TooManyError, pairs
from apiref_nb.mock.wire_values import field_readings, form_object, styled_field
from apiref_nb.model import Encoding, MediaType, Schema
from apiref_nb.model.media_types import essence, framing, is_form, is_json, is_multipart, is_stream, is_text, is_xml
from apiref_nb.requests.typed_bodies import is_binary
from apiref_nb.requests.typed_text import best_reading, item_value, kinds, member_schemas
from apiref_nb.requests.values import value_from_text
from apiref_nb.schemas import merged
from apiref_nb.text.json_value import JsonValue
from apiref_nb.transport.charsets import decoded
from apiref_nb.transport.json_values import JsonError, is_deep, json_value
from apiref_nb.transport.limits import LIMITS
from apiref_nb.transport.multipart import MultipartError, Part, parts

_RESERVED = frozenset(":/?#[]@!$'()*,;")
FILE_STAND_IN = "file"
"""Stands in a value for a file, whose bytes no schema speaks of."""


class BodyFault(Exception):  # noqa: N818 - it never leaves this room
    """The bytes are no body of their media type.

    Args:
        expected: what they must be.
        path: the member that is at fault; empty for the whole body.
    """

    def __init__(self, expected: str, path: tuple[str, ...] = ()) -> None:
        super().__init__(expected)
        self.expected = expected
        self.path = path


@dataclass(frozen=True, slots=True)
class ReadBody:
    """A body as a value."""

    value: Any
    """What the schema speaks of; text for what is text, bytes for what nothing more is known of."""
    judged: bool = True
    """False where the schema says nothing about these bytes: files, XML, text that stands for something else."""
    items: bool = False
    """True for a stream: the value lists its items."""
    files: frozenset[str] = frozenset()
    """Members that are files."""
    raw: Mapping[str, str] | None = None
    """Fields of a form as they travelled."""


def read_body(media: MediaType, content_type: str, body: bytes) -> ReadBody:
    """Return the value of a body.

    Args:
        media: the representation that the document declares.
        content_type: what the request says it is.
        body: the bytes.

    Raises:
        BodyFault: they are no such body.
    """
    for suits, read in _READERS:
        if suits(content_type):
            try:
                return read(media, content_type, body)
            except TooManyError as fault:
                raise BodyFault(str(fault)) from None
    return ReadBody(body, judged=False)


def _json(_media: MediaType, _content_type: str, body: bytes) -> ReadBody:
    return ReadBody(_read_json(body))


def _read_json(data: bytes, *path: str) -> JsonValue:
    """The value of a JSON text that stands at a path; a fault where it is none."""
    try:
        value = json_value(data, strict=True)
    except JsonError as fault:
        raise BodyFault(f"must be valid JSON ({fault})", path) from None
    if is_deep(value):
        raise BodyFault(f"must not be nested deeper than {LIMITS.max_json_levels} levels", path)
    return value


def _stream(media: MediaType, content_type: str, body: bytes) -> ReadBody:
    text = decoded(body, content_type).text
    kind = framing(content_type)
    if kind == "events":
        return ReadBody(text, judged=False)
    pieces = [piece for piece in re.split("[\n\x1e]", text) if piece.strip()]
    items = [_read_json(piece.encode("utf-8", "replace"), str(number)) for number, piece in enumerate(pieces)]
    return ReadBody(items, items=True)


def _form(media: MediaType, content_type: str, body: bytes) -> ReadBody:
    text = decoded(body, content_type).text.strip("\r\n")
    found = pairs(text)
    schema = media.schema
    declared = member_schemas(schema)
    if schema is not None and not declared and kinds(schema) == {"string"}:
        return ReadBody(unquote_plus(text))
    value = form_object(media, found)
    owned: dict[str, list[tuple[str, str]]] = {}
    for pair in found:
        owned.setdefault(pair[0].partition("[")[0], []).append(pair)
    for owner in [owner for owner in owned if owner in declared and owner not in value]:
        # `card[number]=1`: what many servers mean by an object in a form.
        deep = field_readings(styled_field(owner, Encoding(style="deepObject"), declared[owner]), owned[owner])
        if deep and isinstance(deep[0], dict | list):
            value[owner] = deep[0]
    for name in [n for n in value if "[" in n and n.partition("[")[0] in value and n not in declared]:
        del value[name]
    return ReadBody(_whole(schema, value), raw=dict(reversed(found)))


def _whole(schema: Schema | None, value: dict[str, JsonValue]) -> JsonValue:
    """Members that are objects or lists and came as JSON text are read as such."""
    for name, member in member_schemas(schema).items():
        if isinstance(value.get(name), str) and not {"string"} & kinds(member):
            value[name] = item_value(member, value[name])
    return value


def _multipart(media: MediaType, content_type: str, body: bytes) -> ReadBody:
    if not body.strip():
        return ReadBody({}, raw={})
    try:
        found = parts(body, content_type)
    except MultipartError as fault:
        raise BodyFault(f"must be a multipart body: {fault}") from None
    if essence(content_type) != "multipart/form-data" and "array" in kinds(media.schema) | _listing(media):
        return ReadBody([_part_value(None, part)[0] for part in found], judged=False)
    if media.schema is not None and kinds(media.schema) and "object" not in kinds(media.schema):
        return ReadBody([_part_value(None, part)[0] for part in found], judged=False)
    declared, encodings = member_schemas(media.schema), dict(media.encoding)
    by_name: dict[str, list[Part]] = {}
    for part in found:
        owner = part.name.partition("[")[0]
        deep = owner != part.name and owner in encodings and encodings[owner].style == "deepObject"
        by_name.setdefault(owner if deep else part.name, []).append(part)
    value: dict[str, JsonValue] = {}
    files: set[str] = set()
    for name, own in by_name.items():
        schema = declared.get(name)
        encoding = encodings.get(name)
        if encoding is not None and (encoding.style or encoding.explode is not None) and not own[0].is_file:
            query = "&".join(f"{_quoted(part.name)}={_quoted(_text(part))}" for part in own)
            readings = field_readings(styled_field(name, encoding, schema), pairs(query))
            value[name] = best_reading(schema, readings) if readings else _text(own[0])
            continue
        several = "array" in kinds(schema) and not (len(own) == 1 and is_json(own[0].media_type))
        item = merged(schema).items if several and schema is not None else schema
        read = [_part_value(item, part) for part in own]
        if any(is_file for _, is_file in read):
            files.add(name)
        values = [one for one, _ in read]
        value[name] = values if several or len(values) > 1 else values[0]
        if several and len(values) == 1 and isinstance(values[0], str) and values[0].startswith("["):
            value[name] = value_from_text(schema, values[0])
    raw = {part.name: _text(part) for part in found if not part.is_file}
    return ReadBody(value, files=frozenset(files), raw=raw)


def _listing(media: MediaType) -> frozenset[str]:
    positional = media.item_schema is not None or media.prefix_encoding or media.item_encoding is not None
    return frozenset({"array"}) if positional else frozenset()


def _quoted(text: str) -> str:
    return text.replace("%", "%25").replace("&", "%26").replace("+", "%2B").replace("=", "%3D")


def _text(part: Part) -> str:
    return part.content.decode("utf-8", "replace")


def _part_value(schema: Schema | None, part: Part) -> tuple[JsonValue, bool]:
    """The value of a part, and whether it is a file."""
    if is_json(part.media_type):
        return _read_json(part.content, part.name), False
    if part.is_file or is_binary(schema) or (part.media_type and not is_text(part.media_type)):
        return FILE_STAND_IN, True
    return item_value(schema, _text(part)), False


def _plain_text(media: MediaType, content_type: str, body: bytes) -> ReadBody:
    text = decoded(body, content_type).text
    allowed = kinds(media.schema)
    if is_xml(content_type) or not essence(content_type).startswith("text/plain") or allowed & {"object", "array"}:
        # The schema speaks of what the text means.
        return ReadBody(text, judged=allowed == {"string"} and not is_xml(content_type))
    return ReadBody(value_from_text(media.schema, text))


_READERS: Sequence[tuple[Callable[[str], bool], Callable[[MediaType, str, bytes], ReadBody]]] = (
    (is_stream, _stream),
    (lambda kind: is_json(kind) and "*" not in kind, _json),
    (is_form, _form),
    (is_multipart, _multipart),
    (is_text, _plain_text),
)
"""(which media types, how their bodies are read), the first that fits."""


def has_reserved(raw: str) -> bool:
    """Return True for a field of a form that holds reserved characters as they are."""
    return not _RESERVED.isdisjoint(raw)
