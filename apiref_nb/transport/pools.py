"""httpx transports whose connections keep to the deadline of the running call: one that waits, one that is awaited.

A request with its headers comes in, a response whose body is not read yet goes out. A proxy is taken from who makes the
transport, never from the environment.
"""

from __future__ import annotations

import os
import ssl
from collections.abc import AsyncIterator, Callable, Iterator
from typing import Any

import httpcore
import httpx

from apiref_nb.transport.deadline import Deadline
from apiref_nb.transport.limits import LIMITS
from apiref_nb.transport.network import AsyncBackend, Backend, tls_context

Tls = Callable[[str], ssl.SSLContext]
"""Scheme -> the certificates that connections are judged by."""


class Connections:
    """How connections are made.

    Args:
        connect_seconds: at most this long for each address of a host.
        proxy: through which connections go; None for none.
        tls: scheme to the certificates that connections are judged by.
    """

    def __init__(self, connect_seconds: float, proxy: httpcore.Proxy | None = None, tls: Tls = tls_context) -> None:
        self._tls = tls
        self._connect_seconds = connect_seconds
        self._proxy = proxy


class KeptConnections(Connections, httpx.BaseTransport):
    """Waits; connections stay open for the next request for a while; for the arguments see `Connections`."""

    def __init__(self, connect_seconds: float, proxy: httpcore.Proxy | None = None, tls: Tls = tls_context) -> None:
        super().__init__(connect_seconds, proxy, tls)
        # By process: a forked child that went on with its parent's connections would be given the parent's answers.
        self._pools: dict[tuple[int, str], httpcore.ConnectionPool] = {}

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        """Return the response, its body not read yet."""
        answer = self._pool(request.url.scheme).handle_request(_request(request))
        # Who holds an answer without end can end it from another thread: by the socket beneath.
        beneath = {name: answer.extensions[name] for name in ("network_stream",) if name in answer.extensions}
        return httpx.Response(answer.status, headers=answer.headers, stream=_Body(answer.stream), extensions=beneath)

    def _pool(self, scheme: str) -> httpcore.ConnectionPool:
        place = os.getpid(), scheme
        pool = self._pools.get(place)
        if pool is None:
            made = httpcore.ConnectionPool(
                ssl_context=self._tls(scheme),
                proxy=self._proxy,
                max_connections=LIMITS.max_connections,
                keepalive_expiry=LIMITS.keep_seconds,
                network_backend=Backend(connect_seconds=self._connect_seconds),
            )
            pool = self._pools.setdefault(place, made)  # of two threads one is first; the other's has opened nothing
        return pool

    def close(self) -> None:
        """Close every connection of this process; the next request opens new ones."""
        with Deadline(LIMITS.close_seconds):
            # Other threads may ask for pools, or close them, meanwhile.
            for place in [*self._pools]:
                if place[0] == os.getpid() and (pool := self._pools.pop(place, None)) is not None:
                    pool.close()


class FreshConnections(Connections, httpx.AsyncBaseTransport):
    """Is awaited; each request has a connection of its own, which belongs to the running event loop alone."""

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        """Return the response, its body not read yet."""
        pool = httpcore.AsyncConnectionPool(
            ssl_context=self._tls(request.url.scheme),
            proxy=self._proxy,
            max_connections=1,
            network_backend=AsyncBackend(connect_seconds=self._connect_seconds),
        )
        try:
            answer = await pool.handle_async_request(_request(request))
        except BaseException:
            await pool.aclose()
            raise
        return httpx.Response(answer.status, headers=answer.headers, stream=_AsyncBody(answer.stream, pool))


def _request(request: httpx.Request) -> httpcore.Request:
    return httpcore.Request(
        method=request.method,
        url=httpcore.URL(
            scheme=request.url.raw_scheme, host=request.url.raw_host, port=request.url.port, target=request.url.raw_path
        ),
        headers=request.headers.raw,
        content=request.stream,
        extensions=request.extensions,
    )


class _Body(httpx.SyncByteStream):
    """The raw body of a response."""

    def __init__(self, stream: Any) -> None:  # noqa: ANN401 - httpcore's own stream
        self._stream = stream

    def __iter__(self) -> Iterator[bytes]:
        yield from self._stream

    def close(self) -> None:
        self._stream.close()


class _AsyncBody(httpx.AsyncByteStream):
    """The raw body of a response whose connection ends with it."""

    def __init__(self, stream: Any, pool: httpcore.AsyncConnectionPool) -> None:  # noqa: ANN401 - as above
        self._stream = stream
        self._pool = pool

    async def __aiter__(self) -> AsyncIterator[bytes]:
        async for chunk in self._stream:
            yield chunk

    async def aclose(self) -> None:
        try:
            await self._stream.aclose()
        finally:
            await self._pool.aclose()
