"""The gallery: every component with each of its props once, as code and as what the code shows."""

from __future__ import annotations

import ast
from collections.abc import Mapping
from dataclasses import dataclass
from textwrap import dedent
from typing import Any


@dataclass(frozen=True, slots=True)
class Example:
    """One cell of the gallery."""

    title: str
    """What it shows, in words."""
    code: str
    """A cell whose last line is the component."""


def shown(example: Example) -> str:
    """Return what the cell of an example shows, as HTML.

    Args:
        example: its code ends in an expression, whose value has `html`.
    """
    module = ast.parse(example.code)
    last = module.body.pop()
    if not isinstance(last, ast.Expr):
        raise TypeError(f"{example.title}: the last line must be an expression")
    names: dict[str, Any] = {}
    exec(compile(module, "gallery", "exec"), names)  # noqa: S102 - the code stands in this file
    value = eval(compile(ast.Expression(last.value), "gallery", "eval"), names)  # noqa: S307 - as above
    return str(value.html)


def _example(title: str, code: str) -> Example:
    return Example(title, dedent(code).strip())


GALLERY: Mapping[str, tuple[Example, ...]] = {
    "ParamField": (
        _example(
            "A required path parameter",
            """
            from apiref_nb import ParamField

            ParamField(
                "petId",
                "Number of the pet; see `GET /pets`.",
                type="integer",
                location="path",
                required=True,
            )
            """,
        ),
        _example(
            "A default value",
            """
            from apiref_nb import ParamField

            ParamField(
                "limit",
                "How many pets an answer has.",
                type="integer",
                location="query",
                default_value="20",
            )
            """,
        ),
        _example(
            "A deprecated header",
            """
            from apiref_nb import ParamField

            ParamField(
                "X-Trace",
                "Use `traceparent`.",
                type="string",
                location="header",
                deprecated=True,
            )
            """,
        ),
    ),
    "ResponseField": (
        _example(
            "A field of an answer",
            """
            from apiref_nb import ResponseField

            ResponseField(
                "meta.total",
                "How many pets there are in all.",
                type="integer",
                required=True,
            )
            """,
        ),
        _example(
            "A deprecated field",
            """
            from apiref_nb import ResponseField

            ResponseField("status", "Read `state`.", type="string", deprecated=True)
            """,
        ),
    ),
    "ApiBlock": (
        _example(
            "An endpoint from a mapping",
            """
            from apiref_nb import ApiBlock

            ApiBlock(
                {
                    "method": "GET",
                    "path": "/pets/{petId}",
                    "summary": "Find a pet",
                    "description": "Answers **one** pet.",
                    "auth": {"scheme": "bearer"},
                    "parameters": [
                        {"name": "petId", "location": "path", "required": True},
                        {"name": "fields", "location": "query", "default_value": "id,name"},
                        {"name": "X-Trace", "location": "header", "description": "Is logged."},
                    ],
                    "responses": [
                        {
                            "status_code": "200",
                            "media_type": "application/json",
                            "example_body": '{"id": 1}',
                        },
                        {"status_code": "404", "label": "Not found", "example_body": "no such pet"},
                    ],
                },
                base_url="https://api.example.com",
            )
            """,
        ),
        _example(
            "A body from typed objects, a rate limit",
            """
            from apiref_nb import (
                ApiBlock,
                Auth,
                Operation,
                Parameter,
                RateLimit,
                RequestBody,
                Response,
            )

            ApiBlock(
                Operation(
                    method="POST",
                    path="/pets",
                    summary="Add a pet",
                    auth=Auth(
                        scheme="apiKey", name="X-API-Key", location="header", label="Shop key"
                    ),
                    request_body=RequestBody(
                        media_type="application/json",
                        fields=(
                            Parameter(name="name", location="body", required=True),
                            Parameter(name="age", location="body", default_value="3"),
                        ),
                    ),
                    responses=(
                        Response(
                            status_code="201",
                            media_type="application/json",
                            example_body='{"id": 7}',
                        ),
                    ),
                ),
                base_url="https://api.example.com",
                rate_limit=RateLimit(requests=100, window="minute", note="per key"),
            )
            """,
        ),
        _example(
            "A literal body, code examples, no parameter rows",
            """
            from apiref_nb import ApiBlock, CodeExample

            ApiBlock(
                {
                    "method": "PUT",
                    "path": "/pets/{petId}",
                    "summary": "Change a pet",
                    "parameters": [{"name": "dryRun", "location": "query", "type": "boolean"}],
                    "request_body": {"example": '{"name": "Rex"}'},
                },
                code_examples=[
                    CodeExample(language="python", label="Pets SDK", code="pets.rename(1, 'Rex')")
                ],
                show_parameters=False,
            )
            """,
        ),
        _example(
            "A deprecated endpoint",
            """
            from apiref_nb import ApiBlock

            ApiBlock(
                {
                    "method": "DELETE",
                    "path": "/pets/{petId}",
                    "summary": "Sell a pet",
                    "deprecated": True,
                }
            )
            """,
        ),
    ),
    "OpenApiEmbed": (
        _example(
            "A document, given as a mapping",
            """
            from apiref_nb import OpenApiEmbed

            pet = {"$ref": "#/components/schemas/Pet"}
            document = {
                "openapi": "3.1.0",
                "info": {"title": "Pets", "version": "1.0", "description": "A shop for pets."},
                "servers": [{"url": "https://api.example.com/v1"}],
                "tags": [{"name": "pet", "description": "All about pets."}, {"name": "shop"}],
                "paths": {
                    "/pets/{petId}": {
                        "get": {
                            "operationId": "getPet",
                            "summary": "Find a pet",
                            "tags": ["pet"],
                            "parameters": [
                                {
                                    "name": "petId",
                                    "in": "path",
                                    "required": True,
                                    "schema": {"type": "integer"},
                                }
                            ],
                            "responses": {
                                "200": {
                                    "description": "The pet.",
                                    "content": {"application/json": {"schema": pet}},
                                }
                            },
                        }
                    },
                    "/shop": {
                        "get": {
                            "operationId": "getShop",
                            "summary": "When the shop is open",
                            "tags": ["shop"],
                            "responses": {"204": {"description": "It is open."}},
                        }
                    },
                },
                "components": {
                    "schemas": {
                        "Pet": {
                            "type": "object",
                            "required": ["name"],
                            "properties": {
                                "name": {"type": "string", "examples": ["Rex"]},
                                "status": {"enum": ["available", "sold"]},
                            },
                        }
                    }
                },
            }
            OpenApiEmbed(document)
            """,
        ),
        _example(
            "Parts of it, without the overview",
            """
            from apiref_nb import OpenApiEmbed

            document = {
                "openapi": "3.0.4",
                "info": {"title": "Pets", "version": "1.0"},
                "paths": {
                    path: {
                        "get": {
                            "tags": [tag],
                            "summary": f"List {tag}s",
                            "responses": {"200": {"description": "A list."}},
                        }
                    }
                    for path, tag in (("/pets", "pet"), ("/orders", "order"), ("/users", "user"))
                },
            }
            OpenApiEmbed(
                document,
                show_overview=False,
                tags=["pet", "order"],
                operations=["GET /orders"],
                height=400,
            )
            """,
        ),
        _example(
            "An overlay; examples are not checked",
            """
            from apiref_nb import OpenApiEmbed

            document = {
                "openapi": "3.1.0",
                "info": {"title": "Pets", "version": "1.0"},
                "paths": {"/pets": {"get": {"responses": {"200": {"description": "A list."}}}}},
            }
            overlay = {
                "overlay": "1.0.0",
                "info": {"title": "Ours", "version": "1"},
                "actions": [{"target": "$.paths['/pets'].get", "update": {"summary": "List pets"}}],
            }
            OpenApiEmbed(document, overlays=[overlay], check_examples=False)
            """,
        ),
        _example(
            "A document that cannot be loaded",
            """
            from apiref_nb import OpenApiEmbed

            OpenApiEmbed("http://127.0.0.1:9/openapi.json", revalidate=0, network="public")
            """,
        ),
    ),
}
"""Component -> its examples."""
