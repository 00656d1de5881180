"""A collection inside a page: what it says many times is there once, and nothing of it is lost."""

from __future__ import annotations

import pytest

from apiref_nb.writing.html.limits import LIMITS
from apiref_nb.writing.html.packed import MIN_CHARACTERS, TOGETHER, pack

LARGE = LIMITS.max_plain_collection_characters
LONG = "ab" * MIN_CHARACTERS


@pytest.mark.parametrize(
    "pieces",
    [
        [LONG, LONG, "x" * LARGE, LONG],
        ["{", LONG, ",", LONG.upper(), ",", LONG, "x" * LARGE, "}"],
        ["é" * LARGE, "\ud800" * LARGE, "é" * LARGE],
        [f"{LONG}{number % 7}" for number in range(3 * TOGETHER)],
    ],
    ids=["long ones beside each other", "short ones between", "no ASCII", "more than are compressed at a time"],
)
def test_a_large_collection_comes_back_as_it_was(pieces):
    """The parts, their marks and their numbers are the text again."""
    packed = pack(iter(pieces))
    assert packed.media_type == "application/gzip"
    assert packed.text == "".join(pieces)


def test_a_piece_that_comes_again_costs_its_number():
    """A thousand operations that answer alike make the page little longer."""
    answer = "".join(map(str, range(LARGE)))
    once, often = pack([answer]), pack([answer] * 1_000)
    assert len(often.data) < len(once.data) + 4_000


def test_a_small_collection_is_there_as_it_is():
    """Up to the limit it is plain JSON, which any tool reads."""
    assert pack(["[", "1" * (LARGE - 2), "]"]).data == f"[{'1' * (LARGE - 2)}]"
