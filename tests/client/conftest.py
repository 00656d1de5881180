"""What the tests of the client share: a server on loopback, and clients that are closed when the test ends."""

from __future__ import annotations

from contextlib import ExitStack

import pytest

from apiref_nb.client import Client
from tests.client.documents import api
from tests.client.loopback import Loopback


@pytest.fixture
def server():
    """A server that keeps what it was sent."""
    with Loopback() as running:
        yield running


@pytest.fixture
def client_of(server):
    """Make a client of some operations at the server."""
    with ExitStack() as stack:

        def make(*operations, schemes=(), **arguments):
            arguments.setdefault("base_url", server.url)
            return stack.enter_context(Client(api(*operations, schemes=schemes), **arguments))

        yield make
