"""`json_schema`: a schema as one self-contained JSON Schema 2020-12 document; `validate`: every fault of a value.

Only what decides about validity goes into it, and only what is well formed, so that a validator takes it whatever the
document says. Named and repeated nodes stand under `$defs`; a schema that contains itself refers to itself.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Hashable, Mapping
from typing import Any

from jsonschema_rs import Draft202012Validator, ValidationError

from apiref_nb.model import Schema
from apiref_nb.schemas.constraints import Direction, Rule, Rules
from apiref_nb.schemas.text_patterns import BACKTRACKING
from apiref_nb.schemas.validation import BudgetSpent, Validator
from apiref_nb.text.escaping import plain
from apiref_nb.text.json_value import JsonValue

MAPS = ("properties", "patternProperties", "dependentSchemas")
LISTS = ("allOf", "anyOf", "oneOf", "prefixItems")
NODES = (
    "items", "additionalProperties", "not", "if", "then", "else", "contains", "propertyNames",
    "unevaluatedItems", "unevaluatedProperties",
)  # fmt: skip
IN_PLACE = frozenset({"allOf", "anyOf", "oneOf", "not", "if", "then", "else", "dependentSchemas"})
"""Keywords whose schemas judge the same value: a way back to the start through them alone says nothing."""

MOST_FAULTS = 50
"""Faults that are told about one value."""

MOST_COLLECTED = 20_000
"""Values in one that is told all its faults; of a larger one only the first, for the validator words every fault, each
with the value at its place, before it hands over the first."""

QUESTIONS = 2_000_000
"""Questions that judging one value may take before it is given up."""

_UNSAFE = re.compile(r"[^A-Za-z0-9_.-]")


def json_schema(schema: Schema, *, direction: Direction | None = None) -> dict[str, Any]:
    """Return a schema with everything it refers to, as JSON Schema 2020-12.

    Args:
        schema: any node.
        direction: relaxes what is required: read-only properties in a `request`, write-only ones in a `response`.

    Returns:
        Assertions only, with `$defs` for named and repeated nodes. References that lead nowhere allow everything.
    """
    rules = Rules()
    return _Writing(rules.rule(schema, direction), rules).document()


def validate(
    schema: Schema, value: JsonValue, direction: Direction | None = None, *, go_on: Callable[[], object] | None = None
) -> tuple[tuple[tuple[str | int, ...], str], ...]:
    """Return every fault of a value, at most fifty: (path, message), outermost first; empty when it is valid.

    Of a value with more than 20,000 in it only the first fault is told.

    Args:
        schema: what the value has to meet.
        value: any JSON value.
        direction: see `json_schema`.
        go_on: called now and then while a large value is judged; what it raises ends that. None for nobody to ask.
    """
    rules = Rules()
    rule = rules.rule(schema, direction)
    try:
        first = Validator(rules.patterns, QUESTIONS, go_on).fault(rule, value)
    except BudgetSpent:
        return (((), "is too large to be checked against this schema"),)
    if first is None:
        return ()
    faults: list[tuple[tuple[str | int, ...], str]] = []
    checker, whole = compiled(_Writing(rule, rules).document()), plain(value)
    if _weight(whole) > MOST_COLLECTED:
        try:
            checker.validate(whole)
        except ValidationError as only:
            faults.append((tuple(only.instance_path), _short(only.message)))
        return tuple(faults)
    for error in checker.iter_errors(whole):
        faults.append((tuple(error.instance_path), _short(error.message)))
        if len(faults) >= MOST_FAULTS:
            break
    return tuple(sorted(faults, key=lambda fault: len(fault[0])))


def compiled(document: Mapping[str, Any]) -> Draft202012Validator:
    """Return a validator of a document that `json_schema` made; formats are notes to the reader, not assertions."""
    try:
        return Draft202012Validator(dict(document), pattern_options=BACKTRACKING, offline=True)
    except ValidationError:
        return Draft202012Validator({})


def _weight(value: object) -> int:
    """Return how many values are in one, a long text counted as several; no further than needed."""
    weight, level = 0, [value]
    while level and weight <= MOST_COLLECTED:
        weight += sum(1 + len(here) // 100 if isinstance(here, str) else 1 for here in level)
        children: list[object] = []
        for here in level:
            children += here.values() if isinstance(here, Mapping) else here if isinstance(here, list) else ()
        level = children
    return weight


def _short(message: str) -> str:
    return message if len(message) <= 300 else f"{message[:200]} … {message[-90:]}"


def _children(rule: Rule) -> list[tuple[str, str | int | None, Rule]]:
    """Return (keyword, name or index, rule) of every schema directly below."""
    found: list[tuple[str, str | int | None, Rule]] = []
    for keyword in rule.schema.keywords:
        if keyword in MAPS:
            found += [(keyword, name, child) for name, child in rule.named(keyword).items()]
        elif keyword in LISTS:
            found += [(keyword, index, child) for index, child in enumerate(rule.listed(keyword))]
        elif keyword in NODES:
            child = rule.below(keyword)
            if child is not None:
                found.append((keyword, None, child))
    return found


def _identity(rule: Rule) -> Hashable:
    """Return what tells a node from others: a folded node stands at the place of its origin and says more."""
    return rule.schema.pointer, frozenset(rule.schema.keywords), rule.hidden


class _Writing:
    def __init__(self, rule: Rule, rules: Rules) -> None:
        self.root = rule
        self.patterns = rules.patterns
        self.names: dict[Hashable, str] = {}
        self.taken: set[str] = set()
        self.numbers: dict[str, int] = {}
        """Name -> the number that the next schema of this name is tried with."""
        self.waiting: list[Rule] = []
        self.counts = self._count()

    def document(self) -> dict[str, Any]:
        """Return the root with its `$defs`."""
        document = {"$schema": "https://json-schema.org/draft/2020-12/schema", **self._body(self.root)}
        definitions: dict[str, Any] = {}
        while self.waiting:
            rule = self.waiting.pop()
            definitions[self.names[_identity(rule)]] = self._body(rule)
        if definitions:
            document["$defs"] = dict(sorted(definitions.items()))
        return document

    def _count(self) -> Counter[Hashable]:
        counts: Counter[Hashable] = Counter()
        waiting = [self.root]
        while waiting:
            rule = waiting.pop()
            key = _identity(rule)
            counts[key] += 1
            if counts[key] == 1:
                waiting += (child for _, _, child in _children(rule))
        return counts

    def _written(self, rule: Rule) -> dict[str, Any]:
        key = _identity(rule)
        if self.counts[key] < 2 and not rule.schema.name:
            return self._body(rule)
        if key not in self.names:
            self.names[key] = self._name(rule)
            self.waiting.append(rule)
        return {"$ref": f"#/$defs/{self.names[key]}"}

    def _name(self, rule: Rule) -> str:
        wanted = _UNSAFE.sub("_", rule.schema.name)[:80] or "schema"
        # Names that were given out with a number are names that others may want: as many tries as there are names.
        for number in range(self.numbers.get(wanted, 1), len(self.names) + 2):
            name = wanted if number == 1 else f"{wanted}-{number}"
            if name not in self.taken:
                break
        self.numbers[wanted] = number + 1
        self.taken.add(name)
        return name

    def _body(self, rule: Rule) -> dict[str, Any]:
        if rule.schema.never:
            return {"not": {}}
        body: dict[str, Any] = {k: plain(v) for k, v in rule.keywords.items() if k != "dependentRequired"}
        asked = rule.keywords.get("dependentRequired")
        if asked:
            body["dependentRequired"] = {
                name: [n for n in dict.fromkeys(names) if n not in rule.hidden] for name, names in asked.items()
            }
        for keyword, place, child in _children(rule):
            if keyword == "patternProperties" and not self.patterns.usable(str(place)):
                continue
            if keyword in IN_PLACE and self._leads_back(child, rule):
                body.setdefault(keyword, {} if keyword not in LISTS else [])
                continue
            if place is None:
                body[keyword] = self._written(child)
            elif isinstance(place, str):
                body.setdefault(keyword, {})[place] = self._written(child)
            else:
                body.setdefault(keyword, []).append(self._written(child))
        for keyword in LISTS:
            if body.get(keyword) == []:
                del body[keyword]
        return body

    def _leads_back(self, child: Rule, origin: Rule) -> bool:
        """Return True when a schema of the same value leads back to where it started, which would never end."""
        seen: set[Hashable] = set()
        waiting = [child]
        goal = origin.schema.pointer
        while waiting:
            here = waiting.pop()
            if here.schema.pointer == goal and here.schema.keywords.keys() >= origin.schema.keywords.keys():
                return True
            key = _identity(here)
            if key in seen:
                continue
            seen.add(key)
            waiting += (below for keyword, _, below in _children(here) if keyword in IN_PLACE)
        return False
