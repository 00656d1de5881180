"""What a lesson scripts, how the mock is carried, and what its log says."""

# ruff: noqa: E501 - a table of documents and requests reads better unbroken

from __future__ import annotations

import asyncio
import gc
import os
import signal
import subprocess
import sys
import threading
import urllib.request
from http.client import HTTPConnection

import httpx
import pytest

import apiref_nb
from apiref_nb import Client, OpenApiEmbed, ShapeError, UnknownOperationError
from apiref_nb.mock.server import MockServer
from tests.mock.documents import HOST, answer_of, asked, document, mock_of

ID = {"name": "petId", "in": "path", "required": True, "schema": {"type": "integer"}}
PETS = {
    "/pets/{petId}": {
        "get": {
            "operationId": "getPetById",
            "parameters": [ID, {"name": "X-Trace", "in": "header", "schema": {"type": "string"}}],
            "responses": {"200": answer_of({"example": {"id": 1}}), "404": answer_of({"example": "no such pet"})},
        }
    },
    "/pets": {"post": {"operationId": "addPet", "requestBody": {"content": {"application/json": {}}}, "responses": {"201": answer_of()}}},
}  # fmt: skip


def pet(mock, number, **more):
    return asked(mock, "GET", f"/pets/{number}", **more)


def test_reply_for_some_requests():
    """By a value, in Python's spelling or the document's; the newest script comes first; other requests are as usual."""
    mock = mock_of(PETS)
    mock.on("getPetById", petId=7).reply(404)
    mock.on("GET /pets/{petId}", pet_id="8").reply(json={"id": 8}, headers={"X-Left": "3"})
    mock.on("getPetById", petId=9).reply(418, text="teapot")
    found = [pet(mock, number) for number in (1, 7, 8, 9)]
    assert [one.text for one in found] == ['{"id":1}', '"no such pet"', '{"id":8}', "teapot"]
    assert [one.status_code for one in found] == [200, 404, 200, 418]
    assert found[2].headers["x-left"] == "3"
    mock.on("getPetById", petId=7).reply(200, json=None)
    assert pet(mock, 7).text == "null"


@pytest.mark.parametrize(
    ("returned", "status", "text"),
    [
        (404, 404, '"no such pet"'), ({"a": 1}, 200, '{"a":1}'), ("plain", 200, "plain"), (b"\x00", 200, "\x00"),
        ((201, [1]), 201, "[1]"), ((202, "x", {"X-A": "b"}), 202, "x"), (None, 200, '{"id":1}'),
    ],
)  # fmt: skip
def test_reply_by_a_function(returned, status, text):
    """It sees the operation, the values, the body and the headers; what it returns is the answer."""
    mock, seen = mock_of(PETS), []
    mock.on("getPetById").reply(lambda request: seen.append(request) or returned)
    answer = pet(mock, 5, headers={"X-Trace": "t"})
    assert [answer.status_code, answer.text] == [status, text]
    request = seen[0]
    assert [request.operation.operation_id, request.parameters, request.body] == [
        "getPetById",
        {"petId": 5, "X-Trace": "t"},
        None,
    ]
    assert request.headers["x-trace"] == "t"
    assert repr(request) == "MockRequest(GET /pets/{petId})"


def test_reply_some_times():
    """Then the requests are answered as before."""
    mock = mock_of(PETS)
    script = mock.on("getPetById").reply(404, times=2)
    assert [pet(mock, 1).status_code for _ in range(4)] == [404, 404, 200, 200]
    assert script.count == 2
    mock.reset()
    assert [len(mock.log), pet(mock, 1).status_code] == [0, 200]


@pytest.mark.parametrize(
    ("wrong", "error"),
    [
        (lambda m: m.on("getPets"), UnknownOperationError), (lambda m: m.on("getPetById", id=1), ShapeError),
        (lambda m: m.on("getPetById").reply(99), ShapeError), (lambda m: m.on("getPetById").reply(json={1}), ShapeError),
        (lambda m: m.on("getPetById").reply(headers={"a b": "c"}), ShapeError), (lambda m: m.fail(2), ShapeError),
        (lambda m: m.on("getPetById").reply(headers={"a": "b\r\nc: d"}), ShapeError), (lambda m: m.fail(status=200), ShapeError),
        (lambda m: m.on("getPetById").reply(text="a", content=b"b"), ShapeError), (lambda m: m.delay(-1), ShapeError),
        (lambda m: m.on("getPetById").reply(times=0), ShapeError), (lambda m: apiref_nb.Mock({}), ShapeError),
        (lambda m: apiref_nb.Mock(m.api, seed="x"), ShapeError), (lambda m: m.fail(retry_after=-1), ShapeError),
    ],
)  # fmt: skip
def test_what_is_no_script_is_refused_at_once(wrong, error):
    """With the field in its name, before a request comes."""
    with pytest.raises(error):
        wrong(mock_of(PETS))


def test_failures_follow_from_the_seed():
    """A share of the requests, the same ones in every run, with what a client needs to try again."""

    def statuses(seed):
        mock = mock_of(PETS, seed=seed)
        mock.fail(rate=0.5, retry_after=2)
        return [pet(mock, 1).status_code for _ in range(20)]

    assert statuses(1) == statuses(1) != statuses(2)
    assert 4 < statuses(1).count(503) < 16
    mock = mock_of(PETS)
    failure = mock.fail(status=429, retry_after=0.5, times=1, operation="getPetById")
    assert asked(mock, "POST", "/pets", json={}).status_code == 201
    first, second = pet(mock, 1), pet(mock, 1)
    assert [first.status_code, first.headers["retry-after"], second.status_code, failure.count] == [429, "0.5", 200, 1]


def test_client_tries_again_until_the_mock_answers():
    """What a lesson on retries shows: two failures, then the answer."""
    mock = mock_of(PETS)
    mock.fail(times=2, retry_after=0)
    with Client(mock.api, transport=mock, retries=3) as client:
        assert client.get_pet_by_id(1).status == 200
    assert [entry.status for entry in mock.log] == [503, 503, 200]


def test_delay_beyond_the_patience_is_a_timeout():
    """The answer is late for those who wait, and a timeout for those who do not."""
    mock = mock_of(PETS)
    mock.delay(0.01, operation="getPetById")
    assert pet(mock, 1).status_code == 200
    mock.delay(60)
    with httpx.Client(transport=mock, timeout=0.01) as client, pytest.raises(httpx.ReadTimeout):
        client.get(f"{HOST}/pets/1")

    async def late():
        async with httpx.AsyncClient(transport=mock, timeout=0.01) as client:
            await client.get(f"{HOST}/pets/1")

    with pytest.raises(httpx.ReadTimeout):
        asyncio.run(late())


def test_an_answer_takes_as_long_as_was_asked_for():
    """A page that shows the time is the same in every run, waiting and awaited."""
    mock = mock_of(PETS)
    mock.delay(0.02, operation="getPetById")
    with Client(mock.api, transport=mock) as client:
        found = [client.get_pet_by_id(1), asyncio.run(client.aio.get_pet_by_id(1)), client.add_pet(body={})]
    assert [reply.elapsed for reply in found] == [0.02, 0.02, 0.0]
    assert "<span>20 ms</span>" in found[0]._repr_mimebundle_()["text/html"]


def test_embed_and_client_take_the_mock_in_one_line():
    """Waiting and awaited; answers meet the document."""
    embed = OpenApiEmbed(document(PETS))
    client = embed.client(transport=embed.mock())
    reply = client.get_pet_by_id(7)
    assert [reply.status, reply.json(), reply.mismatches] == [200, {"id": 1}, ()]
    assert asyncio.run(client.aio.get_pet_by_id(7)).json() == {"id": 1}


def test_httpx_takes_the_mock():
    """As a transport of both kinds, and through WSGI."""
    mock = mock_of(PETS)

    async def awaited():
        async with httpx.AsyncClient(transport=mock, base_url=HOST) as client:
            return (await client.get("/pets/1")).json()

    assert asyncio.run(awaited()) == {"id": 1}
    with httpx.Client(transport=httpx.WSGITransport(mock.wsgi), base_url=HOST) as client:
        answer = client.get("/pets/1")
    assert [answer.json(), answer.headers["access-control-allow-origin"]] == [{"id": 1}, "*"]


def test_browsers_of_other_origins_may_ask():
    """A preflight is answered, also where the document has no OPTIONS."""
    with httpx.Client(transport=httpx.WSGITransport(mock_of(PETS).wsgi), base_url=HOST) as client:
        asking = {"Origin": "https://page.example", "Access-Control-Request-Method": "GET"}
        answer = client.options("/pets/1", headers=asking)
    assert [answer.status_code, answer.headers["access-control-allow-origin"]] == [204, "*"]


def test_log_shows_what_was_asked_and_what_was_wrong():
    """Method, target, status, operation and faults; the value of a credential never."""
    mock = mock_of(
        PETS,
        security=[{"k": []}],
        components={"securitySchemes": {"k": {"type": "apiKey", "in": "query", "name": "kk"}}},
    )
    pet(mock, "1?kk=hunter2&a=b")
    pet(mock, "x?kk=hunter2")
    asked(mock, "GET", "/nowhere")
    assert repr(mock.log).splitlines() == [
        "3 requests",
        "200  GET     /pets/1?kk=***&a=b",
        '422  GET     /pets/x?kk=***  path.petId: must be integer (got "x")',
        "404  GET     /nowhere",
    ]
    html = mock.log._repr_html_()
    assert type(html) is str
    assert "getPetById" in html
    assert "hunter2" not in html
    assert [entry.operation for entry in mock.log] == ["getPetById", "getPetById", ""]
    assert repr(mock).startswith("Mock(")
    assert repr(mock).endswith(", 3 requests)")


def served(mock):
    server = MockServer(mock.wsgi)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    return server, thread


def test_server_answers_names_of_this_machine_alone():
    """A page that points its own name at 127.0.0.1 reads nothing; broken requests are problems; bodies have lengths."""
    server, thread = served(mock_of(PETS))
    try:
        with urllib.request.urlopen(f"{server.address}/pets/1") as answer:
            assert [answer.read(), answer.headers["Connection"]] == [b'{"id":1}', "close"]
        statuses = []
        for headers in ({"Host": "evil.test"}, {"Host": "evil.test:80"}, {"Host": f"localhost:{server.server_port}"}):
            link = HTTPConnection("127.0.0.1", server.server_port, timeout=10)
            link.request("GET", "/pets/1", headers=headers)
            statuses.append(link.getresponse().status)
            link.close()
        assert statuses == [400, 400, 200]
        link = HTTPConnection("127.0.0.1", server.server_port, timeout=10)
        heads = {"Transfer-Encoding": "chunked", "Content-Type": "application/json"}
        link.request("POST", "/pets", body=iter([b"{", b"}"]), encode_chunked=True, headers=heads)
        assert link.getresponse().status == 201
        link.close()
    finally:
        server.shutdown()
        thread.join()
        server.server_close()
        gc.collect()


def test_command_serves_until_it_is_told_to_end(tmp_path):
    """`apiref-nb mock FILE --port 0`: an address, a line for each request, exit code 0 at SIGTERM."""
    import json

    file = tmp_path / "api.json"
    file.write_text(json.dumps(document(PETS)), encoding="utf-8")
    words = [sys.executable, "-m", "apiref_nb", "mock", str(file), "--port", "0"]
    with subprocess.Popen(
        words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env={**os.environ, "COLUMNS": "200"}
    ) as process:
        said = process.stderr.readline()
        address = next(word.rstrip(";") for word in said.split() if word.startswith("http://127.0.0.1:"))
        with urllib.request.urlopen(f"{address}/pets/3") as answer:
            assert answer.status == 200
        process.send_signal(signal.SIGTERM)
        out, err = process.communicate(timeout=30)
    assert [process.returncode, out, err] == [0, "200  GET     /pets/3\n", ""]
