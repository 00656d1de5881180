"""Which members and items of a value some keyword speaks of: what `unevaluatedProperties` and `unevaluatedItems` leave.

In: a rule and a value that meets it otherwise. Out: names and indexes. Branches count where the value meets them.

Source: JSON Schema 2020-12, core, section 11.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from apiref_nb.schemas.constraints import Rule
from apiref_nb.schemas.text_patterns import TextPatterns
from apiref_nb.text.json_value import JsonValue

Meets = Callable[[Rule, JsonValue, int], bool]
"""(rule, value, schemas around the rule) -> whether the value meets it."""

DEEPEST = 50
"""Branches within branches that are followed."""


def evaluated_names(
    meets: Meets, patterns: TextPatterns, rule: Rule, value: Mapping[str, Any], depth: int, *, whole: bool = False
) -> frozenset[str]:
    """Return the members that the rule speaks of.

    Args:
        meets: asks which branches the value meets.
        patterns: matches names.
        rule: what speaks.
        value: an object.
        depth: schemas around it.
        whole: True counts the rule's own `unevaluatedProperties`, as the rules around it do.
    """
    keywords = rule.schema.keywords
    if "additionalProperties" in keywords or (whole and "unevaluatedProperties" in keywords):
        return frozenset(value)
    usable = [p for p, _ in rule.schema.named("patternProperties") if patterns.usable(p)]
    found = {
        name
        for name in value
        if rule.member(name) is not None or any(patterns.matches(pattern, name) for pattern in usable)
    }
    for branch in _met(meets, rule, value, depth):
        found |= evaluated_names(meets, patterns, branch, value, depth + 1, whole=True)
    return frozenset(found)


def evaluated_items(
    meets: Meets, rule: Rule, value: Sequence[Any], depth: int, *, whole: bool = False
) -> frozenset[int]:
    """Return the indexes of the items that the rule speaks of; see `evaluated_names`."""
    keywords = rule.schema.keywords
    if "items" in keywords or (whole and "unevaluatedItems" in keywords):
        return frozenset(range(len(value)))
    found = set(range(min(len(value), len(rule.schema.listed("prefixItems")))))
    wanted = rule.below("contains")
    if wanted is not None:
        found |= {index for index, item in enumerate(value) if meets(wanted, item, depth + 1)}
    for branch in _met(meets, rule, value, depth):
        found |= evaluated_items(meets, branch, value, depth + 1, whole=True)
    return frozenset(found)


def _met(meets: Meets, rule: Rule, value: JsonValue, depth: int) -> Iterator[Rule]:
    """Yield the branches of the same value that it meets."""
    if depth > DEEPEST:
        return
    for keyword in ("allOf", "anyOf", "oneOf"):
        for branch in rule.listed(keyword):
            if meets(branch, value, depth + 1):
                yield branch
    condition = rule.below("if")
    if condition is not None:
        met = meets(condition, value, depth + 1)
        if met:
            yield condition
        branch_or_none = rule.below("then" if met else "else")
        if branch_or_none is not None:
            yield branch_or_none
    if isinstance(value, Mapping):
        for name, branch in rule.named("dependentSchemas").items():
            if name in value and meets(branch, value, depth + 1):
                yield branch
