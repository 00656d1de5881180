"""No body, however large or cleverly packed, costs more memory than a document of the largest size allowed."""

from __future__ import annotations

import gzip
import json
import subprocess
import sys
import zlib

from tests.fetching.conftest import Serve
from tests.peak_memory import ROOT
from tests.transport.faults import CHUNKED, HEAD, OPEN, ZEROS
from tests.transport.loopback import Connection

ALLOWED_BYTES = 64 * 1024 * 1024

CHILD = """
import json, sys
from apiref_nb.errors import SourceError
from apiref_nb.fetching.cache import FetchCache
from apiref_nb.fetching.fetch import fetch
from apiref_nb.fetching.fetched import FetchLimits
from tests.peak_memory import peak_bytes

def ends_as(url):
    # A megabyte in chunks of one byte takes seconds to take apart; two are enough to see what it costs.
    limits = FetchLimits(timeout_seconds=2) if "chunks" in url else FetchLimits()
    try:
        fetch(url, cache=FetchCache(), limits=limits)
    except SourceError as error:
        return type(error).__name__
    return "a document"

base, *names = sys.argv[1:]
assert ends_as(base + "/document") == "a document"
before = peak_bytes()
for name in names:
    end = ends_as(base + "/" + name)
    print(json.dumps([name, end, peak_bytes() - before]), flush=True)
"""


def gigabyte_bomb() -> bytes:
    """A gigabyte of zeros, in a megabyte of gzip."""
    packer = zlib.compressobj(9, zlib.DEFLATED, 31)
    return b"".join(packer.compress(bytes(1024 * 1024)) for _ in range(1024)) + packer.flush()


def play(bomb: bytes, connection: Connection) -> None:
    """Each path is one bomb."""
    match connection.path:
        case "/document":
            connection.answer(body=b"{}")
        case "/gzip_bomb":
            connection.answer(body=bomb, content_encoding="gzip")
        case "/gzip_bomb_in_members":
            connection.answer(body=gzip.compress(bytes(1024 * 1024), mtime=0) * 1024, content_encoding="gzip")
        case "/endless_body":
            connection.send(OPEN)
            connection.flood(ZEROS)
        case "/chunks_of_one_byte":
            connection.send(CHUNKED)
            connection.flood(b"1\r\n \r\n" * 10_000)
        case "/one_header":
            connection.flood(HEAD + b"X: " + ZEROS.replace(b"\0", b"y"))
        case "/redirect_with_endless_body":
            connection.send(b"HTTP/1.1 302 Found\r\nLocation: /redirect_with_endless_body\r\n\r\n")
            connection.flood(ZEROS)
        case "/status_with_endless_body":
            connection.send(b"HTTP/1.1 500 No\r\n\r\n")
            connection.flood(ZEROS)


EXPECTED = {
    "gzip_bomb": "TooLargeError",
    "gzip_bomb_in_members": "TooLargeError",
    "endless_body": "TooLargeError",
    "chunks_of_one_byte": "UnreachableError",
    "one_header": "UnreachableError",
    "redirect_with_endless_body": "RedirectError",
    "status_with_endless_body": "UnreachableError",
}


def test_bombs_stay_under_64_megabytes(serve: Serve) -> None:
    """In a process of its own, the peak over a small fetch stays under 64 MB whatever arrives."""
    bomb = gigabyte_bomb()
    server = serve(lambda connection: play(bomb, connection))
    done = subprocess.run(
        [sys.executable, "-c", CHILD, server.base, *EXPECTED],
        capture_output=True,
        text=True,
        check=True,
        timeout=900,
        cwd=ROOT,
    )
    rows = [json.loads(line) for line in done.stdout.splitlines()]
    assert [name for name, _, _ in rows] == list(EXPECTED)
    for name, end, grown_bytes in rows:
        assert end == EXPECTED[name], name
        assert grown_bytes < ALLOWED_BYTES, name
