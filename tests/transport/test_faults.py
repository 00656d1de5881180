"""One table of faults, played to everybody who asks a server: what it does ends in time, as said, for each of them.

`fetch` with the reading of what it brings, `Client`, its awaited form, `verify` and the request form.
"""

from __future__ import annotations

import asyncio
import dataclasses
import json
import threading
import time
from collections.abc import Callable

import pytest

from apiref_nb import Client, RequestConsole, load_api, verify
from apiref_nb.client import Reply
from apiref_nb.errors import BodyError, RequestError, SourceError
from apiref_nb.fetching.cache import FetchCache
from apiref_nb.fetching.fetch import fetch
from apiref_nb.parsing import parse
from tests.fetching.conftest import Serve
from tests.hostile.planted_live import form_html
from tests.transport.faults import FAULTS, ODD_ANSWERS, Fault

GENEROUS_SECONDS = 10
"""What the deadline has to end goes on for ever, or for much longer, so any bound tells."""

API = load_api(
    {
        "openapi": "3.1.0",
        "info": {"title": "Faults", "version": "1"},
        "paths": {
            "/": {
                "get": {
                    "operationId": "op",
                    "responses": {
                        "200": {
                            "description": "",
                            "content": {
                                "application/json": {"schema": {"type": "object"}},
                                "text/plain": {"schema": {"type": "string"}},
                            },
                        }
                    },
                }
            }
        },
    }
)


@dataclasses.dataclass(frozen=True)
class End:
    """What a call came to."""

    status: int = 0
    mismatch: str = ""
    sentence: str = ""
    shown: tuple[str, ...] = ()
    """Everything that a reader may see of it."""


def assert_one_line(text: str) -> None:
    assert text.isprintable()
    text.encode()


def of_reply(reply: Reply) -> End:
    """Look at every side of a reply; what its body is not, it says in one way only."""
    try:
        reply.json()
    except BodyError as fault:
        assert_one_line(str(fault))
    assert isinstance(reply.text, str)
    assert isinstance(reply.response.text, str)
    described = reply.describe()
    bundle = reply._repr_mimebundle_()
    first = next((f"{place}: {message}" for place, message in described.mismatches), "")
    shown = (repr(reply), described.body_text, first, described.hint, bundle["text/html"], bundle["text/plain"])
    return End(reply.status, first, shown=shown)


def by_call(client: Client) -> End:
    try:
        return of_reply(client.op())
    except RequestError as fault:
        return End(sentence=str(fault))


def by_await(client: Client) -> End:
    async def awaited() -> Reply:
        return await client.aio["op"]()

    try:
        return of_reply(asyncio.run(awaited()))
    except RequestError as fault:
        return End(sentence=str(fault))


def by_verify(client: Client) -> End:
    report = verify(client)
    (row,) = report
    shown = (str(report), report._repr_mimebundle_()["text/html"], json.dumps(dataclasses.asdict(row)))
    first = next((f"{place}: {message}" for place, message in row.mismatches), "")
    return End(row.status or 0, first, row.note if row.outcome == "no answer" else "", shown)


def by_form(client: Client) -> End:
    form = RequestConsole("op", client)
    form.send()
    assert "fault of this package" not in form.message
    assert form._sender is None or not form._sender.is_busy
    if form.reply is None:
        return End(sentence=form.message, shown=(form_html(form),))
    return dataclasses.replace(of_reply(form.reply), shown=(form_html(form),))


USERS: dict[str, Callable[[Client], End]] = {
    "client": by_call, "awaited": by_await, "verify": by_verify, "form": by_form,
}  # fmt: skip


@pytest.mark.parametrize("user", USERS.values(), ids=USERS.keys())
@pytest.mark.parametrize("fault", (FAULTS | ODD_ANSWERS).values(), ids=(FAULTS | ODD_ANSWERS).keys())
def test_every_fault_ends_as_said_for_every_user(fault: Fault, user: Callable[[Client], End], serve: Serve) -> None:
    """No exception of others leaves, no thread is left, the time is kept, and what is shown can be shown."""
    server = serve(fault.play, raw=fault.raw, certificate=fault.certificate)
    url = server.base.replace("http:", "https:") if fault.https else server.base
    begun = time.monotonic()
    limit_bytes = 200_000 if fault.call else fault.limits.body_bytes
    with Client(API, url, timeout_seconds=fault.call_seconds, limit_bytes=limit_bytes) as client:
        end = user(client)
    assert time.monotonic() - begun < GENEROUS_SECONDS
    assert fault.call in end.sentence
    assert bool(fault.call) is bool(end.sentence)
    assert_one_line(end.sentence)
    assert end.status == fault.status
    if not fault.call:
        undeclared = f"status: {fault.status} is not declared" if fault.status != 200 else ""
        wanted = fault.mismatch or undeclared
        assert wanted in end.mismatch
        assert bool(wanted) is bool(end.mismatch)
    for text in (*end.shown, end.sentence):
        assert "<script>alert" not in text
        text.encode()
    assert not [thread for thread in threading.enumerate() if thread.name.startswith("apiref-nb")]


@pytest.mark.parametrize("fault", ODD_ANSWERS.values(), ids=ODD_ANSWERS.keys())
def test_every_odd_answer_is_a_document_or_its_error(fault: Fault, serve: Serve, cache: FetchCache) -> None:
    """What a fetch brings is read, or is refused as a document, whatever its type and character set say."""
    server = serve(fault.play)

    def read() -> None:
        fetched = fetch(server.base + "/", limits=fault.limits, cache=cache)
        parse(fetched.body, source=server.base, content_type=fetched.content_type, charset=fetched.charset)

    begun = time.monotonic()
    if fault.error is None:
        read()
    else:
        with pytest.raises(SourceError) as caught:
            read()
        assert type(caught.value) is fault.error
        assert fault.words in caught.value.cause
    assert time.monotonic() - begun < GENEROUS_SECONDS


def test_every_fault_says_what_a_call_comes_to() -> None:
    """A row without an end for calls would be played and hold nothing."""
    assert [name for name, fault in (FAULTS | ODD_ANSWERS).items() if bool(fault.call) is bool(fault.status)] == []
