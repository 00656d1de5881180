"""Turns the SOURCE that a user typed into a document and its `Api`, and shows a spinner while it reads."""

from __future__ import annotations

import re
import stat
import sys
from pathlib import Path
from typing import NamedTuple

from apiref_nb.cli.terminal import at_work
from apiref_nb.errors import FileError
from apiref_nb.load.loading import Loading
from apiref_nb.load.options import Options
from apiref_nb.model import Api

DEFAULT_REVALIDATE = 3600
STANDARD_INPUT = "-"
"""SOURCE that is read from standard input; a file of this name is `./-`."""
_SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*://")
_HOST = re.compile(r"(localhost|www\.[\w.-]+|[\w.-]+:\d+)(:\d+)?(/|\Z)")
"""How an address without `http://` begins, where a path seldom does."""


def parse_source(text: str) -> str | Path:
    """Return an address as text (its scheme is checked later), and anything that does not begin with one as a path."""
    return text if _SCHEME.match(text) else Path(text)


def spoken(source: str) -> str:
    """Return SOURCE as it is called in a sentence."""
    return "standard input" if source == STANDARD_INPUT else source


def is_read_once(source: str) -> bool:
    """Return True when SOURCE is gone after a command has read it: standard input, or a pipe."""
    if source == STANDARD_INPUT:
        return True
    path = parse_source(source)
    if isinstance(path, str):
        return False
    # What a shell calls /dev/fd/63 or /dev/stdin is another thing in every process, even where it is a file.
    if path.is_absolute() and path.parts[1:2] in (("dev",), ("proc",)):
        return True
    try:
        return stat.S_ISFIFO(path.stat().st_mode)
    except (OSError, ValueError):
        return False


class Wanted(NamedTuple):
    """How a command's SOURCE is read: what the options say that several commands share."""

    revalidate: float = DEFAULT_REVALIDATE
    overlays: tuple[str, ...] = ()
    root: str | None = None
    any_host: bool = False

    def options(self, name: str = "") -> Options:
        """Return the same as `load` takes it."""
        return Options(
            revalidate=self.revalidate,
            overlays=[parse_source(overlay) for overlay in self.overlays],
            root=self.root,
            references="any" if self.any_host else "same-origin",
            name=name,
        )


def load(source: str, wanted: Wanted) -> Api:
    """Return the API of SOURCE; see `begin`. Raises what is wrong with the document, too."""
    with at_work(f"Reading {spoken(source)}"):
        return begin(source, wanted).api()


def begin(source: str, wanted: Wanted) -> Loading:
    """Return the document of SOURCE as bytes, not parsed yet.

    Args:
        source: an address, a path, or `-` for standard input.
        wanted: how it is read: overlays, folder, other hosts, and for how long a fetched document is used again.

    Raises:
        SourceError: the bytes cannot be had; the message names SOURCE and the cause.
    """
    if source == STANDARD_INPUT:
        name = spoken(STANDARD_INPUT)
        if sys.stdin is None:  # a process may be started without one
            raise FileError(name, "it is closed; give a file, an address or a pipe")
        return Loading(sys.stdin.buffer, wanted.options(name))
    try:
        return Loading(parse_source(source), wanted.options())
    except FileError as exc:
        if not _HOST.match(source):
            raise
        raise FileError(exc.source, f"{exc.cause}; an address begins with http:// or https://") from exc
