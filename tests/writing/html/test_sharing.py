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
        # Variants without a name are told in their place.
        "hull": {
            "oneOf": [
                {"type": "object", "properties": {part: {"type": "string", "description": LONG}}}
                for part in ("planks", "plates")
            ]
        },
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
    """Every field, header and answer is in its card; what is told alike stands once in the list of schemas."""
    first = beside(shown, 0)
    assert first.get_text().count(LONG.strip()) == 3
    assert [words(row) for row in first.select(".ar-rows > .ar-r")][2:4] == [
        f"{name} objectcleata string, cleatb string, cleatc string, cleatd string all fields"
        for name in ("berth", "last")
    ]
    (listed,) = {line.a["href"] for line in first.select(".ar-r > .ar-b")}
    assert shown.one(f'[id="{listed.removeprefix("#")}"]').get_text().count(LONG.strip()) == 4


def test_words_of_a_field_that_many_objects_hold_stand_once():
    """In each place are name, type and whether it must be there; the name leads to the words."""
    held = {
        f"/{kind}": {"get": {"responses": {"200": {"description": "", "content": {"application/json": {"schema": {
            "type": "object", "required": ["tide"],
            "properties": {"tide": {"type": "string", "description": LONG, "enum": ["ebb", kind]} if kind == "own" else
                           {"type": "string", "description": LONG}, kind: {"type": "string"}},
        }}}}}}}
        for kind in ("ketch", "sloop", "yawl", "own")
    }  # fmt: skip
    others = {f"/n{n}": {"get": {"responses": {}}} for n in range(LIMITS.min_operations_large)}
    document = {"openapi": "3.1.0", "info": {"title": "T", "version": "1"}, "paths": held | others}
    page = Page(render_reference(describe_reference(normalize(from_mapping(document)))))
    rows = [page.all(".ar-listed")[n].select_one(".ar-rows > .ar-r") for n in range(4)]
    assert [words(row) for row in rows[:3]] == ["tide string required"] * 3
    assert LONG.strip() in rows[3].get_text()
    (place,) = {row.a["href"] for row in rows[:3]}
    assert words(page.one(f'[id="{place.removeprefix("#")}"]')) == f"tide string{LONG.strip()}"


def test_another_operation_names_the_first_level_and_leads_to_the_rest(shown):
    """Name, type, whether it must be there and its words stay; each link leads to its place in the first card."""
    second = beside(shown, 1)
    assert [words(row) for row in second.select(".ar-rows > .ar-r")] == [
        "name string requiredPainted on it", "hull object",
        *(
            f"{name} objectcleata string, cleatb string, cleatc string, cleatd string all fields"
            for name in ("berth", "last")
        ),
    ]  # fmt: skip
    assert words(second.select(".ar-b")[-1]) == "X-Tide integer as for GET /boats/0"
    assert words(second.select(".ar-response > p")[-1]) == "404 No such boat object as for GET /boats/0"
    links = [link["href"].removeprefix("#") for link in second.select("a")]
    assert len(links) == 5
    for identifier in links[2:]:
        place = shown.one(f'[id="{identifier}"]')
        assert place.find_parent(class_="ar-listed") is shown.all(".ar-listed")[0]


def test_an_answer_that_stands_elsewhere_is_named_once(shown):
    """Beside the request are the samples that stand here; the line of any other answer leads to all of it."""
    tabs = [shown.all(".ar-listed")[n].select_one(".ar-answer") for n in (0, 1)]
    assert [words(status) for status in tabs[0].select("summary > .ar-status")] == ["200", "404"]
    assert [words(status) for status in tabs[1].select(".ar-status")] == ["200"]
    assert [words(status) for status in beside(shown, 1).select(".ar-status")] == ["200", "404"]


def test_a_link_into_a_fold_leads_to_the_fold_itself(shown):
    """A browser shows what a link leads to without a script, too: nothing that is closed hides it."""
    for link in shown.all(".ar-beside a"):
        place = shown.one(f'[id="{link["href"].removeprefix("#")}"]')
        above = [tag for tag in place.parents if tag.name == "details" and "open" not in tag.attrs]
        assert above == [] or place.get("class") == ["ar-r"]


def test_a_small_page_says_everything_in_its_place():
    """With one operation less nothing leads elsewhere."""
    small = Page(render_reference(reference(LIMITS.min_operations_large - 1)))
    assert [beside(small, n).get_text().count(LONG.strip()) for n in (0, 1)] == [11, 11]
    assert beside(small, 1).select("a") == []


def test_markdown_names_the_operation_too():
    """The same view: what the HTML links is named in words."""
    text = reference_markdown(reference(LIMITS.min_operations_large))
    assert text.count(LONG.strip()) == 7
    assert text.count("In full: GET /boats/0") == 2
    assert text.count("\n- `404` No such boat object as for `GET /boats/0`\n") == 1
