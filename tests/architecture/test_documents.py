"""The pages of the project name files that are there."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PATH = re.compile(r"`((?:tests|apiref_nb|petstore_flask|notebooks|docs|scripts|benchmarks)/[\w./-]+)`|`(test_\w+\.py)`")


@pytest.mark.parametrize("page", ["SECURITY.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "README.md"])
def test_every_file_that_a_page_names_is_there(page: str) -> None:
    """A promise that names a test that has moved holds nothing; a bare name stands in the folder named before it."""
    folder = ROOT
    missing = []
    for whole, alone in PATH.findall((ROOT / page).read_text(encoding="utf-8")):
        path = ROOT / whole if whole else folder / alone
        if whole:
            folder = path.parent
        if not path.exists():
            missing.append(whole or alone)
    assert missing == []
