"""Turns the SOURCE that a user typed into a document and its `Api`, and shows a spinner while it reads."""

from __future__ import annotations

import re
import stat
import sys
from pathlib import Path

from apiref_nb.cli.terminal import at_work
from apiref_nb.errors import FileError
from apiref_nb.load import load_document
from apiref_nb.load.files import read_stream
from apiref_nb.model import Api
from apiref_nb.parsing import Document, ReadLimits, parse
from apiref_nb.reading import normalize

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


def load(source: str, *, revalidate: float = DEFAULT_REVALIDATE) -> Api:
    """Return the API of SOURCE; see `load_with_document`."""
    return load_with_document(source, revalidate=revalidate)[0]


def load_with_document(source: str, *, revalidate: float = DEFAULT_REVALIDATE) -> tuple[Api, Document]:
    """Return the API of SOURCE, and the document in which its places are found.

    Args:
        source: an address, a path, or `-` for standard input.
        revalidate: seconds for which a fetched document is used again; 0 fetches anew.

    Raises:
        SourceError: the document cannot be read; the message names SOURCE and the cause.
    """
    with at_work(f"Reading {spoken(source)}"):
        document, base_uri = read_document(source, revalidate=revalidate)
        return normalize(document, base_uri=base_uri), document


def read_document(source: str, *, revalidate: float = DEFAULT_REVALIDATE) -> tuple[Document, str]:
    """Return the document of SOURCE, and the address that relative addresses in it are joined to.

    Args:
        source: an address, a path, or `-` for standard input.
        revalidate: seconds for which a fetched document is used again; 0 fetches anew.

    Raises:
        SourceError: as `load_with_document`.
    """
    if source == STANDARD_INPUT:
        return _standard_input(), ""
    try:
        return load_document(parse_source(source), revalidate=revalidate)
    except FileError as exc:
        if not _HOST.match(source):
            raise
        raise FileError(exc.source, f"{exc.cause}; an address begins with http:// or https://") from exc


def _standard_input() -> Document:
    name = spoken(STANDARD_INPUT)
    if sys.stdin is None:  # a process may be started without one
        raise FileError(name, "it is closed; give a file, an address or a pipe")
    return parse(read_stream(sys.stdin.buffer, source=name, limit_bytes=ReadLimits().limit_bytes), source=name)
