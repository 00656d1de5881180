"""One deadline for everything that a fetch does.

Seconds come in; the time left comes out, asked for before every step that could wait. Made by fetch.py, carried by
wire.py into every operation of the socket, because a timeout per operation bounds no slow server.
"""

from __future__ import annotations

import time


class OutOfTimeError(Exception):
    """The deadline is over; the message says what was going on."""


class Deadline:
    """A moment after which nothing is waited for any more.

    Args:
        seconds: time from now until that moment.
    """

    def __init__(self, seconds: float) -> None:
        self._end = time.monotonic() + seconds
        self.doing = "starting"
        """What is going on, in words that can follow "while"."""

    def left(self) -> float:
        """Return the seconds left, always more than 0.

        Raises:
            OutOfTimeError: when there are none.
        """
        left = self._end - time.monotonic()
        if left <= 0:
            raise OutOfTimeError(self.doing)
        return left
