"""The conditions of a schema in words: `if`, `not`, `contains`, `propertyNames` and what depends on other fields.

In: one schema of those that a value has to meet. Out: sentences, and the schemas to be told in rows where an `if` takes
more than one. `rows` is the caller.
"""

from __future__ import annotations

from collections.abc import Iterator

from apiref_nb.describing.constraint_text import condition, demand, fact_words, value_words
from apiref_nb.describing.types import facts, json_text
from apiref_nb.model import Schema
from apiref_nb.requests.type_labels import type_label
from apiref_nb.schemas import merged


def remarks(schema: Schema) -> Iterator[str]:
    """Yield what else a schema asks of its value, one sentence each."""
    refused = schema.subschema("not")
    if refused is not None and refused.keywords:
        yield f"Not allowed: {condition(refused) or value_words(refused)}"
    dependent = schema.get("dependentRequired")
    for name, names in dependent.items() if isinstance(dependent, dict) else ():
        if isinstance(names, list) and names:
            yield f"When {name} is present, also required: {', '.join(map(str, names))}"
    contains = schema.subschema("contains")
    if contains is not None:
        counts = (("at least", schema.get("minContains")), ("at most", schema.get("maxContains")))
        numbers = " and ".join(f"{words} {json_text(count)}" for words, count in counts if count is not None)
        items = "items" if numbers and numbers != "at least 1" else "item"
        yield f"Must contain {numbers or 'at least one'} {items}: {value_words(contains)}"
    names_schema = schema.subschema("propertyNames")
    if names_schema is not None:
        yield f"Field names: {fact_words(facts(merged(names_schema))) or type_label(names_schema)}"
    for keyword, text in (("unevaluatedProperties", "fields"), ("unevaluatedItems", "items")):
        rest = schema.subschema(keyword)
        if rest is not None and rest.keywords:
            words = f"Any other {text}: {value_words(rest)}"
            yield f"No other {text} are allowed." if rest.never else words


def conditional(schema: Schema) -> tuple[str, list[tuple[str, Schema, bool]]]:
    """Return `if`, `then` and `else` as a sentence, or as (name, schema, whether the name says all) for each."""
    asked = schema.subschema("if")
    if asked is None:
        return "", []
    when = condition(asked)
    met, unmet = schema.subschema("then"), schema.subschema("else")
    ways = [(word, node, demand(node)) for word, node in (("Then", met), ("Otherwise", unmet)) if node is not None]
    if not ways:
        return "", []  # an `if` alone asks for nothing
    if when and all(told for _, _, told in ways):
        start = "If" if met is not None else "Unless"
        return f"{start} {when}: {'. Otherwise: '.join(told or '' for _, _, told in ways)}.", []
    found = []
    for word, node, told in [("If", asked, when), *ways]:
        between = " " if word == "If" else ": "
        found.append((f"{word}{between}{told}" if told else word, node, bool(told)))
    return "", found


def said(schema: Schema) -> str:
    """Return the author's words for a node."""
    folded = merged(schema)
    return folded.text("description") or folded.text("title")


def closes(condition: Schema) -> bool:
    """Return True for a condition that refuses every field that it does not name."""
    for keyword in ("additionalProperties", "unevaluatedProperties"):
        others = condition.subschema(keyword)
        if others is not None and others.never:
            return True
    return False
