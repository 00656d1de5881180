"""How an operation gives all of its records: read from the document, written by a reader, followed.

In: an `Api` and one of its operations; out: a `Paging`. Nothing here sends a request: `client` asks a `Walk` what comes
next and hands it the answers.
"""

from __future__ import annotations

from apiref_nb.paging.detection import paging_of
from apiref_nb.paging.paging import Paging

__all__ = ["Paging", "paging_of"]
