"""`Document` to `Api`: versions end here, references end here. `normalize` does it all."""

from __future__ import annotations

from apiref_nb.reading.normalize import normalize

__all__ = ["normalize"]
