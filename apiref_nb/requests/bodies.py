"""Typed bodies as plain values, and the bytes that each becomes.

`typed_bodies` makes them, `planning` puts them into the plan; sample languages write them as source text, `body_bytes`
as they travel.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

from apiref_nb.model.media_types import essence, framing
from apiref_nb.requests.streams import framed
from apiref_nb.requests.wire import Field, Pair
from apiref_nb.text.escaping import header_value, is_token, media_type_text

FORM = "application/x-www-form-urlencoded"
FORM_DATA = "multipart/form-data"
BYTES = "application/octet-stream"

COMPACT: Any = {"ensure_ascii": False, "separators": (",", ":")}
"""How JSON is laid out on the wire."""


class File(NamedTuple):
    """Bytes that are sent: the caller's, or those of a file that the reader of a sample has to name."""

    name: str = "file.bin"
    data: bytes | None = None
    """None for the reader's own file."""
    media_type: str = ""

    @property
    def content(self) -> bytes:
        """The bytes; for the reader's own file what stands for it where a sample has to send something."""
        return SAMPLE_BYTES if self.data is None else self.data


_BOUNDARY = re.compile(r'\s*;\s*boundary=("[^"]*"|[^;]*)', re.IGNORECASE)

SAMPLE_BYTES = b"sample"
FILE = File()
"""Stands for the reader's own file."""


@dataclass(frozen=True)
class JsonBody:
    """A body that is written from data."""

    value: Any
    media_type: str = "application/json"

    @cached_property
    def data(self) -> bytes:
        """The bytes that travel, written once: whoever checks them and whoever sends them share them."""
        return json.dumps(self.value, **COMPACT).encode()

    @cached_property
    def written(self) -> dict[str, str]:
        """Name of a language -> the code of its literal, for the samples of many operations may share the body."""
        return {}

    def code(self, language: str, make: Callable[[], str]) -> str:
        """Return the body as a language writes it, written once.

        Args:
            language: its name.
            make: writes it.
        """
        if language not in self.written:
            self.written[language] = make()
        return self.written[language]


@dataclass(frozen=True, slots=True)
class TextBody:
    """A body that is sent exactly as it is written."""

    text: str
    media_type: str = "text/plain"


@dataclass(frozen=True, slots=True)
class StreamBody:
    """Items that are sent one after another."""

    items: tuple[Any, ...]
    media_type: str = "application/jsonl"

    @property
    def framing(self) -> str:
        """How the items are framed: `lines`, `records` or `events`."""
        return framing(self.media_type)


@dataclass(frozen=True)
class FormBody:
    """An `application/x-www-form-urlencoded` body."""

    fields: tuple[Field, ...]
    media_type: str = FORM

    @cached_property
    def pairs(self) -> tuple[Pair, ...]:
        """Name and value of each field before they were encoded, for every language that encodes them itself."""
        return tuple([field.plain for field in self.fields])

    @cached_property
    def is_free(self) -> bool:
        """True when any tool may encode the pairs anew; see `Field.is_free`."""
        return all(field.is_free for field in self.fields)


@dataclass(frozen=True, slots=True)
class MultipartPart:
    """One part of a multipart body: text, or a file."""

    name: str
    """Name of the form field; empty where only the place counts."""
    value: str | None
    """The text that is sent; None for a file."""
    media_type: str = ""
    """`Content-Type` of the part; empty for the default of its kind."""
    headers: tuple[Pair, ...] = ()
    """Further header fields of the part."""
    file: File = FILE
    """What is sent where there is no text."""

    @property
    def content(self) -> bytes:
        """The bytes of the part."""
        return self.file.content if self.value is None else self.value.encode("utf-8", "replace")

    def heads(self, *, named: bool) -> tuple[Pair, ...]:
        """Return the header fields of the part in the order in which they are written.

        Args:
            named: True in a form, whose parts have names.
        """
        name = f'form-data; name="{_quoted(self.name)}"'
        name += f'; filename="{_quoted(self.file.name)}"' if self.value is None else ""
        kind = media_type_text(self.media_type) or (BYTES if self.value is None else "")
        given = ((key, header_value(value)) for key, value in self.headers if is_token(key))
        return (
            *((("Content-Disposition", name),) if named else ()),
            *((("Content-Type", kind),) if kind else ()),
            *given,
        )


@dataclass(frozen=True, slots=True)
class MultipartBody:
    """A multipart body: a form, or for other kinds than `form-data` parts that may have no names."""

    parts: tuple[MultipartPart, ...]
    media_type: str = FORM_DATA
    """As the document writes it, less a boundary that it names; whoever sends it adds the one that is used."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "media_type", _BOUNDARY.sub("", self.media_type))

    @property
    def is_form(self) -> bool:
        """True when its parts have names."""
        return essence(self.media_type) == FORM_DATA

    @property
    def boundary(self) -> str:
        """A text that stands in no part, the same for the same parts."""
        if not any(b"--part" in part.content for part in self.parts):
            return "part"
        return f"part-{hashlib.sha256(b'|'.join(part.content for part in self.parts)).hexdigest()[:32]}"

    @property
    def framed(self) -> tuple[bytes, ...]:
        """The bytes of the body: for each part its head and its content, then the end."""
        mark, pieces = f"--{self.boundary}", []
        for part in self.parts:
            heads = "".join(f"{name}: {value}\r\n" for name, value in part.heads(named=self.is_form))
            pieces += [f"{mark}\r\n{heads}\r\n".encode("utf-8", "replace"), part.content + b"\r\n"]
        return (*pieces, f"{mark}--\r\n".encode())

    @property
    def content_type(self) -> str:
        """The media type with the boundary."""
        return f"{self.media_type}; boundary={self.boundary}"


@dataclass(frozen=True, slots=True)
class BinaryBody:
    """A body of bytes."""

    media_type: str = BYTES
    file: File = FILE


Body = JsonBody | TextBody | StreamBody | FormBody | MultipartBody | BinaryBody


def body_bytes(body: Body) -> tuple[str, bytes]:
    """Return (value of `Content-Type`, the bytes that travel)."""
    match body:
        case JsonBody():
            return body.media_type, body.data
        case TextBody(text=text):
            return body.media_type, text.encode()
        case StreamBody(items=items):
            return body.media_type, framed(items, body.framing, lambda item: json.dumps(item, **COMPACT)).encode()
        case FormBody(fields=found):
            return body.media_type, form_text(found).encode()
        case MultipartBody():
            return body.content_type, b"".join(body.framed)
        case BinaryBody(file=file):
            return body.media_type, file.content


def form_text(found: Sequence[Field]) -> str:
    """Return an urlencoded form as it travels."""
    return "&".join(f"{name}={value}" for name, value in found).replace("%20", "+")


def _quoted(text: str) -> str:
    """A name inside a part's header, as browsers write it."""
    return text.replace('"', "%22").replace("\r", "%0D").replace("\n", "%0A")
