"""URL to bytes: the only room that opens sockets for a document.

`fetch` takes the address that a caller typed and returns a `Fetched`, or raises the `SourceError` that a banner shows.
"""

from apiref_nb.fetching.cache import FetchCache
from apiref_nb.fetching.fetch import SHARED_CACHE, fetch
from apiref_nb.fetching.fetched import Fetched, FetchLimits

__all__ = ["SHARED_CACHE", "FetchCache", "FetchLimits", "Fetched", "fetch"]
