"""`Row`: one line about one field, and how a schema becomes one. `rows` walks a schema and calls it for every field."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, NamedTuple

from apiref_nb.describing.said import Said, component_letters, letters_of
from apiref_nb.describing.types import NO_FIELDS, EnumNote, Fact
from apiref_nb.describing.wording import DEPRECATED, REQUIRED
from apiref_nb.model import Schema

Side = Literal["request", "response", "both"]
RowKind = Literal["field", "variant", "note"]

HIDDEN: Mapping[Side, str] = {"request": "readOnly", "response": "writeOnly", "both": ""}
"""Which way values travel -> the keyword of fields that do not: a request has no read-only ones."""


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
    default: tuple[Fact, ...] = ()
    """One, or none: it stays beside the name where `facts` stand elsewhere."""
    description: str = ""
    facts: tuple[Fact, ...] = ()
    enum_notes: tuple[EnumNote, ...] = ()
    labels: tuple[str, ...] = ()
    """`read only`, `write only`, `nullable`."""
    component: str = ""
    """Name of the component whose fields stand elsewhere on the page; a link."""
    repeats: str = ""
    """Path of the row that this field repeats: the field contains itself."""

    shared: str = ""
    """Key of the author's words and of what limits the value, which stand at the end of the page."""
    below: tuple[Row, ...] = ()
    """First level of the fields that stand with `component`: names and types only."""

    @property
    def marks(self) -> tuple[str, ...]:
        """What stands beside the type in a word each."""
        said = ((REQUIRED, self.required), (DEPRECATED.lower(), self.deprecated))
        return (*(word for word, holds in said if holds), *self.labels)

    @property
    def type_beside_name(self) -> str:
        """The type where it says more than the name: a variant may be called by its type, a field only looks so."""
        return "" if self.kind == "variant" and self.type == self.name else self.type


def field_row(
    name: str,
    schema: Schema,
    said: Said,
    *,
    path: str = "",
    depth: int = 0,
    required: bool = False,
    location: str = "",
    repeats: str = "",
    description: str = "",
    deprecated: bool = False,
    direction: Side = "both",
) -> Row:
    """Return the row of one field or parameter.

    Args:
        name: last part of the path.
        schema: its `allOf` is folded in already.
        said: what the schema says; see `said_of`.
        path: dot path from the top; empty for the name.
        depth: levels above it.
        required: True when it must be there.
        location: where a parameter travels.
        repeats: path of the row that it repeats.
        description: the author's words for a parameter, before those of its schema.
        deprecated: True for a parameter that is.
        direction: which way the value travels.
    """
    labels: tuple[str, ...] = ()
    if said.read_only and direction != "request":
        labels = ("read only",)
    if said.write_only and direction != "response":
        labels = (*labels, "write only")
    described = description or said.description
    title = said.title
    if title and said.letters in (letters_of(name), component_letters(schema.name)):
        title = ""
    told = said.facts
    if described and title:
        told = (Fact("Title", (title,), code=False), *told)
    if said.item and (described or title) and said.item != described:
        told = (*told, Fact("Each item", (said.item,), code=False))
    return Row(
        name, path or name, depth, "field", said.type, location, required, deprecated or said.deprecated, said.default,
        described or title or said.item, told, said.enum_notes, labels, "", repeats,
    )  # fmt: skip


def admits_nothing(row: Row) -> bool:
    """Return True when all that is said of a value is that it has no fields."""
    return (*row.default, *row.facts) == (NO_FIELDS,) and not row.description


def telling_title(schema: Schema, name: str) -> str:
    """Return the title where it says more than the name: generators write `Pet Id` above every `pet_id`.

    Args:
        schema: whose title it is.
        name: of the field or component that holds it.
    """
    title = schema.text("title").strip()
    said = {letters_of(name), component_letters(schema.name)}
    return "" if letters_of(title) in said or title == schema.text("description").strip() else title
