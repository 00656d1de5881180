"""How a page is written: a Jupyter notebook, or MyST Markdown with code cells; and how a page of ours is recognized.

In: cells and a marker. Out: the text of the file. The notebook is in the very form that nbformat writes, so opening and
saving it changes nothing. A new format is one `PageFormat` and one line in `FORMATS`.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

MARK = "apiref_nb"
"""Key of the metadata that says that a page was written by this package."""

NO_MARK = "apiref-nb did not write it"
"""Why a file that could be a page is none of ours."""

KERNEL = {"display_name": "Python 3 (ipykernel)", "language": "python", "name": "python3"}

_TICKS = re.compile(r"^`{3,}", re.MULTILINE)
_HEAD = re.compile(r"---\n(.*?)\n---\n", re.DOTALL)
_MARKED_API = re.compile(rf'^{MARK}:\n(?:  .*\n)*?  api: (".*")$', re.MULTILINE)


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
        shown = json.dumps([(cell.kind, _clean(cell.source)) for cell in cells], ensure_ascii=False)
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


def write_notebook(cells: Sequence[Cell], marker: Marker) -> str:
    """Return the cells as a notebook, format 4.5: no outputs, no execution counts, the same id for the same cell.

    Args:
        cells: the cells from top to bottom.
        marker: where the page came from; it is kept in the metadata.
    """
    ids = cell_ids(cells, marker)
    notebook = {
        "cells": [_cell(cell, made) for cell, made in zip(cells, ids, strict=True)],
        "metadata": {MARK: marker.data(cells), "kernelspec": KERNEL, "language_info": {"name": "python"}},
        "nbformat": 4,
        "nbformat_minor": 5,
    }
    return json.dumps(notebook, ensure_ascii=False, indent=1, sort_keys=True, separators=(",", ": ")) + "\n"


def _cell(cell: Cell, made_id: str) -> dict[str, Any]:
    made: dict[str, Any] = {
        "cell_type": cell.kind, "id": made_id, "metadata": {}, "source": _clean(cell.source).splitlines(keepends=True),
    }  # fmt: skip
    return made | ({"execution_count": None, "outputs": []} if cell.kind == "code" else {})


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


def notebook_place(file_name: str, marker: Marker, key: str) -> str:
    """Return the address of a cell: JupyterLab, Notebook and nbconvert find it by its id.

    Args:
        file_name: name of the page's file; empty for a place on the same page.
        marker: where the page came from.
        key: the key of the Markdown cell.
    """
    return f"{file_name}#cell-id={cell_id(marker, 'markdown', key)}"


def notebook_marked(text: str) -> str:
    """Return the identity of the API that a notebook was written for; empty for any other file."""
    try:
        found = json.loads(text)["metadata"][MARK]["api"]
    except (ValueError, KeyError, TypeError, RecursionError):
        return ""
    return found if isinstance(found, str) else ""


def notebook_fault(text: str) -> str:
    """Return why a file is no notebook of ours."""
    if not text.strip():
        return "it is empty"
    try:
        json.loads(text)
    except ValueError as fault:
        line = getattr(fault, "lineno", 1)
        return f"it is no valid JSON, from line {line} on"
    except RecursionError:
        return "it is no valid JSON"
    return NO_MARK


def write_myst(cells: Sequence[Cell], marker: Marker) -> str:
    """Return the cells as MyST Markdown that jupytext and myst-nb open as a notebook.

    Args:
        cells: the cells from top to bottom.
        marker: where the page came from; it is kept in the front matter.
    """
    head = ["---", f"{MARK}:"]
    head += [f"  {name}: {json.dumps(value, ensure_ascii=False)}" for name, value in marker.data(cells).items()]
    head += ["jupytext:", "  text_representation:", "    extension: .md", "    format_name: myst"]
    head += ["kernelspec:", *(f"  {name}: {value}" for name, value in KERNEL.items()), "---"]
    parts = ["\n".join(head)]
    last = ""
    for cell, made in zip(cells, cell_ids(cells, marker), strict=True):
        source = _clean(cell.source)
        if cell.target:
            source = f"({_myst_target(marker, made)})=\n{source}"
        if cell.kind == "code":
            ticks = "`" * max(3, 1 + max((len(run) for run in _TICKS.findall(source)), default=2))
            parts.append(f"{ticks}{{code-cell}} ipython3\n{source}\n{ticks}")
        else:
            parts.append(f"+++\n\n{source}" if last == "markdown" else source)
        last = cell.kind
    return "\n\n".join(parts) + "\n"


def myst_place(file_name: str, marker: Marker, key: str) -> str:
    """Return the address of a cell by the name that stands before it; it holds in the whole project.

    Args:
        file_name: not needed here; other formats need it.
        marker: where the page came from.
        key: the key of the Markdown cell.
    """
    return f"#{_myst_target(marker, cell_id(marker, 'markdown', key))}"


def _myst_target(marker: Marker, made_id: str) -> str:
    edition = hashlib.sha256(marker.edition.encode("utf-8", "surrogatepass")).hexdigest()[:4]
    return f"cell-{made_id}-{edition}"


def myst_marked(text: str) -> str:
    """Return the identity of the API that a MyST page was written for; empty for any other file."""
    head = _HEAD.match(text)
    found = _MARKED_API.search(head[1]) if head is not None else None
    try:
        return str(json.loads(found[1])) if found is not None else ""
    except ValueError:
        return ""


def myst_fault(text: str) -> str:
    """Return why a file is no MyST page of ours."""
    return NO_MARK if text.strip() else "it is empty"


def _clean(source: str) -> str:
    """Return the source as UTF-8 can hold it, with no line separator but the line feed."""
    return source.encode("utf-8", "replace").decode("utf-8").strip("\n")


FORMATS: Mapping[str, PageFormat] = {
    "ipynb": PageFormat(".ipynb", write_notebook, notebook_place, notebook_marked, notebook_fault),
    "md": PageFormat(".md", write_myst, myst_place, myst_marked, myst_fault),
}
"""Name of a format -> how its pages are written and recognized."""
