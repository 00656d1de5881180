"""Bytes to text through `parse`: marks, null patterns, named charsets, and bytes that fit nothing."""

from __future__ import annotations

import codecs

import pytest

from apiref_nb.errors import DocumentSyntaxError
from apiref_nb.parsing.document import parse

MARKS = {
    "utf-8": codecs.BOM_UTF8,
    "utf-16-le": codecs.BOM_UTF16_LE,
    "utf-16-be": codecs.BOM_UTF16_BE,
    "utf-32-le": codecs.BOM_UTF32_LE,
    "utf-32-be": codecs.BOM_UTF32_BE,
}


@pytest.mark.parametrize("text", ['{"title": "Café 😀"}', "title: Café 😀\n"], ids=["json", "yaml"])
@pytest.mark.parametrize("encoding", MARKS)
@pytest.mark.parametrize("marked", [True, False])
def test_every_unicode_encoding_is_recognised(text, encoding, marked):
    """By its byte order mark, or by the null bytes of its first characters."""
    body = (MARKS[encoding] if marked else b"") + text.encode(encoding)
    document = parse(body, source="s")

    assert document.root == {"title": "Café 😀"}
    assert document.text == text


def test_a_named_charset_counts_only_when_the_bytes_are_not_utf_8():
    """Servers name iso-8859-1 by habit; documents are UTF-8 by rule."""
    header = "text/yaml; charset=ISO-8859-1"

    assert parse("a: é".encode(), source="s", content_type=header).root == {"a": "é"}
    assert parse("a: é".encode("latin-1"), source="s", content_type=header).root == {"a": "é"}
    assert parse("a: дом".encode("koi8-r"), source="s", charset="KOI8-R").root == {"a": "дом"}


@pytest.mark.parametrize(
    "charset", ["utf-7", "zlib", "idna", "punycode", "unicode_escape", "no such", "\0", "é", "rot13"]
)
def test_a_charset_that_is_no_charset_is_ignored(charset):
    """Python's codecs also unpack and transliterate; none of that is asked for by a header."""
    with pytest.raises(DocumentSyntaxError, match="not valid UTF-8"):
        parse(b"a: \xff", source="s", charset=charset)


@pytest.mark.parametrize(
    ("body", "words", "line", "column"),
    [
        (b"a: \xff", "not valid UTF-8: byte 3 .0xff. fits no character", 1, 4),
        (b"a: 1\nb: \xc3\xa9\x80", "byte 10 .0x80.", 2, 5),
        (b"a: \xed\xa0\x80", "byte 3 .0xed.", 1, 4),
        (b"a: \xc0\x80", "byte 3 .0xc0.", 1, 4),
        (b"a: \xe2\x82", "byte 3 .0xe2.", 1, 4),
        (b"a: \xf5\x80\x80\x80", "byte 3 .0xf5.", 1, 4),
        (b'\xef\xbb\xbf{"a": "\xff"}', "byte 10 .0xff.", 1, 8),
        (codecs.BOM_UTF16_LE + b"a\0:\0 \0\0\xd8", "not valid UTF-16-LE: byte 8", 1, 4),
        (codecs.BOM_UTF32_LE + b"a\0\0\0\xff\xff\xff\xff", "not valid UTF-32-LE: byte 8", 1, 2),
    ],
)
def test_a_byte_that_fits_no_character_is_named_by_offset_line_and_column(body, words, line, column):
    """Nothing is replaced or dropped silently."""
    with pytest.raises(DocumentSyntaxError, match=words) as caught:
        parse(body, source="s")

    assert (caught.value.line, caught.value.column) == (line, column)
