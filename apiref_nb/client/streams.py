"""`Stream` and `AsyncStream`: the items of an answer as they arrive, each held against the document.

Made by `calls` for an operation that answers with JSON lines, a JSON text sequence or server-sent events. Nothing is
sent before the first item is asked for; between two items there is a deadline; leaving the `with` block ends the
connection.
"""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Iterator
from dataclasses import replace
from typing import Final, Self

from apiref_nb.client.failures import Failure, settled
from apiref_nb.client.item_checks import ItemChecks
from apiref_nb.client.limits import STREAMS
from apiref_nb.client.opened import Opened, open_answer
from apiref_nb.client.session import Session
from apiref_nb.client.stream_faults import stream_failure
from apiref_nb.client.stream_options import StreamOptions
from apiref_nb.client.streamed import UNITS, Unit, item_of
from apiref_nb.describing.reply import Mismatch
from apiref_nb.errors import BodyError
from apiref_nb.model.media_types import essence, framing, is_stream
from apiref_nb.requests.authorization import Authorization
from apiref_nb.requests.plan import RequestPlan
from apiref_nb.requests.unpickled import Unpickled
from apiref_nb.text.invisible_characters import visible_line
from apiref_nb.text.json_value import JsonValue
from apiref_nb.text.numbers import digits_value
from apiref_nb.text.quoting import short
from apiref_nb.transport.bodies import BodyEncodingError, Decoding
from apiref_nb.transport.charsets import decoding
from apiref_nb.transport.deadline import Deadline
from apiref_nb.transport.json_values import JsonError
from apiref_nb.transport.ways import AWAITING, WAITING, Way, waited

_WAITING: Final = "waiting for the next item"


class _Stream(Unpickled):
    """What both kinds share: everything but waiting."""

    _unpickled = "a stream is not pickled, for it is a connection"

    _way: Way

    def __init__(
        self, session: Session, prepared: RequestPlan, authorization: Authorization, options: StreamOptions
    ) -> None:
        self._session = session
        self._plan = _asking_for_items(prepared)
        self._authorization = authorization
        self._options = options
        self._stopped = threading.Event()
        self._reading = threading.RLock()
        self._ended = False
        self._opened: Opened | None = None
        self._units: deque[Unit] = deque()
        self._checks = ItemChecks(prepared.operation, session.check.formats)
        self._attempts = 0
        self._wait_seconds = STREAMS.first_wait_seconds
        self.operation = prepared.operation
        """The operation that was called."""
        self.status: int | None = None
        """Status code; None before the first item was asked for."""
        self.media_type: str = ""
        """Media type of the answer, without parameters; empty before."""
        self.last_event_id: str = ""
        """The id that the server gave last: what a reconnection asks to go on after."""
        self.count: int = 0
        """Items that were given out."""

    @property
    def closed(self) -> bool:
        """True once the stream has ended or was closed."""
        return self._stopped.is_set()

    @property
    def mismatches(self) -> tuple[Mismatch, ...]:
        """(place, message) of what differs from the document in the items so far, the first twenty places."""
        return self._checks.mismatches

    @property
    def _label(self) -> str:
        return visible_line(self.operation.key)

    def _begin(self, outcome: Opened | Failure) -> Failure | None:
        """Take an answer apart from here on; return why that cannot be."""
        if isinstance(outcome, Failure):
            return outcome
        self._opened, self._ended = outcome, False
        self.status = outcome.status
        content_type = outcome.headers.get("content-type", "")
        self.media_type = essence(content_type)
        if self.status == 204:
            self._ended = True
            return None
        if not is_stream(content_type):
            return self._unreadable(f"it answered with {short(self.media_type)}, which is no stream of items")
        kind = framing(content_type)
        if self._options.reconnect and kind != "events":
            return self._unreadable(f"reconnect=... is for server-sent events; {self.media_type} has no ids")
        try:
            self._decoding = Decoding(outcome.headers.get("content-encoding", ""))
        except BodyEncodingError as fault:
            return self._unreadable(f"its body {fault}")
        self._text = decoding(content_type)
        self._parser = UNITS[kind](self._session.limits.body_bytes)
        self._pieces: Iterator[bytes] = iter(())
        self._checks.begin(self.status, content_type)
        return None

    def _unreadable(self, words: str) -> Failure:
        return Failure(self._masked(words), kind=BodyError)

    def _masked(self, words: str) -> str:
        return self._session.credentials.masked(f"{self._label}: {words}")

    def _unpacked(self, deadline: Deadline) -> bool:
        """Take pieces of the last chunk apart until an item is there; False when there are none left."""
        for piece in self._pieces:
            deadline.left()
            self._take(self._parser.of(self._text(piece)))
            if self._units:
                return True
        return False

    def _take(self, units: list[Unit]) -> None:
        for unit in units:
            if isinstance(unit, dict):
                self._note(unit)
                if "data" not in unit:
                    continue  # nothing is dispatched, as the HTML standard has it
            self._units.append(unit)

    def _note(self, event: dict[str, str]) -> None:
        # What a header cannot carry is no id that a server could know again.
        if "id" in event and event["id"].isprintable() and event["id"].isascii():
            self.last_event_id = event["id"]
        asked = digits_value(event.get("retry", ""))
        if asked is not None:
            self._wait_seconds = min(asked / 1000, STREAMS.max_wait_seconds)

    def _finish(self) -> None:
        """Take what stands after the last separator; an event that was not ended is none."""
        self._ended = True
        self._decoding.end(may_be_empty=True)
        self._take([unit for unit in self._parser.end() if isinstance(unit, str)])

    def _goes_on(self) -> bool:
        """True where a connection that ended is made anew."""
        if self._units or self.status == 204 or self._stopped.is_set() or self._attempts >= self._options.reconnect:
            self._stopped.set()
            return False
        self._attempts += 1
        return True

    def _item(self) -> JsonValue:
        """The next item that has arrived, held against the document.

        Raises:
            BodyError: it is not JSON; or not as declared, and that is to raise.
        """
        unit = self._units.popleft()
        number = self.count
        self.count += 1
        self._attempts = 0
        try:
            item = item_of(unit)
        except JsonError:
            raise BodyError(self._masked(f"item {number:,} of the stream is not JSON")) from None
        found = self._checks.found(number, unit, item, self._options.idle_seconds)
        if found and self._options.on_mismatch == "raise":
            raise BodyError(self._masked(" ".join(found[0])))
        return item

    async def _arrived(self) -> Failure | None:
        """Wait for an item; return what went wrong. Without an item and without a fault the stream has ended."""
        while not self._stopped.is_set():
            fault = await self._read() if self._opened is not None else self._begin(await self._open())
            if self._opened is not None and fault is None and not self._ended:
                if self._units:
                    return None
                continue
            if fault is not None and not (fault.broke_off and self._attempts < self._options.reconnect):
                return None if self._stopped.is_set() else fault
            await self._drop()
            if not self._goes_on():
                return fault
            await self._pause(self._wait_seconds)
        await self._drop()
        return None

    async def _open(self) -> Opened | Failure:
        after = (("Last-Event-ID", self.last_event_id),) if self.last_event_id else ()
        idle_seconds = self._options.idle_seconds
        return await open_answer(
            self._way, self._session, self._plan, self._authorization, idle_seconds=idle_seconds, headers=after
        )

    async def _read(self) -> Failure | None:
        """Read until an item is there or the body ends."""
        assert self._opened is not None  # noqa: S101 - the caller has looked
        opened = self._opened
        with Deadline(self._options.idle_seconds) as deadline:
            deadline.doing = _WAITING
            try:
                async with self._way.within(self._options.idle_seconds):
                    while not self._unpacked(deadline):
                        if (chunk := await opened.chunk()) is None:
                            self._finish()
                            return None
                        self._pieces = self._decoding.pieces(chunk)
            except BaseException as exc:  # noqa: BLE001 - its frames hold credentials
                return stream_failure(exc, deadline, self._plan, self._session.limits)
        return None

    async def _pause(self, seconds: float) -> None:
        await self._way.pause(seconds)

    async def _drop(self) -> None:
        opened, self._opened = self._opened, None
        if opened is not None:
            await opened.close()

    def __repr__(self) -> str:
        state = "closed" if self.closed else "open" if self._opened is not None else "not asked yet"
        return f"{type(self).__name__}({self._label}, {state}, {self.count:,} items)"


class Stream(_Stream):
    """The items of an answer as they arrive: iterate over it, within `with` or not.

    `close()` stops it, from any thread. It ends when the server ends it.
    """

    _way = WAITING

    def __iter__(self) -> Self:
        return self

    def __next__(self) -> JsonValue:
        outcome = None
        if not self._units:
            with self._reading:
                outcome = waited(self._arrived())
        if outcome is None and self._units:
            try:
                return self._item()
            except BodyError:
                self.close()
                raise
        self.close()
        settled(outcome)
        raise StopIteration

    async def _pause(self, seconds: float) -> None:
        self._stopped.wait(seconds)

    def close(self) -> None:
        """End the connection; the stream has no more items. From another thread it ends a wait."""
        self._stopped.set()
        opened = self._opened
        if opened is not None:
            opened.interrupt()
        if self._reading.acquire(blocking=False):  # else who reads finds the end, and closes
            try:
                self._units.clear()
                waited(self._drop())
            finally:
                self._reading.release()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exc: object) -> None:
        self.close()


class AsyncStream(_Stream):
    """The items of an answer as they arrive: `async for item in stream`, within `async with` or not."""

    _way = AWAITING

    def __aiter__(self) -> Self:
        return self

    async def __anext__(self) -> JsonValue:
        outcome = await self._arrived() if not self._units else None
        if outcome is None and self._units:
            try:
                return self._item()
            except BodyError:
                await self.aclose()
                raise
        await self.aclose()
        settled(outcome)
        raise StopAsyncIteration

    async def aclose(self) -> None:
        """End the connection; the stream has no more items."""
        self._stopped.set()
        self._units.clear()
        await self._drop()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *exc: object) -> None:
        await self.aclose()


def _asking_for_items(prepared: RequestPlan) -> RequestPlan:
    """The request with an `Accept` for streams alone, where the operation answers with other things too."""
    declared = [
        media.media_type
        for response in prepared.operation.responses
        if response.status_code[:1] in ("2", "d")
        for media in response.content
        if is_stream(media.media_type)
    ]
    names = dict.fromkeys(essence(name) for name in declared if essence(name).isascii())
    return replace(prepared, accept=", ".join(names)) if names else prepared
