"""What holds for every test: in CI nothing is skipped, and what takes longest starts first."""

from __future__ import annotations

import os
from collections.abc import Generator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

# The same cases in every run, however slow the machine: `make fuzz` is where new ones are looked for.
settings.register_profile("tests", deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
settings.load_profile("tests")

collect_ignore_glob = ["*.ipynb"]
"""Notebooks below tests are material, not lessons to compare."""

BROWSER_TESTS = Path(__file__).parent / "browser"


def _is_ci() -> bool:
    return os.environ.get("CI", "").lower() in ("1", "true", "yes")


def _forbid_skip(report: pytest.TestReport | pytest.CollectReport) -> None:
    """Turn a skip into a failure that keeps the reason: on a machine made for the tests none may be left out."""
    if not _is_ci() or not report.skipped or hasattr(report, "wasxfail"):
        return
    reason = report.longrepr[2] if isinstance(report.longrepr, tuple) else str(report.longrepr)
    report.outcome = "failed"
    report.longrepr = f"not skipped in CI: {reason}"


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport() -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """A test that is skipped in CI fails, such as one that misses its browser."""
    report = yield
    _forbid_skip(report)
    return report


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report() -> Generator[None, pytest.CollectReport, pytest.CollectReport]:
    """A module that is skipped in CI fails."""
    report = yield
    _forbid_skip(report)
    return report


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Browser tests come first: they take longest, and tests that follow one another share servers."""
    for item in items:
        if item.path.is_relative_to(BROWSER_TESTS):
            item.add_marker("browser")
    items.sort(key=lambda item: not item.path.is_relative_to(BROWSER_TESTS))
