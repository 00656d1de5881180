"""A table that grows page by page, with pandas or with Arrow.

What some pages hold becomes columns at once, so that their rows are forgotten; the whole is put together at last.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from apiref_nb.frames.arrow_tables import arrow_schema, arrow_table, pyarrow
from apiref_nb.frames.column_types import ColumnPlan
from apiref_nb.frames.limits import ROWS
from apiref_nb.frames.pandas_frames import data_frame
from apiref_nb.frames.table_options import TableOptions, json_text

if TYPE_CHECKING:
    import pandas as pd  # type: ignore[import-untyped] # its stubs are a package of their own
    import pyarrow as pa  # type: ignore[import-untyped] # it has no types of its own

Rows = Sequence[Mapping[str, Any]]


class _Growing:
    """Rows that wait until they are enough to be made columns."""

    def __init__(self, plan: ColumnPlan, options: TableOptions) -> None:
        self._plan = plan
        self._options = options
        self._rows: list[Mapping[str, Any]] = []
        self._made: list[Any] = []
        self._count = 0

    def add(self, rows: Rows) -> None:
        """Take the rows of a page.

        Args:
            rows: JSON objects.

        Raises:
            MismatchError: values do not fit.
        """
        self._rows += rows
        # What the library guesses, it guesses from all rows together.
        if len(self._rows) >= ROWS.piece_rows and self._options.typed and self._plan.declared:
            self._make()

    def put(self, piece: Any) -> None:  # noqa: ANN401 - a frame or a table
        """Take a piece that is made already, of the same columns.

        Args:
            piece: as `whole` of another one gave it.
        """
        self._made.append(piece)
        self._count += len(piece)

    def _make(self) -> None:
        self._made.append(self._piece(self._rows))
        self._count += len(self._rows)
        self._rows = []

    def whole(self) -> Any:  # noqa: ANN401 - as above
        """Return all of it; it grows no more.

        Raises:
            MismatchError: values do not fit.
        """
        if self._rows or not self._made:
            self._make()
        return self._made[0] if len(self._made) == 1 else self._joined()

    @abstractmethod
    def _piece(self, rows: Rows) -> Any:  # noqa: ANN401 - as above
        """Columns of some rows."""

    @abstractmethod
    def _joined(self) -> Any:  # noqa: ANN401 - as above
        """All pieces together."""


class GrowingFrame(_Growing):
    """A pandas frame that grows."""

    def _piece(self, rows: Rows) -> pd.DataFrame:
        return data_frame(rows, self._plan, self._options, first_row=self._count)

    def _joined(self) -> pd.DataFrame:
        import pandas  # noqa: PLC0415 - it has made the pieces already

        whole = pandas.concat(self._made, ignore_index=True)
        declared = self._made[0].columns[: len(self._plan.columns)]
        return whole[[*declared, *(name for name in whole.columns if name not in set(declared))]]


class GrowingTable(_Growing):
    """An Arrow table that grows."""

    def _piece(self, rows: Rows) -> pa.Table:
        return arrow_table(rows, self._plan, self._options, first_row=self._count)

    def _joined(self) -> pa.Table:
        library = pyarrow()
        known = set(arrow_schema(self._plan, self._options).names)
        types: dict[str, set[Any]] = {}
        for table in self._made:
            for field in table.schema:
                if not library.types.is_null(field.type):
                    types.setdefault(field.name, set()).add(field.type)
        mixed = {name for name, found in types.items() if len(found) > 1 and name not in known}
        pieces = [_as_text(library, table, mixed) for table in self._made]
        return library.concat_tables(pieces, promote_options="default")


def _as_text(library: Any, table: pa.Table, names: set[str]) -> pa.Table:  # noqa: ANN401 - the module
    """Columns of which each piece was guessed differently, as JSON text."""
    for index, name in enumerate(table.schema.names):
        if name in names:
            texts = [None if value is None else json_text(value) for value in table.column(index).to_pylist()]
            table = table.set_column(index, name, library.array(texts, library.string()))
    return table
