"""A body brought to disk in bounded memory: whole or not at all, within a size, told while it comes.

Made by `calls`: an operation, its arguments and a file come in; the file's path goes out. What arrives is written
beside the file, and takes its place when all of it is there.
"""

from __future__ import annotations

import os
import secrets
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, fields
from pathlib import Path
from typing import BinaryIO, Self

from apiref_nb.client.failures import Failure
from apiref_nb.client.limits import CALLS
from apiref_nb.client.opened import Opened, open_answer
from apiref_nb.client.page_bar import PageBar
from apiref_nb.client.session import Session
from apiref_nb.client.settings import positive
from apiref_nb.client.stream_faults import stream_failure
from apiref_nb.errors import BodyError, ShapeError
from apiref_nb.requests.authorization import Authorization
from apiref_nb.requests.plan import RequestPlan
from apiref_nb.text.invisible_characters import visible_line
from apiref_nb.text.numbers import digits_value
from apiref_nb.text.quoting import short
from apiref_nb.transport.bodies import Decoding
from apiref_nb.transport.deadline import Deadline
from apiref_nb.transport.ways import Way

_ARRIVING = "reading the body"


@dataclass(frozen=True, slots=True)
class DownloadOptions:
    """How a body is brought to disk.

    Raises:
        ShapeError: an option is none of those that there are, or the file is a folder.
    """

    file: Path
    """Where it is written; a file that is there is replaced when all of the new one has come."""
    progress: bool = False
    """Show a bar."""
    limit_bytes: int = 10_000_000_000
    """Size of the file; more is refused as soon as it arrives."""
    idle_seconds: float = 60.0
    """The longest time between two pieces."""
    timeout_seconds: float = 86_400.0
    """For the whole body."""

    def __post_init__(self) -> None:
        positive("limit_bytes", self.limit_bytes, CALLS.max_bytes)
        positive("idle_seconds", self.idle_seconds, CALLS.max_seconds)
        positive("timeout_seconds", self.timeout_seconds, CALLS.max_seconds)
        if self.file.is_dir():
            raise ShapeError("file", "must name a file, not a folder", short(str(self.file)))
        if not self.file.parent.is_dir():
            raise ShapeError("file", "must stand in a folder that there is", short(str(self.file)))


DOWNLOAD_OPTION_NAMES = tuple(field.name for field in fields(DownloadOptions) if field.name != "file")
"""The keywords of `download()` beside the arguments of the operation."""


class Download:
    """One body on its way to a file.

    Args:
        session: that of the client.
        prepared: the request.
        authorization: its credentials.
        options: the file and its limits.
    """

    def __init__(
        self, session: Session, prepared: RequestPlan, authorization: Authorization, options: DownloadOptions
    ) -> None:
        self._session = session
        self._plan = prepared
        self._end = 0.0
        self._authorization = authorization
        self._options = options

    async def run(self, way: Way) -> Path | Failure:
        """Bring the body; return the file, or why there is none.

        Args:
            way: waits or is awaited.
        """
        options = self._options
        opened = await open_answer(
            way, self._session, self._plan, self._authorization, idle_seconds=options.idle_seconds
        )
        if isinstance(opened, Failure):
            return opened
        self._end = self._session.clock() + options.timeout_seconds
        try:
            with _Part(options, _length(opened)) as part:
                fault = await self._written(way, opened, part)
                if fault is not None:
                    return fault
                await way.worked(part.finish)
        finally:
            await opened.close()
        return options.file

    async def _written(self, way: Way, opened: Opened, part: _Part) -> Failure | None:
        while True:
            with Deadline(self._seconds()) as deadline:
                deadline.doing = _ARRIVING
                try:
                    decoding = part.decoding(opened)
                    if (_length(opened) or 0) > self._options.limit_bytes:
                        return self._too_large()
                    async with way.within(deadline.left()):
                        chunk = await opened.chunk()
                    if chunk is None:
                        decoding.end(may_be_empty=True)
                        return None
                    if not part.write(decoding.pieces(chunk), deadline):
                        return self._too_large()
                except BaseException as exc:  # noqa: BLE001 - its frames hold credentials
                    return self._fault(exc, deadline, part)

    def _seconds(self) -> float:
        """What there is for the next piece."""
        return min(self._options.idle_seconds, self._end - self._session.clock())

    def _fault(self, exc: BaseException, deadline: Deadline, part: _Part) -> Failure:
        if part.failed is not None and isinstance(exc, OSError):
            raise part.failed from None  # the disk's own error, not the server's
        if self._session.clock() >= self._end and isinstance(exc, Exception):
            seconds = f"{self._options.timeout_seconds:g}"
            words = f"its body took longer than {seconds} seconds; download(timeout_seconds=...) allows more"
            return Failure(f"{visible_line(self._plan.method)} {visible_line(self._plan.address)}: {words}")
        return stream_failure(exc, deadline, self._plan, self._session.limits)

    def _too_large(self) -> Failure:
        limit = f"{self._options.limit_bytes:,}"
        words = f"its body is larger than the limit of {limit} bytes; download(limit_bytes=...) raises it"
        return Failure(f"{visible_line(self._plan.operation.key)}: {words}", kind=BodyError)


def _length(opened: Opened) -> int | None:
    """How many bytes are announced, for a bar; None where that says nothing of the file."""
    packed = opened.headers.get("content-encoding", "")
    return None if packed else digits_value(opened.headers.get("content-length", ""), most_digits=18)


class _Part:
    """The file while it arrives: beside its place, and gone when it is left before `finish`."""

    def __init__(self, options: DownloadOptions, total: int | None) -> None:
        self._options = options
        self._total = total
        self._beside = options.file.with_name(f".{options.file.name}.{secrets.token_hex(4)}.part")
        self._size = 0
        self._decoding: Decoding | None = None
        self.failed: OSError | None = None
        """Set when the disk, not the server, is the reason."""

    def __enter__(self) -> Self:
        self._bar = PageBar(visible_line(self._options.file.name), "bytes") if self._options.progress else None
        self._file: BinaryIO = self._beside.open("xb")
        return self

    def decoding(self, opened: Opened) -> Decoding:
        """Return what undoes the encoding of the body, made once.

        Raises:
            BodyEncodingError: it is one that was not asked for.
        """
        if self._decoding is None:
            self._decoding = Decoding(opened.headers.get("content-encoding", ""))
        return self._decoding

    def write(self, pieces: Iterator[bytes], deadline: Deadline) -> bool:
        """Write pieces; False when there are more bytes than are allowed."""
        for piece in pieces:
            deadline.left()
            self._size += len(piece)
            if self._size > self._options.limit_bytes:
                return False
            try:
                self._file.write(piece)
            except OSError as fault:
                self.failed = fault
                raise
        if self._bar is not None:
            self._bar.show(self._size, self._total)
        return True

    def finish(self) -> None:
        """Put the file in its place, with all that it holds on the disk."""
        self._file.flush()
        os.fsync(self._file.fileno())
        self._file.close()
        self._beside.replace(self._options.file)

    def __exit__(self, *exc: object) -> None:
        self._file.close()
        if self._bar is not None:
            self._bar.close()
        with suppress(FileNotFoundError):
            self._beside.unlink()
