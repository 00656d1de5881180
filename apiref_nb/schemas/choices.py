"""`choices`: the variants that a schema offers, and the values by which a discriminator tells them apart.

In: a folded schema. Out: one `Choice` for each `oneOf` and `anyOf`, also of those that folding left behind, and for a
parent whose discriminator names its children. Rows list the variants, samples take one, checks let it choose.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from apiref_nb.model.schema import SUBTYPES, Schema
from apiref_nb.schemas.discriminators import discriminated
from apiref_nb.schemas.folding import CHOICE, each_condition, merged
from apiref_nb.text.json_value import JsonValue


@dataclass(frozen=True, slots=True)
class Choice:
    """Variants of which a value takes one (`oneOf`, a parent's children) or some (`anyOf`)."""

    keyword: str
    """`oneOf`, `anyOf`, or `$subtypes` for the children of a parent, which may also be none of them."""
    branches: tuple[Schema, ...]
    property_name: str = ""
    """The member that tells the variants apart, where the author names one."""
    values: tuple[tuple[str, ...], ...] = ()
    """For each branch the discriminator's values that mean it, as mapped, else its component's name."""
    default: int = -1
    """Index of the branch that any other value means (`defaultMapping`), else -1."""

    @property
    def inherits(self) -> bool:
        """True for the children of a parent: a value may be none of them."""
        return self.keyword == SUBTYPES


OFFERING = frozenset({*CHOICE, "allOf"})
"""Keywords without which a folded schema offers nothing."""


def choices(schema: Schema) -> tuple[Choice, ...]:
    """Return the choices of a folded schema, in document order; each is made once."""
    if schema.offered is None:
        schema.offered = () if OFFERING.isdisjoint(schema.keywords) else tuple(_choices(schema))
    return schema.offered


def _choices(schema: Schema) -> Iterator[Choice]:
    for node in each_condition(schema):
        for keyword in CHOICE:
            if keyword not in node.keywords:
                continue
            branches = tuple(branch for branch in node.listed(keyword) if branch.pointer != node.pointer)
            if branches:
                name, values, default = discriminated(node.get("discriminator"), branches)
                yield Choice(keyword, branches, name, values, default)


def variants(schema: Schema) -> tuple[Schema, ...]:
    """Return the branches of the first choice that a value has to make; empty where there is none."""
    for choice in choices(schema):
        if choice.keyword != SUBTYPES:
            return choice.branches
    return ()


def besides_null(schema: Schema) -> tuple[Schema, ...]:
    """Return the variants that are more than null: a lone one is how many generators write an optional value."""
    return tuple(branch for branch in variants(schema) if merged(branch).get("type") != "null")


def chosen(schema: Schema, keyword: str, value: JsonValue) -> int:
    """Return the index of the variant that a discriminator chooses for a value; -1 when it chooses none.

    Args:
        schema: offers the variants.
        keyword: `oneOf` or `anyOf`.
        value: any JSON value.
    """
    if "discriminator" not in schema.keywords or not isinstance(value, Mapping):
        return -1
    for choice in choices(schema):
        if choice.keyword == keyword and choice.property_name:
            tag = value.get(choice.property_name)
            return next((index for index, values in enumerate(choice.values) if tag in values), choice.default)
    return -1
