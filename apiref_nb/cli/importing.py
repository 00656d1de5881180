"""`apiref-nb import`: reference pages of one document or of many, written or compared with what is there."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field
from enum import StrEnum
from functools import partial
from multiprocessing import get_context
from pathlib import Path
from typing import Annotated, Literal

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

from apiref_nb.cli.options import BaseUrl, Revalidate
from apiref_nb.cli.source import DEFAULT_REVALIDATE, parse_source
from apiref_nb.cli.sources import NamedSource, named_sources
from apiref_nb.cli.terminal import at_work, fail, say, write_text
from apiref_nb.client import Client, OperationCall
from apiref_nb.describing import plural
from apiref_nb.errors import ApirefError, ShapeError, UnsupportedError
from apiref_nb.load import load_api
from apiref_nb.model import Api
from apiref_nb.pages.notebooks import notebook_pages
from apiref_nb.pages.page_files import Difference, WriteReport, check_pages, own_pages, write_pages

DIFFERENT = 1
"""Exit code of --check when a page is not as it would be written."""
FAILED = 2
"""Exit code when a source could not be imported; the others were."""


class PageFormat(StrEnum):
    """How pages may be written."""

    IPYNB = "ipynb"
    MD = "md"


@dataclass(frozen=True, slots=True)
class Wishes:
    """What the options ask for; the same for every source."""

    format: Literal["ipynb", "md"]
    base_url: str
    tags: tuple[str, ...]
    compare: bool
    force: bool
    prune: bool
    revalidate: float


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of one source; plain values, for it may come from another process."""

    source: str
    folder: Path
    report: WriteReport = field(default_factory=WriteReport)
    differences: tuple[Difference, ...] = ()
    failure: str = ""
    skipped: bool = False
    """True for a file of a folder that is no OpenAPI document: no failure, but nothing to import."""
    problems: int = 0
    pages: int = 0


def import_pages(
    sources: Annotated[
        list[str],
        typer.Argument(
            metavar="SOURCE...", show_default=False, help="Addresses, paths, or folders of OpenAPI documents."
        ),
    ],
    *,
    output: Annotated[
        Path, typer.Option("--output", "-o", metavar="FOLDER", help="Folder for the pages; made when it is missing.")
    ] = Path("reference"),
    format_: Annotated[
        PageFormat, typer.Option("--format", "-f", help="Notebooks, or MyST Markdown with code cells.")
    ] = PageFormat.IPYNB,
    base_url: BaseUrl = None,
    tag: Annotated[
        list[str] | None, typer.Option("--tag", "-t", metavar="TAG", help="Only this tag; may be repeated.")
    ] = None,
    check: Annotated[
        bool, typer.Option("--check", help="Write nothing; exit code 1 when a page is not as it would be written.")
    ] = False,
    force: Annotated[bool, typer.Option("--force", help="Write also over files that apiref-nb did not write.")] = False,
    prune: Annotated[bool, typer.Option("--prune", help="Remove pages of tags that are gone.")] = False,
    jobs: Annotated[int, typer.Option("--jobs", "-j", metavar="N", min=1, help="Processes for several sources.")] = 1,
    revalidate: Revalidate = DEFAULT_REVALIDATE,
) -> None:
    """Write reference pages, one for each tag and an index, with code that runs as it stands.

    Several sources, or a folder, get a folder of pages each. Edits to a page are replaced at the next import; a file
    that apiref-nb did not write is never replaced without --force. A source that fails is told at the end, and the
    others are written.
    """
    named = named_sources(sources)
    alone = len(named) == 1 and named[0].listed
    wishes = Wishes(
        format_.value, base_url or "", tuple(tag or ()), compare=check, force=force, prune=prune, revalidate=revalidate
    )
    work = partial(_import_one, wishes=wishes)
    asked = [(one, output if alone else output / one.name) for one in named]
    outcomes = []
    with _progress(len(asked)) as advance:
        for outcome in _done(work, asked, min(jobs, len(asked))):
            _tell(outcome, compare=check)
            advance()
            outcomes.append(outcome)
    _finish(outcomes, sources)


def _done(work: partial[Outcome], asked: Sequence[tuple[NamedSource, Path]], jobs: int) -> Iterator[Outcome]:
    """Yield the outcomes in the order of the sources, from processes of their own when there are jobs for them."""
    if jobs < 2:
        yield from map(work, asked)
        return
    with ProcessPoolExecutor(jobs, mp_context=get_context("spawn")) as processes:
        yield from processes.map(work, asked)


def _import_one(asked: tuple[NamedSource, Path], wishes: Wishes) -> Outcome:
    named, folder = asked
    try:
        api = load_api(parse_source(named.source), revalidate=wishes.revalidate)
        pages = notebook_pages(
            api,
            base_url=wishes.base_url,
            format=wishes.format,
            tags=wishes.tags,
            kept=own_pages(folder, api.slug, wishes.format) if wishes.tags else (),
            source=_seen_from(folder, named.source),
            calls=_calls(api),
        )
        whole = not wishes.tags
        if wishes.compare:
            found = check_pages(pages, folder, whole=whole)
            return Outcome(named.source, folder, differences=found, problems=len(api.problems), pages=len(pages))
        report = write_pages(pages, folder, force=wishes.force, prune=wishes.prune, whole=whole)
        return Outcome(named.source, folder, report=report, problems=len(api.problems), pages=len(pages))
    except UnsupportedError as failure:
        return Outcome(named.source, folder, failure=str(failure), skipped=not named.listed)
    except ShapeError as failure:
        failure.path = "--tag"
        return Outcome(named.source, folder, failure=f"{named.source}: {failure}")
    except ApirefError as failure:
        return Outcome(named.source, folder, failure=str(failure))
    except OSError as failure:
        return Outcome(named.source, folder, failure=f"{failure.filename or folder}: {failure.strerror or failure}")


def _calls(api: Api) -> dict[str, str]:
    """Return the name under which a client calls each operation: pages and `Client` say the same."""
    with Client(api) as client:
        return {call.operation.key: name for name, call in vars(client).items() if isinstance(call, OperationCall)}


def _seen_from(folder: Path, source: str) -> str:
    """Return SOURCE as a page in the folder can load it."""
    path = parse_source(source)
    if isinstance(path, str):
        return path
    try:
        return Path(os.path.relpath(path, folder)).as_posix()
    except ValueError:  # another drive
        return path.resolve().as_posix()


def _tell(outcome: Outcome, *, compare: bool) -> None:
    """Say what became of one source, as soon as it is known; failures wait for the end."""
    for difference in outcome.differences:
        write_text(f"{outcome.folder / difference.file_name}: {_said(difference)}")
    if outcome.failure:
        return
    report = outcome.report
    if not compare:
        counts = {"written": report.written, "unchanged": report.unchanged, "removed": report.pruned}
        counted = ", ".join(f"{len(names)} {word}" for word, names in counts.items() if names)
        say(f"{outcome.folder}: {outcome.pages} {plural(outcome.pages, 'page')} ({counted})", style="green")
        for name in report.stale:
            say(f"warning: {outcome.folder / name}: its tag is gone; --prune removes the page", style="yellow")
    if outcome.problems:
        found = f"{outcome.problems} {plural(outcome.problems, 'problem')}"
        say(f"{outcome.source}: {found} in the document; `apiref-nb check` tells where", style="yellow")


SAID = {
    "missing": "missing",
    "differs": "differs from what would be written",
    "stale": "superfluous: its tag is gone; --prune removes the page",
}


def _said(difference: Difference) -> str:
    return SAID.get(difference.kind, f"in the way: {difference.reason}; --force replaces it")


def _finish(outcomes: Iterable[Outcome], sources: Sequence[str]) -> None:
    """Tell what failed, last, where it is seen; and end with the code that says the most."""
    outcomes = tuple(outcomes)
    for outcome in outcomes:
        if outcome.skipped:
            say(f"skipped {outcome.failure}", style="yellow")
    failures = [outcome.failure for outcome in outcomes if outcome.failure and not outcome.skipped]
    if not any(not outcome.failure for outcome in outcomes) and not failures:
        failures = [f"{', '.join(sources)}: no OpenAPI document is there"]
    for failure in failures:
        fail(failure)
    if failures:
        raise typer.Exit(FAILED)
    if any(outcome.differences for outcome in outcomes):
        raise typer.Exit(DIFFERENT)


@contextmanager
def _progress(count: int) -> Iterator[partial[None]]:
    """Show a bar while there are several sources and a person who looks; give the function that moves it."""
    console = Console(stderr=True)
    if count < 2 or not console.is_terminal:
        with at_work("Importing"):
            yield partial(_nothing)
        return
    columns = (TextColumn("Importing"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    with Progress(*columns, console=console, transient=True) as progress:
        task = progress.add_task("", total=count)
        yield partial(progress.advance, task)


def _nothing() -> None:
    """Stand where no bar is."""
