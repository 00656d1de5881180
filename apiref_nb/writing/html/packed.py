"""A Postman collection as a page carries it: small ones as they are, others compressed; made once for all pages."""

from __future__ import annotations

import base64
import gzip
from dataclasses import dataclass, field
from typing import Literal

from apiref_nb.writing.html.limits import LIMITS


@dataclass(frozen=True, slots=True)
class PackedCollection:
    """A collection inside a page."""

    media_type: Literal["application/json", "application/gzip"]
    data: str = field(repr=False)
    """The JSON text, or its gzip form in base64."""

    @property
    def text(self) -> str:
        """The collection as JSON text."""
        if self.media_type == "application/json":
            return self.data
        return gzip.decompress(base64.b64decode(self.data)).decode("utf-8", "surrogatepass")


def pack(collection: str) -> PackedCollection:
    """Return a collection as a page carries it.

    Args:
        collection: the Postman collection as JSON text.
    """
    raw = collection.encode("utf-8", "surrogatepass")
    if len(raw) <= LIMITS.max_plain_collection_bytes:
        return PackedCollection("application/json", collection)
    return PackedCollection("application/gzip", base64.b64encode(gzip.compress(raw, mtime=0)).decode())
