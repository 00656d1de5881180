"""`RequestSample`: one planned request, the same for every sample language.

`block` and `document` make it from an operation; every file of `languages` writes it as source text. It holds values,
never text of any language, and credentials as places to fill in, never as secrets.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

from apiref_nb.model.media_types import is_multipart

Pairs = tuple[tuple[str, str], ...]
"""(name, value) in the order in which they are sent."""


@dataclass(frozen=True, slots=True)
class JsonBody:
    """A body that is written from data."""

    value: Any
    """The value as JSON data."""
    media_type: str = "application/json"
    """Sent as `Content-Type`."""


@dataclass(frozen=True, slots=True)
class TextBody:
    """A body that is sent exactly as it is written."""

    text: str
    """The payload."""
    media_type: str = "text/plain"
    """Sent as `Content-Type`."""


@dataclass(frozen=True, slots=True)
class FormBody:
    """An `application/x-www-form-urlencoded` body."""

    fields: Pairs
    """(name, value), not yet percent-encoded."""
    media_type: str = "application/x-www-form-urlencoded"
    """Sent as `Content-Type`."""


@dataclass(frozen=True, slots=True)
class MultipartPart:
    """One part of a multipart body: a value, or a file that the reader has to name."""

    name: str
    """Name of the form field; empty where only the place counts."""
    value: str | None
    """The text that is sent; None for a file."""
    media_type: str = ""
    """`Content-Type` of the part; empty for the default of its kind."""
    headers: Pairs = ()
    """Further header fields of the part."""


@dataclass(frozen=True, slots=True)
class MultipartBody:
    """A multipart body: a form, or for other kinds than `form-data` parts that may have no names."""

    parts: tuple[MultipartPart, ...]
    """The parts, in order."""
    media_type: str = "multipart/form-data"
    """As the document writes it; each language adds the boundary of its own."""


@dataclass(frozen=True, slots=True)
class BinaryBody:
    """A body of bytes that no text can stand for: the reader has to name a file."""

    media_type: str = "application/octet-stream"
    """Sent as `Content-Type`."""


Body = JsonBody | TextBody | FormBody | MultipartBody | BinaryBody


@dataclass(frozen=True, slots=True)
class Credential:
    """A credential that the request needs: where it goes and what stands for it. It never holds a secret."""

    kind: Literal["bearer", "apiKey", "basic", "oauth2", "other"]
    """What the reader has to fill in."""
    name: str = "Authorization"
    """Name of the header, query parameter or cookie."""
    location: Literal["header", "query", "cookie"] = "header"
    """Where it travels."""
    prefix: str = ""
    """Written before the credential, such as `Bearer `."""
    placeholder: str = "<token>"
    """What stands for the credential in languages that show it."""

    @property
    def shown(self) -> str:
        """The value as it is shown: `Bearer <token>`."""
        return self.prefix + self.placeholder


@dataclass(frozen=True, slots=True, kw_only=True)
class RequestSample:
    """One planned request."""

    method: str
    """As sent, such as `GET`."""
    url: str
    """Base address and path as written, `{placeholders}` included; a path alone when there is no base address."""
    path_values: Pairs = ()
    """(placeholder, sample value, already percent-encoded) for languages that fill the path."""
    query: Pairs = ()
    """(name, value), not yet percent-encoded; a value `<name>` asks the reader for one."""
    raw_query: str = ""
    """A whole query string, already serialised (OpenAPI 3.2's `querystring`)."""
    headers: Pairs = ()
    """(name, value) without credentials, cookies and the `Content-Type` of the body."""
    cookies: Pairs = ()
    """(name, value) without credentials."""
    body: Body | None = None
    """What is sent."""
    credentials: tuple[Credential, ...] = ()
    """The credentials that are needed together."""
    replies_json: bool = False
    """True when a success is documented to be JSON."""


def says_content_type(sample: RequestSample) -> bool:
    """Return whether a header of the sample names the body's media type, so that none is to be made from the body."""
    return any(name.lower() == "content-type" for name, _ in sample.headers)


def bodiless_content_type(body: Body | None, media_type: str) -> Pairs:
    """Return the `Content-Type` of a body of which nothing is known but its media type; empty for any other body.

    Multipart is left out: without its parts there is no boundary to name.
    """
    if body is not None or not media_type or "*" in media_type or is_multipart(media_type):
        return ()
    return (("Content-Type", media_type),)
