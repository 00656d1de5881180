"""Documents that were fetched already, for as long as the caller's window says.

Keys and documents come in from fetch.py, documents go out. Kept in this process only, bounded in number and bytes, the
least recently used leave first; safe to use from several threads.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from apiref_nb.fetching.address_policy import Network
from apiref_nb.fetching.fetched import Fetched, FetchLimits


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


class FetchCache:
    """Keeps fetched documents.

    Args:
        limit_entries: how many documents are kept.
        limit_bytes: how many bytes their bodies may have together.
    """

    def __init__(self, *, limit_entries: int = 64, limit_bytes: int = 64 * 1024 * 1024) -> None:
        self._limit_entries = limit_entries
        self._limit_bytes = limit_bytes
        self._lock = threading.Lock()
        self._entries: OrderedDict[CacheKey, CacheEntry] = OrderedDict()
        self._turns: dict[CacheKey, _Turn] = {}

    def __len__(self) -> int:
        with self._lock:
            return len(self._entries)

    def __repr__(self) -> str:
        return f"<FetchCache: {len(self)} documents, {self.size_bytes:,} bytes>"

    @property
    def size_bytes(self) -> int:
        """The bytes of all bodies together."""
        with self._lock:
            return self._size()

    def get(self, key: CacheKey) -> CacheEntry | None:
        """Return what is kept for a key, else None."""
        with self._lock:
            entry = self._entries.get(key)
            if entry is not None:
                self._entries.move_to_end(key)
            return entry

    def put(self, key: CacheKey, entry: CacheEntry) -> None:
        """Keep a document; one that is larger than all that may be kept is not.

        Args:
            key: the address and all else that decides what an answer is.
            entry: the document and when it was last compared with its server.
        """
        with self._lock:
            self._entries.pop(key, None)
            if len(entry.fetched.body) > self._limit_bytes:
                return
            self._entries[key] = entry
            while len(self._entries) > self._limit_entries or self._size() > self._limit_bytes:
                self._entries.popitem(last=False)

    def clear(self) -> None:
        """Forget every document."""
        with self._lock:
            self._entries.clear()

    @contextmanager
    def turn(self, key: CacheKey, timeout_seconds: float) -> Iterator[bool]:
        """Let one caller at a time fetch a key, so that two cells asking at once make one request.

        Args:
            key: what is about to be fetched.
            timeout_seconds: how long to wait for the caller before.

        Yields:
            Whether the turn came within that time.
        """
        with self._lock:
            turn = self._turns.setdefault(key, _Turn())
            turn.holders += 1
        came = False
        try:
            came = turn.lock.acquire(timeout=timeout_seconds)
            yield came
        finally:
            if came:
                turn.lock.release()
            with self._lock:
                turn.holders -= 1
                if not turn.holders:
                    self._turns.pop(key, None)

    def _size(self) -> int:
        return sum(len(entry.fetched.body) for entry in self._entries.values())
