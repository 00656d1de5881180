"""A whole document as Markdown and as plain text: what a cell carries, and what a file holds."""

from __future__ import annotations

from apiref_nb.writing.formats.source import PageSource


def markdown_page(source: PageSource) -> str:
    """Return a document as Markdown with a sample request and a sample answer of each operation."""
    return _markdown(source, samples=True)


def markdown_cell(source: PageSource) -> str:
    """Return a document as Markdown without samples."""
    return _markdown(source, samples=False)


def text_page(source: PageSource) -> str:
    """Return a document as plain text."""
    from apiref_nb.writing.plain_text import reference_text  # noqa: PLC0415 - a page of HTML needs neither

    return reference_text(source.reference)


def _markdown(source: PageSource, *, samples: bool) -> str:
    from apiref_nb.writing.markdown import reference_markdown  # noqa: PLC0415 - as above

    return reference_markdown(source.reference, samples=samples)
