"""`fitting`: an author's example or default as a part of a larger sample, when it meets its schema."""

from __future__ import annotations

import json
from collections.abc import Mapping

from apiref_nb.schemas.constraints import Rule
from apiref_nb.schemas.validation import Validator
from apiref_nb.text.json_value import JsonValue


def fitting(value: JsonValue, rule: Rule, judge: Validator) -> tuple[JsonValue] | None:
    """Return the value in a tuple of one when it meets the rule, else None.

    Members that do not travel in the rule's direction are left out. A number for a text, or a number written as text,
    is read as what the schema asks for: YAML authors write `example: 1234` under `type: string` every day.
    """
    shown = travelling(value, rule)
    if judge.meets(rule, shown):
        return (shown,)
    types = rule.types or frozenset()
    if "string" in types and isinstance(value, int | float):
        text = json.dumps(value)
        return (text,) if judge.meets(rule, text) else None
    if isinstance(value, str) and len(value) < 30 and types & {"integer", "number", "boolean"}:
        try:
            read = json.loads(value)
        except (ValueError, RecursionError):
            return None
        return (read,) if not isinstance(read, str) and judge.meets(rule, read) else None
    return None


def travelling(value: JsonValue, rule: Rule, depth: int = 0) -> JsonValue:
    """Return a value without the members that do not travel in the rule's direction."""
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
