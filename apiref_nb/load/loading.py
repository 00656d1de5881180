"""An address, a path or a mapping becomes an `Api`: fetched, read and normalized. The way in for all that shows one.

A text is always an address; only a `Path` is looked up on disk. A document that is shown again is not read again.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from apiref_nb.errors import DocumentSyntaxError, ShapeError, SourceError
from apiref_nb.fetching import Fetched, fetch
from apiref_nb.fetching.address_policy import Network
from apiref_nb.load.files import read_file
from apiref_nb.model import Api
from apiref_nb.model.byte_cache import CACHES, MEBIBYTE, ByteCache, text_bytes
from apiref_nb.parsing import Document, ReadLimits, extension_format, from_mapping, parse
from apiref_nb.reading import normalize
from apiref_nb.text.invisible_characters import visible_line
from apiref_nb.text.quoting import short

Source = str | Path | Mapping[str, Any]
"""An address, a file, or the document itself."""


@dataclass(frozen=True, slots=True)
class _Read:
    api: Api
    source_bytes: int


def _api_bytes(key: tuple[str, str], read: _Read) -> int:
    """Return what a document takes in memory, estimated: it opens parts of itself as it is used."""
    return read.source_bytes * API_BYTES_PER_SOURCE_BYTE + sum(map(text_bytes, key))


API_BYTES_PER_SOURCE_BYTE: Final = 8
"""Measured on five documents of 280 kB to 3.8 MB after every output was written: 4 to 7; small ones weigh nothing."""

_APIS: Final = CACHES.own(ByteCache(limit_bytes=128 * MEBIBYTE, size=_api_bytes))
"""What was read from addresses, by final address, content type and digest of the bytes."""


def clear_caches() -> None:
    """Forget every document, collection and text that this process keeps for the next time it is shown.

    What is kept is bounded in bytes, so this is for measuring, and for notebooks that need the memory back. What was
    made stays valid; the next embed of an address fetches, reads and converts it anew.
    """
    CACHES.clear()


def load_api(source: Source, *, revalidate: float = 3600, network: Network = "any") -> Api:
    """Return the OpenAPI document at an address, in a file or in a mapping, as an `Api`.

    Args:
        source: an http or https address as text, a `pathlib.Path`, or the document as a mapping.
        revalidate: seconds that a fetched document is used without asking its server again; 0 asks each time.
        network: `any` fetches from wherever the address leads; `public` from public addresses only.

    Raises:
        ShapeError: the source is none of the three.
        AddressError: the address does not parse, is not http or https, or may not be contacted.
        UnreachableError: no complete answer in time, or a status other than 2xx.
        RedirectError: more than five redirects.
        FileError: the file does not exist, is neither a file nor a pipe, or cannot be read.
        DocumentSyntaxError: neither valid JSON nor valid YAML.
        UnsupportedError: not OpenAPI 2.0, 3.0, 3.1 or 3.2.
        TooLargeError: larger than the limit.
    """
    try:
        return _api(source, revalidate=revalidate, network=network)
    except (ShapeError, SourceError) as fault:
        # The message says it all; the frames below say nothing to a caller.
        raise fault.with_traceback(None) from None


def _api(source: Source, *, revalidate: float, network: Network) -> Api:
    if not isinstance(source, str):
        document, base_uri = load_document(source)
        return normalize(document, base_uri=base_uri)
    fetched = fetch(source, revalidate=revalidate, network=network)
    key = (f"{fetched.given} {fetched.final_url} {fetched.content_type}", hashlib.sha256(fetched.body).hexdigest())
    read = _APIS.get(key)
    if read is None:
        read = _Read(normalize(_parsed(fetched), base_uri=fetched.final_url), len(fetched.body))
        _APIS.put(key, read)
    return read.api


def load_document(source: Source, *, revalidate: float = 3600, network: Network = "any") -> tuple[Document, str]:
    """Return the parsed document, and the address that relative addresses in it are joined to (empty for a file).

    Takes and raises what `load_api` does, but does not ask whether the document is OpenAPI.

    Args:
        source: see `load_api`.
        revalidate: see `load_api`.
        network: see `load_api`.
    """
    if isinstance(source, str):
        fetched = fetch(source, revalidate=revalidate, network=network)
        return _parsed(fetched), fetched.final_url
    if isinstance(source, Path):
        body = read_file(source, limit_bytes=ReadLimits().limit_bytes)
        return parse(body, source=visible_line(str(source)), file_name=source.name), ""
    if isinstance(source, Mapping):
        return from_mapping(source), ""
    raise ShapeError("source", "must be an address as text, a pathlib.Path or a mapping", short(source))


def _parsed(fetched: Fetched) -> Document:
    try:
        return parse(
            fetched.body,
            source=fetched.given,
            content_type=fetched.content_type,
            # The name that the caller gave tells the format, where it tells any.
            file_name=fetched.url if extension_format(fetched.url) else fetched.final_url,
            charset=fetched.charset,
        )
    except DocumentSyntaxError as exc:
        if not fetched.hops:
            raise
        # The answer is most often a login page; its address may hold a secret in its query.
        led = visible_line(fetched.final_url.partition("?")[0])
        cause = f"{exc.cause}; the address redirects to {led}"
        raise DocumentSyntaxError(exc.source, cause, line=exc.line, column=exc.column) from exc
