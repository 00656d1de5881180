"""`Schema`: one node of a document's JSON Schemas, references followed, in one vocabulary for every OpenAPI version.

`reading` makes the first node; the nodes below it are opened when they are asked for, so a document with a
hundred thousand nodes costs only what is shown, and a schema that contains itself is simply a node met again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from apiref_nb.text.json_value import JsonValue
from apiref_nb.text.pointer import join

Opener = Callable[[object, str], "Schema"]
"""(raw schema, its pointer) -> Schema; follows references and translates the version's own spelling."""


class Schema:
    """One schema node.

    `keywords` holds the node's own keywords in the spelling of JSON Schema 2020-12 whatever the source's version:
    `type` may be a list with `"null"`, `exclusiveMinimum` is a number, `example` has become `examples`. Values below
    keywords that hold schemas are raw and must be reached through `subschema` and the properties here.

    Two nodes are equal when the trees below them hold the same keywords, wherever they stand; cycles are followed once.

    Args:
        keywords: the node's own keywords in the spelling of JSON Schema 2020-12, in document order.
        pointer: where the node stands in the user's file, after references.
        open_schema: makes the nodes below this one from (raw schema, its pointer).
        name: the component's name; empty for a node that is not a named component.
        unresolved: the text of a reference that cannot be followed; empty when there is none.
        circular: True when `unresolved` leads back to itself.
    """

    __slots__ = (
        "_held", "_open", "circular", "folded", "keywords", "meets", "name", "never", "nullable",
        "offered", "pointer", "types", "unresolved",
    )  # fmt: skip

    def __init__(
        self,
        keywords: Mapping[str, Any],
        *,
        pointer: str,
        open_schema: Opener,
        name: str = "",
        unresolved: str = "",
        circular: bool = False,
    ) -> None:
        self.keywords = keywords
        """Own keywords, 2020-12 spelling."""
        self.pointer = pointer
        """Where the node stands in the user's file, after references: the identity of a node on a path."""
        self.name = name
        """The component's name when the node is a named component, else empty."""
        self.unresolved = unresolved
        """The text of a reference that leads nowhere, out of the document or back to itself, else empty."""
        self.circular = circular
        """True when `unresolved` leads back to itself."""
        self.folded: Schema | None = None
        """What `schemas.merged` made of the node, once it was asked; part of no comparison."""
        declared = keywords.get("type")
        names = (ALONE.get(declared) or (declared,)) if isinstance(declared, str) else _texts(declared)
        self.nullable = "null" in names
        """True when the declared types contain `null`."""
        self.types: tuple[str, ...] = tuple(name for name in names if name != "null") if self.nullable else names
        """Declared types without `null`, in document order; empty when none is declared."""
        self.never = keywords.get("not") is True
        """True for the schema `false`, which no value meets."""
        self.meets: dict[frozenset[int], Schema] | None = None
        """What `schemas.folding` made of this node together with others, by their ids; part of no comparison."""
        self.offered: tuple[Any, ...] | None = None
        """What `schemas.choices` found in the node, once it was asked; part of no comparison."""
        self._open = open_schema
        # Keyword, or (keyword, name or index) -> what was opened there. Most schemas of a document hold no other.
        self._held: dict[str | tuple[str, str | int], Any] | None = None

    def subschema(self, keyword: str, place: str | int | None = None) -> Schema | None:
        """Return the schema that a keyword holds, or None.

        Args:
            keyword: `items`, `properties`.
            place: name or index below a keyword that holds several; None for one that holds a schema itself.
        """
        key = keyword if place is None else (keyword, place)
        held = self._held
        if held is not None and key in held:
            return held[key]  # type: ignore[no-any-return]
        here: Any = self.keywords.get(keyword)
        if isinstance(place, str):
            here = here.get(place) if isinstance(here, dict) else None
        elif place is not None:
            here = here[place] if isinstance(here, list | tuple) and 0 <= place < len(here) else None
        if isinstance(here, Schema):
            child = here
        elif isinstance(here, dict | bool):
            below = f"{self.pointer}/{keyword}"
            child = self._open(here, below if place is None else join(below, place))
        else:
            return None
        if held is None:
            held = self._held = {}
        held[key] = child
        return child

    def derive(self, keywords: Mapping[str, Any], *, pointer: str = "") -> Schema:
        """Return a node with other keywords; values may be `Schema` nodes themselves.

        Args:
            keywords: what the node says.
            pointer: where it stands; empty for the same place, at which it keeps its name.
        """
        return Schema(
            keywords,
            pointer=pointer or self.pointer,
            open_schema=self._open,
            name="" if pointer else self.name,
            unresolved="" if pointer else self.unresolved,
            circular=self.circular and not pointer,
        )

    # Plain keywords ------------------------------------------------------------------------------------------------

    def get(self, keyword: str, default: JsonValue = None) -> JsonValue:
        """Return the value of a keyword that holds no schema.

        Args:
            keyword: its name in the spelling of JSON Schema 2020-12.
            default: what an absent keyword stands for.
        """
        return self.keywords.get(keyword, default)

    def text(self, keyword: str) -> str:
        """Return the value of a keyword that should be text; empty when it is absent or something else."""
        value = self.keywords.get(keyword)
        return value if isinstance(value, str) else ""

    def __contains__(self, keyword: object) -> bool:
        return keyword in self.keywords

    @property
    def required(self) -> frozenset[str]:
        """Names of the properties that must be present."""
        return frozenset(_texts(self.keywords.get("required")))

    @property
    def examples(self) -> tuple[Any, ...]:
        """The author's examples of the node, in document order."""
        given = self.keywords.get("examples")
        return tuple(given) if isinstance(given, list | tuple) else ()

    @property
    def read_only(self) -> bool:
        """True when the value is sent by the server only."""
        return self.keywords.get("readOnly") is True

    @property
    def write_only(self) -> bool:
        """True when the value is sent by the client only."""
        return self.keywords.get("writeOnly") is True

    @property
    def deprecated(self) -> bool:
        """True when the author marked the node deprecated."""
        return self.keywords.get("deprecated") is True

    # Keywords that hold schemas ------------------------------------------------------------------------------------

    def named(self, keyword: str) -> Iterator[tuple[str, Schema]]:
        """Yield (name, node) of a keyword that maps names to schemas, such as `properties`, in document order."""
        value = self.keywords.get(keyword)
        if isinstance(value, dict):
            known = self._held or {}
            for name in value:
                node = known.get((keyword, name)) or self.subschema(keyword, name)
                if node is not None:
                    yield name, node

    def listed(self, keyword: str) -> tuple[Schema, ...]:
        """Return the nodes of a keyword that lists schemas, such as `oneOf`, in document order."""
        value = self.keywords.get(keyword)
        if not isinstance(value, list | tuple):
            return ()
        if self._held is None:
            self._held = {}
        known: tuple[Schema, ...] | None = self._held.get(keyword)
        if known is None:
            nodes = (self.subschema(keyword, index) for index in range(len(value)))
            known = self._held[keyword] = tuple([node for node in nodes if node is not None])
        return known

    @property
    def properties(self) -> dict[str, Schema]:
        """Property name to node, in document order."""
        return dict(self.named("properties"))

    @property
    def items(self) -> Schema | None:
        """The node that every item (after `prefixItems`) must meet, or None."""
        return self.subschema("items") if "items" in self.keywords else None

    @property
    def additional_properties(self) -> Schema | None:
        """The node of `additionalProperties`; None when the keyword is absent, `.never` when it is false."""
        return self.subschema("additionalProperties") if "additionalProperties" in self.keywords else None

    # Identity ------------------------------------------------------------------------------------------------------

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Schema):
            return NotImplemented
        waiting, met = [(self, other)], set[tuple[int, int]]()
        while waiting:
            ours, theirs = waiting.pop()
            if ours is theirs or (id(ours), id(theirs)) in met:
                continue
            met.add((id(ours), id(theirs)))
            if (ours.name, ours.unresolved) != (theirs.name, theirs.unresolved):
                return False
            if ours.keywords.keys() != theirs.keywords.keys():
                return False
            for keyword in ours.keywords:
                below, opposite = ours._below(keyword), theirs._below(keyword)
                if list(below) != list(opposite):
                    return False
                if keyword not in HOLDING and ours.keywords[keyword] != theirs.keywords[keyword]:
                    return False
                # What is below waits: a thousand schemas that lead from one to the next are no deeper than one.
                waiting += ((node, opposite[place]) for place, node in below.items())
        return True

    def __hash__(self) -> int:
        return hash((self.name, frozenset(self.keywords)))

    def __repr__(self) -> str:
        kind = "|".join((*self.types, *(["null"] if self.nullable else ()))) or "any"
        return f"Schema({self.name or self.pointer}: {kind})"

    def _below(self, keyword: str) -> dict[str | int, Schema]:
        """The schemas directly below a keyword, by name or index; none for one that holds no schema."""
        if keyword in SCHEMA_MAPS:
            return dict(self.named(keyword))
        if keyword in SCHEMA_LISTS:
            return dict(enumerate(self.listed(keyword)))
        node = self.subschema(keyword) if keyword in SCHEMA_NODES else None
        return {} if node is None else {0: node}


ALONE = {name: (name,) for name in ("string", "integer", "number", "boolean", "object", "array", "null")}
"""Type -> the types of a node that declares no other."""


def _texts(value: object) -> tuple[str, ...]:
    if not isinstance(value, list | tuple):
        return ()
    return tuple(value if {*map(type, value)} <= {str} else (item for item in value if isinstance(item, str)))


SCHEMA_MAPS = frozenset({"properties", "patternProperties", "dependentSchemas", "$defs", "definitions"})
"""Keywords that map names to schemas."""

SUBTYPES = "$subtypes"
"""Not a keyword of any author: `reading` lists under it the children of a schema that names none itself, but whose
discriminator tells them apart. It says nothing about which values are valid."""

TAG = "$tag"
"""Not a keyword of any author either: (member, value) by which a child says that it is this child of its parent."""

SCHEMA_LISTS = frozenset({"allOf", "oneOf", "anyOf", "prefixItems", SUBTYPES})
"""Keywords that list schemas."""

SCHEMA_NODES = frozenset(
    {
        "items", "additionalProperties", "not", "if", "then", "else", "contains", "propertyNames",
        "unevaluatedItems", "unevaluatedProperties", "contentSchema",
    }
)  # fmt: skip
"""Keywords that hold one schema."""

HOLDING = SCHEMA_MAPS | SCHEMA_LISTS | SCHEMA_NODES
"""Keywords that hold schemas."""
