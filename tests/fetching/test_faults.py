"""A fault server: whatever a host does, a fetch ends in time, as the right error, and leaves nothing behind."""

from __future__ import annotations

import json
import subprocess
import sys
import threading
import time

import pytest

from apiref_nb.errors import SourceError, UnreachableError
from apiref_nb.fetching.cache import FetchCache
from apiref_nb.fetching.fetch import fetch
from tests.fetching.conftest import Serve
from tests.peak_memory import ROOT
from tests.transport.faults import FAULTS, GO_ON_FOR_EVER, REAL_FAULTS, Fault

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


CHILD = """
import json, sys, threading, time
from apiref_nb.errors import SourceError
from apiref_nb.fetching.cache import FetchCache
from apiref_nb.fetching.fetch import fetch
from tests.peak_memory import peak_bytes

def play(name):
    begun = time.monotonic()
    try:
        fetch(urls[name], cache=FetchCache())
    except SourceError as error:
        end = [type(error).__name__, error.cause]
    else:
        end = ["a document", ""]
    seconds = time.monotonic() - begun
    rows.append([name, *end, seconds, peak_bytes() - base])

def watch():
    # How late the machine wakes a thread that only sleeps, at worst.
    global latest
    while not over.is_set():
        before = time.monotonic()
        over.wait(0.05)
        latest = max(latest, time.monotonic() - before - 0.05)

urls, slow = json.load(sys.stdin)
rows = []
fetch(urls.pop("document"), cache=FetchCache())
base, latest, over = peak_bytes(), 0.0, threading.Event()
watching = threading.Thread(target=watch)
watching.start()
for name in urls:
    if name not in slow:
        play(name)
playing = [threading.Thread(target=play, args=(name,)) for name in slow]
for thread in playing:
    thread.start()
for thread in playing:
    thread.join()
over.set()
watching.join()
print(json.dumps([rows, latest, [thread.name for thread in threading.enumerate()]]))
"""


@pytest.mark.slow
def test_every_fault_keeps_to_the_real_limits(serve: Serve) -> None:
    """With nothing said, each ends in 15.5 seconds and 64 MB over the base, and no thread is left behind.

    In a process of its own, whose memory is measured; what the deadline ends is played at the same time.
    """
    urls = {"document": serve(lambda connection: connection.answer(body=b"{}")).base}
    for name, fault in REAL_FAULTS.items():
        server = serve(fault.play, raw=fault.raw, certificate=fault.certificate)
        urls[name] = (server.base.replace("http:", "https:") if fault.https else server.base) + "/"
    asked = json.dumps([urls, GO_ON_FOR_EVER])
    words = [sys.executable, "-c", CHILD]
    done = subprocess.run(words, input=asked, capture_output=True, text=True, timeout=900, check=False, cwd=ROOT)
    assert done.returncode == 0, done.stderr
    rows, late_seconds, threads = json.loads(done.stdout)
    assert sorted(row[0] for row in rows) == sorted(REAL_FAULTS)
    assert threads == ["MainThread"]
    for name, error, cause, seconds, grown_bytes in rows:
        fault = REAL_FAULTS[name]
        assert (error, fault.words in cause) == (fault.error.__name__, True), (name, error, cause)
        assert seconds < 15.5 + 3 * late_seconds, name
        assert grown_bytes < 64 * 1024 * 1024, name
        if name.startswith("silent"):
            assert seconds > 14.9
