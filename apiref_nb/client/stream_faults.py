"""Why a stream or a download ended before its time, as what is raised for it.

An exception or an answer comes in; text alone goes out, for the frames of an exception hold credentials.
"""

from __future__ import annotations

from dataclasses import dataclass

from apiref_nb.client.failures import Failure, failure
from apiref_nb.client.limits import Limits
from apiref_nb.client.reply import Reply
from apiref_nb.errors import ApirefError, BodyError, StatusError
from apiref_nb.requests.plan import RequestPlan
from apiref_nb.text.invisible_characters import visible_line
from apiref_nb.transport.causes import Kind, cause_of
from apiref_nb.transport.deadline import Deadline


@dataclass(frozen=True, slots=True)
class Fault:
    """An answer that cannot be read in this way."""

    message: str
    """One sentence, credentials masked."""
    status: int | None = None
    """Status code, where that is the fault."""

    def error(self) -> ApirefError:
        """Return what to raise."""
        return BodyError(self.message) if self.status is None else StatusError(self.message, self.status)


def refusal(reply: Reply) -> Fault:
    """Return why an answer that is no success is none.

    Args:
        reply: a whole answer.
    """
    try:
        reply.raise_for_status()
    except StatusError as fault:
        return Fault(str(fault), fault.status)
    words = f"{visible_line(reply.operation.key)} answered {reply.status} {reply.reason}, which is no success"
    return Fault(words, reply.status)


def stream_failure(exc: BaseException, deadline: Deadline, prepared: RequestPlan, limits: Limits) -> Failure:
    """Return what an exception means that was raised while a body arrived.

    Args:
        exc: what was raised.
        deadline: that of the next item or chunk.
        prepared: the request.
        limits: those of the client.
    """
    if isinstance(exc, Exception) and cause_of(exc).kind is Kind.TIME:
        words = f"nothing more came within {deadline.seconds:g} seconds; idle_seconds=... waits longer"
        return Failure(f"{visible_line(prepared.method)} {visible_line(prepared.address)}: {words}")
    return failure(exc, deadline, prepared, limits)
