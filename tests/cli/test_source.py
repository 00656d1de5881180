"""SOURCE from a pipe, standard input, and what is neither a file nor a pipe: alike for every command."""

from __future__ import annotations

import io
import json
import subprocess
import sys
import types

import pytest

from tests.cli.conftest import HARBOUR

PROGRAM = f"'{sys.executable}' -m apiref_nb"
READERS = {
    "check": ["check", "{}", "--format", "json"],
    "render": ["render", "{}", "-o", "-", "--format", "txt"],
    "export": ["export", "{}", "-o", "-"],
    "bundle": ["bundle", "{}", "-o", "-"],
    "import": ["import", "{}", "-o", "pages", "--load-from", "https://harbour.example/openapi.json"],
    "verify": ["verify", "{}", "--base-url", "http://127.0.0.1:1", "--format", "json"],
}
"""Every command that takes a SOURCE."""
FIRST_ANSWERS = {"check": 0, "render": 0, "export": 0, "bundle": 0, "import": 0, "verify": 1}
"""Exit codes over a good document, whose API answers nowhere."""


def words_of(command: str, source: str) -> list[str]:
    return [word.replace("{}", source) for word in READERS[command]]


@pytest.fixture
def piped(monkeypatch):
    """A function that puts bytes on standard input."""

    def put(content: bytes) -> None:
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(content)))

    return put


@pytest.mark.parametrize("command", READERS)
def test_every_command_reads_standard_input(run, folder, piped, command):
    """`-` as SOURCE gives what the same document as a file gives."""
    from_file = run(*words_of(command, "harbour.json"))
    piped(json.dumps(HARBOUR).encode())
    done = run(*words_of(command, "-"))
    assert done.code == FIRST_ANSWERS[command]
    assert done.out.replace('"source": "-"', '"source": "harbour.json"') == from_file.out


@pytest.mark.parametrize(
    "line",
    [
        "cat harbour.json | {} check -",
        "cat harbour.json | {} check /dev/stdin",
        "{} check - < harbour.json",
        "{} check <(cat harbour.json)",
    ],
)
def test_a_pipe_is_read_as_a_shell_gives_it(folder, line):
    """Through `|`, `<` and `<(…)`, in a process of its own."""
    words = ["bash", "-c", line.format(PROGRAM)]
    done = subprocess.run(words, capture_output=True, text=True, timeout=900, check=False)
    assert (done.returncode, done.stdout) == (0, "")
    assert done.stderr.startswith("no problems in 2 operations of ")


def test_standard_input_is_called_so(run, folder, piped):
    """A sentence says `standard input`; a line for an editor keeps the `-` that was typed."""
    piped(json.dumps(HARBOUR | {"paths": {"/a": {"get": 7}}}).encode())
    done = run("check", "-")
    assert done.out.startswith("-:1:")
    assert done.err == "1 problem in 1 operation of standard input\n"


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"", "error: standard input: "),
        (b"{", "error: standard input: "),
        (b" " * (10 * 1024 * 1024 + 1), "error: standard input: the document has more than 10,485,760 bytes"),
    ],
)
def test_what_is_piped_and_cannot_be_read_is_one_sentence(run, folder, piped, content, said):
    """As for a file."""
    piped(content)
    done = run("check", "-")
    assert done.code == 2
    assert done.err.startswith(said)
    assert done.err.count("\n") == 1


def test_closed_standard_input_is_told(run, folder, monkeypatch):
    """A process may be started without one."""
    monkeypatch.setattr(sys, "stdin", None)
    assert run("check", "-").err == "error: standard input: it is closed; give a file, an address or a pipe\n"
    monkeypatch.setattr(sys, "stdin", types.SimpleNamespace(buffer=BrokenStream()))
    assert run("check", "-").err == "error: standard input: it cannot be read: Input/output error\n"


class BrokenStream:
    """A stream that the system gives up."""

    def read(self, _size: int) -> bytes:
        raise OSError(5, "Input/output error")


@pytest.mark.parametrize("command", READERS)
def test_a_link_to_itself_is_told(run, folder, command):
    """Not by the name of an exception."""
    (folder / "loop.json").symlink_to("loop.json")
    done = run(*words_of(command, "loop.json"))
    assert done.code == 2
    assert done.err == (
        "error: loop.json: links lead in a circle here (loop.json -> loop.json); a link must lead to a file\n"
    )
