"""`judged_parts`: what of a published example a schema speaks about, and which schema.

An example may be data, data written as text, or the text that travels. `SampleSession` flags what fails on the page,
`check_examples` lists it; both ask here, so that they never disagree.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any, NamedTuple

from apiref_nb.model import MISSING, MediaType, Missing, Schema
from apiref_nb.model.media_types import framing, is_form, is_json, is_multipart, is_stream, is_text, is_xml
from apiref_nb.schemas.limits import JUDGING
from apiref_nb.text.json_value import JsonValue


class JudgedPart(NamedTuple):
    """One value and the schema that it has to meet."""

    schema: Schema
    value: Any
    within: str = ""
    """Stands before what is said about the value, such as `item 2: `."""


def judged_parts(media: MediaType, value: JsonValue | Missing, serialized: str = "") -> Iterator[JudgedPart]:
    """Yield what of an example can be judged; nothing for text whose data nobody has read.

    Args:
        media: the representation that the example is one of.
        value: the example as data, or as the author wrote it; MISSING when there is only text.
        serialized: the text that travels, where the author gave it.
    """
    if value is MISSING:
        if not serialized or not is_json(media.media_type):
            return
        if media.schema is not None and "string" in media.schema.types:
            return
        try:
            value = json.loads(serialized)
        except (ValueError, RecursionError):
            value = serialized
    if media.schema is not None:
        read = read_value(value, media)
        if _speaks_of(media.schema, read, media.media_type):
            yield JudgedPart(media.schema, read)
    if media.item_schema is not None:
        for index, item in enumerate(_items(value, media.media_type)[: JUDGING.max_stream_items]):
            yield JudgedPart(media.item_schema, item, f"item {index}: ")


def read_value(value: JsonValue, media: MediaType) -> JsonValue:
    """Return an example's data: JSON that the author wrote as text is read, unless the schema wants text.

    Args:
        value: the example as the document holds it.
        media: the representation that it is of.
    """
    schema = media.schema or media.item_schema
    if not isinstance(value, str) or not is_json(media.media_type) or value.lstrip()[:1] not in ("{", "["):
        return value
    if schema is not None and "string" in schema.types:
        return value
    try:
        return json.loads(value)
    except (ValueError, RecursionError):
        return value


def _speaks_of(schema: Schema, value: JsonValue, media_type: str) -> bool:
    """Return True when the schema speaks of this value; text of a form, of XML or of a stream is not the data."""
    if not isinstance(value, str) or is_json(media_type):
        return True
    apart = is_form(media_type) or is_multipart(media_type) or is_xml(media_type) or is_stream(media_type)
    return is_text(media_type) and not apart and schema.types == ("string",)


def _items(value: JsonValue, media_type: str) -> list[JsonValue]:
    """Return the items of a stream: of a list, or of text with one JSON value a line; none where it is unclear."""
    if isinstance(value, list):
        return value
    if not isinstance(value, str) or not is_stream(media_type) or framing(media_type) == "events":
        return []
    try:
        return [json.loads(line) for line in value.replace("\x1e", "\n").split("\n") if line.strip()]
    except (ValueError, RecursionError):
        return []
