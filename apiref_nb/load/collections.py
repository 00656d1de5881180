"""Collections that were converted already: one conversion per resolved address and content of a document.

In: an `Api`. Out: its Postman collection as JSON text. `display` calls it at every render; a repeat costs nothing.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from typing import Final

from apiref_nb.model import Api
from apiref_nb.postman.collection import collection_json


class KeptCollections:
    """Converted collections, least recently used out first; safe to use from several threads.

    Args:
        limit_characters: length of the kept texts together.
    """

    def __init__(self, *, limit_characters: int) -> None:
        self._limit = limit_characters
        self._kept: OrderedDict[tuple[str, str], str] = OrderedDict()
        self._lock = threading.Lock()

    def of(self, api: Api) -> str:
        """Return the collection of a document as JSON text."""
        key = (api.base_uri or api.source, api.digest)
        with self._lock:
            known = self._kept.get(key)
            if known is not None:
                self._kept.move_to_end(key)
                return known
        made = collection_json(api)
        with self._lock:
            self._kept[key] = made
            while sum(map(len, self._kept.values())) > self._limit and len(self._kept) > 1:
                self._kept.popitem(last=False)
        return made

    def clear(self) -> None:
        """Forget all."""
        with self._lock:
            self._kept.clear()


COLLECTIONS: Final = KeptCollections(limit_characters=32 * 1024 * 1024)
"""What this process has converted."""
