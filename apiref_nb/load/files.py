"""Files of the user's: read up to a limit, written whole or not at all, and said in plain words when that fails.

In: a path, and the bytes to write. `load` and the command line read through here; `save` of the components and the
commands write through here, so that all fail in the same words.
"""

from __future__ import annotations

import difflib
import errno
import os
import stat
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path

from apiref_nb.errors import FileError, TooLargeError
from apiref_nb.load.sources import ByteStream
from apiref_nb.text.invisible_characters import visible_line


def read_file(path: Path, *, limit_bytes: int) -> bytes:
    """Return what a file or a pipe holds; a pipe is read once, up to its end.

    Args:
        path: a file, a named pipe, or what a shell gives for `<(command)`.
        limit_bytes: the most that is read.

    Raises:
        FileError: there is none, it is something else, or it cannot be read; the message says which.
        TooLargeError: it holds more.
    """
    try:
        status = path.stat()
        if reason := next((words for is_one, words in NO_FILES.items() if is_one(status.st_mode)), ""):
            raise FileError(_shown(path), reason)
        with path.open("rb") as file:
            # One byte more than allowed shows that there is more, whatever the size was a moment ago.
            body = file.read(limit_bytes + 1)
    except OSError as exc:
        raise FileError(_shown(path), _why_unread(path, exc)) from exc
    except ValueError as exc:
        raise FileError(_shown(path), "the file cannot be read: no file can have this name") from exc
    if len(body) > limit_bytes:
        held = f"{max(status.st_size, len(body)):,}" if stat.S_ISREG(status.st_mode) else f"more than {limit_bytes:,}"
        raise TooLargeError(_shown(path), f"the document has {held} bytes; at most {limit_bytes:,} are read")
    return body


def read_stream(stream: ByteStream, *, source: str, limit_bytes: int) -> bytes:
    """Return what a stream holds, such as standard input.

    Args:
        stream: open for reading bytes.
        source: what errors call it.
        limit_bytes: the most that is read.

    Raises:
        FileError: it cannot be read.
        TooLargeError: it holds more.
    """
    try:
        came = stream.read(limit_bytes + 1)
    except OSError as exc:
        raise FileError(source, f"it cannot be read: {exc.strerror or exc}") from exc
    except ValueError as exc:  # it is closed, or its text is not what its encoding says
        raise FileError(source, f"it cannot be read: {visible_line(str(exc))}") from exc
    body = came.encode("utf-8", "surrogatepass") if isinstance(came, str) else bytes(came)
    if len(body) > limit_bytes:
        words = f"the document has more than {limit_bytes:,} bytes, which are the most that is read"
        raise TooLargeError(source, words)
    return body


NO_FILES: Mapping[Callable[[int], bool], str] = {
    stat.S_ISDIR: "this is a directory; give the file in it",
    stat.S_ISCHR: "this is a device; give a file or a pipe",
    stat.S_ISBLK: "this is a device; give a file or a pipe",
    stat.S_ISSOCK: "this is a socket; give a file or a pipe",
}
"""Whether a mode is that of something that holds no document -> the message."""

UNREAD = {
    errno.EACCES: "this file may not be read: its permissions, or those of a folder above it, do not allow it",
    errno.EPERM: "this file may not be read: the system does not allow it",
    errno.ENOTDIR: "a part of this path is a file where a folder should be",
    errno.ENAMETOOLONG: "this name is longer than a file's name may be",
}
"""Number of an error -> the message."""


def _why_unread(path: Path, fault: OSError) -> str:
    if fault.errno == errno.ENOENT:
        return _missing_file(path)
    if fault.errno == errno.ELOOP:
        return f"links lead in a circle here{_link_target(path)}; a link must lead to a file"
    return UNREAD.get(fault.errno or 0, f"the file cannot be read: {fault.strerror or type(fault).__name__}")


def _missing_file(path: Path) -> str:
    """Say where a missing file was looked for, and what is there under a similar name."""
    if path.is_symlink():
        return f"this link leads to a file that is not there{_link_target(path)}"
    looked = ""
    try:
        if not path.is_absolute():
            looked = f" (looked in {visible_line(str(Path.cwd()))})"
        # By their stems: all documents of a folder end alike.
        there = {entry.stem: entry.name for entry in sorted(path.parent.iterdir(), reverse=True)}
    except OSError:
        there = {}
    close = difflib.get_close_matches(path.stem, there, 1)
    hint = f"; did you mean {visible_line(str(path.with_name(there[close[0]])))}?" if close else ""
    return f"there is no such file{looked}{hint}"


def _link_target(path: Path) -> str:
    """Return where a link leads, in brackets; nothing when the link is further up the path."""
    try:
        return f" ({visible_line(path.name)} -> {visible_line(str(path.readlink()))})"
    except OSError:
        return ""


def _shown(path: Path) -> str:
    return visible_line(str(path))


def write_file(path: Path, content: bytes) -> None:
    """Write a file whole or not at all; what is no regular file, such as a pipe, is written into.

    Args:
        path: the file, or a link to it.
        content: the whole of its new content.

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

    Args:
        path: the file, or a link to it; its folder must be there.
        content: the whole of its new content.

    Raises:
        OSError: the file cannot be written; it names the path that was given, and the old content is still there.
    """
    target = Path(os.path.realpath(path))  # `resolve` raises RuntimeError on a loop of links before 3.13
    if target.is_dir():
        raise IsADirectoryError(errno.EISDIR, "this is a folder; name a file in it", str(path))
    if not target.parent.is_dir():
        words = f"there is no folder {target.parent} to write it into"
        raise FileNotFoundError(errno.ENOENT, words, str(path))
    beside = target.with_name(f".{target.name[:80]}.{os.urandom(4).hex()}.tmp")
    try:
        _write_beside(beside, target, content)
    except OSError as exc:
        beside.unlink(missing_ok=True)
        # The temporary file means nothing to the user: the error names the file that was asked for.
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
