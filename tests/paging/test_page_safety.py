"""What pages keep to: waits that a server asks for, connections that are cut, where they go on, and whom they trust."""

from __future__ import annotations

import json

import pytest

from apiref_nb import ApirefError, PagingError
from apiref_nb.errors import RequestError, ShapeError, StatusError
from tests.paging.service import ALL, KINDS, Service, ids, pages_of


@pytest.mark.parametrize("concurrency", [1, 3])
def test_a_wait_that_the_server_asks_for_is_kept_and_said(concurrency, monkeypatch):
    """429 and 503 with Retry-After: the page is asked for again after that time."""
    slept = []
    monkeypatch.setattr("apiref_nb.transport.ways.time.sleep", slept.append)
    service = Service(busy={2: (429, {"Retry-After": "7"}), 4: (503, {})})
    pages = pages_of(service, "by_page", concurrency=concurrency)
    assert ids(pages.rows()) == ALL
    assert sorted(slept) == [1.0, 7.0]
    assert any("status 429, waited 7 s as Retry-After asks" in note for note in pages.notes)


def test_patience_has_an_end(monkeypatch):
    """A server that asks for more time than there is: the error says how to go on later, and asking on works."""
    monkeypatch.setattr("apiref_nb.transport.ways.time.sleep", lambda seconds: None)
    service = Service(busy={2: (429, {"Retry-After": "3600"})})
    pages = pages_of(service, "by_page")
    rows = pages.rows()
    assert ids([next(rows), next(rows), next(rows)]) == [0, 1, 2]
    with pytest.raises(StatusError, match=r"asks to wait 3600 s more.*patience_seconds=300.*resume_state"):
        next(rows)
    assert ids(pages.rows()) == ALL[3:]


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("concurrency", [1, 2])
def test_a_cut_connection_loses_and_repeats_nothing(kind, concurrency):
    """The error is raised; asking on asks for the same page again."""
    if concurrency > 1 and kind not in ("by_page", "by_offset"):
        return
    pages = pages_of(Service(cut=(2, 3)), kind, concurrency=concurrency)
    found, errors = [], 0
    while True:
        try:
            for reply in pages:
                found += pages.records(reply)
        except RequestError:
            errors += 1
        else:
            break
    assert (ids(found), errors) == (ALL, 2)


def test_retries_of_the_client_hold_for_pages():
    """A GET that was cut off is sent again by the client itself."""
    pages = Service(cut=(2,)).client(retries=1).by_cursor.pages()
    assert ids(pages.rows()) == ALL


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("taken", [0, 1, 3, 5, 10])
def test_it_goes_on_where_it_was(kind, taken):
    """`resume_state()` is a JSON value from which another iterator gives the rest, to the record."""
    pages = pages_of(Service(), kind)
    rows = pages.rows()
    before = [next(rows) for _ in range(taken)]
    state = json.loads(json.dumps(pages.resume_state()))
    rest = pages_of(Service(), kind, start=state)
    assert ids(before) + ids(rest.rows()) == ALL


def test_pages_given_whole_go_on_behind_them():
    """Who takes replies goes on with the next page."""
    pages = pages_of(Service(), "by_cursor")
    next(pages), next(pages)
    assert ids(pages_of(Service(), "by_cursor", start=pages.resume_state()).rows()) == [6, 7, 8, 9]


def test_a_state_of_something_else_is_refused():
    """Of another operation, or no state at all."""
    pages = pages_of(Service(), "by_cursor")
    with pytest.raises(PagingError, match=r"start: must be what resume_state\(\) gave for GET /by-page"):
        pages_of(Service(), "by_page", start=pages.resume_state())
    with pytest.raises(ShapeError, match="start: must be what"):
        pages_of(Service(), "by_page", start=3)


@pytest.mark.parametrize("kind", ["by_address", "by_header"])
def test_credentials_stay_at_home(kind):
    """A next address gets the credential once, from the client, and a state holds none."""
    service = Service()
    client = service.client(api_key="k-S3CRET")
    pages = client[kind].pages()
    first = next(pages)
    assert "S3CRET" not in json.dumps(pages.resume_state())
    list(pages)
    assert all(request.url.params.get_list("api_key") == ["k-S3CRET"] for request in service.requests)
    assert "S3CRET" not in repr(first) + first.url


def test_a_next_address_on_another_origin_is_refused():
    """Unless the reader allows it, and then no credential goes there."""
    service = Service(home="https://evil.example")
    client = service.client(token="t-S3CRET")
    with pytest.raises(PagingError, match=r"another origin, https://evil\.example, than the call.*allow_origins="):
        list(client.by_address.pages())
    assert [request.url.host for request in service.requests] == ["api.example.com"]
    pages = client.by_address.pages(allow_origins=["https://evil.example"])
    assert ids(pages.rows()) == ALL
    there = [request for request in service.requests if request.url.host == "evil.example"]
    assert there
    assert all("authorization" not in request.headers for request in there)


@pytest.mark.parametrize(
    "home", ["ftp://api.example.com", "https://user:pass@api.example.com", "https://[::1", "http://api.example.com"]
)
def test_addresses_that_lead_elsewhere_are_refused(home):
    """Another scheme, a user name, no address at all, and the way out of TLS."""
    with pytest.raises(ApirefError):
        list(pages_of(Service(home=home), "by_address"))
