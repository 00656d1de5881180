"""`apiref-nb check`: every imperfect place of documents, for people, editors, scripts and GitHub's annotations."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable, Sequence
from enum import StrEnum
from functools import partial
from pathlib import Path
from typing import Annotated, Any

import typer

from apiref_nb.cli.batches import Jobs, Sources, done_with_each
from apiref_nb.cli.checked import CheckOutcome, checked
from apiref_nb.cli.failures import end_with_failures
from apiref_nb.cli.options import AnyHost, Overlay, Revalidate, Root
from apiref_nb.cli.source import DEFAULT_REVALIDATE, Wanted, parse_source, spoken
from apiref_nb.cli.sources import NamedSource, named_sources
from apiref_nb.cli.terminal import say, write_text
from apiref_nb.errors import ShapeError
from apiref_nb.model import Problem
from apiref_nb.text.invisible_characters import visible_line
from apiref_nb.text.plurals import plural
from apiref_nb.text.quoting import short

FOUND = 1
"""Exit code when a document has problems."""


class ReportFormat(StrEnum):
    """How the problems may be written."""

    TEXT = "text"
    JSON = "json"
    GITHUB = "github"


def check(
    sources: Sources,
    *,
    format_: Annotated[
        ReportFormat,
        typer.Option("--format", "-f", help="`github` writes annotations for a workflow's log."),
    ] = ReportFormat.TEXT,
    examples: Annotated[
        bool, typer.Option("--examples/--no-examples", help="Compare each example and default with its schema.")
    ] = True,
    recordings: Annotated[
        Path | None,
        typer.Option(metavar="FOLDER", show_default=False, help="Judge also the recordings (.har) below this folder."),
    ] = None,
    jobs: Jobs = 1,
    revalidate: Revalidate = DEFAULT_REVALIDATE,
    overlay: Overlay = None,
    root: Root = None,
    any_host: AnyHost = False,
) -> None:
    """List what is wrong in a document, each with its place.

    Several sources, or a folder, are checked one after another; their JSON reports are a list. Exit code 1 when there
    is anything, 2 when a document cannot be read at all.
    """
    named = named_sources(sources)
    alone = len(named) == 1 and named[0].listed
    reading = Wanted(revalidate, tuple(overlay or ()), root, any_host)
    if recordings is not None and not alone:
        words = f"goes with the one document that was recorded, not with {len(named)} or a folder"
        raise ShapeError("--recordings", words, short(str(recordings)))
    work = partial(checked, reading=reading, examples=examples, recordings=recordings)
    outcomes = []
    for outcome in done_with_each(work, named, jobs=jobs, step="Checking", died=_dead):
        if not outcome.skipped:
            WRITERS[format_](outcome)
        outcomes.append(outcome)
    if format_ is ReportFormat.JSON:
        told = (outcome for outcome in outcomes if not outcome.skipped and not (alone and outcome.failure))
        reports = [_report(outcome) for outcome in told]
        if reports or not alone:
            write_text(json.dumps(reports[0] if alone else reports, indent=2))
    end_with_failures(outcomes, sources)
    if any(outcome.problems for outcome in outcomes):
        raise typer.Exit(FOUND)


def _dead(named: NamedSource, ended: str) -> CheckOutcome:
    words = f"the process that checked it {ended}"
    return CheckOutcome(named.source, failure=f"{named.source}: {words}", cause=words)


def _file_of(source: str, problem: Problem) -> str:
    """Return the file of a problem as the user can open it."""
    path = parse_source(source)
    if not problem.source or isinstance(path, str) or isinstance(parse_source(problem.source), str):
        return problem.source or source
    return os.path.normpath(path.parent / problem.source)


def _write_text(outcome: CheckOutcome) -> None:
    """A table for a person, lines that an editor can jump to for everything else."""
    if outcome.failure:
        return
    source, problems = outcome.source, outcome.problems
    if not sys.stdout.isatty():
        for problem in problems:
            write_text(f"{_file_line(source, problem)}: {problem.pointer}: {visible_line(problem.message)}")
    elif problems:
        _draw(problems)
    count = len(problems)
    held = f"{outcome.operation_count} {plural(outcome.operation_count, 'operation')}"
    say(
        f"{count or 'no'} {plural(count, 'problem')} in {held} of {spoken(source)}",
        style="bold yellow" if count else "green",
    )


def _draw(problems: Sequence[Problem]) -> None:
    from rich.console import Console  # noqa: PLC0415 - only where something is drawn
    from rich.table import Table  # noqa: PLC0415 - likewise
    from rich.text import Text  # noqa: PLC0415 - likewise

    table = Table(box=None, pad_edge=False, header_style="bold", padding=(0, 2, 1, 0))
    table.add_column("Line", justify="right", no_wrap=True)
    table.add_column("Place and problem", overflow="fold")
    for problem in problems:
        text = Text.assemble((visible_line(problem.place), "cyan"), "\n", visible_line(problem.message))
        table.add_row(Text(_place(problem)), text)
    Console().print(table)


def _report(outcome: CheckOutcome) -> dict[str, Any]:
    """Return what a script reads of one source."""
    if outcome.failure:
        return {"source": outcome.source, "error": outcome.cause}
    listed = [
        {"file": _file_of(outcome.source, problem)}
        | {name: getattr(problem, name) for name in ("pointer", "message", "line", "column")}
        for problem in outcome.problems
    ]
    return {
        "source": outcome.source,
        "format": outcome.format_id,
        "digest": outcome.digest,
        "operations": outcome.operation_count,
        "problems": listed,
    }


def _write_github(outcome: CheckOutcome) -> None:
    if outcome.failure:
        write_text(_annotation(outcome.source, (outcome.line, outcome.column), outcome.cause))
    for problem in outcome.problems:
        place = (problem.line, problem.column)
        write_text(_annotation(_file_of(outcome.source, problem), place, f"{problem.pointer}: {problem.message}"))


def _write_nothing(outcome: CheckOutcome) -> None:
    """Do nothing: the reports of all sources are one text, written at the end."""


WRITERS: dict[ReportFormat, Callable[[CheckOutcome], None]] = {
    ReportFormat.TEXT: _write_text,
    ReportFormat.JSON: _write_nothing,
    ReportFormat.GITHUB: _write_github,
}


def _place(problem: Problem) -> str:
    return f"{problem.line}:{problem.column}" if problem.line is not None else ""


def _file_line(source: str, problem: Problem) -> str:
    return ":".join(part for part in (visible_line(_file_of(source, problem)), _place(problem)) if part)


def _annotation(source: str, place: tuple[int | None, int | None], message: str) -> str:
    """Return a workflow command; its separators are percent-encoded, so a document cannot write one of its own."""
    line, column = place
    properties = {"file": source, "line": line, "col": column, "title": "OpenAPI"}
    listed = ",".join(f"{name}={_escaped(str(value), ':,')}" for name, value in properties.items() if value is not None)
    return f"::error {listed}::{_escaped(message)}"


def _escaped(text: str, separators: str = "") -> str:
    for character in "%\r\n" + separators:
        text = text.replace(character, f"%{ord(character):02X}")
    return visible_line(text)
