"""`apiref-nb import` of many sources in processes of their own: what one of them does costs the others nothing."""

from __future__ import annotations

import json
import os
import signal
from pathlib import Path

import pytest

from apiref_nb.cli.workers import how_it_ended, results_of
from tests.cli.conftest import HARBOUR

PAGES = ["berths.ipynb", "index.ipynb", "tides.ipynb"]
DEADLY = """\
import os, signal, sys

def watch(event, args):
    if event == "open" and str(args[0]).endswith("deadly.json"):
        os.kill(os.getpid(), signal.SIGKILL)

sys.addaudithook(watch)
"""
"""Python runs this before anything else; it ends the process that opens a document of that name, as the kernel ends
one that takes too much memory."""


@pytest.fixture
def apis(folder, monkeypatch) -> Path:
    """A folder of documents, of which two end the process that reads them."""
    (folder / "site").mkdir()
    (folder / "site" / "sitecustomize.py").write_text(DEADLY, encoding="utf-8")
    monkeypatch.setenv("PYTHONPATH", str(folder / "site"))
    for name in ("a", "b/deadly", "c", "d/deadly"):
        path = folder / "apis" / f"{name}.json"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps(HARBOUR), encoding="utf-8")
    return folder / "apis"


def test_killed_worker_is_the_failure_of_its_source_alone(run, folder, apis):
    """The others are written, each failure is one sentence, exit code 2: neither a traceback nor `a page differs`."""
    done = run("import", "apis", "--jobs", 2)
    assert done.code == 2
    written = {path.name: sorted(page.name for page in path.glob("[!.]*")) for path in (folder / "reference").iterdir()}
    assert written == {"a": PAGES, "c": PAGES}
    assert done.err.splitlines() == [
        *(f"reference/{name}: 3 pages (3 written)" for name in "ac"),
        *(
            f"error: apis/{name}/deadly.json: the process that imported it was ended by SIGKILL; "
            "where memory is short, fewer --jobs help"
            for name in "bd"
        ),
    ]


def ended_or_doubled(number: int) -> int:
    """Work of which each third ends its process, each in another way."""
    if number % 3 == 0:
        os._exit(number)
    return 2 * number


def exit_code(number: int, code: int) -> int:
    return -code if code == number else 1000


def test_results_come_in_the_order_of_the_items():
    """Whatever process had them, and however many of the processes died on the way."""
    found = list(results_of(ended_or_doubled, range(1, 6), jobs=2, died=exit_code))
    assert found == [2, 4, -3, 8, 10]


def test_how_a_process_ended_is_told_by_name():
    """A signal that has none by its number."""
    assert how_it_ended(-signal.SIGKILL) == "was ended by SIGKILL"
    assert how_it_ended(-250) == "was ended by signal 250"
    assert how_it_ended(1) == "ended with exit code 1"
