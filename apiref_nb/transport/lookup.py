"""Names become addresses within the deadline.

The system's own lookup knows none, so it runs in a daemon thread that nobody waits for longer than there is time.
"""

from __future__ import annotations

import contextlib
import socket
import threading
from collections.abc import Callable, Sequence
from ipaddress import IPv4Address, IPv6Address, ip_address

from apiref_nb.transport.deadline import OutOfTimeError, running

IPAddress = IPv4Address | IPv6Address
LookUp = Callable[[str, int], Sequence[IPAddress]]


class LookupFailedError(Exception):
    """A name has no address; the message is a phrase."""


def look_up(name: str, port: int) -> Sequence[IPAddress]:
    """Return the addresses of a name in the order in which the system prefers them; blocks as long as that takes.

    Args:
        name: of the host, in ASCII.
        port: handed to the system with the name.
    """
    found = socket.getaddrinfo(name.encode("ascii"), port, type=socket.SOCK_STREAM, proto=socket.IPPROTO_TCP)
    return list(dict.fromkeys(ip_address(str(row[4][0])) for row in found))


def addresses(host: str, port: int, look_up: LookUp) -> Sequence[IPAddress]:
    """Return the addresses of a host, that of one written as an address without asking anybody.

    Args:
        host: a name in ASCII, or an address without brackets.
        port: handed to `look_up`.
        look_up: returns the addresses of a name; may block, and runs in a thread of its own.

    Raises:
        LookupFailedError: there is none.
        OutOfTimeError: the lookup takes too long.
    """
    if (written := _written(host)) is not None:
        return [written]
    deadline = running()
    deadline.doing = "looking up the name"
    ended = threading.Event()
    lookup = _Lookup(host, port, look_up, ended.set)
    if not ended.wait(deadline.left()):
        raise OutOfTimeError(deadline.doing)
    return lookup.result()


async def addresses_async(host: str, port: int, look_up: LookUp) -> Sequence[IPAddress]:
    """Return the addresses of a host; see `addresses`.

    Args:
        host: see `addresses`.
        port: see `addresses`.
        look_up: see `addresses`.
    """
    import asyncio  # noqa: PLC0415 - it brings TLS with it, which who names an address only need not load

    if (written := _written(host)) is not None:
        return [written]
    deadline = running()
    deadline.doing = "looking up the name"
    loop = asyncio.get_running_loop()
    ended = asyncio.Event()

    def tell() -> None:
        with contextlib.suppress(RuntimeError):  # the loop was closed, and nobody waits any more
            loop.call_soon_threadsafe(ended.set)

    lookup = _Lookup(host, port, look_up, tell)
    try:
        async with asyncio.timeout(deadline.left()):
            await ended.wait()
    except TimeoutError:
        raise OutOfTimeError(deadline.doing) from None
    return lookup.result()


def _written(host: str) -> IPAddress | None:
    try:
        return ip_address(host)
    except ValueError:
        return None


class _Lookup:
    """One lookup in its thread."""

    def __init__(self, host: str, port: int, look_up: LookUp, on_end: Callable[[], object]) -> None:
        self._found: Sequence[IPAddress] = ()
        self._error: Exception | None = None

        def run() -> None:
            try:
                self._found = look_up(host, port)
            except (OSError, ValueError) as exc:
                self._error = exc
            finally:
                on_end()

        threading.Thread(target=run, name="apiref-nb name lookup", daemon=True).start()

    def result(self) -> Sequence[IPAddress]:
        if self._error is not None:
            raise LookupFailedError("its name was not found") from self._error
        if not self._found:
            raise LookupFailedError("its name has no address")
        return self._found
