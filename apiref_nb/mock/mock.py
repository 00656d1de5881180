"""`Mock`: answers the requests of a document from the document itself, without a server.

It is an httpx transport, waiting and awaited, and a WSGI application (`wsgi`). A request is judged as a strict server
would, and answered with the author's example where that is valid, else with a value made from the schema.
"""

from __future__ import annotations

import asyncio
import math
import threading
import time
from collections.abc import AsyncIterator, Callable, Iterator
from functools import cached_property
from typing import TYPE_CHECKING, Self

import httpx

from apiref_nb.errors import ShapeError
from apiref_nb.mock.answers import Answer
from apiref_nb.mock.handling import Handler
from apiref_nb.mock.limits import REQUESTS
from apiref_nb.mock.received import Received
from apiref_nb.mock.request_log import MockEntry, MockLog, safe_target
from apiref_nb.mock.scripts import Delay, Failure, Script, script_values
from apiref_nb.mock.wsgi import application
from apiref_nb.model import Api
from apiref_nb.requests.security import security_plan
from apiref_nb.text.invisible_characters import visible_line
from apiref_nb.text.numbers import is_number, is_whole
from apiref_nb.text.quoting import short
from apiref_nb.transport.deadline import ELAPSED

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIApplication

HOME = "http://mock.test"
"""Stands for the host of a document that names none; a name that no network knows (RFC 6761)."""


class Mock(httpx.BaseTransport, httpx.AsyncBaseTransport):
    """Answers every request as the document says.

    Give it to `Client(api, transport=…)`, `httpx.Client(transport=…)` or `httpx.AsyncClient(transport=…)`; `wsgi` is
    the same as an application for any WSGI server. What is wrong with a request is answered with 401, 404, 405, 406,
    413, 415 or 422: by what the document declares for it, else as a problem (RFC 9457) that names each fault.
    A request may choose: `Prefer: code=404`, `Prefer: example=dog`, `Prefer: dynamic=true`.

    Args:
        api: the document: `embed.api`, or what `load_api(source)` returns.
        seed: 0 answers with the values that the page shows; another number with others, always the same ones.
        dynamic: True makes each answer from the schema, another one for each request, the same for the same request.
        limit_bytes: size of a request's body.

    Raises:
        ShapeError: an argument has the wrong shape.
    """

    def __init__(
        self, api: Api, *, seed: int = 0, dynamic: bool = False, limit_bytes: int = REQUESTS.max_body_bytes
    ) -> None:
        if not isinstance(api, Api):
            raise ShapeError("api", "must be an Api: embed.api, or what load_api(source) returns", short(api))
        if not is_whole(seed, -(10**18), 10**18):
            raise ShapeError("seed", "must be a whole number of at most 18 digits", short(seed))
        self.api = api
        """The document."""
        self.log = MockLog()
        """The last 1,000 requests, without credentials."""
        self.limit_bytes = limit_bytes
        """Size of a request's body beyond which it is refused."""
        self._seed = seed
        self._handler = Handler(api, seed=seed, dynamic=dynamic, limit_bytes=limit_bytes)
        self._secret = frozenset(
            plan.name for plan in map(security_plan, api.security_schemes) if plan.location == "query"
        )
        self._lock = threading.RLock()
        self.on_entry: Callable[[MockEntry], object] | None = None
        """Called with each entry of the log as it is made; None for nobody."""

    @property
    def stands_at(self) -> str:
        """Where a client finds the mock of a document that names no http(s) address; empty where it names one."""
        servers = [*self.api.servers, *(server for operation in self.api.operations for server in operation.servers)]
        if any(server.resolved for server in servers):
            return ""
        prefix = next((server.prefix for server in servers), "")
        return f"{HOME}{prefix}"

    def on(self, operation: str | tuple[str, str], **parameters: object) -> Script:
        """Begin a script for some requests: `mock.on("getPetById", petId=7).reply(404)`.

        Args:
            operation: operationId, `GET /path` key or (method, path).
            **parameters: values that a request has, by the document's names or Python's; none for every request.

        Raises:
            UnknownOperationError: there is no such operation; the message offers near ones.
            ShapeError: a name is no parameter of the operation.
        """
        found = self.api[operation]
        script = Script(found, script_values(found, parameters))
        with self._lock:
            self._handler.scripts.insert(0, script)
        return script

    def fail(
        self,
        rate: float = 1.0,
        status: int = 503,
        *,
        retry_after: float | None = None,
        times: int | None = None,
        operation: str | tuple[str, str] | None = None,
    ) -> Failure:
        """Answer some requests with an error: for lessons on retries. Which ones follows from the seed.

        Args:
            rate: how many of the requests, from 0 to 1.
            status: the status of the error.
            retry_after: seconds that `Retry-After` says; None for no such header.
            times: how many requests fail at most; None for no end.
            operation: only requests of this operation; None for all.

        Raises:
            ShapeError: an argument has the wrong shape.
            UnknownOperationError: there is no such operation.
        """
        if not is_number(rate) or not 0 <= rate <= 1:
            raise ShapeError("rate", "must be a number from 0 to 1", short(rate))
        if not is_whole(status, 400, 599):
            raise ShapeError("status", "must be a whole number from 400 to 599", short(status))
        if retry_after is not None:
            _seconds("retry_after", retry_after)
        with self._lock:
            failure = Failure(
                seed=f"{self._seed}\n{len(self._handler.failures)}",
                rate=float(rate),
                status=status,
                retry_after=retry_after,
                times=times,
                operation=self.api[operation] if operation is not None else None,
            )
            self._handler.failures.append(failure)
        return failure

    def delay(self, seconds: float, *, operation: str | tuple[str, str] | None = None) -> None:
        """Answer requests late: for lessons on time limits.

        Args:
            seconds: how late.
            operation: only requests of this operation; None for all.

        Raises:
            ShapeError: the time is no number of seconds.
            UnknownOperationError: there is no such operation.
        """
        _seconds("seconds", seconds)
        late = Delay(float(seconds), self.api[operation] if operation is not None else None)
        with self._lock:
            self._handler.delays.append(late)

    def reset(self) -> None:
        """Forget all scripts, failures and delays, and what the log holds."""
        with self._lock:
            self._handler.scripts.clear()
            self._handler.failures.clear()
            self._handler.delays.clear()
        self.log.clear()

    @cached_property
    def wsgi(self) -> WSGIApplication:
        """The mock as an application for any WSGI server; it answers browsers of other origins too (CORS)."""
        return application(self.answer, self.limit_bytes)

    def answer(self, received: Received) -> tuple[Answer, float]:
        """Return the answer to a request, and how many seconds it is to be late.

        Args:
            received: the request, whoever brought it.
        """
        with self._lock:
            operation, answer, late = self._handler.handled(received)
        answer = answer.travelling(head=received.method == "HEAD")
        entry = MockEntry(
            visible_line(received.method)[:20],
            safe_target(received, self._secret),
            answer.status,
            visible_line(operation.operation_id or operation.key) if operation is not None else "",
            answer.faults,
        )
        self.log.add(entry)
        if self.on_entry is not None:
            self.on_entry(entry)
        return answer, late

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        """Return the answer to a request of httpx."""
        answer, late = self.answer(_received(request, request.read()))
        time.sleep(min(late, _patience(request)))
        return _response(request, answer, late)

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        """Return the answer to an awaited request of httpx."""
        answer, late = self.answer(_received(request, await request.aread()))
        await asyncio.sleep(min(late, _patience(request)))
        return _response(request, answer, late)

    def __enter__(self) -> Self:
        return self

    async def __aenter__(self) -> Self:
        return self

    def __repr__(self) -> str:
        count = len(self.log)
        return f"Mock({self.api!r}, {'1 request' if count == 1 else f'{count} requests'})"


def _seconds(name: str, value: object) -> None:
    if not is_number(value) or not 0 <= value <= 3600:
        raise ShapeError(name, "must be a number of seconds from 0 to 3600", short(value))


def _received(request: httpx.Request, body: bytes) -> Received:
    raw = request.url.raw_path.decode("ascii", "replace")
    path, _, query = raw.partition("?")
    return Received(
        method=request.method,
        path=path or "/",
        query=query,
        host=request.url.host,
        headers=tuple((name.decode("latin-1"), value.decode("latin-1")) for name, value in request.headers.raw),
        body=body,
    )


def _patience(request: httpx.Request) -> float:
    """Seconds that whoever sent the request waits for its answer."""
    said = request.extensions.get("timeout")
    limit = said.get("read") if isinstance(said, dict) else None
    return float(limit) if isinstance(limit, int | float) else math.inf


class _Chunks(httpx.SyncByteStream, httpx.AsyncByteStream):
    """A body in pieces, for who waits and for who awaits."""

    def __init__(self, chunks: tuple[bytes, ...]) -> None:
        self._chunks = chunks

    def __iter__(self) -> Iterator[bytes]:
        yield from self._chunks

    async def __aiter__(self) -> AsyncIterator[bytes]:
        for chunk in self._chunks:
            yield chunk


def _response(request: httpx.Request, answer: Answer, late: float) -> httpx.Response:
    if late > _patience(request):
        raise httpx.ReadTimeout(f"the mock answers {late:g} seconds late", request=request)
    # What is shown of an answer is the same in every run: it took as long as was asked for, and no time else.
    extensions = {ELAPSED: late}
    return httpx.Response(answer.status, headers=answer.headers, stream=_Chunks(answer.chunks), extensions=extensions)
