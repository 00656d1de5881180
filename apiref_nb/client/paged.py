"""`Pages` and `AsyncPages`: the replies of an operation over all of its pages, waited for or awaited, in order.

Made by `client.list_pets.pages(…)`. What both do is written once, in `page_source` (where they are), `page_fetching`
and `page_tables`; here stands how it is waited for.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextvars import copy_context
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self

from apiref_nb.client.page_requests import Steps
from apiref_nb.client.page_tables import Choice, PageTables
from apiref_nb.client.reply import Reply
from apiref_nb.frames import ColumnPlan
from apiref_nb.frames.growing import GrowingFrame, GrowingTable
from apiref_nb.frames.parquet_folder import KeptRows
from apiref_nb.frames.table_options import Unit
from apiref_nb.transport.ways import AWAITING, WAITING, waited

if TYPE_CHECKING:
    import pandas as pd  # type: ignore[import-untyped] # its stubs are a package of their own
    import pyarrow as pa  # type: ignore[import-untyped] # it has no types of its own


class Pages(PageTables, Iterator[Reply]):
    """The replies of an operation, page after page. Made by `client.list_pets.pages(…)`.

    An error leaves it where it was: asking on asks for the same page again.
    """

    _way = WAITING
    _pool: ThreadPoolExecutor | None = None

    def __iter__(self) -> Self:
        return self

    def __next__(self) -> Reply:
        reply = waited(self._next())
        if reply is None:
            raise StopIteration
        return reply

    def rows(self) -> Iterator[Any]:
        """Return an iterator over the records of all pages, as JSON values.

        Raises:
            RecordsError: where the records stand is not known; `records=` says it.
        """
        for reply in self:
            yield from self._given_out(self.records(reply))

    def close(self) -> None:
        """Ask for nothing more: pages that are on their way are dropped."""
        waited(self._end())

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
        return waited(self._table(GrowingFrame, typed, on_mismatch, unit))

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
        return waited(self._table(GrowingTable, typed, on_mismatch, unit))

    def grown(self, growing: GrowingFrame | GrowingTable, plan: ColumnPlan) -> Any:  # noqa: ANN401 - a frame or table
        """Return a table after it has grown by all pages.

        Args:
            growing: takes the rows.
            plan: its columns.

        Raises:
            RecordsError: the records are not known, or are no objects; also where values do not fit.
        """
        return waited(self._grown(growing, plan))

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
        return waited(self._kept(self._folder(folder, on_mismatch, unit, rows_per_part), resume=resume))

    def _begin(self, steps: Steps) -> Future[Reply]:
        if self._pool is None:
            self._pool = ThreadPoolExecutor(self.options.concurrency, "apiref-nb-pages")
        return self._pool.submit(copy_context().run, lambda: waited(self._run(steps)))

    async def _result(self, running: Future[Reply]) -> Reply:
        return running.result()

    async def _end(self) -> None:
        self._close_bar()
        if self._pool is not None:
            self._pool.shutdown(wait=False, cancel_futures=True)
            self._pool = None
            self._running.clear()


class AsyncPages(PageTables, AsyncIterator[Reply]):
    """The replies of an operation, page after page, awaited: `async for reply in client.aio.list_pets.pages(…)`.

    An error leaves it where it was: asking on asks for the same page again.
    """

    _way = AWAITING

    def __aiter__(self) -> Self:
        return self

    async def __anext__(self) -> Reply:
        reply = await self._next()
        if reply is None:
            raise StopAsyncIteration
        return reply

    async def rows(self) -> AsyncIterator[Any]:
        """Return an iterator over the records of all pages, as JSON values.

        Raises:
            RecordsError: where the records stand is not known; `records=` says it.
        """
        async for reply in self:
            for record in self._given_out(self.records(reply)):
                yield record

    async def close(self) -> None:
        """Ask for nothing more: pages that are on their way are dropped."""
        await self._end()

    async def frame(self, *, typed: bool = True, on_mismatch: Choice = "raise", unit: Unit = "ns") -> pd.DataFrame:
        """Return the records of all pages as one pandas frame, awaited; see `Pages.frame`."""
        return await self._table(GrowingFrame, typed, on_mismatch, unit)

    async def arrow(self, *, typed: bool = True, on_mismatch: Choice = "raise", unit: Unit = "ns") -> pa.Table:
        """Return the records of all pages as one Arrow table, awaited; options: see `Pages.frame`."""
        return await self._table(GrowingTable, typed, on_mismatch, unit)

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

        Arguments: see `Pages.to_parquet`; types: see `Pages.frame`.
        """
        return await self._kept(self._folder(folder, on_mismatch, unit, rows_per_part), resume=resume)

    def _begin(self, steps: Steps) -> asyncio.Task[Reply]:
        return asyncio.create_task(self._run(steps))

    async def _result(self, running: asyncio.Task[Reply]) -> Reply:
        return await running

    async def _end(self) -> None:
        self._close_bar()
        running = [*self._running.values()]
        self._running.clear()
        for task in running:
            task.cancel()
        await asyncio.gather(*running, return_exceptions=True)
