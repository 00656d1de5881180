"""Redirects: followed by hand, five at most, each hop judged anew."""

from __future__ import annotations

import pytest

from apiref_nb.errors import AddressError, RedirectError
from apiref_nb.fetching.cache import FetchCache
from apiref_nb.fetching.fetch import fetch
from apiref_nb.fetching.fetched import FetchLimits
from tests.fetching.conftest import Serve
from tests.transport.loopback import Connection


def countdown(connection: Connection) -> None:
    """/3 leads to /2, that to /1, that to the document."""
    left = int(connection.path[1:])
    if left:
        connection.answer(302, b"moved", location=str(left - 1))
    else:
        connection.answer(body=b"{}")


@pytest.mark.parametrize("hops", [0, 1, 5])
def test_up_to_five_redirects_are_followed(hops: int, serve: Serve, cache: FetchCache) -> None:
    """The document names how far it was and where it came from."""
    server = serve(countdown)
    fetched = fetch(f"{server.base}/{hops}", cache=cache)
    assert (fetched.hops, fetched.url, fetched.final_url) == (hops, f"{server.base}/{hops}", f"{server.base}/0")


def test_the_sixth_redirect_is_not_followed(serve: Serve, cache: FetchCache) -> None:
    """Five hops are made, and no more."""
    server = serve(countdown)
    with pytest.raises(RedirectError, match="More than 5 redirects"):
        fetch(f"{server.base}/6", cache=cache)
    assert server.paths == ["/6", "/5", "/4", "/3", "/2", "/1"]


def test_no_redirect_is_followed_when_none_is_allowed(serve: Serve, cache: FetchCache) -> None:
    """The number of hops is a limit that the caller may narrow."""
    with pytest.raises(RedirectError, match="More than 0 redirects"):
        fetch(f"{serve(countdown).base}/1", cache=cache, limits=FetchLimits(redirect_hops=0))


@pytest.mark.parametrize("status", [301, 302, 303, 307, 308])
def test_every_redirect_status_is_followed(status: int, serve: Serve, cache: FetchCache) -> None:
    """All five statuses mean the same for a GET request."""

    def play(connection: Connection) -> None:
        connection.answer(status if connection.path == "/" else 200, b"{}", location="/there")

    assert fetch(serve(play).base, cache=cache).final_url.endswith("/there")


def test_the_body_of_a_redirect_is_not_read(serve: Serve, cache: FetchCache) -> None:
    """A redirect whose body never ends leads on at once."""

    def play(connection: Connection) -> None:
        if connection.path == "/there":
            connection.answer(body=b"{}")
        else:
            connection.send(b"HTTP/1.1 302 Found\r\nLocation: /there\r\n\r\n")
            connection.flood(bytes(65536))

    assert fetch(serve(play).base, cache=cache).body == b"{}"


def test_a_redirect_may_be_written_in_utf_8(serve: Serve, cache: FetchCache) -> None:
    """Servers write other scripts into Location as they are; they are percent-encoded."""

    def play(connection: Connection) -> None:
        connection.answer(302 if connection.path == "/" else 200, location="/caf\u00e9")

    server = serve(play)
    assert fetch(server.base, cache=cache).final_url == f"{server.base}/caf%C3%A9"


def test_the_error_names_the_address_asked_for_and_the_hop(serve: Serve, cache: FetchCache) -> None:
    """The source is what the caller gave, the cause says which redirect went wrong."""
    server = serve(lambda connection: connection.answer(302, location="http://169.254.169.254/latest"))
    with pytest.raises(AddressError) as caught:
        fetch(f"{server.base}/openapi.json", cache=cache)
    assert caught.value.source == f"{server.base}/openapi.json"
    assert caught.value.cause.startswith('The host "169.254.169.254", reached by redirect 1, must not be contacted')
