"""`Mock`: answers the requests of a document from the document itself, without a server.

It is an httpx transport, waiting and awaited, and a WSGI application (`wsgi`). A request is judged as a strict server
would, and answered with the author's example where that is valid, else with a value made from the schema.
"""

from __future__ import annotations

import asyncio
import hashlib
import threading
import time
from collections.abc import AsyncIterator, Callable, Iterator
from functools import cached_property
from typing import TYPE_CHECKING, Self

import httpx

from apiref_nb.errors import ShapeError
from apiref_nb.mock.answering import DYNAMIC, ERROR_CODES, Answerer, Wanted
from apiref_nb.mock.answers import Answer, problem, reason
from apiref_nb.mock.credentials import refusal
from apiref_nb.mock.judging import Judge, Judgement, RequestFault
from apiref_nb.mock.negotiation import Preferences, preferences
from apiref_nb.mock.received import Received
from apiref_nb.mock.request_log import MockEntry, MockLog, safe_target
from apiref_nb.mock.routing import Match, Routes
from apiref_nb.mock.scripts import Delay, Failure, Reply, Script, is_whole, request_value, script_values
from apiref_nb.mock.wsgi import application
from apiref_nb.model import Api, ApiOperation
from apiref_nb.requests.security import security_plan
from apiref_nb.schemas.session import SampleSession
from apiref_nb.text.invisible_characters import visible_line
from apiref_nb.text.numbers import is_number
from apiref_nb.text.quoting import short

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIApplication

LIMIT_BYTES = 10_000_000
"""Size of a request's body beyond which it is refused."""

_MOST_TOLD = 3
"""Faults that are named in a problem's sentence; all stand in its list."""

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

    def __init__(self, api: Api, *, seed: int = 0, dynamic: bool = False, limit_bytes: int = LIMIT_BYTES) -> None:
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
        self._dynamic = dynamic
        self._session = SampleSession()
        self._judge = Judge(api, self._session)
        self._answerer = Answerer(self._session)
        self._routes = Routes(api)
        self._secret = frozenset(
            plan.name for plan in map(security_plan, api.security_schemes) if plan.location == "query"
        )
        self._scripts: list[Script] = []
        self._failures: list[Failure] = []
        self._delays: list[Delay] = []
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
            self._scripts.insert(0, script)
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
                seed=f"{self._seed}\n{len(self._failures)}",
                rate=float(rate),
                status=status,
                retry_after=retry_after,
                times=times,
                operation=self.api[operation] if operation is not None else None,
            )
            self._failures.append(failure)
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
            self._delays.append(late)

    def reset(self) -> None:
        """Forget all scripts, failures and delays, and what the log holds."""
        with self._lock:
            self._scripts.clear()
            self._failures.clear()
            self._delays.clear()
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
            operation, answer, late = self._answered(received)
        if received.method == "HEAD":
            answer = Answer(status=answer.status, headers=answer.headers, faults=answer.faults)
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

    def _answered(self, received: Received) -> tuple[ApiOperation | None, Answer, float]:
        found = self._routes.find(received.method, received.path, received.host)
        if not found.matches:
            return None, self._nowhere(received, found.allowed), 0.0
        operation = found.matches[0].operation
        late = sum(one.seconds for one in self._delays if one.operation in (None, operation))
        for failure in self._failures:
            if failure.falls_on(operation):
                return operation, self._failed(operation, failure, received), late
        if len(received.body) > self.limit_bytes:
            detail = f"The body has more than {self.limit_bytes:,} bytes"
            return operation, self._answerer.error(operation, 413, detail, self._wanted(received)), late
        operation, answer = self._judged(found.matches, received)
        return operation, answer, late

    def _nowhere(self, received: Received, allowed: tuple[str, ...]) -> Answer:
        shown = visible_line(received.path)[:200]
        if allowed:
            names = ", ".join(allowed)
            detail = f"{shown} has no {visible_line(received.method)[:20]}; it has {names}"
            return problem(405, detail, headers=(("Allow", names.encode("ascii", "replace").decode()),))
        return problem(404, f"The document has no path for {shown}")

    def _failed(self, operation: ApiOperation, failure: Failure, received: Received) -> Answer:
        after = () if failure.retry_after is None else (("Retry-After", f"{failure.retry_after:g}"),)
        detail = "This failure was asked for"
        answer = self._answerer.error(operation, failure.status, detail, self._wanted(received), headers=after)
        kept = [pair for pair in answer.headers if not after or pair[0].lower() != "retry-after"]
        return Answer(status=failure.status, headers=(*kept, *after), chunks=answer.chunks)

    def _wanted(self, received: Received, choice: Preferences | None = None) -> Wanted:
        choice = choice or Preferences()
        dynamic = self._dynamic if choice.dynamic is None else choice.dynamic
        variation = f"{self._seed}" if self._seed else ""
        if dynamic:
            body = hashlib.sha256(received.body).hexdigest()
            variation = f"{DYNAMIC}{self._seed}\n{received.method} {received.path}?{received.query}\n{body}"
        return Wanted(accept=received.header("accept"), example=choice.example, variation=variation)

    def _judged(self, matches: tuple[Match, ...], received: Received) -> tuple[ApiOperation, Answer]:
        """The answer to a request that reached an operation; of several that its path may mean, the one it fits."""
        judged = []
        for match in matches:
            judgement = self._judge.judgement(match, received)
            refused = refusal(match.operation, received)
            if judgement.good and refused is None:
                break
            judged.append((refused is not None, len(judgement.faults), match, judgement))
        else:
            _, _, match, judgement = min(judged, key=lambda each: each[:2])
        return match.operation, self._of(match.operation, received, judgement)

    def _of(self, operation: ApiOperation, received: Received, judgement: Judgement) -> Answer:
        choice = preferences(received)
        wanted = self._wanted(received, choice)
        refused = refusal(operation, received)
        if refused is not None:
            challenge = (("WWW-Authenticate", ",".join(refused.challenges)),) if refused.challenges else ()
            detail = f"The operation asks for {visible_line(refused.words)}"
            return self._error(operation, 401, detail, choice, wanted, headers=challenge)
        if judgement.unsupported:
            detail = f"The body cannot be taken: {judgement.unsupported}"
            fault = RequestFault(("header", "Content-Type"), judgement.unsupported)
            return self._error(operation, 415, detail, choice, wanted, faults=(fault,))
        if judgement.faults:
            told = "; ".join(map(str, judgement.faults[:_MOST_TOLD]))
            more = len(judgement.faults) - _MOST_TOLD
            detail = f"The request does not meet the document: {told}{f'; and {more} more' if more > 0 else ''}"
            return self._error(operation, 422, detail, choice, wanted, faults=judgement.faults)
        scripted = self._scripted(operation, received, judgement)
        if scripted is not None:
            if scripted.answer is not None:
                return scripted.answer
            declared = self._answerer.with_status(operation, scripted.status, wanted)
            return declared if declared is not None else _plain(scripted.status)
        if choice.code is None:
            return self._answerer.usual(operation, wanted)
        declared = self._answerer.with_status(operation, choice.code, wanted)
        if declared is not None:
            return declared
        known = ", ".join(visible_line(response.status_code) for response in operation.responses) or "nothing"
        return problem(404, f"The document declares no answer {choice.code} for this operation; it declares {known}")

    def _error(
        self,
        operation: ApiOperation,
        status: int,
        detail: str,
        choice: Preferences,
        wanted: Wanted,
        *,
        faults: tuple[RequestFault, ...] | list[RequestFault] = (),
        headers: tuple[tuple[str, str], ...] = (),
    ) -> Answer:
        # An example is asked for by the status that it belongs to.
        example = wanted.example if choice.code in ERROR_CODES.get(status, ()) else ""
        asked = Wanted(accept=wanted.accept, example=example, variation=wanted.variation)
        return self._answerer.error(operation, status, detail, asked, faults=tuple(faults), headers=headers)

    def _scripted(self, operation: ApiOperation, received: Received, judgement: Judgement) -> Reply | None:
        for script in self._scripts:
            if script.operation is operation and script.meets(judgement):
                return script.outcome(request_value(operation, received, judgement))
        return None

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        """Return the answer to a request of httpx."""
        answer, late = self.answer(_received(request, request.read()))
        if late:
            left = _patience(request, late)
            time.sleep(min(late, left))
            if late > left:
                raise httpx.ReadTimeout(f"the mock answers {late:g} seconds late", request=request)
        return _response(answer)

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        """Return the answer to an awaited request of httpx."""
        answer, late = self.answer(_received(request, await request.aread()))
        if late:
            left = _patience(request, late)
            await asyncio.sleep(min(late, left))
            if late > left:
                raise httpx.ReadTimeout(f"the mock answers {late:g} seconds late", request=request)
        return _response(answer)

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


def _plain(status: int) -> Answer:
    """The answer with a status that the document does not declare."""
    return problem(status, f"{status} {reason(status)}".strip()) if status >= 400 else Answer(status=status)


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


def _patience(request: httpx.Request, late: float) -> float:
    """Seconds that whoever sent the request waits for its answer."""
    said = request.extensions.get("timeout")
    limit = said.get("read") if isinstance(said, dict) else None
    return float(limit) if isinstance(limit, int | float) else late


class _Chunks(httpx.SyncByteStream, httpx.AsyncByteStream):
    """A body in pieces, for who waits and for who awaits."""

    def __init__(self, chunks: tuple[bytes, ...]) -> None:
        self._chunks = chunks

    def __iter__(self) -> Iterator[bytes]:
        yield from self._chunks

    async def __aiter__(self) -> AsyncIterator[bytes]:
        for chunk in self._chunks:
            yield chunk


def _response(answer: Answer) -> httpx.Response:
    headers = list(answer.headers)
    if len(answer.chunks) <= 1:
        headers.append(("Content-Length", str(len(answer.body))))
    return httpx.Response(answer.status, headers=headers, stream=_Chunks(answer.chunks))
