"""`apiref-nb check`: every imperfect place of a document, for people, editors, scripts and GitHub's annotations."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable, Sequence
from dataclasses import replace
from enum import StrEnum
from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table
from rich.text import Text

from apiref_nb.cli.options import AnyHost, Overlay, Revalidate, Root, Source
from apiref_nb.cli.source import DEFAULT_REVALIDATE, Wanted, load_with_document, parse_source, spoken
from apiref_nb.cli.terminal import at_work, say, write_text
from apiref_nb.errors import DocumentSyntaxError, SourceError
from apiref_nb.model import Api, Problem
from apiref_nb.parsing.document import locate_all
from apiref_nb.reading.composition import Composition
from apiref_nb.schemas.example_checks import check_examples
from apiref_nb.schemas.schema_checks import check_schemas
from apiref_nb.text.invisible_characters import visible_line
from apiref_nb.text.plurals import plural

FOUND = 1
"""Exit code when the document has problems."""
UNREADABLE = 2
"""Exit code when there is no document to check."""


class ReportFormat(StrEnum):
    """How the problems may be written."""

    TEXT = "text"
    JSON = "json"
    GITHUB = "github"


def check(
    source: Source,
    *,
    format_: Annotated[
        ReportFormat,
        typer.Option("--format", "-f", help="`github` writes annotations for a workflow's log."),
    ] = ReportFormat.TEXT,
    examples: Annotated[
        bool, typer.Option("--examples/--no-examples", help="Compare each example and default with its schema.")
    ] = True,
    revalidate: Revalidate = DEFAULT_REVALIDATE,
    overlay: Overlay = None,
    root: Root = None,
    any_host: AnyHost = False,
) -> None:
    """List what is wrong in a document, each with its place.

    Exit code 1 when there is anything, 2 when the document cannot be read at all.
    """
    try:
        api, document = load_with_document(source, Wanted(revalidate, tuple(overlay or ()), root, any_host))
    except SourceError as failure:
        if format_ is ReportFormat.GITHUB:
            write_text(_annotation(source, _place_of(failure), failure.cause))
        raise
    with at_work("Checking"):
        problems = _problems_of(api, document, examples=examples)
    WRITERS[format_](source, api, problems)
    if problems:
        raise typer.Exit(FOUND)


def _problems_of(api: Api, composition: Composition, *, examples: bool) -> Sequence[Problem]:
    """Return the problems with their places: those of the document itself, then those of each other file, in the order
    of the text.
    """
    found = tuple(dict.fromkeys((*api.problems, *check_schemas(api), *(check_examples(api) if examples else ()))))
    files = composition.files
    wanted: dict[str, list[str]] = {}
    for problem in found:
        if problem.line is None:
            wanted.setdefault(problem.source, []).append(problem.pointer)
    places = {name: locate_all(files[name], pointers) for name, pointers in wanted.items() if name in files}
    placed = (
        replace(problem, line=place.line, column=place.column)
        if problem.line is None and (place := places.get(problem.source, {}).get(problem.pointer))
        else problem
        for problem in found
    )
    order = {name: index for index, name in enumerate(files)}
    return sorted(placed, key=lambda one: (order.get(one.source, 0), one.line or 0, one.column or 0))


def _file_of(source: str, problem: Problem) -> str:
    """Return the file of a problem as the user can open it."""
    path = parse_source(source)
    if not problem.source or isinstance(path, str) or isinstance(parse_source(problem.source), str):
        return problem.source or source
    return os.path.normpath(path.parent / problem.source)


def _write_text(source: str, api: Api, problems: Sequence[Problem]) -> None:
    """A table for a person, lines that an editor can jump to for everything else."""
    if not sys.stdout.isatty():
        for problem in problems:
            write_text(f"{_file_line(source, problem)}: {problem.pointer}: {visible_line(problem.message)}")
    elif problems:
        table = Table(box=None, pad_edge=False, header_style="bold", padding=(0, 2, 1, 0))
        table.add_column("Line", justify="right", no_wrap=True)
        table.add_column("Place and problem", overflow="fold")
        for problem in problems:
            text = Text.assemble((visible_line(problem.place), "cyan"), "\n", visible_line(problem.message))
            table.add_row(Text(_place(problem)), text)
        Console().print(table)
    count = len(problems)
    held = f"{len(api.operations)} {plural(len(api.operations), 'operation')}"
    say(
        f"{count or 'no'} {plural(count, 'problem')} in {held} of {spoken(source)}",
        style="bold yellow" if count else "green",
    )


def _write_json(source: str, api: Api, problems: Sequence[Problem]) -> None:
    listed = [
        {
            "file": _file_of(source, problem),
            "pointer": problem.pointer,
            "message": problem.message,
            "line": problem.line,
            "column": problem.column,
        }
        for problem in problems
    ]
    report = {
        "source": source,
        "format": api.format_id,
        "digest": api.digest,
        "operations": len(api.operations),
        "problems": listed,
    }
    write_text(json.dumps(report, indent=2))


def _write_github(source: str, _api: Api, problems: Sequence[Problem]) -> None:
    for problem in problems:
        write_text(
            _annotation(
                _file_of(source, problem), (problem.line, problem.column), f"{problem.pointer}: {problem.message}"
            )
        )


WRITERS: dict[ReportFormat, Callable[[str, Api, Sequence[Problem]], None]] = {
    ReportFormat.TEXT: _write_text,
    ReportFormat.JSON: _write_json,
    ReportFormat.GITHUB: _write_github,
}


def _place(problem: Problem) -> str:
    return f"{problem.line}:{problem.column}" if problem.line is not None else ""


def _file_line(source: str, problem: Problem) -> str:
    return ":".join(part for part in (visible_line(_file_of(source, problem)), _place(problem)) if part)


def _place_of(failure: SourceError) -> tuple[int | None, int | None]:
    return (failure.line, failure.column) if isinstance(failure, DocumentSyntaxError) else (None, None)


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
