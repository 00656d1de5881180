"""`TextPatterns`: whether text meets a `pattern`, judged by an engine whose time is bounded.

Python's own `re` never sees a document's pattern: some take it longer than a life. The JSON Schema validator's linear
engine judges; patterns that need look-around go to its other one, which gives up after a fixed count of steps.
"""

from __future__ import annotations

from jsonschema_rs import Draft202012Validator, FancyRegexOptions, RegexOptions, ValidationError

from apiref_nb.schemas.pattern_text import is_readable

LINEAR = RegexOptions(size_limit=1 << 20)
BACKTRACKING = FancyRegexOptions(backtrack_limit=10_000, size_limit=1 << 20)

LONGEST = 2_000
"""Patterns longer than this are not judged."""


class TextPatterns:
    """The patterns of one session, each compiled once."""

    __slots__ = ("_compiled",)

    def __init__(self) -> None:
        self._compiled: dict[str, Draft202012Validator | None] = {}

    def usable(self, pattern: str) -> bool:
        """Return True when the pattern is one that can be judged."""
        return self._get(pattern) is not None

    def too_large(self, pattern: str) -> bool:
        """Return True for a good pattern that is too large for the engines, so that nothing can be said about it."""
        return not self.usable(pattern) and is_readable(pattern)

    def matches(self, pattern: str, text: str) -> bool:
        """Return True when text meets the pattern; a pattern that cannot be judged is met by all."""
        validator = self._get(pattern)
        return validator is None or validator.is_valid(text)

    def _get(self, pattern: str) -> Draft202012Validator | None:
        if pattern not in self._compiled:
            self._compiled[pattern] = _compiled(pattern)
        return self._compiled[pattern]


def _compiled(pattern: str) -> Draft202012Validator | None:
    if len(pattern) > LONGEST:
        return None
    for options in (LINEAR, BACKTRACKING):
        try:
            return Draft202012Validator({"pattern": pattern}, pattern_options=options)
        except (ValidationError, ValueError):
            continue
    return None
