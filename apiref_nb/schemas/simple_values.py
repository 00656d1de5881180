"""`PlainValues`: values of schemas that say no more than a type, bounds and a format, which most schemas do.

`ValueGenerator` asks here first. What is met again costs one look into a table; everything else is left to it.
"""

from __future__ import annotations

from contextlib import suppress
from typing import Any

from apiref_nb.model import Schema
from apiref_nb.schemas.constraints import WELL_FORMED, Direction, Rule, Rules
from apiref_nb.schemas.generated import Generated, size_of
from apiref_nb.schemas.limits import SAMPLES
from apiref_nb.schemas.name_hints import suggested
from apiref_nb.schemas.scalars import number, texts
from apiref_nb.schemas.text_patterns import too_large
from apiref_nb.schemas.types import has_type
from apiref_nb.schemas.validation import NotChecked, Validator

BOUNDS = (
    "format", "minLength", "maxLength", "pattern", "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum",
    "multipleOf", "contentEncoding", "contentMediaType",
)  # fmt: skip
"""Keywords that a plain schema may have beside its type."""

BOUNDED = frozenset(BOUNDS)

INVOLVED = (
    frozenset(WELL_FORMED)
    | {
        "allOf", "oneOf", "anyOf", "not", "if", "dependentSchemas", "contains", "propertyNames", "patternProperties",
        "unevaluatedProperties", "unevaluatedItems", "examples", "default", "items", "prefixItems", "contentSchema",
    }
).difference(BOUNDED, {"enum"})  # fmt: skip
"""Keywords beside which a value takes more thought."""

BESIDE_CHOICE = INVOLVED.union(BOUNDS, {"type", "enum", "const", "properties", "required"}).difference({"anyOf"})
"""Keywords beside which the first branch of a choice does not decide about the value."""

BESIDE_ITEMS = INVOLVED.union({"enum"}).difference({"items"})
"""Keywords beside which one item does not make a list valid."""

BESIDE_EXAMPLE = INVOLVED.union(BOUNDS, {"enum"}).difference({"examples", "default", "format"})
"""Keywords beside which a type does not make an example valid."""

KINDS = frozenset({"string", "integer", "number", "boolean"})


class PlainValues:
    """The plain values of one session and direction.

    Args:
        rules: the rules of the session.
        direction: `request` or `response`.
    """

    def __init__(self, rules: Rules, direction: Direction) -> None:
        self.rules = rules
        self.direction = direction
        self._known: dict[tuple[Any, ...], Generated | None] = {}

    def of(self, schema: Schema, name: str = "", variant: int = 0) -> Generated | None:
        """Return a valid value for a plain schema, None for any other.

        Args:
            schema: any node.
            name: of the property or parameter that holds the value; says what a reader would expect.
            variant: 0 for the best value; for others there is one only where the name suggests several.
        """
        keywords = schema.keywords
        if "anyOf" in keywords and not variant:
            return self._of_any(schema, name)
        if not INVOLVED.isdisjoint(keywords):
            return None
        types = schema.types
        if len(types) != 1 or types[0] not in KINDS:
            return None
        if "enum" in keywords:
            return None if variant else _first(schema, types[0])
        told = name if types[0] != "boolean" and "format" not in keywords else ""
        bounds = () if BOUNDED.isdisjoint(keywords) else tuple(map(keywords.get, BOUNDS))
        key = (types[0], told, variant, bounds)
        try:
            if key in self._known:
                return self._known[key]
        except TypeError:
            # A bound that is no number and no text.
            return None
        if bool in map(type, bounds) or ("pattern" in keywords and too_large(schema.text("pattern"))):
            return None
        offered = suggested(told, types[0]) if told else ()
        if variant and len(offered) <= variant:
            return None
        made = self._known[key] = self._made(self.rules.rule(schema, self.direction), types[0], offered, variant)
        return made

    def ready(self, schema: Schema, name: str) -> Generated | None:
        """Return a plain value, or the example that the author of a plain schema gave; None for any other schema.

        Args:
            schema: any node.
            name: as for `of`.
        """
        keywords = schema.keywords
        if "examples" not in keywords:
            return self.of(schema, name)
        types, examples = schema.types, schema.examples
        if not BESIDE_EXAMPLE.isdisjoint(keywords) or len(types) != 1 or types[0] not in KINDS or not examples:
            return None
        if keywords.get("format") in self.rules.formats:
            return None
        first = examples[0]
        return None if first is None or not has_type(first, types) else Generated(first, size_of(first))

    def listed(self, schema: Schema, name: str) -> Generated | None:
        """Return a list of one plain value for a schema that asks for no more; its name is one of many: `emails`.

        Args:
            schema: any node.
            name: what the value is called.
        """
        keywords = schema.keywords
        if "items" not in keywords or schema.types != ("array",) or not BESIDE_ITEMS.isdisjoint(keywords):
            return None
        item = schema.subschema("items")
        made = self.of(item, _singular(name)) if item is not None else None
        return None if made is None else Generated([made.value], made.size + 1)

    def _of_any(self, schema: Schema, name: str) -> Generated | None:
        """Return the value of the first branch of an `anyOf` beside which nothing else is asked."""
        keywords = schema.keywords
        if not BESIDE_CHOICE.isdisjoint(keywords):
            return None
        first = schema.subschema("anyOf", 0)
        return None if first is None or "anyOf" in first.keywords else self.of(first, name)

    def _made(self, rule: Rule, kind: str, offered: tuple[Any, ...], variant: int) -> Generated | None:
        for value in offered[variant:]:
            if self._meets(rule, value):
                return Generated(value)
        if variant:
            return None
        if kind == "string":
            text = next(texts(rule.keywords), None)
            return None if text is None else Generated(text, size_of(text))
        if kind == "boolean":
            return Generated(value=True)
        found = number(rule.keywords, integer=kind == "integer")
        return None if found is None else Generated(found)

    def _meets(self, rule: Rule, value: Any) -> bool:  # noqa: ANN401 - text or a number
        # The bounds of a plain value are kept where it is made; a suggested one has to be judged.
        with suppress(NotChecked):
            return Validator(SAMPLES.suggestion_questions, formats=self.rules.formats).fault(rule, value) is None
        return False


def _singular(name: str) -> str:
    return f"{name[:-3]}y" if name.endswith("ies") else name.removesuffix("s")


def _first(schema: Schema, kind: str) -> Generated | None:
    """Return the first value of a list, where nothing but the type limits it."""
    listed = schema.keywords.get("enum")
    if not isinstance(listed, list | tuple) or not schema.keywords.keys().isdisjoint(BOUNDS):
        return None
    types = frozenset({kind})
    for value in listed:
        if value is not None and has_type(value, types):
            return Generated(value, size_of(value))
    return None
