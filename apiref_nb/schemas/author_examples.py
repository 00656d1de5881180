"""`fitting`: an author's example or default as a part of a larger sample, when it meets its schema."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping

from apiref_nb.model import Schema
from apiref_nb.schemas.constraints import Rule
from apiref_nb.text.json_numbers import json_dumps
from apiref_nb.text.json_value import JsonValue


def unresolved_note(schema: Schema) -> str:
    """Return why nothing can be said about a schema whose reference leads nowhere."""
    where = "refers to itself" if schema.circular else "leads nowhere"
    return f"the reference {schema.unresolved!a} {where}"


def fitting(value: JsonValue, rule: Rule, meets: Callable[[Rule, JsonValue], bool]) -> tuple[JsonValue] | None:
    """Return the value in a tuple of one when it meets the rule, else None.

    Members that do not travel in the rule's direction are left out. A number for a text, or a number written as text,
    is read as what the schema asks for: YAML authors write `example: 1234` under `type: string` every day.

    Args:
        value: as its author wrote it.
        rule: what it has to meet.
        meets: says whether a value meets a rule.
    """
    shown = travelling(value, rule)
    if meets(rule, shown):
        return (shown,)
    types = rule.types or frozenset()
    if "string" in types and isinstance(value, int | float):
        text = json_dumps(value)
        return (text,) if meets(rule, text) else None
    if isinstance(value, str) and len(value) < 30 and types & {"integer", "number", "boolean"}:
        try:
            read = json.loads(value)
        except (ValueError, RecursionError):
            return None
        return (read,) if not isinstance(read, str) and meets(rule, read) else None
    return None


def travelling(value: JsonValue, rule: Rule, depth: int = 0) -> JsonValue:
    """Return a value without the members that do not travel in the rule's direction.

    Args:
        value: as its author wrote it.
        rule: says which members do not travel.
        depth: members within members that were entered.
    """
    if depth > 12:
        return value
    if isinstance(value, Mapping):
        kept = {}
        for name, child in value.items():
            if name not in rule.hidden:
                member = rule.member(name)
                kept[name] = child if member is None else travelling(child, member, depth + 1)
        return kept
    if isinstance(value, list):
        item = rule.below("items")
        return value if item is None else [travelling(child, item, depth + 1) for child in value]
    return value
