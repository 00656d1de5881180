"""Collections that were converted already: one conversion per resolved address and content of a document.

In: an `Api`. Out: its Postman collection as a page carries it, of which the JSON text is made back. `outputs` asks at
every render; a repeat costs nothing, and what was compressed once is not compressed again.
"""

from __future__ import annotations

from typing import Final

from apiref_nb.model.api import Api
from apiref_nb.model.byte_cache import CACHES, MEBIBYTE, ByteCache, text_bytes
from apiref_nb.model.collector import collection_paused
from apiref_nb.postman.collection import collection_pieces
from apiref_nb.schemas.session import SampleSession
from apiref_nb.writing.html.packed import PackedCollection, pack


class KeptCollections:
    """Converted collections, least recently used out first; safe to use from several threads.

    Args:
        limit_bytes: of the kept collections together.
    """

    def __init__(self, *, limit_bytes: int) -> None:
        self._kept: ByteCache[tuple[str, str], PackedCollection] = ByteCache(limit_bytes=limit_bytes, size=_size)

    def of(self, api: Api, session: SampleSession | None = None) -> PackedCollection:
        """Return the collection of a document.

        Args:
            api: the document.
            session: keeps the samples that were made for other outputs of it; None where there are none.
        """
        key = (api.base_uri or api.source, api.kept_as)
        made = self._kept.get(key) if api.kept_as else None
        if made is None:
            with collection_paused():
                made = pack(collection_pieces(api, session=session))
            if api.kept_as:
                self._kept.put(key, made)
        return made

    @property
    def bytes_held(self) -> int:
        """The bytes of all that is kept."""
        return self._kept.bytes_held

    def clear(self) -> None:
        """Forget all."""
        self._kept.clear()


def _size(key: tuple[str, str], collection: PackedCollection) -> int:
    return text_bytes(collection.data) + sum(map(text_bytes, key))


COLLECTIONS: Final = CACHES.own(KeptCollections(limit_bytes=64 * MEBIBYTE))
"""What this process has converted."""
