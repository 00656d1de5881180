"""What a small schema demands, in one plain clause: `country is US`, `card and cvc are present`.

In: the schemas below `if`, `then`, `not`, `contains` and their kin. Out: words, or None where a clause would hide
something; then rows tell it. `rows` is the caller.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from apiref_nb.describing.types import Fact, bare_text, facts
from apiref_nb.model import Schema
from apiref_nb.requests.type_labels import type_label
from apiref_nb.schemas import merged

CLAUSES = 4
"""A schema that makes more demands is told in rows."""

TELLING = frozenset({"type", "properties", "required", "not", "title", "description", "$comment"})
"""Keywords of an object that a clause tells in full."""

SCALARS = frozenset({"string", "integer", "number", "boolean", "null"})


def listed(names: Iterable[str], word: str = "and") -> str:
    """Return `a`, `a and b`, `a, b and c`.

    Args:
        names: at least one.
        word: stands before the last of several.
    """
    *others, last = names
    return f"{', '.join(others)} {word} {last}" if others else last


def condition(schema: Schema) -> str | None:
    """Return when an object meets a schema: `country is US`, `card is present`; None when that takes more words."""
    return _clauses(schema, demanding=False)


def demand(schema: Schema) -> str | None:
    """Return what a schema asks of an object: `length is required`, `postal_code has pattern …`; None as above."""
    return _clauses(schema, demanding=True)


def fact_words(found: Iterable[Fact]) -> str:
    """Return facts as a list in words: `one of en, fr; length at most 10`."""
    named = {"Enum": "one of", "Always": "always"}
    return "; ".join(
        f"{named.get(fact.label, fact.label[:1].lower() + fact.label[1:])} {', '.join(fact.values)}" for fact in found
    )


def value_words(schema: Schema) -> str:
    """Return what one value has to be: `admin`, `one of a, b`, `integer, value at least 3`, `object where …`.

    The author's own words follow what is checked, behind a dash.
    """
    folded = merged(schema)
    if "const" in folded:
        return bare_text(folded.get("const"))
    said = condition(folded) if "object" in folded.types or "properties" in folded or "required" in folded else None
    parts = [type_label(folded), fact_words(facts(folded))]
    text = ", ".join(part for part in parts if part and part != "any")
    described = folded.text("description") or folded.text("title")
    if described:
        return f"{text} \u2013 {described}" if text and described not in text else text or described
    return f"{text or 'anything'} where {said}" if said else text or "anything"


def _clauses(schema: Schema, *, demanding: bool) -> str | None:
    folded = merged(schema)
    described = folded.text("description") or folded.text("title")
    if described:
        return described.strip().rstrip(".")
    if folded.unresolved or folded.never or not folded.keywords or not folded.keywords.keys() <= TELLING:
        return None
    if not set(folded.types) <= {"object"}:
        return None
    found: list[str] = []
    required = sorted(folded.required)
    told = []
    for name, node in folded.named("properties"):
        clause = _property(name, merged(node))
        if clause is None:
            return None
        if clause:
            told.append(name)
            absent = "" if demanding or name in required or merged(node).never else " or absent"
            found.append(clause + absent)
    present = [name for name in required if demanding or name not in told]
    if present:
        verb = "is" if len(present) == 1 else "are"
        found.append(f"{listed(present)} {verb} {'required' if demanding else 'present'}")
    refused = folded.subschema("not")
    if refused is not None:
        clause = _refused(merged(refused))
        if clause is None:
            return None
        found.append(clause)
    return listed(found) if 0 < len(found) <= CLAUSES else None


def _refused(schema: Schema) -> str | None:
    if schema.keywords.keys() - {"required"} or not schema.required:
        return None
    names = sorted(schema.required)
    return f"{names[0]} is absent" if len(names) == 1 else f"{listed(names)} are not all present"


def _property(name: str, schema: Schema) -> str | None:
    """Return the clause about one property, empty when nothing is asked of it, None when it takes more words."""
    if schema.never:
        return f"{name} is absent"
    if not schema.keywords:
        return ""
    if schema.unresolved or not set(schema.types) <= SCALARS or not _scalar_only(schema):
        return None
    if "const" in schema:
        return f"{name} is {bare_text(schema.get('const'))}"
    enum = schema.get("enum")
    if isinstance(enum, list | tuple) and enum:
        return f"{name} is {listed([bare_text(value) for value in enum[:12]], 'or')}"
    refused = schema.subschema("not")
    if refused is not None:
        if refused.keywords.keys() == {"const"}:
            return f"{name} is not {bare_text(refused.get('const'))}"
        return None
    said = list(_told(facts(schema)))
    if said:
        return f"{name} {listed(said)}"
    label = type_label(schema)
    return f"{name} is {'an' if label[:1] in 'aeiou' else 'a'} {label}" if schema.types else None


def _scalar_only(schema: Schema) -> bool:
    return schema.keywords.keys() <= {
        "type", "const", "enum", "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf",
        "minLength", "maxLength", "pattern", "format", "not", "$comment",
    }  # fmt: skip


def _told(found: Iterable[Fact]) -> Iterator[str]:
    for fact in found:
        values = ", ".join(fact.values)
        yield f"is {values}" if fact.label == "Value" else f"has {fact.label[:1].lower()}{fact.label[1:]} {values}"
