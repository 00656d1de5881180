"""A page of a large document stays small, cheap and whole; `make costs` holds every document of the table."""

from __future__ import annotations

import pytest

from tests.costs.measure import documents, warm
from tests.costs.pages import LIMITS, exceeded_page, unseen_words

BOX = "3.0-box-openapi-box-box-openapi-openapi.json"
FOUND = {path.name: path for path in documents()}

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(BOX not in FOUND, reason="the corpus of published documents is not beside the project"),
]


def test_a_large_page_costs_no_more_than_its_limit():
    """Calls and elements an operation, HTML for each byte of source."""
    warm()
    assert exceeded_page(FOUND[BOX]) == []


def test_every_word_of_an_operation_is_in_its_card_or_where_that_leads():
    """What stands once on a large page can be reached from each operation that says it."""
    assert list(unseen_words(FOUND[BOX])) == []


def test_every_document_of_the_table_is_at_hand():
    """A limit of a document that nobody has would hold nothing."""
    assert set(LIMITS) <= set(FOUND)
