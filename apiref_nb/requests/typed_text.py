"""Text that travelled as a value of what a schema declares: which types it allows, and what a text may be of them.

Called by the mock, by forms and by recordings; which of several readings holds is asked of `schemas`.
"""

from __future__ import annotations

from collections.abc import Sequence

from apiref_nb.errors import ShapeError
from apiref_nb.model import Schema
from apiref_nb.requests.limits import ARGUMENT_LIMITS
from apiref_nb.requests.values import value_from_text
from apiref_nb.schemas import all_faults, merged
from apiref_nb.text.json_value import JsonValue
from apiref_nb.transport.json_values import JsonError, JsonTooDeepError, is_deep, json_value


def variants(whole: Schema) -> tuple[Schema, ...]:
    """Return the variants of a folded schema, those of `anyOf` first."""
    return (*whole.listed("anyOf"), *whole.listed("oneOf"))


def kinds(schema: Schema | None, depth: int = 0) -> frozenset[str]:
    """Return the JSON types that a schema allows, as far as its types and variants say; empty for every type.

    Args:
        schema: any node; None allows everything.
        depth: how deep it stands among variants.
    """
    if schema is None or depth > ARGUMENT_LIMITS.max_variant_depth:
        return frozenset()
    whole = merged(schema)
    if whole.types or whole.nullable:
        return frozenset(whole.types) | ({"null"} if whole.nullable else set())
    found: set[str] = set()
    for branch in variants(whole):
        below = kinds(branch, depth + 1)
        if not below:
            return frozenset()
        found |= below
    return frozenset(found) or implied_kinds(whole)


def implied_kinds(whole: Schema) -> frozenset[str]:
    """Return the type that a folded schema without one speaks of, by its members or items; empty for none."""
    if "properties" in whole or "additionalProperties" in whole:
        return frozenset({"object"})
    return frozenset({"array"}) if "items" in whole or "prefixItems" in whole else frozenset()


def text_readings(schema: Schema | None, text: str) -> list[JsonValue]:
    """Return what a single text may be, the most likely first: a value of the declared type, JSON, the text itself.

    Args:
        schema: what is declared for the text.
        text: decoded.
    """
    readings = [value_from_text(schema, text)]
    allowed = kinds(schema)
    if allowed != {"string"}:
        for other in (*loaded(text), text):
            if not any(type(known) is type(other) and known == other for known in readings):
                readings.append(other)
        if "null" in allowed and text == "":
            readings.append(None)
    return readings


def written_json(text: str, place: str) -> JsonValue:
    """Return the value of JSON that a person wrote.

    Args:
        text: all of it.
        place: how an error names it.

    Raises:
        ShapeError: it is no JSON; NaN and Infinity are none.
    """
    try:
        return json_value(text.encode("utf-8", "surrogatepass"), strict=True)
    except JsonTooDeepError:
        raise ShapeError(place, "must be nested less deep") from None
    except JsonError as fault:
        raise ShapeError(place, f"must be JSON: {fault}") from None


def loaded(text: str) -> list[JsonValue]:
    """Return the value of a JSON text in a list of one; an empty list for any other text."""
    if text[:1] not in '{[-0123456789tfn"':
        return []
    try:
        value = json_value(text.encode("utf-8", "replace"), strict=True)
    except JsonError:
        return []
    return [] if is_deep(value) else [value]


def item_value(schema: Schema | None, text: str) -> JsonValue:
    """Return one item or member as a value of its declared type; of several the first that a text can be.

    Args:
        schema: what is declared for the item.
        text: decoded.
    """
    value = value_from_text(schema, text)
    if not isinstance(value, str) or schema is None:
        return value
    others = [] if kinds(schema) == {"string"} else loaded(text)
    if not others or not all_faults(schema, value, "request"):
        return value
    return others[0]


def best_reading(schema: Schema | None, readings: Sequence[JsonValue]) -> JsonValue:
    """Return the first reading that meets a schema, else the first.

    Args:
        schema: what has to be met; None is met by everything.
        readings: at least one, the most likely first.
    """
    if schema is None or len(readings) == 1:
        return readings[0]
    return next((one for one in readings if not all_faults(schema, one, "request")), readings[0])


def several(schema: Schema | None, texts: Sequence[str]) -> JsonValue:
    """Return a field that was given once or several times as the value that its schema speaks of.

    Args:
        schema: what is declared for the field.
        texts: at least one, decoded.
    """
    if "array" in kinds(schema) or len(texts) > 1:
        items = merged(schema).items if schema is not None else None
        if len(texts) == 1 and texts[0].startswith("[") and loaded(texts[0]):
            return loaded(texts[0])[0]
        return [item_value(items, text) for text in texts]
    return item_value(schema, texts[0])


def element_of(schema: Schema | None) -> Schema | None:
    """Return the schema of a list's items; that of the variant that is a list, where there are variants."""
    if schema is None:
        return None
    whole = merged(schema)
    if whole.items is not None:
        return whole.items
    return next((found for branch in variants(whole) if (found := merged(branch).items) is not None), None)


def member_schemas(schema: Schema | None, depth: int = 0) -> dict[str, Schema]:
    """Return the declared members of an object, those of its variants included.

    Args:
        schema: of an object; None has no members.
        depth: how deep it stands among variants.
    """
    if schema is None or depth > 3:
        return {}
    whole = merged(schema)
    found = dict(whole.properties)
    for branch in variants(whole):
        found = member_schemas(branch, depth + 1) | found
    return found


def other_members(schema: Schema | None) -> Schema | None:
    """Return what members are that an object does not declare; as a variant says, where it says nothing itself."""
    if schema is None:
        return None
    whole = merged(schema)
    parts = (whole, *map(merged, variants(whole)))
    return next((found for part in parts if (found := part.subschema("additionalProperties")) is not None), None)
