"""The formats in which a document can be written, in the order of the help.

`save` and `render` ask for those of a whole document, `import` for those of pages. A new format is a file beside this
one and a line in `FORMATS`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from apiref_nb.writing.formats.cells import PageFormat
from apiref_nb.writing.formats.csv_table import csv_table
from apiref_nb.writing.formats.html_page import html_page
from apiref_nb.writing.formats.myst import MYST
from apiref_nb.writing.formats.notebook import NOTEBOOK
from apiref_nb.writing.formats.source import PageSource
from apiref_nb.writing.formats.text_pages import markdown_page, text_page


@dataclass(frozen=True, slots=True)
class Format:
    """One format."""

    label: str
    """What a file of it is."""
    suffixes: tuple[str, ...]
    """Endings of its files, the usual one first."""
    write: Callable[[PageSource], str] | None = None
    """Page -> text of one file; None where a document becomes a folder of pages."""
    pages: PageFormat | None = None
    """How its pages are written and recognized; None where a document becomes one file."""
    samples: bool = True
    """True where each operation has its samples."""


FORMATS: Final[Mapping[str, Format]] = MappingProxyType(
    {
        "html": Format("a standalone page", (".html", ".htm"), html_page),
        "md": Format("Markdown", (".md", ".markdown"), markdown_page),
        "txt": Format("plain text", (".txt",), text_page, samples=False),
        "csv": Format("a table of the operations", (".csv",), csv_table, samples=False),
        "ipynb": Format("Jupyter notebooks", (NOTEBOOK.extension,), pages=NOTEBOOK),
        "myst": Format("MyST Markdown with code cells", (MYST.extension,), pages=MYST),
    }
)
"""Name -> format."""

WHOLE: Final[Mapping[str, Callable[[PageSource], str]]] = MappingProxyType(
    {name: one.write for name, one in FORMATS.items() if one.write is not None}
)
"""Formats of a whole document: name -> what writes it."""

PAGED: Final[Mapping[str, PageFormat]] = MappingProxyType(
    {one.pages.extension.removeprefix("."): one.pages for one in FORMATS.values() if one.pages is not None}
)
"""Formats of pages, by the ending of their files, which is what `import --format` takes."""


def format_of(file_name: str) -> str | None:
    """Return the name of the format of a whole document that a file's ending says; None for another ending."""
    ending = "." + file_name.lower().rpartition(".")[2] if "." in file_name else ""
    return next((name for name in WHOLE if ending in FORMATS[name].suffixes), None)


def usual_endings(names: Mapping[str, object] = WHOLE) -> str:
    """Return the endings of formats as the end of a sentence: `.html, .md or .txt`."""
    *others, last = (FORMATS[name].suffixes[0] for name in names)
    return f"{', '.join(others)} or {last}"
