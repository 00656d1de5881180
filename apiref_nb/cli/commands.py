"""The commands, in the order of the help; the module of each is imported when it is the one in hand.

`app` lists them by their names and first sentences alone. A new command is a function that opens its module and a line
in `COMMANDS`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

import typer
from typer.core import TyperCommand, TyperGroup

CommandFunction = Callable[..., None]


def _render() -> CommandFunction:
    from apiref_nb.cli.render import render  # noqa: PLC0415 - only when it is the command in hand, here and below

    return render


def _check() -> CommandFunction:
    from apiref_nb.cli.check import check  # noqa: PLC0415

    return check


def _export() -> CommandFunction:
    from apiref_nb.cli.export import export  # noqa: PLC0415

    return export


def _bundle() -> CommandFunction:
    from apiref_nb.cli.bundle import bundle  # noqa: PLC0415

    return bundle


def _import() -> CommandFunction:
    from apiref_nb.cli.importing import import_pages  # noqa: PLC0415

    return import_pages


def _verify() -> CommandFunction:
    from apiref_nb.cli.verify import verify  # noqa: PLC0415

    return verify


def _mock() -> CommandFunction:
    from apiref_nb.cli.mock import mock  # noqa: PLC0415

    return mock


COMMANDS: Final[Mapping[str, tuple[str, Callable[[], CommandFunction]]]] = {
    "render": (
        "Write an API reference: a standalone page (.html), Markdown (.md), plain text (.txt) or a table (.csv).",
        _render,
    ),
    "check": ("List what is wrong in a document, each with its place.", _check),
    "export": ("Write a Postman collection (format v2.1) of all operations, with their samples and answers.", _export),
    "bundle": (
        "Write one self-contained document: all files that it refers to, and its overlays, in one.",
        _bundle,
    ),
    "import": (
        "Write reference pages, one for each tag and an index, with code that runs as it stands.",
        _import,
    ),
    "verify": ("Send each operation's sample request and compare the answer with the document.", _verify),
    "mock": ("Answer the requests of a document on 127.0.0.1, until Ctrl-C.", _mock),
}
"""Name -> first sentence of its help, and what opens its function."""


class LazyCommand(TyperCommand):
    """A command that is known by name and first sentence until it is called.

    Args:
        name: what the user types.
        sentence: the first of its help.
        opened: gives the function, whose signature and docstring are the command's options and help.
    """

    def __init__(self, name: str, sentence: str, opened: Callable[[], CommandFunction]) -> None:
        super().__init__(name, help=sentence)
        self._opened = opened

    def loaded(self) -> Any:  # noqa: ANN401 - a command of click's, which typer brings under two names
        """Return the command itself, with its options."""
        alone = typer.Typer(add_completion=False, pretty_exceptions_enable=False, rich_markup_mode="markdown")
        alone.command(self.name)(self._opened())
        return typer.main.get_command(alone)

    def make_context(self, *arguments: Any, **settings: Any) -> Any:  # noqa: ANN401 - as click calls it
        """Return the context of the command itself, which is called from here on.

        Args:
            arguments: as click gives them.
            settings: likewise.
        """
        return self.loaded().make_context(*arguments, **settings)


class Commands(TyperGroup):
    """The application: `COMMANDS`, none of them loaded."""

    def __init__(self, **settings: Any) -> None:  # noqa: ANN401 - as typer calls it
        super().__init__(**settings)
        self.commands = {name: LazyCommand(name, *about) for name, about in COMMANDS.items()}
