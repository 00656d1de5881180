"""How long addresses and their parts may be."""

from __future__ import annotations

from typing import Final, NamedTuple


class AddressLimits(NamedTuple):
    """How long addresses and their parts may be."""

    max_address_characters: int = 8192
    """Of an address, as a caller or a redirect gives it."""
    max_shown_characters: int = 200
    """Of a text of the network that a message repeats."""
    max_label_characters: int = 63
    """Of a host, between two dots."""
    max_name_characters: int = 253
    """Of a host."""


LIMITS: Final = AddressLimits()
"""The limits of every address."""
