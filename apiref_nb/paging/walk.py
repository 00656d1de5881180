"""`Walk`: the way through all pages: what the next request sends, and whether there is one. It sends nothing itself.

A `Paging` and the answers come in, one after the other; records, what comes next, and in words why it ended go out.
`client` asks it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from hashlib import blake2b
from typing import Any
from urllib.parse import urljoin

from apiref_nb.errors import PagingError, RecordsError
from apiref_nb.paging.json_path import ABSENT, Path, at, lists_in, path_of, shown
from apiref_nb.paging.limits import LIMITS
from apiref_nb.paging.link_header import next_target
from apiref_nb.paging.paging import ADDRESSES, HEADER, Paging
from apiref_nb.text.json_value import JsonValue
from apiref_nb.text.numbers import is_whole
from apiref_nb.text.quoting import short


@dataclass(frozen=True, slots=True)
class PageAnswer:
    """One answer, as far as paging reads it."""

    body: JsonValue
    """The body as a JSON value; None for none."""
    headers: Mapping[str, str]
    """Header name to value, names in any case."""
    url: str
    """The address that answered, without credentials."""


class Walk:
    """Where a reader is among the pages.

    Args:
        paging: how the operation pages.
        at: where to begin: a token, a number, an address; None for the first page.
        size: how many records a page is asked to have; None when nobody says.
    """

    def __init__(self, paging: Paging, at: JsonValue = None, size: int | None = None) -> None:
        self.paging = paging
        self.at: JsonValue = at
        """What the next request sends; None for the first page as the server gives it."""
        self.ended = ""
        """Why there is no next request, in words; empty while there is one."""
        self.pages = 0
        """Pages that came."""
        self.rows = 0
        """Records that came."""
        self.notes: list[str] = []
        """What was met on the way, in words."""
        self.total: int | None = None
        """How many records there are, as the last answer says; None when it does not, or is not believed."""
        self._size = size
        self._first = paging.first
        self._beyond = False
        self._seen: set[bytes] = set()
        self._kept: list[list[Any]] = []
        self._largest = 0
        self._empty = 0
        self._probing = False
        self._believes = True
        self._overlaps = False

    @property
    def number(self) -> int:
        """Of the page that is asked for next, counted from one."""
        return self.pages + 1

    @property
    def is_probing(self) -> bool:
        """True while the next page is asked for to find out which number the first page has."""
        return self._probing

    def state(self) -> dict[str, JsonValue]:
        """Return where the walk is, as a JSON value that `resumed` takes."""
        return {
            "kind": self.paging.kind, "at": self.at, "first": self._first, "rows": self.rows, "pages": self.pages,
            "ended": self.ended,
        }  # fmt: skip

    def resumed(self, state: Mapping[str, Any]) -> None:
        """Go on where another walk was.

        Args:
            state: what its `state()` gave.

        Raises:
            PagingError: it is no such state, or of another kind of paging.
        """
        rows, pages, ended = state.get("rows"), state.get("pages"), state.get("ended")
        fits = isinstance(rows, int) and isinstance(pages, int) and isinstance(ended, str) and "at" in state
        if not fits or state.get("kind") != self.paging.kind:
            raise PagingError(f"start: must be what resume_state() gave for the same paging (got {short(dict(state))})")
        self.at, self.rows, self.pages, self.ended = state["at"], int(rows or 0), int(pages or 0), str(ended)
        first = state.get("first")
        self._first = first if isinstance(first, int) else self._first

    def records(self, answer: PageAnswer) -> list[Any]:
        """Return the records of an answer; none where it lacks the list, as many servers write an empty one.

        Args:
            answer: a page.

        Raises:
            RecordsError: where the records stand is not known, or there is something else.
        """
        path = self.paging.records
        if path is None:
            raise RecordsError(f"which list holds the records is not known{_lists(answer.body)}")
        found = at(answer.body, path)
        if isinstance(found, list):
            return found
        if found is None or found is ABSENT:
            if self.pages == 0 and path and answer.body is not None and (there := _lists(answer.body)):
                raise RecordsError(f'the first page has no list at "{shown(path)}"{there}')
            return []
        raise RecordsError(f'"{shown(path) or "the body"}" is no list (got {short(found)}){_lists(answer.body)}')

    def took(self, answer: PageAnswer) -> bool:
        """Take the answer to what was asked for; return False when it repeats what came before.

        Args:
            answer: the page.

        Raises:
            RecordsError: see `records`.
            PagingError: the next token or address is none that can be sent.
        """
        records = self.records(answer) if self.paging.records is not None else None
        if records is not None and self._repeats(records):
            return False
        if self._beyond and records:
            self._disbelieve()
        self.pages += 1
        self.rows += len(records or ())
        self._empty = 0 if records or records is None else self._empty + 1
        if self.paging.counts:
            self._count_on(answer, records or [])
        elif self.paging.kind == "single":
            self.ended = "the operation answers all in one page"
        else:
            self._follow(answer)
        return True

    def ahead(self, count: int) -> list[JsonValue]:
        """Return what this and the following requests send, as far as that is known without their answers.

        Args:
            count: how many at most.
        """
        here = self.at
        if count < 2 or self._beyond or self._probing or not is_whole(here):
            return [here]
        step = 1 if self.paging.kind == "page" else self.paging.step or self._largest
        if not self.pages or not step:
            return [here]
        left = count if self.total is None else -(-max(self.total - self._covered(), 1) // max(self._largest, 1))
        return [here + step * index for index in range(max(1, min(count, left)))]

    def refused_beyond(self, status: int) -> bool:
        """Return True when an answer that refuses a page is the end: of a page after the last, asked for to be sure.

        Args:
            status: of the answer.
        """
        ends = self.paging.counts and (status in (404, 416) if self.pages else False)
        if ends or (self._beyond and 400 <= status < 500 and status not in (401, 403, 408, 425, 429)):
            reached = f"{self._claimed} came, and " if self._beyond else ""
            self.ended = f"{reached}page {self.number} was answered with status {status}"
            return True
        return False

    # Numbers -------------------------------------------------------------------------------------------------------

    @property
    def _claimed(self) -> str:
        return f"{self.rows if self.total is None else self.total:,} records"

    def _count_on(self, answer: PageAnswer, records: list[Any]) -> None:
        """Go on by counting; a total ends it where the page is not full, else one page more is asked for to be sure."""
        self._beyond = False
        self._take_total(answer)
        if not records:
            lacking = self.total is not None and self._covered() < self.total
            told = f"; the answers say there are {self.total:,} records, {self.rows:,} came" if lacking else ""
            self.ended = f"page {self.pages} is empty{told}"
            return
        if self._says_last(answer):
            return
        is_short = len(records) < max(self._largest, self._size or 0)
        self._largest = max(self._largest, len(records))
        self._step(len(records))
        if self.total is not None and self._covered() > self.total:
            self._disbelieve()
        pages = _whole(answer.body, self.paging.page_count) if self._believes else None
        all_rows = self.total is not None and self._covered() == self.total
        all_pages = pages is not None and self._index() >= pages
        if (all_rows and (is_short or all_pages)) or (all_pages and self.total is None):
            told = f"{self.total:,} records" if all_rows else f"{pages:,} pages"
            self.ended = f"all {told} came, as many as the answers say there are"
        self._beyond = all_rows and not self.ended

    def _take_total(self, answer: PageAnswer) -> None:
        total = _whole(answer.body, self.paging.total) if self._believes else None
        self.total = total if total is not None else self.total

    def _disbelieve(self) -> None:
        self.notes.append(f"the answers say there are {self._claimed}, and more came: that number is not believed")
        self.total, self._believes = None, False

    def _says_last(self, answer: PageAnswer) -> bool:
        if self.paging.more is None:
            return False
        more = at(answer.body, self.paging.more)
        if not isinstance(more, bool) or more is not self.paging.more_means_last:
            return False
        self.ended = f'page {self.pages} says that it is the last ("{shown(self.paging.more)}")'
        return True

    def _covered(self) -> int:
        """How many records lie before what is asked for next."""
        if self.paging.kind == "offset" and isinstance(self.at, int):
            return self.at - (self._first or 0)
        return self.rows

    def _index(self) -> int:
        """How many pages lie before what is asked for next."""
        if self.paging.kind == "page" and isinstance(self.at, int):
            return self.at - (self._first if self._first is not None else 1)
        return self.pages

    def _step(self, count: int) -> None:
        if self.paging.kind == "offset":
            self.at = (self.at if isinstance(self.at, int) else self._first or 0) + (self.paging.step or count)
        elif isinstance(self.at, int):
            self.at, self._probing = self.at + 1, False
        elif self._first is not None:
            self.at = self._first + 1
        else:
            # Nobody says whether the first page has the number 0 or 1. If 1 gives the first page again, it is 1.
            self.at, self._probing = 1, True

    def _repeats(self, records: list[Any]) -> bool:
        """Take note of a page; True when it is one that came before."""
        known = bool(records) and any(records == kept for kept in self._kept)
        if not known:
            self._look_for_overlap(records)
            self._kept = [*self._kept[:1], records]
            if self._probing:
                self._first = 0
                self.notes.append("the first page has the number 0, as was found out")
            return False
        if self._probing:
            self._probing, self._first, self.at = False, 1, 2
            self.notes.append("the first page has the number 1, as was found out")
            return True
        self.ended = f"page {self.number} repeats a page that came before"
        return True

    def _look_for_overlap(self, records: list[Any]) -> None:
        """Say once that a service leaves records out after counting them, so that offsets by what came fall short."""
        if self.paging.kind != "offset" or self.paging.step or not records or not self._kept or self._overlaps:
            return
        first = records[0]
        if isinstance(first, Mapping) and first in self._kept[-1]:
            self._overlaps = True
            self.notes.append(
                f"page {self.number} begins with a record of the page before: the service seems to leave records out "
                "after counting them; Paging.offset(…, step=<size of a page>) goes on by what was asked for"
            )

    # Tokens and addresses ------------------------------------------------------------------------------------------

    def _follow(self, answer: PageAnswer) -> None:
        self._take_total(answer)
        if self._says_last(answer):
            return
        where = self.paging.next or "Link header"
        found = self._next(answer)
        if found is ABSENT or found is None or found == "" or found is False:
            self.ended = f"page {self.pages} has no next {self._what} ({where})"
            return
        token = self._sendable(found, answer)
        known = blake2b(repr(token).encode(), digest_size=16).digest()
        if known in self._seen or (self.at is not None and token == self.at):
            self.ended = f"page {self.pages} gives a {self._what} that was used before ({where})"
            return
        if self._empty >= LIMITS.max_empty_pages:
            self.ended = f"{LIMITS.max_empty_pages:,} empty pages followed one another"
            return
        self._seen.add(known)
        self.at = token

    @property
    def _what(self) -> str:
        return "address" if self.paging.kind in ADDRESSES else "token"

    def _next(self, answer: PageAnswer) -> JsonValue | object:
        if self.paging.kind == "link_header":
            return next_target(_header(answer.headers, "link"))
        if self.paging.next.startswith(HEADER):
            return _header(answer.headers, self.paging.next[len(HEADER) :])
        return at(answer.body, path_of(self.paging.next, "next"))

    def _sendable(self, found: JsonValue | object, answer: PageAnswer) -> JsonValue:
        """The token as JSON, the address as a whole one."""
        where = self.paging.next or "the Link header"
        if self.paging.kind not in ADDRESSES:
            if isinstance(found, str | int | float | Mapping) and not isinstance(found, bool):
                return found
            raise PagingError(f'page {self.pages}: "{where}" holds no token (got {short(found)})')
        if not isinstance(found, str):
            raise PagingError(f'page {self.pages}: "{where}" holds no address (got {short(found)})')
        try:
            return urljoin(answer.url, found.strip())
        except ValueError:
            raise PagingError(f'page {self.pages}: "{where}" holds no address (got {short(found)})') from None


def _whole(body: JsonValue, path: Path | None) -> int | None:
    value = at(body, path) if path is not None else None
    return value if is_whole(value, 0) else None


def _header(headers: Mapping[str, str], name: str) -> str:
    return next((value for key, value in headers.items() if key.lower() == name.lower()), "")


def _lists(body: JsonValue) -> str:
    places: Sequence[Path] = lists_in(body)
    named = ", ".join(f'records="{shown(path)}"' for path in places[:5])
    return f"; there are lists elsewhere: {named}" if named else ""
