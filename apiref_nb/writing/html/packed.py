"""A Postman collection as a page carries it: small ones as they are, others compressed; made once for all pages."""

from __future__ import annotations

import base64
import gzip
import json
import zlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Literal

from apiref_nb.writing.html.limits import LIMITS


@dataclass(frozen=True, slots=True)
class PackedCollection:
    """A collection inside a page."""

    media_type: Literal["application/json", "application/gzip"]
    data: str = field(repr=False)
    """The JSON text; or in base64 and gzip `[texts, order]` as JSON: the distinct parts between two `, "`, and which
    of them follow each other. The script of the page joins them too."""

    @property
    def text(self) -> str:
        """The collection as JSON text."""
        if self.media_type == "application/json":
            return self.data
        held = gzip.decompress(base64.b64decode(self.data)).decode("utf-8", "surrogatepass")
        return _whole(*json.loads(held))


def pack(pieces: Iterable[str]) -> PackedCollection:
    """Return a collection as a page carries it; of a large one each distinct part is held once.

    Requests and answers repeat each other far apart, where gzip does not look.

    Args:
        pieces: the Postman collection as JSON text, in the order in which they are joined.
    """
    texts: dict[str, int] = {}
    order: list[int] = []
    length = 0
    rest = ""
    for piece in pieces:
        length += len(piece)
        *parts, rest = (rest + piece.replace("\n", _LINE)).split(_BETWEEN)
        order += [texts.setdefault(part, len(texts)) for part in parts]
    order.append(texts.setdefault(rest, len(texts)))
    if length <= LIMITS.max_plain_collection_characters:
        return PackedCollection("application/json", _whole([*texts], order))
    held = json.dumps([[*texts], order], ensure_ascii=False, separators=(",", ":"))
    # Higher levels take twice the time for a fortieth less.
    packed = zlib.compress(held.encode("utf-8", "surrogatepass"), 7, wbits=zlib.MAX_WBITS | 16)
    return PackedCollection("application/gzip", base64.b64encode(packed).decode())


_BETWEEN = ', "'
_LINE = f"{_BETWEEN}\n"
"""What a line break is while the text is in parts; no JSON text has it."""


def _whole(texts: Sequence[str], order: Sequence[int]) -> str:
    return _BETWEEN.join(map(texts.__getitem__, order)).replace(_LINE, "\n")
