"""`Partitions`: one operation over the product of given values, each combination a plan of its own.

Made by `client.pages(operation, over=…)`. In this kernel threads carry the plans out with the client itself; `dask()`
makes a dask frame of them, whose workers make clients of their own. What fails is tried again, and named.
"""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import AbstractContextManager
from contextvars import copy_context
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any, TypeVar

from apiref_nb.client.calls import OperationCall
from apiref_nb.client.limits import PARTITIONS
from apiref_nb.client.page_tables import Choice
from apiref_nb.client.paged import Pages
from apiref_nb.client.partition_plans import (
    CredentialSource,
    PartitionPlan,
    check_source,
    digest,
    packed_document,
    products,
    unpacked_document,
)
from apiref_nb.client.session import Session
from apiref_nb.client.settings import count
from apiref_nb.client.tables import declared_columns
from apiref_nb.errors import ApirefError, PartitionError, RecordsError, RequestError, ShapeError, StatusError
from apiref_nb.frames import ColumnPlan, GrowingFrame, GrowingTable, TableOptions, data_frame
from apiref_nb.frames.table_options import Unit
from apiref_nb.schemas.formats import FORMATS
from apiref_nb.text.invisible_characters import visible_line
from apiref_nb.text.quoting import short

if TYPE_CHECKING:
    import dask.dataframe as dd
    import pandas as pd  # type: ignore[import-untyped] # its stubs are a package of their own
    import pyarrow as pa  # type: ignore[import-untyped] # it has no types of its own


_PASSING = frozenset({408, 425, 429, 500, 502, 503, 504})
"""Statuses that another try may not meet."""

_Made = TypeVar("_Made")


OpenCalls = Callable[[bytes, PartitionPlan, CredentialSource], AbstractContextManager[OperationCall]]
"""(document, plan, where credentials come from) -> the callable, in whatever process, for the time of a block; a
function of a module."""


@dataclass(frozen=True, slots=True, repr=False, eq=False)
class Partitions:
    """The pages of an operation over the product of given values."""

    plans: tuple[PartitionPlan, ...]
    """One for each combination, the last argument changing fastest; small, picklable, without credentials."""
    _call: OperationCall
    """The callable of the client in this kernel."""
    _columns: ColumnPlan
    """What the document declares for a record."""
    _label: str
    """The operation, for messages."""
    _document: bytes
    """What a worker needs of the document, packed."""
    _open_calls: OpenCalls
    """Makes the callable in a worker."""
    _retries: int
    """How often a partition that failed is tried again."""

    def __len__(self) -> int:
        return len(self.plans)

    def __repr__(self) -> str:
        return f"Partitions({self._label}, {len(self.plans):,})"

    def rows(self, *, workers: int = 4) -> Iterator[Any]:
        """Yield the records of all partitions in their order, each asked for while those before it are read.

        Args:
            workers: partitions that are asked for at the same time.

        Raises:
            PartitionError: a partition failed again and again; the message names it.
        """
        for found in self._each(lambda pages: list(pages.rows()), _threads(workers)):
            if isinstance(found, _Failed):
                raise _partition_error(self._label, [found], len(self.plans))
            yield from found

    def frame(self, *, workers: int = 4, on_mismatch: Choice = "raise", unit: Unit = "ns") -> pd.DataFrame:
        """Return the records of all partitions as one pandas frame, with the columns of `Reply.frame`.

        Args:
            workers: partitions that are asked for at the same time.
            on_mismatch: "raise" tells the values that are not of their column's type; "text" keeps them as JSON text in
                a last column, `_as_sent`.
            unit: of date-times: "ns" reaches from 1677 to 2262, "us" over all years of a date.

        Raises:
            PartitionError: partitions failed again and again; the message names them.
            RecordsError: pandas is not installed.
        """
        options = TableOptions(on_mismatch=on_mismatch, unit=unit, label=self._label)
        whole = GrowingFrame(self._columns, options)
        return self._grown(lambda pages: pages.frame(on_mismatch=on_mismatch, unit=unit), whole, workers)

    def arrow(self, *, workers: int = 4, on_mismatch: Choice = "raise", unit: Unit = "ns") -> pa.Table:
        """Return the records of all partitions as one Arrow table, with the schema of `Reply.arrow`.

        Args:
            workers: partitions that are asked for at the same time.
            on_mismatch: see `frame`.
            unit: see `frame`.

        Raises:
            PartitionError: partitions failed again and again; the message names them.
            RecordsError: pyarrow is not installed.
        """
        options = TableOptions(on_mismatch=on_mismatch, unit=unit, label=self._label)
        whole = GrowingTable(self._columns, options)
        return self._grown(lambda pages: pages.arrow(on_mismatch=on_mismatch, unit=unit), whole, workers)

    def dask(
        self, *, credentials: CredentialSource = "environment", on_mismatch: Choice = "raise", unit: Unit = "ns"
    ) -> dd.DataFrame:
        """Return a dask frame with one partition for each combination; nothing is sent before it is computed.

        Its columns are known beforehand, from the document. A worker makes a client of its own; what the document does
        not name stands in a last column, `_more`, as JSON text.

        Args:
            credentials: "environment" for the variables of the worker (`APIREF_TOKEN` and so on), a function of a
                module that returns arguments of `Client`, called in the worker, or None. Never a value: it would stand
                in the graph.
            on_mismatch: see `frame`.
            unit: see `frame`.

        Raises:
            ShapeError: the credentials are a value.
            RecordsError: the document does not describe the records, or dask is not installed.
        """
        check_source(credentials)
        if not self._columns.declared:
            raise RecordsError(
                f"{self._label}: the document does not describe the records, so their columns are not known"
            )
        options = TableOptions(on_mismatch=on_mismatch, unit=unit, settled=True, label=self._label)
        fetch = partial(
            partition_frame, document=self._document, open_calls=self._open_calls, credentials=credentials,
            record=self._columns, options=options, retries=self._retries,
        )  # fmt: skip
        dask, dataframe = _dask()
        # Lists, decimals and what the document leaves open are objects, and stay what they are.
        with dask.config.set({"dataframe.convert-string": False}):
            meta = data_frame([], self._columns, options)
            found: dd.DataFrame = dataframe.from_map(fetch, list(self.plans), meta=meta, label="pages")
            return found

    def _grown(self, make: Callable[[Pages], Any], whole: GrowingFrame | GrowingTable, workers: int) -> Any:  # noqa: ANN401 - what grew
        failed: list[_Failed] = []
        for found in self._each(make, _threads(workers)):
            if isinstance(found, _Failed):
                failed.append(found)
            else:
                whole.put(found)
        if failed:
            raise _partition_error(self._label, failed, len(self.plans))
        return whole.whole()

    def _each(self, make: Callable[[Pages], _Made], workers: int) -> Iterator[_Made | _Failed]:
        """What is made of the pages of each partition, in order; at most a few are held at the same time."""
        waiting = iter(self.plans)
        running: deque[Future[_Made | _Failed]] = deque()
        ended = threading.Event()
        pool = ThreadPoolExecutor(workers, "apiref-nb-partitions")
        try:
            while True:
                while len(running) < 2 * workers and (plan := next(waiting, None)) is not None:
                    work = partial(_tried, self._call, plan, make, self._retries, ended)
                    running.append(pool.submit(copy_context().run, work))
                if not running:
                    return
                yield running.popleft().result()
        finally:
            # Who is interrupted, or reads no further, does not wait: each thread ends with the page it has asked for.
            ended.set()
            pool.shutdown(wait=False, cancel_futures=True)


def partitions(
    call: OperationCall,
    session: Session,
    over: object,
    arguments: Mapping[str, Any],
    *,
    retries: int,
    open_calls: OpenCalls,
) -> Partitions:
    """Return the partitions of a call.

    Args:
        call: the operation's callable.
        session: what its client shares.
        over: argument -> the values that it takes.
        arguments: those that all partitions share, and options of `pages()`.
        retries: how often a partition that failed is tried again.
        open_calls: makes the callable in a worker.

    Raises:
        ShapeError: an argument has the wrong shape.
        PagingError: the document does not say how the operation pages.
        RequestError: there is no address, or the document is not at hand.
    """
    count("retries", retries)
    operation = call.operation
    document = packed_document(session.api, operation)
    limits = session.limits
    settings = (
        ("timeout_seconds", limits.timeout_seconds), ("limit_bytes", limits.body_bytes), ("retries", limits.retries),
        ("check", session.check.on), ("ignore_formats", tuple(sorted(FORMATS - session.check.formats))),
        *(session.recording.arguments if session.recording is not None else ()),
    )  # fmt: skip
    address = session.address(operation)
    session.authorization(operation, address)  # raises where credentials would go elsewhere
    shared_arguments = tuple(arguments.items())
    made = tuple(
        PartitionPlan(operation.key, values, shared_arguments, address, digest(document), settings)
        for values in products(over)
    )
    columns = ColumnPlan()
    for plan in made:
        pages = call.pages(**plan.call)  # every plan is held against the document before the first is carried out
        columns = columns if columns.declared else declared_columns(operation, pages.records_path)
    label = visible_line(operation.key)
    return Partitions(made, call, columns, label, document, open_calls, retries)


def partition_frame(
    plan: PartitionPlan,
    *,
    document: bytes,
    open_calls: OpenCalls,
    credentials: CredentialSource,
    record: ColumnPlan,
    options: TableOptions,
    retries: int,
) -> pd.DataFrame:
    """Return the frame of one partition, in whatever process.

    Args:
        plan: which.
        document: what a worker needs of the document, packed.
        open_calls: makes the callable here.
        credentials: where they come from.
        record: columns of every partition; dask takes the name `columns` for a choice among them.
        options: types, units, and what becomes of values that do not fit.
        retries: how often it is tried again.

    Raises:
        PartitionError: it failed again and again.
    """

    def made(pages: Pages) -> pd.DataFrame:
        return pages.grown(GrowingFrame(record, options), record)

    with open_calls(unpacked_document(document, plan), plan, credentials) as call:
        found = _tried(call, plan, made, retries, threading.Event())
    if isinstance(found, _Failed):
        raise _partition_error(options.label, [found], 1)
    return found


@dataclass(frozen=True, slots=True)
class _Failed:
    """A partition that was given up."""

    plan: PartitionPlan
    words: str
    attempts: int


def _tried(
    call: OperationCall, plan: PartitionPlan, make: Callable[[Pages], _Made], retries: int, ended: threading.Event
) -> _Made | _Failed:
    """What is made of the pages of a plan; they end, and nobody reads what was made, once the event is set."""
    pause = PARTITIONS.first_pause_seconds
    attempt = 1
    while True:
        try:
            return make(call.pages(**plan.call).until(ended))
        except ApirefError as fault:
            passing = isinstance(fault, RequestError) or (isinstance(fault, StatusError) and fault.status in _PASSING)
            if not passing or attempt > retries or ended.wait(pause):
                return _Failed(plan, str(fault), attempt)
        pause *= 2
        attempt += 1


def _partition_error(label: str, failed: list[_Failed], total: int) -> PartitionError:
    told = "; ".join(_given_up(one, label) for one in failed[: PARTITIONS.max_named])
    more = f"; and {len(failed) - PARTITIONS.max_named:,} more" if len(failed) > PARTITIONS.max_named else ""
    words = f"{label}: {len(failed):,} of {total:,} partitions failed: {told}{more}"
    return PartitionError(words, tuple(one.plan.values for one in failed))


def _given_up(failed: _Failed, label: str) -> str:
    tries = f"{failed.attempts} attempt{'s' if failed.attempts > 1 else ''}"
    return f"{failed.plan.label.removeprefix(label).strip()} after {tries}: {failed.words}"


def _threads(workers: int) -> int:
    if not 1 <= count("workers", workers) <= PARTITIONS.max_workers:
        raise ShapeError("workers", f"must be 1 to {PARTITIONS.max_workers}", short(workers))
    return workers


def _dask() -> tuple[Any, Any]:
    try:
        import dask  # noqa: PLC0415 - optional, and slow to import
        from dask import dataframe  # noqa: PLC0415 - as above
    except ImportError:
        raise RecordsError("dask() needs dask: pip install 'dask[dataframe]', or apiref-nb[dask]") from None
    return dask, dataframe
