"""The rule that keeps CI honest: a test that is left out there is a failure, not a line in a summary."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

CONFTEST = Path(__file__).parents[1] / "conftest.py"
SKIPPING = """
import pytest
def test_needs_a_browser():
    pytest.skip("Chromium is missing")
@pytest.mark.xfail(strict=True)
def test_is_known_to_fail():
    assert False
"""


@pytest.mark.parametrize(("ci", "closing"), [("", "1 skipped, 1 xfailed"), ("true", "1 failed, 1 xfailed")])
def test_skipped_test_fails_in_ci_alone(ci, closing, tmp_path):
    """Locally the reason is shown; with CI=true the same test fails with that reason."""
    (tmp_path / "conftest.py").write_bytes(CONFTEST.read_bytes())
    (tmp_path / "test_skipping.py").write_text(SKIPPING, encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-ra", "-p", "no:cacheprovider", "-c", os.devnull, "--rootdir", tmp_path],
        cwd=tmp_path,
        env=os.environ | {"CI": ci, "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"},
        capture_output=True,
        text=True,
        timeout=900,
        check=False,
    )
    assert closing in done.stdout.splitlines()[-1]
    assert "Chromium is missing" in done.stdout
    assert done.returncode == (1 if ci else 0)
