"""Sends the request of a form in a thread with a loop of its own: the kernel stays free, and Cancel ends it.

In: what makes the request, and what to call with its outcome. Out: the outcome, told from that thread. `display`'s
live view owns one.
"""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Coroutine
from typing import Any, Generic, TypeVar

from apiref_nb.errors import ApirefError

Outcome = TypeVar("Outcome")

NO_THREADS = "This Python sends no requests from a form: it can start no threads, as that of a browser cannot."
CANCELLED = "The request was cancelled."


class Sender(Generic[Outcome]):
    """One request at a time, or all pages of one.

    Args:
        answered: called with what was asked for; what it raises is told as a fault of this package.
        failed: called with a sentence when there is no reply.
        ended: called at the end of each request, however it ended.
    """

    def __init__(
        self, answered: Callable[[Outcome], None], failed: Callable[[str], None], ended: Callable[[], None]
    ) -> None:
        self._answered, self._failed, self._ended = answered, failed, ended
        self._running: tuple[asyncio.AbstractEventLoop, asyncio.Task[Outcome]] | None = None
        self._thread: threading.Thread | None = None
        self._lock = threading.Lock()
        self._cancelled = False

    @property
    def is_busy(self) -> bool:
        """True while a request is on its way."""
        return self._thread is not None and self._thread.is_alive()

    def start(self, ask: Callable[[], Coroutine[Any, Any, Outcome]]) -> None:
        """Begin a request; `ask` makes it, within the thread."""
        self._cancelled = False
        self._thread = threading.Thread(target=self._work, args=(ask,), name="apiref-nb console", daemon=True)
        try:
            self._thread.start()
        except RuntimeError:
            self._failed(NO_THREADS)
            self._ended()

    def wait(self) -> None:
        """Return when no request is on its way; an interrupt of the kernel cancels it."""
        if self._thread is None or self._thread.ident is None:
            return
        try:
            self._thread.join()
        except KeyboardInterrupt:
            self.cancel()
            raise

    def cancel(self) -> None:
        """Give up the request that is on its way, if there is one."""
        with self._lock:
            self._cancelled = True
            running = self._running
        if running is not None:
            loop, task = running
            try:
                loop.call_soon_threadsafe(task.cancel)
            except RuntimeError:
                return  # it has just ended

    def _work(self, ask: Callable[[], Coroutine[Any, Any, Outcome]]) -> None:
        try:
            self._answered(asyncio.run(self._asked(ask)))
        except ApirefError as fault:
            self._failed(str(fault))
        except asyncio.CancelledError:
            self._failed(CANCELLED)
        except Exception as exc:  # noqa: BLE001 - the end of a thread: a form that waits for ever tells nobody
            self._failed(f"The reply cannot be shown, by a fault of this package ({type(exc).__name__}).")
        finally:
            self._running = None
            self._ended()

    async def _asked(self, ask: Callable[[], Coroutine[Any, Any, Outcome]]) -> Outcome:
        task = asyncio.ensure_future(ask())
        with self._lock:
            self._running = (asyncio.get_running_loop(), task)
            if self._cancelled:
                task.cancel()
        return await task
