"""The file of a recording: read whole, and added to by several processes at once without losing anything.

Who writes holds a lock beside the file for that time, reads what others have written meanwhile, and replaces the file
in one step. A process that dies leaves the old file or the new one, and no lock that holds.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from apiref_nb.errors import FileError, RecordingError, TooLargeError
from apiref_nb.load.files import read_file, replace_file
from apiref_nb.recordings.har import HarWriter, Recorded, read_har
from apiref_nb.recordings.limits import LIMITS
from apiref_nb.text.invisible_characters import visible_line


def read_recording(path: Path) -> Recorded:
    """Return what a recording holds.

    Args:
        path: the HAR file.

    Raises:
        RecordingError: it cannot be read, or is no whole HAR; the message has the place.
    """
    name = visible_line(str(path))
    try:
        return read_har(read_file(path, limit_bytes=LIMITS.max_bytes).decode("utf-8-sig"), name)
    except UnicodeDecodeError as fault:
        raise RecordingError(f"{name}: is no recording: byte {fault.start:,} is no UTF-8") from None
    except (FileError, TooLargeError) as fault:
        raise RecordingError(f"{name}: {fault.cause}") from None


class RecordingFile:
    """A recording that is added to, by this process and perhaps by others.

    Args:
        path: the HAR file; it and its folder are made where they are missing.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._writer = HarWriter()
        self._written: tuple[object, Recorded] = (None, Recorded())

    def add(self, change: Callable[[Recorded], Recorded]) -> None:
        """Replace the file by what is made of it; no other process adds to it meanwhile.

        Args:
            change: what the file holds now, perhaps nothing -> what it is to hold.

        Raises:
            RecordingError: the file cannot be read or written.
        """
        try:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            with _locked(self._path):
                made = change(self._now())
                replace_file(self._path, self._writer.text(made).encode())
                self._written = (self._state(), made)
        except OSError as fault:
            words = f"cannot be written: {fault.strerror or fault}"
            raise RecordingError(f"{visible_line(str(self._path))}: {words}") from None

    def _now(self) -> Recorded:
        """What the file holds; what this process wrote last is not read again while nobody else has written."""
        state, made = self._written
        here = self._state()
        if here is None:
            return Recorded()
        return made if here == state else read_recording(self._path)

    def _state(self) -> object:
        try:
            status = self._path.stat()
        except FileNotFoundError:
            return None
        return status.st_ino, status.st_mtime_ns, status.st_size


@contextmanager
def _locked(path: Path) -> Iterator[None]:
    """Hold the lock of a file; the system frees it when the process ends, however it ends."""
    target = Path(os.path.realpath(path))
    beside = target.with_name(f".{target.name[:80]}.lock")
    while True:
        descriptor = os.open(beside, os.O_RDWR | os.O_CREAT, 0o666)
        try:
            _lock(descriptor)
            held = os.fstat(descriptor)
            # Who held it before has removed it: then this lock is of a file that nobody sees any more.
            with suppress(FileNotFoundError):
                here = beside.stat()
                if (here.st_ino, here.st_dev) == (held.st_ino, held.st_dev):
                    break
        except BaseException:
            os.close(descriptor)
            raise
        os.close(descriptor)
    try:
        yield
    finally:
        with suppress(OSError):  # Windows removes no file that is open
            beside.unlink()
        os.close(descriptor)


try:
    import fcntl

    def _lock(descriptor: int) -> None:
        fcntl.flock(descriptor, fcntl.LOCK_EX)

except ImportError:  # Windows
    import msvcrt

    def _lock(descriptor: int) -> None:
        msvcrt.locking(descriptor, msvcrt.LK_LOCK, 1)  # type: ignore[attr-defined,unused-ignore]
