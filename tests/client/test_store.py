"""The client against the real pet store: the whole way from its document to records and back."""

from __future__ import annotations

import asyncio

import pytest

import petstore_flask
from apiref_nb.client import Client, verify
from apiref_nb.errors import ShapeError
from apiref_nb.load import load_api


@pytest.fixture(scope="module")
def store():
    """A running store."""
    handle = petstore_flask.start(name="tests of the client")
    yield handle
    handle.stop()


@pytest.fixture
def client(store):
    """A client that holds both credentials of the demo."""
    store.reset()
    with Client(load_api(store.openapi_url), api_key=store.api_key, token=store.token) as made:
        yield made


def test_the_store_is_called_as_its_document_says(client):
    """Create, read, change, search and delete a pet; every answer is as declared."""
    pet = client.add_pet({"name": "Moss", "photoUrls": [], "status": "pending"})
    replies = [
        pet,
        client.get_pet_by_id(pet["id"]),
        client.update_pet({**pet.json(), "status": "sold"}),
        client.update_pet_with_form(pet["id"], name="Fern"),
        client.upload_file(pet["id"], body=b"\x89PNG"),
        client.find_pets_by_status(status="sold"),
        client.delete_pet(pet["id"]),
        client.get_pet_by_id(pet["id"]),
    ]
    assert [reply.status for reply in replies] == [200] * 7 + [404]
    assert [reply.mismatches for reply in replies] == [()] * 8
    assert pet["id"] in {found["id"] for found in replies[5]}


def test_arguments_are_checked_before_the_store_is_asked(client, store):
    """A wrong argument never reaches the store."""
    before = len(store.log)
    with pytest.raises(ShapeError, match=r'^getPetById\.petId: must be integer \(got "x"\)$'):
        client.get_pet_by_id(petId="x")
    with pytest.raises(ShapeError, match=r"^addPet\.body\.photoUrls: is required$"):
        client.add_pet(body={"name": "a"})
    assert len(store.log) == before


def test_the_inventory_awaited(client):
    """The same call, awaited, gives the same value."""

    async def inventory():
        return await client.aio.get_inventory()

    assert asyncio.run(inventory()).json() == client.get_inventory().json()


def test_pets_become_a_frame(client):
    """A list of pets is a frame."""
    pytest.importorskip("pandas", reason="pandas is optional")
    frame = client.find_pets_by_status(status="available").frame()
    assert {"id", "name", "category.name", "status"} <= set(frame.columns)


def test_a_credential_that_is_missing_is_said(store):
    """Without a credential the store answers 401 as declared, and the reply says which argument is missing."""
    with Client(load_api(store.openapi_url)) as client:
        reply = client.get_inventory()
    assert (reply.status, reply.declared, reply.mismatches) == (401, True, ())
    assert "api_key=…" in reply.hint


def test_the_store_is_what_its_document_says(client):
    """`verify` over every operation finds nothing to complain about."""
    report = verify(client, methods=("GET", "POST", "PUT", "DELETE"))
    assert str(report).endswith("\n19 ok")
    assert report.ok
