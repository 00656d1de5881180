"""`Generated`: one made value and what its maker has to know about it; and how large a sample may grow."""

from __future__ import annotations

from typing import Any, NamedTuple

from apiref_nb.text.json_value import JsonValue

CAPS = (0, 12, 36, 72, 120)
"""Values that a sample may hold, by level; level 0 holds only what is required. The last is a whole sample."""

TOP = len(CAPS) - 1


class Setting(NamedTuple):
    """Where and how one value is made."""

    level: int
    """How much of what is optional may be in it; see `CAPS`."""
    path: tuple[str, ...]
    """Pointers of the schemas around it."""
    variant: int = 0
    """0 for the best value, more for others where several different ones are needed."""
    attempt: int = 0
    """How often it was tried before: the first is as readers want it, later ones hold less."""


NOWHERE: frozenset[str] = frozenset()


class Generated(NamedTuple):
    """A value, or the best that could be done and why it is not valid."""

    value: Any
    size: int = 1
    """Values in it, itself included."""
    fault: str = ""
    """Why it does not meet its schema; empty when it does."""
    touched: frozenset[str] = NOWHERE
    """Pointers of the schemas that it went through."""
    cuts: frozenset[str] = NOWHERE
    """Pointers of surrounding schemas on account of which something was left out."""


def level_for(room: int, highest: int) -> int:
    """Return the highest level, at most `highest`, whose values fit into a room.

    Args:
        room: parts that there is room for.
        highest: the richest level.
    """
    level = max(0, highest)
    while level > 0 and CAPS[level] > room:
        level -= 1
    return level


def size_of(value: JsonValue) -> int:
    """Return how many values a value holds, itself included; long text counts as several."""
    if isinstance(value, dict):
        return 1 + sum(size_of(child) for child in value.values())
    if isinstance(value, list | tuple):
        return 1 + sum(size_of(child) for child in value)
    return 1 + len(value) // 200 if isinstance(value, str) else 1
