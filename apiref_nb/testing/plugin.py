"""The plugin of pytest: `--apiref-offline` has every notebook answered from recordings and documents.

While a notebook runs it sets variables of the environment, which the kernels of nbval and nbmake inherit. What they
mean is known to `client.environment` and to the guard in `offline_site`.
"""

from __future__ import annotations

import os
from collections.abc import Generator
from pathlib import Path

import pytest

SITE = Path(__file__).parent / "offline_site"
"""Folder with a `sitecustomize` of ours: Python loads it when a process starts, kernels and their children included."""

NOTEBOOK = ".ipynb"
"""Ending of the files whose tests run offline."""

OFFLINE = {"APIREF_OFFLINE": "1", "APIREF_JUDGE_RECORDINGS": "1"}
"""Variables of the environment while notebooks run."""


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the option.

    Args:
        parser: pytest's own.
    """
    parser.getgroup("apiref-nb", "notebooks that call APIs").addoption(
        "--apiref-offline",
        action="store_true",
        help="run notebooks (nbval, nbmake) without a network: every client of apiref-nb answers from its recording, "
        "else from its document; recordings are held against the document; connections to other machines are refused",
    )


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Generator[None, object, object]:
    """Set the environment of the kernels while a cell or a notebook runs; other tests have their own.

    Args:
        item: a test; of nbval a cell, whose kernel starts with the first of them, of nbmake a notebook.
    """
    if not item.config.getoption("--apiref-offline") or item.path.suffix != NOTEBOOK:
        return (yield)
    wanted = {**OFFLINE, "PYTHONPATH": os.pathsep.join(filter(None, (str(SITE), os.environ.get("PYTHONPATH", ""))))}
    before = {name: os.environ.get(name) for name in wanted}
    os.environ.update(wanted)
    try:
        return (yield)
    finally:
        for name, value in before.items():
            if value is None:
                os.environ.pop(name, None)
            else:
                os.environ[name] = value
