"""Document text in Markdown: it reads as written, and can never mean anything."""

from __future__ import annotations

import re

import pytest
from bs4 import BeautifulSoup
from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from apiref_nb.text.invisible_characters import visible
from apiref_nb.writing.markdown_text import code, details, fence, heading, link, table, text

HOSTILE = (
    "<script>alert(1)</script>",
    "[click](javascript:alert(1))",
    "![pixel](https://tracker.example/p.png)",
    "# heading",
    "- item",
    "1. item",
    "> quote",
    "    indented",
    "```{include} /etc/passwd",
    ":::{note}",
    "{ref}`target`",
    "(target)=",
    "+++",
    "% comment",
    "---",
    "a | b",
    "$5 and $10",
    "\\(x\\) \\[y\\] \\begin{equation}",
    "*bold* _it_ ~~gone~~ `code`",
    "&lt;b&gt; &#36;",
    "<https://example.com> javascript://x",
    "line\n\n# another",
    "[ref]: https://example.com",
    "\u202eback",
)

SIGNS = st.text(alphabet=st.sampled_from(list("ab1 \n\t\\`*_{}[]()<>#+-.!|$&~^=:%@\"'/;")), max_size=40)


def parser() -> MarkdownIt:
    return MarkdownIt("commonmark").enable(["table", "strikethrough"])


def shown(markdown: str) -> str:
    """The text that a reader sees: character references resolved, our own spans and code elements taken away."""
    words = []
    for token in parser().parse(markdown):
        for child in token.children or ():
            if child.type in ("text", "code_inline", "text_special"):
                words.append(child.content)
            elif child.type == "html_inline":
                assert child.content in ("<span>", "</span>", "<code>", "</code>")
            else:
                assert child.type in ("softbreak",), child.type
    return "".join(words)


def one_line(value: str) -> str:
    return re.sub(r"\s+", " ", visible(value)).strip()


@pytest.mark.parametrize("value", HOSTILE)
def test_document_text_reads_as_written(value):
    """Whatever a document says, a page shows just that."""
    assert shown(text(value)) == one_line(value)


@given(SIGNS)
def test_any_text_is_one_paragraph_of_text(value):
    """No string opens a block, an element, a link or emphasis."""
    tokens = parser().parse(text(value))
    assert [token.type for token in tokens] in ([], ["paragraph_open", "inline", "paragraph_close"])
    assert shown(text(value)) == one_line(value)


@given(SIGNS)
def test_any_code_reads_letter_by_letter(value):
    """A code span holds any text but line breaks, which become spaces."""
    line = visible(value).replace("\n", " ").replace("\t", " ")
    tokens = parser().parse(f"a {code(value)} b")
    assert len(tokens) == 3
    seen = shown(f"a {code(value)} b")
    expected = f"a {line} b" if line.strip() else "a  b"
    assert " ".join(seen.split()) == " ".join(expected.split())


@given(st.lists(st.tuples(SIGNS, SIGNS), min_size=1, max_size=3))
def test_any_text_stays_in_its_cell(rows):
    """No string splits a table's cell or ends its row."""
    tokens = parser().parse(table(("Name", "Meaning"), [(code(a), text(b)) for a, b in rows]))
    assert sum(token.type == "td_open" for token in tokens) == 2 * len(rows)
    assert tokens[-1].type == "table_close"


def test_dollar_signs_and_backslashes_never_pair_up():
    """JupyterLab typesets the finished page, so an escape is not enough: an element stands around each sign."""
    assert text("$5 and $10") == "<span>&#36;</span>5 and <span>&#36;</span>10"
    assert "$" not in text("$$x$$")
    assert "\\(" not in text("\\(x\\)").replace("\\(", "", 0)


@given(SIGNS, st.sampled_from(["json", "", "bad language\n", "{include}"]))
def test_any_text_stays_in_its_fence(value, language):
    """A fence is longer than any run of backticks in it, and its language is one of ours or none."""
    tokens = parser().parse(fence(value, language))
    assert [token.type for token in tokens] == ["fence"]
    assert tokens[0].content.rstrip("\n") == visible(value).rstrip("\n")
    assert tokens[0].info in ("json", "")


@pytest.mark.parametrize(
    "url",
    [
        "javascript:alert(1)",
        "java\nscript:alert(1)",
        "data:text/html,x",
        "//host/x",
        "https://user:pw@host/",
        "ftp://host",
        "https://",
    ],
)
def test_only_web_and_mail_addresses_become_links(url):
    """Any other address leaves the label as text."""
    assert link("label", url) == "label"


@given(SIGNS)
def test_a_link_leads_where_it_says(path):
    """The address of a link cannot end early or open anything else."""
    url = "https://example.com/" + path
    made = link("a]b(c", url)
    tokens = parser().parse(made)
    opened = [child for child in tokens[1].children or () if child.type == "link_open"]
    assert len(opened) <= 1
    assert all(str(child.attrs["href"]).startswith("https://example.com/") for child in opened)
    assert shown_label(tokens) == "a]b(c"


def shown_label(tokens):
    return "".join(child.content for child in tokens[1].children or () if child.type in ("text", "text_special"))


def test_a_heading_is_one_line():
    """A title with a line break does not end its heading early."""
    assert heading(2, "Two\nlines # here") == "## Two lines \\# here"


def test_a_table_without_rows_is_nothing():
    """An empty table leaves no trace."""
    assert table(("Name",), []) == ""


@pytest.mark.parametrize(
    "value", ["http://a.b", "ftp://a.b", "//a.com", "www.a.com", "a@b.com", "mailto:a@b.com", "README.md", ":smile:"]
)
def test_no_text_can_be_taken_for_an_address(value):
    """An element, or an escape, stands where an autolinker would join two characters."""
    assert value not in text(f"x {value}`y`")
    assert shown(text(value)) == value


def test_a_bang_before_a_link_makes_no_picture():
    """Whatever writes the link, the text before it ends harmlessly."""
    assert text("Read this first!") + link("x", "https://x.test") == "Read this first\\![x](<https://x.test>)"


@pytest.mark.parametrize("language", ["mermaid", "math", "geojson", "{note}", "unknown"])
def test_a_fence_names_only_languages_of_code(language):
    """Readers make diagrams and formulas of some names, and nbconvert shows those it does not know."""
    assert fence("x", language) == "```\nx\n```"


def test_a_summary_shows_no_backslashes():
    """What stands in an HTML block is not read as Markdown: nothing in it is escaped as Markdown."""
    made = details("Request body as */*, a_b <x>", "x")
    seen = BeautifulSoup(made, "html.parser").find("summary")
    assert seen.text == "Request body as */*, a_b <x>"
    assert not [tag for tag in seen.find_all(True) if tag.name != "span"]
