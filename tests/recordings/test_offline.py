"""`APIREF_OFFLINE=1`: no client leaves the machine, and each has an answer."""

from __future__ import annotations

import asyncio
import json

import pytest

from apiref_nb import Client, RecordingError, RequestError, load_api
from tests.client.loopback import Loopback
from tests.recordings.services import DOCUMENT, Service, changed, client


@pytest.fixture(autouse=True)
def offline(monkeypatch):
    """As the plugin of pytest sets it."""
    monkeypatch.setenv("APIREF_OFFLINE", "1")


def test_a_client_answers_from_its_document_waiting_and_awaited():
    """The address of the document is never asked."""
    with Client(load_api(DOCUMENT)) as offline:
        reply = offline.pet(7)
        assert (reply.status, reply.mismatches) == (200, ())
        assert asyncio.run(offline.aio.pet(7)).json() == reply.json()


def test_a_client_without_credentials_is_let_in():
    """CI holds no key; a client that asks for a token by itself gets one from nobody."""
    document = changed(lambda d: d["components"]["securitySchemes"]["login"].update(type="http", scheme="basic"))
    with Client(load_api(document)) as offline:
        assert [offline.keyed().status, offline.digest().status, offline.mine().status] == [200, 200, 200]


def test_a_document_without_an_address_answers_too():
    """The mock has one of its own."""
    document = changed(lambda d: d.pop("servers"))
    assert Client(load_api(document)).pet(7).ok


def test_a_recording_goes_before_the_document_and_is_never_added_to(tmp_path, monkeypatch):
    """Where there is a file it alone answers, whatever the mode; where there is none the document does."""
    path = tmp_path / "pets.har"
    with monkeypatch.context() as online:
        online.delenv("APIREF_OFFLINE")
        client(Service(), path).pet(1)
    before = path.read_bytes()
    api = load_api(DOCUMENT)
    for mode in ("once", "new", "all"):
        with Client(api, recording=path, mode=mode) as replaying:
            assert replaying.pet(1)["name"] == "answer 1"
            with pytest.raises(RecordingError, match="has no answer to this request"):
                replaying.pet(2)
    assert Client(api, recording=tmp_path / "none.har", mode="none").pet(2).ok
    assert path.read_bytes() == before
    assert [one.name for one in tmp_path.iterdir()] == ["pets.har"]


def test_a_service_of_this_machine_is_asked_as_ever():
    """The pet store of the lessons runs in their kernel; the document's own may be away."""
    api = load_api(DOCUMENT)
    with Loopback() as server:
        server.says.data = json.dumps({"name": "from the server"}).encode()
        with Client(api, server.url) as local:
            assert local.pet(1)["name"] == "from the server"
            assert asyncio.run(local.aio.pet(1))["name"] == "from the server"
        url = server.url
    with Client(api, url) as local:
        with pytest.raises(RequestError, match="connection refused"):
            local.pet(1)
        with pytest.raises(RequestError, match="connection refused"):
            asyncio.run(local.aio.pet(1))
    with Client(load_api(changed(lambda d: d.update(servers=[{"url": url}])))) as local:
        assert local.pet(1).mismatches == ()
        assert asyncio.run(local.aio.pet(1)).ok
