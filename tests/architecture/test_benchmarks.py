"""What `make bench` measures: a table that each file stands in, and results that a reader finds."""

from __future__ import annotations

import json
import re
from pathlib import Path

from benchmarks.figures import petstore

FOLDER = Path(__file__).parents[2] / "benchmarks"


def test_each_file_of_figures_is_in_the_table():
    """A benchmark that no line names would never be run."""
    table = (FOLDER / "figures" / "__init__.py").read_text(encoding="utf-8")
    files = {path.stem for path in (FOLDER / "figures").glob("*.py")} - {"__init__"}
    assert set(re.findall(r"from benchmarks\.figures\.(\w+) import", table)) == files


def test_the_pet_store_is_measured_as_a_client_meets_it(monkeypatch):
    """Every request of the table is answered with 200, by the store and by plain Flask, else none would be measured."""
    monkeypatch.setattr(petstore, "REQUESTS", 1)
    rows = petstore.petstore_and_flask().rows
    assert [row[0] for row in rows] == ["read a pet", "count the pets", "list pets", "add a pet"]


def test_peers_are_pinned():
    """A figure beside a peer says which peer: its version is named to the last number."""
    package = json.loads((FOLDER / "peers" / "package.json").read_text(encoding="utf-8"))
    named = package["dependencies"].values()
    assert len(named) == 3
    assert all(re.fullmatch(r"\d+\.\d+\.\d+", version) for version in named)
