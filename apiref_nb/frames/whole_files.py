"""Files that are there as a whole, also after a power cut; and a lock that ends with the process that holds it."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path
from typing import BinaryIO


def written_whole(file: Path, data: bytes) -> None:
    """Write a file beside its place, bring it to the disk, and put it in its place.

    Only who holds the lock writes: the name beside is always the same, and what a power cut left there is written over.
    `load.files.replace_file`, which has no lock, takes a name of its own each time.

    Args:
        file: where it stands in the end.
        data: all of it.
    """
    beside = file.with_name(f".{file.name}.new")
    with beside.open("wb") as opened:
        opened.write(data)
        opened.flush()
        os.fsync(opened.fileno())
    beside.replace(file)
    brought_to_disk(file.parent)


def brought_to_disk(folder: Path) -> None:
    """Bring the names in a folder to the disk, where the system can.

    Args:
        folder: in which files were renamed.
    """
    with suppress(OSError):  # Windows opens no folders
        opened = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(opened)
        finally:
            os.close(opened)


def locked(file: Path) -> BinaryIO | None:
    """Return an open file that nobody else can lock until it is closed; None when somebody has.

    Args:
        file: stands for what is locked; it is made, and stays.
    """
    opened = file.open("ab")
    try:
        import fcntl  # noqa: PLC0415 - not on Windows, where two processes are not kept apart
    except ImportError:
        return opened
    try:
        fcntl.flock(opened, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        opened.close()
        return None
    return opened
