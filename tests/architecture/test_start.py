"""Starting costs little: what is not used is not imported, which is held by the modules that are there, not by time."""

from __future__ import annotations

import ast
import json
import subprocess
import sys
from pathlib import Path

import pytest

from apiref_nb.cli.commands import COMMANDS

PACKAGE = Path(__file__).parents[2] / "apiref_nb"
DOORS = sorted(
    path for path in PACKAGE.rglob("__init__.py") if "front_door(__name__" in path.read_text(encoding="utf-8")
)

HEAVY = frozenset(
    {
        "IPython", "asyncio", "httpcore", "httpx", "idna", "ipywidgets", "jsonpath", "jsonschema_rs", "markdown_it",
        "nbformat", "pandas", "pydantic", "pygments", "rich", "slugify", "ssl", "traitlets", "typer", "yaml",
        "petstore_flask", "flask", "sqlalchemy",
    }
)  # fmt: skip
DOCUMENT = {"openapi": "3.1.0", "info": {"title": "Tides", "version": "1"}, "paths": {"/tide": {"get": {}}}}


def loaded_by(code: str, *words: object) -> set[str]:
    """The heavy packages, and the rooms of ours, that a process has after some code."""
    code = f"import sys\nsys.argv[1:] = {list(map(str, words))!r}\n{code}\nimport json\n"
    code += "print('\\n' + json.dumps(sorted(sys.modules)), file=sys.__stderr__)"
    done = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)
    modules = json.loads(done.stderr.splitlines()[-1])
    tops = {name.partition(".")[0] for name in modules} & HEAVY
    return tops | {".".join(name.split(".")[1:2]) for name in modules if name.startswith("apiref_nb.")}


@pytest.fixture
def document(tmp_path: Path) -> Path:
    path = tmp_path / "tides.json"
    path.write_text(json.dumps(DOCUMENT), encoding="utf-8")
    return path


def test_the_embed_is_imported_without_readers_and_writers():
    """A cell that names a document pays for reading it, not for the console, the client or the colours."""
    loaded = loaded_by("from apiref_nb import OpenApiEmbed\nOpenApiEmbed('https://api.example.com/openapi.json')")
    assert loaded & HEAVY == set()
    assert loaded & {"reading", "schemas", "requests", "describing", "writing", "postman", "client", "cli"} == set()


def test_help_imports_no_command():
    """What the help says of a command is known without it."""
    loaded = loaded_by("from apiref_nb.cli import main\ntry: main()\nexcept SystemExit: pass", "--help")
    assert loaded & HEAVY <= {"typer", "rich", "markdown_it", "pygments"}  # rich brings the other two
    assert not loaded & {"model", "load", "reading", "writing", "client"}


@pytest.mark.parametrize(
    ("words", "absent"),
    [
        (
            ("check",),
            {"httpx", "pydantic", "markdown_it", "yaml", "describing", "writing", "client"},
        ),
        (("render", "-o", "page.html"), {"httpx", "pydantic", "yaml", "client", "interactive"}),
        (("export", "-o", "tides.postman_collection.json"), {"httpx", "pydantic", "yaml", "client", "interactive"}),
    ],
)
def test_a_command_imports_what_it_uses(words, absent, document, tmp_path, monkeypatch):
    """A file needs no HTTP library, a check no writers, and no command another one."""
    monkeypatch.chdir(tmp_path)
    name, *rest = words
    loaded = loaded_by("from apiref_nb.cli import main\ntry: main()\nexcept SystemExit: pass", name, document, *rest)
    assert "reading" in loaded
    assert loaded & (absent | {"IPython", "ipywidgets", "asyncio", "nbformat", "pandas"}) == set()


def test_a_shown_file_needs_no_network_and_no_widgets(document):
    """Neither the HTTP library nor the notebook is needed to show a document that is there."""
    loaded = loaded_by(
        "import pathlib\nfrom apiref_nb import OpenApiEmbed\n"
        f"assert OpenApiEmbed(pathlib.Path({str(document)!r}))._repr_mimebundle_()"
    )
    assert "writing" in loaded
    assert loaded & {"httpx", "ssl", "asyncio", "client", "interactive", "ipywidgets", "IPython", "pandas"} == set()


@pytest.mark.parametrize("name", COMMANDS)
def test_the_help_of_all_begins_as_the_help_of_each(name):
    """The first sentence of a command stands in the table, for the command is not loaded to be listed."""
    sentence, opened = COMMANDS[name]
    first = (opened().__doc__ or "").partition("\n\n")[0]
    assert " ".join(first.split()) == sentence


@pytest.mark.parametrize("door", [pytest.param(path, id=path.parent.name) for path in DOORS])
def test_a_front_door_says_the_same_twice(door):
    """What contracts and type checkers see is what is opened; and it is what `__all__` promises."""
    tree = ast.parse(door.read_text(encoding="utf-8"))
    seen = {
        alias.name: node.module
        for block in tree.body
        if isinstance(block, ast.If)
        for node in block.body
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
    }
    values = {
        node.targets[0].id: node.value
        for node in tree.body
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name)
    }
    opened = {name: home for home, names in ast.literal_eval(values["_HOMES"]).items() for name in names}
    assert sorted(opened) == sorted(seen) == sorted(ast.literal_eval(values["__all__"]))
    if door.parent != PACKAGE:  # the package names the rooms, each of which is a door of its own
        assert opened == seen


def test_there_are_front_doors():
    """The test above reads some."""
    assert {path.parent.name for path in DOORS} >= {"apiref_nb", "display", "load", "model"}
