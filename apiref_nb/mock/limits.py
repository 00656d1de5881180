"""What a mock looks at, keeps and waits for: requests are as untrusted as documents.

One object for each concern; the unit stands in the name.
"""

from __future__ import annotations

from typing import Final, NamedTuple


class RequestLimits(NamedTuple):
    """How much of one request is read."""

    max_body_bytes: int = 10_000_000
    """Size of a body beyond which it is refused."""
    max_path_segments: int = 200
    """Segments of a path that are looked at; no document has as many."""
    max_pairs: int = 2_000
    """Fields of a query or of the cookies that are read."""
    max_items: int = 10_000
    """Items of one parameter that are read."""
    max_brackets: int = 8
    """Brackets of one name that are read."""
    max_accept_ranges: int = 50
    """Media ranges of `Accept` that are read."""
    max_faults: int = 50
    """Faults that are told of one request."""


class MockLimits(NamedTuple):
    """What answers and servers take."""

    max_changes: int = 300
    """Parts of one value that are changed for the sake of variety."""
    max_log_entries: int = 1000
    """Requests that the log keeps."""
    request_seconds: float = 20.0
    """How long a client may be silent before its connection ends."""
    max_connections: int = 64
    """Clients that are served at the same time."""
    place_seconds: float = 5.0
    """How long a client waits for a place before it is refused."""


REQUESTS: Final = RequestLimits()
LIMITS: Final = MockLimits()
