"""The way to a host, waiting and awaited, where the table of faults does not reach: proxies, names, slow receivers."""

from __future__ import annotations

import asyncio
import threading
from ipaddress import ip_address

import httpcore
import httpx
import pytest

from apiref_nb import Client, load_api
from apiref_nb.client.limits import CALLS
from apiref_nb.errors import RequestError
from apiref_nb.transport.deadline import Deadline, OutOfTimeError
from apiref_nb.transport.lookup import IPAddress, LookUp, LookupFailedError, addresses, addresses_async
from apiref_nb.transport.pools import FreshConnections, KeptConnections
from apiref_nb.transport.ways import AWAITING
from tests.fetching.conftest import Serve
from tests.transport.faults import answers
from tests.transport.loopback import Connection

API = load_api(
    {"openapi": "3.1.0", "info": {"title": "T", "version": "1"}, "paths": {"/x": {"get": {"operationId": "op"}}}}
)


async def awaited(client: Client) -> int:
    return (await client.aio["op"]()).status


@pytest.mark.parametrize("waiting", [False, True], ids=["client", "awaited"])
def test_a_request_goes_through_the_proxy_that_was_given(waiting: bool, serve: Serve) -> None:
    """The proxy is asked for the whole address; the host itself is not looked up here."""
    server = serve(answers(body=b"{}", content_type="application/json"))
    proxy = httpcore.Proxy(server.base)
    transport = (
        FreshConnections(CALLS.connect_seconds, proxy) if waiting else KeptConnections(CALLS.connect_seconds, proxy)
    )
    client = Client(API, "http://behind.invalid", transport=transport)
    assert (asyncio.run(awaited(client)) if waiting else client.op().status) == 200
    assert server.paths == ["http://behind.invalid/x"]
    if isinstance(transport, KeptConnections):
        transport.close()


@pytest.mark.parametrize("waiting", [False, True], ids=["client", "awaited"])
def test_a_proxy_that_refuses_is_a_sentence(waiting: bool, serve: Serve) -> None:
    """Nothing that the proxy wrote is repeated."""
    server = serve(lambda connection: connection.send(b"HTTP/1.1 407 <script>alert(1)</script>\r\n\r\n"))
    proxy = httpcore.Proxy(server.base)
    transport = (
        FreshConnections(CALLS.connect_seconds, proxy) if waiting else KeptConnections(CALLS.connect_seconds, proxy)
    )
    client = Client(API, "https://behind.invalid", transport=transport)
    with pytest.raises(RequestError) as caught:
        asyncio.run(awaited(client)) if waiting else client.op()
    assert str(caught.value).endswith("was not answered: the proxy did not connect to behind.invalid")


def test_the_environment_names_no_proxy(serve: Serve, monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither the client nor its awaited form read it."""
    server = serve(answers(body=b"{}"))
    for name in ("HTTP_PROXY", "http_proxy", "ALL_PROXY", "all_proxy"):
        monkeypatch.setenv(name, "http://127.0.0.1:1")
    with Client(API, server.base) as client:
        assert (client.op().status, asyncio.run(awaited(client))) == (200, 200)


def test_a_body_that_nobody_takes_ends_at_the_deadline(serve: Serve) -> None:
    """A server that reads nothing holds a large request no longer than one that answers nothing."""
    server = serve(lambda connection: connection.over.wait(60), raw=True)
    document = {
        "openapi": "3.1.0",
        "info": {"title": "T", "version": "1"},
        "paths": {"/": {"post": {"operationId": "op", "requestBody": {"content": {"application/octet-stream": {}}}}}},
    }
    client = Client(load_api(document), server.base, timeout_seconds=0.3)

    async def by_await() -> None:
        await client.aio["op"](body=bytes(20_000_000))

    with pytest.raises(RequestError, match=r"within 0\.3 seconds \(sending the request took the rest\)"):
        client.op(body=bytes(20_000_000))
    with pytest.raises(RequestError, match=r"within 0\.3 seconds"):
        asyncio.run(by_await())


def slow(over: threading.Event) -> LookUp:
    def look_up(name: str, port: int) -> list[IPAddress]:
        over.wait(60)
        return []

    return look_up


@pytest.mark.parametrize("waiting", [False, True], ids=["waits", "awaited"])
def test_a_slow_name_service_is_waited_for_no_longer_than_the_deadline(waiting: bool) -> None:
    """Both forms leave the lookup behind; its thread ends by itself and holds up no exit."""
    over = threading.Event()
    wait = slow(over)

    def look() -> None:
        asyncio.run(addresses_async("slow.example", 80, wait)) if waiting else addresses("slow.example", 80, wait)

    with Deadline(0.2), pytest.raises(OutOfTimeError, match="looking up the name"):
        look()
    over.set()
    for thread in threading.enumerate():
        if thread.name.startswith("apiref-nb"):
            assert thread.daemon
            thread.join(60)


@pytest.mark.parametrize("waiting", [False, True], ids=["waits", "awaited"])
def test_an_address_is_looked_up_by_nobody(waiting: bool) -> None:
    """One that is written as an address is that address; a name without any is a fault."""

    def look_up(name: str, port: int) -> list[IPAddress]:
        return []

    with Deadline(5):
        for text in ("127.0.0.1", "::1"):
            found = asyncio.run(addresses_async(text, 80, look_up)) if waiting else addresses(text, 80, look_up)
            assert found == [ip_address(text)]
        with pytest.raises(LookupFailedError, match="no address"):
            asyncio.run(addresses_async("n", 80, look_up)) if waiting else addresses("n", 80, look_up)


def test_awaited_calls_wait_beside_each_other(serve: Serve) -> None:
    """Ten at once on a machine of two processors: each has arrived before the first is answered."""
    all_here = threading.Barrier(10, timeout=20)

    def play(connection: Connection) -> None:
        all_here.wait()
        connection.answer(body=b"{}")

    server = serve(play)

    async def ten(client: Client) -> list[int]:
        return list(await asyncio.gather(*(awaited(client) for _ in range(10))))

    with Client(API, server.base) as client:
        assert asyncio.run(ten(client)) == [200] * 10


def test_work_in_a_thread_has_ended_when_who_awaits_it_is_cancelled() -> None:
    """A thread cannot be stopped: files that it writes are not closed, nor a lock given back, under its hands."""
    begun, gate, ended = threading.Event(), threading.Event(), threading.Event()

    def work() -> None:
        begun.set()
        assert gate.wait(20)
        ended.set()

    async def cancelled() -> bool:
        task = asyncio.create_task(AWAITING.worked(work))
        await asyncio.to_thread(begun.wait, 20)
        task.cancel()
        await asyncio.wait([task], timeout=0.05)
        still_awaited = not task.done()
        gate.set()
        with pytest.raises(asyncio.CancelledError):
            await task
        return still_awaited and ended.is_set()

    assert asyncio.run(cancelled())


def test_a_transport_of_others_is_bounded_and_silent_too() -> None:
    """What a given transport raises or says becomes a sentence of ours."""

    def answer(_request: httpx.Request) -> httpx.Response:
        raise httpx.RemoteProtocolError("<script>")

    client = Client(API, "http://127.0.0.1", transport=httpx.MockTransport(answer))
    with pytest.raises(RequestError, match="closed before the answer was complete, or the answer is not valid HTTP"):
        client.op()
