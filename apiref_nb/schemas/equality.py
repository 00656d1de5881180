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
    """Return True when both are the same JSON value.

    Args:
        first: any JSON value.
        second: any JSON value.
    """
    return canonical(first) == canonical(second)


EXACT = frozenset({str, int, float, bool, type(None)})
"""Python's own types of a value that holds no others."""


def bare(value: JsonValue) -> JsonValue:
    """Return a value of exactly Python's own types, as the JSON Schema engine takes it."""
    if type(value) in EXACT:
        return value
    if isinstance(value, dict | Mapping):
        return {str(key): child if type(child) in EXACT else bare(child) for key, child in value.items()}
    if isinstance(value, list | tuple):
        return [child if type(child) in EXACT else bare(child) for child in value]
    return str(value) if isinstance(value, str) else int(value) if isinstance(value, int) else float(value)
