"""`apiref-nb render`: one document as one page, in the format that the file's name says."""

from __future__ import annotations

from enum import StrEnum
from pathlib import PurePath
from typing import Annotated

import typer

from apiref_nb.cli.files import STANDARD_OUTPUT, write_result
from apiref_nb.cli.options import AnyHost, Output, Overlay, Revalidate, Root, Source
from apiref_nb.cli.source import DEFAULT_REVALIDATE, Wanted, load
from apiref_nb.cli.terminal import at_work, say
from apiref_nb.load.outputs import Outputs, PageOptions
from apiref_nb.text.plurals import plural
from apiref_nb.text.quoting import short
from apiref_nb.writing.formats import WHOLE, format_of, usual_endings

Format = StrEnum("Format", {name.upper(): name for name in WHOLE})  # type: ignore[misc] # a table decides
"""How a page may be written."""


def render(
    source: Source,
    *,
    output: Output,
    format_: Annotated[
        Format | None,
        typer.Option("--format", "-f", help="Instead of what the file's ending says; needed with `-o -`."),
    ] = None,
    tag: Annotated[
        list[str] | None, typer.Option("--tag", "-t", metavar="TAG", help="Only this tag; may be repeated.")
    ] = None,
    operation: Annotated[
        list[str] | None,
        typer.Option("--operation", metavar="ID", help="Only this operationId or `GET /path`; may be repeated."),
    ] = None,
    overview: Annotated[
        bool, typer.Option("--overview/--no-overview", help="Title, description, servers and summary line.")
    ] = True,
    revalidate: Revalidate = DEFAULT_REVALIDATE,
    overlay: Overlay = None,
    root: Root = None,
    any_host: AnyHost = False,
) -> None:
    """Write an API reference: a standalone page (.html), Markdown (.md) or plain text (.txt)."""
    chosen = format_.value if format_ else _format_of(output)
    api = load(source, Wanted(revalidate, tuple(overlay or ()), root, any_host))
    with at_work(f"Rendering {len(api.operations)} operations"):
        options = PageOptions(
            show_overview=overview, tags=tuple(tag) if tag else None, operations=tuple(operation) if operation else None
        )
        page = Outputs(api, options)[chosen]
    write_result(page, output)
    if api.problems:
        count = len(api.problems)
        say(f"{count} {plural(count, 'problem')} in the document; `apiref-nb check` tells where", style="yellow")


def _format_of(output: str) -> str:
    if output == STANDARD_OUTPUT:
        words = f"standard output has no file ending: add --format {', '.join(WHOLE)}"
        raise typer.BadParameter(words, param_hint="-o")
    found = format_of(PurePath(output).name)
    if found is None:
        message = f"the file must end in {usual_endings()}, or add --format (got {short(PurePath(output).name)})"
        raise typer.BadParameter(message, param_hint="-o")
    return found
