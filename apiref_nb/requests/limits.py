"""What a request may hold, and how far secrets are looked for.

One object for each concern; the unit stands in the name.
"""

from __future__ import annotations

from typing import Final, NamedTuple


class ArgumentLimits(NamedTuple):
    """How much is read of arguments, and said of them."""

    max_annotation_depth: int = 3
    """Types within types that a signature shows."""
    max_literals: int = 8
    """Values of an enum that a signature shows."""
    max_named: int = 8
    """Arguments that an error names."""
    max_value_depth: int = 200
    """Levels of a value that is sent."""
    max_variant_depth: int = 8
    """Variants within variants that are looked into for the types of a text."""


class SecretLimits(NamedTuple):
    """How long secrets are kept, and which are looked for."""

    early_seconds: float = 30.0
    """A token is renewed so long before it ends."""
    max_remembered: int = 100
    """Texts of a server that are masked: cookies that answers have set."""
    min_masked_characters: int = 6
    """Characters of a secret that is looked for; a shorter one is a word that stands in many texts."""
    max_layers: int = 8
    """Escapings upon each other that are undone."""
    window_characters: int = 16
    """Characters of base64 by which a secret in it is known, at its beginning or its end: 96 bits are no accident."""


ARGUMENT_LIMITS: Final = ArgumentLimits()
SECRETS: Final = SecretLimits()
