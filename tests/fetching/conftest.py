"""What the tests of fetching share: short limits, servers on loopback, a cache of their own."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from apiref_nb.fetching.cache import FetchCache
from tests.transport.loopback import Loopback, Play

CERTIFICATES = Path(__file__).parent / "certificates"

Serve = Callable[..., Loopback]


@pytest.fixture
def serve() -> Iterator[Serve]:
    """Start a server that plays something; it ends with the test."""
    with ExitStack() as stack:

        def start(play: Play, *, raw: bool = False, certificate: str | None = None) -> Loopback:
            path = str(CERTIFICATES / f"{certificate}.pem") if certificate else None
            return stack.enter_context(Loopback(play, raw=raw, certificate=path))

        yield start


@pytest.fixture
def cache() -> FetchCache:
    """A cache that no other test has seen."""
    return FetchCache()
