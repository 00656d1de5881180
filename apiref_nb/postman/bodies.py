"""Bodies as a collection holds them: one of Postman's modes for what is sent, text for what is answered.

In: the representations of a request or a response. Out: `Payload`, made once for representations with equal samples.
Published examples keep every character.
"""

from __future__ import annotations

from typing import Any, NamedTuple

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


class Payload(NamedTuple):
    """One body: its media type, where it came from, and its places in a collection as JSON text."""

    media: MediaType
    sample: NamedSample
    held: str
    """Postman's `body` of the request that sends it, or the end of the saved response that holds it."""
    original: str
    """The `body` of a saved request: as it is sent, and beside a form or file the author's example as it is."""

    @property
    def title(self) -> str:
        """What the author calls the example; empty for an unnamed one."""
        return self.sample.summary or self.sample.name


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
            pairs = zip(samples, examples or (None,) * len(samples), strict=True)
            make = self._answered if answer else self._asked
            # The representation is kept beside its payloads: its id stays its own.
            known = self._known[key] = (media, tuple([make(media, *pair) for pair in pairs]))
        return known[1]

    def requests(self, body: ApiRequestBody | None) -> tuple[Payload, ...]:
        """Return the payloads of a request body, the one to send first, then every other published example."""
        if body is None:
            return ()
        preferred = preferred_media(body.content)
        if preferred is None:
            return ()
        others = [
            payload for media in body.content if media.examples and media is not preferred
            for payload in self.of(media, answer=False) if payload.sample.published
        ]  # fmt: skip
        return (*self.of(preferred, answer=False), *others)

    def _answered(self, media: MediaType, sample: NamedSample, example: Example | None) -> Payload:
        text = _text(sample, example, media)
        held = f', "body": {quoted(text.encode("utf-8", "replace").decode())}}}' if text else "}"
        return Payload(media, sample, held, "")

    def _asked(self, media: MediaType, sample: NamedSample, example: Example | None) -> Payload:
        text, kind = _text(sample, example, media), self.languages[media.media_type]
        form = None
        if not sample.published or not (sample.serialized or sample.value is MISSING):
            form = _form(sample, media, self.session)
        if form is None:
            raw = literal_json(text) if kind == "json" else literal(text)
            held = f'{{"mode": "raw", "raw": {quoted(raw)}, "options": {{"raw": {{"language": {quoted(kind)}}}}}}}'
            return Payload(media, sample, held, held)
        held = original = encoded(form)
        if sample.published:
            value = sample.value
            given = literal_json(json_text(value)) if isinstance(value, dict | list) else literal(text)
            original = encoded(form | {"raw": given})
        return Payload(media, sample, held, original)


def _text(sample: NamedSample, example: Example | None, media: MediaType) -> str:
    if example is not None:
        if example.serialized:
            return example.serialized
        if isinstance(example.value, str) and not is_json(media.media_type):
            return example.value
    return sample.text


def _form(sample: NamedSample, media: MediaType, session: SampleSession) -> Entry | None:
    """Return Postman's `body` of what travels as fields, parts or a file; None for what travels as text."""
    made = sample_body(sample, media, session)
    if isinstance(made, FormBody):
        return {
            "mode": "urlencoded",
            "urlencoded": [{"key": literal(name), "value": literal(text), "type": "text"} for name, text in made.pairs],
        }
    if isinstance(made, MultipartBody) and all(part.name for part in made.parts):
        return {"mode": "formdata", "formdata": [_part(part.name, part.value, part.media_type) for part in made.parts]}
    return {"mode": "file", "file": {"content": FILE_CONTENT}} if isinstance(made, BinaryBody) else None


def _part(name: str, value: str | None, media_type: str) -> Entry:
    kind = {"contentType": media_type} if media_type else {}
    if value is None:
        return {"key": literal(name), "type": "file", "src": None, **kind}
    return {"key": literal(name), "type": "text", "value": literal(value), **kind}
