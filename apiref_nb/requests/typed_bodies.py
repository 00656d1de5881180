"""A value and the representation that a document declares become a typed body.

The samples' values and the caller's own take the same way, so that both are written alike. Called by `call_plan` and
`sample_values`; what a typed body is stands in `bodies`.
"""

from __future__ import annotations

import json
import mimetypes
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Literal

from apiref_nb.errors import ShapeError
from apiref_nb.model import ApiHeader, ApiParameter, Encoding, MediaType, Schema
from apiref_nb.model.media_types import concrete, essence, is_form, is_json, is_multipart, is_stream, is_text, matches
from apiref_nb.requests.bodies import (
    BYTES,
    COMPACT,
    FILE,
    FORM_DATA,
    BinaryBody,
    Body,
    File,
    FormBody,
    JsonBody,
    MultipartBody,
    MultipartPart,
    StreamBody,
    TextBody,
)
from apiref_nb.requests.typed_text import kinds
from apiref_nb.requests.values import file_content, is_file
from apiref_nb.requests.wire import Field, Pair, encoded, fields, header_text, scalar
from apiref_nb.schemas import merged
from apiref_nb.schemas.choices import besides_null
from apiref_nb.schemas.session import SampleSession
from apiref_nb.text.escaping import header_value, is_token
from apiref_nb.text.json_numbers import json_dumps
from apiref_nb.text.json_value import JsonValue
from apiref_nb.text.quoting import short


def typed_body(
    media: MediaType, value: JsonValue, place: str, *, media_type: str = "", session: SampleSession | None = None
) -> Body:
    """Return a value as the body that travels.

    Args:
        media: the representation that the document declares.
        value: plain JSON data, text that is written already, a file, or a form with files among its members.
        place: how an error names it, such as `addPet.body`.
        media_type: what to send in the place of a range such as `image/*`.
        session: makes the headers of parts that the document declares without an example.

    Raises:
        ShapeError: the representation cannot hold the value.
    """
    if is_file(value):
        value = File(*file_content(value, place))
    kind = _concrete(media_type or media.media_type, value)
    if isinstance(value, File) and not is_multipart(kind):
        return BinaryBody(kind, value)
    for suits, make in _MAKERS:
        if suits(kind):
            return make(media, value, place, kind, session)
    if isinstance(value, str):
        return TextBody(_sendable(value, place), kind)
    raise ShapeError(place, f"must be text or bytes, for it travels as {kind}", short(value))


def _concrete(media_type: str, value: object) -> str:
    """The media type to send: a range is none, so what suits the value takes its place."""
    if "*" not in media_type:
        return media_type
    if isinstance(value, File):
        known = value.media_type or mimetypes.guess_type(value.name)[0] or BYTES
        return known if value.data is not None or matches(media_type, known) else concrete(media_type)
    if isinstance(value, str) and matches(media_type, "text/plain"):
        return "text/plain; charset=utf-8"
    return "application/json" if matches(media_type, "application/json") else concrete(media_type)


def _json(media: MediaType, value: JsonValue, place: str, kind: str, _session: object) -> Body:
    if isinstance(value, str) and "string" not in kinds(media.schema):
        # Text for a body that is no text: JSON that was written already.
        try:
            json.loads(value)
        except (ValueError, RecursionError) as exc:
            reason = str(exc) if isinstance(exc, json.JSONDecodeError) else "too deep"
            raise ShapeError(place, "must be a value, or text that is valid JSON", reason) from None
        return TextBody(_sendable(value, place), kind)
    body = JsonBody(value, kind)
    _encodable(lambda: body.data, place)
    return body


def _stream(_media: MediaType, value: JsonValue, place: str, kind: str, _session: object) -> Body:
    if isinstance(value, str):
        return TextBody(_sendable(value, place), kind)
    if not isinstance(value, list):
        raise ShapeError(place, f"must be a list of items, for it travels as {kind}", short(value))
    return StreamBody(tuple(value), kind)


def _form(media: MediaType, value: JsonValue, place: str, kind: str, _session: object) -> Body:
    if isinstance(value, str):
        return TextBody(_sendable(value, place), kind)
    return FormBody(form_fields(media, _mapping(value, place), place), kind)


def form_fields(media: MediaType, value: Mapping[str, Any], place: str) -> tuple[Field, ...]:
    """Return the fields of an urlencoded form, each in the style of its encoding.

    Args:
        media: the representation, whose `encoding` says how each field is written.
        value: field name to value.
        place: how an error names the form.
    """
    encodings = dict(media.encoding)
    found: list[Field] = []
    for name, item in value.items():
        encoding, where = encodings.get(name, Encoding()), f"{place}.{name}"
        if item is not None and not encoding.style and (is_json(encoding.content_type) or isinstance(item, dict)):
            found.append(Field(encoded(name, where), encoded(json.dumps(item, **COMPACT), where)))
        else:
            found += fields(_styled(name, encoding), item, where)
    return tuple(found)


def _styled(name: str, encoding: Encoding) -> ApiParameter:
    style = encoding.style or "form"
    explode = style == "form" if encoding.explode is None else encoding.explode
    return ApiParameter(
        name=name, location="query", style=style, explode=explode, allow_reserved=encoding.allow_reserved
    )


def _multipart(media: MediaType, value: JsonValue, place: str, kind: str, session: SampleSession | None) -> Body:
    if isinstance(value, list | tuple) and essence(kind) != FORM_DATA:
        encodings = [*media.prefix_encoding[: len(value)]]
        encodings += [media.item_encoding or Encoding()] * (len(value) - len(encodings))
        numbered = enumerate(zip(value, encodings, strict=True))
        return MultipartBody(tuple(_part("", item, one, f"{place}[{i}]", session) for i, (item, one) in numbered), kind)
    parts: list[MultipartPart] = []
    declared = dict(media.encoding)
    for name, item in _mapping(value, place).items():
        encoding, where = declared.get(name, Encoding()), f"{place}.{name}"
        styled = encoding.style or encoding.explode is not None
        if styled and isinstance(item, dict | list) and not any(isinstance(one, File) or is_file(one) for one in item):
            parts += [MultipartPart(*field.plain) for field in fields(_styled(name, encoding), item, where)]
            continue
        several = isinstance(item, list) and not is_json(encoding.content_type)
        singles = item if several else [item]
        parts += [_part(name, one, encoding, where, session) for one in singles if one is not None]
    return MultipartBody(tuple(parts), kind)


def _part(name: str, value: JsonValue, encoding: Encoding, place: str, session: SampleSession | None) -> MultipartPart:
    declared = encoding.content_type.partition(",")[0].strip()
    declared = "" if "*" in declared else declared
    heads = tuple(pair for header in encoding.headers for pair in _head(header, session))
    if is_file(value):
        value = File(*file_content(value, place))
        value = value._replace(name=value.name or name or "file")
    if isinstance(value, File):
        guessed = "" if value.data is None else mimetypes.guess_type(value.name)[0] or BYTES
        return MultipartPart(name, None, value.media_type or declared or guessed, heads, value)
    if isinstance(value, dict | list) or is_json(declared):
        text = json_dumps(value)
        return MultipartPart(name, _sendable(text, place), declared or "application/json", heads)
    return MultipartPart(name, _sendable(scalar(value), place), declared, heads)


def _head(header: ApiHeader, session: SampleSession | None) -> tuple[Pair, ...]:
    given = next((one.value for one in header.examples if isinstance(one.value, str | int)), None)
    if given is None and header.schema is not None:
        given = (session or SampleSession()).sample(header.schema, "request").value
    declared = ApiParameter(name=header.name, location="header", style=header.style, explode=header.explode)
    text = header_text(declared, header_value(given) if isinstance(given, str) else given, header.name)
    return ((header.name, text),) if text is not None and is_token(header.name) else ()


def _text(_media: MediaType, value: JsonValue, place: str, kind: str, _session: object) -> Body:
    if not isinstance(value, str | int | float):
        raise ShapeError(place, f"must be text or bytes, for it travels as {kind}", short(value))
    return TextBody(_sendable(scalar(value), place), kind)


def _mapping(value: object, place: str) -> Mapping[str, Any]:
    if not isinstance(value, Mapping):
        raise ShapeError(place, "must be a mapping of field name to value, for it travels as a form", short(value))
    return value


def _sendable(text: str, place: str) -> str:
    _encodable(text.encode, place)
    return text


def _encodable(encode: Callable[[], bytes], place: str) -> None:
    try:
        encode()
    except UnicodeEncodeError:
        raise ShapeError(place, "must be text without lone surrogates") from None


_MAKERS: Sequence[tuple[Callable[[str], bool], Callable[..., Body]]] = (
    (is_stream, _stream),
    (is_json, _json),
    (is_form, _form),
    (is_multipart, _multipart),
    (is_text, _text),
)
"""(which media types, how a value becomes a body), the first that fits."""


def takes_bytes(media_type: str) -> bool:
    """Return True for a representation that is no text, form or parts, such as a picture."""
    return not (is_text(media_type) or is_form(media_type) or is_multipart(media_type))


def is_bytes(schema: Schema, media_type: str) -> bool:
    """Return True when a body is a file: its schema says so, or its media type does and the schema has no members.

    Args:
        schema: of the whole body.
        media_type: that it travels as.
    """
    if is_binary(schema):
        return True
    whole = merged(schema)
    return takes_bytes(media_type) and {"object", "array"}.isdisjoint(whole.types) and "properties" not in whole


def is_binary(schema: Schema | None) -> bool:
    """Return True when a schema stands for bytes: `format: binary`, or a media type that is no text."""
    if schema is None:
        return False
    schema = _beside_null(schema)
    if set(schema.types) - {"string"}:
        return False
    if schema.text("format") in ("binary", "file"):
        return True
    media_type = schema.text("contentMediaType")
    textual = media_type.startswith("text/") or "json" in media_type or "xml" in media_type
    return bool(media_type) and not textual and "contentEncoding" not in schema


def file_field(schema: Schema | None) -> Literal["", "one", "several"]:
    """Return how many files a field of a form takes; empty for one that takes other values."""
    if is_binary(schema):
        return "one"
    return "several" if schema is not None and is_binary(_beside_null(schema).items) else ""


def _beside_null(schema: Schema) -> Schema:
    """The folded schema, or the only one that it allows beside null: `anyOf: [file, null]` is an optional file."""
    whole = merged(schema)
    branches = () if whole.types else besides_null(whole)
    return merged(branches[0]) if len(branches) == 1 else whole


def with_files(value: JsonValue, media: MediaType, file: object = FILE) -> JsonValue:
    """Return the sample value of a multipart body with a file wherever the document stands for bytes.

    Args:
        value: the sample as data.
        media: the representation.
        file: what stands for the bytes.
    """
    schema = merged(media.schema) if media.schema is not None else None
    if isinstance(value, list):
        first = schema.listed("prefixItems") if schema is not None else ()
        rest = media.item_schema or (schema.items if schema is not None else None)
        encodings = (*media.prefix_encoding, *[media.item_encoding or Encoding()] * len(value))
        kinds = (*first, *[rest] * len(value))
        return [
            file if is_binary(kind) or _is_bytes(encoding.content_type) else item
            for item, kind, encoding in zip(value, kinds, encodings, strict=False)
        ]
    properties = schema.properties if schema is not None else {}
    return {name: _file_or(item, properties.get(name), file) for name, item in value.items()}


def _file_or(value: JsonValue, schema: Schema | None, file: object) -> JsonValue:
    takes = file_field(schema)
    if takes == "several" and isinstance(value, list):
        return [file for _ in value] or [file]
    return file if takes == "one" else value


def _is_bytes(content_type: str) -> bool:
    return essence(content_type).partition("/")[0] in ("image", "audio", "video") and "svg" not in content_type
