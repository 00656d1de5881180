"""An answer whose body is still to come: a call is carried out as ever, and the success that counts is left open.

Called by `streams` and `downloads`. What a call needs on its way (a token, the body of an error) is read whole.
"""

from __future__ import annotations

import asyncio
import socket
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import suppress
from typing import Any, cast

import httpx

from apiref_nb.client.course import Answer, Limits
from apiref_nb.client.exchange import answer_of, exchange, exchange_async, read_answer, read_answer_async
from apiref_nb.client.failures import Failure
from apiref_nb.client.reply import Reply
from apiref_nb.client.session import Session
from apiref_nb.requests.authorization import Authorization
from apiref_nb.requests.plan import RequestPlan
from apiref_nb.transport.deadline import Deadline

_UNPACKED = ("Accept-Encoding", "identity")
"""What is asked for: a server that packs holds small items back until they fill a block."""


class Opening:
    """One call whose answer is left open.

    Args:
        session: that of the client.
        prepared: the request without credentials.
        authorization: its credentials.
        idle_seconds: what a transport of others may wait for the next bytes.
        headers: name and value of what is sent beside, such as `Last-Event-ID`.
    """

    def __init__(
        self,
        session: Session,
        prepared: RequestPlan,
        authorization: Authorization,
        *,
        idle_seconds: float,
        headers: tuple[tuple[str, str], ...] = (),
    ) -> None:
        self._session = session
        self._plan = prepared
        self._headers = (_UNPACKED, *headers)
        self._authorization = authorization
        self._steps = session.steps(prepared, authorization, patience_seconds=idle_seconds)
        self._tokens = frozenset(grant.token_url for grant in authorization.grants)
        self._response: httpx.Response | None = None

    def opened(self) -> Opened | Reply | Failure:
        """Return the answer left open; a reply where it is no success, or why there is none."""
        session = self._session
        outcome = exchange(session.transport, self._steps, self._plan, session.limits, session.clock, sent=self._sent)
        return self._outcome(outcome)

    async def opened_async(self) -> Opened | Reply | Failure:
        """Return the same, awaited."""
        session = self._session
        outcome = await exchange_async(
            session.async_transport, self._steps, self._plan, session.limits, session.clock,
            sent=self._sent, sent_async=self._sent_async,
        )  # fmt: skip
        if isinstance(outcome, Failure) and self._response is not None:
            await aclosed(self._response)
        return self._outcome(outcome)

    def _outcome(self, outcome: Answer | Failure) -> Opened | Reply | Failure:
        response, self._response = self._response, None
        if isinstance(outcome, Failure):
            if response is not None and isinstance(response.stream, httpx.SyncByteStream):
                response.close()
            return outcome
        if response is None and outcome.status < 300:
            response = _whole(outcome)
        if response is None:
            return self._session.outcome(self._plan, self._authorization, outcome)
        return Opened(response)

    def _add_headers(self, request: httpx.Request) -> None:
        if str(request.url) not in self._tokens:
            request.headers.update(self._headers)

    def _is_wanted(self, request: httpx.Request, response: httpx.Response) -> bool:
        # What is recorded is recorded whole, so it has to be read whole.
        found = response.status_code < 300 and str(request.url) not in self._tokens
        return found and self._session.recording is None

    def _sent(
        self,
        transport: httpx.BaseTransport,
        request: httpx.Request,
        limits: Limits,
        clock: Callable[[], float],
        deadline: Deadline,
    ) -> Answer:
        start = clock()
        self._add_headers(request)
        response = transport.handle_request(request)
        if not self._is_wanted(request, response):
            return read_answer(request, response, limits, lambda: clock() - start, deadline)
        return self._left_open(response, clock() - start, deadline)

    async def _sent_async(
        self,
        transport: httpx.AsyncBaseTransport,
        request: httpx.Request,
        limits: Limits,
        clock: Callable[[], float],
        deadline: Deadline,
    ) -> Answer:
        start = clock()
        self._add_headers(request)
        response = await transport.handle_async_request(request)
        if not self._is_wanted(request, response):
            return await read_answer_async(request, response, limits, lambda: clock() - start, deadline)
        return self._left_open(response, clock() - start, deadline)

    def _left_open(self, response: httpx.Response, elapsed_seconds: float, deadline: Deadline) -> Answer:
        self._response = response
        return answer_of(response, b"", elapsed_seconds, deadline)


class Opened:
    """An open answer: status, headers, and chunks of its body as they arrive.

    Args:
        response: what the transport gave.
    """

    def __init__(self, response: httpx.Response) -> None:
        self._response = response
        self.status: int = response.status_code
        """Status code."""
        self.headers = response.headers
        """As received; names in any case."""

    def chunks(self) -> Iterator[bytes]:
        """Return the raw chunks; each is waited for until the running deadline."""
        return iter(cast("httpx.SyncByteStream", self._response.stream))

    async def chunks_async(self) -> AsyncIterator[bytes]:
        """Yield the raw chunks; those of a transport that cannot be awaited come from a thread."""
        stream = self._response.stream
        if isinstance(stream, httpx.AsyncByteStream):
            async for chunk in stream:
                yield chunk
            return
        waiting = self.chunks()
        while (found := await asyncio.to_thread(next, waiting, None)) is not None:
            yield found

    def interrupt(self) -> None:
        """End the connection, from whatever thread: who waits for a chunk finds that none follows."""
        stream: Any = self._response.extensions.get("network_stream")
        beneath = stream.get_extra_info("socket") if stream is not None else None
        if isinstance(beneath, socket.socket):
            with suppress(OSError):
                # Of the socket itself: over TLS the layer above would wait for a goodbye.
                socket.socket.shutdown(beneath, socket.SHUT_RDWR)

    def close(self) -> None:
        """Give the connection back."""
        with Deadline(_CLOSE_SECONDS):
            self._response.close()

    async def aclose(self) -> None:
        """Give the connection back; see `close`."""
        with Deadline(_CLOSE_SECONDS):
            await aclosed(self._response)


def _whole(answer: Answer) -> httpx.Response:
    """An answer that is there already, from a recording, as one whose body is still to come."""
    headers = [(name, value) for name, value in answer.headers if name.lower() not in _OF_THE_WIRE]
    return httpx.Response(answer.status, headers=headers, stream=_Held(answer.body))


class _Held(httpx.SyncByteStream):
    """Bytes that are there already, a piece at a time."""

    def __init__(self, data: bytes) -> None:
        self._data = data

    def __iter__(self) -> Iterator[bytes]:
        for start in range(0, len(self._data), _PIECE_BYTES):
            yield self._data[start : start + _PIECE_BYTES]


async def aclosed(response: httpx.Response) -> None:
    """Close a response of either kind.

    Args:
        response: what a transport gave.
    """
    if isinstance(response.stream, httpx.AsyncByteStream):
        await response.aclose()
    else:
        response.close()


_CLOSE_SECONDS = 5.0
_PIECE_BYTES = 2**16
_OF_THE_WIRE = frozenset({b"content-encoding", b"content-length", b"transfer-encoding"})
"""Headers that speak of the body as it travelled."""
