"""A document of records with every kind of column, and records as servers send them."""

from __future__ import annotations

import json

import httpx

from apiref_nb import Client, load_api

ORDER = {
    "type": "object",
    "properties": {
        "id": {"type": "integer", "format": "int64"},
        "placed": {"type": "string", "format": "date-time"},
        "due": {"type": "string", "format": "date"},
        "weight": {"type": "number"},
        "paid": {"type": "boolean"},
        "note": {"type": ["string", "null"]},
        "status": {"type": "string", "enum": ["open", "shipped", "lost"]},
        "total": {"type": "number", "format": "decimal", "multipleOf": 0.01},
        "customer": {
            "type": "object",
            "properties": {"name": {"type": "string"}, "address": {"$ref": "#/components/schemas/Address"}},
        },
        "tags": {"type": "array", "items": {"type": "string"}},
        "lines": {
            "type": "array",
            "items": {"type": "object", "properties": {"sku": {"type": "string"}, "n": {"type": "integer"}}},
        },
        "labels": {"type": "object", "additionalProperties": {"type": "integer"}},
        "anything": {},
    },
}  # fmt: skip
ADDRESS = {"type": "object", "properties": {"city": {"type": "string"}, "zip": {"type": "string"}}}

NAMES = [
    "id", "placed", "due", "weight", "paid", "note", "status", "total", "customer.name", "customer.address.city",
    "customer.address.zip", "tags", "lines", "labels", "anything",
]  # fmt: skip

ROW = {
    "id": 9007199254740993,
    "placed": "2024-05-17T09:30:00.123456789+02:00",
    "due": "2024-05-20",
    "weight": 1.5,
    "paid": True,
    "note": None,
    "status": "open",
    "total": 19.99,
    "customer": {"name": "Zoë", "address": {"city": "Bern", "zip": "3000"}},
    "tags": ["a", "b"],
    "lines": [{"sku": "x", "n": 2}, {"sku": "y", "n": 1}],
    "labels": {"a": 1},
    "anything": {"k": [1, "2"]},
}


def document(schema=None, *, wrapped=None, path="/orders", media_type="application/json", schemas=None):
    """A document whose one operation answers with a list of records."""
    item = {"$ref": "#/components/schemas/Order"} if schema is None else schema
    body = {"type": "array", "items": item}
    if wrapped:
        body = {"type": "object", "properties": {"total": {"type": "integer"}, wrapped: body}}
    return {
        "openapi": "3.1.0",
        "info": {"title": "Shop", "version": "1"},
        "servers": [{"url": "http://127.0.0.1"}],
        "paths": {
            path: {
                "get": {
                    "operationId": "orders",
                    "responses": {"200": {"description": "Them", "content": {media_type: {"schema": body}}}},
                }
            }
        },
        "components": {"schemas": {"Order": ORDER, "Address": ADDRESS, **(schemas or {})}},
    }


def answered(value, made=None, *, media_type="application/json"):
    """The reply to the one operation of a document."""
    data = value if isinstance(value, bytes) else json.dumps(value).encode()
    headers = {"content-type": media_type}
    transport = httpx.MockTransport(lambda request: httpx.Response(200, headers=headers, content=data))
    return Client(load_api(made or document()), transport=transport).orders()
