"""A raw schema of each OpenAPI version in the one spelling of JSON Schema 2020-12, one level at a time.

`Schemas` calls these when a schema is opened. A value that its keyword does not allow is left out, so that no other
room has to check it again, unless it is clear what was meant; `document_checks` has listed it as a problem. Schemas
below stay raw.
"""

from __future__ import annotations

from functools import partial
from typing import Any

from apiref_nb.reading.dialects.fields_schema import SCHEMA_2_0, SCHEMA_3_0, SCHEMA_3_1
from apiref_nb.reading.object_tables import Items, Kind, Leaf, Map

OLD_SPELLING = frozenset({"exclusiveMinimum", "exclusiveMaximum", "nullable", "x-nullable", "example", "x-example"})
"""Keywords that 2020-12 does not have, or has in another form."""


def keywords_2_0(raw: dict[str, Any]) -> dict[str, Any]:
    """Return the keywords of a schema, parameter or header of OpenAPI 2.0."""
    keywords = _translated(raw, SCHEMA_2_0, "x-nullable")
    if keywords.get("type") == "file":
        keywords = {**keywords, "type": "string", "format": "binary"}
    if isinstance(keywords.get("discriminator"), str):
        keywords = {**keywords, "discriminator": {"propertyName": keywords["discriminator"]}}
    return keywords


def _translated(raw: dict[str, Any], kind: Kind, nullable: str) -> dict[str, Any]:
    """Return the keywords that are valid for the kind, in the new spelling; most schemas use it, and are their own."""
    keywords = raw
    for name, value in raw.items():
        field = kind.fields.get(name)
        if field is None:
            continue
        if type(field) is Leaf:
            good = type(value) is field.exact or (type(value) is str and value in field.texts) or field.holds(value)
        elif type(field) is Map:
            good = isinstance(value, dict)
        elif type(field) is Items:
            good = isinstance(value, list)
        else:
            good = isinstance(value, dict | bool)
        if not good and not (name == "type" and _is_later_type(value)):
            keywords = {known: given for known, given in keywords.items() if known != name}
            if name == "items" and isinstance(value, list):
                keywords.setdefault("prefixItems", value)
    if keywords.keys().isdisjoint(OLD_SPELLING):
        return keywords
    return _one_example(_nullable(_numeric_bounds({**keywords}), nullable))


keywords_3_0 = partial(_translated, kind=SCHEMA_3_0, nullable="nullable")
"""The keywords of a schema of OpenAPI 3.0."""

keywords_3_1 = partial(_translated, kind=SCHEMA_3_1, nullable="nullable")
"""The keywords of a schema of OpenAPI 3.1 or 3.2."""


def _is_later_type(value: object) -> bool:
    """Whether a `type` is `null` or a list of names, which authors of 2.0 and 3.0 use before its time."""
    if value == "null":
        return True
    return isinstance(value, list) and bool(value) and all(isinstance(item, str) for item in value)


def _numeric_bounds(keywords: dict[str, Any]) -> dict[str, Any]:
    """Put the number of `minimum` and `maximum` into their exclusive forms where these are booleans."""
    for exclusive, inclusive in (("exclusiveMinimum", "minimum"), ("exclusiveMaximum", "maximum")):
        given = keywords.get(exclusive)
        if isinstance(given, bool):
            del keywords[exclusive]
            if given and inclusive in keywords:
                keywords[exclusive] = keywords.pop(inclusive)
    return keywords


def _nullable(keywords: dict[str, Any], keyword: str) -> dict[str, Any]:
    """Say with types what `nullable` says; without a type, with a variant that only null meets.

    By the specification `nullable` without `type` says nothing, and since 3.1 nothing at all; authors who write it
    mean it.
    """
    if keywords.pop(keyword, None) is not True:
        return keywords
    declared = keywords.get("type")
    if isinstance(declared, str):
        keywords["type"] = [declared, "null"]
    elif isinstance(declared, list):
        keywords["type"] = [*(name for name in declared if name != "null"), "null"]
    elif variants := next((name for name in ("oneOf", "anyOf") if name in keywords), ""):
        keywords[variants] = [*keywords[variants], {"type": "null"}]
    elif "allOf" in keywords:
        branches = keywords.pop("allOf")
        keywords["anyOf"] = [branches[0] if len(branches) == 1 else {"allOf": branches}, {"type": "null"}]
    return keywords


def _one_example(keywords: dict[str, Any]) -> dict[str, Any]:
    for name in ("example", "x-example"):
        if name in keywords:
            given = keywords.pop(name)
            keywords.setdefault("examples", [given])
    return keywords
