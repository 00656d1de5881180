"""Connections whose every operation gets the time that is left, whatever the HTTP library asks for.

A timeout per operation bounds no slow server: one byte within each is enough to go on for ever. `Stream` waits,
`AsyncStream` is awaited; both keep to the deadline of the call that runs.
"""

from __future__ import annotations

import contextlib
import socket
import ssl
import threading
from collections.abc import Iterator
from typing import Any

import httpcore

from apiref_nb.transport.deadline import Deadline, running
from apiref_nb.transport.limits import LIMITS

_SENDING = "sending the request"
_WAITING = "waiting for the answer"
_AGREEING = "agreeing on TLS"


class Stream(httpcore.NetworkStream):
    """A connection that waits.

    Args:
        stream: the connection beneath.
        layers: how many layers of TLS lie over the socket.
    """

    def __init__(self, stream: httpcore.NetworkStream, layers: int = 0) -> None:
        self._stream = stream
        self._layers = layers

    def read(self, max_bytes: int, timeout: float | None = None) -> bytes:
        """Return what has arrived; no bytes when the host has ended the connection.

        Args:
            max_bytes: the most that is returned at once.
            timeout: not used; the deadline of the call that runs decides.
        """
        deadline = running()
        with self._bounded(deadline):
            data = self._stream.read(max_bytes, deadline.left())
        deadline.hung_up = not data
        return data

    def write(self, buffer: bytes, timeout: float | None = None) -> None:
        """Send all of it.

        Args:
            buffer: the bytes to send, of any length.
            timeout: not used; the deadline of the call that runs decides.
        """
        deadline = running()
        deadline.doing = _SENDING
        # In pieces, for the time of one write starts anew with every part that the other side takes.
        for start in range(0, len(buffer), LIMITS.sent_bytes):
            with self._bounded(deadline):
                self._stream.write(buffer[start : start + LIMITS.sent_bytes], deadline.left())
        deadline.doing = _WAITING

    def close(self) -> None:
        """Close the connection."""
        self._stream.close()

    def start_tls(
        self, ssl_context: ssl.SSLContext, server_hostname: str | None = None, timeout: float | None = None
    ) -> httpcore.NetworkStream:
        """Return the same connection under TLS.

        Args:
            ssl_context: the certificates of trust, and the versions of TLS that may be agreed on.
            server_hostname: the name that the certificate must hold; None where the context checks none.
            timeout: not used; the deadline of the call that runs decides.
        """
        deadline = running()
        deadline.doing = _AGREEING
        try:
            with _watched(self._stream.get_extra_info("socket"), deadline):
                stream = self._stream.start_tls(ssl_context, server_hostname, deadline.left())
        except BaseException:
            self.close()  # httpcore drops the connection without closing it
            raise
        return Stream(stream, self._layers + 1)

    def get_extra_info(self, info: str) -> Any:  # noqa: ANN401 - the signature is httpcore's
        """Return what the library knows of the connection."""
        return self._stream.get_extra_info(info)

    def _bounded(self, deadline: Deadline) -> contextlib.AbstractContextManager[None]:
        # TLS within TLS, through a proxy, is a loop of operations with one timeout each.
        nested = self._layers > 1
        return _watched(self._stream.get_extra_info("socket"), deadline) if nested else contextlib.nullcontext()


class AsyncStream(httpcore.AsyncNetworkStream):
    """A connection that is awaited; here the library bounds each operation as a whole."""

    def __init__(self, stream: httpcore.AsyncNetworkStream) -> None:
        self._stream = stream

    async def read(self, max_bytes: int, timeout: float | None = None) -> bytes:  # noqa: ASYNC109
        """Return what has arrived; no bytes when the host has ended the connection.

        Args:
            max_bytes: the most that is returned at once.
            timeout: not used; the deadline of the call that runs decides.
        """
        deadline = running()
        data = await self._stream.read(max_bytes, deadline.left())
        deadline.hung_up = not data
        return data

    async def write(self, buffer: bytes, timeout: float | None = None) -> None:  # noqa: ASYNC109
        """Send all of it.

        Args:
            buffer: the bytes to send, of any length.
            timeout: not used; the deadline of the call that runs decides.
        """
        deadline = running()
        deadline.doing = _SENDING
        await self._stream.write(buffer, deadline.left())
        deadline.doing = _WAITING

    async def aclose(self) -> None:
        """Close the connection."""
        await self._stream.aclose()

    async def start_tls(
        self,
        ssl_context: ssl.SSLContext,
        server_hostname: str | None = None,
        timeout: float | None = None,  # noqa: ASYNC109
    ) -> httpcore.AsyncNetworkStream:
        """Return the same connection under TLS.

        Args:
            ssl_context: the certificates of trust, and the versions of TLS that may be agreed on.
            server_hostname: the name that the certificate must hold; None where the context checks none.
            timeout: not used; the deadline of the call that runs decides.
        """
        deadline = running()
        deadline.doing = _AGREEING
        try:
            return AsyncStream(await self._stream.start_tls(ssl_context, server_hostname, deadline.left()))
        except BaseException:
            await self.aclose()
            raise

    def get_extra_info(self, info: str) -> Any:  # noqa: ANN401 - the signature is httpcore's
        """Return what the library knows of the connection."""
        return self._stream.get_extra_info(info)


@contextlib.contextmanager
def _watched(connection: object, deadline: Deadline) -> Iterator[None]:
    """End an operation at the deadline, however slowly its bytes keep coming, by shutting the connection down."""
    if not isinstance(connection, socket.socket):
        yield
        return
    seconds = deadline.left()  # before the copy, which nobody would close where the time is up already
    own = connection.dup()
    timer = threading.Timer(seconds, _shut, (own,))
    timer.name = "apiref-nb deadline"
    timer.daemon = True
    timer.start()
    try:
        yield
    except Exception:
        deadline.left()  # what the shutting down looked like is not what happened
        raise
    finally:
        timer.cancel()
        timer.join()
        own.close()


def _shut(connection: socket.socket) -> None:
    with contextlib.suppress(OSError):
        connection.shutdown(socket.SHUT_RDWR)
