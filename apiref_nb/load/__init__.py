"""A source becomes an `Api`, with its other files; what was read is kept, files are written whole or not at all."""

from __future__ import annotations

from typing import TYPE_CHECKING

from apiref_nb.front_door import front_door

if TYPE_CHECKING:
    from apiref_nb.load.loading import load_api
    from apiref_nb.load.read_apis import clear_caches

_HOMES = {
    "apiref_nb.load.loading": ("load_api",),
    "apiref_nb.load.read_apis": ("clear_caches",),
}

__all__ = ["clear_caches", "load_api"]

__getattr__, __dir__ = front_door(__name__, _HOMES)
