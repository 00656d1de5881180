"""A whole document as Markdown and as plain text: what a cell carries, and what a file holds."""

from __future__ import annotations

from apiref_nb.writing.formats.source import PageSource
from apiref_nb.writing.markdown import reference_markdown
from apiref_nb.writing.plain_text import reference_text


def markdown_page(source: PageSource) -> str:
    """Return a document as Markdown with a sample request and a sample answer of each operation."""
    return reference_markdown(source.reference, samples=True)


def markdown_cell(source: PageSource) -> str:
    """Return a document as Markdown without samples."""
    return reference_markdown(source.reference)


def text_page(source: PageSource) -> str:
    """Return a document as plain text."""
    return reference_text(source.reference)
