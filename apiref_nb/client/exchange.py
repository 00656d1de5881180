"""One request out, one answer in: the only place where credentials and request meet, for as long as the sending takes.

A `RequestPlan` and an `Authorization` come in; an `Answer` or a `Failure` goes out. Nothing is raised: an
exception would carry frames whose local variables hold the credentials. No redirect is followed and no cookie kept.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import cast

import httpx

from apiref_nb.client.failures import Failure, failure
from apiref_nb.requests.authorization import Authorization
from apiref_nb.requests.plan import RequestPlan
from apiref_nb.transport.bodies import Body
from apiref_nb.transport.deadline import Deadline

CONNECT_SECONDS = 10.0
"""At most this long for one connection attempt, whatever the timeout of the whole."""

USER_AGENT = "apiref-nb"


@dataclass(frozen=True, slots=True)
class Limits:
    """What a request may cost."""

    timeout_seconds: float = 30.0
    """From the first step to the last byte of the body."""
    body_bytes: int = 50_000_000
    """Size of the body of an answer, after decompression."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What came back."""

    status: int
    """Status code."""
    headers: tuple[tuple[bytes, bytes], ...]
    """As received."""
    body: bytes
    """The body, decompressed."""
    elapsed_seconds: float
    """From sending to the last byte."""
    left_seconds: float
    """What is left of the request's time, for judging the answer when somebody asks."""

    def __repr__(self) -> str:
        return f"Answer({self.status}, {len(self.body)} bytes)"


def exchange(
    transport: httpx.BaseTransport,
    prepared: RequestPlan,
    authorization: Authorization,
    limits: Limits,
    clock: Callable[[], float] = time.monotonic,
) -> Answer | Failure:
    """Return the answer to a request, or why there is none.

    Args:
        transport: carries the request.
        prepared: the request without credentials.
        authorization: its credentials.
        limits: time and size.
        clock: seconds that only go forward.
    """
    start = clock()
    with Deadline(limits.timeout_seconds) as deadline:
        try:
            response = transport.handle_request(_request(prepared, authorization, limits))
            try:
                body = _body(prepared, response, limits)
                data = body.read(cast("httpx.SyncByteStream", response.stream), may_be_empty=True) if body else b""
                return _answer(response, data, clock() - start, deadline)
            finally:
                response.close()
        except BaseException as exc:  # noqa: BLE001 - also an interrupt would show the frames below
            return _failure(exc, deadline, prepared, limits)


async def exchange_async(
    transport: httpx.BaseTransport | httpx.AsyncBaseTransport,
    prepared: RequestPlan,
    authorization: Authorization,
    limits: Limits,
    clock: Callable[[], float] = time.monotonic,
) -> Answer | Failure:
    """Return the answer to a request, or why there is none; see `exchange`.

    Args:
        transport: carries the request; one that cannot wait asynchronously works in a thread.
        prepared: see `exchange`.
        authorization: see `exchange`.
        limits: see `exchange`.
        clock: see `exchange`.
    """
    start = clock()
    with Deadline(limits.timeout_seconds) as deadline:
        try:
            # The connections of our own keep to the deadline; this is for transports of others.
            async with asyncio.timeout(limits.timeout_seconds):
                if not isinstance(transport, httpx.AsyncBaseTransport):
                    return await asyncio.to_thread(exchange, transport, prepared, authorization, limits, clock)
                response = await transport.handle_async_request(_request(prepared, authorization, limits))
                try:
                    body = _body(prepared, response, limits)
                    stream = cast("httpx.AsyncByteStream", response.stream)
                    data = await body.read_async(stream, may_be_empty=True) if body else b""
                    return _answer(response, data, clock() - start, deadline)
                finally:
                    await response.aclose()
        except BaseException as exc:  # noqa: BLE001 - as above
            return _failure(exc, deadline, prepared, limits)


def _failure(exc: BaseException, deadline: Deadline, prepared: RequestPlan, limits: Limits) -> Failure:
    return failure(
        exc,
        deadline,
        prepared.method,
        prepared.address,
        limit_bytes=limits.body_bytes,
        connect_seconds=CONNECT_SECONDS,
    )


def _body(prepared: RequestPlan, response: httpx.Response, limits: Limits) -> Body | None:
    """What reads the body; None where there is none, whatever the headers say."""
    if prepared.method == "HEAD":
        return None
    return Body(
        content_encoding=response.headers.get("content-encoding", ""),
        content_length=response.headers.get("content-length"),
        limit_bytes=limits.body_bytes,
    )


def _answer(response: httpx.Response, body: bytes, elapsed_seconds: float, deadline: Deadline) -> Answer:
    return Answer(response.status_code, tuple(response.headers.raw), body, elapsed_seconds, deadline.left())


def own_headers(prepared: RequestPlan) -> tuple[tuple[str, str], ...]:
    """Return the headers of a request without cookies and credentials, in the order of sending."""
    names = {name.lower() for name, _ in prepared.headers}
    ours = (("User-Agent", USER_AGENT), ("Accept-Encoding", "gzip"))
    return (*(pair for pair in ours if pair[0].lower() not in names), *prepared.headers)


def _request(prepared: RequestPlan, authorization: Authorization, limits: Limits) -> httpx.Request:
    """The request as it travels, credentials included."""
    # What the caller gave explicitly wins over a credential of the same name.
    sent = [*own_headers(prepared)]
    names = {name.lower() for name, _ in sent}
    sent += [(p.name, p.secret.reveal()) for p in authorization.at("header") if p.name.lower() not in names]
    cookies = list(prepared.cookies)
    names = {name for name, _ in cookies}
    cookies += [(p.name, p.secret.reveal()) for p in authorization.at("cookie") if p.name not in names]
    if cookies:
        sent.append(("Cookie", "; ".join(f"{name}={value}" for name, value in cookies)))
    names = {name for name, _ in prepared.query}
    url = prepared.url(tuple((p.name, p.secret.reveal()) for p in authorization.at("query") if p.name not in names))
    connect = min(limits.timeout_seconds, CONNECT_SECONDS)
    rest = limits.timeout_seconds
    return httpx.Request(
        prepared.method,
        url,
        headers=[(name.encode("ascii"), value.encode()) for name, value in sent],
        content=prepared.data or None,
        extensions={"timeout": {"connect": connect, "read": rest, "write": rest, "pool": rest}},
    )
