"""Documents that were read already: an `Api` for each content of a document and of all its files."""

from __future__ import annotations

import threading
from collections import OrderedDict
from dataclasses import dataclass
from typing import Final

from apiref_nb.model import Api


@dataclass(frozen=True, slots=True)
class KeptApi:
    """What was read, and of what."""

    api: Api
    size: int
    """Bytes of the document and its files."""
    parts: tuple[tuple[str, str], ...] = ()
    """(address, digest) of each other file, all of which must be the same again."""


class ReadApis:
    """Documents that were read already, least recently used out first; safe to use from several threads.

    Args:
        limit_bytes: size of the kept documents' sources together.
    """

    def __init__(self, *, limit_bytes: int) -> None:
        self._limit_bytes = limit_bytes
        self._kept: OrderedDict[tuple[str, str], KeptApi] = OrderedDict()
        self._lock = threading.Lock()

    def get(self, key: tuple[str, str]) -> KeptApi | None:
        """Return what was read under the key, None when it is not kept."""
        with self._lock:
            if key not in self._kept:
                return None
            self._kept.move_to_end(key)
            return self._kept[key]

    def keep(self, key: tuple[str, str], kept: KeptApi) -> None:
        """Keep what was read."""
        if kept.size > self._limit_bytes:
            return
        with self._lock:
            self._kept[key] = kept
            while sum(kept.size for kept in self._kept.values()) > self._limit_bytes:
                self._kept.popitem(last=False)

    def clear(self) -> None:
        """Forget all."""
        with self._lock:
            self._kept.clear()


READ_APIS: Final = ReadApis(limit_bytes=16 * 1024 * 1024)
"""What this process has read from addresses, by address, content type and digest of the bytes."""
