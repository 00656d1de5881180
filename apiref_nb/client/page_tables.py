"""The records of all pages as one table: a frame, an Arrow table, or Parquet files that grow page by page.

`Pages` and `AsyncPages` wait for what is written here, or await it. What each page holds goes into columns at once, so
that what is in memory is the table, never the pages it came from.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any, Literal, Self

from apiref_nb.client.page_fetching import PageFetching
from apiref_nb.client.reply import Reply
from apiref_nb.client.settings import count
from apiref_nb.client.tables import declared_columns, table_faults
from apiref_nb.errors import RecordsError
from apiref_nb.frames import ColumnPlan, TableOptions
from apiref_nb.frames.growing import GrowingFrame, GrowingTable
from apiref_nb.frames.parquet_folder import KeptRows, ParquetFolder
from apiref_nb.frames.table_options import Unit
from apiref_nb.model.media_types import is_stream
from apiref_nb.paging.json_path import at
from apiref_nb.text.invisible_characters import visible_line
from apiref_nb.text.quoting import short
from apiref_nb.transport.json_values import json_value

Choice = Literal["raise", "text"]


class PageTables(PageFetching):
    """Tables of all pages."""

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

    def _folder(self, folder: str | Path, on_mismatch: Choice, unit: Unit, rows_per_part: int) -> ParquetFolder:
        options = self._table_options(typed=True, on_mismatch=on_mismatch, unit=unit)
        rows = count("rows_per_part", rows_per_part, 1)
        return ParquetFolder(Path(folder), self._identity(options), self._columns(), options, rows_per_part=rows)

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

    async def _table(
        self, kind: type[GrowingFrame | GrowingTable], typed: bool, on_mismatch: Choice, unit: Unit
    ) -> Any:  # noqa: ANN401 - a frame or table
        plan = self._columns()
        return await self._grown(kind(plan, self._table_options(typed, on_mismatch, unit)), plan)

    async def _grown(self, growing: GrowingFrame | GrowingTable, plan: ColumnPlan) -> Any:  # noqa: ANN401 - a frame or table
        """A table after it has grown by all pages."""
        with table_faults(self.credentials.masked):
            while (reply := await self._next()) is not None:
                growing.add(self._objects(reply, plan))
            return growing.whole()

    async def _kept(self, kept: ParquetFolder, *, resume: bool) -> KeptRows:
        """What stands in a folder after the rows of all pages were written into it."""
        plan = self._columns()
        with table_faults(self.credentials.masked), kept:
            if not kept.complete:
                pages = self._behind(kept, resume=resume)
                try:
                    while (reply := await pages._next()) is not None:
                        await self._way.worked(kept.add, pages._objects(reply, plan), pages.resume_state())
                finally:
                    await pages._end()
                kept.finish(pages.resume_state(), complete=pages.complete, stopped=pages.stopped)
            return kept.summary
