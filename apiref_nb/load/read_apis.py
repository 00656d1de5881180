"""Documents that were read already: an `Api` for each content of a document and of all its files."""

from __future__ import annotations

from typing import Final, NamedTuple

from apiref_nb.model import Api
from apiref_nb.model.byte_cache import CACHES, MEBIBYTE, ByteCache, text_bytes

API_BYTES_PER_SOURCE_BYTE: Final = 8
"""Measured on five documents of 280 kB to 3.8 MB after every output was written: 4 to 7; small ones weigh nothing."""


class KeptApi(NamedTuple):
    """What was read, and of what."""

    api: Api
    source_bytes: int
    """The document and its files together."""
    parts: tuple[tuple[str, str], ...] = ()
    """(address, digest) of each other file, all of which must be the same again."""


def _api_bytes(key: str, kept: KeptApi) -> int:
    """Return what a document takes in memory, estimated: it opens parts of itself as it is used."""
    named = sum(text_bytes(text) for pair in kept.parts for text in pair) + text_bytes(key)
    return kept.source_bytes * API_BYTES_PER_SOURCE_BYTE + named


READ_APIS: Final = CACHES.own(ByteCache(limit_bytes=128 * MEBIBYTE, size=_api_bytes))
"""What was read, by a digest of the bytes, of the overlays and of all that decides how they are read and called."""


def clear_caches() -> None:
    """Forget every document, collection and text that this process keeps for the next time it is shown.

    What is kept is bounded in bytes, so this is for measuring, and for notebooks that need the memory back. What was
    made stays valid; the next embed of an address fetches, reads and converts it anew.
    """
    CACHES.clear()
