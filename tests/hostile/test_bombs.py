"""Small documents that ask for much cost what they hold: nothing hangs, memory stays, recursion ends."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from apiref_nb import OpenApiEmbed
from tests.hostile.bombs import BOMBS

ROOT = Path(__file__).parents[2]
MOST_CHARACTERS = 300_000_000
"""In HTML, Markdown, text and collection together; unbounded, most of these documents would come to billions."""


@pytest.mark.slow
@pytest.mark.parametrize("names", [tuple(BOMBS)[start::8] for start in range(8)], ids=lambda names: names[0])
def test_no_small_document_asks_for_too_much(names: tuple[str, ...]) -> None:
    """In a process of 2 GB every bomb is shown or refused; a doubling that is followed would end neither this year."""
    words = [sys.executable, "-m", "tests.hostile.bombs", *names]
    done = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, timeout=900, check=False)
    assert done.returncode == 0, f"{done.stdout[-300:]}\n{done.stderr[-3000:]}"
    sizes = dict(line.rsplit(": ", 1) for line in done.stdout.splitlines())
    assert tuple(sizes) == names
    assert {name: size for name, size in sizes.items() if int(size) > MOST_CHARACTERS} == {}


def test_an_array_that_holds_itself_is_shown() -> None:
    """The type of any JSON value is written so, and is no attack."""
    assert "ar-op" in OpenApiEmbed(BOMBS["itself below items"]()).html
