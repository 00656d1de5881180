"""The shape of the package that import-linter's contracts cannot state."""

from __future__ import annotations

import ast
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import grimp
import pytest

PACKAGES = Path(__file__).parents[2]
MODULES = sorted(path for package in ("apiref_nb", "petstore_flask") for path in (PACKAGES / package).rglob("*.py"))


@pytest.fixture(scope="module")
def imports() -> grimp.ImportGraph:
    return grimp.build_graph("apiref_nb", "petstore_flask", include_external_packages=True, cache_dir=None)


def test_no_room_imports_through_the_front_door(imports):
    """`apiref_nb/__init__.py` is for readers; a room that used it would load every other room."""
    assert imports.find_modules_that_directly_import("apiref_nb") <= {"apiref_nb.__main__"}


def test_the_package_imports_nothing_before_it_is_asked(imports):
    """`import apiref_nb` stays cheap: the front door opens its rooms when a name is used (see test_wheel.py)."""
    tree = ast.parse((PACKAGES / "apiref_nb/__init__.py").read_text(encoding="utf-8"))
    eager = {alias.name for node in tree.body if isinstance(node, ast.Import) for alias in node.names}
    eager |= {node.module for node in tree.body if isinstance(node, ast.ImportFrom)}
    assert not {
        name
        for name in eager
        if name.partition(".")[0] not in ("__future__", "typing")
        and name not in ("apiref_nb.front_door", "apiref_nb.version")
    }


def test_every_module_says_what_it_is():
    """A module opens with what comes in, what goes out and who calls it; an empty file says nothing."""
    silent = [path.name for path in MODULES if not ast.get_docstring(ast.parse(path.read_text(encoding="utf-8")))]
    assert silent == []


def test_imports_are_absolute():
    """A line of import names the whole way, so that it can be found and moved."""
    relative = [
        f"{path.name}:{node.lineno}"
        for path in MODULES
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.ImportFrom) and node.level
    ]
    assert relative == []


def test_no_files_import_each_other_in_a_circle(imports):
    """Two files that need each other are one file, or hold a third that both need; a deferred import hides a circle."""
    graph = {module: imports.find_modules_directly_imported_by(module) for module in imports.modules}
    try:
        TopologicalSorter(graph).prepare()
        circle = []
    except CycleError as found:
        circle = found.args[1]
    assert circle == []


def test_no_room_is_imported_by_its_name_in_text():
    """An import that the contracts cannot see would be a way around them; only front doors open rooms by name."""
    by_name = [
        f"{path.name}:{node.lineno}"
        for path in MODULES
        if path != PACKAGES / "apiref_nb" / "front_door.py"
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call) and ast.unparse(node.func).rpartition(".")[2] in ("import_module", "__import__")
    ]
    assert by_name == []


def test_files_hold_one_idea():
    """Over 400 lines a file holds a second idea."""
    long = {str(path.relative_to(PACKAGES)): len(path.read_text(encoding="utf-8").splitlines()) for path in MODULES}
    assert {name: lines for name, lines in long.items() if lines > 400} == {}
