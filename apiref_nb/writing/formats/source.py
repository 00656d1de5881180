"""`PageSource`: what a whole document is written from, whichever the format."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from apiref_nb.describing import Reference
from apiref_nb.writing.html.packed import PackedCollection
from apiref_nb.writing.html.style import PaneHeight


@dataclass(frozen=True, slots=True)
class PageSource:
    """One page about (a part of) a document."""

    reference: Reference
    collection: Callable[[], PackedCollection] = field(repr=False)
    """Gives the Postman collection of the whole document; asked for by formats that carry it."""
    height: PaneHeight = "auto"
    """Of the pane in which the page scrolls in a notebook; see `render_reference`."""
