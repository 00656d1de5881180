"""The application: its commands in the order of its help; whatever fails in one ends as a sentence."""

from __future__ import annotations

import os
import sys
from typing import Annotated

import typer

from apiref_nb.cli.commands import Commands
from apiref_nb.cli.failures import FAILED, words_of
from apiref_nb.errors import ApirefError
from apiref_nb.version import __version__

app = typer.Typer(
    cls=Commands,
    name="apiref-nb",
    help="API reference from any OpenAPI document: 2.0, 3.0, 3.1 and 3.2, JSON or YAML.",
    epilog="SOURCE is an address (http or https), a path, or `-` for standard input. "
    "Exit codes: 0 done, 1 something was found, 2 not done.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode="markdown",
    context_settings={"help_option_names": ["--help", "-h"]},
)


def _show_version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"apiref-nb {__version__}")
        raise typer.Exit


@app.callback()
def _options(
    version: Annotated[
        bool, typer.Option("--version", callback=_show_version, is_eager=True, help="Show the version and exit.")
    ] = False,
) -> None:
    pass


def _fail(message: str) -> None:
    from apiref_nb.cli.terminal import fail  # noqa: PLC0415 - only when there is something to say

    fail(message)


def run() -> None:
    """Run the command that the process was started with; never ends in a traceback of ours."""
    try:
        app(prog_name="apiref-nb")
    except BrokenPipeError:
        # The reader of a pipe, such as head, has seen enough; what Python still wants to flush has nowhere to go.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(0)
    except (ApirefError, OSError) as failure:
        _fail(words_of(failure))
    sys.exit(FAILED)
