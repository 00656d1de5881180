"""Bytes to text: the encoding of a document, found as JSON and YAML prescribe, and strict about every byte.

A byte order mark decides, then the pattern of null bytes, then UTF-8. A charset that the server names is tried
only when the bytes are not UTF-8, because servers name one by habit and documents are UTF-8 by rule.

Source: RFC 8259 section 8.1, YAML 1.2.2 section 5.2.
"""

from __future__ import annotations

import codecs

from apiref_nb.errors import DocumentSyntaxError
from apiref_nb.transport.charsets import codec_of

_MARKS = (  # UTF-32 first: its little-endian mark begins with that of UTF-16
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
_NULLS = {  # which of the first four bytes are null when the first character is ASCII
    (True, True, True, False): "utf-32-be",
    (False, True, True, True): "utf-32-le",
    (True, False, True, False): "utf-16-be",
    (False, True, False, True): "utf-16-le",
    (True, False, False, False): "utf-16-be",
    (False, True, False, False): "utf-16-le",
}


def decode(body: bytes, *, source: str, charset: str | None = None) -> str:
    """Return the text of `body`, without a byte order mark.

    Args:
        body: the document as it arrived.
        source: what the caller named, for the error.
        charset: the charset of the Content-Type header, when there was one.

    Raises:
        DocumentSyntaxError: a byte does not belong to the encoding; the message has its offset, line and column.
    """
    encoding, start = _detected(body)
    try:
        return body[start:].decode(encoding) if start else body.decode(encoding)
    except UnicodeDecodeError as exc:
        named = codec_of(charset)
        if encoding == "utf-8" and not start and named:
            try:
                return body.decode(named)
            except UnicodeDecodeError:
                pass  # the byte that is not UTF-8 says more than the one that is not what the server named
        raise _invalid(body, encoding, start + exc.start, source) from exc


def _detected(body: bytes) -> tuple[str, int]:
    for mark, encoding in _MARKS:
        if body.startswith(mark):
            return encoding, len(mark)
    head = body[:4]
    if len(head) == 4:
        return _NULLS.get((not head[0], not head[1], not head[2], not head[3]), "utf-8"), 0
    return "utf-8", 0


def _invalid(body: bytes, encoding: str, offset: int, source: str) -> DocumentSyntaxError:
    before = body[:offset].decode(encoding, errors="replace").lstrip("\ufeff")
    line = before.count("\n") + 1
    column = len(before) - (before.rfind("\n") + 1) + 1
    name = encoding.upper()
    return DocumentSyntaxError(
        source,
        f"the text is not valid {name}: byte {offset:,} (0x{body[offset]:02x}) fits no character"
        f" (line {line}, column {column})",
        line=line,
        column=column,
    )
