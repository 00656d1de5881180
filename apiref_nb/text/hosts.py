"""Hosts by their names: the origin of an address, which credentials are bound to, and which host is this machine."""

from __future__ import annotations

import re
from urllib.parse import urlsplit

_LOOPBACK = re.compile(r"localhost|127(?:\.\d{1,3}){3}|\[?::1\]?", re.IGNORECASE)


def is_loopback(host: str) -> bool:
    """Return True for a name or address of this machine that no other machine has."""
    return _LOOPBACK.fullmatch(host) is not None


DEFAULT_PORTS = {"http": 80, "https": 443}
"""Scheme -> its port when the address names none."""


def origin(url: str) -> tuple[str, str, int]:
    """Return (scheme, host, port) of an http(s) address.

    Args:
        url: the whole address; empty gives an origin that is nowhere.
    """
    parts = urlsplit(url)
    return parts.scheme, (parts.hostname or "").lower(), parts.port or DEFAULT_PORTS.get(parts.scheme, 0)
