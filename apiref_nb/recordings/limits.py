"""How large recordings are, and how secrets in them are told from words.

One object for each concern; the unit stands in the name.
"""

from __future__ import annotations

from typing import Final, NamedTuple


class RecordingLimits(NamedTuple):
    """What a recording may hold, and how it is laid out."""

    max_bytes: int = 500_000_000
    """Of a recording; a larger file is no recording of a notebook."""
    line_characters: int = 100
    """Of an object or list that stands on one line."""
    min_laid_out_characters: int = 80
    """Of JSON that stands laid out beside itself; less is read as it is."""
    max_laid_out_characters: int = 100_000
    """The same; more is read by nobody."""
    max_depth: int = 60
    """Levels of a body below which no secret is looked for by name; what the client holds is found everywhere."""
    max_reasons: int = 3
    """Differences that an error names."""
    min_secret_characters: int = 20
    """Characters of which chance makes no word."""
    min_secret_digits: int = 8
    """Digits of which chance makes no count."""
    max_attempts: int = 50
    """Stand-ins that are tried: a secret of one or two characters has few shapes."""


LIMITS: Final = RecordingLimits()
