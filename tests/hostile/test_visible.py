"""No character that deceives passes any border: HTML, Markdown, text, messages, representations, file names."""

from __future__ import annotations

import re

import pytest

from apiref_nb import ApiBlock, OpenApiEmbed, ShapeError
from apiref_nb.errors import UnreachableError
from apiref_nb.pages.names import page_names
from apiref_nb.writing.html import render_banner
from apiref_nb.writing.markdown import error_markdown
from apiref_nb.writing.plain_text import error_text
from tests.hostile.planted import block, embed_of
from tests.hostile.strings import CHARACTERS

UNSEEN = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u200b\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff\ud800-\udfff]")
DECEIVING = [text for text in CHARACTERS if UNSEEN.search(text)]
DATA = re.compile(r"<script type=.*?</script>", re.DOTALL)
"""The collection inside a page is data that nobody sees."""


@pytest.mark.parametrize("text", DECEIVING, ids=ascii)
def test_unseen_characters_pass_no_border_of_a_reference(text: str) -> None:
    """HTML, Markdown, text and `repr` of a document made of the characters hold none of them."""
    embed = embed_of(text)
    for shown in (DATA.sub("", embed.html), embed.markdown, embed.text, repr(embed)):
        assert UNSEEN.search(shown) is None


@pytest.mark.parametrize("text", DECEIVING, ids=ascii)
def test_unseen_characters_pass_no_border_of_a_card(text: str) -> None:
    """The same of a single card; half a character is refused, in characters that can be seen."""
    if re.search("[\ud800-\udfff]", text):
        with pytest.raises(ShapeError) as caught:
            ApiBlock(block(text), text)
        assert UNSEEN.search(str(caught.value)) is None
        return
    card = ApiBlock(block(text), text)
    for shown in (card.html, card.markdown, card.text, repr(card)):
        assert UNSEEN.search(shown) is None


@pytest.mark.parametrize("text", DECEIVING, ids=ascii)
def test_unseen_characters_are_in_no_banner_and_no_message(text: str) -> None:
    """What failed is said in characters that can be seen, even when the caller's own value cannot."""
    error = UnreachableError(text, text)
    for shown in (render_banner(error), error_markdown(error), error_text(error)):
        assert UNSEEN.search(shown) is None
    with pytest.raises(ShapeError) as caught:
        ApiBlock({"method": text, "path": "/x"})
    assert UNSEEN.search(str(caught.value)) is None


@pytest.mark.parametrize("text", ["../../etc/passwd", "..\\x", "CON", "a/b", "\x00", "\u202e", "~", ".", "C:\\x"])
def test_names_of_pages_stay_in_their_folder(text: str) -> None:
    """Whatever a group is called, its page is a plain name."""
    (name,) = page_names([(text, text)])
    assert re.fullmatch(r"[a-z0-9][a-z0-9-]*", name)


def test_path_stands_in_bidi_isolation() -> None:
    """A right-to-left path does not reorder what stands beside it."""
    assert "<bdi>/\u05d0</bdi>" in ApiBlock({"method": "GET", "path": "/\u05d0"}).html


def test_overview_download_is_named_in_plain_ascii() -> None:
    """The file name that a download suggests holds no text of the document but its plain letters."""
    html = OpenApiEmbed({"openapi": "3.1.0", "info": {"title": "../\u202e<x>", "version": "1"}, "paths": {}}).html
    (name,) = re.findall(r'ar-download[^>]* title="?([^" >]*)', html)
    assert re.fullmatch(r"[a-z0-9-]+\.postman_collection\.json", name)
