"""An answer whose body is still to come: a call is carried out as ever, and the success that counts is left open.

Called by `streams` and `downloads`. What a call needs on its way (a token, the body of an error) is read whole.
"""

from __future__ import annotations

import socket
from contextlib import suppress
from typing import Any

import httpx

from apiref_nb.client.course import Answer
from apiref_nb.client.exchange import exchange
from apiref_nb.client.failures import Failure
from apiref_nb.client.limits import STREAMS
from apiref_nb.client.masked_response import OF_TRANSFER
from apiref_nb.client.session import Session
from apiref_nb.client.stream_faults import refusal
from apiref_nb.requests.authorization import Authorization
from apiref_nb.requests.plan import RequestPlan
from apiref_nb.transport.deadline import Deadline
from apiref_nb.transport.ways import Way

_UNPACKED = ("Accept-Encoding", "identity")
"""What is asked for: a server that packs holds small items back until they fill a block."""


async def open_answer(
    way: Way,
    session: Session,
    prepared: RequestPlan,
    authorization: Authorization,
    *,
    idle_seconds: float,
    headers: tuple[tuple[str, str], ...] = (),
) -> Opened | Failure:
    """Return the answer to a call, left open; why there is none where it is no success.

    Args:
        way: waits or is awaited.
        session: that of the client.
        prepared: the request without credentials.
        authorization: its credentials.
        idle_seconds: what a transport of others may wait for the next bytes.
        headers: name and value of what is sent beside, such as `Last-Event-ID`.
    """
    tokens = frozenset(grant.token_url for grant in authorization.grants)
    response: httpx.Response | None = None

    async def sent(way: Way, request: httpx.Request) -> Answer:
        nonlocal response
        start = session.clock()
        asks_for_token = str(request.url) in tokens
        if not asks_for_token:
            request.headers.update((_UNPACKED, *headers))
        came = await session.opened(way, request)
        # What is recorded is recorded whole, so it has to be read whole.
        if came.status_code >= 300 or asks_for_token or session.recording is not None:
            return await session.read(way, request, came, start)
        response = came
        return session.answer(came, b"", start)

    steps = session.steps(prepared, authorization, patience_seconds=idle_seconds)
    outcome = await exchange(way, session, steps, prepared, sent)
    if isinstance(outcome, Failure):
        if response is not None:
            await Opened(way, response).close()
        return outcome
    if response is None and outcome.status < 300:
        response = _whole(outcome)
    if response is None:
        return refusal(session.reply(prepared, authorization, outcome))
    return Opened(way, response)


class Opened:
    """An open answer: status, headers, and chunks of its body as they arrive.

    Args:
        way: waits or is awaited.
        response: what the transport gave.
    """

    def __init__(self, way: Way, response: httpx.Response) -> None:
        self._way = way
        self._response = response
        self._chunks = way.chunks(response)
        self.status: int = response.status_code
        """Status code."""
        self.headers = response.headers
        """As received; names in any case."""

    async def chunk(self) -> bytes | None:
        """Return the next raw chunk, waited for until the running deadline; None at the end of the body."""
        return await self._way.chunk(self._chunks)

    def interrupt(self) -> None:
        """End the connection, from whatever thread: who waits for a chunk finds that none follows."""
        stream: Any = self._response.extensions.get("network_stream")
        beneath = stream.get_extra_info("socket") if stream is not None else None
        if isinstance(beneath, socket.socket):
            with suppress(OSError):
                # Of the socket itself: over TLS the layer above would wait for a goodbye.
                socket.socket.shutdown(beneath, socket.SHUT_RDWR)

    async def close(self) -> None:
        """Give the connection back."""
        with Deadline(STREAMS.close_seconds):
            await self._way.close(self._response)


def _whole(answer: Answer) -> httpx.Response:
    """An answer that is there already, from a recording, as one whose body is still to come."""
    headers = [(name, value) for name, value in answer.headers if name.lower() not in OF_TRANSFER]
    return httpx.Response(answer.status, headers=headers, stream=httpx.ByteStream(answer.body))
