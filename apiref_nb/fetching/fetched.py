"""What fetching returns and what bounds it. Plain values, made by fetch.py, kept by cache.py and read by callers."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple


@dataclass(frozen=True, slots=True)
class Fetched:
    """A document as it arrived."""

    url: str
    """The address asked for, in its one spelling: no credentials, no fragment, international names in ASCII."""
    given: str
    """The address as the caller wrote it, fit to be shown."""
    final_url: str
    """The address that delivered the document, after redirects."""
    body: bytes = field(repr=False)
    """Decoded from gzip, at most `FetchLimits.body_bytes` long."""
    content_type: str
    """The Content-Type header; empty when the server sent none."""
    charset: str | None
    """The charset parameter of the content type, lower-case; None when there is none."""
    hops: int
    """How many redirects were followed."""
    from_cache: bool
    """Whether the body was kept from an earlier fetch, within its window or confirmed by the server."""


class FetchLimits(NamedTuple):
    """How long, how far and how much."""

    timeout_seconds: float = 15.0
    """One deadline over name lookup, connecting, TLS, every hop and the body; also over waiting for another fetch."""
    redirect_hops: int = 5
    """Redirects followed before giving up."""
    body_bytes: int = 10 * 1024 * 1024
    """Size of the decoded body. 10 MB are 10,485,760 bytes here."""
