"""Media types: how the body of one is written, and whether a declared one covers a given one.

Text of a `Content-Type`, or a media type or range of a document, comes in; True, False or a word goes out.
"""

from __future__ import annotations

from collections.abc import Iterable
from fnmatch import fnmatchcase
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from apiref_nb.model.messages import MediaType


def essence(media_type: str) -> str:
    """Return the media type without its parameters, in lower case: `Text/CSV; header=present` -> `text/csv`."""
    return media_type.partition(";")[0].strip().lower()


def is_json(media_type: str) -> bool:
    """Return True for JSON and everything built on it, such as `application/problem+json`."""
    kind = essence(media_type)
    _, json, rest = kind.partition("/json")
    # `application/json-patch` is JSON, `application/jsonpath` is not.
    named = bool(json) and not rest[:1].isalpha()
    return (kind in ("*/*", "application/*") or kind.endswith("+json") or named) and not _is_stream(kind)


def mentions_json(media_type: str) -> bool:
    """Return True when a media type contains `json`, in any case: what asks for `Accept: application/json`."""
    return "json" in media_type.lower()


def is_xml(media_type: str) -> bool:
    """Return True for XML and everything built on it."""
    return essence(media_type).endswith(("/xml", "+xml"))


def is_form(media_type: str) -> bool:
    """Return True for a form that is sent as one line of `name=value` pairs."""
    return essence(media_type) == "application/x-www-form-urlencoded"


def is_multipart(media_type: str) -> bool:
    """Return True for a form that is sent as parts."""
    return essence(media_type).startswith("multipart/")


def is_text(media_type: str) -> bool:
    """Return True when a body of this type is text that people read."""
    kind = essence(media_type)
    return (
        kind.startswith("text/")
        or is_json(kind)
        or _is_stream(kind)
        or kind.endswith(("/xml", "+xml", "/yaml", "/x-yaml", "+yaml", "/graphql", "/javascript"))
    )


STREAMS = {
    "application/jsonl": "lines",
    "application/x-jsonl": "lines",
    "application/jsonlines": "lines",
    "application/x-ndjson": "lines",
    "application/ndjson": "lines",
    "application/x-jsonlines": "lines",
    "application/stream+json": "lines",
    "application/json-seq": "records",
    "application/geo+json-seq": "records",
    "text/event-stream": "events",
}
"""Media type of a stream of JSON items -> how its items are framed."""


def is_stream(media_type: str) -> bool:
    """Return True for a stream of items: JSON lines, JSON text sequences, server-sent events."""
    return _is_stream(essence(media_type))


def _is_stream(kind: str) -> bool:
    return kind in STREAMS or kind.endswith("+json-seq")


def framing(media_type: str) -> str:
    """Return how the items of a stream are framed: `lines`, `records` or `events`."""
    kind = essence(media_type)
    return STREAMS.get(kind, "records" if kind.endswith("json-seq") else "lines")


def matches(declared: str, given: str) -> bool:
    """Return True when a declared media type or range covers a given one; parameters do not count.

    Args:
        declared: as a document says it, such as `image/*`.
        given: as a caller or an answer says it.
    """
    pattern = essence(declared)
    return pattern == essence(given) or (
        "*" in pattern and "[" not in pattern and "?" not in pattern and fnmatchcase(essence(given), pattern)
    )


def covering(content: Iterable[MediaType], given: str) -> MediaType | None:
    """Return the declared representation of a media type, the most specific first: itself before `*/*`.

    Args:
        content: as the document declares it.
        given: the media type of a body.
    """
    found = [media for media in content if matches(media.media_type, given)]
    return min(found, key=lambda media: media.media_type.count("*"), default=None)


def preferred_media(content: tuple[MediaType, ...]) -> MediaType | None:
    """Return the representation that samples show: JSON, then a form, then parts, then XML, else the first."""
    for wanted in (is_json, is_form, is_multipart, is_xml):
        for media in content:
            if wanted(media.media_type):
                return media
    return content[0] if content else None


_USUAL = {
    "*/*": "application/json",
    "application/*": "application/json",
    "text/*": "text/plain",
    "image/*": "image/png",
    "audio/*": "audio/mpeg",
    "video/*": "video/mp4",
}


def concrete(declared: str) -> str:
    """Return a declared media type as it may be sent: a range is none, so that what is usual for it takes its place."""
    kind = essence(declared)
    return _USUAL.get(kind, "application/octet-stream") if "*" in kind else declared
