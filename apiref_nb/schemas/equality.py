"""When two JSON values are the same value: `1` and `1.0` are, `1` and `true` are not."""

from __future__ import annotations

from collections.abc import Hashable, Mapping

from apiref_nb.text.json_value import JsonValue


def canonical(value: JsonValue) -> Hashable:
    """Return something that is equal, and hashes alike, for equal JSON values and for no others."""
    if isinstance(value, bool):
        return ("boolean", value)
    if isinstance(value, str | int | float) or value is None:
        return value
    if isinstance(value, Mapping):
        return frozenset((key, canonical(child)) for key, child in value.items())
    return ("array", *(canonical(child) for child in value))


def same(first: JsonValue, second: JsonValue) -> bool:
    """Return True when both are the same JSON value."""
    return canonical(first) == canonical(second)


def has_type(value: JsonValue, types: frozenset[str]) -> bool:
    """Return True when a value is of one of the types."""
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
