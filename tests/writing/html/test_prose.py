"""Authors' descriptions: Markdown of a document in, our own elements out."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from apiref_nb.describing.prose import LIMIT_CHARACTERS
from apiref_nb.writing.html import prose


@pytest.mark.parametrize(
    ("text", "html"),
    [
        ("plain words", "plain words"),
        ("**bold** and *soft* and `code`", "<strong>bold</strong> and <em>soft</em> and <code>code</code>"),
        ("~~old~~", "<s>old</s>"),
        ("1 < 2 & 3", "1 &lt; 2 &amp; 3"),
        ("a\n\nb", "a b"),
        ("# Title\nwords", "Title words"),
        ("- one\n- two", "• one • two"),
        ("![logo](javascript:x)", "![logo](javascript:x)"),
        ("line one  \nline two", "line one line two"),
    ],
)
def test_inline_descriptions_keep_emphasis_and_code_and_flatten_blocks(text, html):
    """Inline Markdown: blocks become text with spaces between; images are not loaded."""
    assert " ".join(prose.inline(text).split()) == html


@pytest.mark.parametrize(
    ("text", "piece"),
    [
        ("# Title", '<p class=ar-h>Title</p>'),
        ("Title\n=====", '<p class=ar-h>Title</p>'),
        ("- one\n- two", "<ul><li>one</li><li>two</li></ul>"),
        ("1. one\n2. two", "<ol><li>one</li><li>two</li></ol>"),
        ("```json\n{}\n```", "<pre class=ar-pre><code>{}</code></pre>"),
        ("> said", "<blockquote><p>said</p></blockquote>"),
        ("| a | b |\n|---|---|\n| 1 | 2 |", "<td>1</td><td>2</td>"),
        ("a  \nb", "a<br>b"),
        ("---", "<hr>"),
    ],
)  # fmt: skip
def test_block_descriptions_hold_lists_tables_and_code_but_no_headings(text, piece):
    """A heading per card is dear: authors' headings are styled paragraphs."""
    assert piece in prose.block(text)


@pytest.mark.parametrize(
    ("text", "markdown"),
    [
        ("<p>One</p><p>Two</p>", "<p>One</p><p>Two</p>"),
        ("Use <code>id</code> or <b>name</b>", "Use <code>id</code> or <strong>name</strong>"),
        ("<ul><li>a</li><li>b</li></ul>", "<ul><li>a</li><li>b</li></ul>"),
        ("one<br/>two", "one\ntwo"),
        ('see <a href="https://example.com/a?b=1&amp;c=2">docs</a>', 'href="https://example.com/a?b=1&amp;c=2"'),
    ],
)
def test_plain_html_tags_of_published_documents_read_as_markdown(text, markdown):
    """Two thirds of cloud providers' descriptions are HTML paragraphs: they read as such, and no tag passes."""
    assert markdown in prose.block(text)


@pytest.mark.parametrize(
    "text",
    [
        "<script>alert(1)</script>",
        "<img src=x onerror=alert(1)>",
        "<svg/onload=alert(1)>",
        "<iframe src=javascript:alert(1)>",
        '<a href="javascript:alert(1)">x</a>',
        "[x](javascript:alert(1))",
        "[x](data:text/html,hi)",
        "[x](java&#115;cript:alert(1))",
        "[x](\x01javascript:alert(1))",
        "<javascript:alert(1)>",
        "![x](https://example.com/pixel.png)",
        '<p onclick="alert(1)">x</p>',
        "`<b>`",
        "<style>*{display:none}</style>",
        "[ref]: javascript:alert(1)\n[ref]",
    ],
)
def test_nothing_in_a_description_becomes_an_element_of_its_own(text):
    """Escaped by construction: only our own elements, links only http, https and mailto, no image."""
    for html in (prose.inline(text), prose.block(text)):
        for word in (
            "<script",
            "<img",
            "<svg",
            "<iframe",
            "<style",
            "onclick",
            "onerror=alert(1)>",
            "href=java",
            "href=data",
        ):
            assert word not in html.replace("&lt;", "").replace("onerror=alert(1)&gt;", "").replace('"', "")


@given(st.text(alphabet=st.characters(codec="utf-8"), max_size=200))
def test_every_description_gives_balanced_markup(text):
    """Whatever the text, each element that opens closes."""
    for html in (prose.inline(text), prose.block(text)):
        depth = []
        for piece in html.split("<")[1:]:
            name = piece.split(">", 1)[0].split(" ", 1)[0]
            if name in ("br", "hr"):
                continue
            if name.startswith("/"):
                assert depth.pop() == name[1:]
            else:
                depth.append(name)
        assert depth == []


def test_an_image_becomes_a_link_with_its_words():
    """Images from a document are never loaded."""
    html = prose.inline("![our logo](https://example.com/logo.png)")
    assert ">our logo</a>" in html
    assert "href=https://example.com/logo.png>" in html


def test_a_very_long_description_is_shown_whole_as_plain_text():
    """The parser's time on hostile text grows faster than its length; nothing is lost."""
    text = "*a **b " * 20_000
    assert prose.block(text).count("*a **b") == 20_000


@pytest.mark.parametrize(
    ("text", "html"),
    [
        ("co\xadoperate", "cooperate"),
        ("a\u200bb \u200f\u05d0\u200e! \u061c\u0627 \ufeffx\u2060y", "ab \u05d0! \u0627 xy"),
        ("one\u2028two\u2029three\x85four", "one two three four"),
        ("**co\xadoperate** &shy;now", "<strong>cooperate</strong> now"),
        ("`co\xadde\u200b`", "<code>co\\xadde\\u200b</code>"),
        ("\u202eevil\u2066\u2069 \x1b[31m", "\\u202eevil\\u2066\\u2069 \\x1b[31m"),
        ("**\u202eevil**", "<strong>\\u202eevil</strong>"),
        ("<scr\u200bipt>", "&lt;script&gt;"),
        ("[x](java\u200bscript:alert)", "x"),
    ],
)
def test_what_only_a_typesetter_needs_is_left_out_of_descriptions(text, html):
    """Soft hyphens, zero-width spaces and directional marks go, old line ends are blanks; overrides are written out."""
    # A text in another direction keeps it to itself.
    assert prose.inline(text).strip().removeprefix("<bdi>").removesuffix("</bdi>") == html
    assert html in prose.block(text)


def test_a_very_long_description_reads_without_soft_hyphens_too():
    """It is shown as plain text, and that is prose as well."""
    assert "\\xad" not in prose.block("co\xadoperate " * LIMIT_CHARACTERS)


def test_bold_text_stays_bold_around_code():
    """A pair of tags is a pair, whatever stands between; a tag without its partner leaves no mark."""
    assert prose.inline("<b>Use `x` now</b> then").strip() == "<strong>Use <code>x</code> now</strong> then"
    assert prose.inline("x <b> y").split() == ["x", "y"]


@pytest.mark.parametrize(
    ("text", "html"),
    [
        ("<b>Note: </b>see", "<strong>Note: </strong>see"),
        ('x<b>"y"</b>z', 'x<strong>"y"</strong>z'),
        ("<code>&lt;id&gt;</code>", "<code>&lt;id&gt;</code>"),
        ("<code>`a`</code>", "<code>`a`</code>"),
        ("<a href='https://x.test'>a <b>b</b></a>", ">a <strong>b</strong></a>"),
        ("[a ![b](https://y.test)](https://x.test)", ">a b</a>"),
        ("<b>**x**</b>", "<strong>x</strong>"),
    ],
)
def test_html_marks_mean_what_their_authors_meant(text, html):
    """Blanks, quotes and backticks at the edge of a tag change nothing; no mark stands in its own kind, nor a link."""
    assert html in prose.inline(text)


@pytest.mark.parametrize(
    ("text", "address"),
    [
        ("See https://x.test/a_(b).", "https://x.test/a_(b)"),
        ("(http://x.test/?q=1&r=2)", "http://x.test/?q=1&amp;r=2"),
        ("http://x.test`<b>`", "http://x.test"),
    ],
)
def test_a_bare_web_address_is_a_link(text, address):
    """It ends before the signs of its sentence, and takes nothing along."""
    assert f"href={address}" in prose.inline(text).replace('"', "")


@pytest.mark.parametrize("text", ["https://{host}/v1", "https://<host>/", "https://a:b@x.test", "ftp://x.test"])
def test_an_address_to_be_filled_in_is_no_link(text):
    """Nor is one with a user name, or of another scheme."""
    assert "<a" not in prose.inline(text)


def test_preformatted_html_is_a_block_of_code():
    """Its tags of style are left out, its references resolved, and no fence in it ends it."""
    html = prose.block("<pre><code>&lt;a&gt;\n```\nb</code></pre>")
    assert html == "<div class=ar-prose><pre class=ar-pre><code>&lt;a&gt;\n```\nb</code></pre></div>"


def test_a_list_begins_with_its_own_number():
    """The third step stays the third."""
    assert "<ol start=3><li>x</li></ol>" in prose.block("3. x")
