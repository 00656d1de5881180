"""The sample you read is the request you get: cURL, Python, JavaScript and `Client` send what the plan says.

Every style, explode, place and kind of value, every media type: thousands of requests in one process, some of them as
processes of their own (`test_same_request_outside.py`).
"""

from __future__ import annotations

import base64
import json
import os
import shutil
import subprocess
from pathlib import Path

import httpx
import pytest

from apiref_nb.client import Client
from apiref_nb.errors import ShapeError
from apiref_nb.load import load_api
from apiref_nb.requests.languages.curl import curl
from apiref_nb.requests.languages.javascript import javascript
from apiref_nb.requests.languages.python import python
from apiref_nb.requests.sample_plan import sample_plan
from apiref_nb.requests.sample_values import sample_values, sent_value
from apiref_nb.schemas import SampleSession
from tests.requests import curl_words
from tests.requests.cases import all_cases, document
from tests.requests.seen import seen

pytestmark = pytest.mark.slow

NODE = shutil.which("node")
CASES = all_cases()


@pytest.fixture(scope="module")
def made():
    """(case, operation, plan) of every case, and the client of the document."""
    api = load_api(document(CASES))
    session = SampleSession(checks=False)
    operations = [api[f"op{index}"] for index in range(len(CASES))]
    return api, [
        (case, operation, sample_plan(operation, session=session))
        for case, operation in zip(CASES, operations, strict=True)
    ]


def named(plan):
    return {name.lower() for name, _ in plan.headers}


def wanted(plan):
    """What the plan itself says is sent."""
    headers = [*plan.headers]
    if plan.cookies:
        headers.append(("Cookie", "; ".join(f"{name}={value}" for name, value in plan.cookies)))
    return seen(plan.method, plan.url(), headers, plan.data, named(plan))


def differences(made, send):
    """Return how many requests were sent, and those that differ from their plan."""
    found, count = [], 0
    for case, operation, plan in made:
        sent = send(case, operation, plan)
        if sent is None:
            continue
        count += 1
        method, url, headers, data = sent
        got, want = seen(method, url, headers, data, named(plan)), wanted(plan)
        if got != want:
            found.append(f"{case.name}:\n  sent    {got}\n  planned {want}")
    return count, found


def cannot_travel(plan):
    """True for a plan whose path is not complete: its value cannot be sent by anyone."""
    return "{" in plan.path


def test_there_are_enough_cases():
    """More than two thousand ways, and no name twice."""
    assert len({case.name for case in CASES}) == len(CASES) >= 2_000


def test_curl_sends_the_plan(made):
    """The words of the command, read as curl reads them, which has no way to write `=` in the name of a part."""

    def send(_case, _operation, plan):
        method, url, headers, data = curl_words.sent(curl(plan))
        names = [part.name for part in getattr(plan.body, "parts", ()) if "=" in part.name]
        for name in names:
            data = data.replace(f'name="{name.replace("=", "%3D")}"'.encode(), f'name="{name}"'.encode())
        return method, url, headers, data

    count, found = differences(made[1], send)
    print(f"cURL: {count} requests")
    assert not found, "\n".join(found[:8])
    assert count == len(CASES)


def test_python_sends_the_plan(made, monkeypatch):
    """The source, executed with httpx."""
    record = []

    def answer(request):
        record.append((request.method, str(request.url), request.headers.multi_items(), request.read()))
        return httpx.Response(200, json={})

    monkeypatch.setattr("httpx._client.HTTPTransport", lambda **_: httpx.MockTransport(answer))
    monkeypatch.setitem(os.environ, "NO_PROXY", "*")

    def send(_case, _operation, plan):
        exec(python(plan), {"print": lambda *_: None})
        return record.pop()

    count, found = differences(made[1], send)
    print(f"Python: {count} requests")
    assert not found, "\n".join(found[:8])
    assert count == len(CASES)


@pytest.mark.skipif(NODE is None, reason="Node.js is not installed on this machine")
def test_javascript_sends_the_plan(made):
    """The source, run by Node; fetch refuses a body with GET, and the sample says so."""
    plans = [plan for _, _, plan in made[1]]
    lines = "\n".join(json.dumps({"source": javascript(plan), "env": {}}) for plan in plans)
    script = Path(__file__).with_name("record.mjs")
    done = subprocess.run([NODE, script], input=lines, capture_output=True, text=True, timeout=900, check=True)
    answers = dict(zip(map(id, plans), map(json.loads, done.stdout.splitlines()), strict=True))

    def send(_case, _operation, plan):
        found = answers[id(plan)]
        assert found is not None
        assert "error" not in found, (javascript(plan), found)
        headers = [(name, value.encode("latin-1").decode()) for name, value in found["headers"]]
        return found["method"], found["url"], headers, base64.b64decode(found["body"])

    count, found = differences(made[1], send)
    print(f"JavaScript: {count} requests")
    assert not found, "\n".join(found[:8])
    assert count == len(CASES)


def test_the_client_sends_the_plan(made):
    """The call with the same values; what the plan leaves out of a path, the call refuses."""
    record = []

    def answer(request):
        record.append((request.method, str(request.url), request.headers.multi_items(), request.read()))
        return httpx.Response(200, json={})

    client = Client(made[0], transport=httpx.MockTransport(answer), check=False)
    refused = []

    def send(case, operation, plan):
        arguments = {name: value for name, value in case.arguments.items() if value is not None}
        if cannot_travel(plan):
            refused.append(case.name)
            with pytest.raises(ShapeError):
                client[operation](**arguments)
            return None
        try:
            client[operation](**arguments)
        except ShapeError:
            # What the plan leaves out for a reader, the call refuses for the same reason.
            if len(plan.parameters) == len(plan.operation.parameters):
                raise
            refused.append(case.name)
            return None
        return record.pop()

    count, found = differences(made[1], send)
    print(f"Client: {count} requests, {len(refused)} refused")
    assert not found, "\n".join(found[:8])
    assert count >= 2_000


THING = {"type": "object", "properties": {"a": {"type": "integer"}}, "required": ["a"]}
TEXT = {"type": "string"}
FILE = {"type": "string", "format": "binary"}
SCHEMAS = (
    THING, TEXT, FILE, {"type": "array", "items": THING}, {}, {"type": "integer"}, {"type": "boolean"},
    *({"anyOf": [one, {"type": "null"}]} for one in (THING, TEXT, FILE)), {"anyOf": [{"type": "integer"}, TEXT]},
)  # fmt: skip
FORMS = ("multipart/form-data", "application/x-www-form-urlencoded")
KINDS = (
    "application/json", "application/jsonl", "application/xml", "application/yaml", "application/x-msgpack",
    "application/octet-stream", "application/x-own", "image/png", "text/csv", "text/plain", "*/*", "multipart/mixed",
)  # fmt: skip


def test_the_client_takes_the_sample_and_sends_it():
    """What `verify` and notebook pages give to the client is what samples show, whatever the schema and its type."""
    bodies = [(kind, schema) for kind in KINDS for schema in SCHEMAS]
    bodies += [(kind, schema) for kind in FORMS for schema in (THING, TEXT, FILE, {}, *SCHEMAS[7:10])]
    paths = {
        f"/{number}": {
            "post": {
                "operationId": f"op{number}",
                "requestBody": {"required": True, "content": {kind: {"schema": schema}}},
                "responses": {"200": {"description": "Done"}},
            }
        }
        for number, (kind, schema) in enumerate(bodies)
    }
    info = {"title": "Bodies", "version": "1"}
    servers = [{"url": "http://127.0.0.1"}]
    api = load_api({"openapi": "3.1.0", "info": info, "servers": servers, "paths": paths})
    heard = []

    def answer(request):
        heard.append(request.read())
        return httpx.Response(200)

    client = Client(api, transport=httpx.MockTransport(answer))
    found = []
    for (kind, schema), operation in zip(bodies, api.operations, strict=True):
        samples = sample_values(operation)
        client[operation](body=sent_value(samples.body, samples.media, call=True))
        if heard[-1] != sample_plan(operation).data:
            found.append(f"{kind} {schema}: {heard[-1]!r}")
    print(f"Client: {len(heard)} bodies")
    assert not found, "\n".join(found[:8])
    assert len(heard) == len(bodies) >= 140
