"""Schemas as rows: a tree of fields becomes a flat tuple of `Row`, nested by dot path.

In: a `Schema` and the direction its values travel. Out: rows in document order, the same for every output format.
A `Rows` object lives as long as one page: it remembers what it made, and which components the page must list by name.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import islice

from apiref_nb.describing.constraint_text import condition, demand, fact_words, value_words
from apiref_nb.describing.row import CONDITIONAL, Row, Side, content_of, field_row, sole_variant
from apiref_nb.describing.types import (
    facts,
    json_text,
    titled_constants,
    type_label,
)
from apiref_nb.describing.variants import discriminator_values, variant_name
from apiref_nb.model import Schema
from apiref_nb.schemas import merged


@dataclass(frozen=True, slots=True)
class RowLimits:
    """How far a page goes before it refers to the list of schemas."""

    depth: int
    rows: int


UNNAMED_SHARE = 8
"""How many times the limit of rows a schema without a name may take: it can be told nowhere else."""
DEEPEST = 24
"""Levels of fields below one another, whatever the limits say."""


ROOM = 20_000_000
"""Characters of text in all rows of a page; a description that a thousand operations share counts a thousand times."""


class Rows:
    """Makes rows for one page."""

    def __init__(self, limits: RowLimits) -> None:
        self.limits = limits
        self.linked: dict[str, Schema] = {}
        """Components that some row refers to, by name, in the order of first use."""
        self._made: dict[tuple[int, str], tuple[Schema, tuple[Row, ...], int]] = {}
        self._room = ROOM

    def of(self, schema: Schema, direction: Side) -> tuple[Row, ...]:
        """Return the rows below a schema: its fields, variants, items. Empty for a plain value."""
        key = (id(schema), direction)
        known = self._made.get(key)
        if known is None:
            walk = _Walk(self, direction, self.limits)
            walk.below(schema, "", 0, {})
            # The schema is kept with its rows, so that its id stays its own.
            known = self._made[key] = (schema, tuple(walk.rows), sum(map(_length, walk.rows)))
        if known[2] > self._room and known[2] >= SHORT:
            return (FULL,)
        self._room -= known[2]
        return known[1]

    def begin_page(self) -> None:
        """Give the room back: what follows stands on a page of its own."""
        self._room = ROOM

    def within(self, row: Row) -> Row:
        """Return a row that stands alone, without its long texts where the page has no room for them."""
        length = _length(row)
        if length < SHORT:
            return row
        if length > self._room:
            return replace(row, description=FULL.name, facts=(), enum_notes=(), default=None)
        self._room -= length
        return row

    def link(self, schema: Schema) -> str:
        """Return the component's name and note that the page must list it."""
        known = self.linked.setdefault(schema.name, schema)
        return schema.name if known.pointer == schema.pointer else ""


SHORT = 1_000
"""Characters of rows that are always shown."""
SHORTEST = 20
"""What one value of a list costs beside its own length: it is an element of its own."""
FULL = Row("Fields are left out: the texts of this document would be longer than can be shown.", kind="note")


def _length(row: Row) -> int:
    texts = (row.name, row.path, row.description, row.default or "", *(v for fact in row.facts for v in fact.values))
    return sum(map(len, texts)) + SHORTEST * sum(len(fact.values) for fact in row.facts)


class _Walk:
    """One descent; holds the rows made so far and what is left of the budget."""

    def __init__(self, owner: Rows, direction: Side, limits: RowLimits) -> None:
        self.owner = owner
        self.direction = direction
        self.limits = limits
        self.rows: list[Row] = []
        self.cut_off = False

    def below(self, given: Schema, path: str, depth: int, on_path: dict[str, str]) -> None:
        if depth > DEEPEST or len(self.rows) >= self.limits.rows * UNNAMED_SHARE:
            if not self.cut_off:
                self.note("More is not shown.", path, depth)
            self.cut_off = True
            return
        schema, through = sole_variant(merged(given))
        if schema.unresolved or schema.never:
            if schema.unresolved:
                where = "refers to itself" if schema.circular else "leads nowhere in this document"
                self.note(f"The reference {schema.unresolved} {where}.", path, depth)
            return
        on_path = {**on_path, given.pointer: path, **dict.fromkeys(through, path)}
        self.fields(schema, path, depth, on_path)
        self.tuple_items(schema, path, depth, on_path)
        item = schema.items
        if item is not None and not item.never and "prefixItems" not in schema:
            self.inner(item, f"{path}[]", depth, on_path)
        extra = schema.additional_properties
        if extra is not None:
            if not extra.never and extra.keywords:
                self.inner(extra, f"{path}.*" if path else "*", depth, on_path)
                if schema.get("properties"):
                    self.note(f"Any other fields: {value_words(extra)}", path, depth)
            elif extra.never and (schema.get("patternProperties") or schema.get("properties")):
                self.note("No other fields are allowed.", path, depth)
        self.discriminator(schema, path, depth)
        self.conditions(schema, path, depth, on_path)
        self.variants(schema, path, depth, on_path)

    def fields(self, schema: Schema, path: str, depth: int, on_path: dict[str, str]) -> None:
        required = schema.required
        shown = [(name, node) for name, node in schema.named("properties") if not self.hidden(node)]
        for index, (name, node) in enumerate(shown):
            if self.full(schema):
                self.cut(schema, len(shown) - index, path, depth)
                break
            self.field(name, node, f"{path}.{name}" if path else name, depth, on_path, required=name in required)
        for name, node in schema.named("patternProperties"):
            self.field(f"/{name}/", node, f"{path}./{name}/" if path else f"/{name}/", depth, on_path)
        absent = [name for name in sorted(required) if "properties" in schema and name not in schema.get("properties")]
        if absent and not (schema.listed("oneOf") or schema.listed("anyOf")):
            self.note("Also required: " + ", ".join(absent), path, depth)

    def full(self, schema: Schema) -> bool:
        """True when the rest of a schema has to stand elsewhere. A schema without a name has no other place."""
        return len(self.rows) >= (self.limits.rows if schema.name else self.limits.rows * UNNAMED_SHARE)

    def cut(self, schema: Schema, left: int, path: str, depth: int) -> None:
        words = f"{left} more {'field' if left == 1 else 'fields'}"
        component = self.owner.link(schema) if schema.name else ""
        self.rows.append(Row(words, path, depth, "note", component=component))

    def hidden(self, node: Schema) -> bool:
        """A request has no read-only fields, a response no write-only ones."""
        return (self.direction == "request" and node.read_only) or (self.direction == "response" and node.write_only)

    def field(
        self, name: str, given: Schema, path: str, depth: int, on_path: dict[str, str], *, required: bool = False
    ) -> None:
        schema = merged(given)
        inner = content_of(schema)
        repeats = on_path.get(inner.pointer) if inner is not None else None
        opens = inner is not None and repeats is None and self.opens(inner)
        component = ""
        if opens and inner is not None and inner.name:
            far = depth + 1 > self.limits.depth or len(self.rows) + 3 > self.limits.rows
            component = self.owner.link(inner) if far else ""
            opens = not component
        opens = opens and depth < DEEPEST and len(self.rows) < self.limits.rows * UNNAMED_SHARE
        self.rows.append(
            field_row(
                name, schema, path=path, depth=depth, required=required, component=component,
                repeats="" if repeats is None else repeats or "the top", direction=self.direction,
            )
        )  # fmt: skip
        if opens:
            self.below(given, path, depth + 1, on_path)

    def opens(self, schema: Schema) -> bool:
        """True when there is something to say below this node."""
        folded = merged(schema)
        if folded.unresolved:
            return False
        has = bool(folded.get("properties") or folded.get("patternProperties") or folded.get("prefixItems"))
        variants = folded.listed("oneOf") or folded.listed("anyOf")
        if has or bool(variants and not titled_constants(folded) and _differ(variants)):
            return True
        return not CONDITIONAL.isdisjoint(folded.keywords)

    def inner(self, node: Schema, path: str, depth: int, on_path: dict[str, str]) -> None:
        """The fields of array items and map values stand below the field itself, without a row of their own."""
        target = content_of(merged(node)) or node
        if target.pointer in on_path:
            self.note(f"Repeats {on_path[target.pointer] or 'the top'}", path, depth)
        elif self.opens(target):
            self.below(node, path, depth, on_path)

    def tuple_items(self, schema: Schema, path: str, depth: int, on_path: dict[str, str]) -> None:
        for index, node in enumerate(schema.listed("prefixItems")):
            least = schema.get("minItems")
            needed = isinstance(least, int) and least > index
            self.field(f"[{index}]", node, f"{path}[{index}]", depth, on_path, required=needed)
        rest = schema.items
        if rest is not None and not rest.never and rest.keywords and "prefixItems" in schema:
            place = f"[{len(schema.listed('prefixItems'))}\u2026]"
            self.field(place, rest, f"{path}{place}", depth, on_path)

    def variants(self, schema: Schema, path: str, depth: int, on_path: dict[str, str]) -> None:
        for keyword, word in (("oneOf", "One of"), ("anyOf", "Any of")):
            branches = schema.listed(keyword)
            if not branches or titled_constants(schema) or not _differ(branches):
                continue
            tags = discriminator_values(schema, branches)
            for index, branch in enumerate(branches):
                if self.full(schema):
                    left = len(branches) - index
                    component = self.owner.link(schema) if schema.name else ""
                    self.rows.append(Row(f"{left} more variants", path, depth, "note", component=component))
                    break
                name = variant_name(branch, index)
                repeats = on_path.get(branch.pointer)
                link = ""
                opens = repeats is None and self.opens_fields(branch)
                if opens and branch.name and (depth >= self.limits.depth or len(self.rows) + 6 > self.limits.rows):
                    link = self.owner.link(branch)
                    opens = not link
                note = f"{word} {len(branches)}"
                self.rows.append(
                    Row(
                        name, path, depth, "variant", type=type_label(branch), description=branch.text("description"),
                        labels=(note, *([tags[index]] if tags[index] else [])), component=link,
                        repeats="" if repeats is None else repeats or "the top", facts=facts(merged(branch)),
                    )
                )  # fmt: skip
                if opens:
                    self.below(branch, path, depth + 1, on_path)

    def opens_fields(self, branch: Schema) -> bool:
        folded = merged(branch)
        return self.opens(branch) or (folded.items is not None and self.opens(content_of(folded) or folded))

    def discriminator(self, schema: Schema, path: str, depth: int) -> None:
        """Say what a discriminator selects where no `oneOf` or `anyOf` lists the variants."""
        given = schema.get("discriminator")
        if not isinstance(given, dict) or schema.listed("oneOf") or schema.listed("anyOf"):
            return
        mapping = given.get("mapping")
        pairs = [(str(k), str(v).rsplit("/", 1)[-1]) for k, v in mapping.items()] if isinstance(mapping, dict) else []
        default = given.get("defaultMapping")
        words = [f"{value} means {target}" for value, target in pairs]
        words += [f"any other means {str(default).rsplit('/', 1)[-1]}"] if isinstance(default, str) else []
        if isinstance(given.get("propertyName"), str):
            self.note(
                f"{given['propertyName']} tells the variants apart{': ' if words else ''}{', '.join(words)}",
                path,
                depth,
            )

    def conditions(self, schema: Schema, path: str, depth: int, on_path: dict[str, str]) -> None:
        self.conditional(schema, path, depth, on_path)
        content = schema.subschema("contentSchema")
        if content is not None and content.pointer not in on_path:
            self.rows.append(Row("Its text holds", path, depth, "variant", type=type_label(content)))
            self.below(content, path, depth + 1, on_path)
        refused = schema.subschema("not")
        if refused is not None and refused.keywords:
            self.note(f"Not allowed: {condition(refused) or value_words(refused)}", path, depth)
        for name, node in schema.named("dependentSchemas"):
            self.rows.append(Row(f"When {name} is present", path, depth, "variant", description=_said(node)))
            if node.pointer not in on_path:
                self.below(node, path, depth + 1, on_path)
        dependent = schema.get("dependentRequired")
        if isinstance(dependent, dict):
            for name, names in dependent.items():
                if isinstance(names, list) and names:
                    self.note(f"When {name} is present, also required: {', '.join(map(str, names))}", path, depth)
        contains = schema.subschema("contains")
        if contains is not None:
            counts = (("at least", schema.get("minContains")), ("at most", schema.get("maxContains")))
            said = " and ".join(f"{words} {json_text(count)}" for words, count in counts if count is not None)
            items = "items" if said and said != "at least 1" else "item"
            self.note(f"Must contain {said or 'at least one'} {items}: {value_words(contains)}", path, depth)
        names_schema = schema.subschema("propertyNames")
        if names_schema is not None:
            self.note(f"Field names: {fact_words(facts(names_schema)) or type_label(names_schema)}", path, depth)
        for keyword, text in (("unevaluatedProperties", "fields"), ("unevaluatedItems", "items")):
            rest = schema.subschema(keyword)
            if rest is not None and rest.keywords:
                words = f"Any other {text}: {value_words(rest)}"
                self.note(f"No other {text} are allowed." if rest.never else words, path, depth)

    def conditional(self, schema: Schema, path: str, depth: int, on_path: dict[str, str]) -> None:
        """Say `if`, `then` and `else` in a sentence where one is enough, else in rows."""
        asked = schema.subschema("if")
        if asked is None:
            return
        when = condition(asked)
        met, unmet = schema.subschema("then"), schema.subschema("else")
        ways = [(word, node, demand(node)) for word, node in (("Then", met), ("Otherwise", unmet)) if node is not None]
        if not ways:
            return  # an `if` alone asks for nothing
        if when and all(told for _, _, told in ways):
            start = "If" if met is not None else "Unless"
            self.note(f"{start} {when}: {'. Otherwise: '.join(told or '' for _, _, told in ways)}.", path, depth)
            return
        for word, node, told in [("If", asked, when), *ways]:
            between = " " if word == "If" else ": "
            name = f"{word}{between}{told}" if told else word
            label = type_label(node)
            self.rows.append(Row(name, path, depth, "variant", type="" if label in ("any", "object") else label))
            # What the name does not say in full, the fields below it do.
            if not told and node.pointer not in on_path:
                self.below(node, path, depth + 1, on_path)

    def note(self, text: str, path: str, depth: int) -> None:
        self.rows.append(Row(text, path, depth, "note"))


def _said(schema: Schema) -> str:
    """The author's words for a node."""
    folded = merged(schema)
    return folded.text("description") or folded.text("title")


def _differ(branches: tuple[Schema, ...]) -> bool:
    """A lone branch beside null is a nullable value, not a choice."""
    return sum(1 for _ in islice((b for b in branches if merged(b).get("type") != "null"), 2)) > 1
