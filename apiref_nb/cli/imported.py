"""One source becomes pages in a folder; it may be done in a process of its own.

In: a `NamedSource`, the folder and the user's `ImportOptions`. Out: an `Outcome` that says what was done, or why not.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

from apiref_nb.cli.failures import words_of
from apiref_nb.cli.identity import api_identity, is_on_this_machine, source_seen_from
from apiref_nb.cli.manifest import Manifest, made_of, recipe_of
from apiref_nb.cli.source import Wanted, begin, is_read_once, parse_source, spoken
from apiref_nb.cli.sources import NamedSource, title_of
from apiref_nb.client import Client, OperationCall
from apiref_nb.errors import ApirefError, FileError, ShapeError, UnsupportedError
from apiref_nb.load.loading import Loading
from apiref_nb.model import Api
from apiref_nb.pages.names import PageFiles, identity_text, page_prefixes
from apiref_nb.pages.notebooks import files_of, notebook_pages
from apiref_nb.pages.page_files import Difference, WriteReport, check_pages, chosen_files, page_owners, write_pages
from apiref_nb.reading import normalize


@dataclass(frozen=True, slots=True)
class ImportOptions:
    """What the options ask for; the same for every source."""

    format: Literal["ipynb", "md"]
    base_url: str
    tags: tuple[str, ...]
    identity: str
    """What the pages are known by; empty leaves it to the source."""
    load_from: str
    """Where the pages find the document; empty for the source itself."""
    compare: bool
    force: bool
    prune: bool
    reading: Wanted
    offline: bool = False
    """Whether the calls of the pages are answered from the document."""


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
    note: str = ""
    """Why the files are not called as in a folder of their own."""


def imported(asked: tuple[NamedSource, Path], options: ImportOptions) -> Outcome:
    """Return what became of one source; only an unexpected error is raised.

    Args:
        asked: the source, and the folder of its pages.
        options: what the command was asked for; the same for every source.
    """
    named, folder = asked
    try:
        return _imported(named, folder, options)
    except (ApirefError, OSError) as failure:
        words = words_of(failure, folder)
        skipped = isinstance(failure, UnsupportedError) and not named.listed
        words = f"{named.source}: {words}" if isinstance(failure, ShapeError) else words
        return Outcome(named.source, folder, failure=words, skipped=skipped)


def _imported(named: NamedSource, folder: Path, options: ImportOptions) -> Outcome:
    loaded_from = options.load_from or named.source
    if is_read_once(loaded_from):
        words = "a pipe is read once, and pages load their document when they run: add --load-from with its address"
        raise FileError(spoken(loaded_from), words)
    if options.offline and isinstance(parse_source(loaded_from), str):
        words = "is an address, and pages that run offline load their document from a file: write it with"
        raise FileError(loaded_from, f"{words} `apiref-nb bundle {loaded_from} -o FILE`, and import that FILE")
    loading = begin(named.source, options.reading)
    recipe = "" if options.tags else _recipe(loading, named, folder, loaded_from, options)
    manifest = Manifest(folder)
    known = None if options.compare or options.force or options.prune else manifest.unchanged(loading, recipe)
    if known is not None:
        same = WriteReport(unchanged=tuple(known.files))
        return Outcome(named.source, folder, same, problems=known.problems, pages=len(known.files))
    # Relative addresses mean what they will mean when a page has loaded the document.
    later = options.load_from if isinstance(parse_source(options.load_from), str) else ""
    api = normalize(loading.composition(), base_uri=later or loading.base_uri)
    identity = identity_text(options.identity) or api_identity(folder, loaded_from, api.title)
    owners = page_owners(folder, options.format)
    usual = files_of(api, format_name=options.format)
    prefixes = page_prefixes(identity, _title(named, options, api))
    others = [files_of(api, format_name=options.format, prefix=prefix) for prefix in prefixes]
    files = chosen_files([usual, *others], owners, identity)
    pages = notebook_pages(
        api,
        base_url=options.base_url,
        format=options.format,
        tags=options.tags,
        kept=[name for name, owner in owners.items() if owner == identity] if options.tags else (),
        source=source_seen_from(folder, loaded_from),
        calls=_calls(api),
        identity=identity,
        prefix=files.prefix,
        offline=options.offline,
    )
    whole = not options.tags
    found: tuple[Difference, ...] = ()
    report = WriteReport()
    if options.compare:
        found = check_pages(pages, folder, whole=whole)
    else:
        report = write_pages(pages, folder, force=options.force, prune=options.prune, whole=whole)
        written = {page.file_name: page.text.encode("utf-8") for page in pages}
        # A page whose tag is gone is told at each import, so nothing is kept until it is gone too.
        made = None if report.stale else made_of(loading, recipe, written, len(api.problems))
        manifest.keep([made] if made is not None else [])
    note = _note(usual, files, owners, identity) if files.index in report.written else ""
    return Outcome(named.source, folder, report, found, problems=len(api.problems), pages=len(pages), note=note)


def _title(named: NamedSource, options: ImportOptions, api: Api) -> str:
    """Return what the API is called where its files need a word of their own."""
    if options.identity:
        return options.identity
    if is_on_this_machine(options.load_from or named.source):
        return api.title
    return title_of(options.load_from) if options.load_from else named.title


def _recipe(loading: Loading, named: NamedSource, folder: Path, loaded_from: str, options: ImportOptions) -> str:
    seen = source_seen_from(folder, loaded_from)
    asked = (options.format, options.base_url, options.identity, options.load_from, options.offline)
    return recipe_of(loading, "import", seen, named.title, *asked)


def _note(usual: PageFiles, files: PageFiles, owners: Mapping[str, str], identity: str) -> str:
    """Return why the files have a prefix; nothing when they have none."""
    if not files.prefix:
        return ""
    taken = next((name for name in usual.all if owners.get(name, identity) != identity), "")
    whose = f"{taken} is a page of another API, {owners[taken]}; " if taken else ""
    return f"{whose}the pages of this one begin with {files.prefix}, the first is {files.index}"


def _calls(api: Api) -> dict[str, str]:
    """Return the name under which a client calls each operation: pages and `Client` say the same."""
    with Client(api) as client:
        return {call.operation.key: name for name, call in vars(client).items() if isinstance(call, OperationCall)}
