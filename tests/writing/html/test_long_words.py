"""Where a line may end within a name."""

from __future__ import annotations

import pytest

from apiref_nb.writing.html.long_words import breaking


@pytest.mark.parametrize(
    ("name", "wide", "narrow"),
    [
        ("Orders", ["Orders"], ["Orders"]),
        ("Orders that nobody has paid for yet", ["Orders that nobody has paid for yet"], None),
        ("apps.event.authorizations", ["apps.event.authorizations"], ["apps.event.", "authorizations"]),
        ("getAllOrdersOfTheLastYear", ["getAllOrdersOfTheLastYear"], ["getAllOrders", "OfTheLastYear"]),
    ],
)  # fmt: skip
def test_a_long_name_breaks_where_a_reader_would(name, wide, narrow):
    """After a dot or before a capital; in the column of the contents sooner than on a card."""
    assert str(breaking(name)).split("<wbr>") == wide
    assert str(breaking(name, narrow=True)).split("<wbr>") == (narrow or wide)
