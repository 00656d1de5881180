"""`Rule`: what one schema node demands of a value in one direction, ready to be asked; `Rules` keeps them.

In: `Schema`. Out: well-formed assertions. Two things are settled here and nowhere else: which keywords of an imperfect
document count, and which required names do not (read-only ones in a request, write-only ones in a response).
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Hashable, Mapping
from typing import Any, Literal

from apiref_nb.model import Schema
from apiref_nb.schemas.equality import EXACT, bare, canonical
from apiref_nb.schemas.formats import NO_FORMATS, NUMBER_FORMATS, within_bounds
from apiref_nb.schemas.limits import FOLDING
from apiref_nb.schemas.text_patterns import matches, usable
from apiref_nb.schemas.types import has_type
from apiref_nb.text.json_value import JsonValue
from apiref_nb.text.numbers import is_count, is_number

Direction = Literal["request", "response"]

TYPES = frozenset({"null", "boolean", "object", "array", "number", "integer", "string"})
HIDING: Mapping[Direction, str] = {"request": "readOnly", "response": "writeOnly"}
"""Direction -> the keyword that keeps a property out of it."""

IN_PLACE = ("allOf", "anyOf", "oneOf")
"""Keywords whose schemas judge the same value and declare properties of it."""


DECLARING = frozenset({"properties", *IN_PLACE})
"""Keywords without which a schema declares no property."""

SCALAR = frozenset(
    {
        "type", "const", "uniqueItems", "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf",
        "minLength", "maxLength", "minItems", "maxItems", "minProperties", "maxProperties",
    }
)  # fmt: skip
"""Assertions that need no other schema, and that the engine judges as they are written."""

CHOOSING = frozenset({"anyOf", "oneOf", "not", "if"})
"""Keywords by which it depends on other schemas whether a text or a number is good."""

BEYOND_SCALAR = CHOOSING | {"enum", "pattern", "allOf"}
"""Keywords beside which `SCALAR` does not say all about a text or a number."""

AT_ONCE: Mapping[str, Callable[[Any, Any], bool]] = {
    "type": has_type,
    "minLength": lambda value, least: not isinstance(value, str) or len(value) >= least,
    "maxLength": lambda value, most: not isinstance(value, str) or len(value) <= most,
    "minimum": lambda value, least: not is_number(value) or value >= least,
    "maximum": lambda value, most: not is_number(value) or value <= most,
    "exclusiveMinimum": lambda value, least: not is_number(value) or value > least,
    "exclusiveMaximum": lambda value, most: not is_number(value) or value < most,
}
"""Assertion of `SCALAR` -> whether a value meets it, where that need not be asked of the engine."""


def meets_at_once(asserted: Mapping[str, Any] | bool, value: JsonValue) -> bool:
    """Return True when a value surely meets assertions; False also where one of them needs the engine.

    Args:
        asserted: keyword to bound, or a schema that takes all or nothing.
        value: any JSON value.
    """
    if isinstance(asserted, bool):
        return asserted
    return all(keyword in AT_ONCE and AT_ONCE[keyword](value, bound) for keyword, bound in asserted.items())


NONE_HIDDEN: frozenset[str] = frozenset()

ELSEWHERE = frozenset({"$ref", "$dynamicRef", "allOf"})
"""Keywords by which a property says what it is somewhere else."""


class Rule:
    """One node's demands. `keywords` holds its well-formed assertions; schemas below are reached by the methods.

    Args:
        schema: the node.
        direction: which of read-only and write-only is relaxed; None for neither.
        hidden: properties that a surrounding schema of the same value keeps out.
        rules: where the rules of other nodes come from.
    """

    __slots__ = ("_allowed", "_children", "_rules", "_scalar", "direction", "hidden", "keywords", "plain", "schema")

    def __init__(self, schema: Schema, direction: Direction | None, hidden: frozenset[str], rules: Rules) -> None:
        self.schema = schema
        self.direction = direction
        declares = direction is not None and not DECLARING.isdisjoint(schema.keywords)
        self.hidden = hidden | rules.hidden_names(schema, direction) if declares else hidden
        """Properties that do not travel in this direction, as far as the surroundings say."""
        self._rules = rules
        # Most rules are never asked for what is below them, nor held against a value.
        self._children: dict[tuple[str, str | None], Rule | None] | None = None
        self._scalar: dict[str, Any] | None = None
        self._allowed: frozenset[Hashable] | None = None
        self.keywords = _well_formed(schema, self.hidden)
        if "pattern" in schema.keywords and "pattern" not in self.keywords:
            rules.doubtful = True
        self.plain = BEYOND_SCALAR.isdisjoint(schema.keywords)
        """True when a value that is no object and no array need meet `scalar` alone."""

    @property
    def scalar(self) -> dict[str, Any]:
        """The assertions that need no other schema, as the engine takes them."""
        if self._scalar is None:
            self._scalar = {
                keyword: value if keyword == "type" or type(value) in EXACT else bare(value)
                for keyword, value in self.keywords.items()
                if keyword in SCALAR
            }
            named = self.keywords.get("format")
            if named in self._rules.formats:
                if named in NUMBER_FORMATS:
                    within_bounds(self._scalar, named)
                else:
                    self._scalar["format"] = named
        return self._scalar

    def surely_meets(self, value: JsonValue, depth: int = 0) -> bool:
        """Return True for a text or a number that a type, a list or a pattern allows and nothing else is asked of.

        Args:
            value: no object and no array.
            depth: branches within branches that were asked.
        """
        given, asked = self.keywords, self.schema.keywords
        if not CHOOSING.isdisjoint(asked) or not meets_at_once(self.scalar, value):
            return False
        pattern = asked.get("pattern") if isinstance(value, str) else None
        if pattern is not None and not ("pattern" in given and matches(pattern, value)):
            return False
        if "allOf" in asked and (
            depth > 2 or not all(one.surely_meets(value, depth + 1) for one in self.listed("allOf"))
        ):
            return False
        return "enum" not in given or self.allows(value)

    def named(self, keyword: str) -> dict[str, Rule]:
        """Return the rules of a keyword that maps names to schemas."""
        given = self.schema.keywords.get(keyword)
        names = given if isinstance(given, dict) else ()
        found = {name: self._child(keyword, name, inherits=keyword == "dependentSchemas") for name in names}
        return {name: rule for name, rule in found.items() if rule is not None}

    def member(self, name: str) -> Rule | None:
        """Return the rule of one declared property."""
        return self._child("properties", name)

    def listed(self, keyword: str) -> list[Rule]:
        """Return the rules of a keyword that lists schemas."""
        hidden = self.hidden if keyword in IN_PLACE else NONE_HIDDEN
        return [self._rules.rule(node, self.direction, hidden) for node in self.schema.listed(keyword)]

    def below(self, keyword: str) -> Rule | None:
        """Return the rule of a keyword that holds one schema."""
        inherits = keyword in ("not", "if", "then", "else")
        return self._child(keyword, inherits=inherits) if keyword in self.schema.keywords else None

    def allows(self, value: JsonValue) -> bool:
        """Return True when a value is one of `enum`, which may list a hundred thousand."""
        if self._allowed is None:
            listed = self.keywords["enum"]
            self._allowed = frozenset(listed if {*map(type, listed)} <= {str} else map(canonical, listed))
        return (value if type(value) is str else canonical(value)) in self._allowed

    @property
    def required(self) -> tuple[str, ...]:
        """Names that must be present in this direction, in document order."""
        names: tuple[str, ...] = self.keywords.get("required", ())
        return names

    def _child(self, keyword: str, place: str | None = None, *, inherits: bool = False) -> Rule | None:
        key = (keyword, place)
        if self._children is None:
            self._children = {}
        if key in self._children:
            return self._children[key]
        node, hidden = self.schema.subschema(keyword, place), self.hidden if inherits else NONE_HIDDEN
        known = self._children[key] = None if node is None else self._rules.rule(node, self.direction, hidden)
        return known


class Rules:
    """The rules of one session.

    Args:
        formats: those that are held against values; none where values are made and shown.
    """

    __slots__ = ("_hidden", "_known", "doubtful", "formats")

    def __init__(self, formats: frozenset[str] = NO_FORMATS) -> None:
        self.formats = formats
        self.doubtful = False
        """True once a pattern was met that nobody can judge."""
        self._known: dict[tuple[int, Direction | None, frozenset[str]], Rule] = {}
        self._hidden: dict[tuple[int, Direction], tuple[Schema, frozenset[str]]] = {}

    def rule(self, schema: Schema, direction: Direction | None, hidden: frozenset[str] = frozenset()) -> Rule:
        """Return the rule of a node.

        Args:
            schema: the node.
            direction: which of read-only and write-only is relaxed; None for neither.
            hidden: properties that a surrounding schema of the same value keeps out.
        """
        key = (id(schema), direction, hidden)
        known = self._known.get(key)
        if known is None:
            # The rule keeps the schema: its id stays its own for as long as the session lives.
            known = self._known[key] = Rule(schema, direction, hidden, self)
        return known

    def clear(self) -> None:
        """Let go of all rules."""
        self._known.clear()
        self._hidden.clear()

    def hidden_names(self, schema: Schema, direction: Direction | None, depth: int = 0) -> frozenset[str]:
        """Return the properties that the node, or a branch of the same value, keeps out of a direction.

        Args:
            schema: the node.
            direction: `request` or `response`; None keeps nothing out.
            depth: branches within branches that were entered.
        """
        if direction is None or DECLARING.isdisjoint(schema.keywords) or depth > FOLDING.max_branch_depth:
            return frozenset()
        key = (id(schema), direction)
        known = self._hidden.get(key)
        if known is None:
            # A branch that leads back here meets this, and adds nothing.
            self._hidden[key] = (schema, NONE_HIDDEN)
            names = set(_flagged_names(schema, HIDING[direction]))
            for keyword in IN_PLACE:
                if keyword in schema.keywords:
                    for branch in schema.listed(keyword):
                        names |= self.hidden_names(branch, direction, depth + 1)
            known = self._hidden[key] = (schema, frozenset(names) if names else NONE_HIDDEN)
        return known[1]


def _flagged_names(schema: Schema, flag: str) -> frozenset[str]:
    declared = schema.keywords.get("properties")
    if not isinstance(declared, dict):
        return frozenset()
    # Most properties say it themselves or not at all, and need not be opened to be asked.
    return frozenset(
        [
            name
            for name, raw in declared.items()
            if (not isinstance(raw, dict) or flag in raw or not ELSEWHERE.isdisjoint(raw))
            and _is_flagged(schema.subschema("properties", name), flag)
        ]
    )


def _is_flagged(schema: Schema | None, flag: str) -> bool:
    """Ask a property and the branches of its `allOf`, the nearest first and each once."""
    if schema is None or "allOf" not in schema.keywords:
        return schema is not None and schema.keywords.get(flag) is True
    waiting = deque([schema])
    met: dict[int, Schema] = {}
    while waiting and len(met) < FOLDING.max_flag_branches:
        node = waiting.popleft()
        if id(node) in met:
            continue
        met[id(node)] = node
        if node.keywords.get(flag) is True:
            return True
        if "allOf" in node.keywords:
            waiting += node.listed("allOf")
    return False


def _distinct(value: object) -> dict[str, None]:
    """Return the texts of a list as keys, in document order; none for what is no list."""
    if not isinstance(value, list | tuple):
        return {}
    return dict.fromkeys(value if {*map(type, value)} <= {str} else [item for item in value if isinstance(item, str)])


def _texts(value: object) -> bool:
    return isinstance(value, list | tuple) and all(isinstance(item, str) for item in value)


WELL_FORMED: Mapping[str, Callable[[Any], bool]] = {
    "enum": lambda value: isinstance(value, list | tuple) and len(value) > 0,
    "const": lambda _: True,
    "multipleOf": lambda value: is_number(value) and value > 0,
    "maximum": is_number,
    "exclusiveMaximum": is_number,
    "minimum": is_number,
    "exclusiveMinimum": is_number,
    "maxLength": is_count,
    "minLength": is_count,
    "maxItems": is_count,
    "minItems": is_count,
    "maxProperties": is_count,
    "minProperties": is_count,
    "maxContains": is_count,
    "minContains": is_count,
    "uniqueItems": lambda value: value is True,
    "format": lambda value: isinstance(value, str),
    "contentEncoding": lambda value: isinstance(value, str),
    "contentMediaType": lambda value: isinstance(value, str),
    "dependentRequired": lambda value: isinstance(value, Mapping) and all(_texts(names) for names in value.values()),
}
"""Keyword without schemas -> whether its value is one that counts."""

COUNTS = frozenset(name for name, test in WELL_FORMED.items() if test is is_count)


def _well_formed(schema: Schema, hidden: frozenset[str]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for keyword, value in schema.keywords.items():
        if keyword == "type":
            known = [value] if isinstance(value, str) else [*_distinct(value)]
            if not TYPES.issuperset(known):
                known = [name for name in known if name in TYPES]
            if known:
                found["type"] = known
        elif keyword == "required":
            kept = _distinct(value)
            travelling = kept if hidden.isdisjoint(kept) else [name for name in kept if name not in hidden]
            if travelling:
                found["required"] = tuple(travelling)
        elif keyword == "pattern":
            if isinstance(value, str) and usable(value):
                found["pattern"] = value
        else:
            test = WELL_FORMED.get(keyword)
            if test is not None and test(value):
                found[keyword] = int(value) if keyword in COUNTS else value
    return found
