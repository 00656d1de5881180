"""An address, a path or a mapping becomes an `Api`; what was read is kept, files are written whole or not at all."""

from __future__ import annotations

from apiref_nb.load.loading import Source, clear_caches, load_api, load_document

__all__ = ["Source", "clear_caches", "load_api", "load_document"]
