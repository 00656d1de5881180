"""The client against an application of Litestar, by the document that the framework itself writes.

Another hand's OpenAPI 3.1: bodies in msgspec's words, one schema for each way of validation, errors of status 400 that
every operation declares, parameters in headers and cookies, a file upload, an API key in the document's components.
"""

import asyncio
import datetime
import enum
import uuid
from dataclasses import dataclass
from decimal import Decimal
from typing import Annotated

import httpx
import pytest
from litestar import Controller, Litestar, delete, get, post, put
from litestar.connection import ASGIConnection
from litestar.datastructures import UploadFile
from litestar.exceptions import NotAuthorizedException, NotFoundException
from litestar.handlers import BaseRouteHandler
from litestar.openapi.config import OpenAPIConfig
from litestar.openapi.spec import Components, SecurityScheme, Server
from litestar.params import CookieParameter, FromPath, FromQuery, HeaderParameter, JSONBody, MultipartBody

from apiref_nb import load_api
from apiref_nb.client import Client
from apiref_nb.errors import ShapeError, StatusError

ADDRESS = "http://127.0.0.1:8000"
ONE = uuid.UUID(int=1)


class Kind(enum.Enum):
    """What a book is."""

    NOVEL = "novel"
    POEM = "poem"


@dataclass
class Book:
    """A record."""

    title: str
    pages: int
    kind: Kind
    printed: datetime.date | None = None
    price: Decimal | None = None


def keyed(connection: ASGIConnection, _handler: BaseRouteHandler) -> None:
    if connection.headers.get("x-key") != "key-S3CRET":
        raise NotAuthorizedException("no key")


class Books(Controller):
    path = "/books"

    @get()
    async def find(
        self, kind: FromQuery[Kind | None] = None, tag: FromQuery[list[str] | None] = None, limit: FromQuery[int] = 10
    ) -> list[str]:
        return [f"{kind} {tag} {limit}"]

    @post()
    async def add(self, data: JSONBody[Book]) -> Book:
        return data

    @get("/{book_id:uuid}")
    async def read(
        self,
        book_id: FromPath[uuid.UUID],
        language: Annotated[str, HeaderParameter(name="X-Language")],
        seen: Annotated[str | None, CookieParameter(name="seen")] = None,
    ) -> Book:
        if book_id != ONE:
            raise NotFoundException(f"no book {book_id}")
        return Book(f"{language} {seen}", 1, Kind.POEM, datetime.date(2024, 5, 17), Decimal("1.50"))

    @put("/{book_id:uuid}/cover")
    async def cover(
        self,
        book_id: FromPath[uuid.UUID],
        data: MultipartBody[dict[str, UploadFile]],
    ) -> dict[str, int]:
        return {name: len(await file.read()) for name, file in data.items()}

    @delete("/{book_id:uuid}", guards=[keyed], security=[{"key": []}])
    async def remove(self, book_id: FromPath[uuid.UUID]) -> None:
        return None


app = Litestar(
    [Books],
    openapi_config=OpenAPIConfig(
        title="Library",
        version="1",
        servers=[Server(url=ADDRESS)],
        components=Components(
            security_schemes={"key": SecurityScheme(type="apiKey", name="X-Key", security_scheme_in="header")}
        ),
    ),
)


@pytest.fixture
def client_of():
    """Make a client of the application's own document, carried to it without a socket."""

    def make(**credentials):
        document = app.openapi_schema.to_schema()
        return Client(load_api(document), transport=httpx.ASGITransport(app), **credentials)

    return make


def awaited(client, name, *arguments, **named):
    async def call():
        return await getattr(client.aio, name)(*arguments, **named)

    return asyncio.run(call())


def test_parameters_of_every_place_travel(client_of):
    """Repeated query values, an enum, a header, a cookie, a UUID in the path."""
    client = client_of()
    reply = awaited(client, "books_find", kind="poem", tag=["a", "b c"], limit=3)
    assert (reply.json(), reply.mismatches) == (["Kind.POEM ['a', 'b c'] 3"], ())
    reply = awaited(client, "books_book_id_read", ONE, x_language="de", seen="once")
    assert (reply["title"], reply.mismatches) == ("de once", ())
    with pytest.raises(ShapeError, match="kind"):
        awaited(client, "books_find", kind="song")


def test_a_body_travels_and_the_answer_is_as_declared(client_of):
    """A dataclass is a value like any other; dates and formats come back as the document says."""
    book = Book("A", 3, Kind.NOVEL, datetime.date(2024, 2, 29))
    reply = awaited(client_of(), "books_add", body=book)
    assert (reply.status, reply.mismatches) == (201, ())
    assert (reply["kind"], reply["printed"]) == ("novel", "2024-02-29")


def test_a_file_is_uploaded(client_of):
    """Multipart with a name of the caller's own."""
    reply = awaited(client_of(), "books_book_id_cover_cover", ONE, body={"cover": ("a.png", b"12345", "image/png")})
    assert (reply.status, reply.json()) == (200, {"cover": 5})


def test_an_error_has_the_frameworks_words(client_of):
    """`detail`, and `extra` with what is wrong; the status that the document declares is as declared."""
    missing = awaited(client_of(), "books_book_id_read", uuid.UUID(int=2), x_language="de")
    with pytest.raises(StatusError, match="404 Not Found: no book 0"):
        missing.raise_for_status()
    wrong = awaited(client_of(check=False), "books_add", body={"title": "A"})
    assert (wrong.status, wrong.declared, wrong.mismatches) == (400, True, ())
    with pytest.raises(StatusError, match="400 Bad Request: "):
        wrong.raise_for_status()


def test_a_key_of_the_document_gets_in(client_of):
    """An operation with a guard: refused without, let in with, and the key is never shown."""
    assert "key (api_key=…)" in awaited(client_of(), "books_book_id_remove", ONE).hint
    client = client_of(api_key="key-S3CRET")
    reply = awaited(client, "books_book_id_remove", ONE)
    assert (reply.status, reply.mismatches) == (204, ())
    assert "S3CRET" not in repr(client) + str(reply.describe())
