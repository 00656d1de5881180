"""The HTTP library's logs at DEBUG: nothing of a call of ours reaches a handler, everything of others does."""

from __future__ import annotations

import ast
import asyncio
import importlib.util
import logging
import threading
from pathlib import Path

import httpx
import pytest

from apiref_nb import Client, load_api
from apiref_nb.fetching.cache import FetchCache
from apiref_nb.fetching.fetch import fetch
from apiref_nb.transport.silence import LOGGERS
from tests.fetching.conftest import Serve
from tests.transport.loopback import Connection

API = load_api(
    {"openapi": "3.1.0", "info": {"title": "T", "version": "1"}, "paths": {"/": {"get": {"operationId": "op"}}}}
)


def answer(connection: Connection) -> None:
    connection.answer(body=b"{}", content_type="application/json", x_seen="s3cret-of-the-server")


@pytest.fixture
def talkative(caplog: pytest.LogCaptureFixture) -> pytest.LogCaptureFixture:
    """The root logger and every other at their most talkative."""
    caplog.set_level(logging.DEBUG)
    for name in LOGGERS:
        caplog.set_level(logging.DEBUG, logger=name)
    return caplog


def told(caplog: pytest.LogCaptureFixture) -> list[str]:
    return [record.getMessage() for record in caplog.records if record.name in LOGGERS]


def test_the_root_logger_at_debug_hears_nothing_of_our_calls(serve: Serve, talkative: pytest.LogCaptureFixture) -> None:
    """A call, an awaited call and a fetch: the headers that a server sends back stand in no log."""
    server = serve(answer)
    with Client(API, server.base) as client:
        client.op()

        async def awaited() -> None:
            await client.aio["op"]()

        asyncio.run(awaited())
    fetch(server.base, cache=FetchCache())
    assert told(talkative) == []


def test_a_users_own_httpx_is_logged_as_ever(serve: Serve, talkative: pytest.LogCaptureFixture) -> None:
    """Before and after a call of ours, in the same thread."""
    server = serve(answer)
    with Client(API, server.base) as client:
        client.op()
    httpx.get(server.base, trust_env=False)
    assert any("s3cret-of-the-server" in message for message in told(talkative))
    assert any("HTTP Request: GET" in message for message in told(talkative))


def test_a_users_own_httpx_is_logged_while_a_call_of_ours_runs(
    serve: Serve, talkative: pytest.LogCaptureFixture
) -> None:
    """In another thread, while ours waits for its answer: one is silent, the other is not."""
    arrived, go_on = threading.Event(), threading.Event()

    def wait(connection: Connection) -> None:
        arrived.set()
        go_on.wait(60)
        answer(connection)

    ours, theirs = serve(wait), serve(answer)
    with Client(API, ours.base) as client:
        thread = threading.Thread(target=client.op)
        thread.start()
        try:
            assert arrived.wait(60)
            httpx.get(theirs.base, trust_env=False)
        finally:
            go_on.set()
            thread.join()
    heard = told(talkative)
    assert sum("receive_response_headers.complete" in message for message in heard) == 1


def test_an_awaited_call_leaves_the_tasks_beside_it_their_logs(
    serve: Serve, talkative: pytest.LogCaptureFixture
) -> None:
    """In one event loop, while ours waits."""
    arrived, go_on = threading.Event(), threading.Event()

    def wait(connection: Connection) -> None:
        arrived.set()
        go_on.wait(60)
        answer(connection)

    ours, theirs = serve(wait), serve(answer)

    async def both() -> None:
        with Client(API, ours.base) as client:
            task = asyncio.ensure_future(client.aio["op"]())
            await asyncio.to_thread(arrived.wait, 20)
            async with httpx.AsyncClient(trust_env=False) as other:
                await other.get(theirs.base)
            go_on.set()
            await task

    asyncio.run(both())
    assert sum("receive_response_headers.complete" in message for message in told(talkative)) == 1


def test_every_logger_of_the_library_is_on_the_list() -> None:
    """A new version that tells through another logger is found here."""
    found = set()
    for package in ("httpx", "httpcore"):
        spec = importlib.util.find_spec(package)
        assert spec is not None
        assert spec.origin is not None
        for path in Path(spec.origin).parent.rglob("*.py"):
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                if (
                    isinstance(node, ast.Call)
                    and isinstance(node.func, ast.Attribute)
                    and node.func.attr == "getLogger"
                ):
                    found |= {argument.value for argument in node.args if isinstance(argument, ast.Constant)}
    assert "httpcore.http11" in found
    assert found <= set(LOGGERS)
