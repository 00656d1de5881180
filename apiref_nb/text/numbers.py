"""Which numbers count, and how one is written: asked wherever a document's or a caller's number is met.

Python's integers have no end, and three things about them raise: making a float of one beyond 1.8e308, writing or
reading one of more digits than the interpreter allows (4,300; a user may lower that to 640), and asking whether one is
finite. So nobody else converts a number that is not known to be small.
"""

from __future__ import annotations

import math
from fractions import Fraction
from typing import TypeGuard

from apiref_nb.text.limits import LIMITS

LARGEST = 10**LIMITS.max_digits


def is_number(value: object) -> TypeGuard[int | float]:
    """Return True for a finite number of any size that is no boolean."""
    if isinstance(value, float):
        return value - value == 0
    return isinstance(value, int) and not isinstance(value, bool)


def is_count(value: object) -> TypeGuard[int | float]:
    """Return True for a whole number of zero or more; `2.0` is one, as JSON knows no difference."""
    return is_number(value) and value >= 0 and (isinstance(value, int) or value.is_integer())


def is_whole(value: object, least: int | None = None, most: int | None = None) -> TypeGuard[int]:
    """Return True for an integer, no boolean, within bounds.

    Args:
        value: anything.
        least: the smallest that is allowed; None for no border.
        most: the largest; None for no border.
    """
    if not isinstance(value, int) or isinstance(value, bool):
        return False
    return (least is None or least <= value) and (most is None or value <= most)


def digits_value(text: str, *, most_digits: int = 9) -> int | None:
    """Return the number that plain ASCII digits write; None for any other text, and for more digits.

    Args:
        text: what somebody else wrote, such as a header.
        most_digits: of more the number is of no use.
    """
    return int(text) if text.isascii() and text.isdecimal() and len(text) <= most_digits else None


def is_writable(value: float) -> bool:
    """Return True when a number has digits that can be written, here and by other tools: finite, and not too long."""
    return -LARGEST < value < LARGEST if isinstance(value, int) else math.isfinite(value)


def number_text(value: float) -> str:
    """Return a number as Python and JSON write it; one of too many digits is described instead."""
    return (
        repr(value)
        if not isinstance(value, int) or is_writable(value)
        else f"an integer of over {LIMITS.max_digits} digits"
    )


def as_float(value: float | Fraction) -> float:
    """Return the nearest float; one beyond all floats is an infinity."""
    try:
        return float(value)
    except OverflowError:
        return math.copysign(math.inf, 1 if value > 0 else -1)
