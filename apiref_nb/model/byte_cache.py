"""What was fetched, read or written once and may be needed again: one cache class, and the one object that owns all.

`ByteCache` keeps values under keys within a limit of bytes. `CACHES` owns every cache of this process, so that all of
them can be cleared and counted at once: `fetching`, `load`, `collections`, `rendering` and `samples` ask it for theirs.
"""

from __future__ import annotations

import functools
import sys
import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import Any, Final, Generic, ParamSpec, Protocol, TypeVar

ENTRY_BYTES: Final = 256
"""What an entry costs beside its key and value: their places in the table, the tuple around them, the key's own."""

MEBIBYTE: Final = 1024 * 1024

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")
P = ParamSpec("P")
C = TypeVar("C", bound="Clearable")


def text_bytes(text: str) -> int:
    """Return the bytes that a text takes in memory: 1, 2 or 4 for each character, by the widest of them."""
    return sys.getsizeof(text)


class ByteCache(Generic[K, V]):
    """Values under keys, within a limit of bytes; the least recently used leave first. Threads may share one.

    Args:
        limit_bytes: the most that keys, values and `ENTRY_BYTES` for each of them may take together.
        size: the bytes that a key and its value take together; asked once, when the value is put.
    """

    def __init__(self, *, limit_bytes: int, size: Callable[[K, V], int]) -> None:
        self.limit_bytes: Final = limit_bytes
        self._size = size
        self._lock = threading.Lock()
        self._kept: OrderedDict[K, tuple[V, int]] = OrderedDict()
        self._held = 0

    def __len__(self) -> int:
        return len(self._kept)

    def __repr__(self) -> str:
        return f"<ByteCache: {len(self):,} entries, {self._held:,} of {self.limit_bytes:,} bytes>"

    @property
    def bytes_held(self) -> int:
        """The bytes of all that is kept; never over `limit_bytes`."""
        return self._held

    def get(self, key: K) -> V | None:
        """Return what is kept under a key, None when nothing is."""
        with self._lock:
            entry = self._kept.get(key)
            if entry is None:
                return None
            self._kept.move_to_end(key)
            return entry[0]

    def put(self, key: K, value: V) -> None:
        """Keep a value in place of any before it; one that is larger than the whole limit is not kept.

        Args:
            key: what `get` finds it under.
            value: kept as it is, not copied.
        """
        size = self._size(key, value) + ENTRY_BYTES
        with self._lock:
            before = self._kept.pop(key, None)
            if before is not None:
                self._held -= before[1]
            if size > self.limit_bytes:
                return
            self._kept[key] = (value, size)
            self._held += size
            while self._held > self.limit_bytes:
                self._held -= self._kept.popitem(last=False)[1][1]

    def clear(self) -> None:
        """Forget all."""
        with self._lock:
            self._kept.clear()
            self._held = 0


class Clearable(Protocol):
    """A cache as its owner sees it."""

    @property
    def bytes_held(self) -> int:
        """The bytes of all that is kept."""
        ...

    def clear(self) -> None:
        """Forget all."""
        ...


class Caches:
    """Owns caches: what is kept in any of them can be counted and forgotten at once."""

    def __init__(self) -> None:
        self._owned: list[Clearable] = []

    @property
    def bytes_held(self) -> int:
        """The bytes of all that is kept in all of them."""
        return sum(cache.bytes_held for cache in self._owned)

    def clear(self) -> None:
        """Forget all that is kept in any of them."""
        for cache in self._owned:
            cache.clear()

    def own(self, cache: C) -> C:
        """Return the cache, which belongs to this owner from here on."""
        self._owned.append(cache)
        return cache

    def remembers(self, *, limit_bytes: int, size: Callable[[Any], int]) -> Callable[[Callable[P, V]], Callable[P, V]]:
        """Return a decorator for a pure function of hashable positional arguments: what it returned is kept.

        Args:
            limit_bytes: of all arguments and results together.
            size: the bytes that a result takes; texts among the arguments are counted beside it.
        """

        def decorate(make: Callable[P, V]) -> Callable[P, V]:
            def whole_size(arguments: tuple[object, ...], result: tuple[V]) -> int:
                return size(result[0]) + sum(map(sys.getsizeof, arguments))

            # In a tuple of one, so that a result of None is one as well.
            kept: ByteCache[tuple[object, ...], tuple[V]] = self.own(
                ByteCache(limit_bytes=limit_bytes, size=whole_size)
            )

            @functools.wraps(make)
            def remembered(*arguments: P.args, **keywords: P.kwargs) -> V:
                if keywords:
                    return make(*arguments, **keywords)
                known = kept.get(arguments)
                if known is None:
                    known = (make(*arguments, **keywords),)
                    kept.put(arguments, known)
                return known[0]

            return remembered

        return decorate


CACHES: Final = Caches()
"""All that this process keeps; `apiref_nb.clear_caches()` forgets it."""
