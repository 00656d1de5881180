"""A collection inside a page gives back its JSON text, whatever its size and however it came."""

from __future__ import annotations

import json

import pytest

from apiref_nb.writing.html.limits import LIMITS
from apiref_nb.writing.html.packed import pack

ITEM = {"id": 'x, "y', "url": {"raw": '\n, "\ud800', "path": ["", "a"]}, "body": '{\n  "a": 1\n}'}
LARGE = LIMITS.max_plain_collection_characters // len(json.dumps(ITEM)) + 9


@pytest.mark.parametrize("count", [1, LARGE], ids=["plain", "compressed"])
@pytest.mark.parametrize("step", [7, 1_000, 10**9])
def test_a_packed_collection_is_the_same_text(count, step):
    """Line breaks, texts that look like a place to cut, half a surrogate pair; pieces end anywhere."""
    text = json.dumps({"item": [ITEM | {"place": place} for place in range(count)]}, indent=1, ensure_ascii=False)
    text = text.replace(": [\n", ": [").replace(",\n   ", ", ")
    packed = pack(text[start : start + step] for start in range(0, len(text), step))
    assert (packed.text, packed.media_type) == (text, f"application/{'json' if count == 1 else 'gzip'}")
