"""What a command says of what it could not do: one sentence for each failure, in the user's own spelling."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final, Protocol

import typer

from apiref_nb.cli.terminal import fail, say
from apiref_nb.errors import ApirefError, ShapeError

FAILED: Final = 2
"""Exit code when a source could not be done; the others were."""
OPTION_OF_ARGUMENT: Final = {
    "tags": "--tag", "operations": "--operation", "base_url": "--base-url", "ignore_formats": "--ignore-format",
}  # fmt: skip
"""How the user spelled what a room calls otherwise."""


def words_of(failure: ApirefError | OSError, path: object = "file") -> str:
    """Return the sentence of a failure.

    Args:
        failure: what was raised.
        path: the file or folder that was worked on, where an `OSError` names none.
    """
    if isinstance(failure, ShapeError):
        failure.path = OPTION_OF_ARGUMENT.get(failure.path.partition("[")[0], failure.path)
    return (
        str(failure)
        if isinstance(failure, ApirefError)
        else f"{failure.filename or path}: {failure.strerror or failure}"
    )


class Outcome(Protocol):
    """What became of one source."""

    @property
    def failure(self) -> str:
        """Why nothing became of it; empty when something did."""
        ...

    @property
    def skipped(self) -> bool:
        """True for a file of a folder that is no OpenAPI document, which is no failure."""
        ...


def end_with_failures(outcomes: Sequence[Outcome], sources: Iterable[str]) -> None:
    """Report what failed last, where it is seen; return when nothing did.

    Args:
        outcomes: one for each document that the sources named.
        sources: what the user named.

    Raises:
        typer.Exit: with `FAILED`, when something failed or no source is an OpenAPI document.
    """
    for outcome in outcomes:
        if outcome.skipped:
            say(f"skipped {outcome.failure}", style="yellow")
    failures = [outcome.failure for outcome in outcomes if outcome.failure and not outcome.skipped]
    if all(outcome.skipped for outcome in outcomes):
        failures = [f"{', '.join(sources)}: no OpenAPI document is there"]
    for failure in failures:
        fail(failure)
    if failures:
        raise typer.Exit(FAILED)
