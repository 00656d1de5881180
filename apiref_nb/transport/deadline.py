"""One deadline for everything that a call does, from looking up a name to judging what came.

Seconds come in; the time left comes out, asked for before every step that could wait or work for long. The deadline
of the running call is found through its context, so that a connection which outlives a call keeps to that of the next.
"""

from __future__ import annotations

import time
from contextvars import ContextVar, Token
from types import TracebackType
from typing import Self

from apiref_nb.transport.silence import silence

_CURRENT: ContextVar[Deadline] = ContextVar("apiref_nb_deadline")

ELAPSED = "apiref_nb.elapsed_seconds"
"""Extension of a response by which a transport says how long it took, where no clock is to be asked."""


class OutOfTimeError(Exception):
    """The deadline is over; the message says what was going on."""


class Deadline:
    """A moment after which nothing is waited for any more; in a `with` block that of every connection used in it.

    While the block runs, the logs of the HTTP library are silent in its context: they hold what is sent and received.

    Args:
        seconds: time from now until that moment.
    """

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds
        """The time there was in the beginning."""
        self.doing = ""
        """What is going on, in words that can follow "while"; empty where a transport of others does the work."""
        self.hung_up: bool | None = None
        """Whether the host ended the connection while more was waited for; None where a transport of others read."""
        self._end = time.monotonic() + seconds
        self._token: Token[Deadline] | None = None
        self._silence = silence()

    def left(self) -> float:
        """Return the seconds left, always more than 0.

        Raises:
            OutOfTimeError: when there are none.
        """
        left = self._end - time.monotonic()
        if left <= 0:
            raise OutOfTimeError(self.doing)
        return left

    def __enter__(self) -> Self:
        self._silence.__enter__()
        self._token = _CURRENT.set(self)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._token is not None:
            _CURRENT.reset(self._token)
        self._silence.__exit__(kind, error, trace)


def running() -> Deadline:
    """Return the deadline of the call that runs in this context; there is no waiting without one."""
    return _CURRENT.get()
