"""What one call sends: redirects that are followed, calls that are sent again."""

from __future__ import annotations

import asyncio

import pytest

from apiref_nb.errors import RequestError
from tests.client.documents import body, needs, operation, response, scheme
from tests.client.loopback import Says

BEARER = scheme("bearer_auth", "http", scheme="bearer")


def redirect(location, status=302):
    return lambda sent: Says(status, [("Location", location)])


@pytest.mark.parametrize("status", [301, 302, 303, 307, 308])
@pytest.mark.parametrize("method", ["GET", "HEAD"])
def test_a_redirect_on_the_same_origin_is_followed(client_of, server, status, method):
    """The credential goes along, for it is the same origin; the reply names the way."""
    server.at["/x"] = redirect("/there?page=2", status)
    client = client_of(operation(f"{method} /x", "op", security=needs(BEARER)), schemes=(BEARER,), token="tok-S3CRET")
    reply = client.op()
    assert (reply.status, reply.redirects) == (200, (f"{server.url}/there?page=2",))
    assert (server.last.method, server.last.target) == (method, "/there?page=2")
    assert server.last.headers["authorization"] == "Bearer tok-S3CRET"


@pytest.mark.parametrize(("status", "data"), [(302, b""), (307, b'{"q":1}')])
def test_a_body_goes_along_where_the_redirect_keeps_it(client_of, server, status, data):
    """307 and 308 repeat the request; the others ask for the new address alone."""
    server.at["/x"] = redirect("/there", status)
    client_of(operation("GET /x", "op", request_body=body({"type": "object"}))).op({"q": 1})
    assert (server.last.target, server.last.data) == ("/there", data)
    assert server.last.headers.get("content-length", "0") == str(len(data))


def test_five_redirects_are_followed_and_no_more(client_of, server):
    """A circle ends, and the hint says how."""
    server.at["/x"] = redirect("/x")
    reply = client_of(operation("GET /x", "op")).op()
    assert (reply.status, len(server.requests)) == (302, 6)
    assert reply.hint.startswith("5 redirects were followed")


@pytest.mark.parametrize(
    ("asked", "words"),
    [
        (("GET /x", "http://localhost:9/there", ()), "Redirects to another origin are not followed"),
        (("GET /x", "//ann:pw@127.0.0.1/there", ()), "Redirects to another origin are not followed"),
        (("POST /x", "/there", ()), "Redirects are followed for GET and HEAD only"),
        (("GET /x", "/there", (response("302"),)), "The document declares this redirect"),
        (("GET /x", "/there", (response("3XX"),)), "The document declares this redirect"),
    ],
)
def test_a_redirect_that_is_not_followed_says_why(client_of, server, asked, words):
    """Another origin, another method, or a redirect that the document declares: the reply is the redirect."""
    key, location, responses = asked
    server.at["/x"] = redirect(location)
    reply = client_of(operation(key, "op", responses=responses)).op()
    assert (reply.status, len(server.requests), reply.redirects) == (302, 1, ())
    assert reply.hint.startswith(words)


def busy(times, status=503, **headers):
    """Answers so often with a status, then with 200."""
    left = [times]

    def answer(sent):
        left[0] -= 1
        return Says(status, list(headers.items())) if left[0] >= 0 else Says()

    return answer


@pytest.mark.parametrize("awaited", [False, True])
@pytest.mark.parametrize("status", [429, 503])
def test_a_busy_server_is_asked_again_after_the_time_that_it_says(client_of, server, status, awaited):
    """`Retry-After: 0` is at once; the last answer counts."""
    server.at["/x"] = busy(2, status, **{"Retry-After": "0"})
    client = client_of(operation("GET /x", "op"), retries=2)
    reply = asyncio.run(_awaited(client)) if awaited else client.op()
    assert (reply.status, len(server.requests)) == (200, 3)


async def _awaited(client):
    return await client.aio.op()


@pytest.mark.parametrize(
    ("key", "retries", "wait"), [("GET /x", 0, "0"), ("POST /x", 3, "0"), ("PATCH /x", 3, "0"), ("GET /x", 3, "3600")]
)
def test_nothing_is_sent_again_unasked(client_of, server, key, retries, wait):
    """None by default, none for a method that may change data twice, none after the end of the call's time."""
    server.at["/x"] = busy(9, **{"Retry-After": wait})
    reply = client_of(operation(key, "op"), retries=retries).op()
    assert (reply.status, len(server.requests)) == (503, 1)


def test_a_server_that_is_not_reached_is_asked_again(client_of, monkeypatch):
    """A closed port is tried once more for each retry; then the error is what it was."""
    client = client_of(operation("GET /x", "op"), base_url="http://127.0.0.1:1", retries=1)
    carried = []
    real = client._session.transport.handle_request
    monkeypatch.setattr(client._session.transport, "handle_request", lambda request: carried.append(1) or real(request))
    with pytest.raises(RequestError, match="nothing listens at"):
        client.op()
    assert len(carried) == 2


def test_clients_with_other_credentials_share_connections(client_of, server):
    """`with_credentials` opens no second pool."""
    client = client_of(operation("GET /x", "op", security=needs(BEARER)), schemes=(BEARER,), token="one-S3CRET")
    other = client.with_credentials(token="two-S3CRET")
    assert other._session.transport is client._session.transport
    other.op()
    assert server.last.headers["authorization"] == "Bearer two-S3CRET"
