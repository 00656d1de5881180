"""The problems of one source, each with its place; it may be done in a process of its own.

In: a `NamedSource` and what the options ask for. Out: a `CheckOutcome`, plain values that `check` writes.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from apiref_nb.cli.source import Wanted, begin
from apiref_nb.cli.sources import NamedSource
from apiref_nb.errors import DocumentSyntaxError, SourceError, UnsupportedError
from apiref_nb.model import Api, Problem
from apiref_nb.model.collector import collection_paused
from apiref_nb.parsing.document import locate_all
from apiref_nb.reading import normalize
from apiref_nb.reading.composition import Composition
from apiref_nb.schemas.example_checks import check_examples
from apiref_nb.schemas.schema_checks import check_schemas


@dataclass(frozen=True, slots=True)
class CheckOutcome:
    """What was found in one source."""

    source: str
    format_id: str = ""
    digest: str = ""
    operation_count: int = 0
    problems: tuple[Problem, ...] = ()
    """With their places, in the order of the text."""
    failure: str = ""
    """Why there is nothing to check; empty when there is."""
    cause: str = ""
    """The same without the source's name."""
    line: int | None = None
    column: int | None = None
    """Where that is, when it has a place."""
    skipped: bool = False
    """True for a file of a folder that is no OpenAPI document."""


@collection_paused()
def checked(named: NamedSource, reading: Wanted, *, examples: bool, recordings: Path | None = None) -> CheckOutcome:
    """Return what is wrong in one source; only an unexpected error is raised.

    Args:
        named: the source.
        reading: how it is read.
        examples: whether each example and default is compared with its schema.
        recordings: folder of recordings that are judged too; None for none.
    """
    try:
        loading = begin(named.source, reading)
        composition = loading.composition()
        api = normalize(composition, base_uri=loading.base_uri)
        judged = _judged(api, recordings, named.source) if recordings is not None else ()
    except SourceError as failure:
        place = (failure.line, failure.column) if isinstance(failure, DocumentSyntaxError) else (None, None)
        skipped = isinstance(failure, UnsupportedError) and not named.listed
        return CheckOutcome(
            named.source,
            failure=str(failure),
            cause=failure.cause,
            line=place[0],
            column=place[1],
            skipped=skipped,
        )
    problems = [*_problems_of(api, composition, examples=examples), *judged]
    return CheckOutcome(named.source, api.format_id, api.digest, len(api.operations), tuple(problems))


def _judged(api: Api, recordings: Path, source: str) -> Sequence[Problem]:
    from apiref_nb.cli.judged import recording_problems  # noqa: PLC0415 - loads the client, which few commands need

    return recording_problems(api, recordings, source)


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
