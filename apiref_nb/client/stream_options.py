"""`StreamOptions`: how a reader wants a stream, checked before anything is sent."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Literal

from apiref_nb.client.limits import CALLS
from apiref_nb.client.settings import count, positive
from apiref_nb.errors import ShapeError
from apiref_nb.text.quoting import short


@dataclass(frozen=True, slots=True)
class StreamOptions:
    """How a stream is read.

    Raises:
        ShapeError: an option is none of those that there are.
    """

    idle_seconds: float = 60.0
    """The longest time between two items."""
    reconnect: int = 0
    """Server-sent events: how often in a row a connection that ended is made anew."""
    on_mismatch: Literal["keep", "raise"] = "keep"
    """What becomes of an item that is not as declared."""

    def __post_init__(self) -> None:
        positive("idle_seconds", self.idle_seconds, CALLS.max_seconds)
        count("reconnect", self.reconnect)
        if self.on_mismatch not in ("keep", "raise"):
            raise ShapeError("on_mismatch", "must be keep or raise", short(self.on_mismatch))


STREAM_OPTION_NAMES = tuple(field.name for field in fields(StreamOptions))
"""The keywords of `stream()` beside the arguments of the operation."""
