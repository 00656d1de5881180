"""A source becomes an `Api`: fetched or read, with the files it refers to and the overlays given, and normalized.

The way in for all that shows a document. A text is always an address; only a `Path` is looked up on disk. A document
that is shown again is not read again.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from apiref_nb.errors import DocumentSyntaxError, FileError, ShapeError, SourceError
from apiref_nb.fetching import Fetched, FetchLimits, Together, fetch
from apiref_nb.fetching.address_policy import Network
from apiref_nb.load.composed import composed
from apiref_nb.load.files import ByteStream, read_file, read_stream
from apiref_nb.load.limits import LOCAL_SET, WEB_SET, SetLimits
from apiref_nb.load.local_parts import LocalParts
from apiref_nb.load.options import Options, References, Source, options_of
from apiref_nb.load.part import NoParts, Parts
from apiref_nb.load.read_apis import READ_APIS, KeptApi
from apiref_nb.load.web_parts import WebParts
from apiref_nb.model import Api
from apiref_nb.parsing import Document, ReadLimits, extension_format, from_mapping, parse
from apiref_nb.reading import normalize
from apiref_nb.reading.composition import Composition
from apiref_nb.reading.file_set import canonical
from apiref_nb.reading.overlays import overlaid
from apiref_nb.text.invisible_characters import visible_line
from apiref_nb.text.quoting import short

if TYPE_CHECKING:
    from apiref_nb.fetching.access import Verify

_SOURCES = "must be an address as text, a pathlib.Path, a mapping, bytes or an open file"


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
        options = options_of(
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
    if not isinstance(source, str):
        composition, base_uri = load_composition(source, options)
        return normalize(composition, base_uri=base_uri)
    together = _together(options)
    fetched = _fetched(source, options, together)
    overlays = _overlays(options)
    parts = _web_parts(fetched, options, together)
    about = " ".join([fetched.given, fetched.final_url, fetched.content_type, options.references, options.network])
    key = (about, _digest(fetched.body, *(overlay.digest.encode() for overlay in overlays)))
    shared = not options.access.is_private
    kept = READ_APIS.get(key) if shared else None
    if kept is not None:
        parts.bring([uri for uri, _ in kept.parts])
        if all(_digest_of(parts.had[uri]) == digest for uri, digest in kept.parts):
            return kept.api
        parts = _web_parts(fetched, options, together, had=parts.had)
    composition = overlaid(composed(_parsed(fetched), fetched.final_url, parts), overlays)
    api = normalize(composition, base_uri=fetched.final_url)
    came = [parts.had[uri] for uri in parts.asked]
    if shared and all(isinstance(one, Fetched) for one in came):
        size = len(fetched.body) + sum(len(one.body) for one in came if isinstance(one, Fetched))
        listed = tuple((uri, _digest_of(one)) for uri, one in zip(parts.asked, came, strict=True))
        READ_APIS.put(key, KeptApi(api, size, listed))
    return api


def load_composition(source: Source, options: Options | None = None) -> tuple[Composition, str]:
    """Return a document with all its files and overlays as one, and the address that relative addresses are joined to.

    Args:
        source: see `load_api`.
        options: how it is loaded.

    Returns:
        The document, and the address; empty for a document that came from none.

    Raises:
        ApirefError: as `load_api`.
    """
    options = options or Options()
    overlays = _overlays(options)
    if isinstance(source, str):
        together = _together(options)
        fetched = _fetched(source, options, together)
        parts: Parts = _web_parts(fetched, options, together)
        document = _parsed(fetched)
        uri = base_uri = fetched.final_url
    else:
        document, folder = _local(source, options)
        base_uri = ""
        uri, parts = _files_around(document, folder, options)
    return overlaid(composed(document, uri, parts), overlays), base_uri


def load_document(source: Source, options: Options | None = None) -> tuple[Document, str]:
    """Return one parsed file, and the address that relative addresses in it are joined to (empty for a local one).

    Takes and raises what `load_composition` does, but does not ask whether the document is OpenAPI, and reads no other.

    Args:
        source: see `load_api`.
        options: how it is loaded.
    """
    options = options or Options()
    if isinstance(source, str):
        fetched = _fetched(source, options, None)
        return _parsed(fetched), fetched.final_url
    return _local(source, options)[0], ""


def _local(source: object, options: Options) -> tuple[Document, Path | None]:
    """Return a document that is no address, and the file that it is (None when it is none)."""
    limits = ReadLimits() if options.limit_bytes is None else ReadLimits(limit_bytes=options.limit_bytes)
    if isinstance(source, Path):
        body = read_file(source, limit_bytes=limits.limit_bytes)
        shown, file_name, place = visible_line(str(source)), source.name, source
    elif isinstance(source, Mapping):
        return from_mapping(source, limits=limits), None
    elif isinstance(source, bytes | bytearray):
        body, shown, file_name, place = bytes(source), visible_line(options.name or "bytes"), options.name, None
    elif isinstance(source, ByteStream):
        named = options.name or getattr(source, "name", "")
        file_name = named if isinstance(named, str) else ""
        shown, place = visible_line(file_name or "an open file"), None
        body = read_stream(source, source=shown, limit_bytes=limits.limit_bytes)
    else:
        raise ShapeError("source", _SOURCES, short(source))
    return parse(body, source=shown, file_name=file_name, limits=limits), place


def _files_around(document: Document, place: Path | None, options: Options) -> tuple[str, Parts]:
    """Return the address of a local document, and where the files around it are read from."""
    if place is None and options.root is None:
        return "", NoParts()
    folder = place.parent if place is not None else options.root or Path()
    root = options.root if options.root is not None else folder
    if not root.is_dir():
        raise FileError(visible_line(str(root)), "this is not a folder; root must name one")
    limits = LOCAL_SET if options.limit_bytes is None else SetLimits(LOCAL_SET.files, options.limit_bytes)
    size = len(document.text.encode("utf-8", "replace"))
    uri = (Path(os.path.realpath(folder)) / (place.name if place is not None else "document")).as_uri()
    return canonical(uri), LocalParts(root, folder, limits=limits, used_bytes=size, source=document.source)


def _together(options: Options) -> Together:
    return Together(FetchLimits(body_bytes=WEB_SET.limit_bytes))


def _fetched(source: str, options: Options, together: Together | None) -> Fetched:
    return fetch(
        source,
        revalidate=options.revalidate,
        network=options.network,
        together=together,
        access=options.access.bound_to(source),
    )


def _web_parts(
    fetched: Fetched, options: Options, together: Together, had: dict[str, Fetched | SourceError] | None = None
) -> WebParts:
    anywhere = options.references == "any"
    if not anywhere:
        together.keep_to(fetched.final_url)
    access = options.access.bound_to(fetched.url)

    def fetch_part(uri: str) -> Fetched:
        return fetch(uri, revalidate=options.revalidate, network=options.network, together=together, access=access)

    return WebParts(fetched, fetch_part, any_origin=anywhere, limits=WEB_SET, had=had)


def _overlays(options: Options) -> list[Document]:
    """Return the overlays that were asked for, each read like a document of its own."""
    found = []
    for overlay in options.overlays:
        if isinstance(overlay, str):
            access = options.access.bound_to("")  # what is for the document's server is not for the overlay's
            plain = fetch(overlay, revalidate=options.revalidate, network=options.network, access=access)
            found.append(_parsed(plain))
        else:
            found.append(_local(overlay, options)[0])
    return found


def _digest(*parts: bytes) -> str:
    return hashlib.sha256(b" ".join(hashlib.sha256(part).digest() for part in parts)).hexdigest()


def _digest_of(came: Fetched | SourceError) -> str:
    return _digest(came.body, came.final_url.encode()) if isinstance(came, Fetched) else ""


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
