"""Work on many items in processes of their own, where a process that dies loses the item that it works on and no other.

In: a function, items, and what stands for the result of an item whose process died. Out: results in the order of the
items. `concurrent.futures` gives up all items when one process dies, and cannot say which of them was to blame.
"""

from __future__ import annotations

import signal
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from multiprocessing import get_context
from multiprocessing.connection import Connection, wait
from multiprocessing.context import SpawnProcess
from typing import Any, Generic, TypeVar, cast

Item = TypeVar("Item")
Result = TypeVar("Result")


def results_of(
    work: Callable[[Item], Result],
    items: Sequence[Item],
    *,
    jobs: int,
    died: Callable[[Item, int], Result],
) -> Iterator[Result]:
    """Yield what `work` returns for each item, in the order of the items.

    Args:
        work: a function of a module, for it is called in processes that are started anew; items and results travel.
        items: what it is called with.
        jobs: how many processes work at a time.
        died: (item, exit code of the process, negative for the number of a signal) -> what stands for the result.
    """
    pool = _WorkerPool(work, items, died)
    try:
        yield from pool.results(jobs)
    finally:
        pool.end()


@dataclass(frozen=True, slots=True)
class _Worker:
    process: SpawnProcess
    number: int
    """Index of the item that it works on."""


class _WorkerPool(Generic[Item, Result]):
    """The pool of processes; each works on one item at a time."""

    def __init__(
        self, work: Callable[[Item], Result], items: Sequence[Item], died: Callable[[Item, int], Result]
    ) -> None:
        self._work = work
        self._items = items
        self._died = died
        self._waiting = deque(range(len(items)))
        self._busy: dict[Connection, _Worker] = {}
        self._context = get_context("spawn")

    def results(self, jobs: int) -> Iterator[Result]:
        found: dict[int, Result] = {}
        following = 0
        while following < len(self._items):
            while self._waiting and len(self._busy) < jobs:
                self._start_worker()
            for ready in wait([*self._busy]):
                number, result = self._receive(cast("Connection", ready))
                found[number] = result
            while following in found:
                yield found.pop(following)
                following += 1

    def _start_worker(self) -> None:
        ours, theirs = self._context.Pipe()
        process = self._context.Process(target=_serve, args=(self._work, theirs), daemon=True)
        process.start()
        # Only the process itself holds its end now, so that its death shows here as the end of the stream.
        theirs.close()
        self._assign(ours, process)

    def _assign(self, ours: Connection, process: SpawnProcess) -> None:
        number = self._waiting.popleft()
        self._busy[ours] = _Worker(process, number)
        try:
            ours.send(self._items[number])
        except OSError:
            return  # it is dead already, which `_receive` notices

    def _receive(self, ours: Connection) -> tuple[int, Result]:
        worker = self._busy.pop(ours)
        try:
            result: Result = ours.recv()
        except (EOFError, OSError):
            ours.close()
            worker.process.join()
            return worker.number, self._died(self._items[worker.number], worker.process.exitcode or 0)
        if self._waiting:
            self._assign(ours, worker.process)
        else:
            ours.close()  # which ends the process
            worker.process.join()
        return worker.number, result

    def end(self) -> None:
        """End those that still work: the caller wants no more results."""
        for connection, worker in self._busy.items():
            worker.process.terminate()
            worker.process.join()
            connection.close()


def _serve(work: Callable[[Any], Any], connection: Connection) -> None:
    """Work on each item that arrives, until the connection is closed."""
    # An interrupt from the keyboard reaches all processes; the first one alone decides what becomes of the others.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    with connection:
        while True:
            try:
                item = connection.recv()
            except EOFError:
                return
            connection.send(work(item))


def how_it_ended(exit_code: int) -> str:
    """Return how a process ended, as the end of a sentence."""
    if exit_code >= 0:
        return f"ended with exit code {exit_code}"
    try:
        return f"was ended by {signal.Signals(-exit_code).name}"
    except ValueError:
        return f"was ended by signal {-exit_code}"
