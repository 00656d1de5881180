"""The origin of an address: what credentials are bound to. Called by `session` and `course`."""

from __future__ import annotations

from urllib.parse import urlsplit

DEFAULT_PORTS = {"http": 80, "https": 443}
"""Scheme -> its port when the address names none."""


def origin(url: str) -> tuple[str, str, int]:
    """Return (scheme, host, port) of an http(s) address.

    Args:
        url: the whole address; empty gives an origin that is nowhere.
    """
    parts = urlsplit(url)
    return parts.scheme, (parts.hostname or "").lower(), parts.port or DEFAULT_PORTS.get(parts.scheme, 0)
