"""One request out, one answer in: the only place where credentials and request meet, for as long as the sending takes.

A `RequestPlan` and an `Authorization` come in; an `Answer` or a `Failure` goes out. Nothing is raised: an
exception would carry frames whose local variables hold the credentials. No redirect is followed and no cookie kept.
"""

from __future__ import annotations

import asyncio
import ssl
import time
import zlib
from collections.abc import Callable
from dataclasses import dataclass
from typing import cast

import httpx

from apiref_nb.client.deadline import deadline, left
from apiref_nb.client.failures import AnswerError, Failure, failure
from apiref_nb.requests.authorization import Authorization
from apiref_nb.requests.plan import RequestPlan

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
    raw: bytes
    """The body as received."""
    body: bytes
    """The body, decompressed."""
    elapsed_seconds: float
    """From sending to the last byte."""

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
    try:
        with deadline(limits.timeout_seconds):
            response = transport.handle_request(_request(prepared, authorization, limits))
            try:
                body = _Received(response, limits.body_bytes)
                if prepared.method != "HEAD":
                    for chunk in cast("httpx.SyncByteStream", response.stream):
                        left("receiving the answer")
                        body.add(chunk)
                return body.answer(clock() - start)
            finally:
                response.close()
    except BaseException as exc:  # noqa: BLE001 - also an interrupt would show the frames below
        return failure(exc, prepared.method, prepared.address, limits.timeout_seconds, CONNECT_SECONDS)


async def exchange_async(
    transport: httpx.BaseTransport | httpx.AsyncBaseTransport | None,
    prepared: RequestPlan,
    authorization: Authorization,
    limits: Limits,
    clock: Callable[[], float] = time.monotonic,
) -> Answer | Failure:
    """Return the answer to a request, or why there is none; see `exchange`.

    Args:
        transport: carries the request; one that cannot wait asynchronously works in a thread. None for a fresh
            connection, which belongs to the running event loop alone.
        prepared: see `exchange`.
        authorization: see `exchange`.
        limits: see `exchange`.
        clock: see `exchange`.
    """
    start = clock()
    try:
        request = _request(prepared, authorization, limits)
        async with asyncio.timeout(limits.timeout_seconds):
            if transport is None:
                async with httpx.AsyncHTTPTransport(verify=_context(prepared)) as fresh:
                    return await _receive(fresh, request, limits, clock, start)
            if isinstance(transport, httpx.AsyncBaseTransport):
                return await _receive(transport, request, limits, clock, start)
            return await asyncio.to_thread(exchange, transport, prepared, authorization, limits, clock)
    except BaseException as exc:  # noqa: BLE001 - as above
        return failure(exc, prepared.method, prepared.address, limits.timeout_seconds, CONNECT_SECONDS)


async def _receive(
    transport: httpx.AsyncBaseTransport,
    request: httpx.Request,
    limits: Limits,
    clock: Callable[[], float],
    start: float,
) -> Answer:
    response = await transport.handle_async_request(request)
    try:
        body = _Received(response, limits.body_bytes)
        if request.method != "HEAD":
            async for chunk in cast("httpx.AsyncByteStream", response.stream):
                body.add(chunk)
        return body.answer(clock() - start)
    finally:
        await response.aclose()


def _context(prepared: RequestPlan) -> ssl.SSLContext:
    if prepared.base_url.startswith("https"):
        return httpx.create_ssl_context()
    return ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)


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


class _Received:
    """The body of an answer while it arrives, never more of it than allowed, inflated as it comes."""

    def __init__(self, response: httpx.Response, limit_bytes: int) -> None:
        self._status = response.status_code
        self._headers = tuple(response.headers.raw)
        self._limit = limit_bytes
        self._raw = bytearray()
        self._body = bytearray()
        coding = response.headers.get("content-encoding", "").strip().lower()
        if coding not in ("", "identity", "gzip", "x-gzip"):
            raise AnswerError("its body is compressed in a way that was not asked for; gzip is understood")
        self._inflate = zlib.decompressobj(16 + zlib.MAX_WBITS) if coding in ("gzip", "x-gzip") else None
        length = response.headers.get("content-length", "")
        if length.isascii() and length.isdigit() and int(length[:20]) > limit_bytes:
            raise self._too_large()

    def add(self, chunk: bytes) -> None:
        self._raw += chunk
        if len(self._raw) > self._limit:
            raise self._too_large()
        if self._inflate is None:
            return
        try:
            self._body += self._inflate.decompress(chunk, self._limit + 1 - len(self._body))
        except zlib.error:
            raise AnswerError("its body says that it is gzip, and is not") from None
        if len(self._body) > self._limit:
            raise self._too_large()

    def answer(self, elapsed_seconds: float) -> Answer:
        if self._inflate is not None and self._raw and not self._inflate.eof:
            raise AnswerError("its compressed body ends too early")
        body = bytes(self._raw) if self._inflate is None else bytes(self._body)
        return Answer(self._status, self._headers, bytes(self._raw), body, elapsed_seconds)

    def _too_large(self) -> AnswerError:
        return AnswerError(
            f"its body is larger than the limit of {self._limit:,} bytes; Client(limit_bytes=…) raises it"
        )
