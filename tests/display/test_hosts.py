"""What hosts that cannot run here make of our HTML, by the rules that they publish: VS Code, Colab, GitHub, Markdown.

VS Code shows an output in a webview that runs scripts and opens links outside. Colab shows it in a frame of another
origin. GitHub's viewer keeps elements and inline styles, and drops style sheets, scripts, ids and classes. Exports to
Markdown put the HTML between paragraphs as it is.
"""

from __future__ import annotations

import re

import pytest
from bs4 import BeautifulSoup
from markdown_it import MarkdownIt

from apiref_nb import ApiBlock, OpenApiEmbed, ParamField, ResponseField
from apiref_nb.writing.html.palette import AMBER, DEEP, GREEN, RED
from tests.display.museum import museum
from tests.display.page import style_of

OUTPUTS = {
    "reference": lambda: OpenApiEmbed(museum()).html,
    "block": lambda: ApiBlock({"method": "DELETE", "path": "/pets", "deprecated": True, "responses": [
        {"statusCode": "204"}, {"statusCode": "404"}, {"statusCode": "500"}]}).html,
    "field": lambda: ParamField("limit", "How many.", type="integer", location="query").html,
    "response field": lambda: ResponseField("meta.total").html,
}  # fmt: skip


@pytest.fixture(params=OUTPUTS)
def html(request) -> str:
    return OUTPUTS[request.param]()


def test_an_output_needs_nothing_from_outside_its_frame(html):
    """Colab: nothing is fetched, no other frame is asked, and no store of the page is touched."""
    soup = BeautifulSoup(html, "html.parser")
    assert [tag.name for tag in soup.find_all(["link", "img", "iframe", "object", "base", "form"])] == []
    assert list(soup.find_all(src=True)) == []
    outside = re.compile(r"@import|url\((?!\"data:)|\b(?:parent|top|opener)\.|\bfetch\(|XMLHttpRequest|Storage\b")
    own = "".join(tag.get_text() for tag in soup.find_all(["style", "script"]) if tag.get("type") is None)
    assert outside.findall(own) == []


def test_links_lead_into_the_output_or_open_elsewhere(html):
    """VS Code: a link of the output finds its target there; every other one names a whole address, for another tab."""
    soup = BeautifulSoup(html, "html.parser")
    for link in soup.find_all("a", href=True):
        if link["href"].startswith("#"):
            assert soup.find(id=link["href"][1:]) is not None
        else:
            assert re.match(r"https?://|mailto:", link["href"])
            assert (link["target"], "noreferrer" in link["rel"]) == ("_blank", True)


DARK = (
    "body.vscode-dark",
    'html[theme="dark"]',
    'html[data-theme="dark"]',
    'body[data-theme="dark"]',
    'data-jp-theme-light="false"',
)


@pytest.mark.parametrize("theme", DARK)
def test_an_output_is_dark_where_its_host_says_so(html, theme):
    """VS Code, Colab, Sphinx and JupyterLab name their theme on the page; the system's is followed elsewhere."""
    assert theme in html


def test_an_output_stands_on_a_ground_of_its_own(html):
    """A dark host that no rule knows would put its dark ground below text for a light one."""
    sheet = BeautifulSoup(html, "html.parser").style.get_text()
    assert "background:var(--ar-bg)" in sheet.split("& ", 1)[0]


def sanitized(html: str) -> BeautifulSoup:
    soup = BeautifulSoup(html, "html.parser")
    for tag in soup(["style", "script"]):
        tag.extract()
    for tag in soup.find_all(True):
        tag.attrs = {name: tag[name] for name in ("style", "href", "open") if tag.has_attr(name)}
    return soup


def test_colours_with_a_meaning_and_the_fade_stay_without_the_style_sheet():
    """GitHub: badge, chips of three statuses, border and 75 % of a deprecated card."""
    soup = sanitized(OUTPUTS["block"]())
    frame = next(tag for tag in soup.find_all("div") if "opacity" in style_of(tag))
    assert style_of(frame)["opacity"] == "0.75"
    assert style_of(frame)["border-left"] == f"4px solid {DEEP[RED]}"
    shown = {tag.get_text(): style_of(tag) for tag in soup.find_all(["span", "b"]) if "background" in style_of(tag)}
    assert {words: style["background"] for words, style in shown.items()} == {
        "DELETE": DEEP[RED], "Deprecated": DEEP[RED], "204": DEEP[GREEN], "404": DEEP[AMBER], "500": DEEP[RED],
    }  # fmt: skip
    assert {style["color"] for style in shown.values()} == {"#fff"}


def test_what_needs_a_script_is_not_seen_without_it(html):
    """GitHub: no button that does nothing, no field to type in."""
    for tag in sanitized(html).find_all(["button", "input"]):
        assert style_of(tag)["display"] == "none"


def test_markdown_leaves_an_output_whole(html):
    """An export to Markdown: no blank line ends the HTML, so a reader of Markdown takes all of it as it is."""
    tokens = MarkdownIt("commonmark").parse(f"Before\n\n{html}\n\nAfter")
    assert [token.type for token in tokens if token.type.startswith("html")] == ["html_block"]
    assert next(token.content for token in tokens if token.type == "html_block") == f"{html}\n"


def test_text_for_a_terminal_stands_in_columns_of_80():
    """IPython: names, places and types below one another; descriptions are broken at words."""
    words = "How many there may be in one answer, at most a hundred of them, and never fewer than one of them."
    rows = [{"name": "limit", "location": "query", "type": "integer", "description": words},
            {"name": "X-Trace", "location": "header", "type": "string", "required": True}]  # fmt: skip
    text = ApiBlock({"method": "GET", "path": "/pets", "parameters": rows}).text
    first, *said, second, _ = text.partition("\n\n")[0].splitlines()[-5:]
    assert [first.index("query"), first.index("integer")] == [second.index("header"), second.index("string")]
    assert " ".join(line.strip() for line in said) == words
    assert max(map(len, text.splitlines())) <= 80
