"""Credentials beyond a token: the reader's headers and cookies, OAuth 2.0 flows, Digest, environment, prompt."""

from __future__ import annotations

import asyncio
import base64
import hashlib
import json
from urllib.parse import parse_qs

import pytest

from apiref_nb.client import Client, asking, verify
from apiref_nb.errors import RequestError, ShapeError
from apiref_nb.model.api import OAuthFlow
from tests.client.documents import api, needs, operation, scheme
from tests.client.loopback import Says

BEARER = scheme("bearer_auth", "http", scheme="bearer")
KEY = scheme("key", name="X-API-Key", location="header")
DIGEST = scheme("digest", "http", scheme="digest")
JSON = [("Content-Type", "application/json")]
SECRET = "S3CRET-client-secret"


def oauth(server_url, kind="clientCredentials", path="/token"):
    return scheme("oauth", "oauth2", flows=(OAuthFlow(kind=kind, token_url=f"{server_url}{path}"),))


def token_server(server, **more):
    """The forms that were sent to /token, which gives tokens by number."""
    forms = []

    def give(sent):
        forms.append((sent.headers.get("authorization", ""), parse_qs(sent.data.decode())))
        said = {"access_token": f"tok-S3CRET-{len(forms)}", "token_type": "bearer", **more}
        return Says(data=json.dumps(said).encode())

    server.at["/token"] = give
    return forms


def refused(sent):
    return Says(status=401, headers=JSON, data=b'{"title": "who are you"}')


def test_headers_of_the_reader_go_to_the_clients_own_origin_and_no_other(server):
    """The origin is that of base_url, else of the first server; elsewhere they are left out and the hint says so."""
    there = server.url.replace("127.0.0.1", "localhost")
    document = api(
        operation("GET /x", "here", security=None),
        operation("GET /y", "there", security=None, servers=[there]),
        servers=[server.url],
    )
    server.at["/y"] = refused
    with Client(document, headers={"X-Tenant": "S3CRET-tenant"}, cookies={"sid": "S3CRET-cookie"}) as client:
        client.here()
        assert (server.last.headers["x-tenant"], server.last.headers["cookie"]) == (
            "S3CRET-tenant",
            "sid=S3CRET-cookie",
        )
        reply = client.there()
    assert not {"x-tenant", "cookie"} & set(server.last.headers)
    assert f"headers=… was given and not sent: the document sends this operation to {there}" in reply.hint


def test_a_header_of_the_reader_wins_over_a_credential_and_over_accept(client_of, server):
    """What a reader writes by hand is sent as written, also where the document says nothing of it."""
    client = client_of(
        operation("GET /x", "op", security=needs(BEARER)),
        schemes=(BEARER,),
        token="tok-S3CRET",
        headers={"Authorization": "Token abcdef-S3CRET", "accept": "text/csv"},
    )
    reply = client.op()
    assert server.last.headers["authorization"] == "Token abcdef-S3CRET"
    assert server.last.headers["accept"] == "text/csv"
    assert "S3CRET" not in repr(client) + str(reply.describe()) + str(reply.response.request.headers)


@pytest.mark.parametrize("headers", [{"Host": "x"}, {"a b": "x"}, {"X": "S3CRET\r\nY: 1"}, ["S3CRET"], {"X": 3}])
def test_headers_that_cannot_be_sent_are_refused_unseen(headers):
    """The error names the argument and not its text."""
    with pytest.raises(ShapeError, match=r"^headers") as raised:
        Client(api(), "http://127.0.0.1:1", headers=headers)
    assert "S3CRET" not in str(raised.value)


def test_what_was_given_and_not_sent_is_said_with_its_reason(client_of, server):
    """The hint of the reply, the report and the client itself say it."""
    server.at["/x"] = refused
    client = client_of(operation("GET /x", "op", security=()), schemes=(BEARER,), token="tok-S3CRET")
    reason = "token=… was given and not sent: the document says that this operation needs no credential."
    assert client.op().hint.startswith(reason)
    report = verify(client)
    assert reason in report.rows[0].note
    assert repr(client).endswith(
        "; token=… is sent by no operation: the document says that this operation needs no credential"
    )


def test_a_client_whose_credential_is_sent_by_some_operation_says_nothing_of_it(client_of):
    """Public operations beside protected ones are usual."""
    operations = (operation("GET /x", "free", security=()), operation("GET /y", "closed", security=needs(BEARER)))
    assert "no operation" not in repr(client_of(*operations, schemes=(BEARER,), token="tok"))


def test_a_document_without_schemes_names_the_key_that_has_no_place(client_of, server):
    """An API key has no place where the document declares none; the hint offers headers=."""
    server.at["/x"] = refused
    hint = client_of(operation("GET /x", "op", security=None), api_key="key-S3CRET").op().hint
    assert "api_key=… was given and not sent: the document does not say where it goes." in hint
    assert "headers=" in hint


def test_client_credentials_get_one_token_for_many_calls(client_of, server):
    """The token is asked for by the first call, with the operation's scopes, and kept in memory."""
    forms = token_server(server, expires_in=3600)
    client = client_of(
        operation("GET /x", "op", security=needs(oauth(server.url))),
        schemes=(oauth(server.url),),
        client_id="me",
        client_secret=SECRET,
        scopes="read write",
    )
    client.op()
    reply = client.op()
    assert server.last.headers["authorization"] == "Bearer tok-S3CRET-1"
    basic = "Basic " + base64.b64encode(f"me:{SECRET}".encode()).decode()
    assert forms == [(basic, {"grant_type": ["client_credentials"], "scope": ["read write"]})]
    assert "S3CRET" not in repr(client) + str(reply.describe())
    assert client._session.credentials.masked("you sent tok-S3CRET-1") == "you sent ***"


def test_a_token_is_renewed_before_it_ends(client_of, server):
    """One that lives no time is asked for anew by each call, with the refresh token where the server gave one."""
    forms = token_server(server, expires_in=0, refresh_token="ref-S3CRET")
    flow = oauth(server.url, "password")
    client = client_of(
        operation("GET /x", "op", security=needs(flow)), schemes=(flow,), username="ann", password="pass-S3CRET"
    )
    client.op()
    client.op()
    assert server.last.headers["authorization"] == "Bearer tok-S3CRET-2"
    assert [form for _, form in forms] == [
        {"grant_type": ["password"], "username": ["ann"], "password": ["pass-S3CRET"]},
        {"grant_type": ["refresh_token"], "refresh_token": ["ref-S3CRET"]},
    ]


def test_an_awaited_call_gets_its_token_in_the_same_way(client_of, server):
    """`aio` takes the same course."""
    token_server(server)
    flow = oauth(server.url)
    client = client_of(
        operation("GET /x", "op", security=needs(flow)), schemes=(flow,), client_id="me", client_secret=SECRET
    )
    assert asyncio.run(_awaited(client)).ok
    assert server.last.headers["authorization"] == "Bearer tok-S3CRET-1"


async def _awaited(client):
    return await client.aio.op()


def test_a_token_url_elsewhere_is_used_only_when_given(client_of, server):
    """The secret goes where the reader said, never where a document alone says; the error names the address."""
    forms = token_server(server)
    elsewhere = server.url.replace("127.0.0.1", "localhost")
    flow = oauth(elsewhere)
    document = (operation("GET /x", "op", security=needs(flow)),)
    held = {"schemes": (flow,), "client_id": "me", "client_secret": SECRET}
    with pytest.raises(RequestError, match=rf"tokens given at {elsewhere}/token.* give token_url=") as raised:
        client_of(*document, **held).op()
    assert SECRET not in str(raised.value)
    assert forms == []
    assert client_of(*document, **held, token_url=f"{elsewhere}/token").op().ok


def test_a_token_url_without_encryption_is_used_only_when_given():
    """Plain http off loopback is refused before anything is sent."""
    flow = oauth("http://api.example.com")
    document = api(operation("GET /x", "op", security=needs(flow)), schemes=(flow,))
    with (
        Client(document, "http://api.example.com", client_id="me", client_secret=SECRET) as client,
        pytest.raises(RequestError, match=r"http://api\.example\.com/token, which is not encrypted: give token_url="),
    ):
        client.op()


def test_a_refused_token_says_the_servers_words(client_of, server):
    """The error names the address, the status and the server's own error, never the secret."""
    server.at["/token"] = lambda sent: Says(400, JSON, json.dumps({"error": "invalid_client " + SECRET}).encode())
    flow = oauth(server.url)
    client = client_of(
        operation("GET /x", "op", security=needs(flow)), schemes=(flow,), client_id="me", client_secret=SECRET
    )
    with pytest.raises(RequestError, match=r"gave no token \(status 400, invalid_client \*\*\*\)"):
        client.op()


def test_a_digest_challenge_is_answered(client_of, server):
    """User name and password answer it; the password never travels."""

    def challenge(sent):
        said = sent.headers.get("authorization", "")
        if not said:
            return Says(401, [("WWW-Authenticate", 'Digest realm="r", nonce="n", qop="auth", algorithm=MD5')])
        parts = dict(part.strip().split("=", 1) for part in said.removeprefix("Digest ").split(","))
        parts = {name: value.strip('"') for name, value in parts.items()}

        def md5(text):
            return hashlib.md5(text.encode()).hexdigest()

        first, second = md5("ann:r:pass-S3CRET"), md5(f"GET:{sent.target}")
        wanted = md5(f"{first}:n:{parts['nc']}:{parts['cnonce']}:auth:{second}")
        return Says(200 if parts["response"] == wanted else 403)

    server.at["/x"] = challenge
    client = client_of(
        operation("GET /x", "op", security=needs(DIGEST)), schemes=(DIGEST,), username="ann", password="pass-S3CRET"
    )
    assert client.op().status == 200
    assert len(server.requests) == 2


def test_credentials_are_read_from_the_environment_and_what_is_given_wins(server, monkeypatch):
    """APIREF_* hold what no cell shows."""
    monkeypatch.setenv("APIREF_TOKEN", "env-S3CRET")
    monkeypatch.setenv("APIREF_API_KEY", "envkey-S3CRET")
    document = api(operation("GET /x", "op", security=needs((BEARER, KEY))), schemes=(BEARER, KEY))
    with Client(document, server.url, api_key="mine-S3CRET", credentials="environment") as client:
        client.op()
    assert (server.last.headers["authorization"], server.last.headers["x-api-key"]) == (
        "Bearer env-S3CRET",
        "mine-S3CRET",
    )


def test_a_prompt_asks_for_what_the_schemes_need_and_no_more(server, monkeypatch):
    """A user name in the cell and a password at the prompt make HTTP Basic."""
    basic = scheme("basic", "http", scheme="basic")
    asked = []
    monkeypatch.setattr(asking.found, "__defaults__", (lambda words: asked.append(words) or "pass-S3CRET",))
    document = api(operation("GET /x", "op", security=needs(basic)), schemes=(basic,))
    with Client(document, server.url, username="ann", credentials="prompt") as client:
        client.op()
    assert asked == ["Password (empty for none): "]
    assert server.last.headers["authorization"] == "Basic " + base64.b64encode(b"ann:pass-S3CRET").decode()


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ({"credentials": "keyring"}, "credentials: must be environment or prompt"),
        ({"verify": "/no/such/file"}, "verify: must name a readable file of certificates"),
        ({"cert": "/no/such/file"}, "cert: must name readable files"),
        ({"proxy": "socks5://ann:S3CRET@host"}, "proxy: must be an http or https address"),
        ({"token_url": "https://ann:S3CRET@host/token"}, "token_url: must hold no user name or password"),
        ({"client_secret": "S3CRET"}, "client_id: is required with a client_secret"),
        ({"retries": -1}, "retries: must be a whole number, 0 or more"),
        ({"scopes": 3}, "scopes: must be a list of text"),
    ],
)
def test_settings_that_cannot_be_used_are_named_unseen(arguments, words):
    """The error says the argument and what is allowed, and no secret in it."""
    with pytest.raises(ShapeError) as raised:
        Client(api(), "http://127.0.0.1:1", **arguments)
    assert str(raised.value).startswith(words)
    assert "S3CRET" not in str(raised.value)
