"""What the tests of untrusted bytes share with those of fetching: servers on loopback, a cache of their own."""

from __future__ import annotations

from tests.fetching.conftest import cache, serve

__all__ = ["cache", "serve"]
