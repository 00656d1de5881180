"""One document with an operation for every way in which a value can travel, and what its call takes."""

from __future__ import annotations

import itertools
from dataclasses import dataclass, field
from typing import Any

FILE = b"sample"

VALUES = {
    "empty text": "", "text": "blue", "blank": "a b", "unicode": "né 日本 €\U0001f600", "percent": "100% %20",
    "reserved": ":/?#[]@!$&'()*+,;=", "delimiters": "a,b|c;d", "quotes": "it's \"x\" \\ `y` $(z)", "dots": "a.b~c-d_e",
    "angle": "<v>", "slash": "a/b", "plus": "a+b %2B", "exponent": 1e21, "false": False, "numbers": [1, 2, 3],
    "flags": [True, False], "zero": 0, "number": -1.5, "large": 123456789012345678, "true": True, "null": None,
    "empty list": [], "one": ["a"], "list": ["blue", "black", "brown"], "odd list": ["a,b", "c d", "e|f", "g;h", "=&"],
    "unicode list": ["ü", "日"], "mixed list": [1, None, True, 2.5, ""], "nested list": [[1, 2], {"x": "y"}],
    "empty object": {}, "object": {"R": 100, "G": 200, "B": 150}, "odd object": {"a b": "c,d", "e=f": "g&h", "ü": "é"},
    "holes": {"a": None, "b": "", "c": False}, "nested object": {"n": {"m": [1, 2]}, "k": ["x", "y"]},
}  # fmt: skip
"""Kind of value -> the value."""

STYLES = ("form", "spaceDelimited", "pipeDelimited", "deepObject")

PLACES = [
    *(("path", style, explode, False) for style in ("simple", "label", "matrix") for explode in (False, True)),
    *(
        ("query", style, explode, reserved)
        for style in STYLES
        for explode in (False, True)
        for reserved in (False, True)
    ),
    *(("header", "simple", explode, False) for explode in (False, True)),
    *(("cookie", style, explode, False) for style in ("form", "cookie") for explode in (False, True)),
]
"""(location, style, explode, allowReserved) of every way that OpenAPI 3.2 knows."""


@dataclass
class Case:
    """One request."""

    name: str
    method: str
    path: str
    operation: dict[str, Any]
    arguments: dict[str, Any] = field(default_factory=dict)
    """What the client's call takes."""


def typed(value):
    return {"type": "string"} if isinstance(value, str) else {}


def parameter_cases():
    for (location, style, explode, reserved), (kind, value) in itertools.product(PLACES, VALUES.items()):
        name = f"{location} {style} {'explode' if explode else 'joined'}{' reserved' if reserved else ''}, {kind}"
        declared = {"name": "v", "in": location, "style": style, "explode": explode, "schema": typed(value)}
        declared |= {"example": value} | ({"allowReserved": True} if reserved else {})
        declared |= {"required": True} if location == "path" else {}
        yield Case(name, "get", "/{v}/end" if location == "path" else "/end", {"parameters": [declared]}, {"v": value})
    for location, (kind, value) in itertools.product(("path", "query", "header", "cookie"), VALUES.items()):
        media = {"schema": typed(value), "example": value}
        declared = {"name": "v", "in": location, "content": {"application/json": media}}
        declared |= {"required": True} if location == "path" else {}
        path = "/{v}/end" if location == "path" else "/end"
        yield Case(f"{location} as JSON, {kind}", "get", path, {"parameters": [declared]}, {"v": value})
    for media_type, value in (
        ("application/x-www-form-urlencoded", {"a": "1 2", "b": ["x", "y&z"], "c": 3}),
        ("application/json", {"a": [1, "ü"]}),
        ("text/plain", "a=b&c=%20d"),
    ):
        declared = {"name": "v", "in": "querystring", "content": {media_type: {"schema": {}, "example": value}}}
        yield Case(f"querystring as {media_type}", "get", "/end", {"parameters": [declared]}, {"v": value})


def body_case(name, media_type, value, *, given=None, method="post", **media):
    content = {media_type: {"schema": typed(value), **({"example": value} if value is not ... else {}), **media}}
    given = value if given is None and value is not ... else given
    operation = {"requestBody": {"required": True, "content": content}}
    return Case(name, method, "/end", operation, {"body": given, "content_type": None})


def body_cases():
    for media_type, (kind, value) in itertools.product(
        ("application/json", "application/problem+json", "application/json; charset=utf-8"), VALUES.items()
    ):
        if value is not None:
            yield body_case(f"{media_type}, {kind}", media_type, value)
    encodings = [
        {},
        *(
            {"style": s, "explode": e}
            for s in ("form", "spaceDelimited", "pipeDelimited", "deepObject")
            for e in (0, 1)
        ),
        {"style": "form", "explode": False, "allowReserved": True},
        {"contentType": "application/json"},
    ]
    for media_type, encoding, (kind, value) in itertools.product(
        ("application/x-www-form-urlencoded", "multipart/form-data"), encodings, VALUES.items()
    ):
        form = {"before": "1", "v": value, "after": "é"}
        extra = {"encoding": {"v": encoding}} if encoding else {}
        yield body_case(f"{media_type} {encoding}, {kind}", media_type, form, **extra)
    yield from multipart_cases()
    for media_type, (kind, value) in itertools.product(
        ("application/jsonl", "application/x-ndjson", "application/json-seq", "text/event-stream"), VALUES.items()
    ):
        items = [value, {"data": "a\nb", "event": "add"}, 1]
        yield body_case(f"{media_type}, {kind}", media_type, items, schema={}, itemSchema={})
    texts = {kind: value for kind, value in VALUES.items() if isinstance(value, str) and value}
    for media_type, (kind, value) in itertools.product(("text/plain", "text/csv", "application/yaml"), texts.items()):
        yield body_case(f"{media_type}, {kind}", media_type, value)
    yield body_case("text with lines", "text/plain", "a\nb\n\nc")
    yield body_case("XML", "application/xml", '<?xml version="1.0"?>\n<a b="c">é &amp; \'d\'</a>')
    for media_type in ("application/octet-stream", "image/png", "application/pdf"):
        yield body_case(
            f"bytes as {media_type}", media_type, ..., given=FILE, schema={"type": "string", "format": "binary"}
        )
    for method in ("put", "patch", "delete", "query"):
        yield body_case(f"{method} with JSON", "application/json", {"a": 1}, method=method)


def multipart_cases():
    image = {"type": "string", "format": "binary"}
    schema = {"type": "object", "properties": {"file": image, "files": {"type": "array", "items": image}, "note": {}}}
    for content_type in ("", "image/png"):
        encoding = {"encoding": {"file": {"contentType": content_type}}} if content_type else {}
        yield body_case(
            f"a file {content_type}", "multipart/form-data", {"file": "x", "note": "é 1"}, schema=schema, **encoding,
            given={"file": ("file.bin", FILE), "note": "é 1"},
        )  # fmt: skip
    yield body_case(
        "several files", "multipart/form-data", {"files": ["x", "y"], "note": {"a": [1, None]}}, schema=schema,
        given={"files": [("file.bin", FILE), ("file.bin", FILE)], "note": {"a": [1, None]}},
    )  # fmt: skip
    for kind, value in VALUES.items():
        if isinstance(value, str) and value:
            yield body_case(f"a part named {kind}", "multipart/form-data", {value: "1", "v": "2"})
    headers = {"headers": {"X-Page": {"schema": {"type": "integer", "const": 7}}}}
    yield body_case(
        "parts by place", "multipart/mixed", [{"a": 1}, "two é"], schema={"type": "array"},
        prefixEncoding=[{"contentType": "application/json"}], itemEncoding={"contentType": "text/plain", **headers},
    )  # fmt: skip


def document(cases, schemes=None):
    paths = {}
    for index, case in enumerate(cases):
        operation = {"operationId": f"op{index}", "responses": {"200": {"description": "ok"}}, **case.operation}
        paths[f"/c{index}{case.path}"] = {case.method: operation}
    return {
        "openapi": "3.2.0",
        "info": {"title": "Every way", "version": "1"},
        "servers": [{"url": "http://127.0.0.1:9/base"}],
        "paths": paths,
        "components": {"securitySchemes": schemes or {}},
    }


def all_cases():
    return [*parameter_cases(), *body_cases()]
