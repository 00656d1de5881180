"""The way to a host: names become addresses, addresses are judged, sockets keep to one deadline.

A Wire (how to look up, how to connect) and a Deadline come in; a network backend for httpcore goes out. Made by
exchange.py for every hop. The address that is judged is the address connected to, so a name cannot change its mind.
"""

from __future__ import annotations

import socket
import ssl
import threading
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from ipaddress import ip_address
from typing import Any

import httpcore

from apiref_nb.fetching.address_policy import Zone
from apiref_nb.fetching.deadline import Deadline
from apiref_nb.fetching.hosts import IPAddress


class LookupFailedError(Exception):
    """A name has no address; the message is a phrase."""


class RefusedError(Exception):
    """No address of the host may be connected to; the message says which and why."""


def look_up(name: str, port: int) -> Sequence[IPAddress]:
    """Return the addresses of a name in the order in which the system prefers them; blocks as long as that takes."""
    found = socket.getaddrinfo(name.encode("ascii"), port, type=socket.SOCK_STREAM, proto=socket.IPPROTO_TCP)
    # The interface of a scoped address is dropped: a link-local address is refused with or without one.
    return list(dict.fromkeys(ip_address(str(row[4][0]).partition("%")[0]) for row in found))


def connect(address: IPAddress, port: int, timeout_seconds: float) -> httpcore.NetworkStream:
    """Return an open connection to an address."""
    return httpcore.SyncBackend().connect_tcp(str(address), port, timeout_seconds)


@dataclass(frozen=True, slots=True)
class Wire:
    """How names are looked up and connections opened; a test may put its own in place."""

    look_up: Callable[[str, int], Sequence[IPAddress]] = look_up
    connect: Callable[[IPAddress, int, float], httpcore.NetworkStream] = connect


class JudgedBackend(httpcore.NetworkBackend):
    """Opens connections only to addresses that pass, within the deadline.

    Args:
        wire: how names are looked up and connections opened.
        deadline: what every operation keeps to.
        judge: gives the zone of an address, or the words that refuse it.
    """

    def __init__(self, wire: Wire, deadline: Deadline, judge: Callable[[IPAddress], Zone | str]) -> None:
        self._wire = wire
        self._deadline = deadline
        self._judge = judge
        self.zone = Zone.LOOPBACK
        """The zone of the address connected to."""
        self.ended = False
        """Whether the host ended the connection while more was waited for."""

    def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,
        local_address: str | None = None,
        socket_options: Iterable[Any] | None = None,
    ) -> httpcore.NetworkStream:
        """Connect to the first address of the host that passes and answers."""
        verdicts = [(address, self._judge(address)) for address in _addresses(host, port, self._wire, self._deadline)]
        allowed = [(address, zone) for address, zone in verdicts if isinstance(zone, Zone)]
        if not allowed:
            raise RefusedError(next(words for _, words in verdicts if isinstance(words, str)))
        self._deadline.doing = "connecting"
        for waiting, (address, zone) in zip(range(len(allowed), 0, -1), allowed, strict=True):
            try:
                # Each address gets its share, so that one that swallows packets leaves time for the next.
                stream = self._wire.connect(address, port, self._deadline.left() / waiting)
            except (httpcore.ConnectError, httpcore.ConnectTimeout):
                if waiting == 1:
                    raise
            else:
                self.zone = zone
                return _DeadlineStream(stream, self._deadline, self._end)
        raise AssertionError("unreachable: the last address returns or raises")

    def _end(self) -> None:
        self.ended = True


class _DeadlineStream(httpcore.NetworkStream):
    """A connection whose every operation gets the time that is left, whatever the caller says."""

    def __init__(self, stream: httpcore.NetworkStream, deadline: Deadline, on_end: Callable[[], None]) -> None:
        self._stream = stream
        self._deadline = deadline
        self._on_end = on_end

    def read(self, max_bytes: int, timeout: float | None = None) -> bytes:
        data = self._stream.read(max_bytes, self._deadline.left())
        if not data:
            self._on_end()
        return data

    def write(self, buffer: bytes, timeout: float | None = None) -> None:
        self._deadline.doing = "waiting for the answer"
        self._stream.write(buffer, self._deadline.left())

    def close(self) -> None:
        self._stream.close()

    def start_tls(
        self,
        ssl_context: ssl.SSLContext,
        server_hostname: str | None = None,
        timeout: float | None = None,
    ) -> httpcore.NetworkStream:
        self._deadline.doing = "agreeing on TLS"
        try:
            stream = self._stream.start_tls(ssl_context, server_hostname, self._deadline.left())
        except BaseException:
            self.close()  # httpcore drops the connection without closing it
            raise
        return _DeadlineStream(stream, self._deadline, self._on_end)

    def get_extra_info(self, info: str) -> Any:  # noqa: ANN401 - the signature is httpcore's
        return self._stream.get_extra_info(info)


def _addresses(host: str, port: int, wire: Wire, deadline: Deadline) -> Sequence[IPAddress]:
    """The addresses of a host; a name is looked up in a daemon thread, for the system's lookup knows no deadline."""
    try:
        return [ip_address(host)]
    except ValueError:
        pass
    deadline.doing = "looking up the name"
    found: list[Sequence[IPAddress] | OSError | ValueError] = []

    def run() -> None:
        try:
            found.append(wire.look_up(host, port))
        except (OSError, ValueError) as exc:
            found.append(exc)

    thread = threading.Thread(target=run, name="apiref-nb name lookup", daemon=True)
    thread.start()
    thread.join(deadline.left())
    if not found:
        deadline.left()
        raise LookupFailedError("the lookup of its name broke off")
    result = found[0]
    if isinstance(result, Exception):
        raise LookupFailedError("its name was not found") from result
    if not result:
        raise LookupFailedError("its name has no address")
    return result
