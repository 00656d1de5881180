"""`Pages` and `AsyncPages`: the replies of an operation over all of its pages, waited for or awaited, in order.

Made by `client.list_pets.pages(…)`. `PageSource` knows where they are and what comes next; here the requests are sent,
one after another, or several at the same time where pages have numbers.
"""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import AsyncIterator, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextvars import copy_context
from typing import Any, Self

from apiref_nb.client.page_requests import Steps
from apiref_nb.client.page_tables import AwaitedTables, WaitedTables
from apiref_nb.client.reply import Reply


class Pages(WaitedTables):
    """The replies of an operation, page after page. Made by `client.list_pets.pages(…)`.

    An error leaves it where it was: asking on asks for the same page again.
    """

    _pool: ThreadPoolExecutor | None = None

    def __iter__(self) -> Self:
        return self

    def __next__(self) -> Reply:
        while not self._over():
            reply = self._fetched()
            if self._taken(reply):
                return reply
        self.close()
        raise StopIteration

    def rows(self) -> Iterator[Any]:
        """Return an iterator over the records of all pages, as JSON values.

        Raises:
            RecordsError: where the records stand is not known; `records=` says it.
        """
        for reply in self:
            yield from self._given_out(self.records(reply))

    def close(self) -> None:
        """Ask for nothing more: pages that are on their way are dropped."""
        self._close_bar()
        if self._pool is not None:
            self._pool.shutdown(wait=False, cancel_futures=True)
            self._pool = None
            self._running().clear()

    def _fetched(self) -> Reply:
        if self.options.concurrency < 2:
            return self._run(self._steps(self._walk.at))
        wanted = {json.dumps(at): at for at in self._wanted()}
        running = self._running()
        for key in [key for key in running if key not in wanted]:
            running.pop(key).cancel()
        if self._pool is None:
            self._pool = ThreadPoolExecutor(self.options.concurrency, "apiref-nb-pages")
        for key, at in wanted.items():
            if key not in running:
                running[key] = self._pool.submit(copy_context().run, self._run, self._steps(at))
        return running.pop(next(iter(wanted))).result()

    def _running(self) -> dict[str, Future[Reply]]:
        """What a page is asked by, as JSON -> its answer, of those that are on their way."""
        found: dict[str, Future[Reply]] = self.__dict__.setdefault("_futures", {})
        return found

    def _run(self, steps: Steps) -> Reply:
        session = self._call.session
        try:
            step = next(steps)
            while True:
                if isinstance(step, float):
                    time.sleep(step)
                    step = next(steps)
                else:
                    step = steps.send(session.send(*step))
        except StopIteration as done:
            reply: Reply = done.value
            return reply


class AsyncPages(AwaitedTables):
    """The replies of an operation, page after page, awaited: `async for reply in client.aio.list_pets.pages(…)`.

    An error leaves it where it was: asking on asks for the same page again.
    """

    def __aiter__(self) -> Self:
        return self

    async def __anext__(self) -> Reply:
        while not self._over():
            reply = await self._fetched()
            if self._taken(reply):
                return reply
        await self.close()
        raise StopAsyncIteration

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
        self._close_bar()
        running = self._running()
        for task in running.values():
            task.cancel()
        await asyncio.gather(*running.values(), return_exceptions=True)
        running.clear()

    async def _fetched(self) -> Reply:
        if self.options.concurrency < 2:
            return await self._run(self._steps(self._walk.at))
        wanted = {json.dumps(at): at for at in self._wanted()}
        running = self._running()
        for key in [key for key in running if key not in wanted]:
            running.pop(key).cancel()
        for key, at in wanted.items():
            if key not in running:
                running[key] = asyncio.create_task(self._run(self._steps(at)))
        return await running.pop(next(iter(wanted)))

    def _running(self) -> dict[str, asyncio.Task[Reply]]:
        """As in `Pages`."""
        found: dict[str, asyncio.Task[Reply]] = self.__dict__.setdefault("_tasks", {})
        return found

    async def _run(self, steps: Steps) -> Reply:
        session = self._call.session
        # A coroutine cannot let StopIteration through, so the reply is told from a step by its type.
        outcome: Any = None
        while True:
            step = _next(steps, outcome)
            if isinstance(step, Reply):
                return step
            if isinstance(step, float):
                await asyncio.sleep(step)
                outcome = None
            else:
                outcome = await session.send_async(*step)


def _next(steps: Steps, outcome: Any) -> Any:  # noqa: ANN401 - a step, or the reply that counts
    try:
        return steps.send(outcome)
    except StopIteration as done:
        return done.value
