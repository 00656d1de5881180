"""The client against applications of a real framework, by the document that the framework itself writes.

FastAPI: OpenAPI 3.1, optional parameters as `anyOf` with null, OAuth 2.0's password flow, problems as `detail`.
"""

import asyncio
import datetime
import inspect
import ipaddress
import uuid
from enum import StrEnum
from typing import Annotated, Any

import httpx
import pytest
from fastapi import Body, Depends, FastAPI, HTTPException, UploadFile
from fastapi.security import OAuth2PasswordBearer, OAuth2PasswordRequestForm
from pydantic import (
    UUID1,
    UUID3,
    UUID4,
    UUID5,
    UUID6,
    UUID7,
    UUID8,
    BaseModel,
    IPvAnyAddress,
    IPvAnyInterface,
    IPvAnyNetwork,
    Json,
)

from apiref_nb import load_api
from apiref_nb.client import Client
from apiref_nb.client.verify import sample_arguments
from apiref_nb.errors import ShapeError, StatusError

ADDRESS = "http://127.0.0.1:8000"
BEARER = OAuth2PasswordBearer(tokenUrl="token")
app = FastAPI(title="Shop", servers=[{"url": ADDRESS}])


class Size(StrEnum):
    """What a form of choices becomes in a document."""

    SMALL = "small"
    LARGE = "large"


class Item(BaseModel):
    """A record."""

    name: str
    price: float
    made: datetime.date | None = None


@app.post("/token")
def token(form: Annotated[OAuth2PasswordRequestForm, Depends()]) -> dict[str, str | int]:
    if form.password != "pass-S3CRET":
        raise HTTPException(400, "Incorrect username or password")
    return {"access_token": "tok-S3CRET", "token_type": "bearer", "expires_in": 60}


@app.get("/items")
def items(size: Size | None = None, limit: int | None = None, since: datetime.date | None = None) -> list[str]:
    return [f"{size} {limit} {since}"]


@app.post("/items", status_code=201)
def add(item: Item) -> Item:
    return item


class Written(BaseModel):
    """Texts whose format only pydantic knows."""

    numbers: tuple[UUID1, UUID3, UUID4, UUID5, UUID6, UUID7, UUID8]
    any_address: IPvAnyAddress
    any_interface: IPvAnyInterface
    any_network: IPvAnyNetwork
    network: ipaddress.IPv4Network
    network6: ipaddress.IPv6Network
    interface: ipaddress.IPv4Interface
    interface6: ipaddress.IPv6Interface
    took: datetime.timedelta
    data: Json[dict[str, int]]


@app.post("/written")
def written(body: Written) -> None:
    return None


@app.post("/any")
def anything(body: Annotated[Any, Body()]) -> Any:
    return body


@app.post("/name")
def name(body: Annotated[str | None, Body()]) -> str | None:
    return body


@app.post("/files")
def files(first: UploadFile, second: UploadFile | None = None, more: list[UploadFile] | None = None) -> list[str]:
    return [str(one.filename) for one in (first, second, *(more or [])) if one is not None]


@app.get("/mine/{item_id}")
def mine(item_id: uuid.UUID, said: Annotated[str, Depends(BEARER)]) -> dict[str, str]:
    if said != "tok-S3CRET":
        raise HTTPException(401, "Could not validate credentials")
    return {"id": str(item_id)}


@pytest.fixture
def client_of():
    """Make a client of the application's own document, carried to it without a socket."""

    def make(**credentials):
        return Client(load_api(app.openapi()), transport=httpx.ASGITransport(app), **credentials)

    return make


@pytest.mark.parametrize("name", ["written_written_post", "files_files_post", "anything_any_post", "name_name_post"])
def test_the_sample_of_a_body_is_taken(client_of, name):
    """What the page shows is a request that the framework accepts: its formats, optional files, values of any type."""
    client = client_of()
    arguments, _ = sample_arguments(client[name])
    reply = awaited(client, name, **arguments)
    assert (reply.status, reply.mismatches) == (200, ()), reply.text
    if name == "files_files_post":
        assert reply.json() == ["file.bin"] * 3


def test_text_for_a_body_that_may_be_null_is_text(client_of):
    """`str | None` takes a text as it is, not as JSON that was written already."""
    assert awaited(client_of(), "name_name_post", body="Ann").json() == "Ann"


def awaited(client, name, **arguments):
    async def call():
        return await getattr(client.aio, name)(**arguments)

    return asyncio.run(call())


def test_optional_parameters_have_their_types_and_travel(client_of):
    """`Size | None`, `int | None` and `date | None` are what the signature says."""
    client = client_of()
    shown = inspect.signature(client.items_items_get).parameters
    assert (shown["limit"].annotation, shown["since"].annotation) == (int | None, str | datetime.date | None)
    given = {"size": "small", "limit": 3, "since": datetime.date(2026, 1, 2)}
    reply = awaited(client, "items_items_get", **given)
    assert (reply.json(), reply.mismatches) == (["small 3 2026-01-02"], ())
    with pytest.raises(ShapeError, match="size"):
        awaited(client, "items_items_get", size="huge")


def test_a_body_travels_as_its_model_and_the_answer_is_as_declared(client_of):
    """A pydantic model is a value like any other."""
    reply = awaited(client_of(), "add_items_post", body=Item(name="bolt", price=0.5))
    assert (reply.status, reply.mismatches, reply["name"]) == (201, (), "bolt")


def test_the_password_flow_of_the_document_gets_in(client_of):
    """`tokenUrl: token` is relative to the server; the token is asked for once and masked."""
    client = client_of(username="ann", password="pass-S3CRET")
    one = uuid.uuid4()
    for _ in range(2):
        reply = awaited(client, "mine_mine__item_id__get", item_id=one)
        assert (reply.status, reply.json()) == (200, {"id": str(one)})
    assert "S3CRET" not in repr(client) + str(reply.describe())


def test_an_error_has_the_frameworks_words(client_of):
    """`detail` is text, or a list of what is wrong."""
    refused = awaited(client_of(token="nix-S3CRET"), "mine_mine__item_id__get", item_id=uuid.uuid4())
    with pytest.raises(StatusError, match=r"401 Unauthorized: Could not validate credentials"):
        refused.raise_for_status()
    client = Client(load_api(app.openapi()), transport=httpx.ASGITransport(app), check=False)
    wrong = awaited(client, "items_items_get", limit="many")
    with pytest.raises(StatusError, match=r"422 .*: Input should be a valid integer"):
        wrong.raise_for_status()
