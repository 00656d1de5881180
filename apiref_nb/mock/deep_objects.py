"""Objects in a query or a form whose names say where each value stands: `color[R]=100`, `items[0][id]=1`.

The specification leaves lists and deeper objects open; what `requests.wire` writes is read back, and what most servers
read is read too.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any
from urllib.parse import unquote_plus

from apiref_nb.mock.limits import REQUESTS
from apiref_nb.mock.received import split
from apiref_nb.model import ApiParameter, Schema
from apiref_nb.requests.typed_text import element_of, kinds, member_schemas, other_members, several, variants
from apiref_nb.schemas import merged
from apiref_nb.text.json_value import JsonValue


def deep_object(parameter: ApiParameter, given: Sequence[tuple[str, str]]) -> JsonValue:
    """Return `color[R]=100&color[G]=200` as an object; None when there is no such field.

    Args:
        parameter: with the style `deepObject`.
        given: (name decoded, value as it travelled) of every field.
    """
    root: dict[str, Any] = {}
    for name, value in given:
        if not name.startswith(f"{parameter.name}[") or not name.endswith("]"):
            continue
        keys = split(name[len(parameter.name) + 1 : -1], "][", REQUESTS.max_brackets, "brackets in a name")
        here, schema = root, parameter.schema
        for key in keys[:-1]:
            schema = member_schemas(schema).get(key, other_members(schema))
            below = here.setdefault(key, {})
            if not isinstance(below, dict):
                break
            here = below
        else:
            listed = here.setdefault(keys[-1], [])
            if isinstance(listed, list):
                listed.append(unquote_plus(value))
    return _typed_deep(root, parameter.schema) if root else None


def _typed_deep(value: Any, schema: Schema | None) -> JsonValue:  # noqa: ANN401 - objects of lists of text
    if not isinstance(value, dict):
        return several(schema, value)
    if set(value) == {""}:
        return _typed_deep(value[""], schema)  # `expand[]=a`
    allowed = kinds(schema)
    if "array" in allowed and "object" not in allowed:
        item = element_of(schema)
        return [_typed_deep(one, item) for one in _listed(value)]
    declared, rest = member_schemas(schema), other_members(schema)
    found = {name: _typed_deep(below, declared.get(name, rest)) for name, below in value.items()}
    for name, member in declared.items():
        # An empty list or object travels as nothing at all.
        if name not in found and name in _required(schema):
            nothing = next((make() for kind, make in _NOTHING.items() if kind in kinds(member)), None)
            found |= {} if nothing is None else {name: nothing}
    return found


_NOTHING: Mapping[str, Callable[[], JsonValue]] = {"array": list, "object": dict}


def _required(schema: Schema | None) -> frozenset[str]:
    """The names that an object asks for, or one of its variants."""
    if schema is None:
        return frozenset()
    whole = merged(schema)
    return frozenset(name for part in (whole, *map(merged, variants(whole))) for name in part.get("required") or ())


def _listed(value: dict[str, Any]) -> list[Any]:
    """A list of objects that travelled as one: by index (`items[0][id]`), or each name several times."""
    if all(key.isdigit() for key in value):
        return [value[key] for key in sorted(value, key=int)]
    counts = {len(below) for below in value.values() if isinstance(below, list)}
    if len(counts) != 1 or any(isinstance(below, dict) for below in value.values()):
        return [value]
    return [{key: [below[number]] for key, below in value.items()} for number in range(counts.pop())]
