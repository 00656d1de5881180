"""Turns the SOURCE that a user typed into a document and its `Api`, with a sign of work."""

from __future__ import annotations

from pathlib import Path

from apiref_nb.cli.terminal import at_work
from apiref_nb.load import load_document
from apiref_nb.model import Api
from apiref_nb.reading import Document, normalize

DEFAULT_REVALIDATE = 3600


def parse_source(text: str) -> str | Path:
    """Return an address as text, and anything that does not begin with http:// or https:// as a path."""
    return text if text.lower().startswith(("http://", "https://")) else Path(text)


def load(source: str, *, revalidate: float = DEFAULT_REVALIDATE) -> Api:
    """Return the API of SOURCE; see `load_with_document`."""
    return load_with_document(source, revalidate=revalidate)[0]


def load_with_document(source: str, *, revalidate: float = DEFAULT_REVALIDATE) -> tuple[Api, Document]:
    """Return the API of SOURCE, and the document in which its places are found.

    Raises:
        SourceError: the document cannot be read; the message names SOURCE and the cause.
    """
    with at_work(f"Reading {source}"):
        document, base_uri = load_document(parse_source(source), revalidate=revalidate)
        return normalize(document, base_uri=base_uri), document
