"""Small documents that ask for much: schemas that double at each level, circles, chains, one long text used everywhere.

`python -m tests.hostile.bombs` loads each, makes its outputs and prints `name: characters`, under a limit on
memory. What is refused (a `TooLargeError`) prints `name: refused`. A doubling schema of 30 levels would be a billion.
"""

# ruff: noqa: E501 - a table of hostile values reads better unbroken

from __future__ import annotations

import json
import resource
import sys
from collections.abc import Callable
from typing import Any

LEVELS = 30
WRITTEN = ("html", "markdown", "text", "collection")
"""Outputs that are made of each; the fuzzer makes all of documents that are as hostile."""
MEMORY_BYTES = 2 * 1024**3
CPU_SECONDS = 120
"""Some four times what the dearest eighth of them takes: what grows with the square of a text takes minutes."""
Document = dict[str, Any]


def document(paths: Document, schemas: Document | None = None, **more: Any) -> Document:
    """An OpenAPI document of these paths and schemas."""
    head = {"openapi": "3.1.0", "info": {"title": "t", "version": "1"}, "paths": paths}
    return {**head, "components": {"schemas": schemas or {}}, **more}


def to(name: str) -> Document:
    """A reference to a schema."""
    return {"$ref": f"#/components/schemas/{name}"}


def used(schema: Document, schemas: Document | None = None) -> Document:
    """A document that sends, receives and takes the schema."""
    content = {kind: {"schema": schema} for kind in ("application/json", "application/xml", "multipart/form-data")}
    operation = {
        "parameters": [{"name": "p", "in": "query", "schema": schema}],
        "requestBody": {"content": content},
        "responses": {"200": {"description": "Fine", "content": content}},
    }
    return document({"/a": {"post": operation}}, schemas)


def levels(one: Callable[[Document], Document], last: Document, count: int = LEVELS) -> Document:
    """A document whose schema leads through so many levels, each made by `one` of a reference to the next."""
    schemas = {f"s{number}": one(to(f"s{number + 1}")) for number in range(count)}
    return used(to("s0"), {**schemas, f"s{count}": last})


def many(count: int, operation: Document) -> Document:
    """Paths with the same operation."""
    return {f"/a{number}": {"post": operation} for number in range(count)}


OBJECT = {"type": "object", "properties": {"a": {"type": "string"}}}
TEXT = {"type": "string"}
ANSWER = {"200": {"description": "Fine"}}
LONG = "word " * 20_000
SELF = to("s0")


def sent(schema: Document) -> Document:
    """An operation that sends the schema."""
    return {"requestBody": {"content": {"application/json": {"schema": schema}}}, "responses": ANSWER}


BOMBS: dict[str, Callable[[], Document]] = {
    # Two ways at each level.
    "allOf": lambda: levels(lambda deeper: {"allOf": [deeper, deeper]}, OBJECT),
    "oneOf": lambda: levels(lambda deeper: {"oneOf": [deeper, deeper]}, OBJECT),
    "anyOf in allOf": lambda: levels(lambda deeper: {"anyOf": [{"allOf": [deeper] * 3}] * 3, "properties": {"x": {"allOf": [deeper] * 3}}}, TEXT),
    "required properties": lambda: levels(lambda deeper: {"type": "object", "required": ["a", "b"], "properties": {"a": deeper, "b": deeper}}, TEXT),
    "optional properties": lambda: levels(lambda deeper: {"properties": {"a": deeper, "b": deeper}}, TEXT),
    "items": lambda: levels(lambda deeper: {"type": "array", "minItems": 10, "items": deeper}, TEXT),
    "unique items": lambda: levels(lambda deeper: {"type": "array", "minItems": 3, "uniqueItems": True, "items": deeper}, TEXT),
    "prefixItems": lambda: levels(lambda deeper: {"type": "array", "prefixItems": [deeper] * 10}, TEXT),
    "contains": lambda: levels(lambda deeper: {"contains": deeper, "items": deeper, "minContains": 2, "unevaluatedItems": deeper}, TEXT),
    "additionalProperties": lambda: levels(lambda deeper: {"minProperties": 3, "additionalProperties": deeper, "propertyNames": deeper}, TEXT),
    "patternProperties": lambda: levels(lambda deeper: {"patternProperties": {"^a": deeper, "^b": deeper}, "required": ["a", "b"]}, TEXT),
    "not": lambda: levels(lambda deeper: {"not": {"anyOf": [deeper, deeper]}}, OBJECT),
    "if": lambda: levels(lambda deeper: {"if": deeper, "then": deeper, "else": deeper}, OBJECT),
    "dependentSchemas": lambda: levels(lambda deeper: {"dependentSchemas": {"a": deeper, "b": deeper}, "properties": {"a": deeper, "b": deeper}}, OBJECT),
    "types": lambda: levels(lambda deeper: {"type": ["array"] * 300, "items": deeper}, TEXT),
    "fifty branches": lambda: levels(lambda deeper: {"allOf": [deeper] * 50}, {"readOnly": True}, 12),
    # A way back.
    **{
        f"itself below {keyword}": lambda keyword=keyword: used(SELF, {"s0": {keyword: SELF}})
        for keyword in ("items", "additionalProperties", "not", "if", "contains", "propertyNames", "contentSchema", "unevaluatedItems", "unevaluatedProperties")
    },
    **{
        f"itself in {keyword}": lambda keyword=keyword: used(SELF, {"s0": {keyword: [SELF, SELF]}})
        for keyword in ("allOf", "oneOf", "anyOf", "prefixItems")
    },
    "itself everywhere": lambda: used(SELF, {"s0": {
        "allOf": [SELF, to("b")], "oneOf": [SELF, to("b")], "properties": {"a": SELF}, "items": SELF, "not": to("b"), "if": SELF, "then": to("b")},
        "b": {"anyOf": [SELF, to("b")], "allOf": [SELF], "properties": {"a": to("b")}, "patternProperties": {".*": SELF}}}),
    # Far.
    "references to references": lambda: levels(lambda deeper: deeper, TEXT, 5_000),
    "a chain of allOf": lambda: levels(lambda deeper: {"allOf": [deeper]}, TEXT, 5_000),
    "a chain of items": lambda: levels(lambda deeper: {"type": "array", "minItems": 1, "items": deeper}, TEXT, 5_000),
    "a chain of properties": lambda: levels(lambda deeper: {"required": ["a"], "properties": {"a": deeper}}, TEXT, 2_000),
    "tags above tags": lambda: document({"/a": {"get": {"tags": ["t0"], "responses": ANSWER}}}, openapi="3.2.0", tags=[{"name": f"t{n}", "parent": f"t{n + 1}"} for n in range(5_000)]),
    # One long text, a thousand times.
    "a long example": lambda: {**document(many(1_000, {"requestBody": {"content": {"application/json": {"examples": {"e": {"$ref": "#/components/examples/e"}}}}}, "responses": ANSWER})),
                               "components": {"examples": {"e": {"value": LONG}}}},
    "a long description": lambda: document(many(1_000, sent(to("s0"))), {"s0": {**OBJECT, "description": LONG}}),
    "a long description further down": lambda: document(many(200, sent(to("s0"))), {"s0": {"required": ["x"], "properties": {"x": {"allOf": [to("b")]}}}, "b": {**OBJECT, "description": LONG, "example": {"a": LONG}}}),
    "a long default": lambda: document(many(100, {"parameters": [{"name": "p", "in": "query", "required": True, "schema": {"allOf": [to("b")]}}], "responses": ANSWER}), {"b": {"type": "string", "default": LONG}}),
    "a long server": lambda: document(many(300, {"responses": ANSWER}), servers=[{"url": "https://x.test/" + "{a}" * 1_000, "variables": {"a": {"default": LONG}}}]),
    "a long request with many answers": lambda: document({"/a": {"post": {
        "requestBody": {"content": {"application/json": {"example": LONG}}},
        "responses": {"200": {"description": "Fine", "content": {"application/json": {"examples": {f"e{n}": {"value": n} for n in range(5_000)}}}}}}}}),
    "a description of many lines": lambda: document({}, info={"title": "t", "version": "1", "description": "<b>x</b>\n" * 200_000}),
    # Wide.
    "enum of many": lambda: used({"type": "array", "items": {"enum": [*range(20_000)]}, "example": [*range(20_000, -1, -1)]}),
    "two enums of many": lambda: used({"allOf": [{"enum": [f"e{n}" for n in range(20_000)]}, {"enum": [f"e{n}" for n in range(20_000, 0, -1)]}]}),
    "oneOf of many": lambda: used({"oneOf": [{"type": "object", "properties": {f"p{n}": TEXT}} for n in range(2_000)]}),
    "a discriminator of many": lambda: used(to("base"), {
        **{f"s{n}": {"type": "object", "allOf": [to("base")]} for n in range(150)},
        "base": {"type": "object", "oneOf": [to(f"s{n}") for n in range(150)], "discriminator": {"propertyName": "k", "mapping": {f"m{n}": f"#/components/schemas/s{n}" for n in range(150)}}}}),
    "impossible sizes": lambda: used({"oneOf": [{"type": "string", "minLength": 10**9}, {"type": "array", "minItems": 10**9}, {"type": "object", "minProperties": 10**9}, {"type": "number", "multipleOf": 5e-324, "minimum": 1e308}]}),
    "patterns": lambda: used({"oneOf": [{"type": "string", "pattern": pattern, "example": "a" * 60 + "!"} for pattern in ("^(a+)+$", r"^(a+)+\1$", "((a{1000}){1000}){1000}", "(" * 5_000 + ")" * 5_000, "^(?=(a+)+$)b")]}),
}  # fmt: skip


def main() -> None:
    """Make every output of every document."""
    from tests.hostile.fuzz_documents import show

    resource.setrlimit(resource.RLIMIT_AS, (MEMORY_BYTES, MEMORY_BYTES))
    resource.setrlimit(resource.RLIMIT_CPU, (CPU_SECONDS, CPU_SECONDS))
    for name in sys.argv[1:] or BOMBS:
        print(f"{name}: {show(json.dumps(BOMBS[name]()).encode(), outputs=WRITTEN)}", flush=True)


if __name__ == "__main__":
    main()
