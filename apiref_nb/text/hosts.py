"""Hosts by their names: which one is this machine itself."""

from __future__ import annotations

import re

_LOOPBACK = re.compile(r"localhost|127(?:\.\d{1,3}){3}|\[?::1\]?", re.IGNORECASE)


def is_loopback(host: str) -> bool:
    """Return True for a name or address of this machine that no other machine has."""
    return _LOOPBACK.fullmatch(host) is not None
