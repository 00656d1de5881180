"""JSON pointers as URI fragments: made, split, followed."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from apiref_nb.text.pointer import PointerError, join, resolve, split

ROOT = {
    "paths": {"/pet/{id}": {"get": {"parameters": [{"name": "id"}, {"name": "x"}]}}},
    "a~b": 1, "m%n": 2, "a%20b": 3, "c d": 4, "": 5, "é": 6, "0": 7, "~1": 8,
}  # fmt: skip


def test_a_pointer_reads_well():
    """Braces and spaces stay; only what the syntax needs is escaped."""
    assert join("#", "paths", "/pet/{petId}", "get") == "#/paths/~1pet~1{petId}/get"
    assert join("#/a", 0, "b c~é") == "#/a/0/b c~0é"
    assert join("#") == "#"


def test_a_pointer_is_printable():
    """Control, invisible and direction characters are percent-encoded, as is the percent sign itself."""
    assert join("#", "a\x1b\n%\u202e") == "#/a%1B%0A%25%E2%80%AE"


@pytest.mark.parametrize(
    ("pointer", "value"),
    [
        ("#", ROOT), ("", ROOT), ("#/paths/~1pet~1{id}/get/parameters/1/name", "x"),
        ("/paths/~1pet~1{id}/get/parameters/0/name", "id"),
        ("#/paths/~1pet~1%7Bid%7D/get/parameters/0/name", "id"), ("#/a~0b", 1), ("#/m%25n", 2), ("#/m%n", 2),
        ("#/a%20b", 3), ("#/a%2520b", 3), ("#/c%20d", 4), ("#/c d", 4),
        ("#/", 5), ("#/%C3%A9", 6), ("#/é", 6), ("#/0", 7),
        ("#/~01", 8),
    ],
)  # fmt: skip
def test_a_pointer_leads_to_its_value(pointer, value):
    """Percent-encoded or not: documents hold both spellings."""
    assert resolve(ROOT, pointer) == value


@pytest.mark.parametrize(
    ("pointer", "reached", "words"),
    [
        ("#/nope", "#", "there is no 'nope' in #"),
        ("#/paths/~1x/get", "#/paths", "no '~1x' in #/paths"),
        ("#/paths/~1pet~1{id}/get/parameters/2", "#/paths/~1pet~1{id}/get/parameters", "array of 2"),
        ("#/paths/~1pet~1{id}/get/parameters/-", "#/paths/~1pet~1{id}/get/parameters", "no index"),
        ("#/paths/~1pet~1{id}/get/parameters/01", "#/paths/~1pet~1{id}/get/parameters", "no index"),
        ("#/paths/~1pet~1{id}/get/parameters/-1", "#/paths/~1pet~1{id}/get/parameters", "no index"),
        ("#/paths/~1pet~1{id}/get/parameters/\u0661", "#/paths/~1pet~1{id}/get/parameters", "no index"),
        ("#/paths/~1pet~1{id}/get/parameters/" + "9" * 5000, "#/paths/~1pet~1{id}/get/parameters", "no index"),
        ("#/a~0b/x", "#/a~0b", "neither an object nor an array"),
        ("#a", "#", "starts with #/"),
        ("#/\x1b[31m", "#", "no '%1B"),
    ],
)
def test_a_pointer_to_nothing_tells_how_far_it_leads(pointer, reached, words):
    """The error names the longest part that exists, printable."""
    with pytest.raises(PointerError) as caught:
        resolve(ROOT, pointer)

    assert caught.value.pointer == pointer
    assert caught.value.reached == reached
    assert words in caught.value.reason
    assert caught.value.reason.isprintable()


@given(tokens=st.lists(st.text(st.characters(exclude_categories=["Cs"]))))
def test_what_is_joined_is_split_again(tokens):
    """For any keys at all."""
    pointer = join("#", *tokens)

    assert split(pointer) == tuple(tokens)
    assert pointer.isprintable()


@given(pointer=st.text())
def test_any_text_as_a_pointer_resolves_or_is_a_pointer_error(pointer):
    """`$ref` holds whatever its author typed."""
    try:
        found = repr(type(resolve(ROOT, pointer)))
    except PointerError as exc:
        found = exc.reason
    assert found.isprintable()
