"""One call carried out: the only place where requests with their credentials meet a transport, for as long as it takes.

The steps of a `course` come in; an `Answer` or a `Failure` goes out. Nothing is raised: an exception would carry frames
whose local variables hold the credentials.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from typing import Protocol, cast

import httpx

from apiref_nb.client.course import CONNECT_SECONDS, Answer, Course, Limits
from apiref_nb.client.failures import Failure, failure
from apiref_nb.transport.bodies import Body
from apiref_nb.transport.deadline import ELAPSED, Deadline

Sending = Callable[[httpx.BaseTransport, httpx.Request, Limits, Callable[[], float], Deadline], Answer]
"""One request, sent: (transport, request, limits, clock, deadline) -> its answer."""

AsyncSending = Callable[
    [httpx.AsyncBaseTransport, httpx.Request, Limits, Callable[[], float], Deadline], Awaitable[Answer]
]
"""The same, awaited."""


class Addressed(Protocol):
    """What a failure says of a request; a `RequestPlan` says it."""

    @property
    def method(self) -> str:
        """As sent."""

    @property
    def address(self) -> str:
        """The URL without query and credentials."""


def exchange(
    transport: httpx.BaseTransport,
    steps: Course,
    prepared: Addressed,
    limits: Limits,
    clock: Callable[[], float] = time.monotonic,
    *,
    sent: Sending | None = None,
) -> Answer | Failure:
    """Return the answer to a call, or why there is none.

    Args:
        transport: carries the requests.
        steps: what is sent, one after the other.
        prepared: how a failure names the request.
        limits: time and size.
        clock: seconds that only go forward.
        sent: sends one request and gives its answer; None for one that reads the whole body.
    """
    send = sent or _sent
    with Deadline(limits.timeout_seconds) as deadline:
        try:
            step = next(steps)
            while True:
                if isinstance(step, float):
                    time.sleep(min(step, deadline.left()))
                    step = next(steps)
                    continue
                try:
                    answer = send(transport, step, limits, clock, deadline)
                except Exception as exc:  # noqa: BLE001 - the course knows what is tried again
                    step = steps.throw(exc)
                else:
                    step = steps.send(answer)
        except StopIteration as done:
            return cast("Answer", done.value)
        except BaseException as exc:  # noqa: BLE001 - also an interrupt would show the frames below
            return _failure(exc, deadline, prepared, limits)


async def exchange_async(
    transport: httpx.BaseTransport | httpx.AsyncBaseTransport,
    steps: Course,
    prepared: Addressed,
    limits: Limits,
    clock: Callable[[], float] = time.monotonic,
    *,
    sent: Sending | None = None,
    sent_async: AsyncSending | None = None,
) -> Answer | Failure:
    """Return the answer to a call, or why there is none; see `exchange`.

    Args:
        transport: carries the requests; one that cannot wait asynchronously works in a thread.
        steps: see `exchange`.
        prepared: see `exchange`.
        limits: see `exchange`.
        clock: see `exchange`.
        sent: see `exchange`; for a transport that works in a thread.
        sent_async: the same, awaited.
    """
    with Deadline(limits.timeout_seconds) as deadline:
        try:
            # The connections of our own keep to the deadline; this is for transports of others.
            async with asyncio.timeout(limits.timeout_seconds):
                if not isinstance(transport, httpx.AsyncBaseTransport):
                    return await asyncio.to_thread(exchange, transport, steps, prepared, limits, clock, sent=sent)
                try:
                    return await _driven(transport, steps, limits, clock, deadline, send=sent_async or _sent_async)
                finally:
                    steps.close()
        except BaseException as exc:  # noqa: BLE001 - as above
            return _failure(exc, deadline, prepared, limits)


async def _driven(
    transport: httpx.AsyncBaseTransport,
    steps: Course,
    limits: Limits,
    clock: Callable[[], float],
    deadline: Deadline,
    *,
    send: AsyncSending,
) -> Answer:
    # A task cannot raise StopIteration, so the end of the course is asked for in functions that return it.
    step = _next(lambda: next(steps))
    while not isinstance(step, Answer):
        if isinstance(step, float):
            await asyncio.sleep(min(step, deadline.left()))
            step = _next(lambda: next(steps))
            continue
        try:
            answer = await send(transport, step, limits, clock, deadline)
        except Exception as exc:  # noqa: BLE001 - as above
            raised = exc
            step = _next(lambda: steps.throw(raised))  # noqa: B023 - called at once
        else:
            step = _next(lambda: steps.send(answer))  # noqa: B023 - called at once
    return step


def _next(go_on: Callable[[], httpx.Request | float]) -> httpx.Request | float | Answer:
    try:
        return go_on()
    except StopIteration as done:
        return cast("Answer", done.value)


def _sent(
    transport: httpx.BaseTransport,
    request: httpx.Request,
    limits: Limits,
    clock: Callable[[], float],
    deadline: Deadline,
) -> Answer:
    start = clock()
    response = transport.handle_request(request)
    return read_answer(request, response, limits, lambda: clock() - start, deadline)


def read_answer(
    request: httpx.Request,
    response: httpx.Response,
    limits: Limits,
    elapsed_seconds: Callable[[], float],
    deadline: Deadline,
) -> Answer:
    """Return an answer with its whole body; the response is closed.

    Args:
        request: what was sent.
        response: what the transport gave.
        limits: time and size.
        elapsed_seconds: since the request was sent.
        deadline: that of the call.
    """
    try:
        body = _body(request, response, limits)
        data = body.read(cast("httpx.SyncByteStream", response.stream), may_be_empty=True) if body else b""
        return answer_of(response, data, elapsed_seconds(), deadline)
    finally:
        response.close()


async def _sent_async(
    transport: httpx.AsyncBaseTransport,
    request: httpx.Request,
    limits: Limits,
    clock: Callable[[], float],
    deadline: Deadline,
) -> Answer:
    start = clock()
    response = await transport.handle_async_request(request)
    return await read_answer_async(request, response, limits, lambda: clock() - start, deadline)


async def read_answer_async(
    request: httpx.Request,
    response: httpx.Response,
    limits: Limits,
    elapsed_seconds: Callable[[], float],
    deadline: Deadline,
) -> Answer:
    """Return the same, awaited; see `read_answer`."""
    try:
        body = _body(request, response, limits)
        stream = cast("httpx.AsyncByteStream", response.stream)
        data = await body.read_async(stream, may_be_empty=True) if body else b""
        return answer_of(response, data, elapsed_seconds(), deadline)
    finally:
        await response.aclose()


def _failure(exc: BaseException, deadline: Deadline, prepared: Addressed, limits: Limits) -> Failure:
    return failure(
        exc,
        deadline,
        prepared.method,
        prepared.address,
        limit_bytes=limits.body_bytes,
        connect_seconds=CONNECT_SECONDS,
    )


def _body(request: httpx.Request, response: httpx.Response, limits: Limits) -> Body | None:
    """What reads the body; None where there is none, whatever the headers say."""
    if request.method == "HEAD":
        return None
    return Body(
        content_encoding=response.headers.get("content-encoding", ""),
        content_length=response.headers.get("content-length"),
        limit_bytes=limits.body_bytes,
    )


def answer_of(response: httpx.Response, body: bytes, elapsed_seconds: float, deadline: Deadline) -> Answer:
    """Return an answer as the course takes it.

    Args:
        response: what the transport gave; one that carries nothing over a network, as `Mock`, says how long it took.
        body: decompressed.
        elapsed_seconds: since the request was sent, as measured.
        deadline: that of the call.
    """
    seconds = response.extensions.get(ELAPSED, elapsed_seconds)
    return Answer(response.status_code, tuple(response.headers.raw), body, seconds, deadline.left())
