"""Streams: items are given out as they arrive, end, are stopped, and are asked for again after a break."""

from __future__ import annotations

import asyncio
import gzip
import threading
import tracemalloc
import zlib

import httpx
import pytest

from apiref_nb import BodyError, Client, RequestError, ShapeError, load_api
from apiref_nb.client.streamed import UNITS, item_of, items
from apiref_nb.errors import StatusError
from apiref_nb.transport import pools
from tests.client.streaming import SECONDS, Streaming

FRAMED = {
    "application/x-ndjson": "{}\n",
    "application/json-seq": "\x1e{}\n",
    "text/event-stream": "data: {}\n\n",
}


@pytest.fixture
def server():
    with Streaming() as running:
        yield running


def client_of(server, media_type="application/x-ndjson", media=None, **arguments):
    made = {"itemSchema": {"type": "object", "properties": {"n": {"type": "integer"}}}} if media is None else media
    document = {
        "openapi": "3.2.0",
        "info": {"title": "Watch", "version": "1"},
        "paths": {
            "/watch": {
                "get": {
                    "operationId": "watch",
                    "parameters": [{"name": "of", "in": "query", "schema": {"type": "string"}}],
                    "responses": {"200": {"description": "Items", "content": {media_type: made}}},
                }
            }
        },
    }
    return Client(load_api(document), server.url, **arguments)


def numbers(media_type, *values):
    return "".join(FRAMED[media_type].format(f'{{"n": {value}}}') for value in values)


def test_a_call_says_that_streams_hold_every_connection(server, monkeypatch):
    """One that finds none free was never sent: the server is not the one that is slow."""
    monkeypatch.setattr(pools, "LIMITS", pools.LIMITS._replace(max_connections=1))
    read = threading.Event()

    def answer(writing):
        writing.begin("application/x-ndjson")
        writing.write(numbers("application/x-ndjson", 1))
        assert read.wait(SECONDS)
        writing.end()

    server.answer = answer
    with client_of(server, timeout_seconds=0.25) as client, client.watch.stream() as stream:
        next(stream)
        with pytest.raises(RequestError, match="it was not sent, for every connection of the client was in use for"):
            client.watch()
        read.set()
    assert len(server.asked) == 1


@pytest.mark.parametrize("media_type", FRAMED)
def test_an_item_is_there_before_the_next_is_sent(server, media_type):
    """The server waits until the test has read what came; a stream that collected first would never end."""
    read = threading.Event()

    def answer(writing):
        writing.begin(media_type)
        writing.write(numbers(media_type, 1))
        if media_type == "application/json-seq":
            writing.write("\x1e")  # only what follows says that a record has ended
        assert read.wait(SECONDS)
        writing.write(numbers(media_type, 2, 3).removeprefix("\x1e"))
        writing.end()

    server.answer = answer
    with client_of(server, media_type) as client, client.watch.stream(of="all") as stream:
        assert (stream.status, server.asked) == (None, [])
        assert next(stream) == {"n": 1}
        read.set()
        assert list(stream) == [{"n": 2}, {"n": 3}]
        assert (stream.status, stream.media_type, stream.count, stream.closed) == (200, media_type, 3, True)
    assert server.asked[0].path == "/watch?of=all"
    assert (server.asked[0].headers["accept"], server.asked[0].headers["accept-encoding"]) == (media_type, "identity")


@pytest.mark.parametrize("media_type", FRAMED)
def test_an_awaited_stream_gives_the_same(server, media_type):
    """`client.aio.watch.stream()` is iterated with `async for`; leaving the block ends the connection."""

    def answer(writing):
        writing.begin(media_type)
        for number in range(10_000):
            writing.write(numbers(media_type, number))

    server.answer = answer
    client = client_of(server, media_type)

    async def first(count):
        found = []
        async with client.aio.watch.stream() as stream:
            async for item in stream:
                found.append(item["n"])
                if len(found) == count:
                    break
        return found, stream.closed, [item async for item in stream]

    assert asyncio.run(first(3)) == ([0, 1, 2], True, [])
    assert server.gone.wait(SECONDS)


def test_a_stream_is_stopped_from_another_thread(server):
    """`close()` ends a wait for an item that never comes, without an error."""
    waiting = threading.Event()

    def answer(writing):
        writing.begin("application/x-ndjson")
        writing.write('{"n": 1}\n')
        waiting.set()
        server.let_go.wait(SECONDS)

    server.answer = answer
    with client_of(server) as client:
        stream = client.watch.stream()
        found = [next(stream)]
        reader = threading.Thread(target=lambda: found.extend(stream))
        reader.start()
        assert waiting.wait(SECONDS)
        stream.close()
        reader.join(SECONDS)
        assert (reader.is_alive(), found, list(stream)) == (False, [{"n": 1}], [])


def test_the_time_between_two_items_has_an_end(server):
    """Signs of life are no items: a server that only sends comments is left."""

    def answer(writing):
        writing.begin("text/event-stream")
        writing.write("data: 1\n\n")
        while not server.let_go.wait(0.02):
            writing.write(": still here\n\n")

    server.answer = answer
    with client_of(server, "text/event-stream", {}) as client:
        stream = client.watch.stream(idle_seconds=0.3)
        assert next(stream) == 1
        with pytest.raises(RequestError, match=r"GET .*/watch: nothing more came within 0\.3 seconds; idle_seconds"):
            next(stream)
        assert (stream.closed, list(stream)) == (True, [])

        async def awaited():
            async with client.aio.watch.stream(idle_seconds=0.3) as stream:
                return [item async for item in stream]

        with pytest.raises(RequestError, match="nothing more came"):
            asyncio.run(awaited())


def test_events_go_on_after_the_last_id(server):
    """A connection that breaks is made anew after `retry` milliseconds, with the id of the last event; 204 ends it."""

    def answer(writing):
        if len(server.asked) == 3:
            writing.begin("text/plain", 204, length=0)
            return
        writing.begin("text/event-stream")
        first = len(server.asked) * 10
        events = "".join(f"id: {number}\ndata: {number}\n\n" for number in (first, first + 1))
        writing.write(f"retry: 1\n\n{events}id: 99\ndata: cut")
        writing.hang_up()

    server.answer = answer
    with client_of(server, "text/event-stream", {}) as client:
        found = [item["data"] for item in client.watch.stream(reconnect=1)]
        assert found == [10, 11, 20, 21]
        assert [asked.headers.get("last-event-id") for asked in server.asked] == [None, "11", "21"]
        server.asked.clear()
        with pytest.raises(RequestError, match=r"closed the connection|connection was closed"):
            list(client.watch.stream())
        assert len(server.asked) == 1

        async def awaited():
            return [item["data"] async for item in client.aio.watch.stream(reconnect=1)]

        server.asked.clear()
        assert asyncio.run(awaited()) == found


def test_reconnections_in_a_row_are_counted(server):
    """Without an item between them there are as many as were allowed."""
    server.answer = lambda writing: (writing.begin("text/event-stream"), writing.write("retry: 1\n\n"), writing.end())
    with client_of(server, "text/event-stream", {}) as client:
        assert list(client.watch.stream(reconnect=3)) == []
    assert len(server.asked) == 4


def test_only_events_can_be_asked_for_again(server):
    """JSON lines have no ids: a reconnection would repeat them."""
    server.answer = lambda writing: (writing.begin("application/x-ndjson"), writing.end())
    with client_of(server) as client, pytest.raises(BodyError, match=r"reconnect=\.\.\. is for server-sent events"):
        list(client.watch.stream(reconnect=1))


def test_items_are_held_against_the_document(server):
    """What differs is listed with the number of its item; on request it ends the stream."""
    server.answer = lambda writing: (
        writing.begin("application/x-ndjson"), writing.write('{"n": 1}\n{"n": "x"}\n{"n": 3}\n'), writing.end(),
    )  # fmt: skip
    with client_of(server) as client:
        stream = client.watch.stream()
        assert len(list(stream)) == 3
        assert stream.mismatches == (("item 1.n", 'must be integer (got "x")'),)
        with pytest.raises(BodyError, match=r"GET /watch: item 1\.n must be integer"):
            list(client.watch.stream(on_mismatch="raise"))
        with pytest.raises(ShapeError, match="on_mismatch: must be keep or raise"):
            client.watch.stream(on_mismatch="skip")


EVENT = {
    "itemSchema": {
        "type": "object",
        "required": ["data"],
        "properties": {
            "event": {"enum": ["tick"]},
            "retry": {"type": "integer"},
            "data": {
                "type": "string",
                "contentMediaType": "application/json",
                "contentSchema": {"type": "object", "properties": {"n": {"type": "integer"}}},
            },
        },
    }
}


def test_a_schema_of_events_judges_the_event_and_its_data(server):
    """OpenAPI 3.2 describes the fields of an event; `contentSchema` what its data means."""
    body = 'event: tick\nretry: 5\ndata: {"n": 1}\n\nevent: tock\ndata: {"n": "x"}\n\n'
    server.answer = lambda writing: (writing.begin("text/event-stream"), writing.write(body), writing.end())
    with client_of(server, "text/event-stream", EVENT) as client:
        stream = client.watch.stream()
        assert [item["data"] for item in stream] == [{"n": 1}, {"n": "x"}]
        assert [place for place, _ in stream.mismatches] == ["item 1.event", "item 1.data.n"]


def test_an_error_is_raised_with_the_servers_words(server):
    """Nothing of it is an item; a body that is no stream says so."""
    server.answer = lambda writing: (
        writing.begin("application/json", 403), writing.write('{"message": "no"}'), writing.end(),
    )  # fmt: skip
    with client_of(server) as client:
        with pytest.raises(StatusError, match=r"GET /watch answered 403 Forbidden: no"):
            next(client.watch.stream())
        server.answer = lambda writing: (writing.begin("text/html"), writing.write("<p>"), writing.end())
        with pytest.raises(BodyError, match='it answered with "text/html", which is no stream of items'):
            next(client.watch.stream())
        server.answer = lambda writing: (writing.begin("application/jsonl"), writing.write("1\n<p>\n"), writing.end())
        stream = client.watch.stream()
        with pytest.raises(BodyError, match="item 1 of the stream is not JSON"):
            list(stream)
        with pytest.raises(ShapeError, match="of"):
            client.watch.stream(of=3)


def test_a_small_answer_never_becomes_a_large_one(server):
    """64 MiB of short items in 64 KB of gzip take next to no memory, asked for or not; a long item is refused."""
    packer = zlib.compressobj(9, wbits=31)
    lines = b"".join(packer.compress(b"1\n" * 2**20) for _ in range(32)) + packer.flush()
    body = lines
    server.answer = lambda writing: (
        writing.begin("application/x-ndjson", headers=[("Content-Encoding", "gzip")]),
        writing.write(body),
        writing.end(),
    )
    with client_of(server, media={}, limit_bytes=1_000_000) as client:
        stream = client.watch.stream()
        tracemalloc.start()
        try:
            for _ in range(20_000):
                assert next(stream) == 1
            _, peak = tracemalloc.get_traced_memory()
        finally:
            tracemalloc.stop()
        stream.close()
        assert peak < 24_000_000, peak
        body = gzip.compress(b'"' + b"a" * 30_000_000)
        with pytest.raises(RequestError, match="larger than the limit of 1,000,000 bytes"):
            next(client.watch.stream())
        body = b"no gzip at all"
        with pytest.raises(RequestError, match="its body is announced as gzip and is not"):
            next(client.watch.stream())


def test_a_transport_of_others_streams_too():
    """Sync and awaited, as httpx's own transports do."""
    body = b'{"n": 1}\n{"n": 2}'
    transport = httpx.MockTransport(
        lambda request: httpx.Response(200, headers={"content-type": "application/jsonl"}, content=body)
    )

    class Where:
        url = "http://127.0.0.1"

    client = client_of(Where, transport=transport)

    async def awaited():
        return [item async for item in client.aio.watch.stream()]

    assert list(client.watch.stream()) == asyncio.run(awaited()) == [{"n": 1}, {"n": 2}]


def test_a_stream_is_recorded_and_replayed(server, tmp_path):
    """With a recording it is read whole, kept, and given out item by item without a connection."""
    server.answer = lambda writing: (
        writing.begin("application/x-ndjson"), writing.write('{"n": 1}\n{"n": 2}\n'), writing.end(),
    )  # fmt: skip
    for _ in range(2):
        with client_of(server, recording=tmp_path / "stream.har") as client:
            assert list(client.watch.stream()) == [{"n": 1}, {"n": 2}]
    assert len(server.asked) == 1


BODIES = [
    ("lines", '{"a": 1}\n\n [1]\r\n"x"'),
    ("records", '\x1e{"a":\n 1}\n\x1e\x1e2\n'),
    ("events", "\ufeffdata: 1\r\ndata: 2\r\rid: 7\nevent:x\ndata\n\n: c\nretry: 9\n\r\n\ndata: {}"),
]


@pytest.mark.parametrize(("framing", "text"), BODIES)
def test_wherever_a_body_is_cut_its_items_are_the_same(framing, text):
    """Each cut in two, and one character at a time: also within the end of a line."""
    whole = items(text, framing)
    assert len(whole) > 1
    for pieces in [[text[:at], text[at:]] for at in range(len(text) + 1)] + [list(text)]:
        units = UNITS[framing](100)
        found = [unit for piece in pieces for unit in units.of(piece)]
        assert [item_of(unit) for unit in (*found, *units.end())] == whole
