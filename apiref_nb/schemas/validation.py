"""`fault`: the first thing about a value that its rule does not allow, or None.

It asks only what a value touches, so judging an example in a document of ten thousand schemas opens a dozen of them.
Every question counts against a budget: a document cannot make it work for long.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from decimal import Decimal
from typing import Any

from apiref_nb.schemas.constraints import Rule
from apiref_nb.schemas.equality import canonical, has_type, same
from apiref_nb.schemas.faults import ValueFault
from apiref_nb.schemas.text_patterns import TextPatterns
from apiref_nb.schemas.unevaluated import evaluated_items, evaluated_names
from apiref_nb.text.json_value import JsonValue
from apiref_nb.text.numbers import is_number, number_text
from apiref_nb.text.quoting import short

DEEPEST = 150
"""Schemas within schemas that are followed; a schema that contains itself without end is not followed further."""


ON_THE_SAME_VALUE = frozenset({"allOf", "anyOf", "oneOf", "not", "if", "dependentSchemas"})
"""Keywords whose schemas judge the value itself, so that they may lead back to the schema that asked."""


class BudgetSpent(Exception):  # noqa: N818 - it never leaves this room
    """The value takes more questions to judge than were allowed."""


_ROUND = 4096  # questions; a power of two


class Validator:
    """Judges values within a budget of questions; `go_on` is called every few thousand, and what it raises ends it."""

    __slots__ = ("_asked", "budget", "go_on", "patterns")

    def __init__(self, patterns: TextPatterns, budget: int, go_on: Callable[[], object] | None = None) -> None:
        self.patterns = patterns
        self.budget = budget
        self._asked: set[tuple[int, int]] = set()
        """(id of a rule, id of a value) of the questions whose answers are being looked for."""
        self.go_on = go_on

    def fault(self, rule: Rule, value: JsonValue, depth: int = 0) -> ValueFault | None:
        """Return the first fault of a value.

        Raises:
            BudgetSpent: the budget ran out.
        """
        self.budget -= 1
        if self.budget < 0:
            raise BudgetSpent
        if self.go_on is not None and not self.budget & (_ROUND - 1):
            self.go_on()
        if rule.types is not None and not has_type(value, rule.types):
            allowed = " or ".join(rule.keywords["type"])
            return ValueFault(f"must be {allowed} (got {short(value)})")
        if depth > DEEPEST:
            return None
        keywords = rule.schema.keywords
        if not keywords:
            return None
        if ON_THE_SAME_VALUE.isdisjoint(keywords):
            return self._first(rule, value, depth)
        asked = (id(rule), id(value))
        if asked in self._asked:
            # A schema that leads back to itself says no more the second time: `Pet.oneOf: [Cat]`, `Cat.allOf: [Pet]`.
            return None
        self._asked.add(asked)
        try:
            return self._first(rule, value, depth)
        finally:
            self._asked.discard(asked)

    def _first(self, rule: Rule, value: JsonValue, depth: int) -> ValueFault | None:
        for keyword in rule.schema.keywords:
            check = CHECKS.get(keyword)
            if check is not None:
                found = check(self, rule, value, depth)
                if found is not None:
                    return found
        return None

    def meets(self, rule: Rule, value: JsonValue, depth: int = 0) -> bool:
        """Return True when a value has no fault."""
        return self.fault(rule, value, depth) is None


Check = Callable[[Validator, Rule, JsonValue, int], ValueFault | None]


def _enum(judge: Validator, rule: Rule, value: JsonValue, depth: int) -> ValueFault | None:
    allowed = rule.keywords.get("enum")
    if allowed is None or rule.allows(value):
        return None
    shown = ", ".join(short(item) for item in allowed[:8]) + (", …" if len(allowed) > 8 else "")
    return ValueFault(f"must be one of {shown} (got {short(value)})")


def _const(judge: Validator, rule: Rule, value: JsonValue, depth: int) -> ValueFault | None:
    only = rule.keywords["const"]
    return None if same(value, only) else ValueFault(f"must be {short(only)} (got {short(value)})")


def _bound(keyword: str, word: str, broken: Callable[[Any, Any], bool]) -> Check:
    def check(judge: Validator, rule: Rule, value: JsonValue, depth: int) -> ValueFault | None:
        limit = rule.keywords.get(keyword)
        if limit is None or not is_number(value) or not broken(value, limit):
            return None
        return ValueFault(f"must be {word} {number_text(limit)} (got {short(value)})")

    return check


def _multiple(judge: Validator, rule: Rule, value: JsonValue, depth: int) -> ValueFault | None:
    step = rule.keywords.get("multipleOf")
    if step is None or not is_number(value):
        return None
    if isinstance(value, int) and isinstance(step, int):
        whole = value % step == 0
    else:
        numerator, denominator = Decimal(repr(value)).as_integer_ratio()
        by, of = Decimal(repr(step)).as_integer_ratio()
        whole = (numerator * of) % (denominator * by) == 0
    return None if whole else ValueFault(f"must be a multiple of {number_text(step)} (got {short(value)})")


def _size(keyword: str, kind: type | tuple[type, ...], word: str, *, least: bool) -> Check:
    side = "at least" if least else "at most"

    def check(judge: Validator, rule: Rule, value: JsonValue, depth: int) -> ValueFault | None:
        limit = rule.keywords.get(keyword)
        if limit is None or not isinstance(value, kind):
            return None
        size = len(value)  # type: ignore[arg-type]  # text, array or object
        if (size >= limit) if least else (size <= limit):
            return None
        return ValueFault(f"must have {side} {limit} {word} (got {size})")

    return check


def _pattern(judge: Validator, rule: Rule, value: JsonValue, depth: int) -> ValueFault | None:
    pattern = rule.keywords.get("pattern")
    if pattern is None or not isinstance(value, str) or judge.patterns.matches(pattern, value):
        return None
    return ValueFault(f"must match {short(pattern)} (got {short(value)})")


def _required(judge: Validator, rule: Rule, value: JsonValue, depth: int) -> ValueFault | None:
    if isinstance(value, Mapping):
        for name in rule.required:
            if name not in value:
                return ValueFault(f"must have the property {short(name)}")
    return None


def _dependent_required(judge: Validator, rule: Rule, value: JsonValue, depth: int) -> ValueFault | None:
    if isinstance(value, Mapping):
        for name, needed in rule.keywords.get("dependentRequired", {}).items():
            if name in value:
                for other in needed:
                    if other not in value and other not in rule.hidden:
                        return ValueFault(f"must have the property {short(other)} beside {short(name)}")
    return None


def _properties(judge: Validator, rule: Rule, value: JsonValue, depth: int) -> ValueFault | None:
    if isinstance(value, Mapping):
        for name, child in value.items():
            member = rule.member(name)
            if member is not None:
                found = judge.fault(member, child, depth + 1)
                if found is not None:
                    return _never(found, member, name)
    return None


def _never(found: ValueFault, member: Rule, name: str | int) -> ValueFault:
    if member.schema.never:
        return ValueFault(f"must not have the property {short(name)}")
    return ValueFault(found.message, (name, *found.path))


def _pattern_properties(judge: Validator, rule: Rule, value: JsonValue, depth: int) -> ValueFault | None:
    if isinstance(value, Mapping):
        for pattern, member in rule.named("patternProperties").items():
            for name, child in value.items():
                if judge.patterns.usable(pattern) and judge.patterns.matches(pattern, name):
                    found = judge.fault(member, child, depth + 1)
                    if found is not None:
                        return _never(found, member, name)
    return None


def _additional(judge: Validator, rule: Rule, value: JsonValue, depth: int) -> ValueFault | None:
    if not isinstance(value, Mapping):
        return None
    member = rule.below("additionalProperties")
    if member is None or not member.schema.keywords:
        return None
    patterns = [p for p, _ in rule.schema.named("patternProperties") if judge.patterns.usable(p)]
    for name, child in value.items():
        if rule.member(name) is None and not any(judge.patterns.matches(p, name) for p in patterns):
            found = judge.fault(member, child, depth + 1)
            if found is not None:
                return _never(found, member, name)
    return None


def _property_names(judge: Validator, rule: Rule, value: JsonValue, depth: int) -> ValueFault | None:
    names = rule.below("propertyNames")
    if names is not None and isinstance(value, Mapping):
        for name in value:
            found = judge.fault(names, name, depth + 1)
            if found is not None:
                return ValueFault(f"has a property name that {found.message}")
    return None


def _items(judge: Validator, rule: Rule, value: JsonValue, depth: int) -> ValueFault | None:
    item = rule.below("items")
    if item is None or not isinstance(value, list | tuple):
        return None
    start = len(rule.schema.listed("prefixItems"))
    for index in range(start, len(value)):
        found = judge.fault(item, value[index], depth + 1)
        if found is not None:
            return ValueFault(found.message, (index, *found.path))
    return None


def _prefix_items(judge: Validator, rule: Rule, value: JsonValue, depth: int) -> ValueFault | None:
    if isinstance(value, list | tuple):
        for index, (item, child) in enumerate(zip(rule.listed("prefixItems"), value, strict=False)):
            found = judge.fault(item, child, depth + 1)
            if found is not None:
                return ValueFault(found.message, (index, *found.path))
    return None


def _unique(judge: Validator, rule: Rule, value: JsonValue, depth: int) -> ValueFault | None:
    if rule.keywords.get("uniqueItems") is not True or not isinstance(value, list | tuple):
        return None
    return None if len({canonical(item) for item in value}) == len(value) else ValueFault("must not repeat an item")


def _contains(judge: Validator, rule: Rule, value: JsonValue, depth: int) -> ValueFault | None:
    wanted = rule.below("contains")
    if wanted is None or not isinstance(value, list | tuple):
        return None
    count = sum(judge.meets(wanted, item, depth + 1) for item in value)
    least, most = rule.keywords.get("minContains", 1), rule.keywords.get("maxContains")
    if count < least:
        return ValueFault(f"must contain at least {least} of the items it asks for (got {count})")
    if most is not None and count > most:
        return ValueFault(f"must contain at most {most} of the items it asks for (got {count})")
    return None


def _all_of(judge: Validator, rule: Rule, value: JsonValue, depth: int) -> ValueFault | None:
    for branch in rule.listed("allOf"):
        found = judge.fault(branch, value, depth + 1)
        if found is not None:
            return found
    return None


def _any_of(judge: Validator, rule: Rule, value: JsonValue, depth: int) -> ValueFault | None:
    first: ValueFault | None = None
    branches = rule.listed("anyOf")
    for branch in branches:
        found = judge.fault(branch, value, depth + 1)
        if found is None:
            return None
        first = _deeper(first, found)
    return _none_of(first, branches)


def _one_of(judge: Validator, rule: Rule, value: JsonValue, depth: int) -> ValueFault | None:
    first: ValueFault | None = None
    branches = rule.listed("oneOf")
    met: list[str] = []
    for index, branch in enumerate(branches):
        found = judge.fault(branch, value, depth + 1)
        if found is None:
            met.append(branch.schema.name or str(index + 1))
            if len(met) > 1:
                return ValueFault(f"must be exactly one of the variants (it is both {met[0]} and {met[1]})")
        else:
            first = _deeper(first, found)
    return None if met else _none_of(first, branches)


def _deeper(first: ValueFault | None, found: ValueFault) -> ValueFault:
    return found if first is None or len(found.path) > len(first.path) else first


def _none_of(first: ValueFault | None, branches: list[Rule]) -> ValueFault | None:
    if first is None:
        return None
    if len(branches) == 1:
        return first
    return ValueFault(f"is none of the {len(branches)} variants; the closest: {first}")


def _not(judge: Validator, rule: Rule, value: JsonValue, depth: int) -> ValueFault | None:
    if rule.schema.never:
        return ValueFault("is not allowed")
    banned = rule.below("not")
    if banned is None or not judge.meets(banned, value, depth + 1):
        return None
    return ValueFault("must not meet the schema under `not`")


def _if(judge: Validator, rule: Rule, value: JsonValue, depth: int) -> ValueFault | None:
    condition = rule.below("if")
    if condition is None:
        return None
    branch = rule.below("then" if judge.meets(condition, value, depth + 1) else "else")
    return judge.fault(branch, value, depth + 1) if branch is not None else None


def _dependent_schemas(judge: Validator, rule: Rule, value: JsonValue, depth: int) -> ValueFault | None:
    if isinstance(value, Mapping):
        for name, branch in rule.named("dependentSchemas").items():
            if name in value:
                found = judge.fault(branch, value, depth + 1)
                if found is not None:
                    return found
    return None


def _unevaluated_properties(judge: Validator, rule: Rule, value: JsonValue, depth: int) -> ValueFault | None:
    rest = rule.below("unevaluatedProperties")
    if rest is None or not rest.schema.keywords or not isinstance(value, Mapping):
        return None
    known = evaluated_names(judge.meets, judge.patterns, rule, value, depth)
    for name, child in value.items():
        found = judge.fault(rest, child, depth + 1) if name not in known else None
        if found is not None:
            return _never(found, rest, name)
    return None


def _unevaluated_items(judge: Validator, rule: Rule, value: JsonValue, depth: int) -> ValueFault | None:
    rest = rule.below("unevaluatedItems")
    if rest is None or not rest.schema.keywords or not isinstance(value, list | tuple):
        return None
    known = evaluated_items(judge.meets, rule, value, depth)
    for index, child in enumerate(value):
        found = judge.fault(rest, child, depth + 1) if index not in known else None
        if found is not None:
            return ValueFault(found.message, (index, *found.path))
    return None


CHECKS: Mapping[str, Check] = {
    "enum": _enum,
    "const": _const,
    "minimum": _bound("minimum", "at least", lambda value, limit: value < limit),
    "maximum": _bound("maximum", "at most", lambda value, limit: value > limit),
    "exclusiveMinimum": _bound("exclusiveMinimum", "more than", lambda value, limit: value <= limit),
    "exclusiveMaximum": _bound("exclusiveMaximum", "less than", lambda value, limit: value >= limit),
    "multipleOf": _multiple,
    "minLength": _size("minLength", str, "characters", least=True),
    "maxLength": _size("maxLength", str, "characters", least=False),
    "pattern": _pattern,
    "minItems": _size("minItems", (list, tuple), "items", least=True),
    "maxItems": _size("maxItems", (list, tuple), "items", least=False),
    "uniqueItems": _unique,
    "minProperties": _size("minProperties", Mapping, "properties", least=True),
    "maxProperties": _size("maxProperties", Mapping, "properties", least=False),
    "required": _required,
    "dependentRequired": _dependent_required,
    "properties": _properties,
    "patternProperties": _pattern_properties,
    "additionalProperties": _additional,
    "propertyNames": _property_names,
    "prefixItems": _prefix_items,
    "items": _items,
    "contains": _contains,
    "allOf": _all_of,
    "anyOf": _any_of,
    "oneOf": _one_of,
    "not": _not,
    "if": _if,
    "dependentSchemas": _dependent_schemas,
    "unevaluatedProperties": _unevaluated_properties,
    "unevaluatedItems": _unevaluated_items,
}
"""Keyword -> its question."""
