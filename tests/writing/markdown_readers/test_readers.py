"""Every reader of Markdown sees the page that our own HTML shows: no element, image or address of an author's more."""

# ruff: noqa: E501 - a table of hostile values reads better unbroken

from __future__ import annotations

import itertools
import json
from collections.abc import Iterator

import nbformat
import pytest
import yaml
from nbconvert import HTMLExporter

from apiref_nb.describing import describe_reference
from apiref_nb.pages.notebooks import notebook_pages
from apiref_nb.writing import author_markdown
from apiref_nb.writing.markdown import reference_markdown
from apiref_nb.writing.markdown_text import Markdown
from tests.hostile.markdown_texts import fixed, hostile
from tests.writing.documents import api_of, real_documents
from tests.writing.markdown_readers import gate
from tests.writing.markdown_readers.gate import description, differences, page
from tests.writing.markdown_readers.readers import Readers, provide
from tests.writing.markdown_readers.tree import Tree, tree

PART_OF_FIXED = 5
"""One in so many of the fixed texts is read; the fuzzer's come on top."""
HOSTILE_TEXTS = 120
ORDINARY_TEXTS = 200
SMALL_BYTES = 150_000

SWALLOWED = "See http://a.b`<img src=x onerror=alert(1)>`."
BANGED = "Read this first!<http://evil.test/x.png>"


@pytest.fixture(scope="module")
def readers() -> Iterator[Readers]:
    missing = provide()
    if missing:
        pytest.skip(f"{missing}: readers of Markdown in JavaScript do not run")
    with Readers(myst=("MyST with its extensions",)) as made:
        yield made


def agree(readers: Readers, texts: Iterator[str], form=description) -> int:
    """Return how many texts were read alike by all readers."""
    count = 0
    for said in texts:
        assert differences(readers, said, form) == [], said
        count += 1
    return count


def test_every_reader_sees_the_page_of_our_html_for_what_swallows_its_neighbours(readers):
    """Addresses, backticks, brackets, bangs, tags and references beside one another, and all hostile strings."""
    count = agree(readers, itertools.islice(fixed(), 0, None, PART_OF_FIXED), page)
    print(f"{count} texts")
    assert count > 250


def test_every_reader_sees_the_page_of_our_html_for_combined_texts(readers):
    """Lists, tables, quotes and fences that hold one another and all of the above."""
    assert agree(readers, itertools.islice(hostile(0), HOSTILE_TEXTS)) == HOSTILE_TEXTS


def descriptions() -> Iterator[str]:
    """Yield what documents say of themselves, each text once."""
    told: set[str] = set()
    for path in real_documents():
        if path.stat().st_size > SMALL_BYTES:
            continue
        text = path.read_text("utf-8")
        left = [json.loads(text) if path.suffix == ".json" else yaml.load(text, yaml.CBaseLoader)]
        while left:
            node = left.pop()
            if isinstance(node, dict):
                said = node.get("description")
                if isinstance(said, str) and said not in told and len(said) < 3_000:
                    told.add(said)
                    yield said
            left += node.values() if isinstance(node, dict) else node if isinstance(node, list) else ()


def test_every_reader_sees_the_page_of_our_html_for_published_descriptions(readers):
    """The longest first, for they hold most."""
    texts = sorted(descriptions(), key=len, reverse=True)
    step = max(1, len(texts) // ORDINARY_TEXTS)
    count = agree(readers, iter(texts[::step]))
    print(f"{count} of {len(texts)} descriptions")
    assert count > 5


@pytest.mark.parametrize(
    "said", [SWALLOWED, BANGED, "a|b", "<img src=x onerror=alert(1)>", "www.a.com", "[x](http://a.b)"]
)
def test_text_that_is_not_escaped_is_found_out(readers, monkeypatch, said):
    """The gate can fail: a raw control differs."""
    monkeypatch.setattr(author_markdown, "blocks", lambda value: value)
    monkeypatch.setattr(gate, "text", Markdown)
    assert differences(readers, said)


def elements(seen: Tree) -> Iterator[str]:
    if isinstance(seen, tuple):
        yield from seen[0].split("/") if seen[0].startswith("a href") is False else (seen[0],)
        for child in seen[1]:
            yield from elements(child)


HOSTILE = (
    SWALLOWED,
    BANGED,
    "Hi!![x](http://evil.test/y.png) www.a.com`<script>alert(1)</script>`",
    "ftp://a`<b onclick=alert(1)>`",
)


def hostile_api():
    said = "\n\n".join(HOSTILE)
    return api_of(
        {
            "/pets": {
                "get": {
                    "tags": ["pets"], "summary": SWALLOWED, "description": said,
                    "parameters": [{"name": "q", "in": "query", "description": said, "schema": {"type": "string", "enum": ["a`b", BANGED]}}],
                    "responses": {"200": {"description": said, "headers": {"X-A": {"description": said, "schema": {"type": "string"}}}}},
                }
            }
        },
        tags=[{"name": "pets", "description": said, "externalDocs": {"url": "https://x.test", "description": BANGED}}],
        servers=[{"url": "https://x.test", "description": said}],
    )  # fmt: skip


def harmless(soup) -> None:
    """Nothing in the page runs, loads or leads elsewhere but by a link of http, https or mailto."""
    assert soup.find_all(["script", "img", "iframe", "svg", "object", "embed", "b"]) == []
    for node in soup.find_all(True):
        assert not [name for name in node.attrs if name.startswith("on") or name in ("src", "srcset", "background")]
        assert node.get("href", "#").startswith(("http://", "https://", "mailto:", "#", "index.", "pets.", "schemas."))


def test_no_script_runs_in_an_imported_page(readers):
    """Import, then nbconvert: an address before a code span does not take its backtick along."""
    from bs4 import BeautifulSoup

    for one in notebook_pages(hostile_api()):
        notebook = nbformat.reads(one.text, as_version=4)
        body, _ = HTMLExporter(template_name="basic").from_notebook_node(notebook)
        soup = BeautifulSoup(body, "html.parser")
        for rendered in soup.select(".jp-RenderedMarkdown, .text_cell_render"):
            harmless(rendered)
        assert soup.find_all("img") == []
        for cell in notebook.cells:
            for made in readers.html(cell.source).values() if cell.cell_type == "markdown" else ():
                harmless(BeautifulSoup(made, "html.parser"))


def test_no_picture_leaves_the_markdown_of_a_reference(readers):
    """A bang before a link makes no picture of it, whichever reader shows the Markdown."""
    from bs4 import BeautifulSoup

    made = reference_markdown(describe_reference(hostile_api()), samples=True)
    for reader, html in readers.html(made).items():
        soup = BeautifulSoup(html, "html.parser")
        harmless(soup)
        assert soup.find("a", href="http://evil.test/x.png") is not None, reader
        assert "<img src=x onerror=alert(1)>" in [code.text for code in soup.find_all("code")], reader


def test_a_myst_page_is_harmless_in_every_reader(readers):
    """What is written as MyST Markdown is read by the others as well."""
    from bs4 import BeautifulSoup

    for one in notebook_pages(hostile_api(), format="md"):
        _, _, body = one.text.split("---\n", 2)
        for reader, made in readers.html(body).items():
            if not reader.startswith("MyST"):  # its targets and cells are ours
                harmless(BeautifulSoup(made, "html.parser"))


def test_trees_keep_what_a_document_could_add():
    """The normal form leaves out no element and no attribute of an author's."""
    plain = tree("<p>a</p>")
    for added in (
        "<p>a<img src=x></p>",
        "<p onclick=x>a</p>",
        "<p>a</p><script>x</script>",
        "<h1>a</h1>",
        "<p><a href=x>a</a></p>",
        "<p>a<!-- x --></p>",
        "<p><code>a</code></p>",
        "<p><span style=x>a</span></p>",
    ):
        assert tree(added) != plain, added
