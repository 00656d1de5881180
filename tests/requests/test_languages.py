"""Every sample language stands in every output format, coloured as itself."""

from __future__ import annotations

import pytest
from bs4 import BeautifulSoup
from pygments.lexers import get_lexer_by_name

from apiref_nb import ApiBlock
from apiref_nb.describing import describe_reference
from apiref_nb.load import load_api
from apiref_nb.pages.notebooks import notebook_pages
from apiref_nb.requests.languages import LANGUAGES
from apiref_nb.writing.markdown import reference_markdown
from tests.requests.cases import Case, document

API = load_api(document([Case("one", "post", "/a", {"tags": ["all"]})]))


@pytest.mark.parametrize("language", LANGUAGES.values(), ids=LANGUAGES)
def test_a_grammar_is_known_by_the_languages_own_name(language):
    """Pygments colours it, and a fence in Markdown names it."""
    assert get_lexer_by_name(language.grammar)


def test_html_has_a_coloured_tab_for_every_language():
    """A word of the language is marked as such, which JSON's grammar would not do."""
    page = BeautifulSoup(ApiBlock(API["op0"]).html, "html.parser")
    tabs = {tab.summary.get_text(): tab for tab in page.select(".ar-tabs details")}
    for language in LANGUAGES.values():
        assert language.label in tabs
    assert "const" in [word.get_text() for word in tabs["JavaScript"].select("var")]


def test_an_authors_sample_keeps_the_rule_of_json():
    """`codeExamples`: bash and python have a grammar, any other language falls back to JSON's."""
    given = [{"language": "javascript", "label": "Mine", "code": 'const a = {"b": 1};'}]
    block = ApiBlock({"method": "GET", "path": "/a"}, code_examples=given)
    (code,) = [tab for tab in BeautifulSoup(block.html, "html.parser").select("details") if "Mine" in tab.get_text()]
    assert [word.get_text() for word in code.select("var")] == ["1"]
    assert [word.get_text() for word in code.select("b")] == ['"b"']


@pytest.mark.parametrize(
    ("language", "mark", "on_page"),
    [("python", "httpx.post(", 'client[\\"op0\\"]('), ("javascript", "await fetch(", "await fetch(")],
)
def test_every_written_format_has_every_language(language, mark, on_page):
    """Markdown, text, saved files and notebook pages, as HTML does; on a page Python is the cell that runs."""
    block = ApiBlock(API["op0"])
    for fenced in (block.markdown, reference_markdown(describe_reference(API), samples=True)):
        assert f"```{LANGUAGES[language].grammar}\n" in fenced
        assert mark in fenced
    assert mark in block.text
    pages = notebook_pages(API, source="https://api.example.com/openapi.json")
    assert any(on_page in page.text for page in pages)
