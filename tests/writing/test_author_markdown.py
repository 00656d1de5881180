"""An author's Markdown written anew: its words and shape stay, its power does not."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from apiref_nb.writing.author_markdown import blocks, inline

SIGNS = st.text(alphabet=st.sampled_from(list("ab1 \n\t\\`*_{}[]()<>#+-.!|$&~^=:%@\"'/;")), max_size=60)
OURS = {f"<{end}{name}>" for end in ("", "/") for name in ("span", "code", "strong", "em", "s")} | {"<br>"}
SAFE = {
    "paragraph_open", "paragraph_close", "inline", "bullet_list_open", "bullet_list_close", "ordered_list_open",
    "ordered_list_close", "list_item_open", "list_item_close", "fence", "blockquote_open", "blockquote_close",
    "table_open", "table_close", "thead_open", "thead_close", "tbody_open", "tbody_close", "tr_open", "tr_close",
    "th_open", "th_close", "td_open", "td_close", "hr",
}  # fmt: skip


def parser() -> MarkdownIt:
    return MarkdownIt("commonmark").enable(["table", "strikethrough"])


def assert_harmless(markdown: str) -> None:
    for token in parser().parse(markdown):
        assert token.type in SAFE, token.type
        assert "{" not in token.info
        for child in token.children or ():
            assert child.type not in ("image",)
            if child.type == "html_inline":
                assert child.content in OURS
            if child.type == "link_open":
                assert str(child.attrs["href"]).startswith(("http://", "https://", "mailto:"))


@given(SIGNS)
def test_any_description_is_harmless(value):
    """No string becomes an element, an image, a heading or a link that is not of the web."""
    assert_harmless(blocks(value))
    assert_harmless(inline(value))
    assert "\n" not in inline(value)


@pytest.mark.parametrize(
    "value",
    [
        "<script>alert(1)</script>",
        "<img src=x onerror=alert(1)>",
        "<p><a href='javascript:alert(1)'>x</a></p>",
        "![p](https://tracker.example/p.png)",
        "[x](javascript:alert(1)) [y][r]\n\n[r]: https://r.example",
        "# One\n\nTwo\n===",
        "```{include} /etc/passwd\n```",
        "~~~\n```\n# x\n~~~",
        "- a\n  - b\n    - c\n      - # d",
        "| a |\n|---|\n| `x|y` <b> |",
        "> > > {ref}`x` $y$",
        "    indented\n\n+++\n\n% x\n\n(t)=\n\n:::{note}\n:::",
    ],
)
def test_hostile_descriptions_are_harmless(value):
    """The same, for what is known to have hurt others."""
    assert_harmless(blocks(value))
    assert_harmless(inline(value))


def test_the_author_s_shape_stays():
    """Emphasis, code, links, lists, quotes, tables and fences."""
    given_text = (
        "# Title\n\nA *b* **c** `d` [e](https://e.example/f_g).\n\n- one\n- two\n\n3. three\n\n> four\n\n"
        '```json\n{"five": 5}\n```\n\n| six |\n|---|\n| 7 |\n'
    )
    expected = (
        "**Title**\n\nA *b* **c** `d` [e](<https://e.example/f&#95;g>).\n\n- one\n- two\n\n3. three\n\n> four\n\n"
        '```json\n{"five": 5}\n```\n\n| six |\n| :--- |\n| 7 |'
    )
    assert expected == blocks(given_text)


def test_html_that_authors_mix_in_keeps_its_meaning():
    """Paragraphs, bold, code and lists; any other element shows as written."""
    assert (
        blocks("<p>Makes a <b>pet</b> of <code>id</code>.</p><ul><li>one</li><li>two</li></ul><p><token></p>")
        == "Makes a **pet** of `id`.\n\n- one\n- two\n\n&lt;token&gt;"
    )


def test_a_cell_is_one_line():
    """Blocks of a description are joined where a table needs one line."""
    assert "One two **three** - four".replace(" - ", " ") == inline("One\ntwo\n\n**three**\n\n- four")


def test_a_description_without_markdown_costs_nothing():
    """Plain words come back as they are."""
    assert blocks("Just words, and 3 numbers.") == "Just words, and 3 numbers."


def test_soft_hyphens_and_their_like_are_left_out_of_words_and_stay_in_code():
    """A description reads as its author meant it; what deceives, and every character of code, is written out."""
    value = "co\xadoperate\u200b *now\u200e* `co\xadde`\u2028\u202eevil"
    shown = "cooperate *now* <code>co&#92;xadde</code> <span>&#92;</span>u202eevil"
    assert inline(value) == blocks(value) == shown
    assert inline("co\xadoperate") == blocks("co\xadoperate") == "cooperate"
    assert "co\\u200bde" in blocks("```\nco\u200bde\n```")
