"""How much of a document's words and values is kept and repeated.

One object for each concern; the unit stands in the name.
"""

from __future__ import annotations

from typing import Final, NamedTuple


class TextLimits(NamedTuple):
    """How much is kept of a value, and repeated in messages."""

    max_depth: int = 64
    """Containers nested deeper than this are cut: no reader follows them, and no reader's tool has to."""
    max_digits: int = 640
    """Digits of the largest integer that is kept as a number: what every setting of the interpreter can still write."""
    max_suggestions: int = 3
    """Similar names that are offered."""
    min_similarity: float = 0.6
    """Of a name that is offered; 1 is the same name."""
    max_shown_characters: int = 60
    """Of a value inside a message."""


LIMITS: Final = TextLimits()
