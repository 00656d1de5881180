"""How much a live view shows, and how long it waits for what follows a key."""

from __future__ import annotations

from typing import Final, NamedTuple


class ViewLimits(NamedTuple):
    """The limits of one live view; the unit stands in the name."""

    max_object_levels: int = 2
    """Objects within objects whose members have fields; what lies below is written as JSON."""
    max_fields: int = 60
    """Members that have a field; the others are written as JSON."""
    max_body_levels: int = 100
    """Bodies within bodies; a deeper one is not shown."""
    max_line_characters: int = 90
    """Of a line of the list of operations; the whole title stands above the form."""
    max_title_characters: int = 300
    """Of a description that a screen reader says with its field; the whole of it stands below."""
    arrival_seconds: float = 0.4
    """What was typed follows Enter within milliseconds; after Enter in an empty field nothing follows."""


LIMITS: Final = ViewLimits()
