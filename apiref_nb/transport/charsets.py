"""Character sets that a server names, looked up in a list of our own and never among Python's codecs.

Those hold more than character sets: some unpack, any of them is imported by the server's word, `idna` and `undefined`
raise whatever they are asked, `punycode` takes time in the square of its input. What is listed decodes in linear time.
"""

from __future__ import annotations

import codecs
import re
from collections.abc import Callable
from dataclasses import dataclass
from encodings.aliases import aliases

from apiref_nb.transport.limits import LIMITS

ALLOWED = frozenset(
    {"ascii", "utf_8", "utf_16", "utf_16_le", "utf_16_be", "utf_32", "latin_1", "iso8859_2", "iso8859_5", "iso8859_7",
     "iso8859_9", "iso8859_15", "cp1250", "cp1251", "cp1252", "cp1253", "cp1254", "cp1255", "cp1256", "cp1257",
     "cp1258", "koi8_r", "koi8_u", "shift_jis", "cp932", "euc_jp", "euc_kr", "gb2312", "gbk", "gb18030", "big5"}
)  # fmt: skip
"""The character sets that are read, by Python's names for them."""

_ONE_BYTE_EACH = ("iso8859", "cp125", "koi8", "latin")
_PARAMETER = re.compile(r";\s*charset\s*=([^;]*)", re.IGNORECASE)
_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_.:+-]{0,39}")
_QUOTED = re.compile(r"""(["'])(.*)\1""", re.DOTALL)
_SEPARATORS = re.compile(r"[^0-9a-z.]+")


@dataclass(frozen=True, slots=True)
class DecodedText:
    """Bytes as text."""

    text: str
    """What cannot be read is U+FFFD."""
    ignored: str = ""
    """The character set that the server named and that is not read, when UTF-8 was taken in its place."""


def charset_of(content_type: str) -> str | None:
    """Return the charset parameter of a Content-Type, in lower case; None when there is none that could be a name."""
    name = _named(content_type)
    return name.lower() if _NAME.fullmatch(name) else None


def codec_of(charset: str | None) -> str | None:
    """Return Python's name for a character set that is read; None for every other word."""
    if charset is None or not _NAME.fullmatch(charset):
        return None
    name = _SEPARATORS.sub("_", charset.lower()).strip("_")
    codec = name if name in ALLOWED else aliases.get(name)
    return codec if codec in ALLOWED else None


def decoded(body: bytes, content_type: str) -> DecodedText:
    """Return a body as text in the character set that its Content-Type names, else as UTF-8; never raises.

    Args:
        body: the bytes as the server sent them, after decompression.
        content_type: the header's value; empty when there was none.
    """
    codec = codec_of(charset_of(content_type))
    ignored = "" if codec else _named(content_type)[: LIMITS.max_charset_characters]
    return DecodedText(_text(body, codec or "utf_8"), ignored)


def decoding(content_type: str) -> Callable[[bytes], str]:
    """Return what makes text of a body piece by piece; see `decoded`. A character may be cut between two pieces.

    Args:
        content_type: the header's value; empty when there was none.
    """
    codec = codec_of(charset_of(content_type)) or "utf_8"
    if codec.startswith(_ONE_BYTE_EACH):
        return lambda piece: _text(piece, codec)
    return codecs.getincrementaldecoder(codec)("replace").decode


def _text(body: bytes, codec: str) -> str:
    if not codec.startswith(_ONE_BYTE_EACH):
        return body.decode(codec, "replace")
    # Python asks for each byte that stands for nothing anew, at 0.6 microseconds; a whole table has none.
    return codecs.charmap_decode(body, "strict", bytes(range(256)).decode(codec, "replace"))[0]


def _named(content_type: str) -> str:
    found = _PARAMETER.search(content_type)
    value = found[1].strip() if found else ""
    quoted = _QUOTED.fullmatch(value)
    return quoted[2].strip() if quoted else value
