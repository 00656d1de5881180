"""`ValueGenerator`: a valid value for any schema, the author's own where they hold, else made within every bound.

`SampleSession` asks it. A value is put together from those of its parts; where keywords interact (`oneOf`, `not`,
`if`, patterns beside patterns) candidates are judged until one is right. What cannot be met is said, not hidden.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import suppress
from typing import Any

from apiref_nb.model.media_types import mentions_json
from apiref_nb.model.schema import SUBTYPES, Schema
from apiref_nb.schemas.alternatives import INTERACTING, Alternative, Plans
from apiref_nb.schemas.arrays import make_array
from apiref_nb.schemas.author_examples import fitting, unresolved_note
from apiref_nb.schemas.constraints import Direction, Rule, Rules
from apiref_nb.schemas.faults import ValueFault
from apiref_nb.schemas.folding import conditions, merged
from apiref_nb.schemas.generated import CAPS, NOWHERE, TOP, Generated, Setting, size_of
from apiref_nb.schemas.limits import SAMPLES
from apiref_nb.schemas.objects import make_object
from apiref_nb.schemas.part_values import PartValues
from apiref_nb.schemas.scalars import number, several, texts
from apiref_nb.schemas.simple_values import PlainValues
from apiref_nb.schemas.validation import BudgetSpent, NotChecked, Validator
from apiref_nb.text.escaping import plain
from apiref_nb.text.json_numbers import json_dumps
from apiref_nb.text.json_value import JsonValue

AUTHORED = frozenset({"examples", "default", "const", "enum"})
"""Keywords by which an author gives values."""


IMPOSSIBLE = Generated(None, fault="no variant can be met")

MOVES = (0, 1, 2, 3, -2, -7)
"""How far a number is moved from its best value, by attempt."""

WHOLE: Mapping[Direction, int] = {"response": TOP, "request": TOP - 1}
"""Level of a whole sample: a request is written by hand from it, so it holds less of what is optional."""


KIND_OF = (
    ("object", frozenset({"properties", "required", "additionalProperties", "patternProperties", "propertyNames",
                          "minProperties", "maxProperties", "dependentRequired"})),
    ("array", frozenset({"items", "prefixItems", "minItems", "maxItems", "uniqueItems", "contains"})),
    ("string", frozenset({"minLength", "maxLength", "pattern", "format", "contentEncoding", "contentMediaType"})),
    ("number", frozenset({"minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"})),
)  # fmt: skip
"""What is made of a schema that declares no type, by the keywords it uses."""


class ValueGenerator(PartValues):
    """Makes values for one direction of one document.

    Args:
        rules: the rules of the session.
        direction: `request` or `response`.
    """

    def __init__(self, rules: Rules, direction: Direction) -> None:
        self.rules = rules
        self.direction = direction
        self.plans = Plans()
        self.judge = Validator(SAMPLES.candidate_questions, formats=rules.formats)
        self.plain = PlainValues(rules, direction)
        self.steps = SAMPLES.max_schemas
        self._memo: dict[tuple[int, int, int], tuple[Schema, Generated]] = {}

    def begin(self) -> None:
        """Give the budgets back: what follows is another sample."""
        self.steps = SAMPLES.max_schemas
        self.judge = Validator(SAMPLES.candidate_questions, formats=self.rules.formats)

    def whole(self, schema: Schema, variant: int = 0) -> Generated:
        """Return a whole sample for a schema; variants other than 0 differ from it, for those who need several.

        Args:
            schema: what the value has to meet.
            variant: 0 for the sample, 1 for another value, and so on.
        """
        for level in (WHOLE[self.direction], 0):
            self.begin()
            with suppress(BudgetSpent):
                return self.make(schema, level, (), variant)
        return Generated(None, fault="the schema is too involved for a sample")

    def fault(self, rule: Rule, value: JsonValue) -> ValueFault | None:
        """Return what is wrong with a value; None also where there is no engine to ask.

        Args:
            rule: what the value has to meet.
            value: any JSON value.
        """
        try:
            return self.judge.fault(rule, value)
        except BudgetSpent:
            raise
        except NotChecked:
            return None

    def meets(self, rule: Rule, value: JsonValue) -> bool:
        """Return True when nothing is wrong with a value.

        Args:
            rule: what the value has to meet.
            value: any JSON value.
        """
        return self.fault(rule, value) is None

    def rule(self, schema: Schema) -> Rule:
        """Return the rule of a schema in this maker's direction."""
        return self.rules.rule(schema, self.direction)

    def make(self, schema: Schema, level: int, path: tuple[str, ...], variant: int = 0, name: str = "") -> Generated:
        """Return a value for a schema; see `PartValues`.

        Args:
            schema: what the value has to meet.
            level: how rich the value is to be.
            path: pointers of the schemas around it.
            variant: 0 for the sample, 1 for another value, and so on.
            name: what the value is called, which may suggest a text.
        """
        self.steps -= 1
        if self.steps < 0:
            raise BudgetSpent
        given = self.plain.of(schema, name, variant) if variant else self.plain.ready(schema, name)
        if given is None and level > 0 and not variant:
            given = self.plain.listed(schema, name)
        if given is not None:
            return given
        key = (id(schema), level, variant)
        known = self._memo.get(key)
        if known is not None and known[1].touched.isdisjoint(path):
            return self._noted(schema, known[1])
        made = self._make(schema, level, path, variant)
        if made.size > SAMPLES.max_values:
            fault = f"must hold more than {SAMPLES.max_values:,} values, more than a sample shows"
            made = Generated(None, fault=fault, touched=made.touched, cuts=made.cuts)
        if not made.cuts:
            self._memo[key] = (schema, made)
        return self._noted(schema, made)

    def _noted(self, schema: Schema, made: Generated) -> Generated:
        """Note that a value meets its schema, so that nobody asks again when what stands around it is judged."""
        if not made.fault and isinstance(made.value, dict | list):
            self.judge.good[id(made.value)] = (made.value, schema)
        return made

    def _make(self, schema: Schema, level: int, path: tuple[str, ...], variant: int) -> Generated:
        if schema.never:
            return Generated(None, fault="no value is allowed")
        node = merged(schema)
        if node.unresolved:
            return Generated(None, fault=unresolved_note(node))
        rule = self.rules.rule(schema, self.direction)
        given = self.authored(node, rule, level, variant)
        if given is not None:
            return given
        if len(path) > SAMPLES.max_depth or path.count(schema.pointer) > 1:
            # What may be left out was left out the first time: only what must be there comes back.
            return Generated(None, fault="the schema needs itself without end", cuts=frozenset(path))
        entries = (schema.pointer, *[branch.pointer for branch in conditions(schema)])
        setting = Setting(level, (*path, *entries), variant)
        if INTERACTING.isdisjoint(node.keywords) and SUBTYPES not in node.keywords:
            # Most schemas: there is one way to meet them, and what is made so is right.
            made = self._flat(node, rule, NOWHERE, setting) or IMPOSSIBLE
        else:
            made = self._composed(node, rule, setting, 0)
        touched, cuts = made.touched.union(entries), made.cuts and made.cuts.difference(entries)
        return Generated(made.value, made.size, made.fault, touched, cuts)

    def authored(self, node: Schema, rule: Rule, level: int, variant: int) -> Generated | None:
        """Return one of the author's values that meets the rule: example, default, const, enum; None when none does.

        Args:
            node: a folded schema.
            rule: what the value has to meet.
            level: how rich the value is to be.
            variant: 0 tries all of the author's values, 1 the second alone, and so on.
        """
        if AUTHORED.isdisjoint(node.keywords):
            return None
        examples = node.examples
        offered: list[Any] = list(examples[variant : variant + 1] if variant else examples)
        if not variant and node.get("default") not in (None, "", [], {}):
            offered.append(node.get("default"))
        for value in offered:
            if isinstance(value, dict | list) and (level == 0 or size_of(value) > CAPS[level]):
                continue
            found = fitting(value, rule, self.meets)
            if found is not None:
                return Generated(found[0], size_of(found[0]))
        if "const" in node:
            value = node.get("const")
            fault = self.fault(rule, value)
            return Generated(value, size_of(value), "" if fault is None else str(fault))
        if "enum" in rule.keywords or isinstance(node.get("enum"), list):
            return self._enumerated(node, rule, variant)
        return None

    def _enumerated(self, node: Schema, rule: Rule, variant: int) -> Generated | None:
        listed = node.get("enum")
        if not isinstance(listed, list | tuple) or not listed:
            return None
        ordered = [value for value in listed if value is not None] + [value for value in listed if value is None]
        good: list[Any] = []
        for value in ordered[:1000]:
            if self.meets(rule, value):
                good.append(value)
                if len(good) > variant:
                    break
        if not good:
            return Generated(ordered[0], size_of(ordered[0]), "no value of `enum` is allowed by the rest of the schema")
        value = good[variant % len(good)]
        return Generated(value, size_of(value))

    def _composed(self, node: Schema, rule: Rule, setting: Setting, nested: int) -> Generated:
        first: Generated | None = None
        cuts: frozenset[str] = frozenset()
        for plan, attempt in self._tries(node, setting.path):
            cuts |= plan.recursive.intersection(setting.path)
            made = self._attempt(plan, rule, Setting(setting.level, setting.path, setting.variant, attempt), nested)
            if made is None:
                continue
            if made.cuts:
                cuts |= made.cuts
            if not made.fault and (nested or not plan.certain):
                fault = self.fault(rule, made.value)
                if fault is not None:
                    made = Generated(made.value, made.size, str(fault), made.touched)
            if not made.fault:
                return Generated(made.value, made.size, "", made.touched, made.cuts | cuts) if cuts else made
            first = first or made
        first = first or IMPOSSIBLE
        return Generated(first.value, first.size, first.fault, first.touched, first.cuts | cuts)

    def _tries(self, node: Schema, path: tuple[str, ...]) -> Iterator[tuple[Alternative, int]]:
        """Yield (plan, attempt): every plan with the best type, then every plan with what else may do."""
        for attempts in (range(SAMPLES.same_type_attempts), range(SAMPLES.same_type_attempts, SAMPLES.max_attempts)):
            for plan in self.plans.of(node, path):
                for attempt in attempts:
                    yield plan, attempt

    def _attempt(self, plan: Alternative, rule: Rule, setting: Setting, nested: int) -> Generated | None:
        node = plan.schema
        inner = setting
        if plan.recursive:
            inner = setting._replace(path=(*setting.path, *plan.recursive))
        if plan.chosen:
            if setting.attempt == 0:
                given = self.authored(node, rule, setting.level, setting.variant)
                if given is not None:
                    return given
            if plan.open and nested < SAMPLES.max_plan_depth:
                if setting.attempt > 0:
                    return None
                return self._composed(node, rule, inner, nested + 1)
        made = self._flat(node, rule, plan.avoid, inner)
        if made is None:
            return None
        if not plan.recursive:
            return made
        return Generated(made.value, made.size, made.fault, made.touched | plan.recursive, made.cuts - plan.recursive)

    def _flat(self, node: Schema, rule: Rule, avoid: frozenset[str], setting: Setting) -> Generated | None:
        """Return a value for a schema without variants; None when this attempt adds nothing to the ones before."""
        first: Generated | None = None
        offered = list(kinds(node)) if node.nullable or not node.types else [*node.types]
        if setting.attempt >= SAMPLES.same_type_attempts and len(offered) > 1:
            # The best type was tried in vain: the others take their turn.
            turn = 1 + (setting.attempt - SAMPLES.same_type_attempts) % (len(offered) - 1)
            offered = offered[turn:] + offered[:turn]
            setting = setting._replace(attempt=0)
        for kind in offered:
            if kind == "object":
                made = make_object(self, node, rule, avoid, setting)
            elif kind == "array":
                made = make_array(self, node, setting)
            else:
                made = self._scalar(node, kind, setting.variant + MOVES[setting.attempt])
            if made is not None and not made.fault:
                return made
            first = first or made
        return first

    def _json_inside(self, keywords: Mapping[str, Any], content: Schema, variant: int) -> Generated:
        """Return JSON as text."""
        made = self.make(content, 1, (), variant)
        text = json_dumps(plain(made.value))
        fault = made.fault or ("" if _length_fits(keywords, text) and "pattern" not in keywords else _no_text(keywords))
        return Generated(text, size_of(text), fault)

    def _scalar(self, node: Schema, kind: str, variant: int) -> Generated:
        keywords = self.rule(node).keywords
        if kind == "string":
            content = node.subschema("contentSchema")
            if content is not None and mentions_json(node.text("contentMediaType")) and "contentEncoding" not in node:
                return self._json_inside(keywords, content, abs(variant))
            if variant < 0:
                # A longer text, for schemas that refuse every short one.
                keywords = {**keywords, "minLength": max(keywords.get("minLength", 0), 10 - variant)}
            others = [part.text("pattern") for part in conditions(node) if part.text("pattern")]
            found = texts(keywords, abs(variant)) if not others else several(keywords, others, abs(variant))
            text = next(found, None)
            if text is None:
                return Generated("string", fault=_no_text(keywords))
            return Generated(text, size_of(text))
        if kind in ("integer", "number"):
            amount = number(keywords, integer=kind == "integer", variant=variant)
            return Generated(1, fault="no number is within the bounds") if amount is None else Generated(amount)
        if kind == "boolean":
            return Generated(variant % 2 == 0)
        return Generated(None) if kind == "null" else Generated(variant or "string")


def _length_fits(keywords: Mapping[str, Any], text: str) -> bool:
    return bool(keywords.get("minLength", 0) <= len(text) <= keywords.get("maxLength", len(text)))


def kinds(node: Schema) -> Iterator[str]:
    """Yield the types to make for a node, the best first: as declared, else as its keywords suggest; null last."""
    declared = node.types
    yield from declared
    if node.nullable:
        yield "null"
    elif not declared:
        for kind, keywords in KIND_OF:
            if not keywords.isdisjoint(node.keywords):
                yield kind
        yield "any"


def _no_text(keywords: Mapping[str, Any]) -> str:
    if "pattern" in keywords:
        return f"no text was found that matches {ascii(keywords['pattern'])[:80]} within its length"
    return "no text has a length within the bounds"
