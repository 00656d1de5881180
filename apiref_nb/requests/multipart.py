"""Multipart bodies whose parts have places instead of names, as OpenAPI 3.2 describes them: what each part holds.

In: a list of values and the media type that describes them. Out: `MultipartPart`s without names, and the text that
travels.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Sequence
from typing import Any

from apiref_nb.model import ApiHeader, Encoding, MediaType, Schema
from apiref_nb.model.media_types import essence, is_multipart
from apiref_nb.requests.forms import is_binary, part_of
from apiref_nb.requests.request_sample import MultipartPart, Pairs
from apiref_nb.requests.serializing import styled
from apiref_nb.schemas import merged
from apiref_nb.schemas.session import SampleSession
from apiref_nb.text.escaping import header_value, is_token, media_type_text, shown_text
from apiref_nb.text.json_value import JsonValue

_BOUNDARIES = re.compile("--part((?:-x)*)")
LONGEST_TAIL = 8
BINARY = "<binary data>"
"""Stands for bytes that no text can show."""


def is_positional(media_type: str, value: object) -> bool:
    """Return True when a value travels as parts without names."""
    return is_multipart(media_type) and essence(media_type) != "multipart/form-data" and isinstance(value, list)


def positional_parts(values: Sequence[Any], media: MediaType, session: SampleSession) -> tuple[MultipartPart, ...]:
    """Return one part for each value, typed by the encoding of its place, else by what it holds."""
    schema = merged(media.schema) if media.schema is not None else None
    first = schema.listed("prefixItems") if schema is not None else ()
    rest = media.item_schema or (schema.items if schema is not None else None)
    further = media.item_encoding or Encoding()
    found = []
    for index, value in enumerate(values):
        encoding = media.prefix_encoding[index] if index < len(media.prefix_encoding) else further
        part = _part(value, first[index] if index < len(first) else rest, encoding)
        headers = tuple(pair for header in encoding.headers for pair in _header(header, session))
        found.append(MultipartPart("", part.value, part.media_type, headers))
    return tuple(found)


def _part(value: JsonValue, schema: Schema | None, encoding: Encoding) -> MultipartPart:
    content_type = encoding.content_type.partition(",")[0].strip()
    made = part_of("", value, content_type, file=is_binary(schema) or _is_bytes(content_type))
    return made if made.media_type or made.value is not None else MultipartPart("", None, "application/octet-stream")


def _is_bytes(content_type: str) -> bool:
    return essence(content_type).partition("/")[0] in ("image", "audio", "video") and "svg" not in content_type


def _header(header: ApiHeader, session: SampleSession) -> Pairs:
    given = next((example.value for example in header.examples if isinstance(example.value, str | int)), None)
    if given is None and header.schema is not None:
        given = session.sample(header.schema, "request").value
    if given is None or not is_token(header.name):
        return ()
    return tuple((name, header_value(text)) for name, text in styled(header.name, given, "simple", explode=False))


def boundary_of(parts: Sequence[MultipartPart]) -> str:
    """Return a boundary that stands in no part: `part`, lengthened a few times, else the hash of all of them."""
    whole = "\n".join(part.value or "" for part in parts)
    longest = max((len(found) // 2 for found in _BOUNDARIES.findall(whole)), default=-1)
    if longest < LONGEST_TAIL:
        return "part" + "-x" * (longest + 1)
    return f"part-{hashlib.sha256(whole.encode('utf-8', 'replace')).hexdigest()[:32]}"


def part_heads(part: MultipartPart) -> Pairs:
    """Return the header fields of a part, in the order in which they are written."""
    media_type = media_type_text(part.media_type)
    kind = (("Content-Type", media_type),) if media_type else ()
    return (*kind, *((name, header_value(value)) for name, value in part.headers if is_token(name)))


def framed_parts(parts: Sequence[MultipartPart]) -> str:
    """Return parts as the body that travels, with plain line ends."""
    boundary = boundary_of(parts)
    lines = []
    for part in parts:
        lines.append(f"--{boundary}")
        lines += [f"{name}: {value}" for name, value in part_heads(part)]
        lines += ["", BINARY if part.value is None else shown_text(part.value)]
    return "\n".join([*lines, f"--{boundary}--"])
