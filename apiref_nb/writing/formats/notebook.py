"""A page as a Jupyter notebook, in the very form that nbformat writes: opening and saving it changes nothing."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any, Final

from apiref_nb.writing.formats.cells import KERNEL, MARK, NO_MARK, Cell, Marker, PageFormat, cell_id, cell_ids, clean


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
    # Jupyter Book finds a cell by its label only.
    label = {"label": f"cell-id={made_id}"} if cell.target else {}
    made: dict[str, Any] = {
        "cell_type": cell.kind,
        "id": made_id,
        "metadata": label,
        "source": clean(cell.source).splitlines(keepends=True),
    }
    return made | ({"execution_count": None, "outputs": []} if cell.kind == "code" else {})


def notebook_place(file_name: str, marker: Marker, key: str) -> str:
    """Return the address of a cell: JupyterLab, Notebook and nbconvert find it by its id, Jupyter Book by its label.

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


NOTEBOOK: Final = PageFormat(".ipynb", write_notebook, notebook_place, notebook_marked, notebook_fault)
"""How notebooks are written and recognized."""
