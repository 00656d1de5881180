"""The types of JSON Schema, and which of them a value has."""

from __future__ import annotations

from collections.abc import Mapping

from apiref_nb.text.json_value import JsonValue


def has_type(value: JsonValue, types: frozenset[str]) -> bool:
    """Return True when a value is of one of the types.

    Args:
        value: any JSON value.
        types: names of types of JSON Schema.
    """
    if isinstance(value, str):
        return "string" in types
    if isinstance(value, bool):
        return "boolean" in types
    if isinstance(value, int):
        return "integer" in types or "number" in types
    if isinstance(value, float):
        return "number" in types or ("integer" in types and value.is_integer())
    if value is None:
        return "null" in types
    return ("object" if isinstance(value, Mapping) else "array") in types
