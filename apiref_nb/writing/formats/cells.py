"""The cells of a page, where the page came from, and what a format of pages must be able to do.

In: cells and a marker. Out: what `notebook` and `myst` share: ids, the marker as metadata, clean sources.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final, Literal

MARK: Final = "apiref_nb"
"""Key of the metadata that says that a page was written by this package."""

NO_MARK: Final = "apiref-nb did not write it"
"""Why a file that could be a page is none of ours."""

KERNEL: Final = {"display_name": "Python 3 (ipykernel)", "language": "python", "name": "python3"}


@dataclass(frozen=True, slots=True)
class Cell:
    """One cell of a page."""

    kind: Literal["markdown", "code"]
    key: str
    """What it is about; with the kind, what its id is made from."""
    source: str
    target: bool = False
    """True for a cell that other cells link to."""


@dataclass(frozen=True, slots=True)
class Marker:
    """Where a page came from."""

    api: str
    """Identity of the API: what its pages are known by, such as the way from their folder to the document."""
    slug: str
    """The API's title, for two APIs of one project that have the same way to their documents."""
    group: str
    """Name of the group; empty for the index."""
    version: str
    """Version of this package."""
    edition: str = ""
    """Version of the API itself: pages of several may stand side by side in one project."""

    def data(self, cells: Sequence[Cell]) -> dict[str, str]:
        """Return the marker as metadata, keys sorted; its digest covers what the page shows, and nothing else.

        A digest of the document would change every page with every word of it.
        """
        shown = json.dumps([(cell.kind, clean(cell.source)) for cell in cells], ensure_ascii=False)
        digest = hashlib.sha256(shown.encode()).hexdigest()
        return {"api": self.api, "content": f"sha256:{digest}", "version": self.version}


@dataclass(frozen=True, slots=True)
class PageFormat:
    """One format of pages."""

    extension: str
    write: Callable[[Sequence[Cell], Marker], str]
    """(cells, marker) -> text of the file."""
    place: Callable[[str, Marker, str], str]
    """(file name of another page or nothing, marker of the page, key of a Markdown cell) -> address of the cell."""
    marked: Callable[[str], str]
    """Text of a file -> identity of the API that it was written for; empty when it is not a page of ours."""
    fault: Callable[[str], str]
    """Text of a file that is not a page of ours -> why it is none, as the end of a sentence."""


def cell_id(marker: Marker, kind: str, key: str) -> str:
    """Return the id of a cell, made from the page, the cell's kind and what it is about.

    Args:
        marker: where the page came from.
        kind: `markdown` or `code`.
        key: what the cell is about; unique among the cells of its kind on the page.

    Returns:
        12 hexadecimal digits.
    """
    name = "\0".join((marker.api, marker.slug, marker.group, kind, key))
    return hashlib.sha256(name.encode("utf-8", "surrogatepass")).hexdigest()[:12]


def cell_ids(cells: Sequence[Cell], marker: Marker) -> list[str]:
    """Return an id for each cell; no two are equal.

    Args:
        cells: the cells from top to bottom.
        marker: where the page came from.
    """
    found: list[str] = []
    for cell in cells:
        made = cell_id(marker, cell.kind, cell.key)
        count = found.count(made)
        found.append(f"{made}-{count}" if count else made)
    return found


def clean(source: str) -> str:
    """Return the source as UTF-8 can hold it, with no line separator but the line feed."""
    return source.encode("utf-8", "replace").decode("utf-8").strip("\n")
