"""Bytes to text: the encoding of a document, found as JSON and YAML prescribe, and strict about every byte.

A byte order mark decides, then the pattern of null bytes, then UTF-8. A charset that the server names is tried
only when the bytes are not UTF-8, because servers name one by habit and documents are UTF-8 by rule.

Source: RFC 8259 section 8.1, YAML 1.2.2 section 5.2.
"""

from __future__ import annotations

import codecs

from apiref_nb.errors import DocumentSyntaxError

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
_LEGACY = frozenset(  # Python's own names; its other codecs unpack, transliterate or run slowly
    {"iso8859-1", "iso8859-2", "iso8859-5", "iso8859-7", "iso8859-9", "iso8859-15", "cp1250", "cp1251", "cp1252",
     "cp1253", "cp1254", "cp1255", "cp1256", "cp1257", "cp1258", "koi8-r", "koi8-u", "shift_jis", "cp932", "euc_jp",
     "euc_kr", "gb2312", "gbk", "gb18030", "big5", "utf-16", "utf-16-le", "utf-16-be", "utf-32"}
)  # fmt: skip


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
        named = _legacy_codec(charset)
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


def _legacy_codec(charset: str | None) -> str | None:
    if not charset or not charset.isascii():
        return None
    try:
        name = codecs.lookup(charset.strip(" \t\"'")).name
    except (LookupError, ValueError):
        return None
    return name if name in _LEGACY else None


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
