"""Simple descriptions are read without the parser, and come out as the parser reads them."""

# ruff: noqa: E501 - a table of texts reads better unbroken

from __future__ import annotations

import random

import pytest

from apiref_nb.describing.prose import plain_words, read_blocks, read_parsed
from apiref_nb.describing.prose_tree import Paragraph, Text

PIECES = (
    "a", "word", "B2", "_", "*", "**", "`", "``", " ", "  ", "\n", "\n\n", "\n ", "-", "- ", "#", "# ", ">", "<", "< 5",
    "<b>",
    "&", "& ", "&amp;", ":", "://", "http://x.y", ".", ",", "1.", "1) ", "!", "![", "[", "](x)", "(", ")", "~", "~~", "|", "\\",
    "* a\n", "- b\n", "**N:**", " \n", "é", "\u2028", "\xad", "\t", "=", "---", "===", '"', "'", "**a b**", "`c d`", "` x `", "+", "x_y", "$", "\xa0", "`a``",
    "[a b](https://x.y/z_w)", "<code>a b</code>", "<p>", "</p>", "https://a.b/c_d.",
)  # fmt: skip


@pytest.mark.parametrize(
    "text",
    [
        "Plain words.\nOn two lines.", "One.\n\nTwo `code` and **strong words**.", "snake_case: a, b; c!", "`` a ` b ``",
        "See [the guide](https://a.example/b_c) or https://a.example/d.", "<p>Makes a <code>pet</code>.</p>", "a ** b ** c",
        "- one\n- two", "1. one", "a\n===", "a | b\n--|--", "    code", "a  \nb", "\\*a\\*", "&amp; <b>x</b>", "\xad",
        "**Note:** a word.", "**No!**a", "Words:\n* one\n* `two`\n\n* three\n\nEnd.", "- a\n\n  b", "- a\nb", "* a\n\n    b", "a \nb",
    ],
)  # fmt: skip
def test_a_description_is_read_as_the_parser_reads_it(text):
    """Words, code, strong words, links; and what begins a block, which only looks simple."""
    assert read_blocks(text) == read_parsed(text)


def test_pieces_in_any_order_are_read_as_the_parser_reads_them():
    """Signs that mean something in one place and nothing in another."""
    dice = random.Random(3)
    texts = ["".join(dice.choices(PIECES, k=dice.randint(1, 12))).strip() for _ in range(4_000)]
    assert [text for text in texts if text and read_blocks(text) != read_parsed(text)] == []


def test_plain_words_are_what_the_parser_makes_one_paragraph_of():
    """A description that needs no tree at all is found by one expression; it finds nothing else."""
    dice = random.Random(5)
    words = ("a", "word", "B2", " ", "\n", ", ", "(b)", "x_y", "\u2019", "1.", "- ", "<p>", "</p>", ":", "'", "  ", "/")
    texts = ["".join(dice.choices(words, k=dice.randint(1, 8))).strip() for _ in range(3_000)]
    plain = [text for text in texts if plain_words(text)]
    assert len(plain) > 300
    assert [t for t in plain if read_parsed(t) != (Paragraph((Text(plain_words(t)),)),)] == []
