"""Keywords that mean something together, folded as one: a choice with its discriminator, a condition with its branches.

In: the branches of an `allOf`. Out: what stays of each group in the folded schema, and what stays behind as a condition
of its own. `folding` asks, for every group in turn.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from apiref_nb.model.schema import SUBTYPES, TAG, Schema
from apiref_nb.schemas.discriminators import discriminated

CHOICE = ("oneOf", "anyOf", SUBTYPES)
GROUPS: tuple[tuple[str, ...], ...] = (
    (*CHOICE, "discriminator"),
    ("if", "then", "else"),
    ("contains", "minContains", "maxContains"),
    ("not",),
)
"""Keywords that mean something together; a second group of a kind stays behind as a condition."""

GROUPED = frozenset(keyword for group in GROUPS for keyword in group)


class Part(NamedTuple):
    """One branch: its keywords with every subschema as a node."""

    node: Schema
    keywords: dict[str, Any]
    rank: int
    """Whose words count first: 0 the schema itself, 1 a branch that is written in place, 2 a named component."""


def fold_group(
    result: dict[str, Any], group: tuple[str, ...], parts: list[Part], pointers: Mapping[str, int], rest: list[Schema]
) -> None:
    """Fold one group of keywords into the result.

    Args:
        result: the keywords of the folded schema, which get the group.
        group: its keywords.
        parts: the branches, the schema itself first.
        pointers: where each schema stands that is folded in, with how near it is.
        rest: gets what stays behind.
    """
    for part in parts:
        found = {keyword: part.keywords[keyword] for keyword in group if keyword in part.keywords}
        if group[0] == "oneOf":
            found = _still_open(result, found, part.node, pointers)
        if not found or (group[0] in ("if", "contains") and group[0] not in found) or found == {"not": True}:
            continue
        if not any(keyword in result for keyword in group):
            result.update(found)
        elif any(result.get(keyword) != value for keyword, value in found.items()):
            rest.append(part.node.derive(found, pointer=f"{part.node.pointer}/{group[0]}+"))


def _still_open(
    result: dict[str, Any], found: dict[str, Any], node: Schema, pointers: Mapping[str, int]
) -> dict[str, Any]:
    """Return a branch's choices without those that are made: one of their variants is folded in beside them."""
    others = pointers.keys() - {node.pointer}
    kept = {
        keyword: value
        for keyword, value in found.items()
        if keyword not in CHOICE or not any(branch.pointer in others for branch in value)
    }
    if "discriminator" in found:
        for keyword in found.keys() - kept.keys():
            _tag(result, found["discriminator"], found[keyword], pointers)
    return kept if kept.keys() & set(CHOICE) or ("discriminator" in found and kept == found) else {}


def _tag(result: dict[str, Any], discriminator: object, branches: list[Schema], pointers: Mapping[str, int]) -> None:
    """Note the discriminator's value of the nearest child that is folded in."""
    name, values, _ = discriminated(discriminator, tuple(branches))
    near = min((pointers[branch.pointer], index) for index, branch in enumerate(branches) if branch.pointer in pointers)
    if name and values[near[1]]:
        result.setdefault(TAG, (name, values[near[1]][0]))
