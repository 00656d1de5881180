"""Plain values out of a mapping that may hold anything: the value when its type is right, else an empty one.

Every part reader takes its fields through these. They report no problem: `document_checks` has reported it already.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

EMPTY: Mapping[str, Any] = {}


def text(node: Mapping[str, Any], key: str) -> str:
    """Return the text at `key`; numbers and booleans as JSON writes them, everything else empty.

    Args:
        node: the object that may hold the field.
        key: the field's name.
    """
    value = node.get(key)
    if isinstance(value, str):
        return value
    if isinstance(value, bool):
        return "true" if value else "false"
    return str(value) if isinstance(value, int | float) else ""


def flag(node: Mapping[str, Any], key: str, *, default: bool = False) -> bool:
    """Return the boolean at `key`, else the default.

    Args:
        node: the object that may hold the field.
        key: the field's name.
        default: what counts where the field is absent or holds something else.
    """
    value = node.get(key)
    return value if isinstance(value, bool) else default


def mapping(node: Mapping[str, Any], key: str) -> Mapping[str, Any]:
    """Return the mapping at `key`, else an empty one; see `text`."""
    value = node.get(key)
    return value if isinstance(value, dict) else EMPTY


def listing(node: Mapping[str, Any], key: str) -> list[Any]:
    """Return the list at `key`, else an empty one; see `text`."""
    value = node.get(key)
    return value if isinstance(value, list) else []


def texts(node: Mapping[str, Any], key: str) -> tuple[str, ...]:
    """Return the texts of the list at `key`, in document order; other items are left out. See `text`."""
    value = node.get(key)
    return tuple([item for item in value if isinstance(item, str)]) if isinstance(value, list) else ()


def entries(node: Mapping[str, Any], key: str) -> list[tuple[str, Any]]:
    """Return (name, value) of the mapping at `key`, in document order, extensions (`x-`) left out; see `text`."""
    return [(name, value) for name, value in mapping(node, key).items() if not name.startswith("x-")]
