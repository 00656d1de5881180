"""Which way a text is read: authors write in Hebrew and Arabic too, within pages that run from left to right."""

from __future__ import annotations

import re

_RIGHT_TO_LEFT = re.compile("[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff\U00010800-\U00010fff\U0001e800-\U0001efff]")


def holds_right_to_left(text: str) -> bool:
    """Return True for a text with letters of a script that is read from right to left."""
    return not text.isascii() and _RIGHT_TO_LEFT.search(text) is not None
