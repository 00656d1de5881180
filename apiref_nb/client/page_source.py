"""`PageSource`: where a reader is among the pages of an operation, what is asked for next, and what was handed out.

Options of the reader and a `PagedCall` come in. `paged` derives the iterator that waits and the one that is awaited.
"""

from __future__ import annotations

import threading
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, fields, replace
from typing import Any, Self
from urllib.parse import urlsplit

from apiref_nb.client.limits import PAGES
from apiref_nb.client.page_bar import PageBar
from apiref_nb.client.page_requests import PagedCall, PageRequests, Steps
from apiref_nb.client.reply import Reply
from apiref_nb.client.settings import count
from apiref_nb.errors import BodyError, PagingError, RecordsError, ShapeError
from apiref_nb.model import ApiOperation
from apiref_nb.model.media_types import is_stream
from apiref_nb.paging import Paging, paging_of
from apiref_nb.paging.json_path import Path, PathText, path_of
from apiref_nb.paging.walk import PageAnswer, Walk
from apiref_nb.requests.arguments import BoundArguments
from apiref_nb.requests.credentials import Credentials
from apiref_nb.text.hosts import origin
from apiref_nb.text.invisible_characters import visible_line
from apiref_nb.text.json_value import JsonValue
from apiref_nb.text.numbers import is_number
from apiref_nb.text.quoting import short


@dataclass(frozen=True, slots=True, kw_only=True)
class PageOptions:
    """How a reader wants the pages; the keywords of `pages()` beside the arguments of the operation.

    Raises:
        ShapeError: one has the wrong shape.
    """

    max_pages: int | None = None
    """Pages at most."""
    max_rows: int | None = None
    """Records at most."""
    concurrency: int = 1
    """Pages that are asked for at the same time, where they have numbers."""
    progress: bool = False
    """True shows a bar."""
    paging: Paging | None = None
    """How the operation pages; None for what the document says."""
    records: PathText | None = None
    """Where the records stand; None for what the document says."""
    start: Mapping[str, Any] | None = None
    """Where to go on: what `resume_state()` gave."""
    allow_origins: Collection[str] = ()
    """Origins to which a next address may lead, such as `https://api.example.com`; no credential goes there."""
    patience_seconds: float = 300.0
    """How long one page is waited for in all, where the server asks to come back later."""

    def __post_init__(self) -> None:
        for name in ("max_pages", "max_rows", "concurrency"):
            if getattr(self, name) is not None or name == "concurrency":
                count(name, getattr(self, name), 1)
        if self.concurrency > PAGES.max_concurrency:
            raise ShapeError("concurrency", f"must be {PAGES.max_concurrency} or less", str(self.concurrency))
        if self.paging is not None and not isinstance(self.paging, Paging):
            raise ShapeError("paging", "must be a Paging, such as Paging.cursor(…)", short(self.paging))
        if self.start is not None and not isinstance(self.start, Mapping):
            raise ShapeError("start", "must be what resume_state() gave", short(self.start))
        if not is_number(self.patience_seconds) or self.patience_seconds < 0:
            raise ShapeError("patience_seconds", "must be a number of 0 or more", short(self.patience_seconds))
        listed = () if isinstance(self.allow_origins, str) else self.allow_origins
        if isinstance(self.allow_origins, str) or not all(_is_origin(one) for one in listed):
            allowed = 'must be a list of origins, such as ["https://api.example.com"]'
            raise ShapeError("allow_origins", allowed, short(self.allow_origins))


OPTION_NAMES = tuple(field.name for field in fields(PageOptions))
"""The keywords of `pages()` beside the arguments of the operation."""


def _is_origin(value: object) -> bool:
    return isinstance(value, str) and urlsplit(value).scheme in ("http", "https") and bool(urlsplit(value).hostname)


class PageSource:
    """Where a reader is among the pages of one call.

    Args:
        call: the operation's callable.
        given: the arguments of the operation.
        options: how the reader wants the pages.

    Raises:
        PagingError: the document does not say enough, or what is asked for does not fit how the operation pages.
    """

    def __init__(self, call: PagedCall, given: BoundArguments, options: PageOptions) -> None:
        self._call = call
        self.options = options
        """How the reader wants the pages."""
        self.paging: Paging = _settled(call, options)
        """How the operation pages."""
        allowed = frozenset(origin(one) for one in options.allow_origins)
        self._requests = PageRequests(call, given, self.paging, allowed, options.patience_seconds)
        self._walk = Walk(self.paging, self._requests.given_at(), self._requests.size())
        self._skip = 0 if options.start is None else self._resumed(options.start)
        self._begun = self._walk.state()
        self._page_rows: int | None = None
        self._page_skip = 0
        self._out = 0
        self._handed_pages = 0
        self._handed_rows = 0
        self._said = ""
        self._ended: threading.Event | None = None
        self._bar: PageBar | None = None

    @property
    def operation(self) -> ApiOperation:
        """The operation that is called."""
        return self._call.operation

    @property
    def name(self) -> str:
        """The Python name of the operation."""
        return visible_line(self._call.name)

    @property
    def credentials(self) -> Credentials:
        """What the client holds; they are told from what is shown."""
        return self._call.session.credentials

    @property
    def page_count(self) -> int:
        """Pages that were handed out."""
        return self._handed_pages

    @property
    def records_path(self) -> Path | None:
        """Names that lead to the list of records in a body; empty for the body itself, None where it is not known."""
        return self.paging.records

    @property
    def stopped(self) -> str:
        """Why it ended, in words; empty while more may follow."""
        return self._said or self._walk.ended

    @property
    def complete(self) -> bool:
        """True when the last page came and all of its records were handed out."""
        return bool(self._walk.ended) and not self._is_cut

    @property
    def notes(self) -> tuple[str, ...]:
        """What was met on the way, each as a sentence: waits that the server asked for, totals that do not hold."""
        return tuple(self._walk.notes)

    @property
    def total(self) -> int | None:
        """How many records there are, as the answers say; None when they do not."""
        return self._walk.total

    def resume_state(self) -> dict[str, JsonValue]:
        """Return a JSON value from which `pages(…, start=value)` goes on with the same arguments.

        It stands behind the last page that was handed out; within `rows()`, behind the last record.
        """
        key = self._call.operation.key
        if self._is_cut or (self._walk.is_probing and self._page_rows is not None):
            return {"operation": key, **self._begun, "skip": self._page_skip + self._out}
        return {"operation": key, **self._walk.state(), "skip": self._skip}

    def records(self, reply: Reply) -> list[Any]:
        """Return the records of the reply that was handed out last, without those beyond `max_rows` or before `start`.

        Args:
            reply: the page.

        Raises:
            RecordsError: where the records stand is not known, or there is something else.
        """
        found = self._walk.records(_answer(reply))
        return found[self._page_skip : self._page_skip + self._room(len(found) - self._page_skip)]

    def _room(self, count: int) -> int:
        most = self.options.max_rows
        return max(0, count if most is None else min(count, most - self._handed_rows))

    def _given_out(self, records: list[Any]) -> Iterator[Any]:
        """Yield records, and keep count of them for `resume_state`."""
        for number, record in enumerate(records, 1):
            self._out = number
            yield record

    def _resumed(self, start: Mapping[str, Any]) -> int:
        skip = start.get("skip", 0)
        fits = isinstance(skip, int) and skip >= 0 and start.get("operation") == self._call.operation.key
        if not fits:
            key = visible_line(self._call.operation.key)
            raise PagingError(f"start: must be what resume_state() gave for {key} (got {short(start)})")
        self._walk.resumed(start)
        return int(skip)

    def until(self, ended: threading.Event) -> Self:
        """Return these pages, of which no more are asked for once an event is set, from whatever thread.

        Args:
            ended: is set when nobody reads them any more.
        """
        self._ended = ended
        return self

    # For the iterators ---------------------------------------------------------------------------------------------

    def _over(self) -> bool:
        """True when nothing more is asked for; what was handed out is behind us from here on."""
        options = self.options
        handed_rows = self._handed_rows + self._out
        if not self._said and not self.complete:
            if options.max_rows is not None and handed_rows >= options.max_rows:
                self._said = f"max_rows={options.max_rows} is reached"
            elif options.max_pages is not None and self._handed_pages >= options.max_pages:
                self._said = f"max_pages={options.max_pages} is reached"
            elif self._ended is not None and self._ended.is_set():
                self._said = "nobody reads them any more"
        if self._said or self._walk.ended:
            return True
        self._handed_rows = handed_rows
        self._out, self._page_skip, self._page_rows = 0, 0, None
        return False

    @property
    def _is_cut(self) -> bool:
        """True when the page that was handed out last has records that were not."""
        return self._page_rows is not None and self._page_skip + self._out < self._page_rows

    def _taken(self, reply: Reply) -> bool:
        """Take a page; False when it is not handed out: it repeats another, or is refused beyond the last.

        Raises:
            StatusError: the answer is an error.
        """
        walk = self._walk
        begun = walk.state()
        if walk.refused_beyond(reply.status):
            return False
        reply.raise_for_status()
        answer = _answer(reply)
        try:
            taken = walk.took(answer)
        except (RecordsError, PagingError) as fault:
            words = self._call.session.credentials.masked(str(fault))
            raise type(fault)(f"{visible_line(self.operation.key)}: {words}") from None
        if not taken:
            return False
        walk.at = self._requests.without_credentials(walk.at)
        self._begun = begun
        self._handed_pages += 1
        self._page_skip, self._skip = self._skip, 0
        if self.paging.records is not None:
            self._page_rows = len(walk.records(answer))
            self._out = self._room(self._page_rows - self._page_skip)
        self._show()
        return True

    def _wanted(self) -> list[JsonValue]:
        """What this and the next pages are asked by."""
        count = self.options.concurrency
        if self.options.max_pages is not None:
            count = min(count, self.options.max_pages - self._handed_pages)
        return self._walk.ahead(count)

    def _steps(self, at: JsonValue) -> Steps:
        return self._requests.steps(at, self._walk.notes, self._walk.number)

    def _show(self) -> None:
        if not self.options.progress:
            return
        walk, counts_rows = self._walk, self.paging.records is not None
        if self._bar is None:
            self._bar = PageBar(visible_line(self._call.name), "rows" if counts_rows else "pages")
        self._bar.show(walk.rows if counts_rows else walk.pages, walk.total if counts_rows else None)

    def _close_bar(self) -> None:
        if self._bar is not None:
            self._bar.close()
            self._bar = None

    def __repr__(self) -> str:
        where = f"{self._walk.pages:,} pages, {self._walk.rows:,} records so far"
        end = f"; stopped: {visible_line(self.stopped)}" if self.stopped else ""
        return f"{type(self).__name__}({visible_line(self._call.operation.key)}, {self.paging.kind}, {where}{end})"


def _settled(call: PagedCall, options: PageOptions) -> Paging:
    """How the operation pages: as the reader says, else as the document does."""
    key = visible_line(call.operation.key)
    paging = options.paging or paging_of(call.session.api, call.operation)
    if options.records is not None:
        records = path_of(options.records, "records")
        # Where the place of the records was all that was missing, it settles the matter.
        paging = paging.also[0] if not paging.decided and paging.also else paging
        paging = paging.with_records(records)
    if not paging.decided:
        found = "; ".join(visible_line(words) for words in paging.evidence)
        raise PagingError(
            f"{key}: the document does not say enough to page. Found: {found}. Say it: "
            'pages(…, paging=Paging.cursor("after", next="meta.next", records="data")), or Paging.page, .offset, '
            ".next_url, .link_header" + (', or only records="…"' if paging.also else "")
        )
    if paging.counts and paging.records is None:
        raise PagingError(f"{key}: pages that are counted need the place of the records: records=…")
    if options.concurrency < 2 or paging.counts:
        return paging
    numbered = next((one for one in paging.also if one.counts and one.records is not None), None)
    if numbered is None:
        raise PagingError(
            f"{key}: concurrency needs page numbers or offsets; this operation pages by {paging.kind}, where each page "
            "leads to the next: leave concurrency out"
        )
    return replace(numbered, also=(paging,))


def _answer(reply: Reply) -> PageAnswer:
    headers = {name: ", ".join(reply.headers.get_list(name)) for name in reply.headers}
    return PageAnswer(_body(reply), headers, reply.address)


def _body(reply: Reply) -> JsonValue:
    if not reply.content:
        return None
    if is_stream(reply.media_type):
        return list(reply)
    try:
        return reply.json()
    except BodyError:
        if reply.media_type.endswith("json"):
            raise
        raise PagingError(
            f"{reply.operation.key}: pages need JSON bodies (got {reply.media_type or 'no media type'})"
        ) from None
