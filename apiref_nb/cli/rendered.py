"""One source becomes one file; it may be done in a process of its own.

In: a `NamedSource`, the file, the user's `RenderRequest`. Out: a `RenderOutcome` that says what was done, or why not.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from typing import NamedTuple

from apiref_nb.cli.failures import words_of
from apiref_nb.cli.files import STANDARD_OUTPUT
from apiref_nb.cli.manifest import Made, Manifest, made_of, recipe_of
from apiref_nb.cli.source import Wanted, begin
from apiref_nb.cli.sources import NamedSource
from apiref_nb.errors import ApirefError, UnsupportedError
from apiref_nb.load.files import write_file
from apiref_nb.load.outputs import Outputs, PageOptions
from apiref_nb.model.collector import collection_paused


class RenderRequest(NamedTuple):
    """What the options ask for; the same for every source."""

    format: str
    page: PageOptions
    reading: Wanted
    force: bool


@dataclass(frozen=True, slots=True)
class RenderOutcome:
    """What became of one source; plain values, for it may come from another process."""

    source: str
    output: str
    text: str = ""
    """The page, where it is for standard output."""
    made: Made | None = None
    """What the manifest is to say of it."""
    unchanged: bool = False
    problems: int = 0
    failure: str = ""
    skipped: bool = False
    """True for a file of a folder that is no OpenAPI document: no failure, but nothing to render."""


@collection_paused()
def rendered(asked: tuple[NamedSource, str], request: RenderRequest) -> RenderOutcome:
    """Return what became of one source; only an unexpected error is raised.

    Args:
        asked: the source, and the file to write; `-` hands the page back.
        request: what the command was asked for.
    """
    named, output = asked
    try:
        return _rendered(named, output, request)
    except (ApirefError, OSError) as failure:
        skipped = isinstance(failure, UnsupportedError) and not named.listed
        return RenderOutcome(named.source, output, failure=words_of(failure, output), skipped=skipped)


def _rendered(named: NamedSource, output: str, request: RenderRequest) -> RenderOutcome:
    loading = begin(named.source, request.reading)
    path = Path(output)
    recipe = recipe_of(loading, loading.named, request.format, request.page)
    if output != STANDARD_OUTPUT and not request.force:
        known = Manifest(path.parent).unchanged(loading, recipe, (path.name,))
        if known is not None:
            return RenderOutcome(named.source, output, unchanged=True, problems=known.problems)
    api = loading.api()
    text = Outputs(api, request.page)[request.format]
    done = RenderOutcome(named.source, output, problems=len(api.problems))
    if output == STANDARD_OUTPUT:
        return replace(done, text=text)
    content = text.encode("utf-8", "backslashreplace")
    write_file(path, content)
    return replace(done, made=made_of(loading, recipe, {path.name: content}, done.problems) if path.is_file() else None)
