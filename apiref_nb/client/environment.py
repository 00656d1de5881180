"""What the environment says of recordings and the network, for CI and the plugin of pytest, over a notebook."""

from __future__ import annotations

import os
from typing import Literal

from apiref_nb.errors import ShapeError
from apiref_nb.text.quoting import short

Mode = Literal["once", "none", "new", "all"]
"""`once` records where there is no file yet, and replays alone where there is one; `none` replays alone; `new` replays
what is there and records the rest; `all` records everything anew."""

MODES = ("once", "none", "new", "all")

MODE_VARIABLE = "APIREF_RECORDING_MODE"
"""Says the mode of every recording."""

OFFLINE_VARIABLE = "APIREF_OFFLINE"
"""`1` lets no client leave the machine; then every recording replays alone."""

JUDGE_VARIABLE = "APIREF_JUDGE_RECORDINGS"
"""`1` makes an answer that no longer fits the document an error when it is replayed."""


def is_offline() -> bool:
    """Return True where no client may leave the machine."""
    return os.environ.get(OFFLINE_VARIABLE) == "1"


def judges() -> bool:
    """Return True where what is replayed is held against the document."""
    return os.environ.get(JUDGE_VARIABLE) == "1"


def chosen_mode(given: object) -> str:
    """Return the mode of a recording: what the environment says, else what was given.

    Args:
        given: see `Mode`.

    Raises:
        ShapeError: it is none of them.
    """
    said = os.environ.get(MODE_VARIABLE)
    name, value = (MODE_VARIABLE, said) if said else ("mode", given)
    if value not in MODES:
        raise ShapeError(name, f"must be {', '.join(MODES[:-1])} or {MODES[-1]}", short(value))
    return "none" if is_offline() else str(value)
