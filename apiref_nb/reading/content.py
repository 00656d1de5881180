"""What travels in a body of OpenAPI 3: media types, examples, encodings, headers. Raw parts in, model parts out."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from apiref_nb.model import MISSING, ApiHeader, Encoding, Example, MediaType
from apiref_nb.reading.limits import LIMITS
from apiref_nb.reading.reader import Part, Reader
from apiref_nb.reading.values import entries, flag, listing, mapping, text
from apiref_nb.text.pointer import join

NO_ENCODING = Encoding()
ENCODINGS = frozenset({"encoding", "prefixEncoding", "itemEncoding"})


def read_content(reader: Reader, node: Mapping[str, Any], pointer: str) -> tuple[MediaType, ...]:
    """Return the representations in the field `content`, in document order.

    Args:
        reader: the document that is being read; takes the problems.
        node: the object that may hold the field, such as a response.
        pointer: JSON pointer of that object.
    """
    found: list[MediaType] = []
    for name, value in mapping(node, "content").items():
        place = join(pointer, "content", name)
        found.append(_media_type(reader, name, reader.part(value, place), place))
    return tuple(found)


def _media_type(reader: Reader, name: str, part: Part | None, place: str) -> MediaType:
    if part is None:
        return MediaType(media_type=name, pointer=place)
    node, pointer = part
    named, first, further = _encodings(reader, node, pointer, 0) if ENCODINGS & node.keys() else ((), (), None)
    return MediaType(
        media_type=name,
        schema=reader.schema(node, "schema", pointer),
        item_schema=reader.schema(node, "itemSchema", pointer),
        examples=read_examples(reader, node, pointer),
        encoding=named,
        prefix_encoding=first,
        item_encoding=further,
        pointer=pointer,
    )


def _encodings(
    reader: Reader, node: Mapping[str, Any], pointer: str, depth: int
) -> tuple[tuple[tuple[str, Encoding], ...], tuple[Encoding, ...], Encoding | None]:
    """Return what a media type, or a part of it, says about its parts: by name, by position, and the further ones."""
    if depth > LIMITS.max_encoding_depth:
        return (), (), None
    named = tuple(
        (field, _encoding(reader, value, join(pointer, "encoding", field), depth))
        for field, value in entries(node, "encoding")
    )
    first = tuple(
        _encoding(reader, value, f"{pointer}/prefixEncoding/{index}", depth)
        for index, value in enumerate(listing(node, "prefixEncoding"))
    )
    rest = node.get("itemEncoding")
    further = _encoding(reader, rest, f"{pointer}/itemEncoding", depth) if isinstance(rest, Mapping) else None
    return named, first, further


def _encoding(reader: Reader, value: object, pointer: str, depth: int) -> Encoding:
    if not isinstance(value, Mapping):
        return NO_ENCODING
    named, first, further = _encodings(reader, value, pointer, depth + 1)
    return Encoding(
        content_type=text(value, "contentType"),
        headers=read_headers(reader, value, pointer),
        style=text(value, "style"),
        explode=value["explode"] if isinstance(value.get("explode"), bool) else None,
        allow_reserved=flag(value, "allowReserved"),
        encoding=named,
        prefix_encoding=first,
        item_encoding=further,
    )


def read_examples(reader: Reader, node: Mapping[str, Any], pointer: str) -> tuple[Example, ...]:
    """Return the examples in the fields `example` and `examples`, in document order, verbatim; see `read_content`."""
    if "example" not in node and "examples" not in node:
        return ()
    found: list[Example] = []
    if "example" in node:
        found.append(Example(value=node["example"], pointer=f"{pointer}/example"))
    given = node.get("examples")
    if isinstance(given, dict):
        found.extend(_example(reader, name, value, join(pointer, "examples", name)) for name, value in given.items())
    elif isinstance(given, list):
        # Where OpenAPI wants a mapping, authors write the list of JSON Schema: the values are meant all the same.
        found.extend(Example(value=value, pointer=f"{pointer}/examples/{index}") for index, value in enumerate(given))
    return tuple(found)


def _example(reader: Reader, name: str, value: object, place: str) -> Example:
    if not isinstance(value, dict):
        return Example(name=name, value=value, pointer=place)
    part = reader.part(value, place)
    if part is None:
        return Example(name=name, external=text(value, "$ref"), pointer=place)
    node, pointer = part
    return Example(
        name=name,
        summary=text(value, "summary") or text(node, "summary"),
        description=text(value, "description") or text(node, "description"),
        value=node.get("dataValue", node.get("value", MISSING)),
        serialized=text(node, "serializedValue"),
        external=text(node, "externalValue"),
        pointer=pointer,
    )


def read_headers(reader: Reader, node: Mapping[str, Any], pointer: str) -> tuple[ApiHeader, ...]:
    """Return the headers in the field `headers` but `Content-Type`, which the media type says; see `read_content`."""
    found: list[ApiHeader] = []
    for name, value in mapping(node, "headers").items() if "headers" in node else ():
        if name.lower() == "content-type":
            continue
        place = join(pointer, "headers", name)
        part = reader.part(value, place)
        found.append(ApiHeader(name=name, pointer=place) if part is None else reader.dialect.header(reader, name, part))
    return tuple(found)


def header(reader: Reader, name: str, part: Part) -> ApiHeader:
    """Return a header of OpenAPI 3.

    Args:
        reader: the document that is being read; takes the problems.
        name: the header's name as written.
        part: its Header Object.
    """
    node, pointer = part
    content = read_content(reader, node, pointer)
    media_type = content[0] if content and "schema" not in node else None
    return ApiHeader(
        name=name,
        schema=media_type.schema if media_type else reader.schema(node, "schema", pointer),
        media_type=media_type,
        description=text(node, "description"),
        required=flag(node, "required"),
        deprecated=flag(node, "deprecated"),
        examples=read_examples(reader, node, pointer) or (media_type.examples if media_type else ()),
        style=text(node, "style") or "simple",
        explode=flag(node, "explode"),
        pointer=pointer,
    )
