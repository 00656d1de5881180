"""Cookies of answers: kept only when asked, sent to the client's own origin only, and never shown."""

from __future__ import annotations

import asyncio
import json

import pytest

from apiref_nb.client import Client
from apiref_nb.client.limits import CALLS
from tests.client.documents import api, needs, operation, parameter, scheme
from tests.client.loopback import Says

IN = operation("POST /in", "sign_in", security=None)
OP = operation("GET /x", "op", security=None)


def setting(*cookies, status=200, headers=()):
    return lambda _sent: Says(status, [*headers, *(("Set-Cookie", cookie) for cookie in cookies)])


@pytest.fixture
def session_of(client_of, server):
    server.at["/in"] = setting("sid=S3CRET-session; HttpOnly; Path=/", "lang=en")

    def make(*operations, **arguments):
        return client_of(IN, OP, *operations, **arguments)

    return make


def test_cookies_are_kept_only_when_asked(session_of, server):
    """A plain client forgets them with the answer."""
    for keep, expected in ((False, None), (True, "sid=S3CRET-session; lang=en")):
        client = session_of(keep_cookies=keep)
        client.sign_in()
        client.op()
        assert server.last.headers.get("cookie") == expected
        asyncio.run(_awaited(client))
        assert server.last.headers.get("cookie") == expected


async def _awaited(client):
    return await client.aio.op()


def test_a_kept_cookie_is_never_shown(session_of, server):
    """Neither where the server sets it nor where it sends it back in a body."""
    server.at["/x"] = lambda sent: Says(data=json.dumps({"you sent": sent.headers["cookie"]}).encode())
    client = session_of(keep_cookies=True)
    first, second = client.sign_in(), client.op()
    assert second.json() == {"you sent": "sid=S3CRET-session; lang=en"}
    shown = [repr(client), str(vars(client)), str(vars(client._session)), str(first.describe()), str(second.describe())]
    assert "S3CRET" not in "".join(shown)


def test_a_cookie_that_is_given_wins(session_of, server):
    """One of the reader's, one of a parameter and one of a security scheme stand before what is kept."""
    key = scheme("key", name="sid", location="cookie")
    own = operation("GET /y", "own", security=None, parameters=[parameter("sid", "cookie", {"type": "string"})])
    secured = operation("GET /z", "secured", security=needs(key))
    client = session_of(own, secured, schemes=(key,), api_key="key-S3CRET", keep_cookies=True)
    client.sign_in()
    client.own(sid="mine")
    assert server.last.headers["cookie"] == "sid=mine; lang=en"
    client.secured()
    assert server.last.headers["cookie"] == "sid=key-S3CRET; lang=en"
    named = session_of(cookies={"lang": "de"}, keep_cookies=True)
    named.sign_in()
    named.op()
    assert server.last.headers["cookie"] == "lang=de; sid=S3CRET-session"


def test_cookies_of_a_redirect_count_at_once(session_of, server):
    """What the first answer sets goes with the request that follows it, once."""
    server.at["/in"] = setting("sid=a; Path=/", status=302, headers=[("Location", "/x")])
    client = session_of(operation("GET /in", "through", security=None), keep_cookies=True)
    client.through()
    assert (server.last.target, server.last.headers["cookie"]) == ("/x", "sid=a")
    server.at["/x"] = setting("sid=b; Path=/")
    client.through()
    client.op()
    assert server.last.headers["cookie"] == "sid=b"


def test_cookies_stay_at_the_clients_own_origin(session_of, server):
    """An operation that the document sends elsewhere carries none, and sets none."""
    there = server.url.replace("127.0.0.1", "localhost")
    elsewhere = operation("GET /in", "elsewhere", security=None, servers=[there])
    with Client(api(IN, OP, elsewhere, servers=[server.url]), keep_cookies=True) as client:
        client.elsewhere()
        client.op()
        assert "cookie" not in server.last.headers
        client.sign_in()
        client.elsewhere()
        assert "cookie" not in server.last.headers
        client.op()
        assert "cookie" in server.last.headers


def test_a_cookie_ends_when_the_server_says_so(session_of, server):
    """`Max-Age=0` takes it back; one of another path is not sent; of another domain it is not taken."""
    client = session_of(keep_cookies=True)
    client.sign_in()
    server.at["/in"] = setting("sid=; Max-Age=0; Path=/", "deep=1; Path=/deep", "far=1; Domain=example.com")
    client.sign_in()
    client.op()
    assert server.last.headers["cookie"] == "lang=en"


def test_another_user_has_cookies_of_their_own(session_of, server):
    """`with_credentials` makes a client that has not signed in."""
    client = session_of(keep_cookies=True)
    client.sign_in()
    other = client.with_credentials(token="tok-S3CRET")
    other.op()
    assert "cookie" not in server.last.headers
    other.sign_in()
    other.op()
    assert "cookie" in server.last.headers


def test_what_is_kept_is_bounded(session_of, server):
    """A server cannot make requests grow without end."""
    client = session_of(keep_cookies=True)
    for letter in "ab":
        server.at["/in"] = setting(*(f"{letter}{number}=v" for number in range(80)))
        client.sign_in()
    client.op()
    assert len(server.last.headers["cookie"].split("; ")) == CALLS.max_cookies
