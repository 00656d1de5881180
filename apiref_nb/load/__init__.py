"""A source becomes an `Api`, with its other files; what was read is kept, files are written whole or not at all."""

from __future__ import annotations

from apiref_nb.load.loading import load_api, load_composition, load_document, load_with
from apiref_nb.load.options import Options, References, Source, options_of
from apiref_nb.load.read_apis import clear_caches

__all__ = [
    "Options",
    "References",
    "Source",
    "clear_caches",
    "load_api",
    "load_composition",
    "load_document",
    "load_with",
    "options_of",
]
