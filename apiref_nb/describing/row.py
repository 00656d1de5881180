"""`Row`: one line about one field, and how a schema becomes one. `rows` walks a schema and calls it for every field."""

from __future__ import annotations

from typing import Literal, NamedTuple

from apiref_nb.describing.types import NO_FIELDS, EnumNote, Fact, bare_text, enum_notes, facts, type_label
from apiref_nb.model import Schema
from apiref_nb.schemas import merged
from apiref_nb.schemas.choices import variants

Side = Literal["request", "response", "both"]
RowKind = Literal["field", "variant", "note"]


CONDITIONAL = frozenset(
    {"if", "contains", "propertyNames", "dependentSchemas", "dependentRequired", "contentSchema"}
)  # fmt: skip
"""Keywords that are told below a field; `not` is one too where it is more than `false`."""


class Row(NamedTuple):
    """One line about one field. `kind` tells a field from the name of a variant and from a remark.

    What follows `depth` is the same for every field that says the same, wherever it stands: writers keep it by that.
    """

    name: str
    """Last part of the path: `name`; for a variant its name; for a note its text."""
    path: str = ""
    """Dot path from the top, such as `category.name`, `tags[].id`."""
    depth: int = 0
    kind: RowKind = "field"
    type: str = ""
    location: str = ""
    """`path`, `query`, `header`, `cookie`, `querystring`; empty for a field."""
    required: bool = False
    deprecated: bool = False
    default: str | None = None
    description: str = ""
    facts: tuple[Fact, ...] = ()
    enum_notes: tuple[EnumNote, ...] = ()
    labels: tuple[str, ...] = ()
    """`read only`, `write only`, `nullable`."""
    component: str = ""
    """Name of the component whose fields stand elsewhere on the page; a link."""
    repeats: str = ""
    """Path of the row that this field repeats: the field contains itself."""

    @property
    def type_beside_name(self) -> str:
        """The type where it says more than the name: a variant may be called by its type, a field only looks so."""
        return "" if self.kind == "variant" and self.type == self.name else self.type


def sole_variant(schema: Schema) -> tuple[Schema, tuple[str, ...]]:
    """Return what a choice between something and null stands for, and the pointers on the way; else the schema itself.

    `anyOf: [Pet, null]` is how many generators write an optional pet.
    """
    through: list[str] = []
    while len(through) < 8 and "properties" not in schema:
        branches = [b for b in variants(schema) if merged(b).get("type") != "null"]
        if len(branches) != 1:
            break
        through.append(branches[0].pointer)
        schema = merged(branches[0])
    return schema, tuple(through)


def content_of(schema: Schema) -> Schema | None:
    """Return the node whose fields are shown below a field: itself, its items, its map values, or its only variant."""
    for _ in range(8):
        branches = [b for b in variants(schema) if merged(b).get("type") != "null"]
        if len(branches) == 1:
            schema = merged(branches[0])
            continue
        if "properties" in schema or len(branches) > 1 or "prefixItems" in schema:
            return schema
        if not CONDITIONAL.isdisjoint(schema.keywords):
            return schema
        item = schema.items
        extra = schema.additional_properties
        following = item if item is not None and not item.never else extra
        if following is None or following.never:
            return schema if "patternProperties" in schema else None
        schema = merged(following)
    return None


def field_row(
    name: str,
    schema: Schema,
    *,
    path: str = "",
    depth: int = 0,
    required: bool = False,
    location: str = "",
    component: str = "",
    repeats: str = "",
    description: str = "",
    deprecated: bool = False,
    direction: Side = "both",
) -> Row:
    """Return the row of one field or parameter. `schema` has its `allOf` folded in already."""
    labels = []
    if schema.read_only and direction != "request":
        labels.append("read only")
    if schema.write_only and direction != "response":
        labels.append("write only")
    alone = [b for b in variants(schema) if merged(b).get("type") != "null"]
    inner = merged(alone[0]) if len(alone) == 1 else schema
    described = description or schema.text("description") or inner.text("description")
    title = telling_title(schema, name)
    told = facts(inner)
    if described and title:
        told = (Fact("Title", (title,), code=False), *told)
    item = item_words(inner)
    if item and (described or title) and item != described:
        told = (*told, Fact("Each item", (item,), code=False))
    return Row(
        name,
        path or name,
        depth,
        type=type_label(schema),
        location=location,
        required=required,
        deprecated=deprecated or schema.deprecated,
        default=bare_text(schema.get("default")) if "default" in schema else None,
        description=described or title or item,
        facts=told,
        enum_notes=enum_notes(inner),
        labels=tuple(labels),
        component=component,
        repeats=repeats,
    )


def admits_nothing(row: Row) -> bool:
    """Return True when all that is said of a value is that it has no fields."""
    return row.facts == (NO_FIELDS,) and not row.description and row.default is None


def telling_title(schema: Schema, name: str) -> str:
    """Return the title where it says more than the name: generators write `Pet Id` above every `pet_id`."""
    title = schema.text("title").strip()
    said = {_letters(name), _letters(schema.name)}
    return "" if _letters(title) in said or title == schema.text("description").strip() else title


def _letters(text: str) -> str:
    return "".join(c for c in text.casefold() if c.isalnum())


def item_words(schema: Schema) -> str:
    """Return the author's words for each item of an array, where no row of the items' own says them."""
    item = schema.items
    if item is None or item.name or "type" not in item:
        return ""
    item = merged(item)
    return item.text("description").strip() if {"object", "array"}.isdisjoint(item.types) else ""
