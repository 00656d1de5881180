"""The last requests a service answered, without credentials, for `handle.log`.

A WSGI application is wrapped by `LoggedApp`, which adds a `LogEntry` for each answer to a `RequestLog`; the log
shows as a table in a notebook and as text elsewhere.
"""

import io
import re
import threading
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, overload
from urllib.parse import parse_qsl

from petstore_flask.cards import log_table
from petstore_flask.list_operations import LIST_OPERATIONS
from petstore_flask.log_entry import LogEntry
from petstore_flask.operations import OPERATIONS
from petstore_flask.settings import BASE_PATH

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

ENTRIES_KEPT = 1000
_TARGET_SHOWN = 300


class RequestLog(Sequence[LogEntry]):
    """The last 1,000 requests, oldest first; safe to read while requests come in."""

    def __init__(self) -> None:
        self._entries: deque[LogEntry] = deque(maxlen=ENTRIES_KEPT)
        self._lock = threading.Lock()

    def add(self, entry: LogEntry) -> None:
        """Put an entry behind the others; beyond 1,000 the oldest goes."""
        with self._lock:
            self._entries.append(entry)

    def clear(self) -> None:
        """Forget all entries."""
        with self._lock:
            self._entries.clear()

    def _copy(self) -> list[LogEntry]:
        with self._lock:
            return list(self._entries)

    def __len__(self) -> int:
        return len(self._entries)

    def __iter__(self) -> Iterator[LogEntry]:
        return iter(self._copy())

    @overload
    def __getitem__(self, index: int) -> LogEntry: ...
    @overload
    def __getitem__(self, index: slice) -> list[LogEntry]: ...
    def __getitem__(self, index: int | slice) -> LogEntry | list[LogEntry]:
        return self._copy()[index]

    def __repr__(self) -> str:
        entries = self._copy()
        lines = [f"{entry.status}  {entry.method:<7} {entry.target}" for entry in entries[-20:]]
        left_out = len(entries) - len(lines)
        count = "1 request" if len(entries) == 1 else f"{len(entries)} requests"
        head = count + (f", the last {len(lines)}:" if left_out else "")
        return "\n".join([head, *lines])

    def _repr_html_(self) -> str:
        return log_table(self._copy())


class LoggedApp:
    """A WSGI application that keeps a log of its answers.

    Args:
        app: the application.
        log: where entries go.
        on_entry: called with each entry as well, such as to print it in a terminal.
    """

    def __init__(
        self, app: "WSGIApplication", log: RequestLog, on_entry: Callable[[LogEntry], None] | None = None
    ) -> None:
        self._app = app
        self._log = log
        self._on_entry = on_entry

    def __call__(self, environ: "WSGIEnvironment", start_response: "StartResponse") -> Iterable[bytes]:
        """Answer as the application does."""
        begun = time.perf_counter()
        faults = io.StringIO()
        environ["wsgi.errors"] = faults

        def start_and_log(status: str, headers: list[tuple[str, str]], *rest: Any) -> Callable[[bytes], object]:  # noqa: ANN401 - WSGI's own
            milliseconds = (time.perf_counter() - begun) * 1000
            entry = LogEntry(
                _printable(environ["REQUEST_METHOD"])[:20],
                safe_target(environ["REQUEST_URI"]),
                int(status[:3]),
                milliseconds,
                faults.getvalue(),
            )
            self._log.add(entry)
            if self._on_entry is not None:
                self._on_entry(entry)
            return start_response(status, headers, *rest)

        return self._app(environ, start_and_log)


def safe_target(target: str) -> str:
    """A request target for the log: with its query only where every name in it is declared and none is a secret."""
    path, mark, query = target.partition("?")
    if mark:
        names = {name for name, _ in parse_qsl(query, keep_blank_values=True)}
        declared = next((names for pattern, names in _QUERY_NAMES if pattern.fullmatch(path)), frozenset[str]())
        query = query if names and names <= declared else "…"
    shown = _printable(path + mark + query)
    return shown if len(shown) <= _TARGET_SHOWN else shown[:_TARGET_SHOWN] + "…"


def _query_names() -> Iterator[tuple[re.Pattern[str], frozenset[str]]]:
    for operation in (*OPERATIONS, *LIST_OPERATIONS):
        names = {parameter.name for parameter in operation.parameters if parameter.location == "query"}
        if names and operation.operation_id != "loginUser":
            yield re.compile(BASE_PATH + re.sub(r"\{\w+\}", "[^/]+", operation.path)), frozenset(names)


_QUERY_NAMES = tuple(_query_names())


def _printable(text: str) -> str:
    return "".join(character if character.isprintable() else f"\\x{ord(character):02x}" for character in text)
