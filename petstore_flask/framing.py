"""How long the body of a request is, read to the letter: two servers that count differently can be played off.

Headers and a stream of bytes come in; a reader of exactly the body goes out, or a `ProblemError` of 400 that says what
is wrong with the framing. `server` is the caller; gunicorn has rules of its own.

Source: RFC 9112, sections 5 to 7
"""

import io
import re
from email.errors import (
    FirstHeaderLineIsContinuationDefect,
    MisplacedEnvelopeHeaderDefect,
    MissingHeaderBodySeparatorDefect,
)
from email.message import Message
from typing import Any

from petstore_flask.errors import ProblemError

LENGTH_DIGITS = 18
LARGEST_LENGTH = 10**LENGTH_DIGITS
"""Bytes; a length of more digits counts as this one, which every limit refuses."""
CHUNK_LINE_BYTES = 256
"""Of the line with a chunk's size, extensions included."""
TRAILER_BYTES = 8 * 1024
"""Of all trailer fields together; they are read over."""

# The other defects are about the parts of a body, which is not there yet.
_BROKEN_HEADERS = (MissingHeaderBodySeparatorDefect, FirstHeaderLineIsContinuationDefect, MisplacedEnvelopeHeaderDefect)
_TOKEN = re.compile(r"[!#$%&'*+.^_`|~0-9A-Za-z-]+")
_LENGTH = re.compile(r"[0-9]+", re.ASCII)
_CHUNK_SIZE = re.compile(rb"([0-9A-Fa-f]{1,16})(?:;[^\r\n]*)?\r\n")


class BodyReader(io.RawIOBase):
    """Reads the body of one request and not a byte more."""

    whole = False
    """Whether the body was read to its end."""

    def readable(self) -> bool:
        """Always."""
        return True


class LengthReader(BodyReader):
    """Reads a body of a known length.

    Args:
        stream: what the connection sends.
        length: bytes of the body.
    """

    def __init__(self, stream: io.BufferedReader, length: int) -> None:
        self._stream = stream
        self.length = length
        self._left = length
        self.whole = length == 0

    def readinto(self, buffer: Any) -> int:  # noqa: ANN401 - any writable buffer, as the base class has it
        """Fill the buffer, as far as the body goes."""
        piece = self._stream.read1(min(len(buffer), self._left)) if self._left and len(buffer) else b""
        buffer[: len(piece)] = piece
        self._left -= len(piece)
        self.whole = self._left == 0
        return len(piece)


class ChunkedReader(BodyReader):
    """Reads a body that comes in chunks.

    Args:
        stream: what the connection sends.
    """

    def __init__(self, stream: io.BufferedReader) -> None:
        self._stream = stream
        self._left = 0
        self._begun = False

    def readinto(self, buffer: Any) -> int:  # noqa: ANN401 - any writable buffer, as the base class has it
        """Fill the buffer, as far as the present chunk goes.

        Raises:
            ProblemError: 400 when a chunk is not written as it must be, or the body ends early.
        """
        if self.whole or not len(buffer):
            return 0
        if self._left == 0:
            self._left = self._next_size()
            if self._left == 0:
                self._read_over_trailers()
                self.whole = True
                return 0
        piece = self._stream.read1(min(len(buffer), self._left))
        if not piece:
            raise _malformed("the body ended before it was whole")
        buffer[: len(piece)] = piece
        self._left -= len(piece)
        return len(piece)

    def _next_size(self) -> int:
        if self._begun and self._stream.read(2) != b"\r\n":
            raise _malformed("a chunk is not as long as it says")
        self._begun = True
        line = self._stream.readline(CHUNK_LINE_BYTES)
        match = _CHUNK_SIZE.fullmatch(line)
        if match is None:
            raise _malformed(f"the size of a chunk must be 1 to 16 hexadecimal digits (got {_shown(line)})")
        return int(match[1], 16)

    def _read_over_trailers(self) -> None:
        left = TRAILER_BYTES
        while left > 0:
            line = self._stream.readline(left)
            if line == b"\r\n":
                return
            if not line.endswith(b"\r\n"):
                break
            left -= len(line)
        raise _malformed("the lines after the last chunk do not end")


def body_reader(headers: Message, stream: io.BufferedReader, *, http_1_0: bool) -> BodyReader:
    """The reader of a request's body; one without length and chunks has an empty body.

    Args:
        headers: as `http.client.parse_headers` gives them.
        stream: what the connection sends, from the first byte of the body on.
        http_1_0: whether the client speaks HTTP/1.0, which has no chunks.

    Raises:
        ProblemError: 400 when the headers are no headers, or say two things about the body.
    """
    if any(isinstance(defect, _BROKEN_HEADERS) for defect in headers.defects):
        raise _malformed("a line of the headers is none")
    for name, value in headers.items():
        if _TOKEN.fullmatch(name) is None or "\r" in value or "\n" in value or "\0" in value:
            raise _malformed(f"the header {_shown(name.encode('latin-1', 'replace'))} is not written as one")
    encodings = headers.get_all("Transfer-Encoding", [])
    lengths = headers.get_all("Content-Length", [])
    if encodings and lengths:
        raise _malformed("Transfer-Encoding and Content-Length must not be sent together")
    if encodings:
        if http_1_0 or len(encodings) > 1 or encodings[0].strip(" \t").lower() != "chunked":
            found = _shown(", ".join(encodings).encode("latin-1", "replace"))
            raise _malformed(f"Transfer-Encoding must be chunked, sent once with HTTP/1.1 (got {found})")
        return ChunkedReader(stream)
    if len(lengths) > 1 or any(_LENGTH.fullmatch(length) is None for length in lengths):
        found = _shown(", ".join(lengths).encode("latin-1", "replace"))
        raise _malformed(f"Content-Length must be sent once, in plain digits (got {found})")
    if not lengths:
        return LengthReader(stream, 0)
    return LengthReader(stream, int(lengths[0]) if len(lengths[0]) <= LENGTH_DIGITS else LARGEST_LENGTH)


def _malformed(detail: str) -> ProblemError:
    return ProblemError(400, f"The body cannot be told from the rest: {detail}.")


def _shown(sent: bytes) -> str:
    return ascii(sent[:40].decode("latin-1"))
