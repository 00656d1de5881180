"""`LocalParts`: the files of a document in a folder. None outside that folder is ever opened.

`parts` asks which references may be followed, and for what the files hold.
"""

from __future__ import annotations

import hashlib
import os
import stat
from pathlib import Path
from urllib.parse import unquote

from apiref_nb.errors import FileError, TooLargeError
from apiref_nb.load.files import read_file
from apiref_nb.load.limits import SetLimits
from apiref_nb.load.part import Part, refused_scheme
from apiref_nb.reading.references import canonical
from apiref_nb.text.invisible_characters import visible_line


class LocalParts:
    """The folder that the files of one document stand in.

    Args:
        root: no file outside it is read.
        base: the folder of the entry document; names in problems are relative to it.
        limits: of all files together.
        used_bytes: the size of the entry document.
        source: what the caller named, for errors.
    """

    def __init__(self, root: Path, base: Path, *, limits: SetLimits, used_bytes: int, source: str) -> None:
        self._root = Path(os.path.realpath(root))
        self._root_uri = canonical(self._root.as_uri()).rstrip("/") + "/"
        self._folders: dict[str, tuple[Path, str]] = {}
        self._base = Path(os.path.realpath(base))
        self._limits = limits
        self._source = source
        self._files = 1
        self._bytes = self._entry_bytes = used_bytes
        self._read_parts: list[tuple[str, str]] = []

    def refuse(self, address: str, meant: str, _: str) -> str:
        """Return why a reference is not followed, empty when its file may be read; looks at the text alone.

        Args:
            address: as it is written.
            meant: the address that it means.
            _: not used.
        """
        scheme = refused_scheme(address)
        if scheme:
            return scheme
        if not meant.startswith("file:"):
            return "its $id or $self names a web address, and a file refers to files only"
        if address.startswith(("/", "\\")) or "\\" in address or "\0" in unquote(address):
            return "an absolute path is not followed; write the way from the file that refers"
        if not f"{meant}/".startswith(self._root_uri):
            return self._outside("it")
        return ""

    def read(self, uris: list[str]) -> list[Part]:
        """Return what the files hold, in the order given.

        Raises:
            TooLargeError: there are more files, or more bytes, than are read.
        """
        found = [self._read(uri) for uri in uris]
        self._read_parts += [(uri, _digest(part)) for uri, part in zip(uris, found, strict=True)]
        return found

    def listed(self) -> tuple[tuple[str, str], ...]:
        """Return (address, digest) of each file that was asked for; of a missing one, the digest says why."""
        return tuple(self._read_parts)

    def hold(self, listed: tuple[tuple[str, str], ...]) -> bool:
        """Return True when the files hold what they held; ends at the first that does not.

        Raises:
            TooLargeError: there are more files, or more bytes, than are read.
        """
        return all(_digest(self._read(uri)) == digest for uri, digest in listed)

    @property
    def read_bytes(self) -> int:
        """The bytes of all files but the entry document."""
        return self._bytes - self._entry_bytes

    def _read(self, uri: str) -> Part:
        from urllib.request import url2pathname  # noqa: PLC0415 - it brings a web client along

        given = url2pathname(uri.removeprefix("file://"))
        folder, _, file_name = given.rpartition(os.sep)
        try:
            real, shown = self._folder(folder or os.sep)
            path = real / file_name
            status = path.lstat()
            if stat.S_ISLNK(status.st_mode) or file_name in ("", ".", ".."):
                path = Path(os.path.realpath(path))
                if not path.is_relative_to(self._root):
                    return Part(uri, reason=self._outside("a link"))
                real, shown = self._folder(str(path.parent))
                status = path.lstat()
        except FileNotFoundError:
            return Part(uri, reason=f"there is no file {self._name(folder, file_name)}")
        except (OSError, ValueError):
            return Part(uri, reason="no file can have this name, or it may not be looked at")
        if not real.is_relative_to(self._root) and path != self._root:
            return Part(uri, reason=self._outside("a link"))
        name = f"{shown}{visible_line(path.name)}"
        if not stat.S_ISREG(status.st_mode):
            return Part(uri, reason=f"{name} is not a file")
        self._files += 1
        if self._files > self._limits.files:
            cause = f"it has more than {self._limits.files:,} files, which are the most that are read"
            raise TooLargeError(self._source, cause)
        try:
            body = read_file(path, limit_bytes=max(0, self._limits.limit_bytes - self._bytes))
        except FileError as exc:
            return Part(uri, reason=f"{name}: {exc.cause}")
        except TooLargeError as exc:
            limit = f"{self._limits.limit_bytes:,}"
            raise TooLargeError(
                self._source, f"its files have more than {limit} bytes, which is the most read"
            ) from exc
        self._bytes += len(body)
        own = uri if str(path) == given else canonical(path.as_uri())
        return Part(own, asked=uri, name=name, body=body, file_name=path.name)

    def _folder(self, folder: str) -> tuple[Path, str]:
        """Return a folder without links, and how names of files in it begin; each folder is looked at once."""
        known = self._folders.get(folder)
        if known is None:
            real = Path(os.path.realpath(folder))
            way = Path(os.path.relpath(real, self._base)).as_posix()
            known = self._folders[folder] = (real, "" if way == "." else f"{visible_line(way)}/")
        return known

    def _name(self, folder: str, file_name: str) -> str:
        return f"{self._folder(folder)[1]}{visible_line(file_name)}"

    def _outside(self, what: str) -> str:
        return f"{what} leads out of the folder {visible_line(self._root.name)}; root= (in a terminal --root) widens it"


def _digest(part: Part) -> str:
    # Not its address: a project that is checked out elsewhere holds the same files.
    named = f"{part.name}\n{part.reason}\n"
    return hashlib.sha256(named.encode("utf-8", "surrogatepass") + part.body).hexdigest()
