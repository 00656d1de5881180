"""`check_schemas`: what an author wrote in a schema that no value can meet, or that means something else than it seems.

In: a document. Out: problems with their places: enums of which no value has the declared type, patterns written between
slashes, and patterns that are not regular expressions of ECMA 262.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from apiref_nb.model import Api, Problem, Schema
from apiref_nb.schemas.example_places import example_places
from apiref_nb.schemas.text_patterns import too_large, usable
from apiref_nb.schemas.types import has_type
from apiref_nb.text.quoting import short

ASKED = frozenset({"enum", "pattern"})

_DELIMITED = re.compile(r"/\^?.*/[a-z]{0,6}\Z", re.DOTALL)


def check_schemas(api: Api) -> tuple[Problem, ...]:
    """Return a problem for every enum and pattern that cannot mean what it says, in document order."""
    found = []
    for place in example_places(api.document, giving=ASKED):
        if place.is_schema:
            try:
                schema = api.schema_at(place.pointer)
            except KeyError:
                continue
            found += [Problem(f"{place.pointer}/{keyword}", message) for keyword, message in _odd(schema, place.raw)]
    return tuple(map(api.placed, dict.fromkeys(found)))


def _odd(schema: Schema, raw: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    values = schema.get("enum")
    declared = frozenset((*schema.types, *(["null"] if schema.nullable else [])))
    if "enum" in raw and isinstance(values, list | tuple) and values and declared:
        wrong = [value for value in values if not has_type(value, declared)]
        if len(wrong) == len(values):
            kind = " or ".join(schema.types) or "null"
            yield "enum", f"no value of the enum is of type {kind} (got {short(wrong[0])}); nothing meets the schema"
    pattern = raw.get("pattern")
    if isinstance(pattern, str):
        if len(pattern) > 2 and pattern.startswith("/") and _DELIMITED.fullmatch(pattern) and "^" in pattern[:2]:
            yield "pattern", f"the pattern {short(pattern)} is written between slashes, which belong to it here"
        elif not usable(pattern) and not too_large(pattern):
            yield "pattern", f"the pattern {short(pattern)} is not valid in ECMA 262"
