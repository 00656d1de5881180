"""Bodies as a collection holds them: one of Postman's modes for what is sent, text for what is answered.

In: the representations of a request or a response. Out: Postman's `body` mapping, or a `Payload` with its text.
Published examples keep every character.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

from apiref_nb.model import MISSING, ApiRequestBody, Example, MediaType
from apiref_nb.model.media_types import essence, is_json, is_xml, preferred_media
from apiref_nb.postman.json_texts import Made, encoded, quoted
from apiref_nb.postman.variables import literal, literal_json
from apiref_nb.requests.bodies import BinaryBody, FormBody, MultipartBody
from apiref_nb.requests.media_samples import NamedSample, content_of, media_sample
from apiref_nb.requests.sample_values import sample_body
from apiref_nb.schemas import SampleSession
from apiref_nb.text.escaping import json_text

Entry = dict[str, Any]

FILE_CONTENT = "example"
"""Stands for the file of a body of bytes until the reader picks one, so that the request can be sent as it is."""


@dataclass(frozen=True)
class Payload:
    """One body: its media type, its text, and where it came from."""

    media: MediaType
    sample: NamedSample
    text: str
    """The body as it travels, every character of a published example kept."""
    session: SampleSession
    """The sample maker of the document."""
    language: str
    """Postman's name of the text's grammar."""

    @property
    def title(self) -> str:
        """What the author calls the example; empty for an unnamed one."""
        return self.sample.summary or self.sample.name

    @cached_property
    def sent(self) -> str:
        """Postman's `body` of a request that sends it, as JSON text."""
        return encoded(request_body(self))

    @cached_property
    def original(self) -> str:
        """The `body` of a saved request, as JSON text."""
        return encoded(original_body(self))

    @cached_property
    def answered(self) -> str:
        """The end of a saved response that holds it, as JSON text."""
        return f', "body": {quoted(self.text.encode("utf-8", "replace").decode())}}}' if self.text else "}"


def language(media_type: str) -> str:
    """Return Postman's name of a media type's grammar: `json`, `xml`, `html`, `javascript` or `text`."""
    if is_json(media_type):
        return "json"
    if is_xml(media_type):
        return "xml"
    kind = essence(media_type)
    return "html" if kind == "text/html" else "javascript" if kind.endswith("/javascript") else "text"


class Payloads:
    """Makes the payloads of one document; a representation that many operations share is made once."""

    def __init__(self, session: SampleSession) -> None:
        self.session = session
        self.languages: Made[str, str] = Made(language)
        """Media type -> Postman's name of its grammar; a document has few, and says them often."""
        self._known: dict[tuple[object, ...], tuple[MediaType, tuple[Payload, ...]]] = {}

    def of(self, media: MediaType, *, answer: bool) -> tuple[Payload, ...]:
        """Return the payloads of one representation: every published example, else one made from the schema.

        Args:
            media: the representation.
            answer: True for a response, False for a request; read-only and write-only fields differ.
        """
        key = (answer, content_of(media))
        known = self._known.get(key)
        if known is None:
            samples = media_sample(media, direction="response" if answer else "request", session=self.session)
            examples: tuple[Example | None, ...] = media.examples if len(media.examples) == len(samples) else ()
            kind = self.languages[media.media_type]
            pairs = zip(samples, examples or (None,) * len(samples), strict=True)
            known = (
                media,
                tuple(
                    Payload(media, sample, _text(sample, example, media), self.session, kind)
                    for sample, example in pairs
                ),
            )
            # The representation is kept beside its payloads: its id stays its own.
            self._known[key] = known
        return known[1]

    def requests(self, body: ApiRequestBody | None) -> tuple[Payload, ...]:
        """Return the payloads of a request body, the one to send first, then every other published example."""
        if body is None:
            return ()
        preferred = preferred_media(body.content)
        if preferred is None:
            return ()
        others = [p for media in body.content if media is not preferred for p in self.of(media, answer=False)]
        return (*self.of(preferred, answer=False), *(p for p in others if p.sample.published))


def _text(sample: NamedSample, example: Example | None, media: MediaType) -> str:
    if example is not None:
        if example.serialized:
            return example.serialized
        if isinstance(example.value, str) and not is_json(media.media_type):
            return example.value
    return sample.text


def request_body(payload: Payload) -> Entry:
    """Return Postman's `body` of a request that sends this payload."""
    if payload.sample.published and (payload.sample.serialized or payload.sample.value is MISSING):
        return _raw(payload)
    made = sample_body(payload.sample, payload.media, payload.session)
    if isinstance(made, FormBody):
        return {
            "mode": "urlencoded",
            "urlencoded": [{"key": literal(name), "value": literal(text), "type": "text"} for name, text in made.pairs],
        }
    if isinstance(made, MultipartBody) and all(part.name for part in made.parts):
        return {"mode": "formdata", "formdata": [_part(part.name, part.value, part.media_type) for part in made.parts]}
    if isinstance(made, BinaryBody):
        return {"mode": "file", "file": {"content": FILE_CONTENT}}
    return _raw(payload)


def original_body(payload: Payload) -> Entry:
    """Return the `body` of a saved request: as it is sent, and beside a form or file the author's example as it is."""
    made = request_body(payload)
    if payload.sample.published and made["mode"] != "raw":
        value = payload.sample.value
        made["raw"] = literal_json(json_text(value)) if isinstance(value, dict | list) else literal(payload.text)
    return made


def _raw(payload: Payload) -> Entry:
    kind = payload.language
    text = literal_json(payload.text) if kind == "json" else literal(payload.text)
    return {"mode": "raw", "raw": text, "options": {"raw": {"language": kind}}}


def _part(name: str, value: str | None, media_type: str) -> Entry:
    kind = {"contentType": media_type} if media_type else {}
    if value is None:
        return {"key": literal(name), "type": "file", "src": None, **kind}
    return {"key": literal(name), "type": "text", "value": literal(value), **kind}
