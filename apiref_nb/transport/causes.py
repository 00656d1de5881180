"""Why a request was not answered: whatever was raised on the way becomes one of a few causes.

An exception comes in, of ours, of the HTTP library or of the system; a `Cause` goes out. The rooms above have a table
of sentences each, for they speak to different readers.
"""

from __future__ import annotations

import os
import socket
import ssl
from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum, auto

import httpcore
import httpx

from apiref_nb.transport.bodies import BodyEncodingError, BodyTooLargeError
from apiref_nb.transport.deadline import OutOfTimeError
from apiref_nb.transport.lookup import LookupFailedError
from apiref_nb.transport.network import RefusedError, TrustError


class Kind(Enum):
    """What went wrong."""

    TIME = auto()
    """The deadline is over."""
    CONNECTION_TIME = auto()
    """No address took a connection in the time it had."""
    ALL_TAKEN = auto()
    """Every connection that there may be was in use for as long as could be waited."""
    REFUSED_ADDRESS = auto()
    """No address of the host may be connected to."""
    NAME = auto()
    """The name has no address."""
    TRUST_FILE = auto()
    """The certificates of trust cannot be read."""
    CERTIFICATE = auto()
    """The host's certificate is not trusted; the detail says why."""
    TLS = auto()
    """The two found no TLS in common; the detail is the library's word for it."""
    CLOSED_PORT = auto()
    """Nothing listens there."""
    BROKEN_OFF = auto()
    """The host broke off the connection."""
    LOST = auto()
    """There is no connection, and the system does not say why."""
    NO_WAY = auto()
    """There is no way to the host; the detail is the system's word for it."""
    HUNG_UP = auto()
    """The host ended the connection before the answer was complete."""
    NOT_HTTP = auto()
    """The answer is not valid HTTP."""
    HUNG_UP_OR_NOT_HTTP = auto()
    """One of the two; a transport of others does not say which."""
    PROXY = auto()
    """The proxy did not connect."""
    NOT_WRITABLE = auto()
    """The request cannot be written as HTTP."""
    TOO_LARGE = auto()
    """The body is over the limit; the detail says what was found."""
    ENCODING = auto()
    """The body cannot be decoded; the detail says why."""
    OTHER = auto()
    """A fault that is not known here; the detail names its type."""


@dataclass(frozen=True, slots=True)
class Cause:
    """Why there is no answer."""

    kind: Kind
    detail: str = ""
    """A phrase of ours, or a word of a library or the system; never what the host wrote."""
    connecting: bool = False
    """Whether it happened before there was a connection."""


_OURS: tuple[tuple[type[Exception], Kind], ...] = (
    (OutOfTimeError, Kind.TIME),
    (RefusedError, Kind.REFUSED_ADDRESS),
    (LookupFailedError, Kind.NAME),
    (TrustError, Kind.TRUST_FILE),
    (BodyTooLargeError, Kind.TOO_LARGE),
    (BodyEncodingError, Kind.ENCODING),
    (httpcore.ConnectTimeout, Kind.CONNECTION_TIME),
    (httpx.ConnectTimeout, Kind.CONNECTION_TIME),
    (httpcore.PoolTimeout, Kind.ALL_TAKEN),
    (httpx.PoolTimeout, Kind.ALL_TAKEN),
    (httpcore.TimeoutException, Kind.TIME),
    (httpx.TimeoutException, Kind.TIME),
    (TimeoutError, Kind.TIME),
)
"""What is clear from the exception itself; the first that fits."""

_LIBRARY: tuple[tuple[type[Exception], Kind], ...] = (
    (httpcore.ProxyError, Kind.PROXY),
    (httpx.ProxyError, Kind.PROXY),
    (httpcore.RemoteProtocolError, Kind.HUNG_UP_OR_NOT_HTTP),
    (httpx.RemoteProtocolError, Kind.HUNG_UP_OR_NOT_HTTP),
    (httpcore.LocalProtocolError, Kind.NOT_WRITABLE),
    (httpx.LocalProtocolError, Kind.NOT_WRITABLE),
    (httpcore.NetworkError, Kind.LOST),
    (httpx.NetworkError, Kind.LOST),
)
"""What is left when the system said nothing."""


_WHICH = {True: Kind.HUNG_UP, False: Kind.NOT_HTTP, None: Kind.HUNG_UP_OR_NOT_HTTP}


def cause_of(exc: Exception, *, hung_up: bool | None = None) -> Cause:
    """Return what an exception of a request means.

    Args:
        exc: what was raised.
        hung_up: whether the host ended the connection while more was waited for; None when nobody knows.
    """
    connecting = isinstance(exc, httpcore.ConnectError | httpx.ConnectError)
    for kind_of, kind in _OURS:
        if isinstance(exc, kind_of):
            return Cause(kind, str(exc))
    for inner in _chain(exc):
        cause = _of_system(inner, connecting=connecting)
        if cause is not None:
            return cause
    for kind_of, kind in _LIBRARY:
        if isinstance(exc, kind_of):
            return Cause(_WHICH[hung_up] if kind is Kind.HUNG_UP_OR_NOT_HTTP else kind, connecting=connecting)
    return Cause(Kind.OTHER, type(exc).__name__)


def _of_system(exc: BaseException, *, connecting: bool) -> Cause | None:
    if isinstance(exc, socket.gaierror | UnicodeError):
        return Cause(Kind.NAME, "its name was not found")
    if isinstance(exc, ssl.SSLCertVerificationError):
        return Cause(Kind.CERTIFICATE, str(exc.verify_message or "not verified"))
    if isinstance(exc, ssl.SSLError):
        reason = (exc.reason or "").replace("_", " ").lower()
        return Cause(Kind.TLS, reason) if connecting else Cause(Kind.LOST)
    if isinstance(exc, ConnectionRefusedError):
        return Cause(Kind.CLOSED_PORT)
    if isinstance(exc, ConnectionError):
        return Cause(Kind.BROKEN_OFF, connecting=connecting)
    if isinstance(exc, OSError) and exc.errno is not None:
        return Cause(Kind.NO_WAY, os.strerror(exc.errno).lower(), connecting=connecting)
    return None


def _chain(exc: BaseException) -> Iterator[BaseException]:
    """The exception and everything it came from, groups opened."""
    waiting: list[BaseException | None] = [exc]
    met: set[int] = set()
    while waiting:
        here = waiting.pop(0)
        if here is None or id(here) in met:
            continue
        met.add(id(here))
        yield here
        if isinstance(here, BaseExceptionGroup):
            waiting += here.exceptions
        waiting += [here.__cause__, here.__context__]
