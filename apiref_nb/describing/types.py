"""What a reader is told about the values of a schema: facts such as bounds, and enum values.

In: a `Schema`. Out: plain values, the same for HTML, Markdown and text. `rows` is the caller.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from apiref_nb.describing.lines import outward
from apiref_nb.describing.prose_tree import Line
from apiref_nb.describing.wording import SEE
from apiref_nb.model import Schema
from apiref_nb.requests.type_labels import titled_constants, type_label
from apiref_nb.schemas import merged
from apiref_nb.schemas.choices import variants
from apiref_nb.schemas.folding import conditions
from apiref_nb.text.json_numbers import json_dumps
from apiref_nb.text.numbers import is_number


class Fact(NamedTuple):
    """One constraint of a field: a word for it, and the values as they are written in JSON."""

    label: str
    values: tuple[str, ...]
    code: bool = True
    """False when the values are prose."""
    line: Line = ()
    """The same where it may be followed; empty for what leads nowhere."""


def default_fact(value: str | None) -> tuple[Fact, ...]:
    """Return what is said of a default; nothing where there is none."""
    return (Fact("Default", (value or '""',)),) if value is not None else ()


NO_FIELDS = Fact("Fields", ("none allowed",), code=False)
"""Said of an object that is closed and names no field."""

SEPARATORS = {
    "form": "a,b",
    "simple": "a,b",
    "spaceDelimited": "a b",
    "pipeDelimited": "a|b",
    "tabDelimited": "a\u21e5b",
}
"""Style -> how two values stand in one text when they are not exploded."""

COLLECTIONS = {"csv": "form", "ssv": "spaceDelimited", "tsv": "tabDelimited", "pipes": "pipeDelimited"}
"""OpenAPI 2.0's word for how the items of an array within an array stand -> the style that says the same."""


class EnumNote(NamedTuple):
    """What one enum value means, in the author's words."""

    value: str
    note: str


def json_text(value: object) -> str:
    """Return a value as compact JSON on one line; text values bare when they cannot be mistaken for anything else."""
    try:
        return json_dumps(value)
    except (TypeError, ValueError, RecursionError):
        return str(value)


def bare_text(value: object) -> str:
    """Return text as it is and any other value as JSON: how defaults and enum values are shown."""
    return value if isinstance(value, str) and value else json_text(value)


DEEPEST_FACTS = 3
"""Items within items whose limits are told in one place; an array may hold itself."""


SAYING_NOTHING = frozenset(
    {"type", "format", "title", "description", "default", "examples", "required", "properties", "readOnly", "writeOnly",
     "deprecated", "nullable", "$comment", "xml", "discriminator"}
)  # fmt: skip
"""Keywords that make no fact."""


def facts(schema: Schema, depth: int = 0) -> tuple[Fact, ...]:
    """Return what limits the values of a schema, in a fixed order: enum, const, bounds, lengths, pattern and so on.

    Args:
        schema: its `allOf` is folded in already.
        depth: how many arrays and maps are around it whose facts are told with it; beyond `DEEPEST_FACTS` none are.
    """
    if schema.keywords.keys() <= SAYING_NOTHING:
        return ()
    found: list[Fact] = []
    keywords = schema.keywords
    get = keywords.get
    enum = get("enum")
    if "const" in keywords:
        found.append(Fact("Always", (bare_text(get("const")),)))
    elif isinstance(enum, list | tuple) and enum:
        # `"1"` and `1` are told apart where both kinds occur.
        bare = {*map(type, enum)} == {str}
        values = tuple([value if bare and value else json_text(value) for value in enum])
        found.append(Fact("Enum" if len(enum) > 1 else "Always", values))
    if not keywords.keys().isdisjoint(BOUNDS):
        whole = "integer" in schema.types and "number" not in schema.types
        found += _range(get, "minimum", "exclusiveMinimum", "maximum", "exclusiveMaximum", whole=whole)
        found += _sized(get, "minLength", "maxLength", "Length")
        found += _sized(get, "minItems", "maxItems", "Items")
        found += _sized(get, "minProperties", "maxProperties", "Properties")
    if "multipleOf" in keywords and is_number(get("multipleOf")):
        found.append(Fact("Multiple of", (json_text(get("multipleOf")),)))
    further = conditions(schema)
    patterns = [pattern for part in (schema, *further) if (pattern := part.text("pattern"))]
    if patterns:
        found.append(Fact("Pattern", tuple(patterns)))
    if further:
        found += _unmet(further)
    if schema.never and schema.types:
        found.append(Fact("Refused", ("another part of the schema admits no field of this name",), code=False))
    if "additionalProperties" in keywords and _admits_no_field(schema):
        found.append(NO_FIELDS)
    if get("uniqueItems") is True and (not schema.types or "array" in schema.types):
        found.append(Fact("Items", ("unique",), code=False))
    if "collectionFormat" in keywords and schema.text("collectionFormat") in COLLECTIONS:
        found.append(Fact("Written as", (SEPARATORS[COLLECTIONS[schema.text("collectionFormat")]],)))
    for keyword, label in (("contentMediaType", "Content"), ("contentEncoding", "Encoding")):
        if get(keyword) and schema.text(keyword):
            found.append(Fact(label, (schema.text(keyword),)))
    refused = schema.subschema("not") if "not" in keywords else None
    if refused is not None and "properties" not in schema and depth < DEEPEST_FACTS:
        told = [
            Fact(f"Not: {fact.label.lower()}", fact.values, fact.code) for fact in facts(merged(refused), depth + 1)
        ]
        label = type_label(refused)
        found += told or ([Fact("Not", (label,))] if label != "any" else [])
    docs = get("externalDocs")
    if isinstance(docs, dict | Mapping) and isinstance(docs.get("url"), str):
        said = tuple(str(part) for part in (docs.get("description"), docs["url"]) if part)
        found.append(Fact(SEE, said, code=False, line=outward(docs["url"], said[0]) if said else ()))
    if depth < DEEPEST_FACTS and not keywords.keys().isdisjoint(INNER):
        found += _inner_facts(schema, depth + 1)
    return tuple(found)


BOUNDS = frozenset(
    {"minimum", "exclusiveMinimum", "maximum", "exclusiveMaximum", "minLength", "maxLength", "minItems", "maxItems",
     "minProperties", "maxProperties"}
)  # fmt: skip


INNER = frozenset({"items", "additionalProperties"})
"""Keywords whose schemas have no row of their own where they say nothing but limits."""


def _unmet(parts: Iterable[Schema]) -> list[Fact]:
    """Return what a value has to be besides, where no value is all of it: two types, two lists apart."""
    found = []
    for part in parts:
        if part.keywords.keys() & {"type", "enum", "const"} and not part.unresolved:
            also = type_label(part) if "type" in part else ", ".join(fact.values[0] for fact in facts(part))
            found.append(Fact("Must also be", (f"{also}, which no value is",), code=False))
        elif "multipleOf" in part:
            found.append(Fact("Multiple of", (json_text(part.get("multipleOf")),)))
    return found


def _admits_no_field(schema: Schema) -> bool:
    """True for an object that is closed and names no field. Where it names some, a remark below them says so."""
    extra = schema.additional_properties
    if extra is None or not extra.never or set(schema.types) - {"object"}:
        return False
    return not any(schema.get(keyword) for keyword in ("properties", "patternProperties", "oneOf", "anyOf", "allOf"))


def _inner_facts(schema: Schema, depth: int) -> list[Fact]:
    """Facts of array items and map values that have no row of their own."""
    found: list[Fact] = []
    for node, label in ((schema.items, "Each item"), (schema.additional_properties, "Each value")):
        if node is None or node.never:
            continue
        inner = merged(node)
        if inner.get("properties") or variants(inner):
            continue
        found += [
            Fact(f"{label}: {fact.label[:1].lower()}{fact.label[1:]}", fact.values, fact.code)
            for fact in facts(inner, depth)
        ]
    return found[:6]


NO_RANGE = [None, None, None, None]


def _range(get: Any, low: str, above: str, high: str, below: str, *, whole: bool) -> list[Fact]:  # noqa: ANN401 - a bound method
    found = [*map(get, (low, above, high, below))]
    if found == NO_RANGE:
        return []
    least, over, most, under = [value if is_number(value) else None for value in found]
    if whole:
        # pydantic writes the bounds of integers as 0.0; who reads `integer` expects 0.
        least, over, most, under = map(_as_integer, (least, over, most, under))
    if over is not None and (least is None or over >= least):
        least = None
    else:
        over = None
    if under is not None and (most is None or under <= most):
        most = None
    else:
        under = None
    if least is not None and most is not None:
        return [Fact("Value", (f"{json_text(least)} to {json_text(most)}",), code=False)]
    bounds = (("at least", least), ("above", over), ("at most", most), ("below", under))
    words = [f"{word} {json_text(bound)}" for word, bound in bounds if bound is not None]
    return [Fact("Value", (", ".join(words),), code=False)] if words else []


def _as_integer(bound: Any) -> Any:  # noqa: ANN401 - a number, or None
    return int(bound) if isinstance(bound, float) and bound.is_integer() and abs(bound) < 1e15 else bound


def _sized(get: Any, low: str, high: str, label: str) -> list[Fact]:  # noqa: ANN401 - a bound method
    least, most = get(low), get(high)
    if least is None and most is None:
        return []
    if least == 0:
        least = None
    if is_number(least) and is_number(most):
        text = json_text(least) if least == most else f"{json_text(least)} to {json_text(most)}"
    elif is_number(least):
        text = f"at least {json_text(least)}"
    elif is_number(most):
        text = f"at most {json_text(most)}"
    else:
        return []
    return [Fact(label, (text,), code=False)]


ENUM_NOTES = ("x-enumDescriptions", "x-enum-descriptions", "x-enum-varnames", "x-enumNames")
"""Extensions that say what enum values mean, by value or in the values' order; the first that is there counts."""


def enum_notes(schema: Schema) -> tuple[EnumNote, ...]:
    """Return what the author says about single enum values (`x-enumDescriptions`, or a `oneOf` of titled constants)."""
    for keyword in ENUM_NOTES if not schema.keywords.keys().isdisjoint(ENUM_NOTES) else ():
        given = schema.get(keyword)
        if isinstance(given, Mapping):
            return tuple(EnumNote(bare_text(value), str(note)) for value, note in given.items() if note)
        values = schema.get("enum")
        if isinstance(given, list) and isinstance(values, list):
            return tuple(EnumNote(bare_text(v), str(n)) for v, n in zip(values, given, strict=False) if n)
    constants = titled_constants(schema)
    enum = schema.get("enum") if constants else None
    # Where fewer values are allowed than there are constants, the others are of no use.
    allowed = {json_text(value) for value in enum} if isinstance(enum, list | tuple) else None
    return tuple(
        EnumNote(bare_text(node.get("const")), ": ".join(filter(None, (node.text("title"), node.text("description")))))
        for node in constants
        if allowed is None or json_text(node.get("const")) in allowed
    )
