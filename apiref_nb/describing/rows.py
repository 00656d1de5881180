"""Schemas as rows: a tree of fields becomes a flat tuple of `Row`, nested by dot path.

In: a `Schema` and the direction its values travel. Out: rows in document order, the same for every output format.
A `Rows` object lives as long as one page: it remembers what it made, and which components the page must list by name.
What a page has room for is spent level by level: what is nested opens only with what is left.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from apiref_nb.describing.conditions import closes, conditional, remarks, said
from apiref_nb.describing.constraint_text import value_words
from apiref_nb.describing.page_memory import PageMemory
from apiref_nb.describing.row import HIDDEN, Row, Side, field_row
from apiref_nb.describing.row_entry import Entry, dead_reference, is_optional, named_level, note
from apiref_nb.describing.row_room import FULL, LIMITS, RowLimits, brief, length_of
from apiref_nb.describing.said import CHOOSING, CONDITIONS, content_of, differ, sole_variant
from apiref_nb.describing.sharing import LIMITS as SHARED
from apiref_nb.describing.sharing import Sharing, named_node
from apiref_nb.describing.variants import says_null_alone, variant_row
from apiref_nb.describing.wording import REPEATS, THE_TOP
from apiref_nb.model import Schema
from apiref_nb.requests.type_labels import titled_constants, type_label
from apiref_nb.schemas import merged
from apiref_nb.schemas.choices import choices, variants
from apiref_nb.schemas.folding import conditions, each_condition


class Rows(PageMemory):
    """Makes rows for one page.

    Args:
        limits: how much is said in place.
        sharing: what the operations of the page have in common; nothing when None.
    """

    def __init__(self, limits: RowLimits, sharing: Sharing | None = None) -> None:
        super().__init__(LIMITS.max_characters)
        self.limits = limits
        self.sharing = sharing or Sharing()
        self.sampled: dict[str, None] = {}
        """Components whose sample stands in the list of schemas."""
        self._brief: dict[tuple[int, Side], tuple[Schema, tuple[Row, ...]]] = {}
        self.linked: dict[str, Schema] = {}
        """Components that some row refers to, by name, in the order of first use."""
        self._made: dict[tuple[int, str], tuple[Schema, tuple[Row, ...], int]] = {}
        self._told: dict[tuple[bytes, Side], tuple[tuple[Row, ...], int]] = {}
        self.levels: dict[tuple[str, Side], tuple[Row, ...]] = {}
        """Name of an object in the list of schemas, direction -> names and types of its first level."""
        self.sayings = self.sharing.sayings

    def of(self, schema: Schema, direction: Side) -> tuple[Row, ...]:
        """Return the rows below a schema: its fields, variants, items. Empty for a plain value.

        Schemas that are told alike have the same tuple, so that who lists several can tell it once.

        Args:
            schema: the schema.
            direction: which way its values travel.
        """
        key = (id(schema), direction)
        known = self._made.get(key)
        if known is None:
            content = self.sayings.content(schema)
            alike = self._told.get((content, direction)) if content else None
            if alike is None:
                made = tuple(_Walk(self, direction, self.limits).rows(schema))
                made = self.alike(made)
                alike = (made, sum(map(length_of, made)))
                if content:
                    self._told[content, direction] = alike
            # The schema is kept with its rows, so that its id stays its own.
            known = self._made[key] = (schema, *alike)
        if known[2] > self._room and known[2] >= LIMITS.min_counted_characters:
            return (FULL,)
        self._room -= known[2]
        return known[1]

    def told(self, schema: Schema, direction: Side) -> tuple[tuple[Row, ...], bool]:
        """Return the rows of a body, and whether they are brief: the first level of a component that many bodies share.

        What such a component says besides stands in the list of schemas.

        Args:
            schema: of the body.
            direction: which way it travels.
        """
        rows = self.of(schema, direction)
        node = named_node(schema)
        if (
            node is None
            or not self.sharing.has(node)
            or self._made[id(schema), direction][2] < LIMITS.min_brief_characters
        ):
            return rows, False
        known = self._brief.get((id(schema), direction))
        if known is None:
            if not self.link(node):
                return rows, False
            top = [row for row in rows if row.depth == 0]
            made = (*map(brief, top), Row("In full", kind="note", component=node.name))
            known = self._brief[id(schema), direction] = (schema, made)
        return known[1], True

    def link(self, schema: Schema) -> str:
        """Return the component's name and note that the page must list it."""
        known = self.linked.setdefault(schema.name, schema)
        return schema.name if known.pointer == schema.pointer else ""


Around = Mapping[str, str]
"""Pointers of the schemas around a place -> the paths where they are told."""


class _Walk:
    """One schema, level by level; holds what is left of the budget."""

    def __init__(self, owner: Rows, direction: Side, limits: RowLimits) -> None:
        self.owner = owner
        self.direction = direction
        self.limits = limits
        self.count = 0

    def rows(self, schema: Schema) -> list[Row]:
        """Return the rows in the order of the page."""
        top = self.block(schema, "", 0, {})
        self.count = len(top)
        level = top
        for depth in range(1, LIMITS.max_depth + 2):
            opening = [entry for entry in level if entry.open is not None]
            if not opening:
                break
            level = []
            # What a caller has to send or can rely on is opened first, where not everything can be.
            for entry in sorted(opening, key=is_optional):
                self.opened(entry, depth)
                level += entry.below
        made: list[Row] = []
        waiting = list(reversed(top))
        while waiting:
            entry = waiting.pop()
            made.append(entry.row)
            waiting += reversed(entry.below)
        return made

    def opened(self, entry: Entry, depth: int) -> None:
        """Open an entry, or say where it is told."""
        assert entry.open is not None  # noqa: S101 - the caller has looked
        known = entry.elsewhere
        if known is not None and (depth > self.limits.depth or self.count >= self.limits.rows) and self.linked(entry):
            return
        if self.listed(entry):
            return
        if depth > LIMITS.max_depth or self.count >= LIMITS.max_rows:
            entry.below = [note("More is not shown.", entry.row.path, depth)]
            return
        below = entry.open()
        if known is not None and self.count + len(below) > self.limits.rows and self.linked(entry):
            return
        entry.below = below
        self.count += len(below)

    def listed(self, entry: Entry) -> bool:
        """Refer to the list of schemas for an object that several places of a large page hold; False for any other."""
        inner = entry.inner
        name = self.owner.sharing.name_of(inner, entry.row.name) if inner is not None else ""
        if not name or inner is None or entry.open is None or (inner.name and not self.owner.link(inner)):
            return False
        level = self.owner.levels.get((name, self.direction))
        if level is None:
            level = self.owner.levels[name, self.direction] = named_level(entry.open())
        if len(level) < SHARED.min_object_fields:
            return False
        self.owner.linked.setdefault(name, inner)
        entry.row = entry.row._replace(component=name, below=level)
        return True

    def linked(self, entry: Entry) -> bool:
        """Refer to the list of schemas; False where it lists another component under the name."""
        elsewhere = entry.elsewhere
        component = self.owner.link(elsewhere) if elsewhere is not None else ""
        if elsewhere is None or not component:
            return False
        said_there = self.owner.sharing.is_large and entry.row.description == elsewhere.text("description")
        entry.row = entry.row._replace(component=component, description="" if said_there else entry.row.description)
        return True

    # One level -----------------------------------------------------------------------------------------------------

    def block(
        self, given: Schema, path: str, depth: int, around: Around, told: Mapping[str, Schema] | None = None
    ) -> list[Entry]:
        """Return what is told of a schema on one level.

        Args:
            given: the schema.
            path: where its value stands.
            depth: of the rows.
            around: the schemas on the way here.
            told: fields that a row above tells already.
        """
        schema, through = sole_variant(merged(given))
        if schema.unresolved or (schema.never and not schema.get("properties")):
            return [note(dead_reference(schema), path, depth)] if schema.unresolved else []
        around = {**around, given.pointer: path, **dict.fromkeys(through, path)}
        keywords = schema.keywords
        made = self.fields(schema, path, depth, around, told or {})
        if "prefixItems" in keywords:
            made += self.tuple_items(schema, path, depth, around)
        item = schema.items if "items" in keywords else None
        if item is not None and not item.never and "prefixItems" not in keywords:
            made += self.inner(item, f"{path}[]", depth, around)
        if "additionalProperties" in keywords or "allOf" in keywords:
            made += self.other_fields(schema, path, depth, around)
        if not CONDITIONS.isdisjoint(keywords):
            made += self.conditions(schema, path, depth, around)
        if not CHOOSING.isdisjoint(keywords) or "discriminator" in keywords:
            made += self.variants(schema, path, depth, around)
        return made

    def other_fields(self, schema: Schema, path: str, depth: int, around: Around) -> list[Entry]:
        """Return what may stand beside the named fields."""
        made: list[Entry] = []
        extra = schema.additional_properties
        if extra is not None and not extra.never and extra.keywords:
            made += self.inner(extra, f"{path}.*" if path else "*", depth, around)
            if schema.get("properties"):
                made.append(note(f"Any other fields: {value_words(extra)}", path, depth))
        closed = extra is not None and extra.never and (schema.get("patternProperties") or schema.get("properties"))
        if closed or any(closes(condition) for condition in conditions(schema)):
            made.append(note("No other fields are allowed.", path, depth))
        return made

    def fields(self, schema: Schema, path: str, depth: int, around: Around, told: Mapping[str, Schema]) -> list[Entry]:
        required = schema.required
        hidden = HIDDEN[self.direction]
        shown = {
            name: node
            for name, node in schema.named("properties")
            if told.get(name) is not node and not (hidden and merged(node).keywords.get(hidden) is True)
        }
        kept, left = self.kept([*shown], required, schema)
        made: list[Entry] = []
        for name in kept:
            place = f"{path}.{name}" if path else name
            made.append(self.field(name, shown[name], place, depth, around, required=name in required))
        if left:
            component = self.owner.link(schema) if schema.name else ""
            words = f"{left} more {'field' if left == 1 else 'fields'}"
            made.append(Entry(Row(words, path, depth, "note", component=component)))
        for name, node in schema.named("patternProperties") if "patternProperties" in schema.keywords else ():
            made.append(self.field(f"/{name}/", node, f"{path}./{name}/" if path else f"/{name}/", depth, around))
        given = schema.keywords.get("properties")
        absent = [name for name in sorted(required) if name not in given] if given is not None else ()
        if absent and not variants(schema):
            made.append(note("Also required: " + ", ".join(absent), path, depth))
        return made

    def kept(self, names: list[str], required: frozenset[str], schema: Schema) -> tuple[list[str], int]:
        """Return the fields that are shown, required ones first, and how many are left for another place."""
        room = (self.limits.rows if schema.name else LIMITS.max_rows) - self.count
        if len(names) <= room:
            return names, 0
        needed = [name for name in names if name in required]
        others = [name for name in names if name not in required]
        kept = frozenset((*needed, *others[: max(0, room - len(needed))]))
        return [name for name in names if name in kept], len(names) - len(kept)

    def field(
        self, name: str, given: Schema, path: str, depth: int, around: Around, *, required: bool = False
    ) -> Entry:
        schema = merged(given) if "allOf" in given.keywords else given
        said = self.owner.sayings.of(schema)
        inner = said.opens
        repeats = around.get(inner.pointer) if inner is not None else None
        row = field_row(
            name, schema, said, path=path, depth=depth, required=required,
            repeats="" if repeats is None else repeats or THE_TOP, direction=self.direction,
        )  # fmt: skip
        key = self.owner.sharing.key_of(row, schema, said)
        if key:
            row = row._replace(description="", facts=(), enum_notes=(), shared=key)
        if inner is None or repeats is not None or not self.owner.sayings.open(inner):
            return Entry(row)
        return Entry(
            row,
            lambda: self.block(given, path, depth + 1, around),
            elsewhere=inner if inner.name else None,
            inner=inner,
        )

    def inner(self, node: Schema, path: str, depth: int, around: Around) -> list[Entry]:
        """The fields of array items and map values stand below the field itself, without a row of their own."""
        target = content_of(merged(node)) or node
        if target.pointer in around:
            return [note(f"{REPEATS.capitalize()} {around[target.pointer] or THE_TOP}", path, depth)]
        return self.block(node, path, depth, around) if self.owner.sayings.open(target) else []

    def tuple_items(self, schema: Schema, path: str, depth: int, around: Around) -> list[Entry]:
        made = []
        for index, node in enumerate(schema.listed("prefixItems")):
            least = schema.get("minItems")
            needed = isinstance(least, int) and least > index
            made.append(self.field(f"[{index}]", node, f"{path}[{index}]", depth, around, required=needed))
        rest = schema.items
        if rest is not None and not rest.never and rest.keywords and "prefixItems" in schema:
            place = f"[{len(schema.listed('prefixItems'))}\u2026]"
            made.append(self.field(place, rest, f"{path}{place}", depth, around))
        return made

    # Variants and conditions -----------------------------------------------------------------------------------------

    def variants(self, schema: Schema, path: str, depth: int, around: Around) -> list[Entry]:
        made: list[Entry] = []
        if titled_constants(schema):
            return made
        for choice in choices(schema):
            if not (choice.inherits or differ(choice.branches)):
                continue
            room = max(LIMITS.min_variants, (self.limits.rows if schema.name else LIMITS.max_rows) - self.count)
            count = sum(not says_null_alone(branch) for branch in choice.branches)
            for index, branch in enumerate(choice.branches[:room]):
                if says_null_alone(branch):
                    continue
                repeats = around.get(branch.pointer)
                row = variant_row(choice, index, count, path=path, depth=depth)
                row = row if repeats is None else row._replace(repeats=repeats or THE_TOP)
                made.append(self.variant(schema, row, branch, around))
            left = len(choice.branches) - room
            if left > 0:
                component = self.owner.link(schema) if schema.name else ""
                made.append(Entry(Row(f"{left} more variants", path, depth, "note", component=component)))
        if not any(choice.property_name for choice in choices(schema)):
            made += self.discriminator(schema, path, depth)
        return made

    def variant(self, schema: Schema, row: Row, branch: Schema, around: Around) -> Entry:
        """Return a variant; as a child it tells what it adds, for what it has from its parent stands above."""
        folded = merged(branch)
        content = content_of(folded) or folded
        if row.repeats or not (
            self.owner.sayings.open(branch) or (folded.items is not None and self.owner.sayings.open(content))
        ):
            return Entry(row)
        newly = folded.required - schema.required
        told = {name: node for name, node in schema.named("properties") if name not in newly}
        return Entry(
            row,
            lambda: self.block(branch, row.path, row.depth + 1, around, told),
            elsewhere=branch if branch.name else None,
        )

    def discriminator(self, schema: Schema, path: str, depth: int) -> list[Entry]:
        """Say what a discriminator selects where nobody lists the variants."""
        given = schema.get("discriminator")
        if not isinstance(given, dict) or not isinstance(given.get("propertyName"), str):
            return []
        mapping = given.get("mapping")
        pairs = [(str(k), str(v).rsplit("/", 1)[-1]) for k, v in mapping.items()] if isinstance(mapping, dict) else []
        default = given.get("defaultMapping")
        words = [f"{value} means {target}" for value, target in pairs]
        words += [f"any other means {str(default).rsplit('/', 1)[-1]}"] if isinstance(default, str) else []
        text = f"{given['propertyName']} tells the variants apart{': ' if words else ''}{', '.join(words)}"
        return [note(text, path, depth)]

    def conditions(self, schema: Schema, path: str, depth: int, around: Around) -> list[Entry]:
        made: list[Entry] = []
        for part in each_condition(schema):
            made += self.conditional(part, path, depth, around)
            content = part.subschema("contentSchema")
            if content is not None and content.pointer not in around:
                row = Row("Its text holds", path, depth, "variant", type=type_label(content))
                made.append(Entry(row, self.opener(content, path, depth, around)))
            made += [note(text, path, depth) for text in remarks(part)]
            for name, node in part.named("dependentSchemas"):
                row = Row(f"When {name} is present", path, depth, "variant", description=said(node))
                made.append(Entry(row, self.opener(node, path, depth, around)))
        return made

    def conditional(self, schema: Schema, path: str, depth: int, around: Around) -> list[Entry]:
        """Say `if`, `then` and `else` in a sentence where one is enough, else in rows."""
        sentence, ways = conditional(schema)
        if sentence:
            return [note(sentence, path, depth)]
        made = []
        for name, node, whole in ways:
            label = type_label(node)
            row = Row(name, path, depth, "variant", type="" if label in ("any", "object") else label)
            # What the name does not say in full, the fields below it do.
            made.append(Entry(row, None if whole else self.opener(node, path, depth, around)))
        return made

    def opener(self, node: Schema, path: str, depth: int, around: Around) -> Callable[[], list[Entry]] | None:
        if node.pointer in around:
            return None
        return lambda: self.block(node, path, depth + 1, around)
