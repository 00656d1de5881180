"""`Plans`: the ways to meet a schema that offers variants: one branch of each choice, `then` or `else`.

A plan is an ordinary schema without those choices, everything folded in, so that a value can be made for it directly.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import islice, product
from typing import Any, NamedTuple

from apiref_nb.model.schema import SUBTYPES, TAG, Schema
from apiref_nb.schemas.choices import Choice, choices
from apiref_nb.schemas.folding import conditions, each_condition, merged
from apiref_nb.schemas.limits import SAMPLES

CHOICES = frozenset({"oneOf", "anyOf", SUBTYPES, "if", "then", "else", "dependentSchemas"})
ANNOTATIONS = frozenset({"examples", "default", "discriminator", "allOf"})

INTERACTING = frozenset(
    {
        "allOf", "oneOf", "anyOf", "not", "if", "dependentSchemas", "contains", "propertyNames", "patternProperties",
        "unevaluatedProperties", "unevaluatedItems", "enum", "const",
    }
)  # fmt: skip
"""Keywords that make a value worth judging once it is made; without them it is right by construction."""

UNSURE = frozenset({"additionalProperties", "discriminator"})
"""Keywords beside which a value of one variant need not be one of the whole."""


class Alternative(NamedTuple):
    """One way to meet a schema."""

    schema: Schema
    chosen: bool = False
    """True when a variant was chosen, so that the schema is not the one that was asked for."""
    open: bool = False
    """True when the chosen variants offer choices of their own."""
    recursive: frozenset[str] = frozenset()
    """Pointers of the chosen variants."""
    avoid: frozenset[str] = frozenset()
    """Properties that only the variants not chosen ask for."""
    certain: bool = False
    """True when a value that is made for the schema meets the one that was asked for, and need not be judged."""


class _Option(NamedTuple):
    parts: tuple[Schema, ...] = ()
    pointers: frozenset[str] = frozenset()
    avoid: frozenset[str] = frozenset()
    rivals: tuple[Schema, ...] = ()
    """The other variants, folded, of which the value may meet none."""


@dataclass(slots=True)
class _Way:
    """One combination of options, and its plan once it was asked for."""

    options: tuple[_Option, ...]
    pointers: frozenset[str]
    plan: Alternative | None = None


class Plans:
    """The plans of one session, each made once, when it is asked for."""

    def __init__(self) -> None:
        self._known: dict[int, tuple[Schema, list[_Way]]] = {}

    def of(self, node: Schema, path: tuple[str, ...]) -> Iterator[Alternative]:
        """Yield the plans of a folded node; those that lead back to a schema on the path come last.

        Args:
            node: a folded schema.
            path: pointers of the schemas around it.
        """
        if not offers(node):
            yield Alternative(node)
            return
        known = self._known.get(id(node))
        if known is None:
            known = self._known[id(node)] = (node, self._ways(node))
        ways = known[1]
        if len(ways) > 1:
            ways = sorted(ways, key=lambda way: not way.pointers.isdisjoint(path))
        for way in ways:
            if way.plan is None:
                way.plan = self._plan(node, way)
            yield way.plan

    def _ways(self, node: Schema) -> list[_Way]:
        offered = [list(self._variants(node, choice)) for choice in choices(node)]
        for part in each_condition(node):
            offered += self._conditional(part)
        return [
            _Way(options, frozenset().union(*(option.pointers for option in options)))
            for options in islice(product(*offered), SAMPLES.max_plans)
        ]

    def _plan(self, node: Schema, way: _Way) -> Alternative:
        kept = {k: v for k, v in node.keywords.items() if k not in CHOICES and k not in ANNOTATIONS}
        parts = [part for option in way.options for part in option.parts]
        # A condition that is no choice is met by every plan.
        parts += [part for part in conditions(node) if CHOICES.isdisjoint(part.keywords)]
        schema = merged(node.derive({**kept, "allOf": parts} if parts else kept))
        return Alternative(
            schema,
            chosen=True,
            open=offers(schema),
            recursive=way.pointers,
            avoid=frozenset().union(*(option.avoid for option in way.options)) - schema.required,
            certain=_certain(node, schema, way.options),
        )

    def _conditional(self, node: Schema) -> Iterable[list[_Option]]:
        condition = node.subschema("if")
        if condition is not None:
            then, otherwise = node.subschema("then"), node.subschema("else")
            met = tuple(part for part in (condition, then) if part is not None)
            yield [_Option(), _Option(met), _Option((otherwise,) if otherwise is not None else ())]
        dependents = tuple(part for _, part in node.named("dependentSchemas"))
        if dependents:
            yield [_Option(), _Option(dependents)]

    def _variants(self, node: Schema, choice: Choice) -> Iterable[_Option]:
        branches = choice.branches[: SAMPLES.max_variants]
        folded = [merged(branch) for branch in branches]
        # A value serves the reader better than null, and a variant that can be read better than one that cannot.
        ordered = sorted(
            range(len(branches)),
            key=lambda i: (bool(branches[i].unresolved), _only_null(folded[i])),
        )
        own = [frozenset((*other.required, *declared(other))) for other in folded]
        everything = frozenset().union(*own)
        for index in ordered:
            rivals = (*folded[:index], *folded[index + 1 :]) if choice.keyword == "oneOf" else ()
            option = _Option((branches[index],), frozenset({branches[index].pointer}), everything - own[index], rivals)
            for value in choice.values[index][:1] if choice.property_name else ():
                told = {"properties": {choice.property_name: {"const": value}}, "required": [choice.property_name]}
                # Not at the place of the node itself, for which the branch would be taken, and left out.
                named = node.derive(told, pointer=f"{branches[index].pointer}/discriminator")
                yield _Option((branches[index], named), option.pointers, option.avoid)
            yield option
        if choice.inherits:
            yield _Option()


def _certain(node: Schema, plan: Schema, options: tuple[_Option, ...]) -> bool:
    """Return True where one choice was made, nothing else is asked, and its type alone keeps a value from the others.

    Where objects are closed, folding reads their author kindly; that is judged.
    """
    asked = INTERACTING & node.keywords.keys()
    if len(options) != 1 or not asked <= {"anyOf", "oneOf"} or not UNSURE.isdisjoint(node.keywords):
        return False
    if not INTERACTING.isdisjoint(plan.keywords) or any("allOf" in part.keywords for part in options[0].parts):
        return False
    own, others = _json_types(plan), [_json_types(rival) for rival in options[0].rivals]
    return bool(own) and all(other and own.isdisjoint(other) for other in others)


def _json_types(node: Schema) -> frozenset[str]:
    """Return the declared types, a whole number as the number that it is."""
    return frozenset((*("number" if name == "integer" else name for name in node.types), *(["null"] * node.nullable)))


def offers(node: Schema) -> bool:
    """Return True when a folded schema offers choices, in its own keywords or in its conditions."""
    if not CHOICES.isdisjoint(node.keywords):
        return True
    return "allOf" in node.keywords and any(not CHOICES.isdisjoint(merged(part).keywords) for part in conditions(node))


def declared(node: Schema) -> Mapping[str, Any]:
    """Return the properties by name, none of them opened."""
    found = node.keywords.get("properties")
    return found if isinstance(found, dict) else {}


def _only_null(node: Schema) -> bool:
    return node.nullable and not node.types


def told_apart(node: Schema) -> tuple[str, tuple[str, ...]] | None:
    """Return (member, values) by which a child says what it is, or that a discriminator asks for where nobody lists its
    variants; None where there is neither.
    """
    tag = node.keywords.get(TAG)
    if tag is not None:
        return tag[0], (tag[1],)
    given = node.keywords.get("discriminator")
    name = given.get("propertyName") if isinstance(given, dict) else None
    if not isinstance(given, dict) or not isinstance(name, str):
        return None
    mapping: Any = given.get("mapping")
    mapped = mapping if isinstance(mapping, dict) else {}
    own = tuple(
        str(value) for value, target in mapped.items() if str(target) in (node.pointer, node.name)
    )  # fmt: skip
    return name, (*own, *((node.name,) if node.name else ()), *map(str, mapped))
