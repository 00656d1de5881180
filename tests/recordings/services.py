"""A small document and a service of it that lives in the test: a transport which counts what it was asked."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable

import httpx

from apiref_nb import Client, load_api

PET = {
    "type": "object",
    "required": ["name"],
    "properties": {"name": {"type": "string"}, "price": {"type": "number"}},
}
ANSWER = {"200": {"description": "ok", "content": {"application/json": {"schema": PET}}}}
ANYTHING = {"default": {"description": "any", "content": {"*/*": {}}}}


def body(kind: str, schema: dict[str, object]) -> dict[str, object]:
    """A required request body of one media type."""
    return {"required": True, "content": {kind: {"schema": schema}}}


LOGIN = {
    "type": "object",
    "properties": {"user": {"type": "string"}, "pin": {"type": "string", "format": "password"}},
}
DOCUMENT: dict[str, object] = {
    "openapi": "3.1.0",
    "info": {"title": "Pets", "version": "1"},
    "servers": [{"url": "https://pets.test/v1"}],
    "components": {
        "securitySchemes": {
            "key": {"type": "apiKey", "in": "query", "name": "key"},
            "login": {
                "type": "oauth2",
                "flows": {"clientCredentials": {"tokenUrl": "https://pets.test/token", "scopes": {}}},
            },
            "digest": {"type": "http", "scheme": "digest"},
        }
    },
    "paths": {
        "/pets/{id}": {
            "get": {
                "operationId": "pet",
                "parameters": [{"name": "id", "in": "path", "required": True, "schema": {"type": "integer"}}],
                "responses": ANSWER,
            },
        },
        "/pets": {
            "get": {
                "operationId": "pets",
                "parameters": [
                    {"name": "q", "in": "query", "schema": {"type": "string"}},
                    {"name": "page_token", "in": "query", "schema": {"type": "string"}},
                    {"name": "X-Language", "in": "header", "schema": {"type": "string"}},
                ],
                "responses": ANYTHING,
            },
            "post": {
                "operationId": "add",
                "requestBody": body("application/json", PET),
                "responses": ANSWER,
            },
        },
        "/upload": {
            "post": {
                "operationId": "upload",
                "requestBody": body(
                    "multipart/form-data",
                    {
                        "type": "object",
                        "properties": {"note": {"type": "string"}, "file": {"type": "string", "format": "binary"}},
                    },
                ),
                "responses": ANYTHING,
            }
        },
        "/login": {
            "post": {
                "operationId": "login",
                "requestBody": body("application/json", LOGIN),
                "responses": ANYTHING,
            },
        },
        "/mine": {
            "get": {"operationId": "mine", "security": [{"login": []}], "responses": ANYTHING},
        },
        "/digest": {
            "get": {"operationId": "digest", "security": [{"digest": []}], "responses": ANYTHING},
        },
        "/keyed": {
            "get": {"operationId": "keyed", "security": [{"key": []}], "responses": ANYTHING},
        },
    },
}


def changed(change: Callable[[dict[str, object]], object]) -> dict[str, object]:
    """The document after something was done to it."""
    document = copy.deepcopy(DOCUMENT)
    change(document)
    return document


class Service(httpx.BaseTransport):
    """Answers with what a function says, and keeps what it was asked."""

    def __init__(self, answer: Callable[[httpx.Request], httpx.Response] | None = None) -> None:
        self.asked: list[httpx.Request] = []
        self._answer = answer or self._counted

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        self.asked.append(request)
        return self._answer(request)

    def _counted(self, request: httpx.Request) -> httpx.Response:
        return httpx.Response(200, json={"name": f"answer {len(self.asked)}"})


class Nothing(httpx.BaseTransport):
    """There is no network."""

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        raise AssertionError(f"{request.method} {request.url} was sent")


def client(transport: httpx.BaseTransport, path: object, *, document: object = None, **more: object) -> Client:
    """A client of the document with a recording."""
    api = load_api(DOCUMENT if document is None else document)
    return Client(api, transport=transport, recording=path, **more)


def entries(path) -> list[dict[str, object]]:
    """The entries of a recording."""
    return json.loads(path.read_text(encoding="utf-8"))["log"]["entries"]
