"""The outputs of the single components: `ApiBlock`, `ParamField`, `ResponseField`.

In: a card, a row. Out: one root element each.
"""

from __future__ import annotations

from apiref_nb.describing import Card, Row
from apiref_nb.writing.html.card import CardWriter, render_frame
from apiref_nb.writing.html.markup import Html
from apiref_nb.writing.html.rows import RowWriter
from apiref_nb.writing.html.script import page_script
from apiref_nb.writing.html.style import field_root, root


def render_block(card: Card) -> Html:
    """Return one `ApiBlock` as an output of its own.

    Args:
        card: what it shows.
    """
    cards = CardWriter(RowWriter(alone=True), level=2)
    parts = (cards.head(card), cards.intro(card), cards.sample_column(card))
    return root(render_frame(card, *parts, wide=bool(card.rows)), page_script())


def render_field(row: Row) -> Html:
    """Return one `ParamField` or `ResponseField` as an output of its own.

    Args:
        row: the one row.
    """
    return field_root(RowWriter(alone=True).rows([row]))
