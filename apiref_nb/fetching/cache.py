"""Documents that were fetched already, for as long as the caller's window says.

Keys and documents come in from fetch.py, documents go out. Kept in this process only, bounded in bytes, the least
recently used leave first; safe to use from several threads. One caller at a time fetches a key.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from apiref_nb.fetching.address_policy import Network
from apiref_nb.fetching.fetched import Fetched, FetchLimits
from apiref_nb.model.byte_cache import MEBIBYTE, ByteCache, text_bytes


@dataclass(frozen=True, slots=True)
class CacheKey:
    """What must agree before one fetch may answer for another."""

    url: str
    network: Network
    limits: FetchLimits


@dataclass(frozen=True, slots=True)
class CacheEntry:
    """A document, when it was last known to be current, and how to ask whether it still is."""

    fetched: Fetched
    checked_at: float
    """The caller's clock when the server last delivered or confirmed it, in seconds."""
    etag: str = ""
    last_modified: str = ""

    def validators(self) -> dict[str, str]:
        """Return the request headers that ask for the document only if it changed; empty when there are none."""
        headers = {"If-None-Match": self.etag, "If-Modified-Since": self.last_modified}
        return {name: value for name, value in headers.items() if value}


@dataclass(slots=True)
class _Turn:
    lock: threading.Lock = field(default_factory=threading.Lock)
    holders: int = 0


class FetchCache(ByteCache[CacheKey, CacheEntry]):
    """Keeps fetched documents.

    Args:
        limit_bytes: the most that bodies, headers and addresses of what is kept may take together.
    """

    def __init__(self, *, limit_bytes: int = 64 * MEBIBYTE) -> None:
        super().__init__(limit_bytes=limit_bytes, size=_size)
        self._taking_turns = threading.Lock()
        self._turns: dict[CacheKey, _Turn] = {}

    def __repr__(self) -> str:
        return f"<FetchCache: {len(self)} documents, {self.bytes_held:,} bytes>"

    @contextmanager
    def turn(self, key: CacheKey, timeout_seconds: float) -> Iterator[bool]:
        """Let one caller at a time fetch a key, so that two cells asking at once make one request.

        Args:
            key: what is about to be fetched.
            timeout_seconds: how long to wait for the caller before.

        Yields:
            Whether the turn came within that time.
        """
        with self._taking_turns:
            turn = self._turns.setdefault(key, _Turn())
            turn.holders += 1
        came = False
        try:
            came = turn.lock.acquire(timeout=timeout_seconds)
            yield came
        finally:
            if came:
                turn.lock.release()
            with self._taking_turns:
                turn.holders -= 1
                if not turn.holders:
                    self._turns.pop(key, None)


def _size(key: CacheKey, entry: CacheEntry) -> int:
    fetched = entry.fetched
    addresses = (key.url, fetched.url, fetched.given, fetched.final_url)
    texts = (*addresses, fetched.content_type, entry.etag, entry.last_modified)
    return len(fetched.body) + sum(map(text_bytes, texts))
