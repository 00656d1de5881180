"""The documents that the tests of the mock ask: small, written for one question each."""

from __future__ import annotations

import json
from typing import Any

import httpx

from apiref_nb import Mock, load_api

HOST = "https://api.example.com"


def document(paths: dict[str, Any], **more: Any) -> dict[str, Any]:
    """A document of OpenAPI 3.1 with some paths."""
    return {
        "openapi": "3.1.0",
        "info": {"title": "Mocked", "version": "1"},
        "servers": [{"url": HOST}],
        "paths": paths,
    } | more


def mock_of(paths: dict[str, Any], *, seed: int = 0, dynamic: bool = False, **more: Any) -> Mock:
    """A mock of some paths."""
    return Mock(load_api(document(paths, **more)), seed=seed, dynamic=dynamic)


def answer_of(content: Any = None, **more: Any) -> dict[str, Any]:
    """A response: `application/json` with this schema, or whatever `more` says."""
    return {"description": "ok"} | ({"content": {"application/json": content}} if content is not None else {}) | more


def get(*parameters: dict[str, Any], **responses: Any) -> dict[str, Any]:
    """A GET operation; a response is named `r200`."""
    found = {name[1:]: value for name, value in responses.items()} or {"200": answer_of({"example": "ok"})}
    return {"get": {"parameters": list(parameters), "responses": found}}


def asked(mock: Mock, method: str, target: str, **more: Any) -> httpx.Response:
    """Send a request through httpx."""
    with httpx.Client(transport=mock, base_url=HOST) as client:
        return client.request(method, target, **more)


def places(response: httpx.Response) -> list[str]:
    """The places that a problem names."""
    return [error["field"] for error in json.loads(response.text).get("errors", [])]
