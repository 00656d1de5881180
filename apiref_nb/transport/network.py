"""The way to a host: names become addresses, addresses are judged, connections keep to the deadline.

A `Wire` (how to look up, how to connect) and, where there is a policy, a judge come in; a network backend for httpcore
goes out. The address that is judged is the address connected to, so a name cannot change its mind.
"""

from __future__ import annotations

import ssl
from collections.abc import Awaitable, Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

import httpcore
import httpx

from apiref_nb.transport.deadline import running
from apiref_nb.transport.lookup import IPAddress, LookUp, addresses, addresses_async, look_up
from apiref_nb.transport.streams import AsyncStream, Stream
from apiref_nb.transport.ways import waited

Validator = Callable[[IPAddress], object]
"""Gives words (`str`) that refuse an address, or anything else, which the backend keeps of the one connected to."""

_Stream = TypeVar("_Stream")
_FAILED = (httpcore.ConnectError, httpcore.ConnectTimeout)


class RefusedError(Exception):
    """No address of the host may be connected to; the message says which and why."""


class TrustError(Exception):
    """The certificates that connections are judged by cannot be read."""


def connect(address: IPAddress, port: int, timeout_seconds: float) -> httpcore.NetworkStream:
    """Return an open connection to an address.

    Args:
        address: the one to connect to.
        port: where its service listens.
        timeout_seconds: the most that connecting may take.
    """
    return httpcore.SyncBackend().connect_tcp(str(address), port, timeout_seconds)


@dataclass(frozen=True, slots=True)
class Wire:
    """How names are looked up and connections opened; a test may put its own in place."""

    look_up: LookUp = look_up
    connect: Callable[[IPAddress, int, float], httpcore.NetworkStream] = connect


class _Connecting:
    """What both backends know.

    Args:
        wire: how names are looked up and connections opened.
        judge: says which addresses may be connected to; None for all.
        connect_seconds: at most this long for each address of a host; None for as long as there is.
    """

    def __init__(
        self, wire: Wire | None = None, judge: Validator | None = None, connect_seconds: float | None = None
    ) -> None:
        self._wire = wire or Wire()
        self._judge = judge
        self._connect_seconds = connect_seconds
        self.verdict: object = None
        """What the judge said of the address connected to."""

    def _allowed(self, found: Sequence[IPAddress]) -> Iterator[tuple[IPAddress, object, float, bool]]:
        """(address, verdict, seconds for it, whether it is the last) of each that may be connected to, in order."""
        verdicts = [(address, self._judge(address) if self._judge is not None else None) for address in found]
        allowed = [(address, verdict) for address, verdict in verdicts if not isinstance(verdict, str)]
        if not allowed:
            raise RefusedError(next(words for _, words in verdicts if isinstance(words, str)))
        deadline = running()
        deadline.doing = "connecting"
        for waiting, (address, verdict) in zip(range(len(allowed), 0, -1), allowed, strict=True):
            # Each address gets its share, so that one that swallows packets leaves time for the next.
            share = deadline.left() / waiting
            yield address, verdict, min(share, self._connect_seconds or share), waiting == 1

    async def _connected(
        self, found: Sequence[IPAddress], connect: Callable[[IPAddress, float], Awaitable[_Stream]]
    ) -> _Stream:
        """A connection to the first address that passes and answers."""
        for address, verdict, seconds, last in self._allowed(found):
            try:
                stream = await connect(address, seconds)
            except _FAILED:
                if last:
                    raise
            else:
                self.verdict = verdict
                return stream
        raise AssertionError("unreachable: the last address returns or raises")


class Backend(_Connecting, httpcore.NetworkBackend):
    """Opens connections that wait."""

    def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,
        local_address: str | None = None,
        socket_options: Iterable[Any] | None = None,
    ) -> httpcore.NetworkStream:
        """Connect to the first address of the host that passes and answers.

        Args:
            host: a name in ASCII, or an address without brackets.
            port: where its service listens.
            timeout: not used; the deadline of the call that runs decides.
            local_address: not used; the system chooses.
            socket_options: not used.
        """

        async def connect(address: IPAddress, seconds: float) -> httpcore.NetworkStream:
            return self._wire.connect(address, port, seconds)

        return Stream(waited(self._connected(addresses(host, port, self._wire.look_up), connect)))


class AsyncBackend(_Connecting, httpcore.AsyncNetworkBackend):
    """Opens connections that are awaited."""

    async def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,  # noqa: ASYNC109
        local_address: str | None = None,
        socket_options: Iterable[Any] | None = None,
    ) -> httpcore.AsyncNetworkStream:
        """Connect to the first address of the host that passes and answers.

        Args:
            host: a name in ASCII, or an address without brackets.
            port: where its service listens.
            timeout: not used; the deadline of the call that runs decides.
            local_address: not used; the system chooses.
            socket_options: not used.
        """

        async def connect(address: IPAddress, seconds: float) -> httpcore.AsyncNetworkStream:
            return await httpcore.AnyIOBackend().connect_tcp(str(address), port, seconds)

        return AsyncStream(await self._connected(await addresses_async(host, port, self._wire.look_up), connect))


def tls_context(scheme: str = "https") -> ssl.SSLContext:
    """Return the certificates of trust: those that SSL_CERT_FILE or SSL_CERT_DIR names, else certifi's.

    Reading them takes longer than a request to a near server: for plain http nothing is read.

    Raises:
        TrustError: the file that the environment names cannot be read.
    """
    if scheme != "https":
        return ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    try:
        return httpx.create_ssl_context()
    except OSError as exc:
        raise TrustError("the file of trusted certificates (SSL_CERT_FILE) cannot be read") from exc
