"""`apiref-nb render`: a document as one page in the format that the file's name says, or several into a folder."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from enum import StrEnum
from functools import partial
from pathlib import Path, PurePath
from typing import Annotated

import typer

from apiref_nb.cli.batches import Jobs, Sources, done_with_each
from apiref_nb.cli.failures import end_with_failures
from apiref_nb.cli.files import STANDARD_OUTPUT
from apiref_nb.cli.manifest import Manifest
from apiref_nb.cli.options import AnyHost, Operations, Output, Overlay, Revalidate, Root, Tags
from apiref_nb.cli.rendered import RenderOutcome, RenderRequest, rendered
from apiref_nb.cli.source import DEFAULT_REVALIDATE, Wanted
from apiref_nb.cli.sources import NamedSource, file_names, named_sources
from apiref_nb.cli.terminal import say, write_text
from apiref_nb.load.outputs import PageOptions
from apiref_nb.text.plurals import plural
from apiref_nb.text.quoting import short
from apiref_nb.writing.formats import FORMATS, WHOLE, format_of, usual_endings

Format = StrEnum("Format", {name.upper(): name for name in WHOLE})  # type: ignore[misc] # a table decides
"""How a page may be written."""


def render(
    sources: Sources,
    *,
    output: Output,
    format_: Annotated[
        Format | None,
        typer.Option("--format", "-f", help="Instead of what the file's ending says; needed with `-o -`."),
    ] = None,
    tag: Tags = None,
    operation: Operations = None,
    overview: Annotated[
        bool, typer.Option("--overview/--no-overview", help="Title, description, servers and summary line.")
    ] = True,
    force: Annotated[bool, typer.Option("--force", help="Render also what has not changed.")] = False,
    jobs: Jobs = 1,
    revalidate: Revalidate = DEFAULT_REVALIDATE,
    overlay: Overlay = None,
    root: Root = None,
    any_host: AnyHost = False,
) -> None:
    """Write an API reference: a standalone page (.html), Markdown (.md), plain text (.txt) or a table (.csv).

    Several sources, or a folder, become a file each in the folder that --output names, HTML without --format. What has
    not changed since it was written is not made again: `.apiref-nb.json` beside the pages says what they were made of.
    """
    named = named_sources(sources)
    alone = len(named) == 1 and named[0].listed
    chosen = format_.value if format_ else _format_of(output) if alone else "html"
    request = RenderRequest(
        chosen,
        PageOptions(
            show_overview=overview, tags=tuple(tag) if tag else None, operations=tuple(operation) if operation else None
        ),
        Wanted(revalidate, tuple(overlay or ()), root, any_host),
        force,
    )
    asked = [(named[0], output)] if alone else _files_in(_folder(output), named, chosen)
    work = partial(rendered, request=request)
    outcomes = []
    for outcome in done_with_each(work, asked, jobs=jobs, step="Rendering", died=_dead):
        _report(outcome)
        outcomes.append(outcome)
    _keep(outcomes)
    end_with_failures(outcomes, sources)


def _folder(output: str) -> Path:
    if output == STANDARD_OUTPUT:
        raise typer.BadParameter("several sources go into a folder, not to standard output", param_hint="-o")
    folder = Path(output)
    folder.mkdir(parents=True, exist_ok=True)
    return folder


def _files_in(folder: Path, named: Sequence[NamedSource], chosen: str) -> list[tuple[NamedSource, str]]:
    suffix = FORMATS[chosen].suffixes[0]
    return [(one, str(folder / f"{name}{suffix}")) for one, name in zip(named, file_names(named), strict=True)]


def _dead(asked: tuple[NamedSource, str], ended: str) -> RenderOutcome:
    named, output = asked
    return RenderOutcome(named.source, output, failure=f"{named.source}: the process that rendered it {ended}")


def _report(outcome: RenderOutcome) -> None:
    """Report the outcome of one source as soon as it is known; failures wait for the end."""
    if outcome.failure:
        return
    if outcome.output == STANDARD_OUTPUT:
        write_text(outcome.text)
    else:
        say(f"{outcome.output} is unchanged" if outcome.unchanged else f"wrote {outcome.output}", style="green")
    if outcome.problems:
        count = f"{outcome.problems} {plural(outcome.problems, 'problem')}"
        say(f"{count} in the document; `apiref-nb check` tells where", style="yellow")


def _keep(outcomes: Iterable[RenderOutcome]) -> None:
    made = [(Path(outcome.output).parent, outcome.made) for outcome in outcomes if outcome.made is not None]
    for folder in dict.fromkeys(folder for folder, _ in made):
        Manifest(folder).keep(one for where, one in made if where == folder)


def _format_of(output: str) -> str:
    if output == STANDARD_OUTPUT:
        words = f"standard output has no file ending: add --format {', '.join(WHOLE)}"
        raise typer.BadParameter(words, param_hint="-o")
    found = format_of(PurePath(output).name)
    if found is None:
        message = f"the file must end in {usual_endings()}, or add --format (got {short(PurePath(output).name)})"
        raise typer.BadParameter(message, param_hint="-o")
    return found
