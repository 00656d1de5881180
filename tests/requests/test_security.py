"""Security schemes: what each one means to every reader of a plan, and that all of them send the same credential."""

from __future__ import annotations

import base64
import json
import shutil
import subprocess
from pathlib import Path

import httpx
import pytest

from apiref_nb import ApiBlock
from apiref_nb.client import Client
from apiref_nb.load import load_api
from apiref_nb.requests.languages.curl import curl
from apiref_nb.requests.languages.javascript import javascript
from apiref_nb.requests.languages.python import python
from apiref_nb.requests.sample_plan import sample_plan
from apiref_nb.requests.security import KINDS, security_plan
from tests.client.loopback import Loopback
from tests.requests import curl_words
from tests.requests.cases import Case, document
from tests.requests.seen import seen

NODE = shutil.which("node")

SCHEMES = {
    "header": {"type": "apiKey", "in": "header", "name": "X-Key"},
    "query": {"type": "apiKey", "in": "query", "name": "key[a]"},
    "cookie": {"type": "apiKey", "in": "cookie", "name": "sid"},
    "basic": {"type": "http", "scheme": "basic"},
    "bearer": {"type": "http", "scheme": "Bearer"},
    "oauth2": {"type": "oauth2", "flows": {"password": {"tokenUrl": "https://id.example/t", "scopes": {"read": ""}}}},
    "openId": {"type": "openIdConnect", "openIdConnectUrl": "https://id.example/.well-known"},
    "digest": {"type": "http", "scheme": "digest"},
    "tls": {"type": "mutualTLS"},
    "negotiate": {"type": "http", "scheme": "negotiate"},
}
LOGIN = base64.b64encode(b"ann:secret-w0rd").decode()
FILLED = {
    "<api-key>": "secret-k3y", "<token>": "secret-t0ken", "<access-token>": "secret-t0ken", "<credentials>": LOGIN,
    "<username>:<password>": "ann:secret-w0rd", "<Authorization>": "Bearer secret-t0ken",
}  # fmt: skip
ENVIRONMENT = {
    "API_KEY": "secret-k3y", "API_TOKEN": "secret-t0ken", "ACCESS_TOKEN": "secret-t0ken", "API_USER": "ann",
    "API_PASSWORD": "secret-w0rd", "API_CREDENTIALS": LOGIN,
}  # fmt: skip
HELD = {"api_key": "secret-k3y", "token": "secret-t0ken", "username": "ann", "password": "secret-w0rd"}
SENT = {
    "header": {"x-key": "secret-k3y"},
    "query": {},
    "cookie": {"cookie": "sid=secret-k3y"},
    "basic": {"authorization": f"Basic {LOGIN}"},
    "bearer": {"authorization": "Bearer secret-t0ken"},
    "oauth2": {"authorization": "Bearer secret-t0ken"},
    "openId": {"authorization": "Bearer secret-t0ken"},
    "tls": {},
    "negotiate": {"authorization": f"Negotiate {LOGIN}"},
}
NOT_BY_CLIENT = {"tls", "negotiate", "digest"}
"""What `Client` has no argument for; its hint names the scheme."""
NAMED = {"authorization", "x-key", "cookie"}


def made(*names, parameters=()):
    security = [{name: [] for name in names}] if names else []
    case = Case("one", "get", "/end", {"security": security, "parameters": [*parameters]})
    return load_api(document([case], schemes=SCHEMES))


def filled(word):
    for placeholder, value in FILLED.items():
        word = word.replace(placeholder, value)
    return word


def by_curl(plan):
    return curl_words.sent(curl(plan), filled)


def by_python(plan, monkeypatch):
    record = []

    def answer(request):
        record.append((request.method, str(request.url), request.headers.multi_items(), request.read()))
        if "authorization" not in request.headers and "DigestAuth" in source:
            return httpx.Response(401, headers={"WWW-Authenticate": 'Digest realm="r", nonce="n", qop="auth"'})
        return httpx.Response(200, json={})

    source = python(plan)
    for name, value in ENVIRONMENT.items():
        monkeypatch.setenv(name, value)
        monkeypatch.setenv(f"{name}_2", value)
    monkeypatch.setenv("NO_PROXY", "*")
    monkeypatch.setattr("httpx._client.HTTPTransport", lambda **_: httpx.MockTransport(answer))
    exec(source, {"print": lambda *_: None})
    return record[-1]


def by_javascript(plan):
    script = Path(__file__).with_name("record.mjs")
    line = json.dumps({"source": javascript(plan), "env": ENVIRONMENT})
    done = subprocess.run([NODE, script], input=line, capture_output=True, text=True, timeout=900, check=True)
    found = json.loads(done.stdout)
    return found["method"], found["url"], found["headers"], base64.b64decode(found["body"])


def by_client(api):
    record = []

    def answer(request):
        record.append((request.method, str(request.url), request.headers.multi_items(), request.read()))
        return httpx.Response(200, json={})

    Client(api, transport=httpx.MockTransport(answer), **HELD)["op0"]()
    return record[-1]


def credentials(sent):
    found = seen(*sent, NAMED)
    return {**dict(found.headers), "query": found.query}


@pytest.mark.parametrize("name", SENT)
def test_every_reader_sends_the_same_credential(name, monkeypatch):
    """cURL, Python, JavaScript and `Client`, each with the reader's own secret in its place."""
    api = made(name)
    plan = sample_plan(api["op0"])
    query = (("key[a]", "secret-k3y"),) if name == "query" else ()
    expected = {**SENT[name], "query": query}
    assert credentials(by_curl(plan)) == expected
    assert credentials(by_python(plan, monkeypatch)) == expected
    if NODE is not None:
        assert credentials(by_javascript(plan)) == expected
    if name not in NOT_BY_CLIENT:
        assert credentials(by_client(api)) == expected


def test_credentials_that_are_needed_together_all_travel(monkeypatch):
    """An AND combination: header, query, cookie and token at once, for every reader."""
    api = made("header", "query", "cookie", "bearer")
    plan = sample_plan(api["op0"])
    expected = {
        "x-key": "secret-k3y", "cookie": "sid=secret-k3y", "authorization": "Bearer secret-t0ken",
        "query": (("key[a]", "secret-k3y"),),
    }  # fmt: skip
    monkeypatch.setenv("API_KEY_3", "secret-k3y")
    numbered = {f"{name}_{number}": value for name, value in ENVIRONMENT.items() for number in (2, 3)}
    monkeypatch.setitem(globals(), "ENVIRONMENT", ENVIRONMENT | numbered)
    assert credentials(by_curl(plan)) == expected
    assert credentials(by_python(plan, monkeypatch)) == expected
    assert credentials(by_client(api)) == expected
    if NODE is not None:
        assert credentials(by_javascript(plan)) == expected


@pytest.mark.skipif(shutil.which("curl") is None, reason="curl is not installed on this machine")
def test_digest_is_answered_by_the_tools_that_can(monkeypatch, tmp_path):
    """curl and httpx answer the server's challenge; fetch cannot, and the sample says so."""
    plan = sample_plan(made("digest")["op0"])
    _, _, headers, _ = by_python(plan, monkeypatch)
    assert dict(headers)["authorization"].startswith('Digest username="ann"')
    assert "--digest -u '<username>:<password>'" in curl(plan)
    assert javascript(plan).startswith("// fetch does not answer an HTTP Digest challenge")
    with Loopback() as server:
        server.says.status = 401
        server.says.headers = [("WWW-Authenticate", 'Digest realm="r", nonce="n", qop="auth"')]
        command = filled(curl(sample_plan(made("digest")["op0"], base_url=server.url)))
        subprocess.run(["sh", "-c", command], cwd=tmp_path, check=True, capture_output=True, timeout=900)
        assert server.last.headers["authorization"].startswith('Digest username="ann"')


def test_a_client_certificate_is_named_by_every_sample():
    """Mutual TLS is no part of a request's text: each tool is told in its own way."""
    plan = sample_plan(made("tls")["op0"])
    assert "--cert client.pem" in curl(plan)
    assert "client certificate" in python(plan)
    assert "client certificate" in javascript(plan)


AUTHORIZATION = {"name": "Authorization", "in": "header", "required": True, "schema": {"type": "string"}}


def test_an_authorization_parameter_is_a_credential(monkeypatch):
    """Where a document declares its credential so only, every sample has a place for it, and the client fills it."""
    api = made(parameters=[AUTHORIZATION])
    plan = sample_plan(api["op0"])
    assert "-H 'Authorization: <Authorization>'" in curl(plan)
    assert 'os.environ["API_CREDENTIALS"]' in python(plan)
    assert credentials(by_curl(plan)) == {"authorization": "Bearer secret-t0ken", "query": ()}
    assert credentials(by_client(api)) == {"authorization": "Bearer secret-t0ken", "query": ()}
    with Loopback() as server, Client(api, server.url) as client:
        client.op0(authorization="Custom mine")
        assert server.last.headers["authorization"] == "Custom mine"


def test_an_authorization_parameter_closes_the_padlock():
    """Where the document declares no scheme, "No auth required" would not be true; its row stands among the headers."""
    block = ApiBlock(made(parameters=[AUTHORIZATION])["op0"])
    assert (block.card.auth.scheme, block.card.auth.words) == ("apiKey", "Authorization header")
    assert [(row.name, row.location, row.required) for row in block.card.rows] == [("Authorization", "header", True)]


def test_an_authorization_parameter_gives_way_to_a_scheme():
    """The scheme says more; the header is there once."""
    assert curl(sample_plan(made("bearer", parameters=[AUTHORIZATION])["op0"])).count("Authorization") == 1


def test_every_kind_of_scheme_is_in_the_table():
    """No scheme that OpenAPI knows falls to `other`."""
    api = made()
    kinds = {scheme.key: security_plan(scheme).kind for scheme in api.security_schemes}
    assert kinds.pop("negotiate") == "other"
    assert set(kinds.values()) | {"authorization", "other"} == set(KINDS)
