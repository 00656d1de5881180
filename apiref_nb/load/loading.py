"""A source becomes an `Api`: fetched or read, with the files it refers to and the overlays given, and normalized.

The way in for all that shows a document. A text is always an address; only a `Path` is looked up on disk. A document
that is shown again is read as bytes again, and parsed only when it, a file of it or an overlay has changed.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from apiref_nb.errors import ShapeError, SourceError
from apiref_nb.load.composed import composed
from apiref_nb.load.opening import digest_of, opened
from apiref_nb.load.options import Options, References
from apiref_nb.load.part import Parts
from apiref_nb.load.read_apis import READ_APIS, KeptApi
from apiref_nb.load.sources import Source
from apiref_nb.model.api import Api, keep_as
from apiref_nb.reading import normalize
from apiref_nb.reading.composition import Composition

if TYPE_CHECKING:
    from apiref_nb.fetching.access import Verify
    from apiref_nb.fetching.address_policy import Network


def load_api(
    source: Source,
    *,
    revalidate: float = 3600,
    network: Network = "any",
    root: str | Path | None = None,
    references: References = "same-origin",
    overlays: Source | Sequence[Source] = (),
    limit_bytes: int | None = None,
    name: str = "",
    headers: Mapping[str, str] | None = None,
    proxy: str | None = None,
    verify: Verify = True,
) -> Api:
    """Return the OpenAPI document at an address, in a file, in a mapping or in bytes, as an `Api`.

    References to other files are followed: from a file, to files in its folder; from an address, to addresses of the
    same scheme, host and port. What cannot be followed is a problem at its place, and the rest is there.

    Args:
        source: an http or https address as text, a `pathlib.Path`, the document as a mapping or as bytes, or a file
            that is open for reading.
        revalidate: seconds that a fetched document is used without asking its server again; 0 asks each time.
        network: `any` fetches from wherever the address leads; `public` from public addresses only.
        root: folder that the files of a local document may stand in; that of the document itself when None. For a
            mapping, bytes and an open file it is also the folder that their references start from.
        references: `any` follows references from an address to other hosts too, within `network`.
        overlays: OpenAPI Overlays 1.0 or 1.1, each a source like the document; applied in order, after references.
        limit_bytes: the most that is read of a local document and its files; 10 MiB for the one and 64 MiB for all
            when None.
        name: what bytes or an open file are called in messages; its ending tells JSON from YAML.
        headers: sent to the address's own scheme, host and port, and nowhere else; what they bring is kept in no cache.
        proxy: address of an HTTP proxy that fetches the document; not with `network="public"`.
        verify: False accepts any certificate; a file or folder of certificates, or an `ssl.SSLContext`, is trusted
            instead of the usual ones.

    Raises:
        ShapeError: the source is none of these, or an argument has the wrong shape.
        AddressError: the address does not parse, is not http or https, or may not be contacted.
        UnreachableError: no complete answer in time, or a status other than 2xx.
        RedirectError: more than five redirects.
        FileError: the file does not exist, is neither a file nor a pipe, or cannot be read.
        DocumentSyntaxError: neither valid JSON nor valid YAML.
        UnsupportedError: not OpenAPI 2.0, 3.0, 3.1 or 3.2, or an overlay that is none.
        TooLargeError: larger than a limit, alone or with all its files.
    """
    try:
        options = Options(
            revalidate=revalidate,
            network=network,
            root=root,
            references=references,
            overlays=overlays,
            limit_bytes=limit_bytes,
            name=name,
            headers=headers,
            proxy=proxy,
            verify=verify,
        )
        return load_with(source, options)
    except (ShapeError, SourceError) as fault:
        # The message says it all; the frames below say nothing to a caller.
        raise fault.with_traceback(None) from None


def load_with(source: Source, options: Options) -> Api:
    """Return the document as an `Api`; otherwise as `load_api`.

    Args:
        source: see `load_api`.
        options: how it is loaded.
    """
    loading = Loading(source, options)
    key = digest_of(loading.named, loading.uri, loading.content) if loading.content else ""
    kept = READ_APIS.get(key) if key else None
    if kept is not None and loading.holds(kept.parts):
        return kept.api
    api = loading.api()
    listed = loading.listed
    if key and listed is not None:
        keep_as(api, digest_of(key, *(text for pair in listed for text in pair)))
        READ_APIS.put(key, KeptApi(api, loading.size_bytes, listed))
    return api


class Loading:
    """A document whose bytes are here, with its overlays; nothing is parsed before `composition` is asked for.

    Args:
        source: see `load_api`.
        options: how it is loaded.

    Raises:
        ApirefError: as `load_api`, where the bytes cannot be had.
    """

    def __init__(self, source: Source, options: Options) -> None:
        self._entry = opened(source, options)
        self._overlays = [opened(overlay, options, is_overlay=True) for overlay in options.overlay_sources]
        self._parts: Parts = self._entry.parts()
        self.named = self._entry.named
        """How the caller spelled it, which problems repeat."""
        self.uri = self._entry.uri
        """What relative references are joined to; empty when they lead nowhere."""
        self.base_uri = self._entry.base_uri
        """The address that it came from; empty for a local one."""

    @property
    def content(self) -> str:
        """What tells it, with its overlays, from any other, wherever it stands; empty when it must not be kept."""
        contents = [one.content for one in (self._entry, *self._overlays)]
        return digest_of(*contents, *(one.named for one in self._overlays)) if all(contents) else ""

    def holds(self, listed: Sequence[tuple[str, str]]) -> bool:
        """Return True when the other files hold what they held when they were `listed`; reads no file outside."""
        parts = self._entry.parts()
        return not any(parts.refuse("", uri, self.uri) for uri, _ in listed) and parts.hold(tuple(listed))

    def composition(self) -> Composition:
        """Return the document with all its files and overlays as one."""
        self._parts = self._entry.parts()
        entry = composed(self._entry.document(), self.uri, self._parts)
        if not self._overlays:
            return entry
        from apiref_nb.reading.overlays import overlaid  # noqa: PLC0415 - only where there is an overlay

        return overlaid(entry, [overlay.document() for overlay in self._overlays])

    def api(self) -> Api:
        """Return the document as an `Api`."""
        return normalize(self.composition(), base_uri=self.base_uri)

    @property
    def listed(self) -> tuple[tuple[str, str], ...] | None:
        """(address, digest) of each other file of the composition; None when one may come in a moment."""
        return self._parts.listed()

    @property
    def size_bytes(self) -> int:
        """The bytes of all files of the composition."""
        return self._entry.size_bytes + self._parts.read_bytes
