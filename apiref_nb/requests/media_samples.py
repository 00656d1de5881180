"""The samples of a body: the author's examples as published, else one that is made from the schema."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from apiref_nb.errors import ShapeError
from apiref_nb.model import MISSING, Example, MediaType, Missing
from apiref_nb.model.media_types import framing, is_form, is_json, is_multipart, is_stream, is_xml
from apiref_nb.requests.bodies import FormBody, MultipartBody
from apiref_nb.requests.streams import shown_stream
from apiref_nb.requests.typed_bodies import is_bytes, takes_bytes, typed_body, with_files
from apiref_nb.schemas.example_data import read_value
from apiref_nb.schemas.session import Direction, SampleSession
from apiref_nb.text.escaping import escaped_json, plain, plain_json_text, shown_text
from apiref_nb.text.json_value import JsonValue

BINARY_TEXT = "<binary data>"
"""Stands for bytes that no text can show."""

FULL_TEXT = 1_000
"""Characters from which on a sample counts; what is shorter is always shown."""
FULL = "(left out: the samples of this document would be longer than can be shown)"


@dataclass(frozen=True, slots=True, kw_only=True)
class NamedSample:
    """One sample of a body, ready to be shown."""

    text: str
    """What a card prints: pretty JSON, framed streams, form text, XML, plain text as it is."""
    language: str
    """Grammar of the text: `json`, `xml` or `text`."""
    name: str = ""
    """The example's key in the document; empty for an unnamed or a generated one."""
    summary: str = ""
    description: str = ""
    value: Any | Missing = MISSING
    """The sample as data; MISSING when there is only text."""
    serialized: bool = False
    """True when `text` is exactly what travels, as the author gave it."""
    published: bool = False
    """True for the author's own, False for a generated one."""
    problem: str = ""
    """A sentence that warns of the sample: it fails its schema, or was not checked, and why; else empty."""
    pointer: str = ""
    """Where a published example stands in the document."""


def media_sample(
    media: MediaType, *, direction: Direction, session: SampleSession | None = None
) -> tuple[NamedSample, ...]:
    """Return the samples of one representation, in document order.

    Args:
        media: the representation.
        direction: `request` leaves read-only members out of generated values, `response` write-only ones.
        session: keeps what was made before; pass one for a whole document.

    Returns:
        The published examples verbatim, else one generated sample; empty only when the body has no shape at all.
    """
    session = session or SampleSession()
    made = session.once(("media", direction, *content_of(media)), media, _made, media, direction, session)
    for sample in made:
        if len(sample.text) >= FULL_TEXT:
            return tuple(_within(sample, session) for sample in made)
    return made


def content_of(media: MediaType) -> tuple[str | int, ...]:
    """Return what representations with equal samples have in common: most operations refuse in the same words.

    Args:
        media: kept by whoever keeps the key, so that ids stay their own.
    """
    if media.examples or media.encoding or media.prefix_encoding or media.item_encoding:
        return (id(media),)
    return media.media_type, id(media.schema), id(media.item_schema)


def sendable_sample(media: MediaType, session: SampleSession) -> NamedSample | None:
    """Return the first sample of a request's body that is valid, else one that is made, else the first.

    Args:
        media: the representation.
        session: judges them; one that knows formats holds them against those too.
    """
    samples = media_sample(media, direction="request", session=session)
    found = next((sample for sample in samples if not sample.problem), None)
    if found is None and media.schema is not None:
        made = session.generated(media.schema, "request")
        if made.valid:
            kind = media.media_type
            return NamedSample(text=_text(made.value, media, session), language=_language(kind), value=made.value)
    return found or next(iter(samples), None)


def _made(media: MediaType, direction: Direction, session: SampleSession) -> tuple[NamedSample, ...]:
    if media.examples:
        return tuple(_published(example, media, direction, session) for example in media.examples)
    made = _generated(media, direction, session)
    return (made,) if made is not None else ()


def _within(sample: NamedSample, session: SampleSession) -> NamedSample:
    """The sample, or what stands in its place on a page that holds too many of them."""
    if len(sample.text) < FULL_TEXT or session.takes(len(sample.text)):
        return sample
    return replace(sample, text=FULL, language="text", value=MISSING, serialized=False)


def _published(example: Example, media: MediaType, direction: Direction, session: SampleSession) -> NamedSample:
    value: Any = example.value
    language = _language(media.media_type)
    if example.serialized:
        text = _serialized(example.serialized, media.media_type)
    elif value is not MISSING:
        value = session.once(
            ("read", id(value), is_json(media.media_type), id(media.schema)),
            (value, media.schema),
            lambda: plain(read_value(example.value, media)),
        )
        text = _text(value, media, session)
    else:
        # What the author only speaks of, or keeps elsewhere, cannot be sent: a made value stands for it.
        made = _generated(media, direction, session) if direction == "request" or not example.external else None
        if made is not None:
            told = f"The author's example: {example.external}" if example.external else ""
            description = "\n\n".join(filter(None, (example.description, told)))
            return replace(
                made, name=example.name, summary=example.summary, description=description, pointer=example.pointer
            )
        text, language = shown_text(example.external), "text"
    return NamedSample(
        text=text,
        language=language,
        name=example.name,
        summary=example.summary,
        description=example.description,
        value=value,
        serialized=bool(example.serialized),
        published=True,
        problem=session.example_verdict(media, value, direction, example.serialized).warning,
        pointer=example.pointer,
    )


def _generated(media: MediaType, direction: Direction, session: SampleSession) -> NamedSample | None:
    schema = media.schema
    if is_stream(media.media_type) and (schema is None or media.item_schema is not None):
        return _stream(media, direction, session) if media.item_schema is not None else None
    if schema is None:
        return _stream(media, direction, session) if media.item_schema is not None else _unshaped(media)
    if schema.unresolved:
        return None  # a value that nobody knows anything about is not made up
    if is_bytes(schema, media.media_type):
        return NamedSample(text=BINARY_TEXT, language="text")
    made = session.sample(schema, direction)
    problem = made.warning
    return NamedSample(
        text=_text(made.value, media, session), language=_language(media.media_type), value=made.value, problem=problem
    )


def _stream(media: MediaType, direction: Direction, session: SampleSession) -> NamedSample:
    assert media.item_schema is not None  # noqa: S101 - both callers have looked
    made = session.sample(media.item_schema, direction)
    values = [made.value]
    if made.valid is not False:
        # Two items show how they are framed.
        values += session.another(media.item_schema, direction) or ()
    problem = made.warning
    if is_multipart(media.media_type):
        text = _text(values, media, session)
    else:
        text = shown_stream(values, framing(media.media_type) if is_stream(media.media_type) else "lines")
    return NamedSample(text=text, language="text", value=values, problem=problem)


def shown_form(value: Any, media: MediaType, session: SampleSession) -> str:  # noqa: ANN401 - a mapping, or a list
    """Return a form or a multipart body as people read it: pairs, or one part a line; files by their names.

    Args:
        value: the fields, as data.
        media: the representation of the form.
        session: keeps what was made before.

    Raises:
        ShapeError: the form cannot hold the value.
    """
    body = typed_body(media, with_files(value, media) if is_multipart(media.media_type) else value, "", session=session)
    if isinstance(body, FormBody):
        return "&".join("=".join(field.readable()) for field in body.fields)
    if not isinstance(body, MultipartBody):
        return ""
    lines: list[str] = []
    for part in body.parts:
        if isinstance(value, dict):
            kind = f"  ({part.media_type})" if part.media_type else ""
            lines.append(shown_text(f"{part.name}={f'@{part.file.name}' if part.value is None else part.value}{kind}"))
            continue
        heads = [f"{name}: {text}" for name, text in part.heads(named=False)]
        lines += [f"--{body.boundary}", *heads, "", BINARY_TEXT if part.value is None else shown_text(part.value)]
    return "\n".join(lines if isinstance(value, dict) else [*lines, f"--{body.boundary}--"])


def _unshaped(media: MediaType) -> NamedSample | None:
    return NamedSample(text=BINARY_TEXT, language="text") if takes_bytes(media.media_type) else None


def _language(media_type: str) -> str:
    if is_json(media_type) or is_stream(media_type):
        return "json"
    return "xml" if is_xml(media_type) else "text"


def _serialized(text: str, media_type: str) -> str:
    if is_stream(media_type):
        return shown_text(text.replace("\x1e", "\u241e"))
    return escaped_json(text) if is_json(media_type) else shown_text(text)


def _text(value: JsonValue, media: MediaType, session: SampleSession) -> str:
    kind = media.media_type
    schema = media.schema
    if is_stream(kind):
        if isinstance(value, str):
            return _serialized(value, kind)
        return shown_stream(value if isinstance(value, list) else [value], framing(kind))
    if (is_form(kind) and isinstance(value, dict)) or (is_multipart(kind) and isinstance(value, dict | list)):
        try:
            return shown_form(value, media, session)
        except ShapeError:
            return plain_json_text(value)
    if is_xml(kind) and not isinstance(value, str):
        from apiref_nb.requests.xml_text import xml_text  # noqa: PLC0415 - Python's XML brings a web client along

        return xml_text(value, schema)
    if isinstance(value, str) and not is_json(kind):
        return shown_text(value)
    return session.once(("text", id(value)), value, plain_json_text, value)
