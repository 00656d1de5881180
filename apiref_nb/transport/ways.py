"""The two ways to carry out the same steps: waited for, or awaited. Whoever takes them is written once, as a coroutine.

A coroutine that is given `WAITING` never suspends, and `waited` returns what it returns; one that is given `AWAITING`
is awaited in an event loop.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Callable, Coroutine, Iterator
from contextlib import AbstractAsyncContextManager, nullcontext
from typing import Any, Final, TypeVar

import httpx

_T = TypeVar("_T")


class Waiting:
    """Each step is done when it returns."""

    async def pause(self, seconds: float) -> None:
        """Let time pass."""
        time.sleep(seconds)  # noqa: ASYNC251 - that is what waiting means

    async def sent(self, transport: Any, request: httpx.Request) -> httpx.Response:  # noqa: ANN401 - of either kind
        """Return the response to a request, its body not read yet.

        Args:
            transport: one that waits.
            request: what is sent.
        """
        response: httpx.Response = transport.handle_request(request)
        return response

    def chunks(self, response: httpx.Response) -> Iterator[bytes] | AsyncIterator[bytes]:
        """Return the raw chunks of a body, for `chunk`."""
        return iter(response.stream)  # type: ignore[arg-type] # a transport that waits gives one that waits

    async def chunk(self, chunks: Any) -> bytes | None:  # noqa: ANN401 - what `chunks` gave
        """Return the next chunk; None at the end of the body."""
        return next(chunks, None)

    async def close(self, response: httpx.Response) -> None:
        """Give the connection of a response back."""
        response.close()

    def within(self, seconds: float) -> AbstractAsyncContextManager[object]:
        """Return a block that ends after a time; here nothing can end it from outside."""
        del seconds
        return nullcontext()

    async def worked(self, work: Callable[..., _T], *args: Any) -> _T:  # noqa: ANN401 - those of the work
        """Return what some work gives that cannot be awaited.

        Args:
            work: takes long.
            args: its arguments.
        """
        return work(*args)


Way = Waiting
"""Waits, or is awaited."""


class Awaiting(Waiting):
    """Each step is awaited; what cannot be awaited is done in a thread."""

    async def pause(self, seconds: float) -> None:
        """Let time pass."""
        await asyncio.sleep(seconds)

    async def sent(self, transport: Any, request: httpx.Request) -> httpx.Response:  # noqa: ANN401 - as above
        """Return the response to a request, its body not read yet; see `Waiting`.

        Args:
            transport: one that is awaited.
            request: what is sent.
        """
        response: httpx.Response = await transport.handle_async_request(request)
        return response

    def chunks(self, response: httpx.Response) -> Iterator[bytes] | AsyncIterator[bytes]:
        """Return the raw chunks of a body, for `chunk`."""
        stream = response.stream
        return aiter(stream) if isinstance(stream, httpx.AsyncByteStream) else super().chunks(response)

    async def chunk(self, chunks: Any) -> bytes | None:  # noqa: ANN401 - as above
        """Return the next chunk; None at the end of the body."""
        if isinstance(chunks, AsyncIterator):
            return await anext(chunks, None)
        return await asyncio.to_thread(next, chunks, None)

    async def close(self, response: httpx.Response) -> None:
        """Give the connection of a response back."""
        if isinstance(response.stream, httpx.AsyncByteStream):
            await response.aclose()
        else:
            response.close()

    def within(self, seconds: float) -> AbstractAsyncContextManager[object]:
        """Return a block that ends after a time: connections of others keep to no deadline by themselves."""
        return asyncio.timeout(seconds)

    async def worked(self, work: Callable[..., _T], *args: Any) -> _T:  # noqa: ANN401 - as above
        """Return what some work gives that cannot be awaited.

        Args:
            work: takes long.
            args: its arguments.
        """
        running = asyncio.ensure_future(asyncio.to_thread(work, *args))
        try:
            return await asyncio.shield(running)
        finally:
            # A thread cannot be stopped: who is cancelled leaves the files that it writes when it has ended.
            await asyncio.wait([running])


WAITING: Final = Waiting()
AWAITING: Final = Awaiting()


def waited(steps: Coroutine[Any, Any, _T]) -> _T:
    """Return what a coroutine returns whose every step is taken by `WAITING`.

    Args:
        steps: it never suspends.
    """
    try:
        steps.send(None)
    except StopIteration as done:
        result: _T = done.value
        return result
    steps.close()
    raise AssertionError("unreachable: nothing suspends that waits")
