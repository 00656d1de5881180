"""Why a stream or a download ended before its time, as what is raised for it.

An exception or an answer comes in; text alone goes out, for the frames of an exception hold credentials.
"""

from __future__ import annotations

from apiref_nb.client.failures import Failure, failure
from apiref_nb.client.limits import Limits
from apiref_nb.client.reply import Reply
from apiref_nb.errors import StatusError
from apiref_nb.requests.plan import RequestPlan
from apiref_nb.text.invisible_characters import visible_line
from apiref_nb.transport.causes import Kind, cause_of
from apiref_nb.transport.deadline import Deadline


def refusal(reply: Reply) -> Failure:
    """Return why an answer that is no success is none.

    Args:
        reply: a whole answer.
    """
    try:
        reply.raise_for_status()
    except StatusError as fault:
        return Failure(str(fault), status=fault.status)
    words = f"{visible_line(reply.operation.key)} answered {reply.status} {reply.reason}, which is no success"
    return Failure(words, status=reply.status)


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
