"""`load_api`: an address, a path or a mapping becomes an `Api`. Joins `fetching` and `reading`; everything else calls it."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Mapping
from pathlib import Path
from threading import Lock
from typing import Any, Literal

from apiref_nb.errors import SourceError, TooLargeError, UnreachableError
from apiref_nb.fetching import FetchLimits, fetch
from apiref_nb.model import Api
from apiref_nb.model.visible import visible_line
from apiref_nb.reading import Document, from_mapping, normalize, parse

Source = str | Path | Mapping[str, Any]
Network = Literal["any", "public"]


class ApiCache:
    """The last documents that were read, by digest and address: the same bytes are read once."""

    def __init__(self, limit_entries: int = 8) -> None:
        self._limit = limit_entries
        self._lock = Lock()
        self._entries: OrderedDict[tuple[str, str, str], Api] = OrderedDict()

    def get(self, document: Document, base_uri: str) -> Api:
        """Return the `Api` of a document, made or remembered."""
        key = (document.source, base_uri, document.digest)
        with self._lock:
            known = self._entries.get(key)
            if known is not None:
                self._entries.move_to_end(key)
                return known
        made = normalize(document, base_uri=base_uri)
        with self._lock:
            self._entries[key] = made
            while len(self._entries) > self._limit:
                self._entries.popitem(last=False)
        return made


_CACHE = ApiCache()


def load_api(source: Source, *, revalidate: float = 3600, network: Network = "any") -> Api:
    """Return the version-independent form of an OpenAPI document.

    Args:
        source: an http(s) address (a string is always an address), a `pathlib.Path`, or the document as a mapping.
        revalidate: seconds for which a fetched document is used again; 0 fetches now.
        network: `public` refuses addresses that are not on the public internet.

    Raises:
        SourceError: the document cannot be loaded; its subclass names which of the six conditions holds.
    """
    document, base_uri = load_document(source, revalidate=revalidate, network=network)
    return _CACHE.get(document, base_uri)


def load_document(source: Source, *, revalidate: float = 3600, network: Network = "any") -> tuple[Document, str]:
    """Return the parsed document and the address that its relative addresses are joined to; see `load_api`."""
    if isinstance(source, Mapping):
        return from_mapping(source), ""
    if isinstance(source, Path):
        return _read(source), ""
    fetched = fetch(source, revalidate=revalidate, network=network)
    document = parse(
        fetched.body,
        source=fetched.url,
        content_type=fetched.content_type,
        file_name=fetched.final_url.split("?", 1)[0].rsplit("/", 1)[-1],
        charset=fetched.charset,
    )
    return document, fetched.final_url


def _read(path: Path) -> Document:
    shown = visible_line(str(path))
    limit = FetchLimits().body_bytes
    try:
        with path.open("rb") as file:
            body = file.read(limit + 1)
    except (OSError, ValueError) as exc:
        reason = getattr(exc, "strerror", None) or "the name cannot be used"
        raise UnreachableError(shown, f"the file cannot be read: {reason}") from exc
    if len(body) > limit:
        raise TooLargeError(shown, f"the file is larger than {limit:,} bytes")
    return parse(body, source=shown, file_name=path.name)


__all__ = ["Network", "Source", "SourceError", "load_api", "load_document"]
