"""Records as an Arrow table whose schema is that of a `ColumnPlan`; pyarrow is imported here, when it is needed.

Objects are structs and lists are lists. What the document leaves open is JSON text, for Arrow has no column of several
types. What it does not name comes after.
"""

from __future__ import annotations

import io
from bisect import bisect_right
from collections.abc import Callable, Mapping, Sequence
from itertools import accumulate
from typing import TYPE_CHECKING, Any

from apiref_nb.errors import RecordsError
from apiref_nb.frames.column_types import ANY, DECIMAL_DIGITS, ColumnPlan, ColumnType
from apiref_nb.frames.fitting import fitted, suits
from apiref_nb.frames.table_options import AS_SENT, MORE, RowOf, TableOptions, Told, Unit, json_text
from apiref_nb.frames.walking import ITEMS, Undeclared, free_name, members, storable
from apiref_nb.text.quoting import escaped

if TYPE_CHECKING:
    import pyarrow as pa  # type: ignore[import-untyped] # it has no types of its own

Rows = Sequence[Mapping[str, Any]]


def arrow_schema(plan: ColumnPlan, options: TableOptions) -> pa.Schema:
    """Return the schema that every table of these columns has.

    Args:
        plan: the columns that the document declares.
        options: types, units, and what becomes of values that do not fit.

    Raises:
        RecordsError: pyarrow is not installed.
    """
    library = pyarrow()
    fields: list[tuple[str, Any]] = []
    taken: set[str] = set()
    for name, kind in plan.root.fields if plan.root else ():
        fields.append((free_name(name, taken), _type(library, kind, options.unit)))
        taken.add(fields[-1][0])
    if options.on_mismatch == "text":
        fields.append((free_name(AS_SENT, taken), library.string()))
    if options.settled:
        fields.append((free_name(MORE, taken), library.string()))
    return library.schema(fields)


def arrow_table(rows: Rows, plan: ColumnPlan, options: TableOptions, *, first_row: int = 0) -> pa.Table:
    """Return records as a table.

    Args:
        rows: the records, JSON objects.
        plan: the columns that the document declares; without any they are guessed from the values.
        options: types, units, and what becomes of values that do not fit.
        first_row: rows of the same source that came before, for the places that an error names.

    Raises:
        MismatchError: values are not of their columns' types, and `on_mismatch` is `raise`.
        RecordsError: pyarrow is not installed.
    """
    library = pyarrow()
    told, undeclared, count = Told(options, first_row), Undeclared(decimals=plan.has_decimals), len(rows)
    typed = plan if options.typed else ColumnPlan()
    schema = arrow_schema(typed, options)
    making = _Making(library, told, undeclared)
    arrays = making.members(typed.root or ColumnType("object"), rows, "")
    if told.found or told.keeps:
        texts = told.texts(count)
        arrays += [library.array(texts, library.string())] if told.keeps else []
    if options.settled:
        return library.Table.from_arrays(
            [*arrays, library.array(undeclared.texts(count), library.string())], schema=schema
        )
    fields, taken = list(schema), set(schema.names)
    for name, values in undeclared.columns(count).items():
        arrays.append(_guessed(library, values))
        fields.append(library.field(free_name(name, taken), arrays[-1].type))
        taken.add(fields[-1].name)
    return library.Table.from_arrays(arrays, schema=library.schema(fields))


def csv_table(text: str, separator: str) -> pa.Table:
    """Return a table of text as an Arrow table; its first line names the columns.

    Args:
        text: the whole table.
        separator: what stands between two cells.

    Raises:
        RecordsError: it is no table; also when pyarrow is not installed.
    """
    library = pyarrow()
    from pyarrow import csv  # noqa: PLC0415 - only where there is such text

    try:
        return csv.read_csv(io.BytesIO(text.encode()), parse_options=csv.ParseOptions(delimiter=separator))
    except (library.ArrowInvalid, UnicodeEncodeError) as fault:
        raise RecordsError(f"the table cannot be read: {escaped(str(fault))}") from None


class _Making:
    """A table while its arrays are made."""

    def __init__(self, library: Any, told: Told, undeclared: Undeclared) -> None:  # noqa: ANN401 - a module
        self._library = library
        self._told = told
        self._undeclared = undeclared

    def members(
        self, kind: ColumnType, objects: Sequence[Mapping[str, Any] | None], before: str, row_of: RowOf | None = None
    ) -> list[Any]:
        """Return an array for each member of objects."""
        self._undeclared.look(kind, objects, before, row_of)
        return [self._array(inner, values, f"{before}{name}", row_of) for name, inner, values in members(kind, objects)]

    def _array(self, kind: ColumnType, values: list[Any], place: str, row_of: RowOf | None) -> Any:  # noqa: ANN401
        if kind.kind in ("moment", "date") and suits(_TEXT, values):
            try:
                texts = self._library.array(values, self._library.string())
                if kind.kind == "moment":  # older versions read what nanoseconds cannot hold as another time
                    texts = texts.cast(self._library.timestamp("us", "UTC"))
                return texts.cast(self._type(kind))
            except (self._library.ArrowInvalid, UnicodeEncodeError):
                pass  # some value is no such text; below each is looked at
        if suits(kind, values):
            try:
                return self._made(kind, values, place, row_of)
            except UnicodeEncodeError:  # half a surrogate pair
                pass
        return self._made(kind, fitted(kind, values, place, self._told, row_of), place, row_of)

    def _made(self, kind: ColumnType, values: list[Any], place: str, row_of: RowOf | None) -> Any:  # noqa: ANN401
        """An array of values that fit."""
        if kind.kind == "any":
            texts = [None if value is None else json_text(value) for value in values]
            return self._library.array(texts, self._library.string())
        if kind.kind == "object":
            arrays = self.members(kind, values, f"{place}.", row_of)
            fields = list(self._type(kind))
            return self._library.StructArray.from_arrays(arrays, fields=fields, mask=self._missing(values))
        if kind.kind == "list":
            return self._lists(kind, values, place, row_of)
        if kind.kind == "map":
            return self._maps(kind, values, place, row_of)
        return self._library.array(values, self._type(kind))

    def _lists(self, kind: ColumnType, values: list[Any], place: str, row_of: RowOf | None) -> Any:  # noqa: ANN401
        ends = list(accumulate(map(_size, values), initial=0))
        items = [item for value in values if value for item in value]
        inner = self._array(kind.item or ANY, items, f"{place}{ITEMS}", _row_of(ends, row_of))
        offsets = self._library.array(ends, self._library.int32())
        return self._library.ListArray.from_arrays(offsets, inner, type=self._type(kind), mask=self._missing(values))

    def _maps(self, kind: ColumnType, values: list[Any], place: str, row_of: RowOf | None) -> Any:  # noqa: ANN401
        ends = list(accumulate(map(_size, values), initial=0))
        keys = self._library.array(
            [storable(key) for value in values if value for key in value], self._library.string()
        )
        items = [item for value in values if value for item in value.values()]
        inner = self._array(kind.item or ANY, items, f"{place}{ITEMS}", _row_of(ends, row_of))
        offsets = [None if value is None else end for value, end in zip(values, ends, strict=False)]
        known = self._library.array([*offsets, ends[-1]], self._library.int32())
        return self._library.MapArray.from_arrays(known, keys, inner, type=self._type(kind))

    def _missing(self, values: list[Any]) -> Any:  # noqa: ANN401 - an array; None where all are there
        if None not in values:
            return None
        return self._library.array([value is None for value in values], self._library.bool_())

    def _type(self, kind: ColumnType) -> Any:  # noqa: ANN401 - as above
        return _type(self._library, kind, self._told.options.unit)


_TEXT = ColumnType("text")


def _size(value: list[Any] | dict[str, Any] | None) -> int:
    return len(value) if value else 0


def _row_of(ends: list[int], outer: RowOf | None) -> RowOf:
    """Index of an item -> the row of its list."""

    def row(index: int) -> int:
        found = bisect_right(ends, index) - 1
        return outer(found) if outer is not None else found

    return row


def _type(library: Any, kind: ColumnType, unit: Unit) -> Any:  # noqa: ANN401 - as above
    make = _TYPES.get(kind.kind)
    return make(library, kind, unit) if make is not None else library.string()


def _item(library: Any, kind: ColumnType, unit: Unit) -> Any:  # noqa: ANN401 - as above
    return _type(library, kind.item or ANY, unit)


_TYPES: Mapping[str, Callable[[Any, ColumnType, Unit], Any]] = {
    "integer": lambda library, kind, _: library.uint64() if kind.unsigned else library.int64(),
    "number": lambda library, *_: library.float64(),
    "boolean": lambda library, *_: library.bool_(),
    "moment": lambda library, _, unit: library.timestamp(unit, "UTC"),
    "date": lambda library, *_: library.date32(),
    "decimal": lambda library, kind, _: library.decimal128(DECIMAL_DIGITS, kind.scale),
    "category": lambda library, *_: library.dictionary(library.int32(), library.string()),
    "list": lambda library, kind, unit: library.list_(_item(library, kind, unit)),
    "map": lambda library, kind, unit: library.map_(library.string(), _item(library, kind, unit)),
    "object": lambda library, kind, unit: library.struct(
        [(storable(name), _type(library, inner, unit)) for name, inner in kind.fields]
    ),
}
"""Kind -> the type of pyarrow; others are text."""


def _guessed(library: Any, values: list[Any]) -> Any:  # noqa: ANN401 - as above
    """Values of which the document says nothing: as pyarrow takes them, else as JSON text."""
    try:
        return library.array(values)
    except (library.ArrowInvalid, library.ArrowTypeError, library.ArrowNotImplementedError, OverflowError, ValueError):
        return library.array([None if value is None else json_text(value) for value in values], library.string())


def pyarrow() -> Any:  # noqa: ANN401 - the module, which has no types here
    """Return the library.

    Raises:
        RecordsError: it is not installed.
    """
    try:
        import pyarrow as library  # noqa: PLC0415 - optional, and large
    except ImportError:
        raise RecordsError('Arrow and Parquet need pyarrow: pip install "apiref-nb[arrow]"') from None
    return library
