"""A page as MyST Markdown with code cells, which jupytext and myst-nb open as a notebook."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Sequence
from typing import Final

from apiref_nb.writing.formats.cells import KERNEL, MARK, NO_MARK, Cell, Marker, PageFormat, cell_id, cell_ids, clean

_TICKS = re.compile(r"^`{3,}", re.MULTILINE)
_HEAD = re.compile(r"---\n(.*?)\n---\n", re.DOTALL)
_MARKED_API = re.compile(rf'^{MARK}:\n(?:  .*\n)*?  api: (".*")$', re.MULTILINE)


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
        source = clean(cell.source)
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


MYST: Final = PageFormat(".md", write_myst, myst_place, myst_marked, myst_fault)
"""How MyST pages are written and recognized."""
