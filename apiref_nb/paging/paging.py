"""`Paging`: how one operation gives all of its records, as a plain value: what is sent, what is read, and why.

`detection` reads it from a document; a reader writes it where the document says too little. `walk` and the client
follow it.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal, Self

from apiref_nb.errors import ShapeError
from apiref_nb.paging.json_path import Path, PathText, path_of, shown
from apiref_nb.text.invisible_characters import visible_line
from apiref_nb.text.numbers import is_number
from apiref_nb.text.quoting import short

Kind = Literal["cursor", "link", "page", "offset", "next_url", "link_header", "single", "undecided"]
"""How the next page is asked for."""

NUMBERED = frozenset({"page", "offset"})
"""Kinds that count, so that pages may be asked for at the same time."""

TOKENS = frozenset({"cursor", "link"})
"""Kinds that send back what the answer before gave."""

ADDRESSES = frozenset({"next_url", "link_header"})
"""Kinds in which an answer names the address of the next."""

HEADER = "header:"
"""Stands before the name of a response header where a path into the body may stand."""

BODY = "body."
"""Stands before the path of a member of the request's body where the name of a parameter may stand."""

_WORDS = {
    "cursor": "cursor: a token of the answer is sent with the next request",
    "link": "link: the response's own link says what the next request takes from the answer",
    "page": "page numbers",
    "offset": "offset: the next request skips the records that came",
    "next_url": "next address: the answer names the address of the next page",
    "link_header": "Link header: the answer's header names the address of the next page (rel=next)",
    "single": "one page: the answer has all records",
    "undecided": "undecided: the document does not say enough",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Paging:
    """How an operation pages. `Paging.cursor(…)` and its siblings make one; `client.list_pets.paging` shows one."""

    kind: Kind
    """How the next page is asked for."""
    parameter: str = ""
    """The parameter that is sent, as the document names it; `body.NextToken` for a member of the request's body."""
    next: str = ""
    """Where an answer has the next token or address: a path such as `meta.next`, or `header:X-Next`."""
    records: Path | None = None
    """Names that lead to the list of records in a body; empty for the body itself, None where it is not known."""
    size: str = ""
    """The parameter that says how many records a page has; empty when there is none."""
    first: int | None = None
    """Number of the first page, or the first offset; None where it is not known, so that it is found out."""
    step: int | None = None
    """How far each offset goes; None for as many records as came, with which nothing is left out."""
    more: Path | None = None
    """Where an answer says whether more follows."""
    more_means_last: bool = False
    """True when that says the contrary: this is the last page."""
    total: Path | None = None
    """Where an answer says how many records there are."""
    page_count: Path | None = None
    """Where an answer says how many pages there are."""
    evidence: tuple[str, ...] = ()
    """What it was read from, each as one sentence."""
    also: tuple[Paging, ...] = ()
    """Other ways in which the operation pages, such as page numbers beside addresses; the first that counts is taken
    when pages are asked for at the same time."""

    @classmethod
    def cursor(
        cls,
        parameter: str,
        *,
        next: PathText,  # noqa: A002 - the word that readers look for
        records: PathText,
        more: PathText | None = None,
        size: str = "",
    ) -> Self:
        """Return paging by a token: what an answer has at `next` is sent as `parameter` of the next request.

        Args:
            parameter: name of the parameter; `body.NextToken` for a member of the request's body.
            next: where the token stands: `meta.next`, `data.-1.id` for the last record's id, or `header:X-Next`.
            records: where the list of records stands, such as `data`; empty for the body itself.
            more: where the answer says whether more follows; None when only the token says it.
            size: the parameter that says how many records a page has.

        Raises:
            ShapeError: an argument has the wrong shape.
        """
        return cls(
            kind="cursor", parameter=_name("parameter", parameter), next=_source(next), size=size,
            records=path_of(records, "records"), more=None if more is None else path_of(more, "more"),
            evidence=_GIVEN,
        )  # fmt: skip

    @classmethod
    def page(
        cls,
        parameter: str = "page",
        *,
        records: PathText,
        first: int = 1,
        size: str = "",
        total: PathText | None = None,
        pages: PathText | None = None,
    ) -> Self:
        """Return paging by page numbers.

        Args:
            parameter: the parameter that takes the number; `body.page` for a member of the request's body.
            records: where the list of records stands, such as `data`; empty for the body itself.
            first: number of the first page.
            size: the parameter that says how many records a page has.
            total: where an answer says how many records there are.
            pages: where an answer says how many pages there are.

        Raises:
            ShapeError: an argument has the wrong shape.
        """
        return cls(
            kind="page", parameter=_name("parameter", parameter), records=path_of(records, "records"),
            first=_whole("first", first), size=size, total=None if total is None else path_of(total, "total"),
            page_count=None if pages is None else path_of(pages, "pages"), evidence=_GIVEN,
        )  # fmt: skip

    @classmethod
    def offset(
        cls,
        parameter: str = "offset",
        *,
        records: PathText,
        first: int = 0,
        step: int | None = None,
        size: str = "",
        total: PathText | None = None,
    ) -> Self:
        """Return paging by the number of records to skip.

        Args:
            parameter: the parameter that takes the number; `body.offset` for a member of the request's body.
            records: where the list of records stands, such as `data`; empty for the body itself.
            first: the offset of the first record.
            step: how far each offset goes, for services that leave records out after counting them; None for as many
                records as came.
            size: the parameter that says how many records a page has.
            total: where an answer says how many records there are.

        Raises:
            ShapeError: an argument has the wrong shape.
        """
        return cls(
            kind="offset", parameter=_name("parameter", parameter), records=path_of(records, "records"),
            first=_whole("first", first), step=None if step is None else _whole("step", step) or None, size=size,
            total=None if total is None else path_of(total, "total"), evidence=_GIVEN,
        )  # fmt: skip

    @classmethod
    def next_url(cls, next: PathText, *, records: PathText) -> Self:  # noqa: A002
        """Return paging by the address of the next page in the body.

        Args:
            next: where the address stands, such as `links.next`, or `header:X-Next`.
            records: where the list of records stands, such as `data`; empty for the body itself.

        Raises:
            ShapeError: an argument has the wrong shape.
        """
        return cls(kind="next_url", next=_source(next), records=path_of(records, "records"), evidence=_GIVEN)

    @classmethod
    def link_header(cls, *, records: PathText) -> Self:
        """Return paging by the `Link` header of RFC 8288, its relation `next`.

        Args:
            records: where the list of records stands, such as `data`; empty for the body itself.

        Raises:
            ShapeError: an argument has the wrong shape.
        """
        return cls(kind="link_header", records=path_of(records, "records"), evidence=_GIVEN)

    @classmethod
    def single(cls, *, records: PathText) -> Self:
        """Return paging for an operation that answers all in one page.

        Args:
            records: where the list of records stands, such as `data`; empty for the body itself.

        Raises:
            ShapeError: an argument has the wrong shape.
        """
        return cls(kind="single", records=path_of(records, "records"), evidence=_GIVEN)

    @property
    def decided(self) -> bool:
        """True when pages can be asked for."""
        return self.kind != "undecided"

    @property
    def counts(self) -> bool:
        """True when pages have numbers, so that several can be asked for at the same time."""
        return self.kind in NUMBERED

    def with_records(self, records: Path) -> Paging:
        """Return the same with another place of the records.

        Args:
            records: names that lead to the list.
        """
        return replace(self, records=records, also=tuple(replace(one, records=records) for one in self.also))

    def lines(self) -> tuple[tuple[str, str], ...]:
        """Return (what, value) of everything that is known, for people."""
        rows = [
            ("kind", _WORDS[self.kind]),
            ("parameter", visible_line(self.parameter)),
            ("next", visible_line(self.next)),
            ("records", "not known" if self.records is None else shown(self.records) or "the body itself"),
            ("page size", visible_line(self.size)),
            ("first", "found out on the way" if self.first is None else str(self.first)),
            ("more", _flag(self.more, self.more_means_last)),
            ("total", shown(self.total or ())),
            ("pages", shown(self.page_count or ())),
            *(("evidence", visible_line(words)) for words in self.evidence),
            *(("also", f"{one.kind}{' ' + visible_line(one.parameter or one.next)}".rstrip()) for one in self.also),
        ]
        return tuple((name, value) for name, value in rows if value and (name != "first" or self.counts))

    def __repr__(self) -> str:
        width = max(len(name) for name, _ in self.lines()) + 2
        return "\n".join(("Paging", *(f"  {name:<{width}}{value}" for name, value in self.lines())))


_GIVEN = ("given by the caller",)


def _flag(path: Path | None, means_last: bool) -> str:
    return f"{shown(path)}{' (true on the last page)' if means_last else ''}" if path is not None else ""


def _name(what: str, value: object) -> str:
    if not isinstance(value, str) or not value or value == BODY:
        raise ShapeError(what, "must be the name of a parameter, or body. and the path of a member", short(value))
    return value


def _source(value: PathText) -> str:
    if isinstance(value, str) and value.startswith(HEADER):
        return HEADER + _name("next", value[len(HEADER) :].strip())
    path = path_of(value, "next")
    if not path:
        raise ShapeError("next", 'must say where the next token or address stands, such as "meta.next"')
    return shown(path)


def _whole(what: str, value: int) -> int:
    if not is_number(value) or value != int(value) or value < 0:
        raise ShapeError(what, "must be a whole number, 0 or more", short(value))
    return int(value)
