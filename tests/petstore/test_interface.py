"""The tables of the interface, cell by cell: types of parameters, credentials in samples, and what there is not."""

from __future__ import annotations

import json
from typing import Any

import pytest

from apiref_nb import OpenApiEmbed, load_api
from petstore_flask.document import json_document
from petstore_flask.settings import Settings
from tests.display.page import Page

from .caller import Caller, assert_problem

DOCUMENT: dict[str, Any] = json.loads(json_document(Settings()))
OPERATIONS = {operation["operationId"]: operation for item in DOCUMENT["paths"].values() for operation in item.values()}

PARAMETERS = [
    ("findPetsByStatus", "status", "string", "available"),
    ("findPetsByTags", "tags", "array of string", None),
    *(
        (name, "petId", "integer", None)
        for name in ("getPetById", "updatePetWithForm", "deletePet", "uploadFile")
    ),
    ("updatePetWithForm", "name", "string", None),
    ("updatePetWithForm", "status", "string", None),
    ("deletePet", "api_key", "string", None),
    ("uploadFile", "additionalMetadata", "string", None),
    ("getOrderById", "orderId", "integer", None),
    ("deleteOrder", "orderId", "integer", None),
    ("loginUser", "username", "string", None),
    ("loginUser", "password", "string", None),
    *((name, "username", "string", None) for name in ("getUserByName", "updateUser", "deleteUser")),
]  # fmt: skip


@pytest.mark.parametrize(("operation_id", "name", "kind", "default"), PARAMETERS)
def test_parameter_has_the_type_and_default_of_the_interface(operation_id, name, kind, default):
    """Each parameter of the tables, with its type; one has a default."""
    (parameter,) = (each for each in OPERATIONS[operation_id]["parameters"] if each["name"] == name)
    schema = parameter["schema"]
    found = f"array of {schema['items']['type']}" if schema["type"] == "array" else schema["type"]
    assert (found, schema.get("default")) == (kind, default)


def test_no_parameter_is_missing_from_the_tables():
    """The list above holds every parameter of the document."""
    said = [(name, each["name"]) for name, operation in OPERATIONS.items() for each in operation.get("parameters", ())]
    assert sorted(said) == sorted((operation_id, name) for operation_id, name, _, _ in PARAMETERS)


def sample(operation_id: str) -> str:
    """The cURL command of an operation, as the reference shows it."""
    shown = Page(OpenApiEmbed(DOCUMENT, operations=[operation_id]).html)
    return shown.all("pre")[0].get_text()


@pytest.mark.parametrize(
    ("operation_id", "header"),
    [
        ("addPet", "Authorization: Bearer <access-token>"),
        ("deletePet", "Authorization: Bearer <access-token>"),
        ("getPetById", "X-API-Key: <api-key>"),
        ("getInventory", "X-API-Key: <api-key>"),
        ("createUser", "Accept: application/json"),
        ("createUsersWithListInput", "Accept: application/json"),
        ("getUserByName", "Accept: application/json"),
        ("updateUser", "Content-Type: application/json"),
        ("placeOrder", "Content-Type: application/json"),
        ("uploadFile", "Content-Type: application/octet-stream"),
    ],
)
def test_sample_carries_the_header_of_the_interface(operation_id, header):
    """Credentials as the interface presents them, the type of what is sent, and JSON where a body is answered."""
    assert f"-H '{header}'" in sample(operation_id)


@pytest.mark.parametrize("operation_id", ["placeOrder", "getOrderById", "deleteOrder", "createUser", "deleteUser"])
def test_sample_of_an_open_operation_carries_no_credential(operation_id):
    """Orders and users need none."""
    assert "<api-key>" not in sample(operation_id)
    assert "Authorization" not in sample(operation_id)


def test_there_are_no_events():
    """The service calls nobody: its document has no webhook and no callback."""
    assert "webhooks" not in DOCUMENT
    assert not any("callbacks" in operation for operation in OPERATIONS.values())
    assert load_api(DOCUMENT).webhooks == ()


def test_there_are_no_rate_limits(call_memory: Caller):
    """A hundred requests in a row are answered, none with 429, and no operation declares it."""
    assert {call_memory("GET", "/pet/1").status for _ in range(100)} == {200}
    assert not any("429" in operation["responses"] for operation in OPERATIONS.values())


def test_a_status_may_follow_any_other(call_memory: Caller):
    """There are no transitions: each status of a pet and of an order leads to each other one, and to none."""
    pet = {"id": 1, "name": "Biscuit", "photoUrls": []}
    for status in ("available", "sold", "pending", "available", "pending", "sold", "available"):
        assert call_memory("PUT", "/pet", pet | {"status": status}).json()["status"] == status
        assert call_memory("GET", "/pet/1").json()["status"] == status
    assert "status" not in call_memory("PUT", "/pet", pet).json()
    for status in ("placed", "delivered", "approved", "placed"):
        assert call_memory("POST", "/store/order", {"id": 1, "status": status}).json()["status"] == status


def test_statuses_are_named_in_the_document(call_memory: Caller):
    """The three of a pet, the three of an order; any other is refused."""
    schemas = DOCUMENT["components"]["schemas"]
    assert schemas["Pet"]["properties"]["status"]["enum"] == ["available", "pending", "sold"]
    assert schemas["Order"]["properties"]["status"]["enum"] == ["placed", "approved", "delivered"]
    assert schemas["Order"]["properties"]["shipDate"]["format"] == "date-time"
    assert_problem(call_memory("POST", "/pet", {"name": "x", "photoUrls": [], "status": "lost"}), 422)
