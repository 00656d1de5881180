"""URL to bytes: the only room that opens sockets for a document.

`fetch` takes the address that a caller typed and returns a `Fetched`, or raises the `SourceError` that a banner shows.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from apiref_nb.front_door import front_door

if TYPE_CHECKING:
    from apiref_nb.fetching.access import Access, access_of
    from apiref_nb.fetching.cache import FetchCache
    from apiref_nb.fetching.fetch import SHARED_CACHE, fetch
    from apiref_nb.fetching.fetched import Fetched, FetchLimits
    from apiref_nb.fetching.together import Together, origin_of

_HOMES = {
    "apiref_nb.fetching.access": ("Access", "access_of"),
    "apiref_nb.fetching.cache": ("FetchCache",),
    "apiref_nb.fetching.fetch": ("SHARED_CACHE", "fetch"),
    "apiref_nb.fetching.fetched": ("Fetched", "FetchLimits"),
    "apiref_nb.fetching.together": ("Together", "origin_of"),
}  # fmt: skip

__all__ = [
    "SHARED_CACHE", "Access", "FetchCache", "FetchLimits", "Fetched", "Together", "access_of", "fetch", "origin_of",
]  # fmt: skip

__getattr__, __dir__ = front_door(__name__, _HOMES)
