"""The guide on tables is true: its blocks run, one after another, as the cells of one notebook."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

GUIDE = (Path(__file__).parents[2] / "docs" / "frames.md").read_text("utf-8")
BLOCKS = re.findall(r"^```python\n(.*?)^```$", GUIDE, re.MULTILINE | re.DOTALL)


def test_every_block_of_the_guide_runs(monkeypatch):
    """With the store that the first one starts."""
    for name in ("duckdb", "polars", "dask"):
        pytest.importorskip(name, reason=f"{name} is optional")
    names: dict[str, object] = {}
    try:
        for block in BLOCKS:
            exec(compile(block, "docs/frames.md", "exec"), names)
        assert len(names["table"]) == len(names["frame"]) == names["kept"].rows > 0
        assert list(names["lazy"].columns)[:2] == list(names["frame"].columns)[:2]
        monkeypatch.setenv("APIREF_TOKEN", names["store"].token)
        assert len(names["lazy"].compute(scheduler="synchronous")) > names["kept"].rows
    finally:
        if "store" in names:
            names["store"].stop()
    assert len(BLOCKS) == 7
