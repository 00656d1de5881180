"""The body of a request: JSON, forms, multipart, streams of items, text and bytes.

A declared body and the caller's value come in; (content type, bytes) goes out. Called by `request`, after which the
value has been checked against the document field by field.
"""

from __future__ import annotations

import hashlib
import json
import mimetypes
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from urllib.parse import quote_plus

from apiref_nb.errors import ShapeError
from apiref_nb.model import ApiParameter, ApiRequestBody, Encoding, MediaType
from apiref_nb.requests.media_ranges import essence, is_json, is_multipart, is_text, is_urlencoded, matches
from apiref_nb.requests.styles import query_pairs, scalar
from apiref_nb.requests.value_checks import Check, check_value
from apiref_nb.requests.values import file_content, is_file, plain_value
from apiref_nb.schemas import merged
from apiref_nb.text.quoting import short

_SEQUENCES = {"application/jsonl", "application/x-ndjson", "application/ndjson", "application/json-seq"}


@dataclass(frozen=True, slots=True)
class Content:
    """A body as it travels."""

    content_type: str
    """Value of the `Content-Type` header; empty for a body without one."""
    data: bytes
    """The bytes."""

    def __repr__(self) -> str:
        return f"Content({self.content_type}, {len(self.data)} bytes)"


def content(
    body: ApiRequestBody, value: object, place: str, *, media_type: str | None = None, check: Check = check_value
) -> Content:
    """Return the body as it travels.

    Args:
        body: what the document declares.
        value: a mapping, list, text, bytes, path, open file, or whatever has a JSON form.
        place: how an error names it, such as `addPet.body`.
        media_type: which representation to send; None for the one that suits the value.
        check: holds values against schemas; `unchecked` lets everything through.

    Raises:
        ShapeError: the value does not meet the schema, or the representation cannot hold it.
    """
    declared = _declared(body, value, place, media_type)
    sent = declared.media_type if media_type is None or "*" not in declared.media_type else media_type
    if is_file(value) and not is_multipart(sent):
        name, data, given_type = file_content(value, place)
        if "*" in sent:
            sent = given_type or mimetypes.guess_type(name)[0] or "application/octet-stream"
        return Content(sent, data)
    if "*" in sent and not isinstance(value, str) and matches(sent, "application/json"):
        sent = "application/json"
    for suits, write in _WRITERS:
        if suits(sent):
            return write(declared, sent, value, place, check)
    if isinstance(value, str):
        return Content(sent if "*" not in sent else "text/plain; charset=utf-8", _utf8(value, place))
    raise ShapeError(place, f"must be text or bytes, for it travels as {sent}", short(value))


def _declared(body: ApiRequestBody, value: object, place: str, wanted: str | None) -> MediaType:
    """The representation that was asked for, or the first that can hold the value."""
    if not body.content:
        return MediaType(media_type=wanted or ("application/octet-stream" if is_file(value) else "application/json"))
    if wanted is not None:
        for declared in body.content:
            if matches(declared.media_type, wanted):
                return declared
        allowed = ", ".join(declared.media_type for declared in body.content)
        raise ShapeError(place.rpartition(".")[0] + ".content_type", f"must be one of: {allowed}", short(wanted))
    tests: Sequence[Callable[[str], bool]]
    if is_file(value):
        tests = (lambda m: not (is_json(m) or is_urlencoded(m) or is_multipart(m)), lambda m: not is_multipart(m))
    elif isinstance(value, str):
        tests = (is_json, is_text)
    elif isinstance(value, Mapping) and any(is_file(item) for item in value.values()):
        tests = (is_multipart,)
    else:
        tests = (is_json, is_urlencoded, is_multipart, lambda m: essence(m) in _SEQUENCES)
    for test in tests:
        for declared in body.content:
            if test(declared.media_type):
                return declared
    return body.content[0]


def _utf8(text: str, place: str) -> bytes:
    try:
        return text.encode()
    except UnicodeEncodeError:
        raise ShapeError(place, "must be text without lone surrogates") from None


def _json_bytes(value: object, place: str) -> bytes:
    return _utf8(json.dumps(value, ensure_ascii=False, separators=(",", ":"), allow_nan=False), place)


def _json(declared: MediaType, sent: str, value: object, place: str, check: Check) -> Content:
    if isinstance(value, str):
        types = merged(declared.schema).types if declared.schema is not None else ()
        if "string" not in types:
            # Text for a body that is no text: JSON that was written already.
            try:
                parsed = json.loads(value)
            except (ValueError, RecursionError) as exc:
                reason = str(exc) if isinstance(exc, json.JSONDecodeError) else "too deep"
                raise ShapeError(place, "must be a value, or text that is valid JSON", reason) from None
            check(declared.schema, parsed, place)
            return Content(sent, _utf8(value, place))
    plain = plain_value(value, place)
    check(declared.schema, plain, place)
    return Content(sent, _json_bytes(plain, place))


def _items(declared: MediaType, sent: str, value: object, place: str, check: Check) -> Content:
    if isinstance(value, str):
        return Content(sent, _utf8(value, place))
    plain = plain_value(value, place)
    if not isinstance(plain, list):
        raise ShapeError(place, f"must be a list of items, for it travels as {sent}", short(value))
    check(declared.schema, plain, place)
    for index, item in enumerate(plain):
        check(declared.item_schema, item, f"{place}[{index}]")
    start = b"\x1e" if essence(sent) == "application/json-seq" else b""
    return Content(sent, b"".join(start + _json_bytes(item, place) + b"\n" for item in plain))


def _urlencoded(declared: MediaType, sent: str, value: object, place: str, check: Check) -> Content:
    if isinstance(value, str):
        return Content(sent, _utf8(value, place))
    fields = _fields(value, place)
    check(declared.schema, fields, place)
    encodings = dict(declared.encoding)
    pairs: list[str] = []
    for name, item in fields.items():
        if item is not None:
            pairs += _form_pairs(name, item, encodings.get(name, Encoding()), f"{place}.{name}")
    return Content(sent, "&".join(pairs).encode("ascii"))


def _form_pairs(name: str, value: object, encoding: Encoding, where: str) -> list[str]:
    if not encoding.style and (is_json(encoding.content_type) or isinstance(value, dict)):
        return [f"{quote_plus(name)}={quote_plus(_json_bytes(value, where))}"]
    style = encoding.style or "form"
    explode = encoding.explode if encoding.explode is not None else style == "form"
    field = ApiParameter(
        name=name, location="query", style=style, explode=explode, allow_reserved=encoding.allow_reserved
    )
    return [f"{key}={text}".replace("%20", "+") for key, text in query_pairs(field, value, where)]


def _fields(value: object, place: str, *, files: bool = False) -> dict[str, Any]:
    plain = plain_value(value, place, files=files)
    if not isinstance(plain, dict):
        raise ShapeError(place, "must be a mapping of field name to value, for it travels as a form", short(value))
    return plain


@dataclass(frozen=True, slots=True)
class _Part:
    """One part of a multipart body."""

    name: str
    data: bytes
    content_type: str = ""
    filename: str = ""


def _multipart(declared: MediaType, sent: str, value: object, place: str, check: Check) -> Content:
    encodings = dict(declared.encoding)
    if isinstance(value, list | tuple) and essence(sent) != "multipart/form-data":
        first = declared.prefix_encoding
        rest = declared.item_encoding or Encoding()
        parts = [
            _part("", plain_value(item, f"{place}[{i}]", files=True), first[i] if i < len(first) else rest, place)
            for i, item in enumerate(value)
        ]
    else:
        fields = _fields(value, place, files=True)
        check(declared.schema, _without_files(fields), place, ignore=_file_fields(fields))
        parts = []
        for name, item in fields.items():
            encoding = encodings.get(name, Encoding())
            repeated = isinstance(item, list) and not is_json(encoding.content_type)
            for single in item if repeated else [item]:
                if single is not None:
                    parts.append(_part(name, single, encoding, f"{place}.{name}"))
    return _assembled(parts, sent)


def _part(name: str, value: object, encoding: Encoding, where: str) -> _Part:
    declared_type = encoding.content_type.partition(",")[0].strip()
    declared_type = "" if "*" in declared_type else declared_type
    if is_file(value):
        filename, data, given_type = file_content(value, where)
        guessed = mimetypes.guess_type(filename)[0]
        media_type = given_type or declared_type or guessed or "application/octet-stream"
        return _Part(name, data, media_type, filename or name or "file")
    if isinstance(value, dict | list) or is_json(declared_type):
        return _Part(name, _json_bytes(value, where), declared_type or "application/json")
    return _Part(name, _utf8(scalar(value), where), declared_type)


def _without_files(fields: Mapping[str, Any]) -> dict[str, Any]:
    """The fields with text in place of files, for a check against the schema."""
    return {
        name: "file"
        if is_file(item)
        else ["file" if is_file(one) else one for one in item]
        if isinstance(item, list)
        else item
        for name, item in fields.items()
    }


def _file_fields(fields: Mapping[str, Any]) -> frozenset[str]:
    return frozenset(
        name
        for name, item in fields.items()
        if is_file(item) or (isinstance(item, list) and any(is_file(one) for one in item))
    )


def _assembled(parts: Sequence[_Part], sent: str) -> Content:
    # The boundary is drawn from the content, so it cannot stand inside it and the same value gives the same bytes.
    digest = hashlib.sha256()
    for part in parts:
        digest.update(part.data)
    boundary = digest.hexdigest()[:40]
    form = essence(sent) == "multipart/form-data"
    lines: list[bytes] = []
    for part in parts:
        lines.append(b"--" + boundary.encode())
        if form:
            disposition = f'Content-Disposition: form-data; name="{_quoted(part.name)}"'
            if part.filename:
                disposition += f'; filename="{_quoted(part.filename)}"'
            lines.append(disposition.encode("utf-8", "replace"))
        if part.content_type:
            lines.append(f"Content-Type: {_quoted(part.content_type)}".encode())
        lines += [b"", part.data]
    lines += [b"--" + boundary.encode() + b"--", b""]
    return Content(f"{essence(sent)}; boundary={boundary}", b"\r\n".join(lines))


def _quoted(text: str) -> str:
    """A name inside a part's header, as browsers write it."""
    return text.replace('"', "%22").replace("\r", "%0D").replace("\n", "%0A")


def _text(declared: MediaType, sent: str, value: object, place: str, check: Check) -> Content:
    if not isinstance(value, str | int | float) or isinstance(value, bool):
        raise ShapeError(place, f"must be text or bytes, for it travels as {sent}", short(value))
    types = merged(declared.schema).types if declared.schema is not None else ()
    if not {"object", "array"} & set(types):
        # Such a schema speaks of what the text means (XML, YAML), which is not looked into.
        check(declared.schema, value, place)
    return Content(sent, _utf8(scalar(value), place))


_WRITERS: Sequence[tuple[Callable[[str], bool], Callable[[MediaType, str, object, str, Check], Content]]] = (
    (lambda media_type: essence(media_type) in _SEQUENCES, _items),
    (is_json, _json),
    (is_urlencoded, _urlencoded),
    (is_multipart, _multipart),
    (is_text, _text),
)
"""(which media types, how a value is written), the first that fits."""
