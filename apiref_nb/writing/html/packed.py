"""A Postman collection as a page carries it: small ones as they are, others compressed; made once for all pages."""

from __future__ import annotations

import base64
import gzip
import zlib
from collections.abc import Iterable
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


def pack(pieces: Iterable[str]) -> PackedCollection:
    """Return a collection as a page carries it; it is compressed as it comes, and never whole.

    Args:
        pieces: the Postman collection as JSON text, in the order in which they are joined.
    """
    small: list[str] = []
    size_bytes, compressed = 0, bytearray()
    gzip_form = zlib.compressobj(9, zlib.DEFLATED, zlib.MAX_WBITS | 16)
    for piece in pieces:
        small.append(piece)
        size_bytes += len(piece.encode("utf-8", "surrogatepass"))
        if size_bytes > LIMITS.max_plain_collection_bytes:
            compressed += gzip_form.compress("".join(small).encode("utf-8", "surrogatepass"))
            small.clear()
    if size_bytes <= LIMITS.max_plain_collection_bytes:
        return PackedCollection("application/json", "".join(small))
    compressed += gzip_form.flush()
    return PackedCollection("application/gzip", base64.b64encode(compressed).decode())
