"""`Plans`: the ways to meet a schema that offers variants: one branch of each `oneOf` and `anyOf`, `then` or `else`.

A plan is an ordinary schema without those choices, everything folded in, so that a value can be made for it directly.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import islice, product
from typing import Any

from apiref_nb.model import Schema

CHOICES = frozenset({"oneOf", "anyOf", "if", "then", "else", "dependentSchemas"})
ANNOTATIONS = frozenset({"examples", "default", "discriminator", "allOf"})
MOST = 32
"""Plans that are tried for one schema."""
MOST_VARIANTS = 200
"""Branches of one `oneOf` or `anyOf` that a sample is chosen from."""


@dataclass(frozen=True, slots=True)
class Alternative:
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


@dataclass(frozen=True, slots=True)
class _Option:
    parts: tuple[Schema, ...] = ()
    pointers: frozenset[str] = frozenset()
    avoid: frozenset[str] = frozenset()


@dataclass(slots=True)
class _Way:
    """One combination of options, and its plan once it was asked for."""

    options: tuple[_Option, ...]
    pointers: frozenset[str]
    plan: Alternative | None = None


class Plans:
    """The plans of one session, each made once, when it is asked for."""

    def __init__(self, folded: Callable[[Schema], Schema]) -> None:
        self._folded = folded
        self._known: dict[int, tuple[Schema, list[_Way]]] = {}

    def of(self, node: Schema, path: tuple[str, ...]) -> Iterator[Alternative]:
        """Yield the plans of a folded node; those that lead back to a schema on the path come last."""
        if CHOICES.isdisjoint(node.keywords) and "allOf" not in node.keywords:
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
        choices = list(self._choices(node))
        for rest in node.listed("allOf"):
            choices += self._choices(self._folded(rest))
        if not choices:
            return [_Way((), frozenset(), Alternative(node))]
        return [
            _Way(options, frozenset().union(*(option.pointers for option in options)))
            for options in islice(product(*choices), MOST)
        ]

    def _plan(self, node: Schema, way: _Way) -> Alternative:
        kept = {k: v for k, v in node.keywords.items() if k not in CHOICES and k not in ANNOTATIONS}
        parts = [part for option in way.options for part in option.parts]
        schema = self._folded(node.derive({**kept, "allOf": parts} if parts else kept))
        return Alternative(
            schema,
            chosen=True,
            open=not CHOICES.isdisjoint(schema.keywords),
            recursive=way.pointers,
            avoid=frozenset().union(*(option.avoid for option in way.options)) - schema.required,
        )

    def _choices(self, node: Schema) -> Iterable[list[_Option]]:
        for keyword in ("oneOf", "anyOf"):
            branches = node.listed(keyword)
            if branches:
                yield list(self._variants(node, branches))
        condition = node.subschema("if")
        if condition is not None:
            then, otherwise = node.subschema("then"), node.subschema("else")
            met = tuple(part for part in (condition, then) if part is not None)
            yield [_Option(), _Option(met), _Option((otherwise,) if otherwise is not None else ())]
        dependents = tuple(part for _, part in node.named("dependentSchemas"))
        if dependents:
            yield [_Option(), _Option(dependents)]

    def _variants(self, node: Schema, branches: tuple[Schema, ...]) -> Iterable[_Option]:
        branches = branches[:MOST_VARIANTS]
        folded = [self._folded(branch) for branch in branches]
        # A value serves the reader better than null, and a variant that can be read better than one that cannot.
        ordered = sorted(
            range(len(branches)),
            key=lambda i: (bool(branches[i].unresolved), _only_null(folded[i])),
        )
        own = [frozenset((*other.required, *declared(other))) for other in folded]
        everything = frozenset().union(*own)
        for index in ordered:
            option = _Option((branches[index],), frozenset({branches[index].pointer}), everything - own[index])
            named = discriminating(node, branches[index])
            if named is not None:
                yield _Option((branches[index], named), option.pointers, option.avoid)
            yield option


def declared(node: Schema) -> Mapping[str, Any]:
    """Return the properties by name, none of them opened."""
    found = node.get("properties")
    return found if isinstance(found, Mapping) else {}


def _only_null(node: Schema) -> bool:
    return node.nullable and not node.types


def discriminating(node: Schema, branch: Schema) -> Schema | None:
    """Return a schema that asks for the discriminator's value of a branch, or None when there is no such value."""
    found = discriminator_value(node.get("discriminator"), branch)
    if found is None:
        return None
    name, value = found
    told = node.derive({"properties": {name: node.derive({"const": value})}, "required": [name]})
    # A branch at the place of the node itself would be taken for the node, and left out.
    told.pointer = f"{node.pointer}/discriminator"
    return told


def discriminator_value(discriminator: object, schema: Schema) -> tuple[str, str] | None:
    """Return (property, value) that tells a schema from its neighbours: the mapped value, else the schema's name."""
    if not isinstance(discriminator, Mapping) or not isinstance(discriminator.get("propertyName"), str):
        return None
    mapping: Any = discriminator.get("mapping")
    if isinstance(mapping, Mapping):
        for value, target in mapping.items():
            if isinstance(target, str) and target and target in (schema.pointer, schema.name):
                return discriminator["propertyName"], str(value)
        for value, target in mapping.items():
            if isinstance(target, str) and schema.name and target.rpartition("/")[2] == schema.name:
                return discriminator["propertyName"], str(value)
    return (discriminator["propertyName"], schema.name) if schema.name else None
