"""What happens when a server is slow, gone, broken or overwhelming; and waiting for it without blocking."""

from __future__ import annotations

import asyncio
import gc
import gzip
import socket
import ssl
import threading
import zlib
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from pathlib import Path

import httpx
import pytest

from apiref_nb.client import Client
from apiref_nb.errors import RequestError
from apiref_nb.transport.pools import KeptConnections
from tests.client.documents import api, operation
from tests.client.loopback import Loopback, Says

GET = operation("GET /x", "op")
CERTIFICATE = Path(__file__).parent.parent / "fetching" / "certificates" / "self_signed.pem"


@contextmanager
def raw_server(play):
    """A server that plays something with a bare connection, in a thread."""
    listener = socket.create_server(("127.0.0.1", 0))
    done = threading.Event()

    def run():
        try:
            connection, _ = listener.accept()
        except OSError:
            return
        with connection:
            connection.settimeout(5)
            try:
                play(connection, done)
            except OSError:
                return

    thread = threading.Thread(target=run, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{listener.getsockname()[1]}"
    finally:
        done.set()
        # Closing alone does not wake a thread that accepts.
        with suppress(OSError):
            listener.shutdown(socket.SHUT_RDWR)
        listener.close()
        thread.join()


def silent(connection, done):
    connection.recv(65536)
    done.wait()


def drip_head(connection, done):
    connection.recv(65536)
    for byte in b"HTTP/1.1 200 OK\r\nX: " + b"a" * 10_000:
        connection.sendall(bytes([byte]))
        if done.wait(0.02):
            return


def drip_body(connection, done):
    connection.recv(65536)
    connection.sendall(b"HTTP/1.1 200 OK\r\nContent-Length: 10000\r\n\r\n")
    while not done.wait(0.02):
        connection.sendall(b"a")


def endless_early_hints(connection, done):
    connection.recv(65536)
    while not done.wait(0.01):
        connection.sendall(b"HTTP/1.1 103 Early Hints\r\n\r\n")


def cut_body(connection, done):
    connection.recv(65536)
    connection.sendall(b"HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nabc")


def nonsense(connection, done):
    connection.recv(65536)
    connection.sendall(b"\x00\x01 nonsense\r\n\r\n")


def hang_up(connection, done):
    connection.recv(65536)


SLOW = [silent, drip_head, drip_body, endless_early_hints]
BROKEN = [(cut_body, "closed before the answer was complete"), (nonsense, "not valid HTTP"), (hang_up, "closed")]


@pytest.mark.parametrize("play", SLOW)
@pytest.mark.parametrize("waiting", [False, True], ids=["sync", "async"])
def test_the_timeout_is_for_the_whole(play, waiting):
    """However slowly a server drips, the request ends at the deadline with a sentence."""
    with raw_server(play) as url, Client(api(GET), url, timeout_seconds=0.3) as client:
        with pytest.raises(RequestError) as caught:
            asyncio.run(wait(client)) if waiting else client.op()
        assert str(caught.value).startswith(f"GET {url}/x was not answered: no complete answer within 0.3 seconds")


async def wait(client):
    """Await the operation within a running loop."""
    return await client.aio.op()


@pytest.mark.parametrize(("play", "words"), BROKEN)
@pytest.mark.parametrize("waiting", [False, True], ids=["sync", "async"])
def test_broken_answers_are_a_sentence(play, words, waiting):
    """An answer that breaks off, or is no HTTP, is said in words."""
    with raw_server(play) as url, Client(api(GET), url, timeout_seconds=5) as client:
        with pytest.raises(RequestError, match=words) as caught:
            asyncio.run(wait(client)) if waiting else client.op()
        assert str(caught.value).startswith(f"GET {url}/x was not answered: ")


@pytest.mark.parametrize("waiting", [False, True], ids=["sync", "async"])
def test_a_down_server_is_a_sentence(waiting):
    """Nothing listening is said with the address."""
    with socket.create_server(("127.0.0.1", 0)) as held:
        port = held.getsockname()[1]
    with Client(api(GET), f"http://127.0.0.1:{port}") as client, pytest.raises(RequestError) as caught:
        asyncio.run(wait(client)) if waiting else client.op()
    assert str(caught.value) == (
        f"GET http://127.0.0.1:{port}/x was not answered: nothing listens at 127.0.0.1:{port} (connection refused)"
    )


@pytest.mark.parametrize("waiting", [False, True], ids=["sync", "async"])
def test_an_unknown_name_is_a_sentence(monkeypatch, waiting):
    """A name without an address is said as such."""

    def nowhere(*args, **kwargs):
        raise socket.gaierror(socket.EAI_NONAME, "Name or service not known")

    monkeypatch.setattr(socket, "getaddrinfo", nowhere)
    with Client(api(GET), "http://nowhere.invalid") as client, pytest.raises(RequestError) as caught:
        asyncio.run(wait(client)) if waiting else client.op()
    assert str(caught.value) == (
        "GET http://nowhere.invalid/x was not answered: the name of nowhere.invalid could not be looked up"
    )


def test_a_slow_name_lookup_ends_at_the_deadline(monkeypatch):
    """The system's lookup knows no deadline; ours holds all the same."""
    release = threading.Event()

    def slow(*args, **kwargs):
        release.wait(60)
        raise socket.gaierror(socket.EAI_AGAIN, "try again")

    monkeypatch.setattr(socket, "getaddrinfo", slow)
    client = Client(api(GET), "http://slow.invalid", timeout_seconds=0.2)
    with pytest.raises(RequestError, match=r"looking up the name took the rest"):
        client.op()
    release.set()


@pytest.mark.parametrize("waiting", [False, True], ids=["sync", "async"])
def test_a_certificate_that_nobody_vouches_for_is_a_sentence(waiting):
    """A self-signed certificate ends the request before anything is sent."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(CERTIFICATE)

    def play(connection, done):
        context.wrap_socket(connection, server_side=True).close()

    with raw_server(play) as url:
        client = Client(api(GET), url.replace("http:", "https:"), timeout_seconds=5)
        with pytest.raises(RequestError, match=r"the certificate of .* is not accepted: self.signed certificate"):
            asyncio.run(wait(client)) if waiting else client.op()


def test_tls_that_never_agrees_ends_at_the_deadline():
    """A server that is silent during the handshake does not hold the request."""
    with raw_server(silent) as url:
        client = Client(api(GET), url.replace("http:", "https:"), timeout_seconds=0.3)
        with pytest.raises(RequestError, match=r"within 0\.3 seconds"):
            client.op()


def test_a_server_without_tls_is_a_sentence():
    """Plain HTTP where TLS is expected is said in words."""
    with raw_server(nonsense) as url:
        client = Client(api(GET), url.replace("http:", "https:"))
        with pytest.raises(RequestError, match="no TLS in common"):
            client.op()


@pytest.mark.parametrize("waiting", [False, True], ids=["sync", "async"])
def test_gzip_is_read(client_of, server, waiting):
    """Compressed answers are read; nothing but gzip is asked for."""
    server.says.data = gzip.compress(b'{"a": 1}')
    server.says.headers.append(("Content-Encoding", "gzip"))
    client = client_of(GET)
    reply = asyncio.run(wait(client)) if waiting else client.op()
    assert reply.json() == {"a": 1}
    assert reply.response.json() == {"a": 1}
    assert reply.content == b'{"a": 1}'
    assert server.last.headers["accept-encoding"] == "gzip"


def bomb(size):
    """A small gzip body that grows to `size` bytes."""
    packer = zlib.compressobj(9, zlib.DEFLATED, 31)
    return b"".join(packer.compress(bytes(1_000_000)) for _ in range(size // 1_000_000)) + packer.flush()


@pytest.mark.parametrize(
    "case",
    [
        (bytes(2_000_001), [], "larger than the limit of 2,000,000 bytes"),
        (bomb(100_000_000), [("Content-Encoding", "gzip")], "larger than the limit of 2,000,000 bytes"),
        (b"abc", [("Content-Encoding", "gzip")], "is announced as gzip and is not"),
        (gzip.compress(bytes(1000))[:-9], [("Content-Encoding", "gzip")], "ends too early"),
        (b"abc", [("Content-Encoding", "br")], "not asked for"),
        (b"abc", [("Content-Encoding", "gzip, gzip")], "not asked for"),
    ],
)
@pytest.mark.parametrize("waiting", [False, True], ids=["sync", "async"])
def test_bodies_are_bounded(client_of, server, waiting, case):
    """A body over the limit, before or after decompression, or compressed in another way, is refused."""
    data, headers, words = case
    server.says.data = data
    server.says.headers += headers
    client = client_of(GET, limit_bytes=2_000_000)
    with pytest.raises(RequestError, match=words):
        asyncio.run(wait(client)) if waiting else client.op()


def test_head_has_no_body(client_of, server):
    """HEAD is answered without a body, whatever the headers say."""
    server.says.data = b'{"a": 1}'
    reply = client_of(operation("HEAD /x", "op")).op()
    assert (reply.status, reply.content, reply.mismatches) == (200, b"", ())


@pytest.mark.parametrize("method", ["QUERY", "PURGE"])
def test_methods_of_openapi_3_2(client_of, server, method):
    """QUERY and custom methods are sent as written."""
    client_of(operation(f"{method} /x", "op")).op()
    assert server.last.method == method


def test_the_sync_client_works_inside_a_running_loop(client_of):
    """A notebook's cell runs inside a loop; the sync client works there all the same."""
    client = client_of(GET)

    async def cell():
        return client.op()

    assert asyncio.run(cell()).status == 200


def test_awaited_requests_run_side_by_side():
    """Two awaited requests wait together, and each loop may use the client anew."""

    async def both(client):
        return [reply.status for reply in await asyncio.gather(client.aio.op(), client.aio.op())]

    class Meeting(httpx.AsyncBaseTransport):
        """Answers only when both requests have arrived."""

        def __init__(self):
            self.barrier = None
            self.count = 0

        async def handle_async_request(self, request):
            self.barrier = self.barrier or asyncio.Event()
            self.count += 1
            if self.count == 2:
                self.barrier.set()
            await self.barrier.wait()
            return httpx.Response(200, json={})

    client = Client(api(GET), "http://127.0.0.1", transport=Meeting(), timeout_seconds=5)
    assert asyncio.run(both(client)) == [200, 200]
    with pytest.raises(RequestError, match=r"use client\.aio"):
        client.op()


def test_awaited_requests_can_be_cancelled():
    """Cancelling the task ends the request at once, with the cancellation and nothing else."""

    arrived = threading.Event()

    def play(connection, done):
        connection.recv(65536)
        arrived.set()
        done.wait()

    async def cancelled(client):
        task = asyncio.ensure_future(client.aio.op())
        await asyncio.to_thread(arrived.wait, 5)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task

    with raw_server(play) as url:
        asyncio.run(cancelled(Client(api(GET), url)))
    assert arrived.is_set()


def test_a_sync_transport_can_be_awaited(client_of):
    """A transport that can only block works in a thread when it is awaited."""

    def app(environ, start_response):
        start_response("200 OK", [("Content-Type", "application/json")])
        return [b'{"wsgi": true}']

    client = Client(api(GET), "http://testserver", transport=httpx.WSGITransport(app))
    assert client.op()["wsgi"] is True
    assert asyncio.run(wait(client))["wsgi"] is True


def test_connections_are_used_again_and_closed(client_of, server):
    """A client keeps its connection; a closed one is opened again; a client that is gone leaves no socket open."""
    client = client_of(GET)
    client.op()
    client.op()
    client.close()
    assert client.op().status == 200


@pytest.mark.parametrize(
    "arguments", [{"timeout_seconds": 0}, {"timeout_seconds": "1"}, {"limit_bytes": -1}, {"transport": 3}]
)
def test_wrong_settings_are_named(arguments):
    """A wrong setting is named when the client is made."""
    with pytest.raises(ValueError, match=f"^{next(iter(arguments))}: must be"):
        Client(api(GET), "http://127.0.0.1", **arguments)


def test_a_forgotten_client_closes_in_a_context_of_its_own(monkeypatch):
    """Garbage may be collected while somebody sets a variable of the running context; closing must not set another."""
    context = ContextVar("context", default="of its own")
    closed = []
    monkeypatch.setattr(KeptConnections, "close", lambda _: closed.append(context.get()))
    token = context.set("of the caller")
    try:
        client = Client(api(GET), "http://127.0.0.1")
        del client
        gc.collect()
    finally:
        context.reset(token)
    assert closed == ["of its own"]


def test_a_forked_process_has_connections_of_its_own(monkeypatch):
    """A child that went on with its parent's would be given answers to the parent's requests, and the parent its."""
    with Loopback() as server, Client(api(GET), server.url) as client:
        server.at["/x"] = lambda _: Says(data=str(threading.get_ident()).encode())  # each connection has its thread
        parents = client.op().json()
        assert client.op().json() == parents
        with monkeypatch.context() as child:
            child.setattr("os.getpid", lambda: -1)
            assert client.op().json() != parents
            client.close()
        assert client.op().json() == parents
