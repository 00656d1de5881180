"""Why a request was not answered, as one sentence without credentials.

Whatever a request raised comes in; a `Failure` goes out, which holds text only: the exception itself keeps frames
alive whose local variables hold headers. `exchange` makes it, `calls` raises it.
"""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from typing import Protocol, TypeVar
from urllib.parse import urlsplit

from apiref_nb.client.limits import CALLS, Limits
from apiref_nb.errors import ApirefError, RecordingError, RequestError, StatusError
from apiref_nb.text.invisible_characters import visible_line
from apiref_nb.transport.causes import Kind, cause_of
from apiref_nb.transport.deadline import Deadline

_Result = TypeVar("_Result")


class NotSentError(Exception):
    """The request cannot be sent in this way; the message is the cause, in words of ours."""


@dataclass(frozen=True, slots=True)
class Failure:
    """A request that was not answered."""

    message: str
    """One sentence: method, URL without its query, cause."""
    interrupt: type[BaseException] | None = None
    """Set when it was stopped from outside, by an interrupt of the kernel or a cancelled task."""
    kind: type[ApirefError] = RequestError
    """What is raised."""
    status: int | None = None
    """Status code, where that is what went wrong."""
    broke_off: bool = False
    """True when the connection broke or was not made, so that another try may do better."""

    def error(self) -> BaseException:
        """Return what to raise: a fresh exception, with no frame that has seen a credential."""
        if self.interrupt is not None:
            return self.interrupt()
        return self.kind(self.message) if self.status is None else StatusError(self.message, self.status)


def settled(outcome: _Result | Failure) -> _Result:
    """Return what a call came to.

    Raises:
        ApirefError: there was no answer that can be read; with no frame that has seen a credential.
    """
    if isinstance(outcome, Failure):
        raise outcome.error() from None
    return outcome


class Addressed(Protocol):
    """What a failure says of a request; a `RequestPlan` says it."""

    @property
    def method(self) -> str:
        """As sent."""

    @property
    def address(self) -> str:
        """The URL without query and credentials."""


def failure(exc: BaseException, deadline: Deadline, prepared: Addressed, limits: Limits) -> Failure:
    """Return what an exception of a request means.

    Args:
        exc: what was raised.
        deadline: that of the whole request, or of a part of it.
        prepared: how a failure names the request.
        limits: time and size.
    """
    if not isinstance(exc, Exception):
        kind = type(exc) if isinstance(exc, KeyboardInterrupt | asyncio.CancelledError | SystemExit) else RuntimeError
        return Failure("", kind)
    if isinstance(exc, RecordingError):
        return Failure(str(exc), kind=RecordingError)
    if isinstance(exc, NotSentError):
        words, broke_off = str(exc), False
    else:
        cause = cause_of(exc, hung_up=deadline.hung_up)
        broke_off = cause.kind in BREAKS
        words = _SENTENCES[cause.kind].format(
            host=visible_line(urlsplit(prepared.address).netloc),
            detail=visible_line(cause.detail),
            reason=f" ({visible_line(cause.detail)})" if cause.detail else "",
            seconds=f"{deadline.seconds:g}",
            connect_seconds=f"{min(deadline.seconds, CALLS.connect_seconds):g}",
            doing=f" ({deadline.doing} took the rest)" if deadline.doing else "",
            limit=f"{limits.body_bytes:,}",
        )
    asked = visible_line(f"{prepared.method} {prepared.address}")
    return Failure(f"{asked} was not answered: {words}", broke_off=broke_off)


BREAKS = frozenset(
    {Kind.CONNECTION_TIME, Kind.NAME, Kind.CLOSED_PORT, Kind.BROKEN_OFF, Kind.LOST, Kind.NO_WAY, Kind.HUNG_UP}
)
"""Causes that pass: the server was not there, or was no more."""

_SENTENCES = {
    Kind.TIME: "no complete answer within {seconds} seconds{doing}",
    Kind.CONNECTION_TIME: "{host} took no connection within {connect_seconds} seconds",
    Kind.ALL_TAKEN: (
        "it was not sent, for every connection of the client was in use for {seconds} seconds; an open stream holds "
        "one until it is closed"
    ),
    Kind.REFUSED_ADDRESS: "{host} must not be contacted: {detail}",
    Kind.NAME: "the name of {host} could not be looked up",
    Kind.TRUST_FILE: "it was not sent, for {detail}",
    Kind.CERTIFICATE: "the certificate of {host} is not accepted: {detail}",
    Kind.TLS: "{host} and this client found no TLS in common{reason}",
    Kind.CLOSED_PORT: "nothing listens at {host} (connection refused)",
    Kind.BROKEN_OFF: "{host} closed the connection before the answer was complete",
    Kind.LOST: "the connection to {host} broke",
    Kind.NO_WAY: "{host} cannot be reached{reason}",
    Kind.HUNG_UP: "the connection was closed before the answer was complete",
    Kind.NOT_HTTP: "the answer is not valid HTTP",
    Kind.HUNG_UP_OR_NOT_HTTP: (
        "the connection was closed before the answer was complete, or the answer is not valid HTTP"
    ),
    Kind.PROXY: "the proxy did not connect to {host}",
    Kind.NOT_WRITABLE: "it cannot be written as a valid HTTP request",
    Kind.TOO_LARGE: "its body is larger than the limit of {limit} bytes; Client(limit_bytes=…) raises it",
    Kind.ENCODING: "its body {detail}",
    Kind.OTHER: "the transport failed ({detail})",
}
"""What follows `GET http://… was not answered: `, for each cause."""
