"""`merged`: a schema with its `allOf` folded in, as rows, samples and clients want to see it.

The result is an ordinary `Schema` whose keywords hold nodes. What two branches say about one keyword is united so that
the result means the same: properties and required together, the narrower bound, the common types and enum values.
What cannot be united without changing the meaning stays behind in a remaining `allOf`.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable, Mapping
from typing import Any

from apiref_nb.model.schema import SCHEMA_LISTS, SCHEMA_MAPS, SCHEMA_NODES, Schema
from apiref_nb.text.numbers import is_number, is_writable

ANNOTATIONS = frozenset(
    {"title", "description", "default", "examples", "externalDocs", "xml", "$comment", "deprecated"}
)
"""Keywords that say nothing about which values are valid: the outermost node that gives one wins."""

FLAGS = frozenset({"readOnly", "writeOnly", "deprecated", "uniqueItems"})
"""Keywords that hold as soon as one branch sets them."""


MOST_BRANCHES = 1_000
"""Branches that are folded into one schema; what a document says beyond them stays behind in `allOf`."""


def merged(schema: Schema) -> Schema:
    """Return the schema with every `allOf` below it, on the same level, folded in.

    A branch that contains the schema itself, and one that was folded in already, add nothing and are left out. The
    pointer and name stay those of `schema`.
    """
    if "allOf" not in schema.keywords:
        return schema
    if schema.folded is None:
        schema.folded = _merged(schema)
    return schema.folded


def _merged(schema: Schema) -> Schema:
    result: dict[str, Any] = _opened(schema)
    del result["allOf"]
    rest: list[Schema] = []
    # Branches in document order, by a stack of our own: they may follow one another deeper than Python calls go.
    path, waiting = [schema.pointer], [iter(schema.listed("allOf"))]
    around, met = {schema.pointer}, {id(schema): schema}
    while waiting:
        branch = next(waiting[-1], None)
        if branch is None:
            waiting.pop()
            around.discard(path.pop())
            continue
        if id(branch) in met or branch.pointer in around:
            continue
        met[id(branch)] = branch
        if branch.unresolved or len(met) > MOST_BRANCHES:
            rest.append(branch)
            continue
        keywords = _opened(branch)
        below = keywords.pop("allOf", None)
        _fold(result, keywords, branch, rest)
        if below:
            path.append(branch.pointer)
            around.add(branch.pointer)
            waiting.append(iter(below))
    if rest:
        result["allOf"] = rest
    return schema.derive(result)


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


def _fold(result: dict[str, Any], branch: Mapping[str, Any], node: Schema, rest: list[Schema]) -> None:
    kept: dict[str, Any] = {}
    for keyword, value in branch.items():
        if keyword not in result:
            result[keyword] = value
        elif keyword in FLAGS:
            result[keyword] = result[keyword] is True or value is True
        elif keyword in ANNOTATIONS or keyword.startswith("x-") or result[keyword] == value:
            continue
        elif keyword in ("properties", "patternProperties", "dependentSchemas", "$defs"):
            result[keyword] = _united(result[keyword], value, node)
        else:
            unite = UNITE.get(keyword)
            combined = unite(result[keyword], value) if unite else None
            if combined is None:
                kept[keyword] = value
            else:
                result[keyword] = combined
    if kept:
        rest.append(node.derive(kept))


def _united(ours: Mapping[str, Schema], theirs: Mapping[str, Schema], node: Schema) -> dict[str, Schema]:
    united = dict(ours)
    for name, child in theirs.items():
        known = united.get(name)
        if known is None:
            united[name] = child
        elif known is not child:
            # Both branches describe the property: the reader needs both, folded when the row is made.
            both = node.derive({"allOf": [known, child]})
            both.pointer, both.name = child.pointer + "/allOf", ""
            united[name] = both
    return united


def _types(ours: object, theirs: object) -> list[str] | None:
    first = [ours] if isinstance(ours, str) else list(ours) if isinstance(ours, list | tuple) else []
    second = [theirs] if isinstance(theirs, str) else list(theirs) if isinstance(theirs, list | tuple) else []
    common = [t for t in first if t in second or (t == "integer" and "number" in second)]
    common += [t for t in second if t == "integer" and "number" in first and t not in common]
    return common or None


def _common(ours: object, theirs: object) -> list[Any] | None:
    if not isinstance(ours, list | tuple) or not isinstance(theirs, list | tuple):
        return None
    known = {_told_apart(value) for value in theirs}
    return [value for value in ours if _told_apart(value) in known] or None


def _told_apart(value: object) -> Hashable:
    """What is alike for equal JSON values: lists of a hundred thousand of them meet in one pass."""
    if isinstance(value, list | tuple):
        return ("array", *map(_told_apart, value))
    if isinstance(value, Mapping):
        return frozenset((name, _told_apart(child)) for name, child in value.items())
    return (isinstance(value, bool), value) if isinstance(value, int | float) else ("value", value)


def _names(ours: object, theirs: object) -> list[Any] | None:
    if not isinstance(ours, list | tuple) or not isinstance(theirs, list | tuple):
        return None
    return list(dict.fromkeys(name for name in (*ours, *theirs) if isinstance(name, str)))


def _number(choose: Callable[[Any, Any], Any]) -> Callable[[object, object], Any]:
    def unite(ours: object, theirs: object) -> object:
        numbers = [n for n in (ours, theirs) if is_number(n)]
        return choose(*numbers) if len(numbers) == 2 else None

    return unite


def _multiple(ours: object, theirs: object) -> int | None:
    if isinstance(ours, int) and isinstance(theirs, int) and ours > 0 and theirs > 0:
        both = math.lcm(ours, theirs)
        # A thousand branches could ask for millions of digits; what is too large stays behind.
        return both if is_writable(both) else None
    return None


def _stricter(ours: object, theirs: object) -> Schema | None:
    """Of two `additionalProperties` (or similar) nodes, the one that is `false`, or says more than `true`."""
    for first, second in ((ours, theirs), (theirs, ours)):
        if isinstance(first, Schema) and isinstance(second, Schema) and (first.never or not second.keywords):
            return first
    return None


UNITE: Mapping[str, Callable[[Any, Any], Any]] = {
    "type": _types,
    "enum": _common,
    "required": _names,
    "minimum": _number(max),
    "exclusiveMinimum": _number(max),
    "minLength": _number(max),
    "minItems": _number(max),
    "minProperties": _number(max),
    "minContains": _number(max),
    "maximum": _number(min),
    "exclusiveMaximum": _number(min),
    "maxLength": _number(min),
    "maxItems": _number(min),
    "maxProperties": _number(min),
    "maxContains": _number(min),
    "multipleOf": _multiple,
    "additionalProperties": _stricter,
    "unevaluatedProperties": _stricter,
}
"""Keyword -> how two values become one that means both; None when they cannot."""
