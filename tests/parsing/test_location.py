"""`locate_all`: from a pointer back to the line and column that its author sees."""

from __future__ import annotations

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from apiref_nb.parsing.document import from_mapping, locate_all, parse
from apiref_nb.text.pointer import join

JSON = """\
{
  "openapi": "3.1.0",
  "info": {"title": "x\\"}]{[", "x": [[1, 2], {"a": []}]},
  "paths": {
    "/pet/{id}": {
      "get": {
        "parameters": [
          {"name": "id"},
          {"name": "é", "in": "query"}
        ]
      }
    }
  }
}
"""


def locate(document, pointer):
    return locate_all(document, [pointer]).get(pointer)


YAML = """\
# Pets
openapi: 3.1.0
info: {title: x, x: [[1, 2], {a: []}]}
paths:
  /pet/{id}:
    get:
      parameters:
        - name: id
        -
          name: é
          in: query
      200: a
      ? [complex, {key: 1}]
      : {name: 1}
      *k : 2
      last: |
        text
"""


@pytest.mark.parametrize(
    ("pointer", "json_place", "yaml_place"),
    [
        ("#", (1, 1), (2, 1)),
        ("#/openapi", (2, 3), (2, 1)),
        ("#/info/title", (3, 12), (3, 8)),
        ("#/info/x", (3, 32), (3, 18)),
        ("#/info/x/0/1", (3, 42), (3, 26)),
        ("#/info/x/1/a", (3, 47), (3, 31)),
        ("#/paths/~1pet~1{id}", (5, 5), (5, 3)),
        ("#/paths/~1pet~1%7Bid%7D/get", (6, 7), (6, 5)),
        ("#/paths/~1pet~1{id}/get/parameters", (7, 9), (7, 7)),
        ("#/paths/~1pet~1{id}/get/parameters/0", (8, 11), (8, 11)),
        ("#/paths/~1pet~1{id}/get/parameters/1/in", (9, 25), (11, 11)),
    ],
)
def test_a_pointer_is_found_at_its_key_or_first_character(pointer, json_place, yaml_place):
    """A member's place is that of its key, an element's that of its first character."""
    yaml = parse(YAML.replace("      *k : 2\n", "").encode(), source="a.yaml")
    for document, place in ((parse(JSON.encode(), source="a.json"), json_place), (yaml, yaml_place)):
        location = locate(document, pointer)
        assert location is not None
        assert (location.line, location.column) == place
        assert str(location) == f"line {place[0]}, column {place[1]}"


def test_members_after_odd_keys_are_found():
    """Collections and aliases as keys do not put the count out."""
    document = parse(YAML.replace("/pet/{id}", "&k pets").encode(), source="a.yaml")
    found = locate_all(document, ["#/paths/pets/get/200", "#/paths/pets/get/last", "#/paths/pets/get"])

    assert [(place.line, place.column) for place in found.values()] == [(12, 7), (16, 7), (6, 5)]


def test_what_is_missing_is_found_at_the_nearest_value_around_it():
    """Most problems are about something that is not there."""
    document = parse(JSON.encode(), source="a.json")
    location = locate(document, "#/info/license/name")

    assert location is not None
    assert (location.line, location.column, location.pointer) == (3, 3, "#/info")


@pytest.mark.parametrize("pointer", ["info", "#info", "https://x.test/a.json#/info"])
def test_what_is_no_pointer_has_no_place(pointer):
    """It may come from a `$ref` as it was written."""
    assert locate(parse(JSON.encode(), source="s"), pointer) is None


def test_a_mapping_has_no_places():
    """It has no text."""
    assert locate(from_mapping({"a": 1}), "#/a") is None


@pytest.mark.parametrize("text", ['{"a": {"b": 1},\n"a": {"c": 2}}', "a: {b: 1}\na: {c: 2}"])
def test_of_a_repeated_key_the_last_is_found(text):
    """That is the value that was kept; what only the first one held is nowhere."""
    document = parse(text.encode(), source="s")

    assert [(p.line, p.pointer) for p in locate_all(document, ["#/a", "#/a/b", "#/a/c"]).values()] == [
        (2, "#/a"),
        (2, "#/a"),
        (2, "#/a/c"),
    ]


def test_below_an_alias_the_alias_is_found():
    """The text that the reader sees at this place is the alias."""
    location = locate(parse(b"a: &a {b: 1}\nc: *a\n", source="s"), "#/c/b")

    assert location is not None
    assert (location.line, location.pointer) == (2, "#/c")


def test_numbers_beyond_any_range_do_not_stop_the_search():
    """The second reading takes whatever the first one took."""
    document = parse(b'{"x": 1e999, "y": %s, "z": "\\ud800", "a": 1}' % (b"1" * 9000), source="s")

    location = locate(document, "#/a")
    assert location is not None
    assert location.pointer == "#/a"


TREES = st.recursive(
    st.none() | st.integers() | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(st.characters(exclude_categories=["Cs"])), inner),
    max_leaves=15,
)


@settings(deadline=None, max_examples=50)
@given(
    tree=st.dictionaries(st.text(st.characters(exclude_categories=["Cs"])), TREES), indent=st.sampled_from([None, 1])
)
def test_every_value_is_found_where_it_is_written(tree, indent):
    """In JSON the text at the place begins with the key, or with the value itself."""
    document = parse(json.dumps(tree, indent=indent).encode(), source="a.json")
    expected = {}
    todo = [("#", document.root)]
    while todo:
        pointer, value = todo.pop()
        members = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
        for token, inner in members:
            below = join(pointer, token)
            expected[below] = json.dumps(token if isinstance(value, dict) else inner, indent=indent)[:1]
            todo.append((below, inner))
    found = locate_all(document, expected)
    lines = document.text.split("\n")

    assert {pointer: lines[place.line - 1][place.column - 1] for pointer, place in found.items()} == expected
    assert all(place.pointer == pointer for pointer, place in found.items())
