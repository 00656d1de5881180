"""A second judge of values, of another make: pure-Python `jsonschema`, its patterns read by an engine of ECMA 262.

Also `impossible`: a proof that no value meets a JSON Schema, by two mistakes that authors make. It shares nothing with
the product.
"""

from __future__ import annotations

import json
from typing import Any
from unittest.mock import patch

import jsonschema
import regress

from apiref_nb.model import Schema
from apiref_nb.schemas.constraints import Direction, Rules
from apiref_nb.schemas.static_schema import static_schema

DEEPEST = 40

NOTHING: tuple[object, ...] = (False, {"not": {}})
"""How a schema says that there is no such value."""


class Ecma:
    """Stands where `jsonschema` uses Python's `re`, which is another dialect."""

    @staticmethod
    def search(pattern: str, text: str) -> object:
        """Return the match of a pattern anywhere in a text, None where there is none."""
        try:
            return regress.Regex(pattern, "u").find(text)
        except regress.RegressError:
            # Annex B lets through what the unicode mode does not, such as `\\-` outside of a class.
            return regress.Regex(pattern).find(text)


def judged(document: dict[str, Any], value: object, *, chosen: bool) -> bool:
    """Return True when a value meets a JSON Schema.

    Args:
        document: the whole schema.
        value: plain JSON data.
        chosen: True where a discriminator chooses among variants: such a value may meet others too, which `jsonschema`
            knows nothing of, so it has to meet any of them.
    """
    return not first_fault(with_any(document) if chosen else document, value)


def first_fault(document: Any, value: object) -> str:
    """Return what is wrong with a value, and where; empty when it meets a JSON Schema.

    Args:
        document: the whole schema.
        value: plain JSON data.
    """
    with patch("jsonschema._keywords.re", Ecma), patch("jsonschema._utils.re", Ecma):
        fault = next(jsonschema.Draft202012Validator(document).iter_errors(value), None)
    return "" if fault is None else f"{fault.json_path} {fault.message}"


def with_any(node: Any) -> Any:
    """Return a schema with every `oneOf` read as `anyOf`."""
    if isinstance(node, list):
        return [with_any(item) for item in node]
    if not isinstance(node, dict):
        return node
    read = {name: with_any(below) for name, below in node.items() if name != "oneOf"}
    if isinstance(node.get("oneOf"), list):
        read["allOf"] = [*read.get("allOf", []), {"anyOf": with_any(node["oneOf"])}]
    elif "oneOf" in node:
        read["oneOf"] = with_any(node["oneOf"])  # a property of that name
    return read


def whole_schema(schema: Schema, direction: Direction | None = None) -> Any:
    """Return a schema with all it refers to, as the product writes it for the engine."""
    return static_schema(Rules().rule(schema, direction))


def impossible(document: Any) -> bool:
    """Return True when no value can meet a schema: proved, not tried.

    Two mistakes count: a closed object that asks for a member which it does not allow, by itself or in every variant;
    and a `oneOf` in which each variant stands twice.

    Args:
        document: the whole schema, with its `$defs`.
    """
    return _impossible(document, document, 0)


def _impossible(node: Any, root: Any, depth: int) -> bool:
    node = _resolved(node, root)
    if not isinstance(node, dict) or node in NOTHING or depth > DEEPEST:
        return node in NOTHING
    if any(_impossible(branch, root, depth + 1) for branch in node.get("allOf", [])):
        return True
    for keyword in ("anyOf", "oneOf"):
        branches = [_resolved(branch, root) for branch in node.get(keyword, [])]
        if branches and all(_impossible(branch, root, depth + 1) or _refused(node, branch) for branch in branches):
            return True
        written = [json.dumps(branch, sort_keys=True) for branch in branches]
        if keyword == "oneOf" and written and all(written.count(branch) > 1 for branch in written):
            return True
    if _refused(node, node):
        return True
    members = node.get("properties", {})
    must = _object(node) and [name for name in node.get("required", ()) if name in members]
    return any(_impossible(members[name], root, depth + 1) for name in must or ())


def _object(node: dict[str, Any]) -> bool:
    """True when a value has to be an object: only then a member that is missing refuses it."""
    return node.get("type") in ("object", ["object"])


def _refused(closed: dict[str, Any], asking: Any) -> bool:
    """True when a closed object does not allow what a variant of it asks for."""
    if closed.get("additionalProperties") not in NOTHING or "patternProperties" in closed:
        return False
    if not isinstance(asking, dict):
        return False
    return _object(closed) and any(name not in closed.get("properties", {}) for name in asking.get("required", ()))


def _resolved(node: Any, root: dict[str, Any]) -> Any:
    for _ in range(DEEPEST):
        if not (isinstance(node, dict) and isinstance(node.get("$ref"), str)):
            break
        node = root.get("$defs", {}).get(node["$ref"].removeprefix("#/$defs/"), True)
    return node
