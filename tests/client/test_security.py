"""Which credentials are sent where, and that nobody ever sees them."""

from __future__ import annotations

import asyncio
import base64
import copy
import json
import logging
import pickle
import traceback
from dataclasses import replace
from urllib.parse import quote

import httpx
import pytest

from apiref_nb.client import Client
from apiref_nb.errors import RequestError, ShapeError
from tests.client.documents import api, body, needs, operation, parameter, response, scheme

BEARER = scheme("bearer_auth", "http", scheme="bearer")
BASIC = scheme("basic_auth", "http", scheme="basic")
OAUTH = scheme("oauth", "oauth2")
HEADER_KEY = scheme("header_key", name="X-API-Key", location="header")
QUERY_KEY = scheme("query_key", name="api_key", location="query")
COOKIE_KEY = scheme("cookie_key", name="sid", location="cookie")
ALL = (BEARER, BASIC, OAUTH, HEADER_KEY, QUERY_KEY, COOKIE_KEY)

TOKEN, KEY, PASSWORD = "tok-S3CRET-1", "key-S3CRET-2", "pass-S3CRET-3"
HELD = {"token": TOKEN, "api_key": KEY, "username": "ann", "password": PASSWORD}


def sent_with(client_of, server, security, **credentials):
    """The request that an operation with this security makes."""
    client_of(operation("GET /x", "op", security=security), schemes=ALL, **credentials).op()
    return server.last


def basic(name, password):
    return "Basic " + base64.b64encode(f"{name}:{password}".encode()).decode()


@pytest.mark.parametrize(
    ("security", "where", "value"),
    [
        (needs(BEARER), "authorization", f"Bearer {TOKEN}"),
        (needs(OAUTH), "authorization", f"Bearer {TOKEN}"),
        (needs(scheme("oidc", "openIdConnect")), "authorization", f"Bearer {TOKEN}"),
        (needs(BASIC), "authorization", basic("ann", PASSWORD)),
        (needs(HEADER_KEY), "x-api-key", KEY),
        (needs(COOKIE_KEY), "cookie", f"sid={KEY}"),
        (needs((COOKIE_KEY, BEARER)), "authorization", f"Bearer {TOKEN}"),
    ],
)
def test_credentials_go_where_the_scheme_says(client_of, server, security, where, value):
    """Each scheme type has its place."""
    assert sent_with(client_of, server, security, **HELD).headers[where] == value


def test_a_key_in_the_query(client_of, server):
    """A query key is percent-encoded."""
    assert sent_with(client_of, server, needs(QUERY_KEY), api_key="a&b=c").target == "/x?api_key=a%26b%3Dc"


def test_the_first_alternative_that_is_held_is_sent(client_of, server):
    """Alternatives are tried in order; one whose schemes are not all held is passed over."""
    sent = sent_with(client_of, server, needs((BEARER, HEADER_KEY), BASIC, HEADER_KEY), api_key=KEY)
    assert sent.headers["x-api-key"] == KEY
    assert "authorization" not in sent.headers


def test_no_credential_where_none_is_needed(client_of, server):
    """`security: []` sends nothing, whatever is held."""
    sent = sent_with(client_of, server, (), **HELD)
    assert not {"authorization", "x-api-key", "cookie"} & set(sent.headers)


def test_an_optional_credential_is_sent_when_held(client_of, server):
    """An empty alternative makes the credential optional, not forbidden."""
    assert sent_with(client_of, server, needs((), BEARER), token=TOKEN).headers["authorization"] == f"Bearer {TOKEN}"
    assert "authorization" not in sent_with(client_of, server, needs((), BEARER)).headers


def test_a_silent_document_gets_what_is_held(client_of, server):
    """A document that says nothing about security gets the token that the caller gave on purpose."""
    assert sent_with(client_of, server, None, token=TOKEN).headers["authorization"] == f"Bearer {TOKEN}"


def test_keys_by_scheme_name(client_of, server):
    """A mapping gives each scheme its own key; a name that the document lacks is an error."""
    sent = sent_with(client_of, server, needs(HEADER_KEY, QUERY_KEY), api_key={"query_key": "q", "header_key": "h"})
    assert sent.headers["x-api-key"] == "h"
    with pytest.raises(ShapeError, match=r"^api_key\['nix'\]: is not a security scheme .* declares: bearer_auth, "):
        client_of(schemes=ALL, api_key={"nix": KEY})


def test_an_explicit_argument_wins(client_of, server):
    """A header that the operation declares may be given, and replaces the credential."""
    given = operation("GET /x", "op", parameters=[parameter("X-API-Key", "header", {})], security=needs(HEADER_KEY))
    client_of(given, schemes=ALL, api_key=KEY).op(x_api_key="mine")
    assert server.last.headers["x-api-key"] == "mine"


def test_credentials_stay_at_their_origin(server):
    """An operation that the document sends elsewhere gets no credential of this client, but an error that says so."""
    here = operation("GET /x", "here", security=needs(BEARER), servers=[server.url])
    there = operation("GET /y", "there", security=needs(BEARER), servers=["http://127.0.0.1:9"])
    free = operation("GET /z", "free", servers=[server.url.replace("127.0.0.1", "localhost")])
    document = api(here, there, free, servers=[server.url], schemes=ALL)
    with Client(document, token=TOKEN) as client:
        client.here()
        client.free()
        assert "authorization" not in server.last.headers
        with pytest.raises(RequestError, match=r"credentials are for http://127\.0\.0\.1:\d+ only"):
            client.there()


def test_a_missing_credential_is_said(client_of, server):
    """401 without a credential says which argument the operation asks for."""
    server.says.status = 401
    reply = client_of(operation("GET /x", "op", security=needs(BEARER, HEADER_KEY)), schemes=ALL).op()
    assert reply.hint == (
        "No credential was sent. The operation asks for bearer_auth (token=…) or header_key (api_key=…)."
    )


@pytest.mark.parametrize("name", ["token", "api_key", "username"])
@pytest.mark.parametrize("text", ["S3CRET\r\nX-Evil: 1", "S3CRET\n", "S3CRÉT", " S3CRET", "\x1bS3CRET"])
def test_unsendable_credentials_are_refused_unseen(name, text):
    """A credential that would change the request is refused, and not repeated in the error."""
    with pytest.raises(ShapeError, match=f"^{name}: must be printable ASCII") as caught:
        Client(api(), "http://127.0.0.1", **{name: text})
    assert "S3CR" not in shown(caught.value)


@pytest.mark.parametrize(
    ("url", "words"),
    [
        ("http://ann:S3CRET@127.0.0.1", "no user name or password"),
        ("ftp://127.0.0.1", "http or https"),
        ("//127.0.0.1", "http or https"),
        ("http://", "http or https"),
        ("http://127.0.0.1?key=S3CRET", "no query"),
        ("http://127.0.0.1:x", "http or https"),
        ("http://a b/", "no white space"),
        (3, "must be text"),
    ],
)
def test_base_urls_that_cannot_be_used(url, words):
    """Only http and https, no userinfo, no query; the error does not repeat what might be secret."""
    with pytest.raises(ShapeError, match=f"^base_url: .*{words}") as caught:
        Client(api(), url)
    assert "S3CRET" not in shown(caught.value)


def shown(error):
    """An exception as the most talkative tool prints it: whole chain, with the local variables of our frames."""
    whole = traceback.TracebackException.from_exception(error, capture_locals=True)
    lines, here = [], whole
    while here is not None:
        # The test's own frames hold the secrets on purpose.
        here.stack = traceback.StackSummary.from_list(
            [frame for frame in here.stack if "/tests/" not in frame.filename.replace("\\", "/")]
        )
        here = here.__cause__ or here.__context__
    lines += whole.format(chain=True)
    return "".join(lines)


OPERATION = operation(
    "POST /x/{id}",
    "op",
    parameters=[parameter("id", "path", {"type": "integer"})],
    request_body=body({"type": "object"}, required=False),
    security=needs((BEARER, HEADER_KEY, QUERY_KEY, COOKIE_KEY)),
)
BASIC_OPERATION = operation("GET /basic", "basic", security=needs(BASIC))


def leaks(text):
    """Which secrets a text holds, in clear or as Basic writes them."""
    return [secret for secret in (TOKEN, KEY, PASSWORD, basic("ann", PASSWORD)[6:]) if secret in text]


class Broken(httpx.BaseTransport):
    """A transport that fails as told, in a frame that holds the request."""

    def __init__(self, error):
        self.error = error

    def handle_request(self, request):
        everything = (dict(request.headers), str(request.url))
        raise self.error(f"failed with {everything}")


@pytest.mark.parametrize(
    "error", [httpx.ConnectError, httpx.ReadTimeout, httpx.RemoteProtocolError, ValueError, KeyboardInterrupt, OSError]
)
@pytest.mark.parametrize("name", ["op", "basic"])
def test_tracebacks_hold_no_secret(error, name):
    """Whatever the transport raises, the traceback with all local variables shows no credential."""
    client = Client(api(OPERATION, BASIC_OPERATION, schemes=ALL), "http://127.0.0.1", transport=Broken(error), **HELD)
    expected = KeyboardInterrupt if error is KeyboardInterrupt else RequestError
    with pytest.raises(expected) as caught:
        client[name](**({"id": 1} if name == "op" else {}))
    assert leaks(shown(caught.value)) == []
    assert caught.value.__cause__ is None
    with pytest.raises(expected) as caught:
        asyncio.run(_awaited(client.aio[name], {"id": 1} if name == "op" else {}))
    assert leaks(shown(caught.value)) == []


async def _awaited(call, arguments):
    return await call(**arguments)


def test_errors_of_arguments_hold_no_secret():
    """A wrong argument is found before credentials are touched, and none of them shows."""
    client = Client(api(OPERATION, schemes=ALL), "http://127.0.0.1", **HELD)
    for arguments in ({"id": "x"}, {}, {"id": 1, "body": 3}):
        with pytest.raises(ShapeError) as caught:
            client.op(**arguments)
        assert leaks(shown(caught.value)) == []


def test_nothing_that_is_shown_holds_a_secret(client_of, server):
    """repr, str, vars, dir and everything reachable by vars show `***`."""
    server.says.data = f'{{"echo": "{TOKEN} {KEY}"}}'.encode()
    server.says.headers = [("Content-Type", "application/json"), ("Set-Cookie", "sid=S3CRET"), ("X-Echo", TOKEN)]
    client = client_of(OPERATION, BASIC_OPERATION, schemes=ALL, **HELD)
    replies = [client.op(1), client.basic()]
    texts = [leaks(text) for thing in (client, client.aio, client.op, *replies) for text in reachable(thing)]
    # What the server echoed is the reply's own value; everything else of a reply is clean.
    assert [found for found in texts if found] == []
    for reply in replies:
        described = repr(reply.describe())
        assert leaks(described) == []
        assert "sid=S3CRET" not in described
        assert leaks(repr(reply.response.request.headers) + str(dict(reply.response.request.headers))) == []
        assert leaks(str(reply.response.request.url) + reply.url) == []
    assert replies[0].url.endswith("?api_key=***")
    assert replies[0].json() == {"echo": f"{TOKEN} {KEY}"}


@pytest.mark.parametrize("password", ["pass-S3CRET-3", "", "pässwörd\u2713", "\xff\xfe\xff?>"])
def test_a_basic_header_that_is_echoed_is_masked_in_every_spelling(client_of, server, password):
    """In base64 the two are as good as in clear: with padding or without, percent-encoded, with the other alphabet."""
    sent = basic("alexandra", password)[6:]
    bare = sent.rstrip("=")
    spellings = {sent, bare, quote(sent, safe=""), bare.replace("+", "-").replace("/", "_")}
    server.says.data = json.dumps({"Authorization": f"Basic {sent}", "seen": sorted(spellings)}).encode()
    server.says.headers = [("Content-Type", "application/json"), ("X-Echo", f"Basic {sent}")]
    described = client_of(BASIC_OPERATION, schemes=ALL, username="alexandra", password=password).basic().describe()
    assert bare[:-3] not in repr(described)
    assert '"Authorization": "Basic ***"' in described.body_text
    assert ("X-Echo", "Basic ***") in [(name.title(), value) for name, value in described.headers]


def test_a_scheme_that_is_not_declared_is_named_as_such(client_of, server):
    """The hint of a refused call tells why no credential could be sent."""
    server.says.status = 401
    nope = replace(BEARER, key="nope", type="", scheme="", declared=False)
    reply = client_of(operation("GET /x", "op", security=needs(nope)), schemes=ALL).op()
    assert reply.hint.endswith("The operation asks for nope (not declared in this document).")


def reachable(thing):
    """The texts that people look at: repr, str, and the repr of every attribute, but a reply's own body."""
    yield repr(thing)
    yield str(thing)
    for name, value in vars(thing).items():
        if name not in ("content", "text", "_json", "headers"):
            yield f"{name}={value!r}"


def test_clients_are_not_pickled_and_copies_hold_the_same():
    """Credentials never leave the process in a pickle; copies work and show nothing."""
    client = Client(api(OPERATION, schemes=ALL), "http://127.0.0.1", **HELD)
    for thing in (client, client.aio, client.op, client._session, client._session.credentials):
        with pytest.raises(TypeError, match="not pickled"):
            pickle.dumps(thing)
    for made in (copy.copy(client._session.credentials), copy.deepcopy(client._session.credentials)):
        assert leaks(repr(made) + str([getattr(made, name) for name in made.__slots__])) == []


def test_logs_hold_no_secret(client_of, server, caplog):
    """At the most talkative level, nothing of httpx, httpcore or ours logs a credential."""
    caplog.set_level(logging.DEBUG)
    client = client_of(OPERATION, BASIC_OPERATION, schemes=ALL, **HELD)
    client.op(1)
    client.basic()
    asyncio.run(_awaited(client.aio.op, {"id": 1}))
    assert len(server.requests) == 3
    assert leaks(caplog.text) == []


def test_sensitive_arguments_are_masked(client_of, server):
    """A password among the arguments is not shown in the reply's URL, nor in the error when it is wrong."""
    given = [parameter("username", "query", {"type": "string"}), parameter("password", "query", {"type": "string"})]
    client = client_of(operation("GET /login", "login", parameters=given))
    reply = client.login(username="ann", password=PASSWORD)
    assert server.last.target == f"/login?username=ann&password={PASSWORD}"
    assert reply.url == f"{server.url}/login?username=ann&password=***"
    assert leaks(repr(reply.describe()) + str(reply.response.request.url)) == []
    with pytest.raises(ShapeError) as caught:
        client.login(password=[PASSWORD])
    assert str(caught.value) == "login.password: must be string"


def test_with_credentials_holds_these_only(client_of, server):
    """A client for other credentials has the same address and none of the old ones."""
    client = client_of(OPERATION, BASIC_OPERATION, schemes=ALL, token=TOKEN, api_key=KEY)
    with client.with_credentials(username="bob", password="üpw") as other:
        assert repr(other).endswith("2 operations, username=***, password=***)")
        other.basic()
    assert server.last.headers["authorization"] == basic("bob", "üpw")


def test_a_client_does_not_change():
    """Attributes are not assigned: a typo would look like a setting."""
    client = Client(api(OPERATION), "http://127.0.0.1")
    with pytest.raises(AttributeError, match="with_credentials"):
        client.token = TOKEN


def test_the_document_is_asked_for_the_address(server):
    """Without base_url the document's own server is used; without either, an error says how to give one."""
    call = operation("GET /x", "op", responses=[response()])
    with Client(api(call, servers=["", server.url + "/v1"])) as client:
        client.op()
    assert server.last.target == "/v1/x"
    with pytest.raises(RequestError, match=r"GET /x: the document names no server; give one: Client"):
        Client(api(call)).op()
