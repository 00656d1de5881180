"""Character sets that a server names: those that are read are read, every other word is text of no consequence."""

from __future__ import annotations

from encodings.aliases import aliases

import pytest
from hypothesis import given
from hypothesis import strategies as st

from apiref_nb.transport.charsets import ALLOWED, charset_of, codec_of, decoded

NO_CHARACTER_SETS = (
    "idna", "undefined", "punycode", "zlib", "bz2", "base64", "hex", "quopri", "uu", "rot13", "rot_13",
    "unicode_escape", "raw_unicode_escape", "utf-7", "mbcs", "oem", "os", "aliases", "..", "utf-8\0", "ü",
)  # fmt: skip


@pytest.mark.parametrize("word", NO_CHARACTER_SETS)
def test_a_word_that_is_no_character_set_is_no_codec(word: str) -> None:
    """Python has codecs of these names that raise, unpack, or take time in the square of their input."""
    assert codec_of(word) is None


@pytest.mark.parametrize("word", sorted({*ALLOWED, *(name for name, codec in aliases.items() if codec in ALLOWED)}))
def test_every_byte_is_text_in_every_character_set_that_is_read(word: str) -> None:
    """Under each name of it: what fits nothing is U+FFFD, and the rest is what Python says."""
    body = bytes(range(256)) * 3
    assert decoded(body, f"text/plain; charset={word}").text == body.decode(codec_of(word) or "", "replace")


@pytest.mark.parametrize(
    ("header", "charset"),
    [
        ("text/plain", None),
        ("text/plain; charset=UTF-8", "utf-8"),
        ('text/plain; Charset = "latin1"; a=b', "latin1"),
        ("text/plain; charset='cp1252'", "cp1252"),
        ("text/plain; charset=", None),
        ("text/plain; charset=../x", None),
        (f"text/plain; charset={'a' * 41}", None),
    ],
)
def test_the_charset_parameter_is_a_name_or_nothing(header: str, charset: str | None) -> None:
    """Quoted or not, in any case."""
    assert charset_of(header) == charset


def test_a_set_that_is_not_read_is_told() -> None:
    """UTF-8 stands in its place, and the name is kept for the reader."""
    assert decoded(b"a\xff", "text/plain; charset=idna") == decoded(b"a\xff", "text/plain; charset=IDNA").__class__(
        "a\ufffd", "idna"
    )
    assert decoded(b"a", "text/plain; charset=latin-1").ignored == ""


@given(body=st.binary(max_size=40), word=st.text(max_size=20))
def test_no_word_and_no_bytes_raise(body: bytes, word: str) -> None:
    """Whatever stands there."""
    assert isinstance(decoded(body, f"text/plain; charset={word}").text, str)
