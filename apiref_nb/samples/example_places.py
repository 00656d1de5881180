"""`example_places`: where the schemas of a document give an example or a default, found without opening a schema.

A large document has a hundred thousand schema nodes and a few thousand examples; only the latter are worth opening.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from apiref_nb.model.schema import SCHEMA_LISTS, SCHEMA_MAPS, SCHEMA_NODES

GIVING = frozenset({"example", "examples", "default", "x-example"})
"""Keywords that give a value."""

VALUES = frozenset({"example", "examples", "default", "enum", "const", "x-example", "x-examples"})
"""Keywords below which there is data and no schema."""

MOST = 2_000_000
"""Nodes of a document that are looked at."""


class Place(NamedTuple):
    """A schema that gives values, and whether its tree asks what only a whole validator can answer."""

    pointer: str
    raw: Mapping[str, Any]


Link = tuple[Any, str | int] | None


def example_places(document: Mapping[str, Any]) -> Iterator[Place]:
    """Yield the schemas that give an example or a default, in document order."""
    waiting: list[tuple[Any, Link, bool]] = [(document, None, False)]
    seen: set[int] = set()
    left = MOST
    while waiting and left:
        left -= 1
        node, link, is_schema = waiting.pop()
        if isinstance(node, list):
            waiting += [(child, (link, index), is_schema) for index, child in reversed(list(enumerate(node)))]
            continue
        if not isinstance(node, Mapping) or (is_schema and id(node) in seen):
            continue
        if is_schema:
            seen.add(id(node))
            if not GIVING.isdisjoint(node) and "$ref" not in node:
                yield Place(_pointer(link), node)
            waiting += reversed(list(_below_schema(node, link)))
        else:
            if "in" in node and "type" in node and not GIVING.isdisjoint(node):
                yield Place(_pointer(link), node)
            waiting += reversed(list(_below(node, link)))


def _below(node: Mapping[str, Any], link: Link) -> Iterator[tuple[Any, Link, bool]]:
    for key, child in node.items():
        if not isinstance(child, Mapping | list) or key in VALUES or str(key).startswith("x-"):
            continue
        if (key in ("schemas", "definitions")) and isinstance(child, Mapping) and _is_components(link, key):
            for name, schema in child.items():
                yield schema, ((link, key), name), True
        else:
            yield child, (link, key), key in ("schema", "itemSchema")


def _is_components(link: Link, key: str) -> bool:
    return link is None if key == "definitions" else link is not None and link == (None, "components")


def _below_schema(node: Mapping[str, Any], link: Link) -> Iterator[tuple[Any, Link, bool]]:
    for key, child in node.items():
        if key in SCHEMA_MAPS and isinstance(child, Mapping):
            for name, schema in child.items():
                yield schema, ((link, key), name), True
        elif (key in SCHEMA_LISTS and isinstance(child, list)) or (key in SCHEMA_NODES and isinstance(child, Mapping)):
            yield child, (link, key), True


def _pointer(link: Link) -> str:
    tokens = []
    while link is not None:
        link, token = link
        tokens.append(str(token).replace("~", "~0").replace("/", "~1"))
    return "/".join(("#", *reversed(tokens)))
