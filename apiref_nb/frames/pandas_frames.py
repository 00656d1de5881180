"""Records as a pandas frame whose dtypes are those of a `ColumnPlan`; pandas is imported here, when it is needed.

Members of members are columns of their own, in document order, whether a row has them or not; what the document does
not name comes after, its types guessed by pandas.
"""

from __future__ import annotations

import io
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from apiref_nb.errors import RecordsError
from apiref_nb.frames.column_types import ColumnPlan, ColumnType
from apiref_nb.frames.fitting import fitted, suits
from apiref_nb.frames.table_options import AS_SENT, MORE, TableOptions, Told, plain
from apiref_nb.frames.walking import Undeclared, free_name, members, storable
from apiref_nb.text.quoting import escaped

if TYPE_CHECKING:
    import pandas as pd  # type: ignore[import-untyped] # its stubs are a package of their own

Rows = Sequence[Mapping[str, Any]]


def data_frame(rows: Rows, plan: ColumnPlan, options: TableOptions, *, first_row: int = 0) -> pd.DataFrame:
    """Return records as a frame.

    Args:
        rows: the records, JSON objects.
        plan: the columns that the document declares.
        options: types, units, and what becomes of values that do not fit.
        first_row: rows of the same source that came before, for the places that an error names.

    Raises:
        MismatchError: values are not of their columns' types, and `on_mismatch` is `raise`.
        RecordsError: pandas is not installed.
    """
    pandas = _pandas()
    if not options.typed or plan.root is None:
        return _guessed(pandas, [dict(row) for row in rows])
    making = _Making(pandas, Told(options, first_row), plan.has_decimals)
    making.add(plan.root, rows, "")
    made, count = making.columns, len(rows)
    if making.told.keeps or making.told.found:
        made[free_name(AS_SENT, made)] = _texts(pandas, making.told.texts(count))
    if options.settled:
        made[free_name(MORE, made)] = _texts(pandas, making.undeclared.texts(count))
        more: dict[str, list[Any]] = {}
    else:
        more = making.undeclared.columns(count)
    index = pandas.RangeIndex(count)
    frame = pandas.DataFrame(made, index=index)
    if not more:
        return frame
    opened = {name for name, values in more.items() if any(isinstance(value, dict) for value in values)}
    beside = _guessed(
        pandas,
        [
            {name: value for name, value in zip(more, values, strict=True) if value is not None or name not in opened}
            for values in zip(*more.values(), strict=True)
        ],
    )
    beside.columns = [free_name(name, made) for name in beside.columns]
    return pandas.concat([frame, beside.set_index(index)], axis=1)


def _guessed(pandas: Any, rows: list[dict[str, Any]]) -> pd.DataFrame:  # noqa: ANN401 - the module
    """Rows of which the document says nothing, as pandas takes them."""
    try:
        return pandas.json_normalize(rows)
    except UnicodeEncodeError:  # half a surrogate pair, which its columns of text cannot hold
        return pandas.json_normalize([_storable(row) for row in rows])


def _storable(value: Any) -> Any:  # noqa: ANN401 - any JSON value
    if isinstance(value, str):
        return storable(value)
    if isinstance(value, dict):
        return {storable(name): _storable(member) for name, member in value.items()}
    return [_storable(item) for item in value] if isinstance(value, list) else value


def csv_frame(text: str, separator: str) -> pd.DataFrame:
    """Return a table of text as a frame; its first line names the columns.

    Args:
        text: the whole table.
        separator: what stands between two cells.

    Raises:
        RecordsError: it is no table; also when pandas is not installed.
    """
    pandas = _pandas()
    try:
        return pandas.read_csv(io.StringIO(text), sep=separator)
    except ValueError as fault:
        raise RecordsError(f"the table cannot be read: {escaped(str(fault))}") from None


class _Making:
    """A frame while its columns are made."""

    def __init__(self, pandas: Any, told: Told, decimals: bool) -> None:  # noqa: ANN401 - the module, which has no types
        self._pandas = pandas
        self._decimals = decimals
        self.told = told
        self.undeclared = Undeclared(decimals=decimals)
        self.columns: dict[str, Any] = {}

    def add(self, kind: ColumnType, objects: Sequence[Mapping[str, Any] | None], before: str) -> None:
        """Add the columns of objects, those of objects in them in their places."""
        self.undeclared.look(kind, objects, before)
        for name, inner, values in members(kind, objects):
            place = f"{before}{name}"
            if inner.kind == "object":
                fits = suits(inner, values)
                self.add(inner, values if fits else fitted(inner, values, place, self.told), f"{place}.")
            else:
                self.columns[free_name(place, self.columns)] = self._column(inner, values, place)

    def _column(self, kind: ColumnType, values: list[Any], place: str) -> Any:  # noqa: ANN401 - an array of pandas
        if self._decimals and kind.kind in ("any", "list", "map") and not kind.has_decimals:
            values = [plain(value) for value in values]
        make: Callable[..., Any] = _MAKERS.get(kind.kind, _objects)
        if suits(kind, values):
            try:
                return make(self._pandas, kind, values, self.told)
            except UnicodeEncodeError:  # half a surrogate pair
                pass
        return make(self._pandas, kind, fitted(kind, values, place, self.told), self.told)


def _texts(pandas: Any, values: list[Any]) -> Any:  # noqa: ANN401 - as above
    "".join(value for value in values if value is not None).encode()  # before pandas 3 its texts hold half a pair too
    return pandas.array(values, dtype="string")


def _objects(pandas: Any, _: ColumnType, values: list[Any], __: Told) -> Any:  # noqa: ANN401 - as above
    return pandas.Series(values, dtype=object)


def _integers(pandas: Any, kind: ColumnType, values: list[Any], _: Told) -> Any:  # noqa: ANN401 - as above
    return pandas.array(values, dtype="UInt64" if kind.unsigned else "Int64")


def _moments(pandas: Any, _: ColumnType, values: list[Any], told: Told) -> Any:  # noqa: ANN401 - as above
    unit = told.options.unit
    counts = pandas.array(values, dtype="Int64").to_numpy("int64", na_value=_NO_TIME)
    return pandas.DatetimeIndex(counts.view(f"datetime64[{unit}]")).tz_localize("UTC").array


def _dates(pandas: Any, _: ColumnType, values: list[Any], __: Told) -> Any:  # noqa: ANN401 - as above
    import numpy as np  # noqa: PLC0415 - pandas brings it

    days = np.array(["NaT" if value is None else value.isoformat() for value in values], dtype="datetime64[s]")
    return pandas.DatetimeIndex(days).array


_NO_TIME = -(2**63)
"""What numpy calls `NaT`."""

_MAKERS: Mapping[str, Callable[..., Any]] = {
    "text": lambda pandas, _, values, __: _texts(pandas, values),
    "integer": _integers,
    "number": lambda pandas, _, values, __: pandas.array(values, dtype="Float64"),
    "boolean": lambda pandas, _, values, __: pandas.array(values, dtype="boolean"),
    "category": lambda pandas, kind, values, _: pandas.Categorical(values, categories=list(kind.categories)),
    "moment": _moments,
    "date": _dates,
}
"""Kind -> values that fit as an array of pandas; others are kept as Python objects."""


def _pandas() -> Any:  # noqa: ANN401 - the module, which has no types here
    try:
        import pandas  # noqa: PLC0415 - optional, and slow to import
    except ImportError:
        raise RecordsError("frame() needs pandas: pip install pandas, or apiref-nb[pandas]") from None
    return pandas
