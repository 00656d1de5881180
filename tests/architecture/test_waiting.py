"""Limits of time end what hangs and nothing else: they hold on a machine that is twenty times as busy."""

from __future__ import annotations

import ast
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

TESTS = Path(__file__).parents[1]
SETTINGS = tomllib.loads((TESTS.parent / "pyproject.toml").read_text("utf-8"))["tool"]["pytest"]["ini_options"]
PROCESS_SECONDS = 900
"""What a process is granted that a test starts, however little it has to do."""
SILENT = {"tests/fetching/test_wire.py"}
"""A host that says nothing until a time is over: what passes there is time itself."""


def faults(source: str) -> Iterator[str]:
    """Yield what is wrong with the waits of a file."""
    for call in ast.walk(ast.parse(source)):
        if not isinstance(call, ast.Call):
            continue
        name = ast.unparse(call.func)
        process = name.startswith("subprocess.") or name.endswith((".communicate", "process.wait", "server.wait"))
        granted = [word.value for word in call.keywords if word.arg == "timeout"] + call.args * name.endswith(".wait")
        for seconds in granted if process else ():
            if isinstance(seconds, ast.Constant) and seconds.value != PROCESS_SECONDS:
                yield f"line {call.lineno}: {name} grants {seconds.value} s, not {PROCESS_SECONDS}"
        if name == "time.sleep":
            yield f"line {call.lineno}: sleeps, where an event could be awaited"


def test_no_test_ends_early_or_sleeps():
    """A process has as long as any other, below the limit at which the whole run is ended."""
    files = [
        file
        for file in TESTS.rglob("*.py")
        if not {"outside", "node_modules"} & set(file.parts) and not file.name.startswith("fuzz_")
    ]
    print(f"{len(files)} files")
    found = {
        str(file.relative_to(TESTS.parent)): list(faults(file.read_text("utf-8")))
        for file in files
        if str(file.relative_to(TESTS.parent)) not in SILENT
    }
    assert {name: wrong for name, wrong in found.items() if wrong} == {}
    assert SETTINGS["faulthandler_timeout"] > PROCESS_SECONDS


@pytest.mark.parametrize(
    ("source", "fault"),
    [
        ("subprocess.run(words, timeout=60)", "line 1: subprocess.run grants 60 s, not 900"),
        ("self._process.wait(20)", "line 1: self._process.wait grants 20 s, not 900"),
        ("time.sleep(1)", "line 1: sleeps, where an event could be awaited"),
    ],
)
def test_an_early_end_is_found(source, fault):
    """The check fails where it must."""
    assert list(faults(source)) == [fault]
