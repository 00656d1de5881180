"""What a document says of one operation that bears on paging: inputs, the answer's shape, flags and totals.

Made once by `detection`; every way of paging reads it.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from apiref_nb.model import Api, ApiOperation, Schema
from apiref_nb.model.media_types import is_json
from apiref_nb.paging.answer_shape import AnswerShape, Member, answer_shape
from apiref_nb.paging.json_path import Path
from apiref_nb.paging.names import FOLDERS, LAST, MORE, PAGE_COUNTS, SIZE_PARAMETERS, TOTALS, plain
from apiref_nb.paging.paging import BODY, Paging
from apiref_nb.paging.records import records_of
from apiref_nb.requests.typed_text import variants
from apiref_nb.schemas import merged
from apiref_nb.text import pointer

_CODE = re.compile(r"`([^`\n]{1,60})`|\"([A-Za-z_][\w.\[\]$-]{0,60})\"|<code>([^<\n]{1,60})</code>")


@dataclass(frozen=True, slots=True)
class Input:
    """A parameter, or a member of the request's body."""

    name: str
    """As `Paging.parameter` writes it."""
    own: str
    """As the document writes it."""
    location: str
    """`query`, `header`, `body` and the like."""
    types: tuple[str, ...]
    """JSON types; empty where the document does not say."""
    format: str
    """As declared, such as `date-time`."""
    description: str
    """The author's words, of the parameter and of its schema."""
    schema: Schema | None
    """Of its value, folded."""
    deprecated: bool = False
    """True when the author says so."""

    @property
    def plain(self) -> str:
        """The name without case and marks."""
        return plain(self.own)

    @property
    def is_whole(self) -> bool:
        """True for a number that may count."""
        return "integer" in self.types or "number" in self.types

    @property
    def quoted(self) -> frozenset[str]:
        """Names that its description writes as code, without case and marks; of dotted ones also the last."""
        found = (next(filter(None, match.groups())) for match in _CODE.finditer(self.description))
        return frozenset(plain(word) for name in found for word in (name, name.rpartition(".")[2]))


@dataclass(frozen=True, slots=True)
class Facts:
    """What bears on the paging of one operation."""

    api: Api
    """The document."""
    operation: ApiOperation
    """The operation."""
    shape: AnswerShape
    """Of its success."""
    inputs: tuple[Input, ...]
    """What a request takes, in document order; members of the body before parameters of the same name."""
    records: Path | None
    """Where the records stand; None when it is not known."""
    sizes: tuple[Input, ...]
    """What may say how many records a page has."""
    more: tuple[Path, bool] | None
    """Where an answer says whether more follows, and whether true means the last page."""
    total: Path | None
    """Where an answer says how many records there are."""
    page_count: Path | None
    """Where an answer says how many pages there are."""

    def among(self, names: Collection[str]) -> tuple[Input, ...]:
        """Return the inputs of these names, those that are not deprecated first.

        Args:
            names: without case and marks.
        """
        found = [one for one in self.inputs if one.plain in names]
        return tuple(sorted(found, key=lambda one: one.deprecated))

    def size_beside(self, one: Input | None) -> Input | None:
        """Return what says how many records a page has: of several, the one that stands nearest; None for none.

        Args:
            one: the parameter that asks for a page; None for none.
        """
        if one is None or not self.sizes:
            return next(iter(self.sizes), None)
        return min(self.sizes, key=lambda size: abs(self.inputs.index(size) - self.inputs.index(one)))

    def paging(self, one: Input | None = None, **more: Any) -> Paging:  # noqa: ANN401 - fields of Paging
        """Return a `Paging` that has what is the same for every way.

        Args:
            one: the parameter that asks for a page; None for none.
            more: what is not.
        """
        size = self.size_beside(one)
        flag, means_last = self.more or (None, False)
        known = {
            "records": self.records, "size": size.name if size else "",
            "parameter": one.name if one else "", "more": flag,
            "more_means_last": means_last, "total": self.total, "page_count": self.page_count,
        }  # fmt: skip
        return Paging(**{**known, **more})


def facts_of(api: Api, operation: ApiOperation) -> Facts:
    """Return what bears on the paging of an operation.

    Args:
        api: its document.
        operation: the operation.
    """
    shape = answer_shape(operation)
    inputs = tuple(_inputs(operation))
    around = [one for one in shape.members if _is_around(one)]
    return Facts(
        api=api,
        operation=operation,
        shape=shape,
        inputs=inputs,
        records=records_of(operation, shape),
        sizes=tuple(one for one in inputs if one.plain in SIZE_PARAMETERS and _is_size(one)),
        more=_more(around),
        total=_total(around),
        page_count=_first(around, PAGE_COUNTS),
    )


def extension(facts: Facts, name: str) -> Mapping[str, Any]:
    """Return an extension of the operation as the author wrote it; empty when there is none.

    Args:
        facts: of the operation.
        name: `x-…`.
    """
    try:
        node = pointer.resolve(facts.api.document, facts.operation.pointer)
    except pointer.PointerError:
        return {}
    value = node.get(name) if isinstance(node, Mapping) else None
    return value if isinstance(value, Mapping) else {}


def words_of(names: Collection[str]) -> str:
    """Return names as a list in words.

    Args:
        names: as written.
    """
    return ", ".join(f'"{name}"' for name in names)


def _inputs(operation: ApiOperation) -> Iterator[Input]:
    body = operation.request_body
    taken: set[str] = set()
    media = next((one for one in body.content if is_json(one.media_type)), None) if body is not None else None
    if media is not None and media.schema is not None:
        for name, field in merged(media.schema).properties.items():
            taken.add(plain(name))
            yield _input(BODY + name, name, "body", field, merged(field).text("description"))
    for parameter in operation.parameters:
        # AWS's documents name the members of the body as parameters of the query too; its services read the body.
        if plain(parameter.name) in taken or parameter.location not in ("query", "header"):
            continue
        schema = parameter.schema
        words = " ".join(filter(None, (parameter.description, merged(schema).text("description") if schema else "")))
        yield _input(parameter.name, parameter.name, parameter.location, schema, words, deprecated=parameter.deprecated)


def _input(
    name: str, own: str, location: str, schema: Schema | None, description: str, *, deprecated: bool = False
) -> Input:
    whole = merged(schema) if schema is not None else None
    old = deprecated or "**deprecated**" in description.lower()[:40]
    types = whole.types if whole is not None else ()
    if whole is not None and not types:
        types = tuple(dict.fromkeys(kind for one in variants(whole) for kind in merged(one).types))
    form = whole.text("format") if whole is not None else ""
    return Input(name, own, location, types, form, description, whole, old)


def _is_size(one: Input) -> bool:
    return one.is_whole or not one.types or ("string" in one.types and not one.format)


def _is_around(member: Member) -> bool:
    """True for what stands at the top of an answer, or in an object that speaks of its pages."""
    return all(plain(name) in FOLDERS for name in member.path[:-1])


def _more(around: list[Member]) -> tuple[Path, bool] | None:
    for names, means_last in ((MORE, False), (LAST, True)):
        for one in around:
            if plain(one.name) in names and "boolean" in one.types:
                return one.path, means_last
    return None


def _total(around: list[Member]) -> Path | None:
    found = _first(around, TOTALS)
    if found is not None:
        return found
    # `count` is the number of all records where addresses of pages stand beside it, and that of this page elsewhere.
    beside = {(one.path[:-1], plain(one.name)) for one in around}
    for one in around:
        folder = one.path[:-1]
        if (
            plain(one.name) == "count"
            and one.is_whole
            and (folder, "next") in beside
            and (folder, "previous") in beside
        ):
            return one.path
    return None


def _first(around: list[Member], names: Collection[str]) -> Path | None:
    return next((one.path for one in around if plain(one.name) in names and one.is_whole), None)
