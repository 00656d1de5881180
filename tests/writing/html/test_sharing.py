"""What several operations of a large page say stands once, with the first; the others name it and lead there."""

from __future__ import annotations

import pytest

from apiref_nb.describing import describe_reference
from apiref_nb.describing.sharing import LIMITS
from apiref_nb.parsing import from_mapping
from apiref_nb.reading import normalize
from apiref_nb.writing.html import render_reference
from apiref_nb.writing.markdown import reference_markdown
from tests.display.page import Page, words

LONG = "Where the tide goes out twice a day and comes back. " * 6
BOAT = {
    "type": "object",
    "required": ["name"],
    "properties": {
        "name": {"type": "string", "description": "Painted on it"},
        "berth": {
            "type": "object",
            "properties": {f"cleat{n}": {"type": "string", "description": LONG} for n in "abcd"},
        },
        "last": {
            "type": "object",
            "properties": {f"cleat{n}": {"type": "string", "description": LONG} for n in "abcd"},
        },
    },
}
FAULT = {"type": "object", "properties": {"code": {"type": "string", "description": "A word"}}}
ANSWERS = {
    "200": {
        "description": "The boat",
        "headers": {"X-Tide": {"description": LONG, "schema": {"type": "integer"}}},
        "content": {"application/json": {"schema": BOAT}},
    },
    "404": {"description": "No such boat", "content": {"application/json": {"schema": FAULT}}},
}


def reference(count):
    paths = {f"/boats/{n}": {"get": {"responses": ANSWERS if n < 2 else {}}} for n in range(count)}
    document = {"openapi": "3.1.0", "info": {"title": "T", "version": "1"}, "paths": paths}
    return describe_reference(normalize(from_mapping(document)))


@pytest.fixture(scope="module")
def shown():
    """A large page as a reader gets it."""
    return Page(render_reference(reference(LIMITS.min_operations_large)))


def beside(shown, operation):
    return shown.all(".ar-listed")[operation].select_one(".ar-beside")


def test_the_first_operation_says_everything(shown):
    """Every field, header and answer is in its card; an object that is told alike is told once in a list."""
    first = beside(shown, 0)
    assert first.get_text().count(LONG.strip()) == 5
    (repeated,) = [row for row in first.select(".ar-r") if row.code.get_text() == "last"]
    assert repeated.a.get_text() == "repeats berth"


def test_another_operation_names_the_first_level_and_leads_to_the_rest(shown):
    """Name, type, whether it must be there and its words stay; each link leads to its place in the first card."""
    second = beside(shown, 1)
    assert [words(row) for row in second.select(".ar-rows > .ar-r")] == [
        "name string requiredPainted on it", "berth object", "last object",
    ]  # fmt: skip
    assert words(second.select(".ar-b")[-1]) == "X-Tide integer as for GET /boats/0"
    assert words(second.select(".ar-response > p")[-1]) == "404 No such boat object as for GET /boats/0"
    links = [link["href"].removeprefix("#") for link in second.select("a")]
    assert len(links) == 3
    for identifier in links:
        place = shown.one(f'[id="{identifier}"]')
        assert place.find_parent(class_="ar-listed") is shown.all(".ar-listed")[0]


def test_every_answer_keeps_its_tab(shown):
    """Beside the request each status is there to click, in every card; the tab leads on where its sample is told."""
    for operation in (0, 1):
        tabs = shown.all(".ar-listed")[operation].select(".ar-tabs")[-1]
        assert [words(tab) for tab in tabs.select("summary")] == ["200", "404"]
    assert words(tabs.select("details")[1].a) == "As for GET /boats/0"


def test_a_link_into_a_fold_leads_to_the_fold_itself(shown):
    """A browser shows what a link leads to without a script, too: nothing that is closed hides it."""
    for link in shown.all(".ar-beside a"):
        place = shown.one(f'[id="{link["href"].removeprefix("#")}"]')
        above = [tag for tag in place.parents if tag.name == "details" and "open" not in tag.attrs]
        assert above == [] or place.get("class") == ["ar-r"]


def test_a_small_page_says_everything_in_its_place():
    """With one operation less nothing leads elsewhere."""
    small = Page(render_reference(reference(LIMITS.min_operations_large - 1)))
    assert [beside(small, n).get_text().count(LONG.strip()) for n in (0, 1)] == [9, 9]
    assert beside(small, 1).select("a") == []


def test_markdown_names_the_operation_too():
    """The same view: what the HTML links is named in words."""
    text = reference_markdown(reference(LIMITS.min_operations_large))
    assert text.count(LONG.strip()) == 5
    assert text.count("In full: GET /boats/0") == 2
    assert text.count("\n- `404` No such boat object as for `GET /boats/0`\n") == 1
