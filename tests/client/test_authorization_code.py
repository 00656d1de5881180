"""A person signs in at an address and brings a code back: OAuth 2.0's authorization code flow, and OpenID Connect."""

from __future__ import annotations

import asyncio
import base64
import copy
import hashlib
import json
import pickle
from urllib.parse import parse_qs, urlsplit

import httpx
import pytest

import apiref_nb
from apiref_nb.client import authorization_code as of_client
from apiref_nb.errors import RequestError, ShapeError
from apiref_nb.model import SecurityRequirement, SecurityUse
from apiref_nb.model.api import OAuthFlow
from apiref_nb.transport.pools import FreshConnections
from tests.client.documents import needs, operation, scheme
from tests.client.loopback import Says

JSON = [("Content-Type", "application/json")]
BACK = "http://127.0.0.1:9/back"
SECRET = "S3CRET-client-secret"


def flow_at(url):
    found = OAuthFlow(kind="authorizationCode", authorization_url=f"{url}/sign-in?tenant=a", token_url=f"{url}/token")
    return scheme("login", "oauth2", flows=(found,))


class SignIns:
    """An authorization server that gives a token for a code, its verifier and its address, and for nothing else."""

    def __init__(self, server, *, takes_basic=True, **more):
        self.forms = []
        self.challenge = ""
        self.takes_basic = takes_basic
        self.more = more
        server.at["/token"] = self.answer

    def opened(self, url):
        """What a browser brings back from the address."""
        asked = {name: value[0] for name, value in parse_qs(urlsplit(url).query).items()}
        assert (asked["response_type"], asked["code_challenge_method"]) == ("code", "S256")
        self.challenge = asked["code_challenge"]
        return asked

    def answer(self, sent):
        form = {name: value[0] for name, value in parse_qs(sent.data.decode()).items()}
        self.forms.append(form)
        if "authorization" in sent.headers and not self.takes_basic:
            return Says(401, JSON, json.dumps({"error": "invalid_client"}).encode())
        digest = hashlib.sha256(form.get("code_verifier", "").encode()).digest()
        proven = base64.urlsafe_b64encode(digest).rstrip(b"=").decode() == self.challenge
        if form["grant_type"] == "refresh_token" or (form["code"] == "code-S3CRET" and proven):
            token = {"access_token": f"tok-S3CRET-{len(self.forms)}", "token_type": "bearer", **self.more}
            return Says(data=json.dumps(token).encode())
        said = {"error": "invalid_grant", "error_description": f"no such code {form['code']}"}
        return Says(400, JSON, json.dumps(said).encode())


@pytest.fixture
def client_at(client_of, server):
    def make(flow=None, **arguments):
        flow = flow or flow_at(server.url)
        uses = (SecurityUse(scheme=flow, scopes=("read", "write")),)
        asked = operation("GET /x", "op", security=(SecurityRequirement(uses=uses),))
        return client_of(asked, schemes=(flow,), client_id="me", **arguments)

    return make


def test_a_code_that_is_brought_back_becomes_a_token(client_at, server):
    """The address asks with PKCE and a state; the whole address of the answer is taken; the client sends the token."""
    served = SignIns(server)
    client = client_at()
    with pytest.raises(ShapeError, match=r"^scheme: must be a scheme .* has: login \(got \"key\"\)"):
        apiref_nb.authorization_code(client, "key")
    begun = apiref_nb.authorization_code(client, redirect_uri=BACK)
    asked = served.opened(begun.url)
    assert (asked["tenant"], asked["client_id"], asked["redirect_uri"], asked["scope"]) == (
        "a",
        "me",
        BACK,
        "read write",
    )
    assert begun.finish(f"{BACK}?code=code-S3CRET&state={asked['state']}") is client
    reply = client.op()
    assert server.last.headers["authorization"] == "Bearer tok-S3CRET-1"
    form = served.forms[0]
    assert (form["client_id"], form["redirect_uri"], len(form["code_verifier"]) > 42) == ("me", BACK, True)
    assert "S3CRET" not in repr(client) + str(reply.describe()) + repr(begun) + str(vars(begun))
    assert form["code_verifier"] not in repr(begun) + begun.url


def test_the_code_alone_is_asked_for_without_echo(client_at, server, monkeypatch):
    """Nothing of it stands in a cell; scopes are those that were asked for."""
    served = SignIns(server)
    client = client_at(scopes="read")
    begun = of_client(client)
    assert served.opened(begun.url)["scope"] == "read"
    assert served.opened(of_client(client, scopes=["all"]).url)["scope"] == "all"
    served.opened(begun.url)
    monkeypatch.setattr("apiref_nb.client.sign_in.getpass", lambda _words: " code-S3CRET ")
    begun.finish()
    assert client.op().ok
    assert "redirect_uri" not in served.forms[0]


def test_the_answer_to_another_sign_in_is_refused(client_at, server):
    """Its state is another; nothing is sent. What is no code is refused in words of ours, without it."""
    served = SignIns(server)
    begun = of_client(client_at())
    for answer in (f"{BACK}?code=code-S3CRET&state=other", f"{BACK}?code=code-S3CRET", "", "two S3CRETS", 3):
        with pytest.raises(ShapeError, match=r"^answer: must be") as raised:
            begun.finish(answer)
        assert "S3CRET" not in str(raised.value)
    assert served.forms == []


def test_what_the_server_refuses_is_said_in_its_words(client_at, server):
    """No code, and no token for a code."""
    served = SignIns(server)
    client = client_at()
    begun = of_client(client)
    state = served.opened(begun.url)["state"]
    with pytest.raises(RequestError, match=r"gave no code \(access_denied: not today\)"):
        begun.finish(f"{BACK}?error=access_denied&error_description=not+today&state={state}")
    with pytest.raises(RequestError, match=r"/token gave no token \(status 400, invalid_grant: no such code nope\)"):
        begun.finish("nope")
    with pytest.raises(RequestError, match=r"invalid_grant: no such code \*\*\*\)"):
        begun.finish("other-S3CRET")


def test_the_token_is_renewed_and_then_asked_for_anew(client_at, server):
    """A refresh token renews it; without one the error says how to sign in again."""
    served = SignIns(server, expires_in=0, refresh_token="ref-S3CRET")
    client = client_at()
    begun = of_client(client)
    served.opened(begun.url)
    begun.finish("code-S3CRET")
    client.op()
    assert served.forms[-1] == {"grant_type": "refresh_token", "refresh_token": "ref-S3CRET", "client_id": "me"}
    assert client.with_credentials(api_key="k", keep=True).op().ok
    served.more = {"expires_in": 0}
    begun = of_client(client)
    served.opened(begun.url)
    begun.finish("code-S3CRET")
    with pytest.raises(RequestError, match=r"sign in again with authorization_code\(client\)"):
        client.op()


def test_a_server_that_takes_the_secret_in_the_form_gets_it_there(client_at, server):
    """`client_secret_post` where Basic is answered with invalid_client."""
    served = SignIns(server, takes_basic=False)
    client = client_at(client_secret=SECRET)
    begun = of_client(client)
    served.opened(begun.url)
    begun.finish("code-S3CRET")
    assert [form.get("client_secret") for form in served.forms] == [None, SECRET]
    assert client.op().ok


def test_openid_connect_is_discovered(client_at, server):
    """The document names the metadata; where people sign in and where tokens are comes from there."""
    served = SignIns(server, takes_basic=False)
    metadata = {
        "authorization_endpoint": f"{server.url}/oidc/sign-in",
        "token_endpoint": f"{server.url}/token",
        "token_endpoint_auth_methods_supported": ["client_secret_post"],
    }
    server.at["/.well-known/openid-configuration"] = lambda _sent: Says(data=json.dumps(metadata).encode())
    flow = scheme("login", "openIdConnect", open_id_connect_url=f"{server.url}/.well-known/openid-configuration")
    client = client_at(flow, client_secret=SECRET)
    begun = of_client(client)
    assert begun.url.startswith(f"{server.url}/oidc/sign-in?response_type=code&")
    served.opened(begun.url)
    begun.finish("code-S3CRET")
    assert client.op().ok
    assert [form["client_secret"] for form in served.forms] == [SECRET]


class OnlyAwaited(FreshConnections):
    """Connections of a reader's own transport, which cannot wait."""


def test_a_sign_in_is_awaited_where_the_transport_cannot_wait(client_at, server):
    """Discovery, the code and the token are awaited; a transport that waits as well works in the loop too."""
    served = SignIns(server)
    metadata = {"authorization_endpoint": f"{server.url}/sign-in?a=b", "token_endpoint": f"{server.url}/token"}
    server.at["/metadata"] = lambda _sent: Says(data=json.dumps(metadata).encode())
    near = scheme("login", "openIdConnect", open_id_connect_url=f"{server.url}/metadata")

    async def signed_in(client):
        begun = await apiref_nb.authorization_code_async(client)
        served.opened(begun.url)
        assert await begun.finish_async("code-S3CRET") is client
        return await client.aio.op()

    cannot_wait = OnlyAwaited(10)
    with httpx.HTTPTransport() as cannot_be_awaited:
        for transport in (None, cannot_wait, cannot_be_awaited):
            assert asyncio.run(signed_in(client_at(near, transport=transport))).ok
            assert server.last.headers["authorization"].startswith("Bearer tok-S3CRET")
    with pytest.raises(RequestError, match=r"use client\.aio"):
        of_client(client_at(near, transport=cannot_wait))


def test_metadata_and_tokens_elsewhere_are_used_only_when_given(client_at, server):
    """The rules of `tokenUrl`: the client's own origin, unless the reader named the place."""
    elsewhere = server.url.replace("127.0.0.1", "localhost")
    flow = scheme("login", "openIdConnect", open_id_connect_url=f"{elsewhere}/metadata")
    with pytest.raises(RequestError, match=rf"{elsewhere}/metadata, which is not where .* give token_url="):
        of_client(client_at(flow))
    metadata = {"authorization_endpoint": f"{elsewhere}/a", "token_endpoint": f"{elsewhere}/token"}
    server.at["/metadata"] = lambda _sent: Says(data=json.dumps(metadata).encode())
    near = scheme("login", "openIdConnect", open_id_connect_url=f"{server.url}/metadata")
    served = SignIns(server)
    begun = of_client(client_at(near))
    served.opened(begun.url)
    with pytest.raises(RequestError, match=rf"{elsewhere}/token, which is not where"):
        begun.finish("code-S3CRET")
    assert served.forms == []
    begun = of_client(client_at(flow, token_url=f"{elsewhere}/token"))
    served.opened(begun.url)
    begun.finish("code-S3CRET")
    server.at["/metadata"] = lambda _sent: Says(404)
    with pytest.raises(RequestError, match=r"/metadata does not say where tokens are \(status 404\)"):
        of_client(client_at(near))


def test_people_are_not_sent_to_an_open_address(client_of, client_at, server):
    """Signing in over plain http is refused off loopback, as is a sign-in that has no client_id."""
    with pytest.raises(RequestError, match=r"http://a\.example/sign-in\?tenant=a, which is not encrypted"):
        of_client(client_at(flow_at("http://a.example")))
    with pytest.raises(ShapeError, match="client_id: is required"):
        of_client(client_of(operation("GET /x", "op"), schemes=(flow_at(server.url),)))
    with pytest.raises(ShapeError, match="client: must be a Client"):
        of_client(3)


def test_a_hint_names_the_sign_in(client_of, server):
    """Where no token is held, a refused call says how one is got."""
    server.says = Says(401)
    flow = flow_at(server.url)
    reply = client_of(operation("GET /x", "op", security=needs(flow)), schemes=(flow,)).op()
    assert "login (token=…, or authorization_code(client))" in reply.hint


def test_a_sign_in_is_not_pickled(client_at):
    """It holds what proves that this client began it."""
    begun = of_client(client_at())
    assert copy.copy(begun) is begun
    assert copy.deepcopy(begun) is begun
    with pytest.raises(TypeError, match="not pickled"):
        pickle.dumps(begun)


def test_a_server_that_is_yet_to_be_asked_comes_after_what_is_known(client_of, server):
    """Of two alternatives that are met, the one whose address of tokens stands in the document is taken."""
    far = scheme("far", "openIdConnect", open_id_connect_url="https://login.example/metadata")
    near = scheme("near", "oauth2", flows=(OAuthFlow(kind="clientCredentials", token_url=f"{server.url}/token"),))
    server.at["/token"] = lambda _sent: Says(data=b'{"access_token": "tok-S3CRET"}')
    asked = operation("GET /x", "op", security=needs(far, near))
    client = client_of(asked, schemes=(far, near), client_id="me", client_secret=SECRET)
    assert client.op().ok
    assert server.last.headers["authorization"] == "Bearer tok-S3CRET"
