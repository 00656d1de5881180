"""schemathesis, which knows only the document, finds nothing in the mock of one of ours; `make outside` asks ten."""

from __future__ import annotations

import pytest

from tests.mock.corpus_requests import OWN
from tests.mock.outside import faults


@pytest.mark.slow
def test_schemathesis_finds_nothing():
    """Good and bad requests: no server error, and no answer that fails its schema or its headers."""
    count, told = faults(OWN / "library-3.1.yaml", examples=3, phases="examples,fuzzing")
    assert told == ""
    assert count > 20
