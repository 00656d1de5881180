"""The body of an answer, decoded and bounded while it arrives.

Headers and raw chunks come in; at most the allowed number of bytes goes out (`Body`), or small pieces of a body without
end (`Decoding`). Only gzip is undone, in steps that cannot outgrow the limit, so that a small body never becomes a
large one in memory.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterable, Iterator

from apiref_nb.transport.deadline import running
from apiref_nb.transport.limits import LIMITS

_GZIP_NAMES = frozenset({"gzip", "x-gzip"})
_GZIP_START = b"\x1f\x8b"
_GZIP_WINDOW = 16 + zlib.MAX_WBITS
_READING = "reading the body"


class BodyTooLargeError(Exception):
    """The body is larger than the limit; the message is the size found, as a phrase."""


class BodyEncodingError(Exception):
    """The body cannot be decoded; the message is a phrase that says why."""


class Decoding:
    """The encoding of a body, undone while it arrives: each piece that goes out is small, whatever came in.

    Args:
        content_encoding: the Content-Encoding header; several of them joined by commas.

    Raises:
        BodyEncodingError: for any encoding that was not asked for, and for one on top of another.
    """

    def __init__(self, content_encoding: str) -> None:
        self._gzip = _Gzip() if _is_gzipped(content_encoding) else None
        self._begun = False

    @property
    def compressed(self) -> bool:
        """True when more goes out than comes in."""
        return self._gzip is not None

    def pieces(self, chunk: bytes) -> Iterator[bytes]:
        """Yield what a chunk holds, at most 256 KiB at a time where it was compressed.

        Raises:
            BodyEncodingError: when gzip is damaged.
        """
        self._begun = self._begun or bool(chunk)
        return iter((chunk,)) if self._gzip is None else self._gzip.inflated(chunk)

    def end(self, *, may_be_empty: bool) -> None:
        """Take note that nothing follows.

        Args:
            may_be_empty: whether no bytes at all are a body in every encoding.

        Raises:
            BodyEncodingError: when gzip is cut short.
        """
        if self._gzip is not None and not self._gzip.complete and (self._begun or not may_be_empty):
            raise BodyEncodingError("is gzip and ends too early")


class Body:
    """A body while it arrives.

    Args:
        content_encoding: the Content-Encoding header; several of them joined by commas.
        content_length: the Content-Length header; None when there is none.
        limit_bytes: the most that is taken, after decoding; more is refused as soon as it arrives.

    Raises:
        BodyTooLargeError: the announced length is over the limit; it is not believed otherwise.
        BodyEncodingError: for any encoding that was not asked for, and for one on top of another.
    """

    def __init__(self, *, content_encoding: str, content_length: str | None, limit_bytes: int) -> None:
        self._limit = limit_bytes
        self._decoding = Decoding(content_encoding)
        # What gzip may add to data that it cannot shrink.
        self._wire_limit = limit_bytes + (
            LIMITS.packing_bytes + limit_bytes // 1000 if self._decoding.compressed else 0
        )
        _check_announced(content_length, self._wire_limit)
        self._deadline = running()
        self._deadline.doing = _READING
        self._wire_bytes = 0
        self._decoded = bytearray()

    def read(self, chunks: Iterable[bytes], *, may_be_empty: bool = False) -> bytes:
        """Return the whole decoded body.

        Args:
            chunks: raw bytes as they arrive. One read can hold thousands of tiny ones: the time is looked at for each.
            may_be_empty: whether no bytes at all are a body in every encoding, as where a status has none.

        Raises:
            BodyTooLargeError: when there is more than allowed.
            BodyEncodingError: when gzip is damaged or cut short.
            OutOfTimeError: when the deadline is over.
        """
        for chunk in chunks:
            self.add(chunk)
        return self.whole(may_be_empty=may_be_empty)

    def add(self, chunk: bytes) -> None:
        """Take what has arrived; raises as `read` does."""
        self._deadline.left()
        self._wire_bytes += len(chunk)
        if self._wire_bytes > self._wire_limit:
            raise BodyTooLargeError("more arrived, compressed" if self._decoding.compressed else "more arrived")
        for piece in self._decoding.pieces(chunk):
            self._decoded += piece
            if len(self._decoded) > self._limit:
                raise BodyTooLargeError("more arrived")

    def whole(self, *, may_be_empty: bool = False) -> bytes:
        """Return all that was taken, when nothing follows; see `read`."""
        self._decoding.end(may_be_empty=may_be_empty)
        return bytes(self._decoded)


class _Gzip:
    """Inflates gzip, also in several members; zero bytes after the last are padding, as RFC 1952 tools write it."""

    def __init__(self) -> None:
        self._member = zlib.decompressobj(_GZIP_WINDOW)
        self._between = b""

    @property
    def complete(self) -> bool:
        """Whether it may end here."""
        return self._member.eof and not self._between

    def inflated(self, chunk: bytes) -> Iterator[bytes]:
        data = chunk
        while data:
            if self._member.eof:
                data = self._between + data if self._between else data.lstrip(b"\0")
                if len(data) < len(_GZIP_START):
                    self._between, data = data, b""
                    continue
                if not data.startswith(_GZIP_START):
                    raise BodyEncodingError("is followed by bytes that are not gzip")
                self._between, self._member = b"", zlib.decompressobj(_GZIP_WINDOW)
            try:
                yield self._member.decompress(data, LIMITS.unpacked_bytes)
            except zlib.error as exc:
                raise BodyEncodingError("is announced as gzip and is not, or is damaged") from exc
            data = self._member.unused_data if self._member.eof else self._member.unconsumed_tail


def _is_gzipped(content_encoding: str) -> bool:
    codings = [
        coding for part in content_encoding.split(",") if (coding := part.strip().lower()) not in {"", "identity"}
    ]
    if not codings:
        return False
    if len(codings) == 1 and codings[0] in _GZIP_NAMES:
        return True
    raise BodyEncodingError("is encoded in a way that was not asked for; only gzip is undone, and only once")


def _check_announced(content_length: str | None, limit_bytes: int) -> None:
    if content_length is None or not (content_length.isascii() and content_length.isdecimal()):
        return
    digits = content_length.lstrip("0")
    if len(digits) > 19 or int(digits or "0") > limit_bytes:
        raise BodyTooLargeError(f"{int(digits):,} bytes announced" if len(digits) <= 19 else "more than that announced")
