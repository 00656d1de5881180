"""The two operations that page: there on request only, true to their document, and stable while records change."""

import json

import pytest

import petstore_flask
from apiref_nb import Client, load_api
from petstore_flask.document import build_document, json_document
from petstore_flask.list_operations import LIST_OPERATIONS, cursor_after
from petstore_flask.operations import OPERATIONS
from petstore_flask.settings import Settings, settings_from_environment


@pytest.fixture
def client(database_url):
    with petstore_flask.start(name="paging-store", database_url=database_url, paging=True) as handle:
        handle.reset()
        yield Client(load_api(handle.openapi_url), token=handle.token)


def test_the_default_document_has_none_of_them():
    """They are an extension: without it not one byte of the document changes."""
    plain, extended = build_document(Settings()), build_document(Settings(paging=True))
    added = set(extended["paths"]) - set(plain["paths"])
    assert added == {"/pets", "/store/orders"} == {operation.path for operation in LIST_OPERATIONS}
    for path in added:
        del extended["paths"][path]
    assert json.dumps(plain) == json.dumps(extended)
    assert len(OPERATIONS) == 19


def test_it_is_a_setting_of_the_environment():
    """PETSTORE_PAGING says on or off."""
    assert settings_from_environment({"PETSTORE_PAGING": "on"}).paging
    assert not settings_from_environment({}).paging
    with pytest.raises(ValueError, match="PETSTORE_PAGING"):
        settings_from_environment({"PETSTORE_PAGING": "yes"})


def test_the_document_says_how_it_pages():
    """What a client reads from it: tokens, and where the records stand."""
    client = Client(load_api(json.loads(json_document(Settings(paging=True)))), "http://localhost")
    for call, records in ((client.list_pets, ("pets",)), (client.list_orders, ("orders",))):
        paging = call.paging
        assert (paging.kind, paging.parameter, paging.next, paging.size) == ("cursor", "cursor", "nextCursor", "limit")
        assert (paging.records, paging.total) == (records, ("total",))


def test_all_pages_give_every_record_once(client):
    """Pets by status, and orders, in small pages."""
    every = [pet["id"] for pet in client.list_pets.pages(limit=3).rows()]
    assert every == [1, 2, 3, 4, 5, 6, 7, 8]
    available = {pet["status"] for pet in client.list_pets.pages(status="available,sold", limit=1).rows()}
    assert available == {"available", "sold"}
    orders = list(client.list_orders.pages(limit=2).rows())
    assert [order["id"] for order in orders] == sorted({order["id"] for order in orders})
    assert all(not reply.mismatches for reply in client.list_pets.pages(limit=3))


def test_records_that_come_and_go_meanwhile_change_nothing_else(client):
    """A cursor stands behind a record, not at a number."""
    pages = client.list_pets.pages(limit=2)
    first = next(pages)
    client.delete_pet(1)
    client.delete_pet(3)
    client.add_pet({"name": "Late", "photoUrls": []})
    rest = [pet["id"] for reply in pages for pet in reply["pets"]]
    assert [pet["id"] for pet in first["pets"]] == [1, 2]
    assert rest[:5] == [4, 5, 6, 7, 8]
    assert len(rest) == 6


@pytest.mark.parametrize("cursor", ["", "page-2", "é", "YWZ0ZXIgMDE", "x" * 200, cursor_after(3)[:-1], "YWZ0ZXI"])
def test_a_cursor_of_nobody_is_refused(client, cursor):
    """With 400 and the name of the parameter, never an error of the server."""
    reply = client.list_orders(cursor=cursor)
    assert reply.status == 400
    assert reply["errors"] == [{"field": "cursor", "message": "must be the nextCursor of an answer"}]


@pytest.mark.parametrize("limit", [0, 101, -1])
def test_the_size_of_a_page_is_bounded(client, limit):
    """1 to 100."""
    loose = Client(client.api, token="x", check=False)
    assert loose.list_orders(limit=limit)["errors"] == [{"field": "limit", "message": "must be 1 to 100"}]


def test_their_examples_are_true(database_url):
    """What the document shows is what the service answers."""
    with petstore_flask.start(name="paging-store", database_url=database_url, paging=True) as handle:
        handle.reset()
        loose = Client(load_api(handle.openapi_url), token=handle.token, check=False)
        for operation in LIST_OPERATIONS:
            for example in operation.examples:
                reply = loose[operation.operation_id](**example.parameters)
                answer = reply.json()
                told = {name: answer[name] for name in example.answer}
                assert (reply.status, told) == (example.status, example.answer), example.name
                assert example.status == 400 or answer == example.answer
