"""The body of an answer, decoded and bounded.

Headers and raw chunks come in; at most the allowed number of bytes goes out. Called by exchange.py. Only gzip is
undone, in steps that cannot outgrow the limit, so that a small body never becomes a large one in memory.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterable, Iterator

_GZIP_NAMES = frozenset({"gzip", "x-gzip"})
_GZIP_START = b"\x1f\x8b"
_GZIP_WINDOW = 16 + zlib.MAX_WBITS
_STEP_BYTES = 256 * 1024
_SLACK_BYTES = 64 * 1024


class BodyTooLargeError(Exception):
    """The body is larger than the limit; the message is the size found, as a phrase."""


class BodyEncodingError(Exception):
    """The body cannot be decoded; the message is a phrase that says why."""


def is_gzipped(content_encoding: str) -> bool:
    """Return whether a body has to be inflated.

    Args:
        content_encoding: the Content-Encoding header; several of them joined by commas.

    Raises:
        BodyEncodingError: for any encoding that was not asked for, and for one on top of another.
    """
    codings = [
        coding for part in content_encoding.split(",") if (coding := part.strip().lower()) not in {"", "identity"}
    ]
    if not codings:
        return False
    if len(codings) == 1 and codings[0] in _GZIP_NAMES:
        return True
    raise BodyEncodingError("is encoded in a way that was not asked for; only gzip is undone, and only once")


def check_announced(content_length: str | None, *, gzipped: bool, limit_bytes: int) -> None:
    """Refuse a body whose announced length is over the limit; the announcement is not believed otherwise.

    Raises:
        BodyTooLargeError: with the announced length.
    """
    if content_length is None or not content_length.isdecimal():
        return
    digits = content_length.lstrip("0")
    if len(digits) > 19 or int(digits or "0") > limit_bytes + (_slack(limit_bytes) if gzipped else 0):
        raise BodyTooLargeError(f"{int(digits):,} bytes announced" if len(digits) <= 19 else "more than that announced")


def read_body(chunks: Iterable[bytes], *, gzipped: bool, limit_bytes: int) -> bytes:
    """Return the whole decoded body.

    Args:
        chunks: raw bytes as they arrive.
        gzipped: whether they are gzip.
        limit_bytes: the most that is returned; reading stops as soon as there is more.

    Raises:
        BodyTooLargeError: when there is more.
        BodyEncodingError: when gzip is damaged or cut short.
    """
    body = bytearray()
    for piece in _inflated(chunks, limit_bytes) if gzipped else chunks:
        body += piece
        if len(body) > limit_bytes:
            raise BodyTooLargeError("more arrived")
    return bytes(body)


def _slack(limit_bytes: int) -> int:
    """What gzip may add to data that it cannot shrink."""
    return _SLACK_BYTES + limit_bytes // 1000


def _inflated(chunks: Iterable[bytes], limit_bytes: int) -> Iterator[bytes]:
    """Inflate gzip, also in several members; zero bytes after the last are padding, as RFC 1952 tools write it."""
    wire_bytes = 0
    member = zlib.decompressobj(_GZIP_WINDOW)
    between = b""
    for chunk in chunks:
        wire_bytes += len(chunk)
        if wire_bytes > limit_bytes + _slack(limit_bytes):
            raise BodyTooLargeError("more arrived, compressed")
        data = chunk
        while data:
            if member.eof:
                data = between + data if between else data.lstrip(b"\0")
                if len(data) < len(_GZIP_START):
                    between, data = data, b""
                    continue
                if not data.startswith(_GZIP_START):
                    raise BodyEncodingError("is followed by bytes that are not gzip")
                between, member = b"", zlib.decompressobj(_GZIP_WINDOW)
            try:
                yield member.decompress(data, _STEP_BYTES)
            except zlib.error as exc:
                raise BodyEncodingError("is announced as gzip and is not, or is damaged") from exc
            data = member.unused_data if member.eof else member.unconsumed_tail
    if between or not member.eof:
        raise BodyEncodingError("is gzip and ends too early")
