"""A small document of the project's own, with one of everything that a reference shows."""

from __future__ import annotations

from copy import deepcopy
from typing import Any

DOCUMENT: dict[str, Any] = {
    "openapi": "3.1.0",
    "info": {
        "title": "Museum Desk",
        "version": "2.3.0",
        "description": "Tickets and *opening hours*.",
        "termsOfService": "https://museum.example/terms",
        "contact": {"name": "Front desk", "email": "desk@museum.example"},
        "license": {"name": "MIT", "url": "https://museum.example/license"},
    },
    "servers": [{"url": "https://api.museum.example/v1", "description": "Live"}],
    "security": [{"desk": []}],
    "tags": [
        {"name": "tickets", "description": "Buying and **returning**"},
        {"name": "hours", "description": "When the doors are open"},
        {"name": "empty", "description": "No operation has it"},
    ],
    "paths": {
        "/hours": {
            "parameters": [{"name": "lang", "in": "query", "schema": {"type": "string", "default": "en"}}],
            "get": {
                "tags": ["hours"],
                "operationId": "getHours",
                "summary": "Opening hours",
                "security": [],
                "responses": {
                    "200": {
                        "description": "The week",
                        "content": {
                            "application/json": {
                                "schema": {"type": "array", "items": {"$ref": "#/components/schemas/Day"}},
                                "example": [{"date": "2026-05-01", "open": "09:00"}],
                            }
                        },
                    }
                },
            },
            "head": {"tags": ["hours"], "responses": {"200": {"description": "ok"}}},
            "options": {"tags": ["hours"], "responses": {"200": {"description": "ok"}}},
        },
        "/tickets/{ticketId}": {
            "parameters": [
                {"name": "ticketId", "in": "path", "required": True, "description": "Printed on it",
                 "schema": {"type": "string", "format": "uuid"}}
            ],
            "get": {
                "tags": ["tickets"],
                "operationId": "getTicket",
                "summary": "Find a ticket",
                "parameters": [{"name": "X-Trace", "in": "header", "schema": {"type": "string"}}],
                "responses": {
                    "200": {
                        "description": "The ticket",
                        "headers": {"X-Left": {"schema": {"type": "integer"}, "description": "Calls left"}},
                        "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Ticket"}}},
                    },
                    "404": {
                        "description": "No such ticket",
                        "content": {"application/problem+json": {"schema": {"$ref": "#/components/schemas/Problem"}}},
                    },
                },
            },
            "delete": {
                "tags": ["tickets"],
                "operationId": "returnTicket",
                "summary": "Return a ticket",
                "deprecated": True,
                "responses": {"204": {"description": "Gone"}},
            },
        },
        "/tickets": {
            "post": {
                "tags": ["tickets", "hours"],
                "operationId": "buyTicket",
                "summary": "Buy a ticket",
                "requestBody": {
                    "required": True,
                    "content": {
                        "application/json": {
                            "schema": {"$ref": "#/components/schemas/Ticket"},
                            "examples": {
                                "adult": {"summary": "One adult", "value": {"date": "2026-05-01", "visitors": 1}},
                                "family": {"summary": "A family", "value": {"date": "2026-05-02", "visitors": 4}},
                            },
                        }
                    },
                },
                "responses": {"201": {"description": "Bought"}},
                "callbacks": {
                    "paid": {
                        "{$request.body#/hook}": {
                            "post": {"summary": "Payment arrived", "responses": {"200": {"description": "ok"}}}
                        }
                    }
                },
            }
        },
        "x-note": {"get": {"summary": "Not a path"}},
    },
    "webhooks": {"soldOut": {"post": {"summary": "A day is sold out", "responses": {"200": {"description": "ok"}}}}},
    "components": {
        "securitySchemes": {"desk": {"type": "apiKey", "in": "header", "name": "X-Desk-Key"}},
        "schemas": {
            "Day": {
                "type": "object",
                "required": ["date"],
                "properties": {
                    "date": {"type": "string", "format": "date"},
                    "open": {"type": "string", "pattern": "^[0-2][0-9]:[0-5][0-9]$", "description": "From"},
                },
            },
            "Ticket": {
                "type": "object",
                "required": ["date", "visitors"],
                "properties": {
                    "id": {"type": "string", "format": "uuid", "readOnly": True},
                    "date": {"type": "string", "format": "date"},
                    "visitors": {"type": "integer", "minimum": 1, "maximum": 12, "default": 1},
                    "secret": {"type": "string", "writeOnly": True},
                    "day": {"$ref": "#/components/schemas/Day"},
                    "parts": {"type": "array", "items": {"$ref": "#/components/schemas/Ticket"}},
                },
            },
            "Problem": {"type": "object", "properties": {"title": {"type": "string"}, "status": {"type": "integer"}}},
        },
    },
}  # fmt: skip


def museum(**changes: Any) -> dict[str, Any]:
    """Return a copy of the document with some of its fields replaced."""
    return {**deepcopy(DOCUMENT), **changes}
