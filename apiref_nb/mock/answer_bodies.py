"""The body of an answer: the author's example where it is valid, else a value made from the schema, as it travels.

A representation that the document declares comes in; bytes go out, a stream in its items.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from apiref_nb.errors import ShapeError
from apiref_nb.mock.sample_files import sample_file
from apiref_nb.mock.variety import varied
from apiref_nb.model import MISSING, Example, MediaType, Missing, Schema
from apiref_nb.model.media_types import framing, is_form, is_json, is_multipart, is_stream, is_text, is_xml
from apiref_nb.requests.bodies import body_bytes
from apiref_nb.requests.streams import FRAMES
from apiref_nb.requests.typed_bodies import is_binary, typed_body, with_files
from apiref_nb.requests.value_checks import faults
from apiref_nb.requests.wire import scalar
from apiref_nb.requests.xml_text import xml_text
from apiref_nb.schemas import merged
from apiref_nb.schemas.author_examples import travelling
from apiref_nb.schemas.example_data import judged_parts, read_value
from apiref_nb.schemas.session import SampleSession
from apiref_nb.text.json_numbers import json_dumps
from apiref_nb.text.json_value import JsonValue
from apiref_nb.transport.json_values import JsonError, json_value

COMPACT = (",", ":")


class Sample(NamedTuple):
    """What an answer is made of."""

    value: Any
    """As data; text for what is written already; bytes for a file."""
    authored: bool = False
    """True for the author's own."""
    serialized: bool = False
    """True for text that travels as it is."""
    fault: str = ""
    """Why no valid value could be made; empty when one was."""


def meets(schema: Schema | None, value: JsonValue, session: SampleSession) -> bool:
    """Return True when a value in an answer is one that the client's comparison has nothing to say about.

    Args:
        schema: what the document declares; None allows everything.
        value: as it is sent.
        session: keeps what is known of the document's schemas.
    """
    return not faults(schema, value, "response", rules=session.rules)


def usable_examples(media: MediaType, session: SampleSession) -> list[Sample]:
    """Return the author's examples that are valid as they are sent, in document order.

    Args:
        media: as the document declares it.
        session: keeps what is known of the document's schemas.
    """
    sendable = [one for one in media.examples if one.value is not MISSING or one.serialized]
    samples = [(example, example_sample(example, media, session)) for example in sendable]
    return [sample for example, sample in samples if _is_usable(example, sample, media, session)]


def _is_usable(example: Example, sample: Sample, media: MediaType, session: SampleSession) -> bool:
    text = example.serialized if sample.serialized else ""
    if text and is_json(media.media_type) and _read(text) is MISSING:
        return False
    parts = judged_parts(media, example.value if text else sample.value, text)
    return all(meets(part.schema, part.value, session) for part in parts)


def _read(text: str) -> JsonValue | Missing:
    try:
        return json_value(text.encode("utf-8", "replace"), strict=True)
    except JsonError:
        return MISSING


def example_sample(example: Example, media: MediaType, session: SampleSession) -> Sample:
    """Return what an author's example says, without what never travels in an answer: members that are write-only.

    Args:
        example: one of the representation.
        media: as the document declares it.
        session: keeps what is known of the document's schemas.
    """
    written = example.serialized
    value = _read(written) if written and is_json(media.media_type) else example.value
    if value is MISSING:
        return Sample(written, authored=True, serialized=True)
    data = read_value(value, media)
    sent = data
    if media.schema is not None:
        sent = travelling(sent, session.rules.rule(media.schema, "response"))
    if media.item_schema is not None and isinstance(sent, list):
        item = session.rules.rule(media.item_schema, "response")
        sent = [travelling(each, item) for each in sent]
    if written and sent == data:
        return Sample(written, authored=True, serialized=True)
    return Sample(sent, authored=True)


def made_sample(media: MediaType, kind: str, session: SampleSession, variation: str = "") -> Sample:
    """Return a sample of a representation without one of its examples.

    Args:
        media: as the document declares it.
        kind: the media type that is sent.
        session: keeps what was made before.
        variation: a text that the value follows from; empty for the value that the page shows.
    """
    schema = media.schema
    if is_stream(kind) and media.item_schema is not None:
        first = _made(media.item_schema, session, variation)
        if first.fault:
            return first._replace(value=[first.value])
        more = session.another(media.item_schema, "response") if not variation else None
        again = _made(media.item_schema, session, f"{variation}+").value if variation else None
        return Sample([first.value, *(more or ()), *([again] if variation else [])])
    if schema is None or schema.unresolved:
        return Sample(_unshaped(kind))
    if is_binary(schema) or (_takes_bytes(kind) and not _is_structured(schema)):
        return Sample(sample_file(kind))
    return _made(schema, session, variation)


def _made(schema: Schema, session: SampleSession, variation: str) -> Sample:
    found = session.sample(schema, "response")
    if found.valid is False and found.source != "generated":
        found = session.generated(schema, "response")
    if found.valid is False:
        return Sample(found.value, fault=found.note)
    if variation:
        return Sample(varied(found.value, schema, variation, session))
    return Sample(found.value, authored=found.source == "schema-example")


def _unshaped(kind: str) -> JsonValue | bytes:
    if is_json(kind) or is_stream(kind) or is_form(kind) or is_multipart(kind) or is_xml(kind):
        return {}
    return "string" if is_text(kind) else sample_file(kind)


def _takes_bytes(kind: str) -> bool:
    return not (is_text(kind) or is_form(kind) or is_multipart(kind))


def _is_structured(schema: Schema) -> bool:
    whole = merged(schema)
    return bool({"object", "array"} & set(whole.types)) or "properties" in whole


class Written(NamedTuple):
    """A body as it travels."""

    content_type: str
    chunks: tuple[bytes, ...]


def written(sample: Sample, media: MediaType, kind: str, session: SampleSession) -> Written:
    """Return a sample as it travels.

    Args:
        sample: what is sent.
        media: as the document declares it.
        kind: the media type that is sent.
        session: makes the headers of parts.
    """
    value = sample.value
    if isinstance(value, bytes):
        return Written(kind, (value,))
    if sample.serialized:
        return Written(kind, (_bytes(value),))
    for suits, write in _WRITERS:
        if suits(kind):
            return write(value, media, kind, session)
    return Written(kind, (_bytes(_text(value)),))


def _bytes(text: str) -> bytes:
    return text.encode("utf-8", "replace")


def _text(value: JsonValue) -> str:
    return value if isinstance(value, str) else scalar(value)


def _json(value: JsonValue, _media: MediaType, kind: str, _session: SampleSession) -> Written:
    return Written(kind, (_bytes(json_dumps(value, separators=COMPACT)),))


def _stream(value: JsonValue, _media: MediaType, kind: str, _session: SampleSession) -> Written:
    if isinstance(value, str):
        return Written(kind, (_bytes(value),))
    write = FRAMES[framing(kind)]
    items = value if isinstance(value, list) else [value]
    return Written(kind, tuple(_bytes(write(item, _compact)) for item in items))


def _compact(item: JsonValue) -> str:
    return json_dumps(item, separators=COMPACT)


def _xml(value: JsonValue, media: MediaType, kind: str, _session: SampleSession) -> Written:
    return Written(kind, (_bytes(value if isinstance(value, str) else xml_text(value, media.schema)),))


def _form(value: JsonValue, media: MediaType, kind: str, session: SampleSession) -> Written:
    try:
        if is_multipart(kind) and isinstance(value, dict | list):
            value = with_files(value, media)
        content_type, data = body_bytes(typed_body(media, value, "body", media_type=kind, session=session))
    except ShapeError:
        return Written(kind, (_bytes(_text(value)),))
    return Written(content_type, (data,))


_WRITERS: Sequence[tuple[Callable[[str], bool], Callable[[Any, MediaType, str, SampleSession], Written]]] = (
    (is_stream, _stream),
    (is_json, _json),
    (is_xml, _xml),
    (is_form, _form),
    (is_multipart, _form),
)
"""(which media types, how a value becomes a body of them), the first that fits; all else is text."""
