"""`fitting`: an author's example or default as a part of a larger sample, when it meets its schema."""

from __future__ import annotations

import json
from collections import deque
from collections.abc import Callable, Iterable, Mapping, Sequence

from apiref_nb.model import Schema
from apiref_nb.schemas.constraints import IN_PLACE, Rule
from apiref_nb.schemas.limits import FOLDING
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
    types = frozenset(rule.keywords.get("type", ()))
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


def travelling(value: JsonValue, *rules: Rule, depth: int = 0) -> JsonValue:
    """Return a value without the members that do not travel in the rules' direction.

    Args:
        value: as its author wrote it.
        *rules: those that speak of this value; each says which members do not travel, and its branches do.
        depth: members within members that were entered.
    """
    if depth > 12 or not rules:
        return value
    if isinstance(value, Mapping):
        hidden = frozenset[str]().union(*(rule.hidden for rule in rules))
        spoken = _with_branches(rules)
        return {
            name: travelling(child, *_of_member(spoken, name), depth=depth + 1)
            for name, child in value.items()
            if name not in hidden
        }
    if isinstance(value, list):
        items = _present(rule.below("items") for rule in _with_branches(rules))
        return [travelling(child, *items, depth=depth + 1) for child in value] if items else value
    return value


def _with_branches(rules: Sequence[Rule]) -> Sequence[Rule]:
    """Rules and those of the branches of `allOf`, `anyOf` and `oneOf` in them, each once."""
    found = dict.fromkeys(rules)
    waiting = deque(rules)
    while waiting and len(found) < FOLDING.max_flag_branches:
        rule = waiting.popleft()
        branches = [one for keyword in IN_PLACE if keyword in rule.schema.keywords for one in rule.listed(keyword)]
        fresh = [one for one in branches if one not in found]
        found.update(dict.fromkeys(fresh))
        waiting += fresh
    return tuple(found)


def _of_member(rules: Sequence[Rule], name: str) -> Sequence[Rule]:
    """What rules say of a member: as a property, else as one of the others."""
    return _present(rule.member(name) for rule in rules) or _present(
        rule.below("additionalProperties") for rule in rules
    )


def _present(rules: Iterable[Rule | None]) -> Sequence[Rule]:
    return [rule for rule in rules if rule is not None]
