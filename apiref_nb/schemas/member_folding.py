"""What the branches of an `allOf` say of the members of an object and the items of an array, as one.

In: the branches. Out: `properties`, `patternProperties`, `additionalProperties`, `prefixItems`, `items`, and what is
left unevaluated. A keyword such as `additionalProperties` speaks of what its own branch does not name.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from itertools import combinations
from typing import Any, NamedTuple

from apiref_nb.model.schema import SUBTYPES, Schema
from apiref_nb.schemas.intersections import Part, meet
from apiref_nb.schemas.text_patterns import matches

FIELDS = frozenset({"properties", "patternProperties", "additionalProperties", "unevaluatedProperties"})
ITEMS = frozenset({"prefixItems", "items", "unevaluatedItems"})
DYNAMIC = frozenset({"oneOf", "anyOf", SUBTYPES, "allOf", "if", "dependentSchemas"})
"""Keywords by which it depends on the value what `unevaluated…` leaves."""

Fold = Callable[[Schema], Schema]
"""`folding.merged`."""


class _Fields(NamedTuple):
    """What one branch says about the members of an object; `others` speaks of those that it does not name itself."""

    node: Schema
    names: Mapping[str, Schema]
    patterns: Mapping[str, Schema]
    others: Schema | None
    keyword: str = "additionalProperties"

    def about(self, name: str) -> Schema | None:
        """Return what the branch asks of a member that another branch names; None when nothing beyond `patterns`."""
        own = self.names.get(name)
        if own is not None or self.others is None:
            return own
        return None if any(matches(pattern, name) for pattern in self.patterns) else self.others


def _asking(node: object) -> Schema | None:
    return node if isinstance(node, Schema) and node.keywords else None


def fold_fields(result: dict[str, Any], parts: list[Part], rest: list[Schema], fold: Fold) -> None:
    """Put what the parts say of the members of an object into the result, and the rest of it into `rest`.

    Args:
        result: keywords of the folded schema; changed in place.
        parts: the schemas that are folded, in document order.
        rest: what could not be folded; added to.
        fold: folds several schemas of one value.
    """
    speaking = [part for part in parts if not FIELDS.isdisjoint(part.keywords)]
    if not speaking:
        return
    if len(speaking) == 1 and (speaking[0].rank == 0 or "unevaluatedProperties" not in speaking[0].keywords):
        result.update((k, v) for k, v in speaking[0].keywords.items() if k in FIELDS)
        return
    views: list[_Fields] = []
    for part in speaking:
        given = part.keywords
        views.append(
            _Fields(
                part.node,
                given.get("properties", {}),
                given.get("patternProperties", {}),
                _asking(given.get("additionalProperties")),
            )
        )
        left = _asking(given.get("unevaluatedProperties"))
        if left is None or "additionalProperties" in given:
            continue
        if part.rank == 0:
            result["unevaluatedProperties"] = left
        else:
            _unevaluated(part.node, left, views, rest, fold)
    names = dict.fromkeys(name for view in views for name in view.names)
    strict = [view for view in views if view.others is not None]
    told = _members(names, views, strict=bool(strict))
    if strict and told and _closed_out(told, strict):
        told = _members(names, views, strict=False)
    patterns: dict[str, list[Schema]] = {}
    for view in views:
        for pattern, node in view.patterns.items():
            patterns.setdefault(pattern, []).append(node)
    if told:
        result["properties"] = told
    if patterns:
        result["patternProperties"] = {pattern: meet(nodes) for pattern, nodes in patterns.items()}
    others = meet(view.others for view in strict if view.others is not None)
    if others is not None:
        result["additionalProperties"] = others
    elif any("additionalProperties" in part.keywords for part in speaking):
        result["additionalProperties"] = next(
            part.keywords["additionalProperties"] for part in speaking if "additionalProperties" in part.keywords
        )
    for view in strict:
        if patterns.keys() - view.patterns.keys():
            # A member that only another branch's pattern names is one of `others` here.
            anything = view.node.derive({}, pointer=f"{view.node.pointer}/named")
            kept: dict[str, Any] = {"properties": dict.fromkeys(view.names, anything)} if view.names else {}
            kept |= {"patternProperties": dict.fromkeys(view.patterns, anything)} if view.patterns else {}
            rest.append(view.node.derive({**kept, view.keyword: view.others}, pointer=f"{view.node.pointer}/others"))


def _members(names: Iterable[str], views: list[_Fields], *, strict: bool) -> dict[str, Schema]:
    """Return what is asked of each member: by all that name it and, where they are strict, by all that do not."""
    told: dict[str, Schema] = {}
    for name in names:
        asked = (view.about(name) if strict else view.names.get(name) for view in views)
        found = [node for node in asked if node is not None]
        child = found[0] if len(found) == 1 else meet(found)
        if child is not None:
            told[name] = child
    return told


def _closed_out(told: Mapping[str, Schema], strict: list[_Fields]) -> bool:
    """Return True where closed branches refuse each other's members, or all there are: an object with its parent.

    Generators close every class of an inheritance. Read to the letter, no object would fit; none of them means that.
    """
    closed = [view.names.keys() for view in strict if view.others is not None and view.others.never]
    return all(node.never for node in told.values()) or any(a - b and b - a for a, b in combinations(closed, 2))


def _unevaluated(node: Schema, left: Schema, views: list[_Fields], rest: list[Schema], fold: Fold) -> None:
    """Add what a branch says about the members that neither it nor its own branches name."""
    whole = fold(node)
    if not DYNAMIC.isdisjoint(whole.keywords):
        rest.append(node)
    elif "additionalProperties" not in whole.keywords:
        views.append(_Fields(node, whole.properties, dict(whole.named("patternProperties")), left))


def fold_items(result: dict[str, Any], parts: list[Part], rest: list[Schema]) -> None:
    """Put what the parts say of the items of an array into the result, and the rest of it into `rest`.

    Args:
        result: keywords of the folded schema; changed in place.
        parts: the schemas that are folded, in document order.
        rest: what could not be folded; added to.
    """
    speaking = [part for part in parts if not ITEMS.isdisjoint(part.keywords)]
    for part in speaking:
        if "unevaluatedItems" in part.keywords:
            if part.rank == 0:
                result["unevaluatedItems"] = part.keywords["unevaluatedItems"]
            else:
                rest.append(part.node)
    places = max((len(part.keywords.get("prefixItems", ())) for part in speaking), default=0)
    if places:
        result["prefixItems"] = [
            meet(node for part in speaking if (node := _item_at(part, index)) is not None) for index in range(places)
        ]
    others = meet(part.keywords["items"] for part in speaking if isinstance(part.keywords.get("items"), Schema))
    if others is not None:
        result["items"] = others


def _item_at(part: Part, index: int) -> Schema | None:
    listed = part.keywords.get("prefixItems", ())
    node = listed[index] if index < len(listed) else part.keywords.get("items")
    return node if isinstance(node, Schema) else None
