"""`make_object`: an object that meets a schema without variants; required members first, then what fits."""

from __future__ import annotations

from collections.abc import Iterator

from apiref_nb.model import Schema
from apiref_nb.schemas.alternatives import declared, told_apart
from apiref_nb.schemas.constraints import Rule
from apiref_nb.schemas.equality import same
from apiref_nb.schemas.folding import merged
from apiref_nb.schemas.generated import CAPS, NOWHERE, Generated, Setting, level_for
from apiref_nb.schemas.intersections import meet
from apiref_nb.schemas.limits import SAMPLES
from apiref_nb.schemas.part_values import PartValues
from apiref_nb.schemas.scalars import texts
from apiref_nb.schemas.text_patterns import matches, usable

FULL, WITHOUT_RIVALS, LEAN, EVERYTHING = range(4)
"""Attempts: as readers want it; without what other variants ask for; only what is required; all there is."""


OVERLAP = "must be exactly one of the variants"
"""A fault of the schema's author: no member is left out for it, and the sample says so."""


def make_object(
    maker: PartValues, node: Schema, rule: Rule, avoid: frozenset[str], setting: Setting
) -> Generated | None:
    """Return an object, or None when the attempt is none of the four above.

    Args:
        maker: makes the values of the members.
        node: a folded schema of an object.
        rule: what the object has to meet.
        avoid: names of members to leave out where that is allowed.
        setting: how rich the value is to be, and what stands around it.
    """
    if setting.attempt > EVERYTHING:
        return None
    return _Object(maker, node, rule, setting).made(avoid, setting.variant, setting.attempt)


class _Object:
    """One object while it is put together."""

    def __init__(self, maker: PartValues, node: Schema, rule: Rule, setting: Setting) -> None:
        self.maker = maker
        self.node = node
        self.hidden = rule.hidden
        self.level = setting.level
        self.path = setting.path
        self.rule = rule if rule.schema is node else maker.rule(node)
        self.most = self.rule.keywords.get("maxProperties", SAMPLES.max_members)
        self.value: dict[str, object] = {}
        self.size = 1
        self.fault = ""
        self.names = self.rule.below("propertyNames") if "propertyNames" in node.keywords else None
        """What the names of members must be."""
        self.alone = "patternProperties" not in node.keywords
        """True when `properties` alone says what the declared members must be."""
        self.told = told_apart(node)
        self.wraps = len(node.keywords.get("properties", ())) == 1
        """True for an envelope: without what is in its one member it would be empty, and left out."""
        self.touched = set[str]()
        self.cuts = set[str]()

    def made(self, avoid: frozenset[str], variant: int, attempt: int) -> Generated:
        properties = declared(self.node)
        required = {name: None for name in self.rule.required if name not in self.hidden}
        ordered = [name for name in properties if name in required] if required else []
        for name in (*ordered, *(name for name in required if name not in properties)):
            self._require(name)
        if attempt != LEAN and (self.level > 0 or attempt == EVERYTHING):
            skipped = avoid if attempt == WITHOUT_RIVALS else frozenset()
            for name in properties:
                if self.size >= CAPS[self.level] and self.level > 0:
                    break
                if name not in self.value and name not in skipped and name not in self.hidden:
                    self._offer(name, deprecated=attempt == EVERYTHING)
            if not properties and not self.value:
                self._entry()
        self._dependents()
        self._fill()
        if variant:
            self._vary(variant)
        touched, cuts = frozenset(self.touched), frozenset(self.cuts) if self.cuts else NOWHERE
        return Generated(self.value, self.size, self.fault, touched, cuts)

    def _add(self, name: str, made: Generated) -> None:
        self.value[name] = made.value
        self.size += made.size
        if made.touched:
            self.touched |= made.touched
        if made.cuts:
            self.cuts |= made.cuts
        if made.fault and not self.fault:
            self.fault = f"{name}: {made.fault}"

    def _inner(self) -> int:
        level = level_for(CAPS[self.level] - self.size, self.level - 1)
        return max(level, 1) if self.wraps and self.level > 0 else level

    def _require(self, name: str) -> None:
        schema = self._schema_of(name)
        if schema is None:
            self.fault = self.fault or f"must have the property {name!a}, and must not have it"
            return
        told = self.told
        if told is not None and told[0] == name:
            rule = self.maker.rule(schema)
            for value in told[1]:
                if self.maker.meets(rule, value):
                    self._add(name, Generated(value))
                    return
        plain = self.maker.plain.ready(schema, name)
        self._add(name, plain or self.maker.make(schema, self._inner(), self.path, 0, name))

    def _offer(self, name: str, *, deprecated: bool) -> None:
        schema = self.node.subschema("properties", name)
        if schema is None or schema.never or len(self.value) >= self.most:
            return
        if self.names is not None and not self._nameable(name):
            return
        if self.alone and "deprecated" not in schema.keywords and (self.told is None or self.told[0] != name):
            # Most members: nothing else speaks of them, and a type and its bounds say it all.
            made = self.maker.plain.ready(schema, name)
            if made is not None:
                if made.size <= CAPS[self.level] - self.size or self.level == 0:
                    self._add(name, made)
                return
        if schema.pointer in self.path:
            self.cuts.add(schema.pointer)
            return
        room = CAPS[self.level] - self.size
        folded = merged(schema)
        if folded.deprecated and not deprecated:
            return
        if self.told is not None and self.told[0] == name:
            self._require(name)
            return
        whole = self._schema_of(name)
        made = self.maker.make(whole if whole is not None else schema, self._inner(), self.path, 0, name)
        hollow = made.value == {} and "properties" in folded
        overlapping = OVERLAP in made.fault and bool(made.value)
        if (made.fault and not overlapping) or hollow or (made.size > room and self.level > 0):
            return
        self._add(name, made)

    def _schema_of(self, name: str) -> Schema | None:
        """Return what the value of a member must meet; None when the object must not have it."""
        node = self.node
        own = node.subschema("properties", name)
        if own is not None and self.alone:
            return None if own.never or (self.names is not None and not self._nameable(name)) else own
        found = [own] if own is not None else []
        for pattern, schema in node.named("patternProperties"):
            if usable(pattern) and matches(pattern, name):
                found.append(schema)
        if not found:
            for keyword in ("additionalProperties", "unevaluatedProperties"):
                schema_or_none = node.subschema(keyword)
                if schema_or_none is not None:
                    found.append(schema_or_none)
                    break
        if any(schema.never for schema in found) or not self._nameable(name):
            return None
        return meet(found) or node.derive({}, pointer=f"{node.pointer}/any")

    def _nameable(self, name: str) -> bool:
        return self.names is None or self.maker.meets(self.names, name)

    def _entry(self) -> None:
        """Show one entry of a map."""
        schema = self.node.subschema("additionalProperties")
        has_shape = schema is not None and bool(schema.keywords) and not schema.never
        if not has_shape and "patternProperties" not in self.node:
            return
        if schema is not None and schema.pointer in self.path:
            self.cuts.add(schema.pointer)
            return
        if self.most > 0:
            self._new_key(optional=True)

    def _new_key(self, *, optional: bool) -> bool:
        for name in self._keys():
            if name in self.value or name in self.hidden:
                continue
            schema = self._schema_of(name)
            if schema is None:
                continue
            made = self.maker.make(schema, self._inner(), self.path)
            if not made.fault and not (optional and made.size > CAPS[self.level] - self.size):
                self._add(name, made)
                return True
        return False

    def _keys(self) -> Iterator[str]:
        asked = self.node.subschema("propertyNames")
        if asked is not None:
            # A name is text, also where the schema of names does not say so and would make an object.
            names = meet((asked, asked.derive({"type": "string"}, pointer=f"{asked.pointer}/text"))) or asked
            made = (self.maker.make(names, 0, (), variant).value for variant in range(8))
            yield from (name for name in made if isinstance(name, str))
        for pattern, _ in self.node.named("patternProperties"):
            keywords = {"pattern": pattern}
            for variant in range(4):
                yield from list(texts(keywords, variant))[:1]
        yield "key"
        for number in range(2, min(SAMPLES.max_members, self.rule.keywords.get("minProperties", 0) + 12)):
            yield f"key{number}"

    def _dependents(self) -> None:
        asked = self.rule.keywords.get("dependentRequired", {})
        for _ in range(8 if asked else 0):
            missing = [n for name in list(self.value) for n in asked.get(name, ()) if n not in self.value]
            for name in missing:
                if name not in self.hidden and name not in self.value:
                    self._require(name)

    def _fill(self) -> None:
        """Add members until there are as many as the schema asks for."""
        least = self.rule.keywords.get("minProperties", 0)
        if len(self.value) < least:
            self._fill_declared(least)
        while len(self.value) < least and self._new_key(optional=False):
            pass
        if len(self.value) < least:
            self.fault = self.fault or "has fewer properties than it must have"
        if len(self.value) > self.most:
            self.fault = self.fault or "has more properties than it may have"

    def _fill_declared(self, least: int) -> None:
        for name, child in self.node.named("properties"):
            if len(self.value) >= least:
                return
            if name not in self.value and name not in self.hidden and not child.never:
                schema = self._schema_of(name)
                made = self.maker.make(schema, 0, self.path, 0, name) if schema is not None else None
                if made is not None and not made.fault:
                    self._add(name, made)

    def _vary(self, variant: int) -> None:
        """Change one member, so that the object differs from its neighbours in an array."""
        for name, value in self.value.items():
            schema = self._schema_of(name)
            other = self.maker.make(schema, 0, self.path, variant, name) if schema is not None else None
            if other is not None and not other.fault and not same(other.value, value):
                self.value[name] = other.value
                return
        if self._new_key(optional=False):
            return
