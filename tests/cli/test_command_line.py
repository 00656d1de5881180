"""The program as a whole: help, version, its two doors, a terminal, and a pipe that closes early."""

from __future__ import annotations

import json
import os
import pty
import subprocess
import sys
from importlib import metadata
from pathlib import Path

import pytest

COMMANDS = ("render", "check", "export", "import", "verify")
SCRIPT = Path(sys.executable).with_name("apiref-nb")


def test_help_lists_every_command(run):
    """Called without words, or with --help, the program says what it can do."""
    done = run("--help")
    assert done.code == 0
    assert [name for name in COMMANDS if f" {name} " in done.out] == list(COMMANDS)


@pytest.mark.parametrize("command", COMMANDS)
def test_every_option_is_explained(run, command):
    """The help of each command has a sentence for each option, SOURCE and the command itself."""
    done = run(command, "--help")
    assert done.code == 0
    assert "SOURCE" in done.out
    rows = [line.strip("│ ").strip() for line in done.out.splitlines() if line.startswith("│")]
    assert rows
    assert not [row for row in rows if row.startswith("--") and len(row.split("  ")) == 1]


@pytest.mark.parametrize("command", [[SCRIPT], [sys.executable, "-m", "apiref_nb"]])
def test_both_doors_lead_to_the_program(command):
    """The installed script and `python -m apiref_nb` are the same."""
    done = subprocess.run([*command, "--version"], capture_output=True, text=True, timeout=900, check=True)
    assert done.stdout == f"apiref-nb {metadata.version('apiref-nb')}\n"


def test_usage_error_is_exit_code_2(run, folder):
    """An unknown option is named, with the way to the help."""
    done = run("render", "harbour.json", "--colour")
    assert done.code == 2
    assert "--colour" in done.err


def test_pipe_that_closes_early_is_no_failure(folder):
    """`apiref-nb render … -o - | head -1` ends quietly."""
    command = f"'{sys.executable}' -m apiref_nb render harbour.json -o - --format html | head -c 10"
    done = subprocess.run(["sh", "-c", command], capture_output=True, text=True, timeout=900, check=True)
    assert (done.stdout, done.stderr) == ("<!DOCTYPE ", "")


def seen_in_a_terminal(*words: str) -> str:
    """Run the program in a pseudo-terminal and return what it writes to it."""
    controller, terminal = pty.openpty()
    environment = {name: value for name, value in os.environ.items() if name not in ("CI", "NO_COLOR")}
    process = subprocess.Popen(
        [sys.executable, "-m", "apiref_nb", *words],
        stdin=terminal,
        stdout=terminal,
        stderr=terminal,
        env=environment | {"TERM": "xterm-256color", "COLUMNS": "80"},
    )
    os.close(terminal)
    written = b""
    try:
        while chunk := os.read(controller, 65536):
            written += chunk
    except OSError:
        pass  # Linux says so when the program has closed its end
    finally:
        os.close(controller)
        process.wait(900)
    return written.decode()


def test_problems_are_a_table_in_a_terminal(folder):
    """A person sees columns and colours; the document's own text still brings none."""
    document = {"openapi": "3.1.0", "info": {"title": "T", "version": "1"}, "paths": {"/[red]x\x1b[31m": {"get": 7}}}
    (folder / "faulty.json").write_text(json.dumps(document), encoding="utf-8")
    seen = seen_in_a_terminal("check", "faulty.json")
    assert "Place and problem" in seen
    assert "[red]x" in seen
    assert "x\x1b[31m" not in seen
