"""Turns the SOURCE that a user typed into a document and its `Api`, with a sign of work."""

from __future__ import annotations

import re
from pathlib import Path

from apiref_nb.cli.terminal import at_work
from apiref_nb.errors import FileError
from apiref_nb.load import load_document
from apiref_nb.model import Api
from apiref_nb.parsing import Document
from apiref_nb.reading import normalize

DEFAULT_REVALIDATE = 3600
_SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*://")
_HOST = re.compile(r"(localhost|www\.[\w.-]+|[\w.-]+:\d+)(:\d+)?(/|\Z)")
"""How an address without `http://` begins, where a path seldom does."""


def parse_source(text: str) -> str | Path:
    """Return an address as text (its scheme is judged later), and anything that does not begin with one as a path."""
    return text if _SCHEME.match(text) else Path(text)


def load(source: str, *, revalidate: float = DEFAULT_REVALIDATE) -> Api:
    """Return the API of SOURCE; see `load_with_document`."""
    return load_with_document(source, revalidate=revalidate)[0]


def load_with_document(source: str, *, revalidate: float = DEFAULT_REVALIDATE) -> tuple[Api, Document]:
    """Return the API of SOURCE, and the document in which its places are found.

    Raises:
        SourceError: the document cannot be read; the message names SOURCE and the cause.
    """
    with at_work(f"Reading {source}"):
        try:
            document, base_uri = load_document(parse_source(source), revalidate=revalidate)
        except FileError as exc:
            if not _HOST.match(source):
                raise
            raise FileError(exc.source, f"{exc.cause}; an address begins with http:// or https://") from exc
        return normalize(document, base_uri=base_uri), document
