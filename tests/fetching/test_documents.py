"""What a fetch delivers: the bytes, what the server said of them, and what was sent to get them."""

from __future__ import annotations

import gzip
import subprocess
import sys

import pytest

from apiref_nb.errors import TooLargeError
from apiref_nb.fetching.cache import FetchCache
from apiref_nb.fetching.fetch import fetch
from apiref_nb.fetching.fetched import Fetched, FetchLimits
from tests.fetching.conftest import Serve
from tests.transport.faults import HEAD, answers, encoded, says
from tests.transport.loopback import Connection

DOCUMENT = b'{"openapi": "3.1.0"}'
ZIPPED = gzip.compress(DOCUMENT, mtime=0)


def test_the_document_arrives_with_what_the_server_said(serve: Serve, cache: FetchCache) -> None:
    """Body, content type, charset and address, and nothing more in the repr than fits a line."""
    server = serve(answers(body=DOCUMENT, content_type='application/yaml; charset="UTF-8"'))
    fetched = fetch(f"{server.base}/a/../openapi.yaml#/info", cache=cache)
    assert fetched == Fetched(
        url=f"{server.base}/openapi.yaml",
        given=f"{server.base}/a/../openapi.yaml#/info",
        final_url=f"{server.base}/openapi.yaml",
        body=DOCUMENT,
        content_type='application/yaml; charset="UTF-8"',
        charset="utf-8",
        hops=0,
        from_cache=False,
    )
    assert "3.1.0" not in repr(fetched)


def test_the_request_carries_nothing_of_the_caller(
    serve: Serve, cache: FetchCache, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No proxy, no credentials of a netrc file, no cookie; a name and what is understood."""
    for name in ("http_proxy", "HTTP_PROXY", "all_proxy", "ALL_PROXY"):
        monkeypatch.setenv(name, "http://127.0.0.1:1")

    def play(connection: Connection) -> None:
        connection.answer(302 if connection.path == "/" else 200, set_cookie="a=b; Path=/", location="/b")

    server = serve(play)
    fetch(server.base, cache=cache)
    for connection in server.connections:
        assert connection.headers.keys() == {"host", "user-agent", "accept", "accept-encoding", "connection"}
        assert connection.headers["host"] == f"127.0.0.1:{server.port}"
        assert connection.headers["accept-encoding"] == "gzip"
        assert connection.headers["user-agent"].startswith("apiref-nb/")


@pytest.mark.parametrize(
    ("header", "charset"),
    [
        ("application/json", None),
        ("application/json; charset=utf-8", "utf-8"),
        ("application/json;CHARSET=Latin-1", "latin-1"),
        ("application/json; charset='utf-8'", "utf-8"),
        ("application/json; a=b; charset=utf-8; c=d", "utf-8"),
        ("application/json; charset=", None),
        ("application/json; charset=../etc", None),
        ("charset=utf-8", None),
    ],
)
def test_the_charset_is_a_name_or_nothing(header: str, charset: str | None, serve: Serve, cache: FetchCache) -> None:
    """A charset that is not a plain name is none."""
    server = serve(answers(body=DOCUMENT, content_type=header))
    fetched = fetch(server.base, cache=cache)
    assert (fetched.content_type, fetched.charset) == (header, charset)


def test_a_content_type_carries_no_control_character(serve: Serve, cache: FetchCache) -> None:
    """What a server writes there is fit for a terminal."""
    server = serve(answers(body=DOCUMENT, content_type="text/\x1b[31mplain"))
    assert fetch(server.base, cache=cache).content_type == "text/\\x1b[31mplain"


def test_no_content_type_is_an_empty_text(serve: Serve, cache: FetchCache) -> None:
    """A server that says nothing about the format leaves it to the reader of the body."""
    fetched = fetch(serve(answers(body=DOCUMENT)).base, cache=cache)
    assert (fetched.content_type, fetched.charset) == ("", None)


@pytest.mark.parametrize(
    ("body", "encoding"),
    [
        (ZIPPED, "gzip"),
        (ZIPPED, "X-GZIP"),
        (ZIPPED, "identity, gzip"),
        (gzip.compress(DOCUMENT[:9], mtime=0) + gzip.compress(DOCUMENT[9:], mtime=0), "gzip"),
        (ZIPPED + bytes(512), "gzip"),
        (DOCUMENT, "identity"),
        (DOCUMENT, ""),
    ],
    ids=["gzip", "its old name", "and identity", "in two members", "with padding", "identity", "empty"],
)
def test_gzip_is_undone(body: bytes, encoding: str, serve: Serve, cache: FetchCache) -> None:
    """Gzip in every form in which servers send it arrives as the document."""
    assert fetch(serve(encoded(body, encoding)).base, cache=cache).body == DOCUMENT


def test_gzip_is_undone_byte_by_byte(serve: Serve, cache: FetchCache) -> None:
    """Where the network cuts the body does not matter, not even within a header of gzip."""
    chunks = b"".join(b"1\r\n%c\r\n" % byte for byte in ZIPPED + ZIPPED + bytes(3)) + b"0\r\n\r\n"
    server = serve(says(HEAD + b"Transfer-Encoding: chunked\r\nContent-Encoding: gzip\r\n\r\n" + chunks))
    assert fetch(server.base, cache=cache).body == DOCUMENT * 2


@pytest.mark.parametrize("gzipped", [False, True])
@pytest.mark.parametrize(("size", "passes"), [(1000, True), (1001, False)])
def test_the_size_limit_is_exact(gzipped: bool, size: int, passes: bool, serve: Serve, cache: FetchCache) -> None:
    """A document of just the limit passes, one byte more does not, as it is or compressed."""
    body = b"x" * size
    server = serve(encoded(gzip.compress(body, mtime=0)) if gzipped else answers(body=body))
    limits = FetchLimits(body_bytes=1000)
    if passes:
        assert fetch(server.base, cache=cache, limits=limits).body == body
    else:
        with pytest.raises(TooLargeError, match="1,000 bytes"):
            fetch(server.base, cache=cache, limits=limits)


def test_ten_megabytes_are_the_limit(serve: Serve, cache: FetchCache) -> None:
    """With nothing said, the limit is 10 MB of 1,048,576 bytes each, and the message says so."""
    server = serve(answers(body=bytes(10 * 1024 * 1024)))
    assert len(fetch(server.base, cache=cache).body) == 10 * 1024 * 1024
    larger = serve(answers(body=bytes(10 * 1024 * 1024 + 1)))
    with pytest.raises(
        TooLargeError, match=r"over the limit of 10 MB \(10,485,760 bytes; 10,485,761 bytes announced\)"
    ):
        fetch(larger.base, cache=cache)


@pytest.mark.parametrize("status", [200, 201, 203, 299])
def test_a_status_from_200_to_299_delivers(status: int, serve: Serve, cache: FetchCache) -> None:
    """Any 2xx status but a partial one is a document."""
    assert fetch(serve(answers(status, DOCUMENT)).base, cache=cache).body == DOCUMENT


def test_early_hints_are_passed_over(serve: Serve, cache: FetchCache) -> None:
    """An informational answer before the document is no answer yet."""
    server = serve(says(b"HTTP/1.1 103 Early Hints\r\nLink: x\r\n\r\n" + HEAD + b"Content-Length: 2\r\n\r\n{}"))
    assert fetch(server.base, cache=cache).body == b"{}"


def test_importing_the_room_imports_no_http_client() -> None:
    """A notebook that reads a file pays for no HTTP client; it comes with the first fetch."""
    code = "import sys, apiref_nb.fetching; print(sorted({'httpx', 'httpcore', 'ssl', 'idna'} & sys.modules.keys()))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=900)
    assert done.stdout.strip() == "[]"
