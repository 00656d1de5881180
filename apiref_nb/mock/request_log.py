"""`MockLog`: the last requests that a mock answered, without credentials; a table in a notebook, text elsewhere."""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import overload
from urllib.parse import unquote_plus

from apiref_nb.mock.judging import RequestFault
from apiref_nb.mock.limits import LIMITS
from apiref_nb.mock.received import Received
from apiref_nb.requests.masking import MASK
from apiref_nb.requests.sensitive import is_sensitive
from apiref_nb.text.escaping import shown_text
from apiref_nb.text.http_status import reason
from apiref_nb.text.invisible_characters import visible_line
from apiref_nb.text.quoting import shortened
from apiref_nb.writing.html.markup import element, fragment

_TARGET_SHOWN = 300
_ROWS_SHOWN = 100
_LINES_SHOWN = 20
_CELL = "text-align:left;padding:3px 14px 3px 0;background:transparent;border:0;vertical-align:top"
_MONO = "font-family:var(--jp-code-font-family,ui-monospace,SFMono-Regular,Menlo,Consolas,monospace)"
_FRAME = element(
    "div", "tex2jax_ignore mathjax_ignore", style="max-width:100%;overflow-x:auto;color:inherit;font-size:13px"
)
_CAPTION = element("div", style="opacity:.75;margin-bottom:4px")
_TABLE = element("table", style="border-collapse:collapse;margin:0;border:0;font-size:13px")
_HEAD = element("thead")
_BODY = element("tbody")
_ROW = element("tr", style="background:transparent")
_NAME = element("th", style=f"{_CELL};font-weight:600", scope="col")
_CELL_OF_TEXT = element("td", style=_CELL)
_CELL_OF_CODE = element("td", style=f"{_CELL};overflow-wrap:anywhere;{_MONO}")


@dataclass(frozen=True, slots=True)
class MockEntry:
    """One request and how it was answered."""

    method: str
    """The method as sent, at most 20 characters."""
    target: str
    """Path and query as sent, with `***` in place of what could be a credential, at most 300 characters."""
    status: int
    """The HTTP status of the answer; 0 where an error was raised in its place."""
    operation: str = ""
    """What was asked for: the operationId, else `GET /path`; empty where nothing was found."""
    faults: tuple[RequestFault, ...] = ()
    """What was wrong with the request."""

    def __str__(self) -> str:
        said = f"  {'; '.join(map(str, self.faults[:3]))}" if self.faults else ""
        return visible_line(f"{self.status}  {self.method:<7} {self.target}{said}")


class MockLog(Sequence[MockEntry]):
    """The last 1,000 requests, oldest first; safe to read while requests come in."""

    def __init__(self) -> None:
        self._entries: deque[MockEntry] = deque(maxlen=LIMITS.max_log_entries)
        self._lock = threading.Lock()

    def add(self, entry: MockEntry) -> None:
        """Put an entry behind the others; beyond 1,000 the oldest goes."""
        with self._lock:
            self._entries.append(entry)

    def clear(self) -> None:
        """Forget all entries."""
        with self._lock:
            self._entries.clear()

    def _copy(self) -> list[MockEntry]:
        with self._lock:
            return list(self._entries)

    def __len__(self) -> int:
        return len(self._entries)

    def __iter__(self) -> Iterator[MockEntry]:
        return iter(self._copy())

    @overload
    def __getitem__(self, index: int) -> MockEntry: ...
    @overload
    def __getitem__(self, index: slice) -> list[MockEntry]: ...
    def __getitem__(self, index: int | slice) -> MockEntry | list[MockEntry]:
        return self._copy()[index]

    def __repr__(self) -> str:
        entries = self._copy()
        lines = [str(entry) for entry in entries[-_LINES_SHOWN:]]
        left_out = len(entries) - len(lines)
        return "\n".join([_count(len(entries)) + (f", the last {len(lines)}:" if left_out else ""), *lines])

    def _repr_html_(self) -> str:
        entries = self._copy()
        shown = entries[-_ROWS_SHOWN:]
        caption = _count(len(entries)) + (f", the last {len(shown)}" if len(shown) < len(entries) else "")
        heads = (_NAME(name) for name in ("Status", "Method", "Target", "Operation", "Faults"))
        rows = (
            _ROW(
                _CELL_OF_TEXT(f"{entry.status} {reason(entry.status)}".strip()),
                _CELL_OF_CODE(entry.method),
                _CELL_OF_CODE(entry.target),
                _CELL_OF_CODE(entry.operation),
                _CELL_OF_TEXT("; ".join(map(str, entry.faults))),
            )
            for entry in shown
        )
        table = _FRAME(_CAPTION(caption), _TABLE(_HEAD(_ROW(fragment(*heads))), _BODY(fragment(*rows))))
        # A plain str: some front ends take no subclass of it.
        return "".join(table)


def _count(number: int) -> str:
    return "1 request" if number == 1 else f"{number} requests"


def safe_target(received: Received, secret: Iterable[str]) -> str:
    """Return path and query as a log may show them.

    Args:
        received: the request.
        secret: names of query parameters that carry credentials.
    """
    hidden = {name.lower() for name in secret}
    pieces = []
    for piece in received.query.split("&", _TARGET_SHOWN)[:_TARGET_SHOWN]:
        name, mark, _ = piece.partition("=")
        plain = unquote_plus(name)
        masked = mark and (plain.lower() in hidden or is_sensitive(plain))
        pieces.append(f"{name}={MASK}" if masked else piece)
    target = received.path + (f"?{'&'.join(pieces)}" if received.query else "")
    return shortened(visible_line(shown_text(target)), _TARGET_SHOWN)
