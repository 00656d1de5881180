"""The types of JSON Schema, which of them a value has, and how many values are in one."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from apiref_nb.text.json_value import JsonValue


def has_type(value: JsonValue, types: Collection[str]) -> bool:
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


def parts(value: JsonValue, most: int) -> int:
    """Return how many values are in one, a long text counted as several; counting ends soon after `most`.

    Args:
        value: any JSON value.
        most: parts after which nobody counts on.
    """
    count, level = 0, [value]
    while level and count <= most:
        count += sum(1 + len(here) // 100 if isinstance(here, str) else 1 for here in level)
        children: list[JsonValue] = []
        for here in level:
            children += here.values() if isinstance(here, Mapping) else here if isinstance(here, list | tuple) else ()
        level = children
    return min(count, most + 1)
