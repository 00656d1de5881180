"""Whether text meets a `pattern`, judged by an engine whose time is bounded.

Python's own `re` never sees a document's pattern: some take it longer than a life. The JSON Schema validator's linear
engine judges; patterns that need look-around go to its other one, which gives up after a fixed count of steps.
"""

from __future__ import annotations

from collections.abc import Callable

from apiref_nb.model.byte_cache import CACHES, MEBIBYTE
from apiref_nb.schemas.engine import compiled_pattern
from apiref_nb.schemas.limits import PATTERNS
from apiref_nb.schemas.pattern_text import is_readable


@CACHES.remembers(limit_bytes=32 * MEBIBYTE, size=lambda meets: 0 if meets is None else PATTERNS.usual_compiled_bytes)
def _engine(pattern: str) -> Callable[[str], bool] | None:
    return None if len(pattern) > PATTERNS.max_pattern_characters else compiled_pattern(pattern)


def usable(pattern: str) -> bool:
    """Return True when the pattern is one that can be judged."""
    return _engine(pattern) is not None


def too_large(pattern: str) -> bool:
    """Return True for a good pattern that is too large for the engines, so that nothing can be said about it."""
    return not usable(pattern) and is_readable(pattern)


def matches(pattern: str, text: str) -> bool:
    """Return True when text meets the pattern; a pattern that cannot be judged is met by all.

    Args:
        pattern: a regular expression of ECMA 262 that is `usable`.
        text: any.
    """
    meets = _engine(pattern)
    return meets is None or meets(text)


PATTERN = "the pattern "
NOT_ECMA = "is not valid in ECMA 262"


def doubt(pattern: str) -> str:
    """Return what is the matter with a pattern that cannot be judged."""
    return "is too large to be checked" if too_large(pattern) else NOT_ECMA
