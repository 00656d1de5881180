"""Documents with some of their parts exchanged, dropped, renamed or repeated, blindly: what `fuzz_documents` begins from."""

# ruff: noqa: E501 - a table of hostile values reads better unbroken

from __future__ import annotations

import json
import random

PIECES = (
    None, True, False, 0, -1, 1e308, 10**400, 2**63, "", " ", "a", "object", "array", "string", "integer", "null", "\x00", "\ud800", "\u202e", "#/", "#",
    "#/paths", "#/components/schemas/Thing", "#/info", "https://x.test/y", "(a+)+$", "[", "*" * 300, "{a}", "{a}{a}", "%7Ba%7D", "application/json", "*/*",
    [], {}, [[]], [{}], [None], {"": None}, {"$ref": "#"}, {"$ref": "#/components/schemas/Thing"}, {"$ref": 1}, {"allOf": []}, {"type": []}, {"enum": []},
    {"type": "array", "items": {"$ref": "#/components/schemas/Thing"}, "minItems": 10**9}, {"type": "string", "minLength": 10**9}, {"multipleOf": 0},
    {"minimum": "x", "maximum": []}, {"pattern": "(a+)+$", "minLength": 99}, {"allOf": [{"$ref": "#/components/schemas/Thing"}] * 8}, {"default": {"a": [1]}},
)  # fmt: skip


def _places(node: object, found: list) -> list:
    if isinstance(node, dict):
        for key, value in node.items():
            found.append((node, key))
            _places(value, found)
    elif isinstance(node, list):
        for index, value in enumerate(node):
            found.append((node, index))
            _places(value, found)
    return found


def _pointers(node: object, found: list[str], above: str = "") -> list[str]:
    found.append(above)
    for key, value in node.items() if isinstance(node, dict) else enumerate(node) if isinstance(node, list) else ():
        if isinstance(value, dict):
            _pointers(value, found, f"{above}/{str(key).replace('~', '~0').replace('/', '~1')}")
    return found


def mutated(chance: random.Random) -> bytes:
    """Return a document with some of its parts exchanged, dropped, renamed or repeated, as JSON or YAML."""
    import yaml

    from tests.display.museum import museum
    from tests.hostile.planted import planted
    from tests.hostile.strings import STRINGS

    document = museum() if chance.random() < 0.7 else planted(chance.choice(STRINGS)[:80])
    document["openapi"] = chance.choice(("3.0.3", "3.1.0", "3.2.0"))
    if chance.random() < 0.2:
        document["swagger"] = "2.0"
        del document["openapi"]
    document = json.loads(json.dumps(document))
    for _ in range(chance.choice((1, 2, 3, 6, 12))):
        places = _places(document, [])
        holder, key = chance.choice(places)
        deed = chance.random()
        if deed < 0.1:
            # A reference to a place of this document: circles, and parts taken for others.
            holder[key] = {"$ref": "#" + chance.choice(_pointers(document, []))}
        elif deed < 0.55:
            holder[key] = json.loads(json.dumps(chance.choice(PIECES)))
        elif deed < 0.7:
            other, name = chance.choice(places)
            holder[key] = json.loads(json.dumps(other[name]))
        elif deed < 0.85 and isinstance(holder, dict):
            holder[chance.choice((*STRINGS[:400], "$ref", "type", "allOf", "properties", "items"))] = holder.pop(key)
        elif isinstance(holder, dict):
            holder.pop(key)
    try:
        text = json.dumps(document) if chance.random() < 0.8 else yaml.safe_dump(document, allow_unicode=True)
    except yaml.YAMLError:
        text = json.dumps(document)
    body = bytearray(text.encode("utf-8", "surrogatepass"))
    if chance.random() < 0.25:
        for _ in range(chance.randrange(1, 5)):
            at = chance.randrange(len(body))
            body[at : at + chance.choice((0, 1, 3))] = bytes(
                chance.choice(b'{}[]",:&*!<>-\n\x00\xff0') for _ in range(2)
            )
    return bytes(body)
