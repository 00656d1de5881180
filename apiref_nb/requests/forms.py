"""Bodies that are forms: which fields a value has, how each travels, and the text that shows it."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from apiref_nb.model import Encoding, MediaType, Schema
from apiref_nb.model.media_types import mentions_json
from apiref_nb.requests.request_sample import MultipartPart, Pairs
from apiref_nb.requests.serializing import scalar_text, styled
from apiref_nb.schemas import merged
from apiref_nb.text.escaping import percent, shown_text
from apiref_nb.text.json_value import JsonValue


def is_binary(schema: Schema | None) -> bool:
    """Return True when a schema stands for bytes: `format: binary`, or a media type that is no text."""
    if schema is None:
        return False
    schema = merged(schema)
    if set(schema.types) - {"string"}:
        return False
    if schema.text("format") in ("binary", "file"):
        return True
    media_type = schema.text("contentMediaType").lower()
    textual = media_type.startswith("text/") or mentions_json(media_type) or "xml" in media_type
    return bool(media_type) and not textual and "contentEncoding" not in schema


def form_fields(value: Mapping[str, Any], media: MediaType) -> Pairs:
    """Return the (name, text) pairs of an urlencoded form."""
    encodings = dict(media.encoding)
    pairs: list[tuple[str, str]] = []
    for name, child in value.items():
        encoding = encodings.get(name, Encoding())
        if encoding.style or encoding.explode is not None:
            style = encoding.style or "form"
            explode = encoding.explode if encoding.explode is not None else style in ("form", "deepObject")
            pairs += styled(name, child, style, explode=explode)
        elif isinstance(child, list):
            pairs += [(name, scalar_text(item)) for item in child]
        else:
            pairs.append((name, scalar_text(child)))
    return tuple(pairs)


def form_text(value: Mapping[str, Any], media: MediaType) -> str:
    """Return an urlencoded form as it travels."""
    pairs = form_fields(value, media)
    return "&".join(f"{percent(name, '[]')}={percent(text, ':,@/')}" for name, text in pairs)


def parts(value: Mapping[str, Any], media: MediaType) -> tuple[MultipartPart, ...]:
    """Return the parts of a multipart form; a field whose schema stands for bytes becomes a file."""
    encodings = dict(media.encoding)
    properties = merged(media.schema).properties if media.schema is not None else {}
    found: list[MultipartPart] = []
    for name, child in value.items():
        schema = properties.get(name)
        content_type = encodings.get(name, Encoding()).content_type.partition(",")[0].strip()
        many = isinstance(child, list)
        item_schema = merged(schema).items if schema is not None and many else schema
        file = is_binary(item_schema)
        found += [part_of(name, item, content_type, file=file) for item in (child if many else [child])]
    return tuple(found)


def parts_text(value: Mapping[str, Any], media: MediaType) -> str:
    """Return a multipart form as people read it: one `name=value` a line, files as `name=@file.bin`."""
    lines = []
    for part in parts(value, media):
        shown = "@file.bin" if part.value is None else part.value
        kind = f"  ({part.media_type})" if part.media_type else ""
        lines.append(shown_text(f"{part.name}={shown}{kind}"))
    return "\n".join(lines)


def part_of(name: str, value: JsonValue, content_type: str, *, file: bool) -> MultipartPart:
    """Return one part: bytes as a file, containers as JSON, anything else as text."""
    if file:
        return MultipartPart(name, None, "" if "*" in content_type else content_type)
    if isinstance(value, dict | list):
        text = json.dumps(value, ensure_ascii=False)
        return MultipartPart(name, text, content_type or "application/json")
    return MultipartPart(name, scalar_text(value), content_type if "*" not in content_type else "")
