"""The type of a schema as one short label: `string`, `integer · int64`, `Pet[]`, `map of integer`, `string | null`.

In: a `Schema`. Out: the words that pages, blocks, forms and docstrings show; nobody else writes a type.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from apiref_nb.model import Schema
from apiref_nb.schemas import merged
from apiref_nb.schemas.choices import Choice, choices, variants
from apiref_nb.text.invisible_characters import visible


class LabelLimits(NamedTuple):
    """How much one label says."""

    depth: int = 3
    """Lists and maps within each other whose items are named."""
    variant_depth: int = 2
    """The same for what a value may be one of."""
    told_variants: int = 50
    """Variants whose types are told apart."""
    named_variants: int = 4
    """Variants that are named; more are counted."""


LIMITS: Final = LabelLimits()

PLAIN_TYPES = frozenset({"string", "integer", "number", "boolean"})
"""Types of which nothing stands below."""


def type_label(schema: Schema | None) -> str:
    """Return the type as readers write it: `string`, `integer · int64`, `Pet[]`, `map of integer`, `string | null`."""
    if schema is None:
        return ""
    return _label(merged(schema), 0)


def _label(schema: Schema, depth: int) -> str:
    if schema.unresolved:
        return "refers to itself" if schema.circular else "unresolved reference"
    if schema.never and not schema.types:
        return "not allowed"
    declared = schema.keywords.get("type")
    if declared.__class__ is str and declared in PLAIN_TYPES:
        return _one(schema, declared, depth)
    types, offered = list(dict.fromkeys(schema.types)), None
    if not types:
        offered = next((choice for choice in choices(schema) if not choice.inherits), None)
        types = _implied_types(schema, choosing=offered is not None)
    labels = [_one(schema, name, depth) for name in types]
    if not labels and offered is not None:
        labels = [_variants(offered, depth)]
    if not labels:
        labels = ["null" if schema.nullable else "any"]
        return labels[0]
    if schema.nullable:
        labels.append("null")
    return " | ".join(dict.fromkeys(labels))


def _implied_types(schema: Schema, *, choosing: bool) -> list[str]:
    if schema.nullable:
        return []
    if not schema.keywords.keys().isdisjoint({"properties", "additionalProperties", "patternProperties"}):
        return ["object"]
    if not schema.keywords.keys().isdisjoint({"items", "prefixItems", "contains"}):
        return ["array"]
    if "const" in schema:
        return [_json_type(schema.get("const"))]
    constants = titled_constants(schema)
    if constants:
        return list(dict.fromkeys(_json_type(node.get("const")) for node in constants))
    enum = schema.get("enum")
    if isinstance(enum, list | tuple) and enum and not choosing:
        return list(dict.fromkeys(_json_type(value) for value in enum))
    return []


def _json_type(value: object) -> str:
    match value:
        case None:
            return "null"
        case bool():
            return "boolean"
        case int():
            return "integer"
        case float():
            return "number"
        case str():
            return "string"
        case list() | tuple():
            return "array"
        case _:
            return "object"


def _one(schema: Schema, name: str, depth: int) -> str:
    if name == "array":
        item = schema.items
        if schema.get("prefixItems"):
            return "tuple"
        if item is None or depth > LIMITS.depth:
            return "array"
        inner = _label(merged(item), depth + 1)
        if " · " in inner and " | " not in inner:
            head, tail = inner.split(" · ", 1)
            return f"{head}[] · {tail}"
        return f"({inner})[]" if " | " in inner or " of " in inner else f"{inner}[]"
    if name == "object":
        extra = schema.additional_properties
        if (
            extra is not None
            and not extra.never
            and extra.keywords
            and not schema.get("properties")
            and depth <= LIMITS.depth
        ):
            return f"map of {_label(merged(extra), depth + 1)}"
        return f"object · {visible(schema.name)}" if schema.name else "object"
    detail = schema.keywords.get("format")
    shown = name if name in PLAIN_TYPES else visible(name)
    return f"{shown} · {visible(detail)}" if detail and isinstance(detail, str) else shown


def _variants(choice: Choice, depth: int) -> str:
    variants = choice.branches
    word = "one of" if choice.keyword == "oneOf" else "any of"
    counted = f"{word} {len(variants)} variants"
    if depth > LIMITS.variant_depth:
        return counted
    values = [variant for variant in variants[:3] if merged(variant).get("type") != "null"]
    if len(values) == 1 and len(variants) == 2:
        # A choice between something and null is a value that may be absent.
        inner = _label(merged(values[0]), depth + 1)
        return inner if inner.endswith(" | null") else f"{inner} | null"
    labels = list(
        dict.fromkeys(visible(v.name) or _label(merged(v), depth + 2) for v in variants[: LIMITS.told_variants])
    )
    if len(labels) == 1:
        # Their types are one: what sets them apart stands below.
        return _label(merged(variants[0]), depth + 1)
    return f"{word} {' | '.join(labels)}" if len(labels) <= LIMITS.named_variants else counted


def titled_constants(schema: Schema) -> tuple[Schema, ...]:
    """Return the branches of a `oneOf` or `anyOf` that only lists constants, which is an enum; else nothing."""
    if "oneOf" not in schema.keywords and "anyOf" not in schema.keywords and "allOf" not in schema.keywords:
        return ()
    branches = variants(schema)
    return branches if branches and all("const" in branch.keywords for branch in branches) else ()
