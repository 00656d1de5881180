"""One call carried out: the only place where requests with their credentials meet a transport, for as long as it takes.

The steps of a `course` come in; an `Answer` or a `Failure` goes out, waited for or awaited. Nothing is raised: an
exception would carry frames whose local variables hold the credentials.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable, Generator
from dataclasses import dataclass
from functools import partial
from typing import TypeVar

import httpx

from apiref_nb.client.course import Answer, driven
from apiref_nb.client.failures import Addressed, Failure, failure
from apiref_nb.client.limits import Limits
from apiref_nb.transport.bodies import Body
from apiref_nb.transport.deadline import ELAPSED, Deadline, running
from apiref_nb.transport.ways import WAITING, Way, waited

_Result = TypeVar("_Result")

Steps = Generator[httpx.Request | float, Answer, _Result]
"""Yields requests and seconds to wait, is sent answers, returns what they come to; a `Course` is one of them."""

Sending = Callable[[Way, httpx.Request], Awaitable[Answer]]
"""One request, sent: (way, request) -> its answer."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Carrier:
    """What carries requests, and what that may cost."""

    transport: httpx.BaseTransport
    """Carries requests."""
    async_transport: httpx.BaseTransport | httpx.AsyncBaseTransport
    """Carries awaited requests; where it cannot be awaited it is the same as `transport`."""
    limits: Limits
    """Time and size of one request."""
    clock: Callable[[], float] = time.monotonic
    """Seconds that only go forward."""

    async def opened(self, way: Way, request: httpx.Request) -> httpx.Response:
        """Return the response to a request, its body not read yet.

        Args:
            way: waits or is awaited.
            request: as it travels.
        """
        return await way.sent(self.transport if way is WAITING else self.async_transport, request)

    async def read(self, way: Way, request: httpx.Request, response: httpx.Response, start: float) -> Answer:
        """Return an answer with its whole body; the response is closed.

        Args:
            way: waits or is awaited.
            request: what was sent.
            response: what the transport gave.
            start: when it was sent, by the clock.
        """
        try:
            data = b"" if request.method == "HEAD" else await _body(way, response, self.limits)
            return self.answer(response, data, start)
        finally:
            await way.close(response)

    def answer(self, response: httpx.Response, body: bytes, start: float) -> Answer:
        """Return what came back, within the running deadline.

        Args:
            response: what the transport gave; one that uses no network, as `Mock`, says how long it took.
            body: as far as it was read.
            start: when the request was sent, by the clock.
        """
        seconds = response.extensions.get(ELAPSED, self.clock() - start)
        return Answer(response.status_code, tuple(response.headers.raw), body, seconds, running().left())

    async def sent(self, way: Way, request: httpx.Request) -> Answer:
        """Return the answer to a request with its whole body.

        Args:
            way: waits or is awaited.
            request: as it travels.
        """
        start = self.clock()
        return await self.read(way, request, await self.opened(way, request), start)


async def _body(way: Way, response: httpx.Response, limits: Limits) -> bytes:
    body = Body(
        content_encoding=response.headers.get("content-encoding", ""),
        content_length=response.headers.get("content-length"),
        limit_bytes=limits.body_bytes,
    )
    chunks = way.chunks(response)
    while (chunk := await way.chunk(chunks)) is not None:
        body.add(chunk)
    return body.whole(may_be_empty=True)


async def exchange(
    way: Way, carrier: Carrier, steps: Steps[_Result], prepared: Addressed, send: Sending | None = None
) -> _Result | Failure:
    """Return what the answers to a call come to, or why there are none.

    Args:
        way: waits or is awaited.
        carrier: carries the requests; a transport that cannot be awaited works in a thread.
        steps: what is sent, one after the other.
        prepared: how a failure names the request.
        send: sends one request and gives its answer; None for one that reads the whole body.
    """
    with Deadline(carrier.limits.timeout_seconds) as deadline:
        try:
            async with way.within(carrier.limits.timeout_seconds):
                if way is WAITING or isinstance(carrier.async_transport, httpx.AsyncBaseTransport):
                    sent = partial(send or carrier.sent, way)
                    return await driven(steps, sent, lambda seconds: way.pause(min(seconds, deadline.left())))
                return await asyncio.to_thread(lambda: waited(exchange(WAITING, carrier, steps, prepared, send)))
        except BaseException as exc:  # noqa: BLE001 - also an interrupt would show the frames below
            return failure(exc, deadline, prepared, carrier.limits)
