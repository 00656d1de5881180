"""The README is true: its code runs, its commands, options, names and figures are there, its links lead somewhere."""

from __future__ import annotations

import ast
import inspect
import json
import os
import re
import socket
import subprocess
import sys
import sysconfig
import tomllib
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import pytest

from apiref_nb import ApiBlock, OpenApiEmbed, ShapeError
from apiref_nb.fetching.fetched import FetchLimits
from petstore_flask.document import json_document
from petstore_flask.settings import Settings

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text("utf-8")
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]

BLOCKS = [(language, code) for language, code in re.findall(r"^```(\w+)\n(.*?)^```$", README, re.MULTILINE | re.DOTALL)]
SPANS = re.findall(r"`([^`\n]+)`", re.sub(r"^```.*?^```$", "", README, flags=re.MULTILINE | re.DOTALL))
SHELL = "\n".join(code for language, code in BLOCKS if language in ("bash", "sh"))


def show(value: object) -> str:
    """What a notebook would show of a value, as one text."""
    make = getattr(value, "_repr_mimebundle_", None)
    return json.dumps(make(), default=str) if make is not None else repr(value)


def run_as_cell(code: str, names: dict[str, Any]) -> list[str]:
    """Run a block as a notebook runs a cell that shows every expression; return what is shown."""
    shown = []
    for node in ast.parse(code).body:
        if isinstance(node, ast.Expr):
            shown.append(show(eval(compile(ast.Expression(node.value), "README.md", "eval"), names)))
        else:
            exec(compile(ast.Module([node], []), "README.md", "exec"), names)
    return shown


def a_folder_of_files(folder: Path) -> Path:
    """Return the folder with what the block on many files names: a document, a file of it, and an overlay."""
    (folder / "api").mkdir()
    head = {"openapi": "3.1.0", "info": {"title": "Files", "version": "1"}}
    paths = {"/parts": {"$ref": "parts.json"}, "/internal": {"get": {"summary": "Hidden", "responses": {}}}}
    parts = {"get": {"summary": "List parts", "responses": {"200": {"description": "All."}}}}
    overlay = {"overlay": "1.0.0", "info": {"title": "Ours", "version": "1"}}
    removal = {"actions": [{"target": "$.paths['/internal']", "remove": True}]}
    for name, data in (
        ("api/openapi.yaml", head | {"paths": paths}),
        ("api/parts.json", parts),
        ("ours.overlay.yaml", overlay | removal),
    ):
        (folder / name).write_text(json.dumps(data), "utf-8")
    return folder


def test_python_blocks_run_in_order(monkeypatch, tmp_path):
    """One reader runs them one after the other."""
    monkeypatch.delenv("PETSTORE_DATABASE_URL", raising=False)
    blocks = [code for language, code in BLOCKS if language == "python"]
    names: dict[str, Any] = {}
    monkeypatch.chdir(a_folder_of_files(tmp_path))
    shown = [run_as_cell(code, names) for code in blocks]
    names["client"].close()
    assert len(blocks) == 7
    reference, files, components, calls, rows, offline, store = shown
    assert "List parts" in files[0]
    assert "Hidden" not in files[0]
    assert reference[0].count("ar-listed") >= 19
    assert "ar-banner" not in reference[0].partition("</style>")[2]
    assert ["/pets/{petId}" in components[0], "petId" in components[1], "meta.total" in components[2]] == [True] * 3
    assert names["reply"].status == 200
    assert calls[0].startswith("(200, {")
    assert calls[0].endswith("())")
    assert len(calls) == 3
    assert "cursor" in rows[0]
    assert "complete" in rows[2]
    assert offline[0] == "()"
    assert len(offline) == 2
    assert store[0].startswith("'http://127.0.0.1:")
    with pytest.raises(ConnectionRefusedError):  # the last line stopped it
        socket.create_connection(("127.0.0.1", names["store"].port), timeout=5)


def test_the_signature_is_the_one_of_the_class():
    """Names, order and defaults of the props of `OpenApiEmbed`."""
    (said,) = (span for span in SPANS if span.startswith("OpenApiEmbed(url, revalidate"))
    parameters = [each for each in inspect.signature(OpenApiEmbed).parameters.values() if each.name != "camel"]
    told = ast.parse(f"def f{said.removeprefix('OpenApiEmbed')}: ...").body[0].args
    assert [arg.arg for arg in (*told.args, *told.kwonlyargs)] == [each.name for each in parameters]
    defaults = [ast.literal_eval(value) for value in (*told.defaults, *told.kw_defaults)]
    assert defaults == [each.default for each in parameters if each.default is not inspect.Parameter.empty]


def test_what_pip_installs_is_offered():
    """Every extra that is named is one of the package."""
    named = set(re.findall(r"(?:apiref-nb|\.)\[(\w+)\]", README))
    assert {"petstore", "postgres", "demo"} <= named <= set(PROJECT["optional-dependencies"])


def test_every_target_of_make_is_there():
    """`make demo` and its like."""
    targets = set(re.findall(r"^([a-z-]+):.*## ", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE))
    assert set(re.findall(r"\bmake (\w+)", SHELL)) == {"demo", "test"} <= targets


def help_of(*words: str) -> str:
    done = subprocess.run(
        words, capture_output=True, text=True, timeout=900, check=True, env={**os.environ, "COLUMNS": "200"}
    )
    return done.stdout


COMMANDS = {
    command: line
    for line in README.splitlines()
    if (command := (re.match(r"\| `apiref-nb (\w+) ", line) or [None, None])[1])
}


@pytest.mark.parametrize("command", COMMANDS)
def test_every_option_of_a_command_is_there(command):
    """What the table says of a command is in its help."""
    options = set(re.findall(r"(?<![\w-])(--?[a-z][a-z-]*)", " ".join(re.findall("`([^`]+)`", COMMANDS[command]))))
    found = help_of(str(Path(sysconfig.get_path("scripts")) / "apiref-nb"), command, "--help")
    assert {option for option in options if not re.search(rf"(?<![\w-]){option}(?![\w-])", found)} == set()


def test_every_command_is_told():
    """The table is the list of the program, and the sentences below it name options that some command has."""
    program = str(Path(sysconfig.get_path("scripts")) / "apiref-nb")
    found = help_of(program, "--help")
    assert set(re.findall(r"^│ (\w+) ", found, re.MULTILINE)) == set(COMMANDS)
    pipe, verify = help_of(program, "import", "--help"), help_of(program, "verify", "--help")
    assert "--load-from" in pipe
    assert "--base-url" in verify


def test_the_pet_store_starts_from_a_terminal_as_written():
    """Options of `python -m petstore_flask`, and the line for several workers."""
    (said,) = (span for span in SPANS if span.startswith("python -m petstore_flask"))
    found = help_of(sys.executable, "-m", "petstore_flask", "--help")
    assert set(re.findall(r"--[a-z-]+", said)) == {"--port", "--database-url", "--auth"}
    assert all(option in found for option in re.findall(r"--[a-z-]+", said))
    workers = next(code for language, code in BLOCKS if language == "sh")
    words = workers.replace("\\\n", " ").split()
    assert words[0].startswith("PETSTORE_DATABASE_URL=postgresql://")
    command = [word.strip('"') for word in words[1:]]
    program = Path(sysconfig.get_path("scripts")) / command[0]
    subprocess.run(
        [program, "--check-config", *command[1:]], env={**os.environ, "PETSTORE_DATABASE_URL": "sqlite://"},
        capture_output=True, timeout=900, check=True, cwd=ROOT,
    )  # fmt: skip


def test_every_variable_of_the_environment_is_read():
    """A name in the README is a name in the sources."""
    named = set(re.findall(r"\b(?:APIREF|PETSTORE)_[A-Z_]+", README))
    sources = "\n".join(
        path.read_text("utf-8")
        for package in ("apiref_nb", "petstore_flask")
        for path in (ROOT / package).rglob("*.py")
    )
    assert len(named) >= 6
    assert {name for name in named if f'"{name}"' not in sources} == set()


def test_names_of_an_embed_are_there():
    """`embed.save` and its like, and the store's."""
    named = {match[1] for span in SPANS if (match := re.match(r"embed\.(\w+)", span))} | {"markdown", "text", "api"}
    assert len(named) >= 8
    assert {name for name in named if not hasattr(OpenApiEmbed, name)} == set()


def test_the_table_of_the_pet_store_is_its_document():
    """Each operation with its tag and credential."""
    document = json.loads(json_document(Settings()))
    words = {"petstore_auth": "Bearer token", "api_key": "API key"}
    found = {
        operation["operationId"]: (
            operation["tags"][0],
            " or ".join(words[name] for requirement in operation["security"] for name in requirement) or "none",
        )
        for item in document["paths"].values()
        for operation in item.values()
    }
    rows = re.findall(r"^\| (Pet|Store|User) \| ([\w, ]+) \| ([\w ]+) \|$", README, re.MULTILINE)
    told = {name: (tag, credential) for tag, names, credential in rows for name in names.split(", ")}
    assert told == found


def test_the_message_is_the_one_that_is_raised():
    """The example of an error is an error."""
    (said,) = (span for span in SPANS if span.startswith("operation.parameters[2]"))
    wrong = [{"name": "a", "location": "query"}] * 2 + [{"name": "b", "location": "cookie"}]
    with pytest.raises(ShapeError) as caught:
        ApiBlock({"method": "GET", "path": "/pets", "parameters": wrong})
    assert str(caught.value) == said


def test_the_limits_are_those_that_hold():
    """Seconds, redirects and bytes of a fetch."""
    limits = FetchLimits()
    words = " ".join(README.split())
    assert f"within {limits.timeout_seconds:.0f} seconds in all" in words
    assert limits.redirect_hops == 5
    assert "at most five redirects" in words
    assert f"({limits.body_bytes:,} bytes)" in words


def test_the_lessons_are_those_of_the_folder():
    """The table names every notebook."""
    told = re.findall(r"^\| \[([\w-]+)\]\(", README, re.MULTILINE)
    assert told == sorted(path.stem for path in (ROOT / "notebooks").glob("*.ipynb"))


def test_links_are_whole_and_lead_to_files():
    """An index shows the README far from its repository: no link is relative, and each names a file that is there."""
    repository = PROJECT["urls"]["Repository"]
    links = re.findall(r"\]\(([^)\s]+)\)", README) + re.findall(r"""(?:src|srcset|href)="([^"]+)""", README)
    own = [link for link in links if link.startswith(f"{repository}/")]
    assert len(own) >= 10
    assert [link for link in links if not link.startswith("https://")] == []
    for link in own:
        kind, branch, path = link.removeprefix(f"{repository}/").split("/", 2)
        assert kind == ("raw" if path.endswith(".png") else "blob"), link
        assert branch == "main", link
        assert (ROOT / unquote(path.partition("#")[0])).is_file(), link
