"""A fault server: whatever a host does, a fetch ends in time, as the right error, and leaves nothing behind."""

from __future__ import annotations

import threading
import time

import pytest

from apiref_nb.errors import SourceError, UnreachableError
from apiref_nb.fetching import FetchCache, fetch
from tests.fetching.conftest import Serve
from tests.fetching.faults import FAULTS, Fault, hangs

GENEROUS_SECONDS = 10
"""The slow faults go on for ever, so any bound tells; this one holds on a busy machine too."""


def assert_one_clean_sentence(text: str) -> None:
    """A cause is fit for a banner, a terminal and a log."""
    assert text.isprintable()
    assert text.endswith(".")
    assert len(text) < 500
    for leaked in ("secret", "eve:", "<script"):
        assert leaked not in text


@pytest.mark.parametrize("fault", FAULTS.values(), ids=FAULTS.keys())
def test_every_fault_ends_as_its_error(fault: Fault, serve: Serve, cache: FetchCache) -> None:
    """Each fault ends as one error class, within the deadline, with no thread left and nothing cached."""
    server = serve(fault.play, raw=fault.raw, certificate=fault.certificate)
    url = server.base.replace("http:", "https:") if fault.https else server.base
    begun = time.monotonic()
    with pytest.raises(SourceError) as caught:
        fetch(url + "/", limits=fault.limits, cache=cache)
    assert time.monotonic() - begun < GENEROUS_SECONDS
    assert type(caught.value) is fault.error
    assert caught.value.source == url + "/"
    assert fault.words in caught.value.cause
    assert_one_clean_sentence(caught.value.cause)
    assert not [thread for thread in threading.enumerate() if thread.name.startswith("apiref-nb")]
    assert len(cache) == 0


def test_forty_faults_and_more_are_played() -> None:
    """The table stays as large as what is promised."""
    assert len(FAULTS) >= 40


def test_a_refused_connection_names_the_port(cache: FetchCache) -> None:
    """The commonest fault of all: the server was not started."""
    with pytest.raises(UnreachableError, match="refused the connection; no server seems to run on port 1"):
        fetch("http://127.0.0.1:1/openapi.json", cache=cache)


@pytest.mark.slow
def test_the_real_deadline_is_fifteen_seconds(serve: Serve, cache: FetchCache) -> None:
    """With nothing said, a silent host is given up after 15 seconds, not before and not much later."""
    server = serve(hangs)
    begun = time.monotonic()
    with pytest.raises(UnreachableError, match="within 15 seconds"):
        fetch(server.base, cache=cache)
    assert 14.9 < time.monotonic() - begun < 15.5
