"""The way into this room: `fetch`, and the cache that it uses unless given another.

What does the work is imported on the first call, because an HTTP client costs more to import than the rest of the
package and a notebook that reads a file needs none.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Final

from apiref_nb.fetching.access import Access
from apiref_nb.fetching.address_policy import Network
from apiref_nb.fetching.cache import FetchCache
from apiref_nb.fetching.fetched import Fetched, FetchLimits
from apiref_nb.fetching.together import Together
from apiref_nb.model.byte_cache import CACHES

SHARED_CACHE: Final = CACHES.own(FetchCache())
"""The cache of this process: at most 64 MiB; `SHARED_CACHE.clear()` forgets them."""

_DEFAULT_LIMITS: Final = FetchLimits()
_NO_ACCESS: Final = Access()


def fetch(
    url: str,
    *,
    revalidate: float = 3600,
    network: Network = "any",
    limits: FetchLimits = _DEFAULT_LIMITS,
    cache: FetchCache | None = None,
    clock: Callable[[], float] = time.monotonic,
    together: Together | None = None,
    access: Access = _NO_ACCESS,
) -> Fetched:
    """Return the document at an http or https address.

    Within the window the kept copy is returned without a request. After it the server is asked whether the copy is
    still current (ETag, Last-Modified). When that fails the error is raised and the old copy is not shown.

    Sends no credentials, no cookies and no caller's headers, and uses no proxy, unless `access` says so. Link-local,
    multicast and cloud metadata addresses are never contacted, and no redirect leads from a public address to a
    private one.

    Args:
        url: the address, with http or https and without user name and password.
        revalidate: the cache window in seconds; 0 asks the server anew.
        network: `any` allows servers on this machine and in private networks; `public` only public addresses, for
            services that fetch on behalf of others.
        limits: time, redirects and bytes.
        cache: where documents are kept; SHARED_CACHE when None.
        clock: seconds, for the cache window only.
        together: what this fetch shares with those of other parts of the same document; None for a document of its own.
        access: the caller's headers, proxy and certificates; what comes with them is kept in no cache.

    Raises:
        AddressError: the address, or one that a redirect leads to, cannot be used or may not be contacted.
        UnreachableError: no complete answer in time, no connection, or a status other than 2xx.
        RedirectError: more redirects than allowed.
        TooLargeError: the document is larger than allowed.
    """
    from apiref_nb.fetching.redirects import fetch_over  # noqa: PLC0415 - see the head of this module
    from apiref_nb.transport.network import Wire  # noqa: PLC0415 - likewise

    return fetch_over(
        Wire(),
        url,
        revalidate=revalidate,
        network=network,
        limits=limits,
        cache=FetchCache() if access.is_private else SHARED_CACHE if cache is None else cache,
        clock=clock,
        together=together,
        access=access,
    )
