"""Mutations that know what a document is made of: types, numbers, references, names of examples, schemas.

`reshaped(chance)` takes a document that works (a small one of our own, or a published one below `LARGEST_BYTES` where
the corpus is there), does a few deeds to it and returns it as JSON text, which may hold what no dict can: repeated keys
and integers of thousands of digits.
"""

# ruff: noqa: E501 - a table of hostile values reads better unbroken

from __future__ import annotations

import copy
import functools
import json
import os
import random
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]
CORPUS = Path(os.environ.get("APIREF_CORPUS", ROOT.parent / "shared" / "corpus"))
LARGEST_BYTES = 60_000
"""Published documents above this size are left out: one mutation would take longer than a hundred of the others."""

AGAIN = "\x01again"
"""Ends a key that is written without it: a second member of the same name."""
DIGITS = re.compile(r'"\\u0002(-?)(\d+)"')
"""A text that is written as an integer of so many digits."""

NUMBERS = (
    0, -1, 1, -0.0, 0.1, 1e-320, 1e308, -1e308, 2**31, 2**63, 2**64, -(2**63), 10**308, 10**309, 10**400, -(10**400), 10**639, 10**640, 999_999_999_999,
    "\x02640", "\x02641", "\x024300", "\x024301", "\x02-5000", float("inf"), float("nan"),
)  # fmt: skip
TEXTS = (
    "word " * 20_000, "a" * 100_000, "<" * 30_000, "`" * 20_000, "{a}" * 5_000, "(" * 5_000, "\n" * 50_000, "- " * 20_000, "[" * 30_000, "> " * 10_000, "\\" * 50_000,
    "|" * 20_000, "é" * 50_000, "\u202e" * 10_000, "&amp;" * 10_000, "http://a.b/" * 3_000, "1" * 5_000, "[" * 5_000 + "]" * 5_000, '{"a":' * 900 + "1" + "}" * 900,
    "[NaN]", "[Infinity, -Infinity]", "[" + "9" * 5_000 + "]", "[1e999]", '{"a": "\\ud800"}',
)  # fmt: skip
NUMERIC = (
    "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf", "minLength", "maxLength", "minItems", "maxItems", "minProperties", "maxProperties",
    "minContains", "maxContains", "default", "example", "const",
)  # fmt: skip
PATTERN_PIECES = (
    "[", "]", "[^", "[:", ":]", "[[:alpha:]]", "[:a", "(", ")", "(?:", "(?=", "(?!", "(?<=", "(?P<n>", "(?i)", "|", "*", "+", "?", "{2,}", "{0}", "{1,99999}", "{999999}", "{,3}", "^", "$",
    "\\d", "\\w", "\\b", "\\p{L}", "\\p{", "\\x41", "\\x4", "\\u{1F600}", "\\u00e9", "\\1", "\\k<n>", "\\", "\\cA", "\\/", "a", "Z", "0-9", "-", ".", "é", "&&", "--", "~~", " ",
)  # fmt: skip
Place = tuple[Any, Any]
"""A container, and the key or index of one of its values."""


def _walk(node: Any, depth: int = 0) -> Iterator[Place]:
    for key, value in list(node.items() if isinstance(node, dict) else enumerate(node)):
        yield node, key
        if isinstance(value, dict | list) and depth < 300:
            yield from _walk(value, depth + 1)


def _pointers(node: Any, above: str = "#") -> Iterator[str]:
    yield above
    if len(above) < 2_000:
        for key, value in node.items() if isinstance(node, dict) else enumerate(node):
            if isinstance(value, dict | list):
                yield from _pointers(value, f"{above}/{str(key).replace('~', '~0').replace('/', '~1')}")


def _chosen(chance: random.Random, document: dict, fits: Callable[[Any, Any, Any], bool]) -> Place | None:
    """A random place whose (container, key, value) fits."""
    found = [place for place in _walk(document) if fits(place[0], place[1], place[0][place[1]])]
    return chance.choice(found) if found else None


def _is_schema(holder: Any, key: Any, value: Any) -> bool:
    return isinstance(value, dict) and (
        key in ("schema", "items", "additionalProperties")
        or not {"type", "properties", "allOf", "oneOf", "anyOf"}.isdisjoint(value)
    )


# Deeds -----------------------------------------------------------------------------------------------------------------


def swap_type(chance: random.Random, document: dict) -> None:
    """A value becomes one of another type that says the same as far as it can."""
    holder, key = _chosen(chance, document, lambda *_: True) or (document, "info")
    value = holder[key]
    held = value if isinstance(value, list) else list(value.values()) if isinstance(value, dict) else [value]
    holder[key] = chance.choice(
        (
            lambda: held,
            lambda: {str(index): one for index, one in enumerate(held)},
            lambda: {str(one)[:30]: value for one in held[:3]},
            lambda: json.dumps(value)[:2_000],
            lambda: len(held),
            lambda: chance.choice(NUMBERS),
            lambda: bool(held),
            lambda: None,
            lambda: [value, value],
            lambda: {"value": value},
        )
    )()


def huge_number(chance: random.Random, document: dict) -> None:
    """A number, or a keyword that wants one, becomes a number that few programs expect."""
    number = chance.choice(NUMBERS)
    place = _chosen(chance, document, lambda _h, key, value: key in NUMERIC or (isinstance(value, int | float)))
    if place is None or chance.random() < 0.4:
        schema = _chosen(chance, document, _is_schema)
        if schema is not None:
            schema[0][schema[1]][chance.choice(NUMERIC)] = number
            return
    if place is not None:
        place[0][place[1]] = number


def share_examples(chance: random.Random, document: dict) -> None:
    """Representations get named examples from one small set of names, so that requests and answers share some."""
    contents = [holder[key] for holder, key in _walk(document) if key == "content" and isinstance(holder[key], dict)]
    for content in contents:
        for media in content.values() if chance.random() < 0.7 else ():
            if isinstance(media, dict):
                names = chance.sample(("x", "y", "z", "x ", "X", "", "default", "200"), chance.randrange(4))
                old = media.pop("example", chance.choice(NUMBERS))
                media["examples"] = {
                    name: chance.choice(
                        ({"value": old}, {"value": name}, {"externalValue": name}, {"summary": "x"}, None)
                    )
                    for name in names
                }


def redirect(chance: random.Random, document: dict) -> None:
    """A reference leads to some other place, or a place becomes a reference."""
    place = _chosen(chance, document, lambda _h, key, value: key == "$ref" and isinstance(value, str))
    target = chance.choice(list(_pointers(document)))
    if place is not None and chance.random() < 0.7:
        place[0][place[1]] = target
    else:
        holder, key = _chosen(chance, document, lambda _h, _k, value: isinstance(value, dict)) or (document, "info")
        holder[key] = {"$ref": target} if chance.random() < 0.6 else {**holder[key], "$ref": target}


def rename(chance: random.Random, document: dict) -> None:
    """A key takes the name of a neighbour, of a key elsewhere, or stands twice."""
    place = _chosen(chance, document, lambda holder, _k, _v: isinstance(holder, dict) and len(holder) > 1)
    other = _chosen(chance, document, lambda holder, _k, _v: isinstance(holder, dict))
    if place is None or other is None:
        return
    holder, key = place
    name = chance.choice((chance.choice(list(holder)), other[1], f"{key} ", str(key).upper()))
    kept = holder.pop(key) if chance.random() < 0.6 else copy.deepcopy(holder[key])
    holder[f"{name}{AGAIN}" if name in holder else name] = kept


def loop(chance: random.Random, document: dict) -> None:
    """A schema has itself, or what holds it, among its branches or members."""
    schemas = (
        [
            f"#/components/schemas/{name}"
            for name in document.get("components", {}).get("schemas", {})
            if isinstance(name, str)
        ]
        if isinstance(document.get("components"), dict) and isinstance(document["components"].get("schemas"), dict)
        else []
    )
    place = _chosen(chance, document, _is_schema)
    if place is None:
        return
    ref = {"$ref": chance.choice(schemas or list(_pointers(document)))}
    schema = place[0][place[1]]
    keyword = chance.choice(
        (
            "allOf",
            "oneOf",
            "anyOf",
            "items",
            "not",
            "additionalProperties",
            "if",
            "properties",
            "patternProperties",
            "prefixItems",
            "contains",
        )
    )
    old = schema.get(keyword)
    if keyword in ("allOf", "oneOf", "anyOf", "prefixItems"):
        schema[keyword] = [*(old if isinstance(old, list) else []), ref, {"properties": {"again": ref}}]
    elif keyword in ("properties", "patternProperties"):
        schema[keyword] = {**(old if isinstance(old, dict) else {}), "again": ref}
    else:
        schema[keyword] = ref


def enormous(chance: random.Random, document: dict) -> None:
    """A text, or a name, is very long."""
    place = _chosen(chance, document, lambda _h, _k, value: isinstance(value, str))
    if place is not None:
        if chance.random() < 0.15 and isinstance(place[0], dict):
            place[0][chance.choice(TEXTS)[:20_000]] = place[0].pop(place[1])
        else:
            place[0][place[1]] = chance.choice(TEXTS)


def odd_pattern(chance: random.Random, document: dict) -> None:
    """A schema has a pattern put together from pieces of the grammar, right or wrong."""
    place = _chosen(chance, document, _is_schema)
    if place is not None:
        pattern = "".join(chance.choice(PATTERN_PIECES) for _ in range(chance.randrange(1, 9)))
        place[0][place[1]] |= {"type": "string", "pattern": pattern, "example": pattern[:20]}


def move(chance: random.Random, document: dict) -> None:
    """Two values change places, or one is also put where another was: examples, schemas, whole operations."""
    same = chance.choice(("example", "examples", "schema", "content", "responses", "parameters", ""))
    fits = (lambda _h, key, _v: key == same) if same else (lambda *_: True)
    first, second = _chosen(chance, document, fits), _chosen(chance, document, lambda *_: True)
    if first is None or second is None:
        return
    given, taken = copy.deepcopy(first[0][first[1]]), copy.deepcopy(second[0][second[1]])
    second[0][second[1]] = given
    if chance.random() < 0.5:
        first[0][first[1]] = taken


def nest(chance: random.Random, document: dict) -> None:
    """A value stands deep inside others of one kind."""
    place = (
        _chosen(chance, document, _is_schema) if chance.random() < 0.7 else _chosen(chance, document, lambda *_: True)
    )
    if place is None:
        return
    wrap = chance.choice(
        (
            lambda v: {"allOf": [v]}, lambda v: {"items": v, "type": "array"}, lambda v: {"properties": {"a": v}, "required": ["a"]}, lambda v: [v],
            lambda v: {"a": v}, lambda v: {"oneOf": [v, v] if isinstance(v, str) else [v, {"type": "string"}]}, lambda v: {"not": v}, lambda v: {"anyOf": [{"type": "null"}, v]},
        )
    )  # fmt: skip
    value = place[0][place[1]]
    for _ in range(chance.choice((3, 20, 60, 150))):
        value = wrap(value)
    place[0][place[1]] = value


def repeat(chance: random.Random, document: dict) -> None:
    """A list has its items many times, a mapping its members under many names."""
    place = _chosen(chance, document, lambda _h, _k, value: isinstance(value, dict | list) and 0 < len(value) < 40)
    if place is None:
        return
    value = place[0][place[1]]
    if len(json.dumps(value)) > 3_000:
        return
    if isinstance(value, list):
        place[0][place[1]] = value * chance.choice((2, 30, 300))
    else:
        name = chance.choice(list(value))
        value.update({f"{name}{n}": copy.deepcopy(value[name]) for n in range(chance.choice((2, 30, 300)))})


def drop(chance: random.Random, document: dict) -> None:
    """A member is gone."""
    place = _chosen(chance, document, lambda holder, _k, _v: isinstance(holder, dict))
    if place is not None:
        del place[0][place[1]]


DEEDS = (
    swap_type,
    swap_type,
    huge_number,
    huge_number,
    share_examples,
    redirect,
    redirect,
    rename,
    loop,
    loop,
    enormous,
    move,
    move,
    nest,
    repeat,
    drop,
)
"""What is done to a document; those named twice are done twice as often."""


def shaped() -> dict[str, Any]:
    """A small document with one of each: named examples on both sides, inheritance, forms, streams, headers, links."""
    pet = {"$ref": "#/components/schemas/Pet"}
    examples = {"x": {"value": {"name": "Rex", "age": 3}}, "y": {"summary": "Another", "value": {"name": "Bo"}}}
    sent = {
        "application/json": {"schema": pet, "examples": examples},
        "application/x-www-form-urlencoded": {"schema": pet},
        "multipart/form-data": {
            "schema": {"type": "object", "properties": {"file": {"type": "string", "format": "binary"}, "pet": pet}},
            "encoding": {"pet": {"contentType": "application/json"}},
        },
        "application/xml": {"schema": pet},
    }
    answer = {
        "200": {"description": "Fine", "headers": {"X-Left": {"schema": {"type": "integer", "minimum": 0, "maximum": 100}, "example": 7}},
                "content": {"application/json": {"schema": {"type": "array", "items": pet, "minItems": 1}, "examples": {"x": {"value": [{"name": "Rex"}]}}}, "application/jsonl": {"itemSchema": pet, "example": '{"name": "Rex"}\n'}},
                "links": {"next": {"operationId": "getPet", "parameters": {"id": "$response.body#/0/age"}}}},
        "4XX": {"description": "Not *found*", "content": {"application/problem+json": {"schema": {"$ref": "#/components/schemas/Problem"}, "example": {"status": 404}}}},
        "default": {"$ref": "#/components/responses/Other"},
    }  # fmt: skip
    parameters = [
        {
            "name": "id",
            "in": "path",
            "required": True,
            "schema": {"type": "integer", "format": "int64", "minimum": 1, "multipleOf": 2},
        },
        {
            "name": "filter",
            "in": "query",
            "style": "deepObject",
            "explode": True,
            "schema": {"type": "object", "properties": {"age": {"type": "number", "exclusiveMaximum": 9.5}}},
            "examples": {"x": {"value": {"age": 1}}},
        },
        {
            "name": "tags",
            "in": "query",
            "style": "pipeDelimited",
            "explode": False,
            "schema": {
                "type": "array",
                "items": {"type": "string", "enum": ["a", "b"]},
                "maxItems": 3,
                "uniqueItems": True,
            },
        },
        {"name": "X-Trace", "in": "header", "schema": {"type": "string", "pattern": "^[a-f0-9]{8}$"}},
        {"name": "session", "in": "cookie", "schema": {"type": "string", "minLength": 3, "default": "abc"}},
    ]
    return {
        "openapi": "3.1.0", "info": {"title": "Pets", "version": "1.0", "description": "# Pets\n\n* a\n* b\n\n`code`"}, "tags": [{"name": "pets", "parent": "all"}, {"name": "all"}],
        "servers": [{"url": "https://{region}.pets.test/v1", "variables": {"region": {"default": "eu", "enum": ["eu", "us"]}}}], "security": [{"key": []}, {"oauth": ["read"]}],
        "paths": {
            "/pets/{id}": {"parameters": parameters[:1], "get": {"operationId": "getPet", "tags": ["pets"], "summary": "One pet", "parameters": parameters[1:], "responses": answer}},
            "/pets": {"post": {"operationId": "addPet", "tags": ["pets"], "requestBody": {"required": True, "content": sent}, "responses": answer,
                               "callbacks": {"added": {"{$request.body#/url}": {"post": {"requestBody": {"content": {"application/json": {"schema": pet}}}, "responses": {"200": {"description": "Fine"}}}}}}}},
        },
        "webhooks": {"gone": {"post": {"requestBody": {"content": {"application/json": {"schema": pet}}}, "responses": {"200": {"description": "Fine"}}}}},
        "components": {
            "schemas": {
                "Pet": {"type": "object", "required": ["name"], "properties": {"name": {"type": "string", "maxLength": 30, "example": "Rex"}, "age": {"type": ["integer", "null"], "minimum": 0}, "kind": {"$ref": "#/components/schemas/Kind"}, "friends": {"type": "array", "items": pet}, "born": {"type": "string", "format": "date", "readOnly": True}}},
                "Kind": {"oneOf": [{"$ref": "#/components/schemas/Cat"}, {"$ref": "#/components/schemas/Dog"}], "discriminator": {"propertyName": "kind", "mapping": {"cat": "#/components/schemas/Cat", "dog": "Dog"}}},
                "Cat": {"allOf": [{"$ref": "#/components/schemas/Base"}, {"properties": {"lives": {"type": "integer", "default": 9, "maximum": 9}}}]},
                "Dog": {"allOf": [{"$ref": "#/components/schemas/Base"}, {"properties": {"tricks": {"type": "object", "additionalProperties": {"type": "number"}, "minProperties": 1}}}], "unevaluatedProperties": False},
                "Base": {"type": "object", "required": ["kind"], "properties": {"kind": {"type": "string", "const": "cat"}}},
                "Problem": {"type": "object", "properties": {"status": {"type": "integer", "minimum": 400, "maximum": 599}, "detail": {"anyOf": [{"type": "string"}, {"type": "null"}]}}},
            },
            "responses": {"Other": {"description": "Whatever", "content": {"text/plain": {"schema": {"type": "string"}, "example": "no"}}}},
            "securitySchemes": {"key": {"type": "apiKey", "in": "header", "name": "X-Key"}, "oauth": {"type": "oauth2", "flows": {"clientCredentials": {"tokenUrl": "https://pets.test/token", "scopes": {"read": "Read"}}}}},
        },
    }  # fmt: skip


@functools.cache
def published() -> tuple[Path, ...]:
    """Published documents that are small enough."""
    found = sorted(CORPUS.glob("*.*")) if CORPUS.is_dir() else sorted((ROOT / "tests" / "documents").glob("*.*"))
    return tuple(path for path in found if path.suffix in (".json", ".yaml") and path.stat().st_size <= LARGEST_BYTES)


@functools.cache
def _text_of(path: Path) -> str:
    from apiref_nb.parsing import parse

    return json.dumps(parse(path.read_bytes(), source=path.name, file_name=path.name).root)


def reshaped(chance: random.Random) -> bytes:
    """Return a document to which a few deeds were done, as JSON text."""
    from tests.display.museum import museum

    kind = chance.random()
    if kind < 0.6:
        document = shaped()
        document["openapi"] = chance.choice(("3.0.3", "3.1.0", "3.2.0"))
    elif kind < 0.7 or not published():
        document = museum()
    else:
        document = json.loads(_text_of(chance.choice(published())))
    # What a document of ours shares in memory is mutated at one place only.
    document = json.loads(json.dumps(document))
    for _ in range(chance.choice((1, 1, 2, 3, 5, 8))):
        chance.choice(DEEDS)(chance, document)
    text = json.dumps(document).replace("\\u0001again", "")
    text = DIGITS.sub(lambda found: found[1] + "1" + "0" * (int(found[2]) - 1), text)
    return text.encode()
