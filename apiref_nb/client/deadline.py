"""One deadline over everything that a request waits for, carried into every operation of the socket.

A timeout per operation bounds no slow server, so the transport here asks how much of the whole is left before each one.
`exchange` sets the deadline; names are looked up in a daemon thread, for the system's lookup knows no deadline.
"""

from __future__ import annotations

import contextlib
import socket
import ssl
import threading
import time
from collections.abc import Iterable, Iterator
from contextvars import ContextVar
from typing import Any

import httpcore
import httpx

_END: ContextVar[float | None] = ContextVar("apiref_nb_request_end", default=None)

_PIECE_BYTES = 65_536


class DeadlineError(Exception):
    """The time is up; the message says what was going on."""


@contextlib.contextmanager
def deadline(seconds: float) -> Iterator[None]:
    """Make every operation of `DeadlineTransport` inside end in this many seconds from now, all together."""
    token = _END.set(time.monotonic() + seconds)
    try:
        yield
    finally:
        _END.reset(token)


def left(doing: str) -> float | None:
    """Return the seconds left, more than 0; None outside of a deadline.

    Raises:
        DeadlineError: when there are none.
    """
    end = _END.get()
    if end is None:
        return None
    seconds = end - time.monotonic()
    if seconds <= 0:
        raise DeadlineError(doing)
    return seconds


class DeadlineTransport(httpx.BaseTransport):
    """Sends requests over sockets that keep to the deadline; connections stay open for the next request for a while.

    Args:
        connect_seconds: at most this long for each address of a host.
    """

    def __init__(self, connect_seconds: float) -> None:
        self._connect_seconds = connect_seconds
        self._plain: httpcore.ConnectionPool | None = None
        self._secure: httpcore.ConnectionPool | None = None

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        """Return the response, its body not read yet."""
        answer = self._pool(request.url.scheme).handle_request(
            httpcore.Request(
                method=request.method,
                url=httpcore.URL(
                    scheme=request.url.raw_scheme,
                    host=request.url.raw_host,
                    port=request.url.port,
                    target=request.url.raw_path,
                ),
                headers=request.headers.raw,
                content=request.stream,
                extensions=request.extensions,
            )
        )
        return httpx.Response(answer.status, headers=answer.headers, stream=_Body(answer.stream))

    def close(self) -> None:
        """Close every connection."""
        for pool in (self._plain, self._secure):
            if pool is not None:
                pool.close()
        self._plain = self._secure = None

    def _pool(self, scheme: str) -> httpcore.ConnectionPool:
        # Reading the certificates takes longer than a request to a near server: only where they are needed.
        if scheme == "https":
            if self._secure is None:
                self._secure = self._new_pool(httpx.create_ssl_context())
            return self._secure
        if self._plain is None:
            self._plain = self._new_pool(ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT))
        return self._plain

    def _new_pool(self, context: ssl.SSLContext) -> httpcore.ConnectionPool:
        backend = _Backend(self._connect_seconds)
        return httpcore.ConnectionPool(
            ssl_context=context, max_connections=20, keepalive_expiry=5.0, network_backend=backend
        )


class _Body(httpx.SyncByteStream):
    """The raw body of a response."""

    def __init__(self, stream: Any) -> None:  # noqa: ANN401 - httpcore's own stream
        self._stream = stream

    def __iter__(self) -> Iterator[bytes]:
        yield from self._stream

    def close(self) -> None:
        self._stream.close()


class _Backend(httpcore.NetworkBackend):
    """Opens connections within the deadline."""

    def __init__(self, connect_seconds: float) -> None:
        self._connect_seconds = connect_seconds

    def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,  # noqa: ARG002, RUF100 - the deadline takes its place
        local_address: str | None = None,
        socket_options: Iterable[Any] | None = None,
    ) -> httpcore.NetworkStream:
        addresses = _addresses(host, port)
        for waiting, address in zip(range(len(addresses), 0, -1), addresses, strict=True):
            seconds = left("connecting")
            # Each address gets its share, so that one that swallows packets leaves time for the next.
            share = self._connect_seconds if seconds is None else min(self._connect_seconds, seconds / waiting)
            try:
                stream = httpcore.SyncBackend().connect_tcp(address, port, share, local_address, socket_options)
            except (httpcore.ConnectError, httpcore.ConnectTimeout):
                if waiting == 1:
                    raise
            else:
                return _Stream(stream)
        raise httpcore.ConnectError("the name has no address")


class _Stream(httpcore.NetworkStream):
    """A connection whose every operation gets the time that is left."""

    def __init__(self, stream: httpcore.NetworkStream) -> None:
        self._stream = stream

    def read(self, max_bytes: int, timeout: float | None = None) -> bytes:  # noqa: ARG002, RUF100 - as above
        return self._stream.read(max_bytes, left("waiting for the answer"))

    def write(self, buffer: bytes, timeout: float | None = None) -> None:  # noqa: ARG002, RUF100 - as above
        # In pieces, for the time of one write starts anew with every part that the other side takes.
        for start in range(0, len(buffer), _PIECE_BYTES):
            self._stream.write(buffer[start : start + _PIECE_BYTES], left("sending the request"))

    def close(self) -> None:
        self._stream.close()

    def start_tls(
        self,
        ssl_context: ssl.SSLContext,
        server_hostname: str | None = None,
        timeout: float | None = None,  # noqa: ARG002, RUF100 - as above
    ) -> httpcore.NetworkStream:
        seconds = left("agreeing on TLS")
        watchdog = _Watchdog(self._stream.get_extra_info("socket"), seconds)
        try:
            stream = self._stream.start_tls(ssl_context, server_hostname, seconds)
        except BaseException:
            self.close()  # httpcore drops the connection without closing it
            left("agreeing on TLS")
            raise
        finally:
            watchdog.stop()
        return _Stream(stream)

    def get_extra_info(self, info: str) -> Any:  # noqa: ANN401 - the signature is httpcore's
        return self._stream.get_extra_info(info)


class _Watchdog:
    """Ends a TLS handshake at the deadline, however slowly its bytes keep coming."""

    def __init__(self, connection: Any, seconds: float | None) -> None:  # noqa: ANN401 - a socket, or None
        self._timer: threading.Timer | None = None
        self._connection: socket.socket | None = None
        if seconds is not None and isinstance(connection, socket.socket):
            self._connection = connection.dup()
            self._timer = threading.Timer(seconds, _shut, (self._connection,))
            self._timer.daemon = True
            self._timer.start()

    def stop(self) -> None:
        if self._timer is not None and self._connection is not None:
            self._timer.cancel()
            self._timer.join()
            self._connection.close()


def _shut(connection: socket.socket) -> None:
    with contextlib.suppress(OSError):
        connection.shutdown(socket.SHUT_RDWR)


def _addresses(host: str, port: int) -> list[str]:
    """The addresses of a host in the order in which the system prefers them."""
    found: list[list[str] | OSError | UnicodeError] = []

    def run() -> None:
        try:
            rows = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, proto=socket.IPPROTO_TCP)
        except (OSError, UnicodeError) as exc:
            found.append(exc)
        else:
            found.append(list(dict.fromkeys(str(row[4][0]) for row in rows)))

    thread = threading.Thread(target=run, name="apiref-nb name lookup", daemon=True)
    thread.start()
    thread.join(left("looking up the name"))
    if not found:
        left("looking up the name")
        raise httpcore.ConnectError("the lookup broke off")
    result = found[0]
    if isinstance(result, Exception):
        try:
            # Raised here, so that it stays as context: httpcore takes the cause away.
            raise result
        except (OSError, UnicodeError) as exc:
            raise httpcore.ConnectError("the name was not found") from exc
    return result
