"""What the docstrings of the public functions owe their readers: every argument, by its own name."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import grimp
import pytest
import typer

import apiref_nb
from apiref_nb.cli.app import app
from apiref_nb.cli.commands import COMMANDS

PACKAGES = Path(__file__).parents[2]
MODULES = sorted(path for package in ("apiref_nb", "petstore_flask") for path in (PACKAGES / package).rglob("*.py"))

_ENTRY = re.compile(r"    \*{0,2}(\w+):\s*(.*)")
_ARGS = "\n    Args:\n        a: One.\n        b: Two.\n"
_SEE = re.compile(r"\b[Ss]ee `([\w.]+)`")


@dataclass(frozen=True)
class Callee:
    """A public function, method or constructor, and what its docstring says."""

    path: str
    name: str
    arguments: tuple[str, ...]
    """Without `self` and `cls`."""
    docstring: str

    def entries(self) -> dict[str, str]:
        """Argument -> the first line of what stands for it under `Args:`."""
        _, heading, below = self.docstring.partition("Args:\n")
        section = re.split(r"^\S", below, maxsplit=1, flags=re.MULTILINE)[0] if heading else ""
        return {found[1]: found[2] for line in section.splitlines() if (found := _ENTRY.match(line))}


def callees(source: str, path: str) -> list[Callee]:
    return list(_callees(ast.parse(source).body, path, owner=None))


def _callees(body: list[ast.stmt], path: str, owner: ast.ClassDef | None) -> Iterator[Callee]:
    for node in body:
        if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
            yield from _callees(node.body, path, node)
        elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            constructor = owner is not None and node.name == "__init__"
            marks = {ast.unparse(mark).rpartition(".")[2] for mark in node.decorator_list}
            if (node.name.startswith("_") and not constructor) or "overload" in marks:
                continue
            given = [*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs, node.args.vararg, node.args.kwarg]
            arguments = tuple(argument.arg for argument in given if argument is not None)
            docstring = ast.get_docstring(node) or ""
            if constructor:
                docstring = f"{ast.get_docstring(owner) or ''}\n{docstring}"
            name = owner.name if constructor else node.name
            yield Callee(path, name, arguments[owner is not None and "staticmethod" not in marks :], docstring)


def undocumented(found: list[Callee]) -> list[str]:
    """What is missing or untrue: an argument without a word, a word for no argument, a `see` that leads to neither."""
    documented: dict[tuple[str, str], set[str]] = {}
    for callee in found:
        own = {name for name, words in callee.entries().items() if not _SEE.match(words)}
        for path in (callee.path, ""):
            documented.setdefault((path, callee.name), set()).update(own)

    def known(seen: str, path: str) -> set[str]:
        """The arguments that a function documents: the one of this name in the same file, else anywhere."""
        name = seen.rpartition(".")[2]
        return documented.get((path, name)) or documented.get(("", name), set())

    faults = []
    for callee in found:
        entries = callee.entries()
        where = f"{callee.path}: {callee.name}"
        faults += [f"{where} has no argument {name}" for name in entries if name not in callee.arguments]
        if len(callee.arguments) < 2:
            continue
        elsewhere = {name for seen in _SEE.findall(callee.docstring) for name in known(seen, callee.path)}
        for name in callee.arguments:
            referred = _SEE.match(entries.get(name, ""))
            said = name in known(referred[1], callee.path) if referred else name in entries or name in elsewhere
            if not said:
                faults.append(f"{where} says nothing of {name}")
    return faults


@pytest.fixture(scope="module")
def found() -> list[Callee]:
    return [
        callee
        for path in MODULES
        for callee in callees(path.read_text(encoding="utf-8"), path.relative_to(PACKAGES).as_posix())
    ]


def test_every_argument_is_documented(found):
    """With two or more arguments a docstring says what each means, or `see` names the function that says it."""
    commands = {opened().__name__ for _, opened in COMMANDS.values()}
    asked = [callee for callee in found if not (callee.path.startswith("apiref_nb/cli/") and callee.name in commands)]
    several = [callee for callee in asked if len(callee.arguments) > 1]
    print(f"{len(several)} functions, methods and constructors with two or more arguments")
    assert len(several) > 150
    assert undocumented(asked) == []


def test_every_option_of_a_command_has_its_help():
    """The arguments of a command are documented where its reader looks: in `--help`."""
    commands = typer.main.get_command(app).commands
    assert list(commands) == list(COMMANDS)
    silent = [
        f"{command.name} {parameter.name}"
        for command in commands.values()
        for parameter in command.loaded().params
        if not getattr(parameter, "help", "")
    ]
    assert silent == []


@pytest.mark.parametrize("name", apiref_nb.__all__)
def test_every_public_name_has_a_docstring(name):
    """What a reader imports says what it is, and not what `dataclass` writes where nothing is said."""
    docstring = getattr(apiref_nb, name).__doc__ or ""
    assert docstring.strip()
    assert not docstring.startswith(f"{name}(")


@pytest.mark.parametrize(
    ("source", "faults"),
    [
        ('def cut(text, size):\n    """Return.\n\n    Args:\n        text: words.\n    """', ["says nothing of size"]),
        ('def cut(text, size):\n    """Return; see `nothing`."""', ["says nothing of text", "says nothing of size"]),
        ('def cut(text):\n    """Return.\n\n    Args:\n        words: gone.\n    """', ["has no argument words"]),
        ('class Cut:\n    """A cut."""\n    def __init__(self, a, b): ...', ["says nothing of a", "says nothing of b"]),
        (f'class Cut:\n    """A.\n{_ARGS}    """\n    def __init__(self, a, b): ...', []),
        ("def _cut(text, size): ...", []),
    ],
)
def test_a_missing_argument_is_found(source, faults):
    """The gate above sees what it is there for."""
    assert [fault.partition("ut ")[2] for fault in undocumented(callees(source, "a.py"))] == faults


_CALLED_BY = re.compile(r"Called by (.+?)(?:\.\s|\.$|;|$)", re.DOTALL)
_CALLER = re.compile(r"`([a-z_][\w.]*)`|\b(\w+)\.py\b")


def test_called_by_names_who_calls():
    """Each caller that a module's docstring names, a file or a room, does import the module."""
    graph = grimp.build_graph("apiref_nb", "petstore_flask", cache_dir=None)
    faults = []
    read = 0
    for path in MODULES:
        place = path.relative_to(PACKAGES).as_posix()
        said = _CALLED_BY.search(ast.get_docstring(ast.parse(path.read_text(encoding="utf-8"))) or "")
        if said is None:
            continue
        callers = graph.find_modules_that_directly_import(place.removesuffix(".py").replace("/", "."))
        parts = {part for caller in callers for part in caller.split(".")[1:]}
        for quoted, file in _CALLER.findall(said[1]):
            read += 1
            name = (quoted or file).rpartition(".")[2]
            if name not in parts:
                faults.append(f"{place}: {name} does not import it")
    print(f"{read} names of callers")
    assert read
    assert faults == []
