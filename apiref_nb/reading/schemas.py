"""`Schemas`: opens the schemas of one document as they are asked for, one `Schema` per place.

A dialect's `schema_keywords` turns a raw schema into 2020-12 spelling, a level at a time; references are followed here.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from apiref_nb.model.schema import SUBTYPES, Schema
from apiref_nb.reading.limits import LIMITS
from apiref_nb.reading.references import References
from apiref_nb.text.json_value import JsonValue
from apiref_nb.text.pointer import PointerError, join, resolve, split

Scope = tuple[str, ...]
"""Pointers of the schemas with an `$id` through which references led to a place, outermost first."""

ASSERTIONS = frozenset(
    {
        "type", "enum", "const", "multipleOf", "maximum", "exclusiveMaximum", "minimum", "exclusiveMinimum",
        "maxLength", "minLength", "pattern", "format", "maxItems", "minItems", "uniqueItems", "maxContains",
        "minContains", "maxProperties", "minProperties", "required", "dependentRequired", "dependentSchemas",
        "allOf", "anyOf", "oneOf", "not", "if", "then", "else", "properties", "patternProperties",
        "additionalProperties", "propertyNames", "items", "prefixItems", "contains", "unevaluatedItems",
        "unevaluatedProperties", "discriminator", "contentEncoding", "contentMediaType", "contentSchema",
    }
)  # fmt: skip
"""Keywords that say which values are valid; beside a `$ref` they come on top of what the target says."""


CHOOSING = frozenset({"oneOf", "anyOf"})
"""Keywords that list the variants between which a discriminator chooses."""


class Schemas:
    """The schemas of one document.

    Args:
        data: the document.
        references: its references.
        keywords: the dialect's translation of one raw schema to 2020-12 spelling.
        siblings: whether keywords beside a `$ref` count.
        named: pointers of the mappings that hold named schemas, such as `#/components/schemas`.
    """

    def __init__(
        self,
        data: JsonValue,
        references: References,
        *,
        keywords: Callable[[dict[str, Any]], dict[str, Any]],
        siblings: bool,
        named: str,
    ) -> None:
        self._data = data
        self._references = references
        self._keywords = keywords
        self._siblings = siblings
        self._named = named + "/"
        self._overriding: frozenset[str] | None = None
        self._children: dict[str, list[str]] | None = None
        self._opened: dict[str | tuple[Scope, str], Schema] = {}
        self._opener = self.open

    def at(self, pointer: str) -> Schema:
        """Return the schema at a pointer into the document.

        Raises:
            KeyError: nothing is there, or what is there is no schema.
        """
        known = self._opened.get(pointer)
        if known is not None:
            return known
        try:
            raw = resolve(self._data, pointer)
            canonical = join("#", *split(pointer))
        except PointerError:
            raise KeyError(pointer) from None
        if not isinstance(raw, dict | bool):
            raise KeyError(pointer)
        return self.open(raw, canonical)

    def open(self, raw: object, pointer: str, scope: Scope = ()) -> Schema:
        """Return the one node for a raw schema at a place; a value that is no schema allows everything.

        Args:
            raw: the schema as the author wrote it.
            pointer: where it stands.
            scope: what a `$dynamicRef` below looks through; empty but for the instances of generic schemas, which are
                nodes of their own.
        """
        key = (scope, pointer) if scope else pointer
        known = self._opened.get(key)
        if known is None:
            if isinstance(raw, dict) and "$ref" not in raw and "$dynamicRef" not in raw:
                known = self._node(self._keywords(raw), pointer, scope)
            else:
                known = self._open(raw, pointer, scope)
            self._opened[key] = known
        return known

    def _open(self, raw: object, pointer: str, scope: Scope) -> Schema:
        annotations: dict[str, Any] = {}
        met: set[str] = set()
        while isinstance(raw, dict) and (text := self._reference(raw)) is not None:
            target = self._target(raw, text, pointer, scope)
            siblings = self._beside(raw) if self._siblings else {}
            if target is None or target[1] in met:
                circular = target is not None
                return self._node({**siblings, **annotations}, pointer, scope, unresolved=text, circular=circular)
            if not ASSERTIONS.isdisjoint(siblings):
                return self._node({**_with_target(siblings, raw), **annotations}, pointer, scope)
            annotations = {**siblings, **annotations}
            scope = self._entered(scope, pointer, target[1])
            raw, pointer = target
            met.add(pointer)
        if not annotations:
            key = (scope, pointer) if scope else pointer
            known = self._opened.get(key)
            if known is None:
                known = self._opened[key] = self._node(self._translated(raw), pointer, scope)
            return known
        return self._node({**self._translated(raw), **annotations}, pointer, scope)

    def _entered(self, scope: Scope, pointer: str, target: str) -> Scope:
        """Return the scope after a reference, which grows when it leaves a schema that declares dynamic anchors."""
        if self._overriding is None:
            self._overriding = self._references.identifiers.overriding()
        if not self._overriding or len(scope) == LIMITS.max_scope_depth:
            return scope
        resource = self._references.resource_of(pointer)
        if resource not in self._overriding or resource in scope or resource == self._references.resource_of(target):
            return scope
        return (*scope, resource)

    def _reference(self, raw: Mapping[str, Any]) -> str | None:
        text = raw.get("$ref")
        if text is None and self._siblings:
            text = raw.get("$dynamicRef")
        return text if isinstance(text, str) else None

    def _target(self, raw: Mapping[str, Any], text: str, pointer: str, scope: Scope) -> tuple[Any, str] | None:
        found = self._references.find(text, pointer)
        if scope and "$ref" not in raw and found is not None:
            dynamic = self._references.identifiers.dynamic
            name = text.partition("#")[2]
            if dynamic.get((self._references.resource_of(found.pointer), name)) == found.pointer:
                # JSON Schema, core 8.2.3.2: the outermost schema that declares the anchor gives its meaning.
                place = next((dynamic[resource, name] for resource in scope if (resource, name) in dynamic), None)
                if place is not None:
                    return resolve(self._data, place), place
        return found if found is not None and isinstance(found.value, dict | bool) else None

    def _beside(self, raw: Mapping[str, Any]) -> dict[str, Any]:
        own = self._keywords({name: value for name, value in raw.items() if name not in ("$ref", "$dynamicRef")})
        return {name: value for name, value in own.items() if not name.startswith("$")}

    def _translated(self, raw: object) -> dict[str, Any]:
        if isinstance(raw, dict):
            return self._keywords(raw)
        return {"not": True} if raw is False else {}

    def _node(
        self,
        keywords: Mapping[str, Any],
        pointer: str,
        scope: Scope,
        *,
        unresolved: str = "",
        circular: bool = False,
    ) -> Schema:
        name = ""
        if pointer.startswith(self._named):
            tokens = pointer[len(self._named) :]
            name = split("#/" + tokens)[0] if "/" not in tokens else ""
        if "discriminator" in keywords and CHOOSING.isdisjoint(keywords):
            children = self._children_of(keywords["discriminator"], pointer)
            keywords = {**keywords, SUBTYPES: [{"$ref": child} for child in children]} if children else keywords
        opener = partial(self.open, scope=scope) if scope else self._opener
        return Schema(
            keywords, pointer=pointer, open_schema=opener, name=name, unresolved=unresolved, circular=circular
        )

    def _children_of(self, discriminator: object, parent: str) -> list[str]:
        """Return the references to the children of a schema that lists none: those that its discriminator maps, and the
        named schemas that hold it in `allOf`.
        """
        if self._children is None:
            self._children = self._by_parent()
        mapping = discriminator.get("mapping") if isinstance(discriminator, dict) else None
        mapped = [text for text in mapping.values() if isinstance(text, str)] if isinstance(mapping, dict) else []
        found: dict[str, str] = {}
        for text in mapped:
            reference = text if "/" in text or "#" in text or "." in text else f"{self._named}{text}"
            target = self._references.find(reference, parent)
            if target is not None and isinstance(target.value, dict) and target.pointer != parent:
                found.setdefault(target.pointer, target.pointer)
        for pointer in self._children.get(parent, ()):
            found.setdefault(pointer, pointer)
        return list(found)

    def _by_parent(self) -> dict[str, list[str]]:
        """Return the named schemas that hold a named schema in `allOf`, by the pointer of that one."""
        try:
            named = resolve(self._data, self._named.removesuffix("/"))
        except PointerError:
            return {}
        found: dict[str, list[str]] = {}
        for name, raw in named.items() if isinstance(named, dict) else ():
            branches = raw.get("allOf") if isinstance(raw, dict) else None
            pointer = join(self._named.removesuffix("/"), name)
            for branch in branches if isinstance(branches, list) else ():
                text = branch.get("$ref") if isinstance(branch, dict) else None
                target = self._references.find(text, pointer) if isinstance(text, str) else None
                if target is not None:
                    found.setdefault(target.pointer, []).append(pointer)
        return found


def _with_target(siblings: dict[str, Any], raw: Mapping[str, Any]) -> dict[str, Any]:
    """Return the keywords with the target as the last `allOf`, where it moves no other branch from its own pointer."""
    keyword = "$ref" if "$ref" in raw else "$dynamicRef"
    branches = siblings.get("allOf")
    return {**siblings, "allOf": [*(branches if isinstance(branches, list) else ()), {keyword: raw[keyword]}]}
