"""What holds for every test: in CI nothing is skipped, what takes longest starts first, and which tests are quick."""

from __future__ import annotations

import gc
import os
import resource
import sys
from collections import Counter
from collections.abc import Generator
from functools import cache
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

# The same cases in every run, however slow the machine: `make fuzz` is where new ones are looked for.
settings.register_profile("tests", deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
settings.load_profile("tests")

# jsonschema compiles 38 grammars from it, 2 s in each process, for formats of addresses that no test asks it about.
sys.modules.setdefault("rfc3987_syntax", None)  # type: ignore[arg-type]

collect_ignore_glob = ["*.ipynb"]
"""Notebooks below tests are material, not lessons to compare."""

FOLDER = Path(__file__).parent
BROWSER_TESTS = FOLDER / "browser"
LONGEST_FIRST = tuple(
    FOLDER / name
    for name in (
        "hostile/test_bombs.py", "schemas/test_corpus.py", "petstore/test_workers.py", "petstore/test_schemathesis.py",
        "costs/test_costs.py", "costs/test_pages.py", "describing/test_corpus_rows.py", "writing/html/test_corpus.py",
    )
)  # fmt: skip
"""The longest files, after the browser's: whoever is left with one at the end makes the others wait."""

NOT_QUICK = FOLDER / "not_quick.txt"
"""Files, and tests with all their parameters, that `--quick` leaves out beside those marked `slow` or `browser`, and
those of the pet store on other databases than the one in memory."""
QUICK_CPU_SECONDS = 1.0
"""What a test of `--quick` may take with all its parameters, processes that it starts included; else it is told."""

_BEGAN = pytest.StashKey[float]()
_cpu_seconds: Counter[str] = Counter()


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
def pytest_runtest_makereport(
    item: pytest.Item, call: pytest.CallInfo[None]
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """A test that is skipped in CI fails, such as one that misses its browser; each says what it took."""
    if call.when == "teardown":
        item.user_properties.append(("cpu", _cpu() - item.stash[_BEGAN]))
    report = yield
    _forbid_skip(report)
    return report


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report() -> Generator[None, pytest.CollectReport, pytest.CollectReport]:
    """A module that is skipped in CI fails."""
    report = yield
    _forbid_skip(report)
    return report


def pytest_addoption(parser: pytest.Parser) -> None:
    """`make check` runs the quick tests."""
    parser.addoption("--quick", action="store_true", help=f"leave out what is slow, and what {NOT_QUICK.name} names")


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """A file without a quick test is not even read."""
    if not config.getoption("quick"):
        return None
    return collection_path == BROWSER_TESTS or str(collection_path.relative_to(FOLDER.parent)) in _not_quick() or None


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Browser tests come first: they take longest, and tests that follow one another share servers."""
    for item in items:
        if item.path.is_relative_to(BROWSER_TESTS):
            item.add_marker("browser")
    items.sort(key=lambda item: _turn(item.path))
    if config.getoption("quick"):
        config.hook.pytest_deselected(items=[item for item in items if not _is_quick(item)])
        items[:] = filter(_is_quick, items)


def pytest_collection_finish() -> None:
    """What was collected stays to the end: no search for garbage walks through it again, half a second each time."""
    gc.collect()
    gc.freeze()


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> None:
    """Begin to count what the test takes."""
    item.stash[_BEGAN] = _cpu()


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    """Add up what a test takes with all its parameters; cells of notebooks, in a folder of their own, do not say."""
    if report.when == "teardown":
        _cpu_seconds[report.nodeid.partition("[")[0]] += dict(report.user_properties).get("cpu", 0.0)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    """Name the tests that are not quick: a line of `not_quick.txt` for each."""
    long = {name: seconds for name, seconds in _cpu_seconds.most_common() if seconds > QUICK_CPU_SECONDS}
    if long and config.getoption("quick"):
        terminalreporter.section(f"over {QUICK_CPU_SECONDS:.0f} s CPU: not quick")
        for name, seconds in long.items():
            terminalreporter.write_line(f"{seconds:6.1f} {name}")


def _turn(path: Path) -> int:
    if path.is_relative_to(BROWSER_TESTS):
        return 0
    return LONGEST_FIRST.index(path) + 1 if path in LONGEST_FIRST else len(LONGEST_FIRST) + 1


@cache
def _not_quick() -> frozenset[str]:
    """Return paths from the folder above and node ids, such as `tests/a/test_b.py::test_c`."""
    return frozenset(NOT_QUICK.read_text("utf-8").split())


def _is_quick(item: pytest.Item) -> bool:
    if item.get_closest_marker("slow") or item.get_closest_marker("browser"):
        return False
    parameters = item.callspec.params if isinstance(item, pytest.Function) and hasattr(item, "callspec") else {}
    return parameters.get("database_url", "memory") == "memory" and item.nodeid.partition("[")[0] not in _not_quick()


def _cpu() -> float:
    """Return the CPU seconds of this process and of those it has started and seen end."""
    spent = [resource.getrusage(whose) for whose in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(each.ru_utime + each.ru_stime for each in spent)
