"""Collections that were converted already: one conversion per resolved address and content of a document.

In: an `Api`. Out: its Postman collection as JSON text. `display` calls it at every render; a repeat costs nothing.
"""

from __future__ import annotations

from typing import Final

from apiref_nb.model import Api
from apiref_nb.model.byte_cache import CACHES, MEBIBYTE, ByteCache, text_bytes
from apiref_nb.postman.collection import collection_json


class KeptCollections:
    """Converted collections, least recently used out first; safe to use from several threads.

    Args:
        limit_bytes: of the kept collections together, in UTF-8.
    """

    def __init__(self, *, limit_bytes: int) -> None:
        # As UTF-8: one wide character in a text of 20 MB makes Python hold 80.
        self._kept: ByteCache[tuple[str, str], bytes] = ByteCache(limit_bytes=limit_bytes, size=_size)

    def of(self, api: Api) -> str:
        """Return the collection of a document as JSON text."""
        key = (api.base_uri or api.source, api.digest)
        known = self._kept.get(key)
        if known is not None:
            return known.decode("utf-8", "surrogatepass")
        made = collection_json(api)
        self._kept.put(key, made.encode("utf-8", "surrogatepass"))
        return made

    @property
    def bytes_held(self) -> int:
        """The bytes of all that is kept."""
        return self._kept.bytes_held

    def clear(self) -> None:
        """Forget all."""
        self._kept.clear()


def _size(key: tuple[str, str], collection: bytes) -> int:
    return len(collection) + sum(map(text_bytes, key))


COLLECTIONS: Final = CACHES.own(KeptCollections(limit_bytes=64 * MEBIBYTE))
"""What this process has converted."""
