"""`example_places`: where a document gives an example or a default, found without opening a schema.

A large document has a hundred thousand schema nodes and a few thousand examples; only the latter are worth opening.
Examples beside a schema (of parameters, headers, bodies) are found wherever they stand, used by an operation or not.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from apiref_nb.model.media_types import mentions_json
from apiref_nb.model.schema import SCHEMA_LISTS, SCHEMA_MAPS, SCHEMA_NODES
from apiref_nb.schemas.limits import JUDGING
from apiref_nb.text.pointer import PointerError, join, resolve

GIVING = frozenset({"example", "examples", "default", "x-example"})
"""Keywords that give a value."""

VALUES = frozenset({"example", "examples", "default", "enum", "const", "x-example", "x-examples"})
"""Keywords below which there is data and no schema."""


ANY_DATA = "*/*"
"""Media type of data that is not told how it travels."""


class ExamplePlace(NamedTuple):
    """A schema that gives values, or an object that gives examples beside its schema."""

    pointer: str
    raw: Mapping[str, Any]
    is_schema: bool = True
    media_type: str = ANY_DATA
    """Of an object under `content`."""


Link = tuple[Any, str | int] | None


def example_places(document: Mapping[str, Any], giving: frozenset[str] = GIVING) -> Iterator[ExamplePlace]:
    """Yield the schemas that have one of the keywords, by default those that give a value, in document order.

    Args:
        document: the whole of it.
        giving: keywords of which a place has at least one.
    """
    waiting: list[tuple[Any, Link, bool]] = [(document, None, False)]
    seen: set[int] = set()
    left = JUDGING.max_document_nodes
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
            if not giving.isdisjoint(node) and "$ref" not in node:
                yield ExamplePlace(_pointer(link), node)
            waiting += reversed(list(_below_schema(node, link)))
        else:
            if not giving.isdisjoint(node):
                if "schema" in node or "itemSchema" in node:
                    yield ExamplePlace(_pointer(link), node, is_schema=False, media_type=_media_type(link))
                elif "in" in node and "type" in node:
                    yield ExamplePlace(_pointer(link), node)
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
    tokens: list[str | int] = []
    while link is not None:
        link, token = link
        tokens.append(token)
    return join("#", *reversed(tokens))


def _media_type(link: Link) -> str:
    """Return the media type under which an object stands in `content`."""
    if link is not None and link[0] is not None and link[0][1] == "content":
        return str(link[1])
    return ANY_DATA


def published(document: Mapping[str, Any], place: ExamplePlace) -> Iterator[tuple[str, str, Any]]:
    """Yield (pointer, name, value) of the examples beside a schema, references to shared ones followed once.

    Args:
        document: the whole of it.
        place: one of `example_places`.
    """
    if "example" in place.raw:
        yield f"{place.pointer}/example", "", place.raw["example"]
    given = place.raw.get("examples")
    if isinstance(given, list):
        yield from ((f"{place.pointer}/examples/{index}", "", value) for index, value in enumerate(given))
    for name, raw in given.items() if isinstance(given, Mapping) else ():
        pointer, node = join(place.pointer, "examples", name), raw
        if "swagger" in document:
            # OpenAPI 2.0 lists the values themselves, by media type.
            if mentions_json(str(name)):
                yield pointer, "", raw
            continue
        if not isinstance(raw, Mapping):
            continue
        shared = raw.get("$ref")
        if isinstance(shared, str) and shared.startswith(SHARED):
            pointer, node = shared, _shared(document, shared)
        for field in ("dataValue", "value"):
            if field in node:
                yield pointer, str(name), node[field]
                break


SHARED = "#/components/examples/"


def _shared(document: Mapping[str, Any], pointer: str) -> Mapping[str, Any]:
    try:
        here = resolve(document, pointer)
    except PointerError:
        return {}
    return here if isinstance(here, Mapping) else {}
