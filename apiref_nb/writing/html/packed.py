"""A Postman collection as a page carries it: small ones as they are, others compressed; made once for all pages.

A large collection says most of what it says many times. What came before is written as its number, and only then the
text is compressed: a mark that no JSON text can hold stands between the parts, another before a number. The script of
the page reads it likewise.
"""

from __future__ import annotations

import base64
import gzip
import zlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Literal

from apiref_nb.writing.html.limits import LIMITS

BETWEEN, NUMBER = "\x01", "\x02"
"""Stands between two parts, and before the number of a part that is said again."""

MIN_CHARACTERS = 64
"""Of a piece that is looked for among those before it."""

TOGETHER = 4_000
"""Pieces and marks that are compressed at a time."""

LEVEL = 4
"""Of compression: the higher ones take up to three times as long, for a tenth."""


@dataclass(frozen=True, slots=True)
class PackedCollection:
    """A collection inside a page."""

    media_type: Literal["application/json", "application/gzip"]
    data: str = field(repr=False)
    """The JSON text, or its parts in gzip form and base64."""

    @property
    def text(self) -> str:
        """The collection as JSON text."""
        if self.media_type == "application/json":
            return self.data
        made: list[str] = []
        for part in gzip.decompress(base64.b64decode(self.data)).decode("utf-8", "surrogatepass").split(BETWEEN):
            made.append(made[int(part[1:])] if part.startswith(NUMBER) else part)
        return "".join(made)


def pack(pieces: Iterable[str]) -> PackedCollection:
    """Return a collection as a page carries it; of a large one, no more than its distinct pieces are held.

    Args:
        pieces: the Postman collection as JSON text, in the order in which they are joined. A long one that comes again
            costs no more than its number.
    """
    pieces = [*pieces]
    room = LIMITS.max_plain_collection_characters
    for piece in pieces:
        room -= len(piece)
        if room < 0:
            break
    else:
        return PackedCollection("application/json", "".join(pieces))
    gzip_form = zlib.compressobj(LEVEL, zlib.DEFLATED, zlib.MAX_WBITS | 16)
    compressed = bytearray()
    for part in _parts(pieces):
        compressed += gzip_form.compress(part.encode("utf-8", "surrogatepass"))
    compressed += gzip_form.flush()
    return PackedCollection("application/gzip", base64.b64encode(compressed).decode())


def _parts(pieces: list[str]) -> Iterator[str]:
    """Yield the parts and what stands between them, some thousand at a time."""
    again: dict[str, str] = {}
    number = 1
    out: list[str] = []
    for piece in pieces:
        if len(piece) < MIN_CHARACTERS:
            out.append(piece)
            continue
        known = again.get(piece)
        if known is None:
            again[piece] = f"{BETWEEN}{NUMBER}{number}{BETWEEN}"
            out += (BETWEEN, piece, BETWEEN)
        else:
            out.append(known)
        # What is short stands between each two that are long, and counts as well, be there nothing.
        number += 2
        if len(out) > TOGETHER:
            yield "".join(out)
            out.clear()
    yield "".join(out)
