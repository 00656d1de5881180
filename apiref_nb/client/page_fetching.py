"""How pages are asked for: one after another, or several at the same time where pages have numbers.

`PageSource` knows what comes next; `paged` says how it is waited for.
"""

from __future__ import annotations

import json
from abc import abstractmethod
from typing import Any

from apiref_nb.client.course import driven
from apiref_nb.client.page_requests import PagedCall, Steps
from apiref_nb.client.page_source import PageOptions, PageSource
from apiref_nb.client.reply import Reply
from apiref_nb.requests.arguments import BoundArguments
from apiref_nb.transport.ways import Way


class PageFetching(PageSource):
    """The pages of one call, as they are asked for.

    Args:
        call: see `PageSource`.
        given: see `PageSource`.
        options: see `PageSource`.
    """

    _way: Way

    def __init__(self, call: PagedCall, given: BoundArguments, options: PageOptions) -> None:
        super().__init__(call, given, options)
        self._running: dict[str, Any] = {}
        """What a page is asked by, as JSON -> its answer, of those that are on their way."""

    async def _next(self) -> Reply | None:
        """The next page; None when there is no more."""
        while not self._over():
            reply = await self._fetched()
            if self._taken(reply):
                return reply
        await self._end()
        return None

    async def _fetched(self) -> Reply:
        if self.options.concurrency < 2:
            return await self._run(self._steps(self._walk.at))
        wanted = {json.dumps(at): at for at in self._wanted()}
        for key in [key for key in self._running if key not in wanted]:
            self._running.pop(key).cancel()
        for key, at in wanted.items():
            if key not in self._running:
                self._running[key] = self._begin(self._steps(at))
        return await self._result(self._running.pop(next(iter(wanted))))

    async def _run(self, steps: Steps) -> Reply:
        session = self._call.session
        return await driven(steps, lambda step: session.send(self._way, *step), self._way.pause)

    @abstractmethod
    def _begin(self, steps: Steps) -> Any:  # noqa: ANN401 - a future or a task
        """Let a page be asked for beside others."""

    @abstractmethod
    async def _result(self, running: Any) -> Reply:  # noqa: ANN401 - as above
        """What came of it."""

    @abstractmethod
    async def _end(self) -> None:
        """Drop what is on its way."""
