"""A source becomes an `Api`, with its other files; what was read is kept, files are written whole or not at all."""

from __future__ import annotations

from typing import TYPE_CHECKING

from apiref_nb.front_door import front_door

if TYPE_CHECKING:
    from apiref_nb.load.loading import load_api, load_composition, load_document, load_with
    from apiref_nb.load.options import Options, References
    from apiref_nb.load.read_apis import clear_caches
    from apiref_nb.load.sources import Source

_HOMES = {
    "apiref_nb.load.loading": (
        "load_api",
        "load_composition",
        "load_document",
        "load_with",
    ),
    "apiref_nb.load.options": (
        "Options",
        "References",
    ),
    "apiref_nb.load.read_apis": ("clear_caches",),
    "apiref_nb.load.sources": ("Source",),
}

__all__ = [
    "Options",
    "References",
    "Source",
    "clear_caches",
    "load_api",
    "load_composition",
    "load_document",
    "load_with",
]

__getattr__, __dir__ = front_door(__name__, _HOMES)
