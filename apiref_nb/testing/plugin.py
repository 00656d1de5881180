"""The plugin of pytest: `--apiref-offline` has every notebook answered from recordings and documents.

It sets variables of the environment that the kernels of nbval and nbmake inherit, and takes them back at the end. What
they mean is known to `client.offline`, `client.recording` and the guard in `offline_site`.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import pytest

SITE = Path(__file__).parent / "offline_site"
"""Folder with a `sitecustomize` of ours: Python loads it when a process starts, kernels and their children included."""

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


def pytest_configure(config: pytest.Config) -> None:
    """Set the environment of the kernels when the option is given, until the end of the session.

    Args:
        config: pytest's own.
    """
    if not config.getoption("--apiref-offline"):
        return
    path = os.environ.get("PYTHONPATH", "")
    wanted = {**OFFLINE, "PYTHONPATH": os.pathsep.join(filter(None, (str(SITE), path)))}
    before = {name: os.environ.get(name) for name in wanted}
    os.environ.update(wanted)

    def restore() -> None:
        for name, value in before.items():
            if value is None:
                os.environ.pop(name, None)
            else:
                os.environ[name] = value

    config.add_cleanup(restore)
