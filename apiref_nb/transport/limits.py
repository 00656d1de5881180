"""What the wire may cost, beside the deadline that each call has.

One object for each concern; the unit stands in the name.
"""

from __future__ import annotations

from typing import Final, NamedTuple


class WireLimits(NamedTuple):
    """What connections and bodies may take."""

    keep_seconds: float = 5.0
    """That a connection stays open for the next request."""
    close_seconds: float = 5.0
    """For closing connections."""
    max_connections: int = 20
    """Of one client at the same time."""
    sent_bytes: int = 16_384
    """That are sent before the time is looked at again."""
    unpacked_bytes: int = 256 * 1024
    """That are unpacked before the time is looked at again."""
    packing_bytes: int = 64 * 1024
    """That gzip may add to a body which it cannot shrink."""
    max_parts: int = 1_000
    """Parts of a multipart body."""
    max_part_head_bytes: int = 16_384
    """Size of the headers of one part."""
    max_json_levels: int = 200
    """Levels of objects and lists that are shown indented and compared; as deep as a document may be."""
    max_charset_characters: int = 40
    """Of a character set that a server names, as far as it is repeated."""


LIMITS: Final = WireLimits()
