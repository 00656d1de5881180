"""The statements of `components.yaml` and `petstore.yaml`, and what is wrong with them.

A statement that no test holds, or that names a test that is not there, is a fault. Tests are found in their sources, so
that the question costs no test run.
"""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import yaml

ROOT = Path(__file__).parents[2]
FOLDER = Path(__file__).parent

_ID = re.compile(r"[a-z]+(-[a-z]+)*(-\d+)?(\.[a-z]+[A-Za-z]*)?")


@dataclass(frozen=True, slots=True)
class Statement:
    """One thing that is promised."""

    id: str
    """Stays the same when the words change, such as `embed-3.tags` or `operation.path`."""
    says: str
    tests: tuple[str, ...]
    """Node ids without parameters, such as `tests/pages/test_pages.py::test_tags_choose_pages`."""
    differs: str = ""
    """Where the product does otherwise or more, or what it chose where nothing is said, and why."""


@dataclass(frozen=True, slots=True)
class Section:
    """Statements about one thing, in the order of the page."""

    title: str
    statements: tuple[Statement, ...]


def sections(name: str) -> tuple[Section, ...]:
    """Return the sections of a file of this folder, such as `components`."""
    found: list[dict[str, Any]] = yaml.safe_load((FOLDER / f"{name}.yaml").read_text("utf-8"))
    return tuple(
        Section(each["section"], tuple(Statement(**row | {"tests": tuple(row["tests"])}) for row in each["rows"]))
        for each in found
    )


def faults(statements: Sequence[Statement]) -> Iterator[str]:
    """Yield what is wrong, one sentence each."""
    for name, count in Counter(statement.id for statement in statements).items():
        if count > 1:
            yield f"{name}: stands {count} times"
    for statement in statements:
        if not _ID.fullmatch(statement.id):
            yield f"{statement.id}: is no id such as embed-3 or operation.path"
        if not statement.says.strip():
            yield f"{statement.id}: says nothing"
        if not statement.tests:
            yield f"{statement.id}: no test holds it"
        for test in statement.tests:
            path, _, name = test.partition("::")
            if name not in defined_tests(path):
                yield f"{statement.id}: there is no test {test}"
            elif not defined_tests(path)[name]:
                yield f"{statement.id}: {test} is always skipped"


@cache
def defined_tests(path: str) -> dict[str, bool]:
    """Return the tests that a file defines, each with False when it is marked as skipped; none for a missing file."""
    file = ROOT / path
    if not file.is_file():
        return {}
    return {
        node.name: not any(_is_skip(decorator) for decorator in node.decorator_list)
        for node in ast.parse(file.read_text("utf-8")).body
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.name.startswith("test_")
    }


def _is_skip(decorator: ast.expr) -> bool:
    mark = decorator.func if isinstance(decorator, ast.Call) else decorator
    return isinstance(mark, ast.Attribute) and mark.attr in ("skip", "xfail")
