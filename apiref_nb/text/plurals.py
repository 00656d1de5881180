"""Words after a number."""

from __future__ import annotations


def plural(count: int, one: str, many: str = "") -> str:
    """Return the word for one or for many.

    Args:
        count: how many there are.
        one: the word for one.
        many: the word for more; `one` with an s when empty.
    """
    return one if count == 1 else many or f"{one}s"
