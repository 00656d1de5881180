"""`Together`: what the parts of one document share when each is fetched by itself: time, bytes and an origin.

`load` makes one for a document of many files and hands it to each `fetch`; safe to use from several threads.
"""

from __future__ import annotations

import threading
import time

from apiref_nb.fetching.addresses import InvalidAddress, WebAddress, parse_address
from apiref_nb.fetching.fetched import FetchLimits


class Together:
    """One deadline and one sum of bytes over several fetches.

    Args:
        limits: `timeout_seconds` from now on, and `body_bytes` of all bodies together.
    """

    def __init__(self, limits: FetchLimits) -> None:
        self.limits = limits
        self._end = time.monotonic() + limits.timeout_seconds
        self._origin = ""
        self._left_bytes = limits.body_bytes
        self._lock = threading.Lock()

    @property
    def left_seconds(self) -> float:
        """The time left, 0 when there is none."""
        return max(0.0, self._end - time.monotonic())

    @property
    def left_bytes(self) -> int:
        """How many bytes the parts that are still to come may have."""
        return self._left_bytes

    def keep_to(self, address: str) -> None:
        """Let all fetches from now on, redirects included, stay at the scheme, host and port of an address."""
        self._origin = origin_of(address)

    def take(self, size: int) -> bool:
        """Count the body of a part; return False when all together are over the limit."""
        with self._lock:
            self._left_bytes -= size
            return self._left_bytes >= 0

    def allows(self, address: WebAddress | str) -> bool:
        """Return whether an address has the origin that is asked for."""
        return not self._origin or origin_of(address) == self._origin


def origin_of(address: WebAddress | str) -> str:
    """Return scheme, host and port; empty for what is no address."""
    if isinstance(address, str):
        try:
            address = parse_address(address)
        except InvalidAddress:
            return ""
    return f"{address.scheme}://{address.host}:{address.port}"
