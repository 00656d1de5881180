"""`apiref-nb import`: reference pages of one document or of many, written or compared with what is there."""

from __future__ import annotations

from enum import StrEnum
from functools import partial
from pathlib import Path
from typing import Annotated

import typer

from apiref_nb.cli.batches import Jobs, Sources, done_with_each
from apiref_nb.cli.failures import end_with_failures
from apiref_nb.cli.imported import ImportOptions, Outcome, imported
from apiref_nb.cli.options import AnyHost, BaseUrl, Overlay, Revalidate, Root, Tags
from apiref_nb.cli.source import DEFAULT_REVALIDATE, Wanted
from apiref_nb.cli.sources import NamedSource, file_names, named_sources
from apiref_nb.cli.terminal import say, write_text
from apiref_nb.errors import ShapeError
from apiref_nb.pages.page_files import Difference
from apiref_nb.text.plurals import plural
from apiref_nb.text.quoting import short

DIFFERENT = 1
"""Exit code of --check when a page is not as it would be written."""


class PageFormat(StrEnum):
    """How pages may be written."""

    IPYNB = "ipynb"
    MD = "md"


def import_pages(
    sources: Sources,
    *,
    output: Annotated[
        Path, typer.Option("--output", "-o", metavar="FOLDER", help="Folder for the pages; made when it is missing.")
    ] = Path("reference"),
    format_: Annotated[
        PageFormat, typer.Option("--format", "-f", help="Notebooks, or MyST Markdown with code cells.")
    ] = PageFormat.IPYNB,
    base_url: BaseUrl = None,
    tag: Tags = None,
    id_: Annotated[
        str,
        typer.Option(
            "--id",
            metavar="NAME",
            show_default=False,
            help="What the pages of the API are known by at the next import; SOURCE without it.",
        ),
    ] = "",
    load_from: Annotated[
        str,
        typer.Option(
            "--load-from",
            metavar="SOURCE",
            show_default=False,
            help="Where the pages find the document when they run, when it is elsewhere than SOURCE.",
        ),
    ] = "",
    check: Annotated[
        bool, typer.Option("--check", help="Write nothing; exit code 1 when a page is not as it would be written.")
    ] = False,
    force: Annotated[
        bool,
        typer.Option("--force", help="Write also over files that apiref-nb did not write, and what has not changed."),
    ] = False,
    offline: Annotated[
        bool,
        typer.Option("--offline", help="Pages whose calls are answered from the document, until a line is removed."),
    ] = False,
    prune: Annotated[bool, typer.Option("--prune", help="Remove the API's pages of tags that are gone.")] = False,
    jobs: Jobs = 1,
    revalidate: Revalidate = DEFAULT_REVALIDATE,
    overlay: Overlay = None,
    root: Root = None,
    any_host: AnyHost = False,
) -> None:
    """Write reference pages, one for each tag and an index, with code that runs as it stands.

    Several sources, or a folder, get a folder of pages each; APIs that are imported into one folder one after another
    keep to their own pages. Edits to a page are replaced at the next import; a file that apiref-nb did not write is
    never replaced without --force. What has not changed since it was written is not made again: `.apiref-nb.json`
    beside the pages says what they were made of. A source that fails is told at the end, and the others are written.
    """
    named = named_sources(sources)
    alone = len(named) == 1 and named[0].listed
    for option, given in (("--id", id_), ("--load-from", load_from)):
        if given and not alone:
            raise ShapeError(option, f"goes with one document, not with {len(named)} or a folder", short(given))
    if overlay and not load_from:
        words = (
            "goes with --load-from: pages load their document when they run, and know no overlay; write the one "
            "document with `apiref-nb bundle SOURCE --overlay FILE -o FILE` and name it there"
        )
        raise ShapeError("--overlay", words)
    options = ImportOptions(
        format_.value,
        base_url or "",
        tuple(tag or ()),
        identity=id_.strip(),
        load_from=load_from,
        compare=check,
        force=force,
        prune=prune,
        reading=Wanted(revalidate, tuple(overlay or ()), root, any_host),
        offline=offline,
    )
    work = partial(imported, options=options)
    folders = [output] if alone else [output / name for name in file_names(named)]
    asked = [*zip(named, folders, strict=True)]
    outcomes = []
    for outcome in done_with_each(work, asked, jobs=jobs, step="Importing", died=_dead):
        _report(outcome, compare=check)
        outcomes.append(outcome)
    end_with_failures(outcomes, sources)
    if any(outcome.differences for outcome in outcomes):
        raise typer.Exit(DIFFERENT)


def _dead(asked: tuple[NamedSource, Path], ended: str) -> Outcome:
    named, folder = asked
    return Outcome(named.source, folder, failure=f"{named.source}: the process that imported it {ended}")


def _report(outcome: Outcome, *, compare: bool) -> None:
    """Report the outcome of one source as soon as it is known; failures wait for the end."""
    for difference in outcome.differences:
        write_text(f"{outcome.folder / difference.file_name}: {_difference_words(difference)}")
    if outcome.failure:
        return
    report = outcome.report
    if not compare:
        counts = {"written": report.written, "unchanged": report.unchanged, "removed": report.pruned}
        counted = ", ".join(f"{len(names)} {word}" for word, names in counts.items() if names)
        say(f"{outcome.folder}: {outcome.pages} {plural(outcome.pages, 'page')} ({counted})", style="green")
        if outcome.note:
            say(f"{outcome.folder}: {outcome.note}", style="yellow")
        for name in report.stale:
            say(f"warning: {outcome.folder / name}: its tag is gone; --prune removes the page", style="yellow")
    if outcome.problems:
        found = f"{outcome.problems} {plural(outcome.problems, 'problem')}"
        say(f"{outcome.source}: {found} in the document; `apiref-nb check` tells where", style="yellow")


DIFFERENCE_WORDS = {
    "missing": "missing",
    "differs": "differs from what would be written",
    "stale": "superfluous: its tag is gone; --prune removes the page",
}


REMEDIES = {"foreign": "--force replaces it", "taken": "remove it if that API is gone, else choose another folder"}


def _difference_words(difference: Difference) -> str:
    return DIFFERENCE_WORDS.get(difference.kind) or f"in the way: {difference.reason}; {REMEDIES[difference.kind]}"
