"""The records of all pages as one table: a frame, an Arrow table, or Parquet files that grow page by page.

`Pages` and `AsyncPages` have these methods from here. What each page holds goes into columns at once, so that what is
in memory is the table, never the pages it came from.
"""

from __future__ import annotations

import asyncio
import hashlib
import json
from abc import abstractmethod
from collections.abc import AsyncIterator, Iterator, Mapping
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, Self

from apiref_nb.client.page_source import PageSource
from apiref_nb.client.reply import Reply
from apiref_nb.client.settings import count
from apiref_nb.client.tables import declared_columns
from apiref_nb.errors import MismatchError, RecordsError, ShapeError
from apiref_nb.frames import ColumnPlan, TableOptions
from apiref_nb.frames.growing import GrowingFrame, GrowingTable
from apiref_nb.frames.parquet_folder import KeptRows, ParquetFolder
from apiref_nb.frames.table_options import Unit
from apiref_nb.model.media_types import is_stream
from apiref_nb.paging.json_path import at
from apiref_nb.text.invisible_characters import visible_line
from apiref_nb.text.quoting import short
from apiref_nb.transport.json_values import json_value

if TYPE_CHECKING:
    import pandas as pd  # type: ignore[import-untyped] # its stubs are a package of their own
    import pyarrow as pa  # type: ignore[import-untyped] # it has no types of its own

Choice = Literal["raise", "text"]


class PageTables(PageSource):
    """What tables of all pages share, waited for or awaited."""

    def _table_options(self, typed: bool, on_mismatch: Choice, unit: Unit) -> TableOptions:
        return TableOptions(typed, on_mismatch, unit, label=visible_line(self.operation.key))

    def _columns(self) -> ColumnPlan:
        return declared_columns(self.operation, self.records_path)

    def _objects(self, reply: Reply, plan: ColumnPlan) -> list[Mapping[str, Any]]:
        """The records of the page that was handed out last, each an object.

        Raises:
            RecordsError: one of them is none.
        """
        rows = self.records(reply)
        if any(type(row) is not dict for row in rows):
            other = next(row for row in rows if type(row) is not dict)
            raise RecordsError(f"{visible_line(self.operation.key)}: a record must be an object (got {short(other)})")
        if plan.has_decimals and rows and self.records_path is not None and not is_stream(reply.media_type):
            # What a column of decimal numbers holds is read as it is written: a float of Python's would lose digits.
            whole: Any = at(json_value(reply.content, decimals=True), self.records_path)
            rows = whole[self._page_skip : self._page_skip + len(rows)]
        return rows

    def _folder(self, folder: str | Path, rows_per_part: int, options: TableOptions) -> ParquetFolder:
        if count("rows_per_part", rows_per_part) < 1:
            raise ShapeError("rows_per_part", "must be a whole number above 0", short(rows_per_part))
        return ParquetFolder(
            Path(folder), self._identity(options), self._columns(), options, rows_per_part=rows_per_part
        )

    def _identity(self, options: TableOptions) -> str:
        """What tells these rows from others: the first request without credentials, and how it pages."""
        plan, _ = self._requests.prepared(None)
        body = hashlib.sha256(plan.data or b"").hexdigest()
        said = [plan.method, plan.url(), [list(pair) for pair in plan.headers], body, self.paging.kind]
        return json.dumps([*said, self.paging.parameter, self.records_path, options.on_mismatch, options.unit])

    def _behind(self, kept: ParquetFolder, *, resume: bool) -> Self:
        """The pages that the folder does not hold yet.

        Raises:
            RecordsError: it holds some, and they are not to be gone on from.
        """
        if not kept.begun:
            return self
        if not resume:
            where = kept.summary.folder
            raise RecordsError(f"{where}: holds rows already; resume=True goes on behind them, or name another folder")
        return type(self)(self._call, self._requests.given, replace(self.options, start=kept.state))

    def _masked(self, fault: RecordsError) -> RecordsError:
        words = self._call.session.credentials.masked(str(fault))
        return MismatchError(words, fault.mismatches) if isinstance(fault, MismatchError) else RecordsError(words)


class WaitedTables(PageTables, Iterator[Reply]):
    """Tables of pages that are waited for."""

    @abstractmethod
    def close(self) -> None:
        """Ask for nothing more."""

    def frame(self, *, typed: bool = True, on_mismatch: Choice = "raise", unit: Unit = "ns") -> pd.DataFrame:
        """Return the records of all pages as one pandas frame, with the columns of `Reply.frame`.

        Args:
            typed: types from the document; False lets pandas guess them from the values.
            on_mismatch: "raise" tells the values that are not of their column's type, with row and column; "text" keeps
                them as JSON text in a last column, `_as_sent`.
            unit: of date-times: "ns" reaches from 1677 to 2262, "us" over all years of a date.

        Raises:
            RecordsError: the records are not known, are no objects, or pandas is not installed.
            MismatchError: values are not of the types that the document declares.
        """
        plan = self._columns()
        growing = GrowingFrame(plan, self._table_options(typed, on_mismatch, unit))
        return self.grown(growing, plan)

    def arrow(self, *, typed: bool = True, on_mismatch: Choice = "raise", unit: Unit = "ns") -> pa.Table:
        """Return the records of all pages as one Arrow table, with the schema of `Reply.arrow`.

        Args:
            typed: see `frame`.
            on_mismatch: see `frame`.
            unit: see `frame`.

        Raises:
            RecordsError: the records are not known, are no objects, or pyarrow is not installed.
            MismatchError: values are not of the types that the document declares.
        """
        plan = self._columns()
        return self.grown(GrowingTable(plan, self._table_options(typed, on_mismatch, unit)), plan)

    def grown(self, growing: GrowingFrame | GrowingTable, plan: ColumnPlan) -> Any:  # noqa: ANN401 - a frame or table
        """Return a table after it has grown by all pages.

        Args:
            growing: takes the rows.
            plan: its columns.

        Raises:
            RecordsError: the records are not known, or are no objects; also where values do not fit.
        """
        try:
            for reply in self:
                growing.add(self._objects(reply, plan))
            return growing.whole()
        except RecordsError as fault:
            raise self._masked(fault) from None
        except RecursionError:
            raise RecordsError("the records are nested too deep for a table") from None

    def to_parquet(
        self,
        folder: str | Path,
        *,
        resume: bool = True,
        on_mismatch: Choice = "raise",
        unit: Unit = "ns",
        rows_per_part: int = 100_000,
    ) -> KeptRows:
        """Write the records of all pages as Parquet files into a folder, and return what stands there.

        Each part is whole or not there, and a manifest beside them says where the pages go on. Killed at any moment and
        called again with the same arguments it goes on behind the last part. What the document does not name stands in
        a last column, `_more`, as JSON text.

        Args:
            folder: for these rows alone; made where it is not there.
            resume: False refuses a folder that holds rows already.
            on_mismatch: see `frame`.
            unit: see `frame`.
            rows_per_part: rows after which a file is ended, at the end of a page.

        Raises:
            RecordsError: the folder holds rows of another request or other files, or pyarrow is not installed.
            MismatchError: values are not of the types that the document declares; the parts so far stay.
            OSError: the folder cannot be written.
        """
        options = self._table_options(typed=True, on_mismatch=on_mismatch, unit=unit)
        plan = self._columns()
        try:
            with self._folder(folder, rows_per_part, options) as kept:
                if not kept.complete:
                    pages = self._behind(kept, resume=resume)
                    with closing(pages):
                        for reply in pages:
                            kept.add(pages._objects(reply, plan), pages.resume_state())
                    kept.finish(pages.resume_state(), complete=pages.complete, stopped=pages.stopped)
                return kept.summary
        except RecordsError as fault:
            raise self._masked(fault) from None
        except RecursionError:
            raise RecordsError("the records are nested too deep for a table") from None


class AwaitedTables(PageTables, AsyncIterator[Reply]):
    """Tables of pages that are awaited."""

    @abstractmethod
    async def close(self) -> None:
        """Ask for nothing more."""

    async def frame(self, *, typed: bool = True, on_mismatch: Choice = "raise", unit: Unit = "ns") -> pd.DataFrame:
        """Return the records of all pages as one pandas frame, awaited; see `WaitedTables.frame`."""
        plan = self._columns()
        return await self._grown(GrowingFrame(plan, self._table_options(typed, on_mismatch, unit)), plan)

    async def arrow(self, *, typed: bool = True, on_mismatch: Choice = "raise", unit: Unit = "ns") -> pa.Table:
        """Return the records of all pages as one Arrow table, awaited; options: see `WaitedTables.frame`."""
        plan = self._columns()
        return await self._grown(GrowingTable(plan, self._table_options(typed, on_mismatch, unit)), plan)

    async def _grown(self, growing: GrowingFrame | GrowingTable, plan: ColumnPlan) -> Any:  # noqa: ANN401 - as above
        try:
            async for reply in self:
                growing.add(self._objects(reply, plan))
            return growing.whole()
        except RecordsError as fault:
            raise self._masked(fault) from None
        except RecursionError:
            raise RecordsError("the records are nested too deep for a table") from None

    async def to_parquet(
        self,
        folder: str | Path,
        *,
        resume: bool = True,
        on_mismatch: Choice = "raise",
        unit: Unit = "ns",
        rows_per_part: int = 100_000,
    ) -> KeptRows:
        """Write the records of all pages as Parquet files, awaited.

        Arguments: see `WaitedTables.to_parquet`; types: see `WaitedTables.frame`.
        """
        options = self._table_options(typed=True, on_mismatch=on_mismatch, unit=unit)
        plan = self._columns()
        try:
            with self._folder(folder, rows_per_part, options) as kept:
                if not kept.complete:
                    pages = self._behind(kept, resume=resume)
                    try:
                        async for reply in pages:
                            rows = pages._objects(reply, plan)
                            await asyncio.to_thread(kept.add, rows, pages.resume_state())
                    finally:
                        await pages.close()
                    kept.finish(pages.resume_state(), complete=pages.complete, stopped=pages.stopped)
                return kept.summary
        except RecordsError as fault:
            raise self._masked(fault) from None
        except RecursionError:
            raise RecordsError("the records are nested too deep for a table") from None
