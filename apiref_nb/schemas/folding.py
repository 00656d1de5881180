"""`merged`: a schema with its `allOf` folded in: the one result that rows, samples, type labels and clients read.

The result is an ordinary `Schema` whose keywords hold nodes, and it means the same as what it was made of, in whatever
order the branches stand. What one schema cannot say (a second `oneOf`, another `pattern`) stays behind in `allOf` as
conditions that hold nothing else; `conditions` and `schemas.choices` read them. Each result is made once.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from apiref_nb.model.schema import SCHEMA_LISTS, SCHEMA_MAPS, SCHEMA_NODES, TAG, Schema
from apiref_nb.schemas.keyword_groups import CHOICE, GROUPED, GROUPS, Part, fold_group
from apiref_nb.schemas.keyword_unions import UNITE, common_types, content_key
from apiref_nb.schemas.text_patterns import matches

ANNOTATIONS = frozenset(
    {"title", "description", "default", "examples", "externalDocs", "xml", "$comment", "format", "collectionFormat"}
)
"""Keywords of which one is shown; see `_annotation`."""

FLAGS = frozenset({"readOnly", "writeOnly", "deprecated", "uniqueItems"})
"""Keywords that hold as soon as one branch sets them."""

FIELDS = frozenset({"properties", "patternProperties", "additionalProperties", "unevaluatedProperties"})
ITEMS = frozenset({"prefixItems", "items", "unevaluatedItems"})
DYNAMIC = frozenset({*CHOICE, "allOf", "if", "dependentSchemas"})
"""Keywords by which it depends on the value what `unevaluated…` leaves."""

MOST_BRANCHES = 1_000
"""Branches that are folded into one schema; what a document says beyond them stays behind in `allOf`."""

LONGEST_POINTER = 400


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


def conditions(schema: Schema) -> tuple[Schema, ...]:
    """Return what a folded schema could not say in its own keywords: schemas that the same value has to meet."""
    return schema.listed("allOf") if "allOf" in schema.keywords else ()


def meet(nodes: Iterable[Schema]) -> Schema | None:
    """Return the one node for what several ask of the same value; None when none asks for anything.

    The same nodes give the same result, in whatever order they come.
    """
    flat: dict[int, Schema] = {}
    for node in nodes:
        whole = not node.name and "allOf" in node.keywords and node.keywords.keys() <= {"allOf", "not"}
        for part in node.listed("allOf") if whole and ("not" not in node.keywords or node.never) else (node,):
            flat.setdefault(id(part), part)
    asking = [part for part in flat.values() if part.keywords or part.unresolved]
    if len(asking) < 2:
        return asking[0] if asking else next(iter(flat.values()), None)
    ordered = sorted(asking, key=lambda part: part.pointer)
    owner = ordered[0]
    if owner.meets is None:
        owner.meets = {}
    key = frozenset(map(id, asking))
    known = owner.meets.get(key)
    if known is None:
        pointer = "&".join(dict.fromkeys(part.pointer for part in ordered))
        if len(pointer) > LONGEST_POINTER:
            pointer = f"#&{hashlib.sha256(pointer.encode('utf-8', 'replace')).hexdigest()}"
        # What one of them forbids, nothing meets; the words of the others still say what it would be.
        never = {"not": True} if any(part.never for part in asking) else {}
        known = owner.meets[key] = owner.derive({"allOf": asking, **never}, pointer=f"{pointer}&")
    return known


def _merged(schema: Schema) -> Schema:
    parts, rest = _parts(schema)
    only = _wrapped(schema, parts, rest)
    if only is not None:
        return only
    result: dict[str, Any] = {}
    never = any(part.node.never for part in parts)
    pointers = {part.node.pointer: index for index, part in reversed(list(enumerate(parts)))}
    _fields(result, parts, rest)
    _items(result, parts, rest)
    tag = next((part.keywords[TAG] for part in parts if TAG in part.keywords), None)
    if tag is not None:
        result[TAG] = tag
    for group in GROUPS:
        fold_group(result, group, parts, pointers, rest)
    for keyword in dict.fromkeys(keyword for part in parts for keyword in part.keywords):
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
        if branch.unresolved or len(met) > MOST_BRANCHES:
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


# Fields -------------------------------------------------------------------------------------------------------------


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


def _fields(result: dict[str, Any], parts: list[Part], rest: list[Schema]) -> None:
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
            _unevaluated(part.node, left, views, rest)
    names = dict.fromkeys(name for view in views for name in view.names)
    strict = [view for view in views if view.others is not None]
    told: dict[str, Schema] = {}
    for name in names:
        found = [view.names[name] for view in views if name in view.names] if not strict else [
            node for view in views if (node := view.about(name)) is not None
        ]  # fmt: skip
        child = found[0] if len(found) == 1 else meet(found)
        if child is not None:
            told[name] = child
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


def _unevaluated(node: Schema, left: Schema, views: list[_Fields], rest: list[Schema]) -> None:
    """Add what a branch says about the members that neither it nor its own branches name."""
    whole = merged(node)
    if not DYNAMIC.isdisjoint(whole.keywords):
        rest.append(node)
    elif "additionalProperties" not in whole.keywords:
        views.append(_Fields(node, whole.properties, dict(whole.named("patternProperties")), left))


# Items --------------------------------------------------------------------------------------------------------------


def _items(result: dict[str, Any], parts: list[Part], rest: list[Schema]) -> None:
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
    for condition in conditions(schema):
        yield merged(condition)
