"""A `ColumnPlan` from an Arrow schema: columns that were guessed from a first page, and are settled from there on."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from apiref_nb.frames.arrow_tables import pyarrow
from apiref_nb.frames.column_types import ANY, ColumnPlan, ColumnType, Kind


def plan_of(serialized: str) -> ColumnPlan:
    """Return the columns of a schema.

    Args:
        serialized: the schema as Arrow writes it, in base 16.

    Raises:
        RecordsError: pyarrow is not installed.
    """
    library = pyarrow()
    schema = library.ipc.read_schema(library.py_buffer(bytes.fromhex(serialized)))
    fields = tuple((field.name, _type(library, field.type)) for field in schema)
    return ColumnPlan(ColumnType("object", fields=fields))


def _type(library: Any, given: Any) -> ColumnType:  # noqa: ANN401 - pyarrow has no types here
    tests = library.types
    plain = next((kind for kind, test in _PLAIN.items() if getattr(tests, test)(given)), None)
    if plain is not None:
        return ColumnType(plain)
    if tests.is_list(given):
        return ColumnType("list", item=_type(library, given.value_type))
    if tests.is_struct(given) and given.num_fields:
        return ColumnType("object", fields=tuple((field.name, _type(library, field.type)) for field in given))
    return ANY


_PLAIN: Mapping[Kind, str] = {
    "integer": "is_integer", "number": "is_floating", "boolean": "is_boolean", "text": "is_string",
}  # fmt: skip
"""Kind -> pyarrow's own test for it."""
