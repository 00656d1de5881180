"""Files of the user's: written whole or not at all, and said in the user's own words when they cannot be written.

In: a path and bytes. `save` of the components and the commands write through here, so that both fail alike.
"""

from __future__ import annotations

import errno
import os
import secrets
from contextlib import suppress
from pathlib import Path


def write_file(path: Path, content: bytes) -> None:
    """Write a file whole or not at all; what is no regular file, such as a pipe, is written into.

    Raises:
        OSError: as `replace_file`.
    """
    if path.exists() and not path.is_file() and not path.is_dir():
        path.write_bytes(content)
    else:
        replace_file(path, content)


def replace_file(path: Path, content: bytes) -> None:
    """Write beside the file and rename over it: a reader, or a crash, finds the old content or the new, never a part.

    A new file gets the user's own mode, an old one keeps its mode, and a link keeps pointing.

    Raises:
        OSError: the file cannot be written; it names the path that was given, and the old content is still there.
    """
    target = Path(os.path.realpath(path))  # `resolve` raises RuntimeError on a loop of links before 3.13
    if target.is_dir():
        raise IsADirectoryError(errno.EISDIR, "this is a folder; name a file in it", str(path))
    if not target.parent.is_dir():
        words = f"there is no folder {target.parent} to write it into"
        raise FileNotFoundError(errno.ENOENT, words, str(path))
    beside = target.with_name(f".{target.name[:80]}.{secrets.token_hex(4)}.tmp")
    try:
        _write_beside(beside, target, content)
    except OSError as exc:
        beside.unlink(missing_ok=True)
        # Nobody knows the file beside: the error speaks of the one that was asked for.
        raise type(exc)(exc.errno, os.strerror(exc.errno or errno.EIO), str(path)) from exc
    except BaseException:
        beside.unlink(missing_ok=True)
        raise


def _write_beside(beside: Path, target: Path, content: bytes) -> None:
    with beside.open("xb") as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())
    with suppress(FileNotFoundError):
        beside.chmod(target.stat().st_mode & 0o7777)
    beside.replace(target)
