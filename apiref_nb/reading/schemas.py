"""`Schemas`: opens the schemas of one document as they are asked for, one `Schema` per place.

A dialect's `schema_keywords` turns a raw schema into 2020-12 spelling, a level at a time; references are followed here.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from apiref_nb.model import Schema
from apiref_nb.reading.pointer import PointerError, join, resolve, split
from apiref_nb.reading.references import References

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
        data: Any,  # noqa: ANN401 - any JSON value
        references: References,
        *,
        keywords: Callable[[Mapping[str, Any]], dict[str, Any]],
        siblings: bool,
        named: str,
    ) -> None:
        self._data = data
        self._references = references
        self._keywords = keywords
        self._siblings = siblings
        self._named = named + "/"
        self._opened: dict[str, Schema] = {}

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
        if not isinstance(raw, Mapping | bool):
            raise KeyError(pointer)
        return self.open(raw, canonical)

    def open(self, raw: object, pointer: str) -> Schema:
        """Return the one node for a raw schema at a place; a value that is no schema allows everything."""
        known = self._opened.get(pointer)
        if known is None:
            known = self._opened[pointer] = self._open(raw, pointer)
        return known

    def _open(self, raw: object, pointer: str) -> Schema:
        annotations: dict[str, Any] = {}
        met: set[str] = set()
        while isinstance(raw, Mapping) and (text := self._reference(raw)) is not None:
            target = self._target(raw, text, pointer)
            siblings = self._beside(raw) if self._siblings else {}
            if target is None or target[1] in met:
                return self._node({**siblings, **annotations}, pointer, unresolved=text)
            if not ASSERTIONS.isdisjoint(siblings):
                return self._node({**_with_target(siblings, raw), **annotations}, pointer)
            annotations = {**siblings, **annotations}
            raw, pointer = target
            met.add(pointer)
        if not annotations:
            known = self._opened.get(pointer)
            if known is None:
                known = self._opened[pointer] = self._node(self._translated(raw), pointer)
            return known
        return self._node({**self._translated(raw), **annotations}, pointer)

    def _reference(self, raw: Mapping[str, Any]) -> str | None:
        text = raw.get("$ref")
        if text is None and self._siblings:
            text = raw.get("$dynamicRef")
        return text if isinstance(text, str) else None

    def _target(self, raw: Mapping[str, Any], text: str, pointer: str) -> tuple[Any, str] | None:
        if "$ref" not in raw:
            name = text.partition("#")[2]
            scope = self._references.identifiers.dynamic.get((self._references.resource_of(pointer), name))
            if scope is not None:
                return resolve(self._data, scope), scope
        found = self._references.find(text, pointer)
        return found if found is not None and isinstance(found.value, Mapping | bool) else None

    def _beside(self, raw: Mapping[str, Any]) -> dict[str, Any]:
        own = self._keywords({name: value for name, value in raw.items() if name not in ("$ref", "$dynamicRef")})
        return {name: value for name, value in own.items() if not name.startswith("$")}

    def _translated(self, raw: object) -> dict[str, Any]:
        if isinstance(raw, Mapping):
            return self._keywords(raw)
        return {"not": True} if raw is False else {}

    def _node(self, keywords: Mapping[str, Any], pointer: str, *, unresolved: str = "") -> Schema:
        name = ""
        if pointer.startswith(self._named):
            tokens = pointer[len(self._named) :]
            name = split("#/" + tokens)[0] if "/" not in tokens else ""
        return Schema(keywords, pointer=pointer, open_schema=self.open, name=name, unresolved=unresolved)


def _with_target(siblings: dict[str, Any], raw: Mapping[str, Any]) -> dict[str, Any]:
    """Return the keywords with the target as the last `allOf`, where it moves no other branch from its own pointer."""
    keyword = "$ref" if "$ref" in raw else "$dynamicRef"
    branches = siblings.get("allOf")
    return {**siblings, "allOf": [*(branches if isinstance(branches, list) else ()), {keyword: raw[keyword]}]}
