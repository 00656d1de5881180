"""Why a request was not answered, as one sentence without credentials.

Whatever the transport raised comes in; a `Failure` goes out, which holds text only: the exception itself keeps frames
alive whose local variables hold headers. `exchange` makes it, `calls` raises it.
"""

from __future__ import annotations

import asyncio
import os
import socket
import ssl
from collections.abc import Iterator
from dataclasses import dataclass
from urllib.parse import urlsplit

import httpcore
import httpx

from apiref_nb.client.deadline import DeadlineError
from apiref_nb.errors import RequestError
from apiref_nb.text.invisible_characters import visible_line

_TIMEOUTS = (httpx.TimeoutException, httpcore.TimeoutException, TimeoutError, DeadlineError)
_CONNECT_TIMEOUTS = (httpx.ConnectTimeout, httpcore.ConnectTimeout)
_REMOTE = (httpx.RemoteProtocolError, httpcore.RemoteProtocolError)
_LOCAL = (httpx.LocalProtocolError, httpcore.LocalProtocolError)
_BROKEN = (httpx.NetworkError, httpcore.NetworkError)


class AnswerError(Exception):
    """The answer came but cannot be taken; the message is the cause, in words of ours."""


@dataclass(frozen=True, slots=True)
class Failure:
    """A request that was not answered."""

    message: str
    """One sentence: method, URL without its query, cause."""
    interrupt: type[BaseException] | None = None
    """Set when it was stopped from outside, by an interrupt of the kernel or a cancelled task."""

    def error(self) -> BaseException:
        """Return what to raise: a fresh exception, with no frame that has seen a credential."""
        if self.interrupt is None:
            return RequestError(self.message)
        return self.interrupt()


def failure(exc: BaseException, method: str, address: str, timeout_seconds: float, connect_seconds: float) -> Failure:
    """Return what an exception of the transport means.

    Args:
        exc: what was raised.
        method: as sent.
        address: the URL without query and credentials.
        timeout_seconds: the time that the whole request had.
        connect_seconds: the time that each connection attempt had.
    """
    if not isinstance(exc, Exception):
        kind = type(exc) if isinstance(exc, KeyboardInterrupt | asyncio.CancelledError | SystemExit) else RuntimeError
        return Failure("", kind)
    return Failure(
        f"{visible_line(method)} {visible_line(address)} was not answered: "
        f"{_cause(exc, _host(address), timeout_seconds, connect_seconds)}"
    )


def _host(address: str) -> str:
    return visible_line(urlsplit(address).netloc)


def _cause(exc: Exception, host: str, timeout_seconds: float, connect_seconds: float) -> str:
    if isinstance(exc, AnswerError):
        return str(exc)
    if isinstance(exc, _CONNECT_TIMEOUTS):
        return f"{host} took no connection within {min(timeout_seconds, connect_seconds):g} seconds"
    if isinstance(exc, DeadlineError):
        return f"no complete answer within {timeout_seconds:g} seconds ({exc} took the rest)"
    if isinstance(exc, _TIMEOUTS):
        return f"no complete answer within {timeout_seconds:g} seconds"
    for inner in _chain(exc):
        words = _system_cause(inner, host)
        if words:
            return words
    if isinstance(exc, _REMOTE):
        return "the connection was closed before the answer was complete, or the answer is not valid HTTP"
    if isinstance(exc, _LOCAL):
        return "it cannot be written as a valid HTTP request"
    if isinstance(exc, _BROKEN):
        return f"the connection to {host} broke"
    return f"the transport failed ({type(exc).__name__})"


def _system_cause(exc: BaseException, host: str) -> str:
    if isinstance(exc, socket.gaierror | UnicodeError):
        return f"the name of {host} could not be looked up"
    if isinstance(exc, ssl.SSLCertVerificationError):
        return f"the certificate of {host} is not accepted: {visible_line(exc.verify_message)}"
    if isinstance(exc, ssl.SSLError):
        reason = (exc.reason or "").replace("_", " ").lower()
        return f"{host} and this client found no TLS in common" + (f" ({visible_line(reason)})" if reason else "")
    if isinstance(exc, ConnectionRefusedError):
        return f"nothing listens at {host} (connection refused)"
    if isinstance(exc, ConnectionResetError | BrokenPipeError):
        return f"{host} closed the connection before the answer was complete"
    if isinstance(exc, OSError) and exc.errno is not None:
        return f"{host} cannot be reached ({os.strerror(exc.errno).lower()})"
    return ""


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
