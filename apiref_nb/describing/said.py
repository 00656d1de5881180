"""What a schema says of its value, whatever the field is called: once for each schema, and for each that says the same.

In: a `Schema`. Out: a `Said`, of which `row` makes the row of a field. `Sayings` belongs to one page and remembers.
"""

from __future__ import annotations

import hashlib
import marshal
import re
from collections.abc import Mapping
from itertools import islice
from types import NoneType
from typing import Any, NamedTuple

from apiref_nb.describing.types import EnumNote, Fact, bare_text, default_fact, enum_notes, facts
from apiref_nb.model import Schema
from apiref_nb.model.schema import SCHEMA_LISTS, SCHEMA_MAPS, SCHEMA_NODES, SUBTYPES
from apiref_nb.requests.type_labels import titled_constants, type_label
from apiref_nb.schemas import merged
from apiref_nb.schemas.choices import besides_null, choices
from apiref_nb.schemas.folding import each_condition

CONDITIONAL = frozenset(
    {"if", "contains", "propertyNames", "dependentSchemas", "dependentRequired", "contentSchema"}
)  # fmt: skip
"""Keywords that are told below a field; `not` is one too where it is more than `false`."""

CONDITIONS = CONDITIONAL | {"not", "unevaluatedProperties", "unevaluatedItems", "allOf"}
"""Keywords of which sentences and rows are made that stand for no field."""


class Said(NamedTuple):
    """What a schema says of its value, whatever the field is called and wherever it stands."""

    type: str
    default: tuple[Fact, ...]
    description: str
    title: str
    letters: str
    """The title as `telling_title` compares it."""
    item: str
    """The author's words for each item."""
    facts: tuple[Fact, ...]
    enum_notes: tuple[EnumNote, ...]
    read_only: bool
    write_only: bool
    deprecated: bool
    opens: Schema | None
    """What is told below the field; None where there is nothing below it."""
    length: int
    """Characters of its words, of what limits it and of what is said of its values."""


def said_of(schema: Schema) -> Said:
    """Return what a schema says; its `allOf` is folded in already."""
    keywords = schema.keywords
    alone = () if keywords.keys().isdisjoint(CHOOSING) else besides_null(schema)
    inner = merged(alone[0]) if len(alone) == 1 else schema
    title = keywords.get("title")
    title = title.strip() if isinstance(title, str) else ""
    description = schema.text("description")
    described = description or ("" if inner is schema else inner.text("description"))
    told = (*facts(inner), *_examples(inner)) if "examples" in inner.keywords else facts(inner)
    notes = enum_notes(inner)
    length = len(described)
    for fact in told:
        length += sum(map(len, fact.values))
    for note in notes:
        length += len(note.value) + len(note.note)
    return Said(
        type_label(schema),
        default_fact(bare_text(keywords["default"])) if "default" in keywords else (),
        described,
        "" if title == description.strip() else title,
        letters_of(title) if title else "",
        item_words(inner) if "items" in inner.keywords else "",
        told,
        notes,
        keywords.get("readOnly") is True,
        keywords.get("writeOnly") is True,
        keywords.get("deprecated") is True,
        None if keywords.keys().isdisjoint(BELOW) else content_of(schema),
        length,
    )


def _examples(schema: Schema) -> tuple[Fact, ...]:
    """Return the author's examples where there are several: a sample shows the first alone."""
    given = schema.examples[:MOST_EXAMPLES]
    if len(given) < 2 or any(isinstance(value, dict | list) for value in given):
        return ()
    return (Fact("Examples", tuple(map(bare_text, given))),)


MOST_EXAMPLES = 5
"""Examples of one field that are named."""

CHOOSING = frozenset({"oneOf", "anyOf", "allOf", SUBTYPES})
BELOW = SCHEMA_MAPS | SCHEMA_LISTS | SCHEMA_NODES | CONDITIONAL
"""Keywords without which there is nothing to tell below a field."""


def sole_variant(schema: Schema) -> tuple[Schema, tuple[str, ...]]:
    """Return what a choice between something and null stands for, and the pointers on the way; else the schema itself.

    `anyOf: [Pet, null]` is how many generators write an optional pet.
    """
    through: list[str] = []
    while len(through) < 8 and "properties" not in schema.keywords and not CHOOSING.isdisjoint(schema.keywords):
        branches = besides_null(schema)
        if len(branches) != 1:
            break
        through.append(branches[0].pointer)
        schema = merged(branches[0])
    return schema, tuple(through)


def content_of(schema: Schema) -> Schema | None:
    """Return the node whose fields are shown below a field: itself, its items, its map values, or its only variant."""
    for _ in range(8):
        choosing = not schema.keywords.keys().isdisjoint(CHOOSING)
        branches = besides_null(schema) if choosing else ()
        if len(branches) == 1:
            schema = merged(branches[0])
            continue
        keywords = schema.keywords
        if "properties" in keywords or len(branches) > 1 or "prefixItems" in keywords:
            return schema
        if not CONDITIONAL.isdisjoint(keywords):
            return schema
        item = schema.items
        extra = schema.additional_properties
        following = item if item is not None and not item.never else extra
        if following is None or following.never:
            return schema if "patternProperties" in keywords else None
        schema = merged(following)
    return None


def item_words(schema: Schema) -> str:
    """Return the author's words for each item of an array, where no row of the items' own says them."""
    item = schema.items
    if item is None or item.name or "type" not in item:
        return ""
    item = merged(item)
    return item.text("description").strip() if {"object", "array"}.isdisjoint(item.types) else ""


def differ(branches: tuple[Schema, ...]) -> bool:
    """Return True for a choice; a lone branch beside null is a nullable value."""
    return sum(1 for _ in islice((b for b in branches if merged(b).get("type") != "null"), 2)) > 1


def letters_of(text: str) -> str:
    """Return the letters and digits of a text, as titles and names are compared by them."""
    return _SIGNS.sub("", text.casefold())


def component_letters(name: str) -> str:
    """Return the letters of a component without `-Input` and `-Output`, by which FastAPI parts one class in two."""
    return letters_of(name.removesuffix("-Input").removesuffix("-Output"))


_SIGNS = re.compile(r"[\W_]+")


DIGEST_BYTES = 32
"""Length of what long contents are kept as; a document has thousands of them."""


class Sayings:
    """Remembers for one page what its schemas say."""

    def __init__(self) -> None:
        self._said: dict[int, Said] = {}
        self._alike: dict[bytes, Said] = {}
        self._opens: dict[int, tuple[Schema, bool]] = {}
        self._contents: dict[int, tuple[Schema, bytes]] = {}

    def content(self, schema: Schema) -> bytes:
        """Return what `content_of_keywords` tells apart, once for each schema; of a long one its digest."""
        known = self._contents.get(id(schema))
        if known is None:
            content = content_of_keywords(schema)
            if len(content) > DIGEST_BYTES:
                content = hashlib.blake2b(content, digest_size=DIGEST_BYTES).digest()
            known = self._contents[id(schema)] = (schema, content)
        return known[1]

    def of(self, schema: Schema) -> Said:
        """Return what a folded schema says; schemas with the same keywords say the same."""
        known = self._said.get(id(schema))
        if known is None:
            key = self.content(schema)
            made = self._alike.get(key) if key else None
            if made is None:
                made = said_of(schema)
                if key and made.opens is None:
                    self._alike[key] = made
            # The schema is kept with its content, so that its id stays its own.
            known = self._said[id(schema)] = made
        return known

    def open(self, schema: Schema) -> bool:
        """Return True when there is something to say below a node."""
        known = self._opens.get(id(schema))
        if known is None:
            known = self._opens[id(schema)] = (schema, _opens(merged(schema)))
        return known[1]


def _opens(folded: Schema) -> bool:
    keywords = folded.keywords
    if folded.unresolved:
        return False
    if keywords.get("properties") or keywords.get("patternProperties") or keywords.get("prefixItems"):
        return True
    if CHOOSING.isdisjoint(keywords) and CONDITIONAL.isdisjoint(keywords):
        return False
    for choice in choices(folded):
        if choice.inherits or (differ(choice.branches) and not titled_constants(folded)):
            return True
    return any(not CONDITIONAL.isdisjoint(part.keywords) for part in each_condition(folded))


def content_of_keywords(schema: Schema) -> bytes:
    """Return the same bytes for schemas that say the same; none for one whose place matters, or that has a name."""
    if schema.name or schema.unresolved:
        return b""
    try:
        key = marshal.dumps(schema.keywords, 2)  # type: ignore[arg-type] # what is no plain data is refused
    except ValueError:
        key = marshal.dumps(_plain(schema.keywords), 2)
    # A reference leads to the same from everywhere in one document, but below these.
    return b"" if b"$dynamicRef" in key or b"$id" in key else key


def _plain(value: object) -> Any:  # noqa: ANN401 - data that can be written as bytes
    """Return data whose nodes are what they say, and whose numbers are as their author wrote them."""
    if isinstance(value, Schema):
        return content_of_keywords(value) or value.pointer
    if isinstance(value, Mapping):
        return [(key, _plain(held)) for key, held in value.items()]
    if isinstance(value, list | tuple):
        return [*map(_plain, value)]
    return value if value.__class__ in (str, bool, int, float, NoneType) else repr(value)
