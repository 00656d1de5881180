"""What a document may be read from: `Source`, and the kinds of it that a caller keeps open."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, Protocol, runtime_checkable


@runtime_checkable
class ByteStream(Protocol):
    """What a document is read from, once and in order: an open file or a pipe."""

    def read(self, size: int = -1, /) -> bytes | str:
        """Return up to `size` bytes, or characters of UTF-8 text; fewer only at the end."""


class KeptFile:
    """An open file whose content is read once and given again each time it is asked for.

    Args:
        file: what is read, at the first call.
    """

    def __init__(self, file: ByteStream) -> None:
        self._file = file
        self._came: bytes | str | None = None
        self.name = getattr(file, "name", "")

    def read(self, size: int = -1, /) -> bytes | str:
        """Return what the file holds, up to `size` and from the beginning."""
        if self._came is None:
            self._came = self._file.read(size)
        return self._came


Source = str | Path | Mapping[str, Any] | bytes | ByteStream
"""An address, a file, the document itself, its bytes, or an open file."""
