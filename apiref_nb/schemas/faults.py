"""`ValueFault`: why a value is not allowed, and where within it; made from what the JSON Schema engine found.

In: an error of jsonschema-rs. Out: one sentence that says what must be, and what was found.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from apiref_nb.schemas.formats import TEXT_FORMATS
from apiref_nb.text.quoting import short

MARK = "$comment"
"""Under `not`: the index of a sentence that the writer of the document had already found."""


class ValueFault(NamedTuple):
    """Why a value is not allowed."""

    expected: str
    """What is allowed, such as `must be integer`."""
    path: tuple[str | int, ...] = ()
    """Where, below the value."""
    found: str = ""
    """What was there, as short text; empty when nothing was there or it is said already."""
    missing: str = ""
    """The member that is not there, where that is the fault."""

    @property
    def message(self) -> str:
        """The fault in one sentence, without its place."""
        return f"{self.expected} (got {self.found})" if self.found else self.expected

    def __str__(self) -> str:
        return f"{place(self.path)}: {self.message}" if self.path else self.message


def place(path: tuple[str | int, ...]) -> str:
    """Return a path as people write it: `items[0].name`."""
    text = ""
    for part in path:
        text += f"[{part}]" if isinstance(part, int) else f".{part}" if text else part
    return text


def fault_of(error: Any, told: Sequence[ValueFault]) -> ValueFault:  # noqa: ANN401 - the engine's error
    """Return an error of the engine in our words.

    Args:
        error: what the engine found.
        told: what the writer of the document had found before; the document names them by index.
    """
    kind, path = error.kind, tuple(error.instance_path)
    name, given = kind.name, kind.value
    if name == "not":
        marked = given.get(MARK) if isinstance(given, Mapping) else None
        if marked is not None:
            known = told[int(marked)]
            return known._replace(path=(*path, *known.path))
        return ValueFault("must not meet the schema under `not`", path)
    if name == "falseSchema":
        if path and isinstance(path[-1], str):
            return ValueFault(f"must not have the property {short(path[-1])}", path[:-1])
        return ValueFault("is not allowed", path)
    if name == "anyOf" or type(kind).__name__ == "OneOfNotValid":
        return _none_of(given, path, told)
    if name == "required":
        return ValueFault(f"must have the property {short(given)}", path, missing=given)
    words = WORDS.get(name)
    if words is None:
        return ValueFault(_shortened(error.message), path)
    value = error.instance
    return ValueFault(words(given), path, str(len(value)) if name in COUNTED else "" if name in SAID else short(value))


def _none_of(context: Sequence[Sequence[Any]], path: tuple[str | int, ...], told: Sequence[ValueFault]) -> ValueFault:
    found = [fault_of(errors[0], told) if errors else ValueFault("is not allowed", path) for errors in context]
    if len(found) > 1 and found[1].expected == CHOSEN:
        # The discriminator has chosen: what the other variants ask for says nothing.
        return found[0]
    if len(found) == 1:
        return found[0]
    closest = max(found, key=lambda fault: len(fault.path))
    inner = closest._replace(path=closest.path[len(path) :])
    return ValueFault(f"is none of the {len(found)} variants; the closest: {inner}", path)


CHOSEN = "the discriminator chooses the variant before this one"
"""Stands behind the variant that a discriminator has chosen; see `_none_of`."""


def _shortened(message: str) -> str:
    return message if len(message) <= 300 else f"{message[:200]} … {message[-90:]}"


def options(values: Sequence[Any]) -> str:
    """Return what a value must be one of."""
    return "must be one of " + ", ".join(short(item) for item in values[:8]) + (", …" if len(values) > 8 else "")


def _several(context: Sequence[Sequence[Any]]) -> str:
    met = [str(index + 1) for index, errors in enumerate(context) if not errors]
    both = f" (it is both {met[0]} and {met[1]})" if len(met) > 1 else ""
    return f"must be exactly one of the variants{both}"


WORDS: Mapping[str, Callable[[Any], str]] = {
    "type": lambda names: f"must be {' or '.join(names)}",
    "const": lambda only: f"must be {short(only)}",
    "minimum": lambda limit: f"must be at least {short(limit)}",
    "maximum": lambda limit: f"must be at most {short(limit)}",
    "exclusiveMinimum": lambda limit: f"must be more than {short(limit)}",
    "exclusiveMaximum": lambda limit: f"must be less than {short(limit)}",
    "multipleOf": lambda step: f"must be a multiple of {short(step)}",
    "minLength": lambda limit: f"must have at least {limit} characters",
    "maxLength": lambda limit: f"must have at most {limit} characters",
    "minItems": lambda limit: f"must have at least {limit} items",
    "maxItems": lambda limit: f"must have at most {limit} items",
    "minProperties": lambda limit: f"must have at least {limit} properties",
    "maxProperties": lambda limit: f"must have at most {limit} properties",
    "format": lambda name: f"must be {TEXT_FORMATS.get(name, name)}",
    "uniqueItems": lambda _: "must not repeat an item",
    "contains": lambda _: "must contain the items it asks for",
    "oneOf": _several,
    "unevaluatedProperties": lambda names: f"must not have the property {short(names[0])}",
    "unevaluatedItems": lambda items: f"must not have the item {items[0]}",
}
"""The engine's name for a fault -> what it asks for, in our words."""

COUNTED = frozenset({"minLength", "maxLength", "minItems", "maxItems", "minProperties", "maxProperties"})
"""Faults that name the size of the value and not the value."""

SAID = frozenset({"uniqueItems", "contains", "oneOf", "unevaluatedProperties", "unevaluatedItems"})
"""Faults that say all there is to say."""
