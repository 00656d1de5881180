"""`merged`: a schema with its `allOf` folded in: the one result that rows, samples, type labels and clients read.

The result is an ordinary `Schema` whose keywords hold nodes, and it means the same as what it was made of, in whatever
order the branches stand. What one schema cannot say (a second `oneOf`, another `pattern`) stays behind in `allOf` as
conditions that hold nothing else; `conditions` and `schemas.choices` read them. Each result is made once.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from apiref_nb.model.schema import SCHEMA_LISTS, SCHEMA_MAPS, SCHEMA_NODES, SUBTYPES, TAG, Schema
from apiref_nb.schemas.discriminators import discriminated
from apiref_nb.schemas.intersections import Part, meet
from apiref_nb.schemas.keyword_unions import UNITE, common_types, content_key
from apiref_nb.schemas.limits import FOLDING
from apiref_nb.schemas.member_folding import FIELDS, ITEMS, fold_fields, fold_items

ANNOTATIONS = frozenset(
    {"title", "description", "default", "examples", "externalDocs", "xml", "$comment", "format", "collectionFormat"}
)
"""Keywords of which one is shown; see `_annotation`."""

FLAGS = frozenset({"readOnly", "writeOnly", "deprecated", "uniqueItems"})
"""Keywords that hold as soon as one branch sets them."""

CHOICE = ("oneOf", "anyOf", SUBTYPES)
GROUPS: tuple[tuple[str, ...], ...] = (
    (*CHOICE, "discriminator"),
    ("if", "then", "else"),
    ("contains", "minContains", "maxContains"),
    ("not",),
)
"""Keywords that mean something together; a second group of a kind stays behind as a condition."""

GROUPED = frozenset(keyword for group in GROUPS for keyword in group)


def merged(schema: Schema) -> Schema:
    """Return the schema with every `allOf` below it, on the same level, folded in.

    A branch that contains the schema itself, and one that was folded in already, add nothing and are left out. So is a
    choice between branches of which one was folded in: the child of a parent that lists its children has chosen.
    """
    if "allOf" not in schema.keywords:
        return schema
    if schema.folded is None:
        schema.folded = _merged(schema)
        schema.folded.folded = schema.folded
    return schema.folded


def is_inherited(schema: Schema | None, name: str) -> bool:
    """Return True for a member that a schema allows as a whole, whatever one of its closed branches says by itself.

    Args:
        schema: has an `allOf`; None for one that has no branches.
        name: of the member.
    """
    member = merged(schema).subschema("properties", name) if schema is not None else None
    return member is not None and not member.never


def conditions(schema: Schema) -> tuple[Schema, ...]:
    """Return what a folded schema could not say in its own keywords: schemas that the same value has to meet."""
    return schema.listed("allOf") if "allOf" in schema.keywords else ()


def _merged(schema: Schema) -> Schema:
    parts, rest = _parts(schema)
    only = _wrapped(schema, parts, rest)
    if only is not None:
        return only
    result: dict[str, Any] = {}
    never = any(part.node.never for part in parts)
    pointers = {part.node.pointer: index for index, part in reversed(list(enumerate(parts)))}
    fold_fields(result, parts, rest, merged)
    fold_items(result, parts, rest)
    tag = next((part.keywords[TAG] for part in parts if TAG in part.keywords), None)
    if tag is not None:
        result[TAG] = tag
    said = dict.fromkeys([keyword for part in parts for keyword in part.keywords])
    for group in GROUPS:
        if not said.keys().isdisjoint(group):
            _groups(result, group, parts, pointers, rest)
    for keyword in said:
        if keyword in FIELDS or keyword in ITEMS or keyword in GROUPED or keyword == TAG:
            continue
        _keyword(result, keyword, [part for part in parts if keyword in part.keywords], rest)
    if never:
        result["not"] = True
    if rest:
        result["allOf"] = _told_once(rest)
    return schema.derive(result)


def _wrapped(schema: Schema, parts: list[Part], rest: list[Schema]) -> Schema | None:
    """Return a lone named branch with the words around it, so that it keeps its name; None for all else."""
    if rest or len(parts) < 2 or schema.name:
        return None
    speaking = [part for part in parts if not part.keywords.keys() <= ANNOTATIONS]
    if len(speaking) != 1 or not speaking[0].node.name or len(schema.listed("allOf")) > len(parts) - 1:
        return None
    said: dict[str, Any] = {}
    for part in sorted(parts, key=lambda part: part.rank, reverse=True):
        said |= {keyword: value for keyword, value in part.keywords.items() if keyword in ANNOTATIONS}
    return speaking[0].node.derive({**speaking[0].keywords, **said})


def _parts(schema: Schema) -> tuple[list[Part], list[Schema]]:
    """Return the schema and its branches in document order, each once, and the branches that cannot be folded in."""
    own = _opened(schema)
    del own["allOf"]
    parts, rest = [Part(schema, own, 0)], list[Schema]()
    # By a stack of our own: branches may follow one another deeper than Python calls go.
    path, waiting = [schema.pointer], [iter(schema.listed("allOf"))]
    around, met = {schema.pointer}, {id(schema)}
    while waiting:
        branch = next(waiting[-1], None)
        if branch is None:
            waiting.pop()
            around.discard(path.pop())
            continue
        if id(branch) in met or branch.pointer in around:
            continue
        met.add(id(branch))
        if branch.unresolved or len(met) > FOLDING.max_branches:
            rest.append(branch)
            continue
        keywords = _opened(branch)
        below = keywords.pop("allOf", None)
        parts.append(Part(branch, keywords, 2 if branch.name else 1))
        if below:
            path.append(branch.pointer)
            around.add(branch.pointer)
            waiting.append(iter(below))
    return parts, rest


def _opened(schema: Schema) -> dict[str, Any]:
    """Return the keywords with every subschema as a node, so that they can move to another place."""
    keywords: dict[str, Any] = {}
    for keyword, value in schema.keywords.items():
        if keyword in SCHEMA_MAPS:
            keywords[keyword] = dict(schema.named(keyword))
        elif keyword in SCHEMA_LISTS:
            keywords[keyword] = list(schema.listed(keyword))
        elif keyword in SCHEMA_NODES:
            node = schema.subschema(keyword)
            if node is not None:
                keywords[keyword] = node
        else:
            keywords[keyword] = value
    return keywords


# Groups -------------------------------------------------------------------------------------------------------------


def _groups(
    result: dict[str, Any], group: tuple[str, ...], parts: list[Part], pointers: Mapping[str, int], rest: list[Schema]
) -> None:
    # Whatever the order: one of some before any of some, and a discriminator makes room for the variants of another.
    places = {keyword: place for place, keyword in enumerate(group)}
    for part in sorted(parts, key=lambda part: min((places[kw] for kw in part.keywords if kw in places), default=9)):
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


# One keyword --------------------------------------------------------------------------------------------------------


def _keyword(result: dict[str, Any], keyword: str, parts: list[Part], rest: list[Schema]) -> None:
    values = [part.keywords[keyword] for part in parts]
    if keyword in FLAGS:
        result[keyword] = any(value is True for value in values)
    elif len(values) == 1 or all(value == values[0] for value in values):
        result[keyword] = values[0]
    elif keyword in ANNOTATIONS or keyword.startswith("x-"):
        result[keyword] = min(parts, key=lambda part: _annotation(part, keyword)).keywords[keyword]
    elif keyword in ("dependentSchemas", "$defs", "definitions"):
        united: dict[str, list[Schema]] = {}
        for value in values:
            for name, node in value.items():
                united.setdefault(name, []).append(node)
        result[keyword] = {name: meet(nodes) for name, nodes in united.items()}
    elif isinstance(values[0], Schema):
        result[keyword] = meet(value for value in values if isinstance(value, Schema))
    else:
        _assertion(result, keyword, parts, rest)


def _annotation(part: Part, keyword: str) -> tuple[object, ...]:
    """The schema's own words come first, then those written in place, then the longest; so no order decides."""
    value = part.keywords[keyword]
    return part.rank, -len(value) if isinstance(value, str) else 0, content_key(value)


def _assertion(result: dict[str, Any], keyword: str, parts: list[Part], rest: list[Schema]) -> None:
    unite: Callable[[Any, Any], Any] | None = UNITE.get(keyword)
    # What comes first stays in place where two cannot be united; sorted, so that no order decides which.
    ordered = sorted(parts, key=lambda part: content_key(part.keywords[keyword]))
    whole = ordered[0].keywords[keyword]
    for part in ordered[1:]:
        value = part.keywords[keyword]
        if value == whole:
            continue
        combined = unite(whole, value) if unite is not None else None
        if combined is None:
            rest.append(part.node.derive({keyword: value}, pointer=f"{part.node.pointer}/{keyword}+"))
        else:
            whole = combined
    result[keyword] = common_types(whole, whole) if keyword == "type" else whole


def _told_once(rest: list[Schema]) -> list[Schema]:
    """Return the conditions without those that say the same as another."""
    kept: list[Schema] = []
    for node in rest:
        if not any(node.keywords == other.keywords and node.unresolved == other.unresolved for other in kept):
            kept.append(node)
    return kept


def each_condition(schema: Schema) -> Iterator[Schema]:
    """Yield a folded schema and everything that stayed behind of it, each folded: all that one value has to meet."""
    yield schema
    if "allOf" in schema.keywords:
        for condition in schema.listed("allOf"):
            yield merged(condition)
