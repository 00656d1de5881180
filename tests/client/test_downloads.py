"""Downloads: a body comes to disk whole or not at all, within a size, in bounded memory."""

from __future__ import annotations

import asyncio
import gzip
import sys
import tracemalloc

import pytest

from apiref_nb import BodyError, Client, PagingError, RequestError, ShapeError, load_api
from apiref_nb.errors import StatusError
from tests.client.streaming import Streaming

PIECE = bytes(range(256)) * 256


@pytest.fixture
def server():
    with Streaming() as running:
        yield running


def client_of(server, **arguments):
    document = {
        "openapi": "3.1.0",
        "info": {"title": "Files", "version": "1"},
        "paths": {
            "/files/{file}": {
                "get": {
                    "operationId": "getFile",
                    "parameters": [
                        {"name": "file", "in": "path", "required": True, "schema": {"type": "string"}},
                        {"name": "progress", "in": "query", "schema": {"type": "string"}},
                    ],
                    "responses": {"200": {"description": "It", "content": {"application/octet-stream": {}}}},
                }
            }
        },
    }
    return Client(load_api(document), server.url, **arguments)


def pieces(count, **how):
    def answer(writing):
        writing.begin("application/octet-stream", **how)
        for _ in range(count):
            writing.write(PIECE)
        writing.end()

    return answer


def test_a_file_of_any_size_takes_no_memory(server, tmp_path):
    """32 MiB, more than the client's own limit for replies, while a few MiB are in use."""
    server.answer = pieces(512)
    with client_of(server, limit_bytes=1_000) as client:
        tracemalloc.start()
        try:
            found = client.get_file.download(tmp_path / "a.bin", "x/y", progress="no")
            _, peak = tracemalloc.get_traced_memory()
        finally:
            tracemalloc.stop()
    assert (found, found.stat().st_size, peak < 6_000_000) == (tmp_path / "a.bin", 512 * len(PIECE), True), peak
    assert found.read_bytes()[-len(PIECE) :] == PIECE
    assert (server.asked[0].path, [path.name for path in tmp_path.iterdir()]) == ("/files/x%2Fy?progress=no", ["a.bin"])


def test_an_awaited_download_is_the_same(server, tmp_path):
    """And replaces the file that is there; what a server packed though nobody asked is unpacked."""
    (tmp_path / "a.bin").write_text("old")
    packed = gzip.compress(PIECE * 100)

    def answer(writing):
        writing.begin("application/octet-stream", length=len(packed), headers=[("Content-Encoding", "gzip")])
        writing.write(packed)

    server.answer = answer
    assert asyncio.run(client_of(server).aio.get_file.download(str(tmp_path / "a.bin"), file="1")) == tmp_path / "a.bin"
    assert (tmp_path / "a.bin").read_bytes() == PIECE * 100


def broken(writing):
    writing.begin("application/octet-stream", length=10 * len(PIECE))
    writing.write(PIECE)
    writing.hang_up()


@pytest.mark.parametrize(
    ("answer", "options", "error", "words"),
    [
        (broken, {}, RequestError, "was not answered: "),
        (pieces(10), {"limit_bytes": 300_000}, BodyError, r"larger than the limit of 300,000 bytes; download\(limit"),
        (pieces(1, status=404), {}, StatusError, "404 Not Found"),
        (pieces(1, headers=[("Content-Encoding", "br")]), {}, RequestError, "its body is encoded in a way"),
        (pieces(1, headers=[("Content-Encoding", "gzip")]), {}, RequestError, "announced as gzip and is not"),
    ],
)
def test_a_download_that_fails_leaves_what_was_there(server, tmp_path, answer, options, error, words):  # noqa: PLR0917
    """No part of it, and the old file untouched; sync and awaited."""
    file = tmp_path / "a.bin"
    file.write_text("old")
    server.answer = answer
    with client_of(server) as client:
        with pytest.raises(error, match=words):
            client.get_file.download(file, "1", **options)
        with pytest.raises(error, match=words):
            asyncio.run(client.aio.get_file.download(file, "1", **options))
    assert ([path.name for path in tmp_path.iterdir()], file.read_text()) == (["a.bin"], "old")


def test_where_it_cannot_stand_is_said_before_anything_is_sent(server, tmp_path):
    """A folder, a folder that is not there, a limit that is none."""
    with client_of(server) as client:
        with pytest.raises(ShapeError, match="file: must name a file, not a folder"):
            client.get_file.download(tmp_path, "1")
        with pytest.raises(ShapeError, match="file: must stand in a folder that there is"):
            client.get_file.download(tmp_path / "no" / "a", "1")
        with pytest.raises(ShapeError, match="limit_bytes: must be a number above 0"):
            client.get_file.download(tmp_path / "a", "1", limit_bytes=0)
    assert server.asked == []


def test_a_bar_shows_how_far_it_is(server, tmp_path, monkeypatch, capsys):
    """In bytes; of a parameter of that name the operation's wins, and ours has an underscore."""
    server.answer = pieces(2)
    with client_of(server) as client:
        client.get_file.download(tmp_path / "a", "1", progress_=True)
        assert "131072" in capsys.readouterr().err
        monkeypatch.setitem(sys.modules, "tqdm.auto", None)
        with pytest.raises(PagingError, match=r"needs tqdm: pip install 'apiref-nb\[progress\]'"):
            client.get_file.download(tmp_path / "b", "1", progress_=True)
    assert [path.name for path in tmp_path.iterdir()] == ["a"]
