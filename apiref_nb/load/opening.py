"""`Opening`: a document as it came, not parsed yet, and all that tells it from another one.

In: a `Source` and `Options`. Out: its bytes under a key. `loading` asks what is kept under the key before it parses.
"""

from __future__ import annotations

import hashlib
import importlib.util
import marshal
import os
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, cast

from apiref_nb.errors import DocumentSyntaxError, FileError, ShapeError, SourceError, UnreachableError
from apiref_nb.load.files import read_file, read_stream
from apiref_nb.load.limits import LOCAL_SET, WEB_SET, SetLimits
from apiref_nb.load.local_parts import LocalParts
from apiref_nb.load.options import Options
from apiref_nb.load.part import NoParts, Parts
from apiref_nb.load.sources import ByteStream
from apiref_nb.parsing.declared_format import extension_format
from apiref_nb.parsing.document import Document, ReadLimits, from_mapping, parse
from apiref_nb.reading.references import canonical
from apiref_nb.text.invisible_characters import visible_line
from apiref_nb.text.quoting import short

if TYPE_CHECKING:
    from apiref_nb.fetching.fetched import Fetched

_SOURCES = "must be an address as text, a pathlib.Path, a mapping, bytes or an open file"


class Opening(NamedTuple):
    """A document as it came."""

    content: str
    """Digest of its bytes, or of its data, and of how it is read; empty when it must not be kept."""
    named: str
    """How its author's caller spelled it, which problems repeat."""
    size_bytes: int
    document: Callable[[], Document]
    """Parses it; raises what `parse` raises."""
    parts: Callable[[], Parts]
    """Gives where its other files are read from, each time as if nothing had been read yet."""
    uri: str = ""
    """What relative references are joined to; empty when they lead nowhere."""
    base_uri: str = ""
    """The address that it came from; empty for a local one."""


def opened(source: object, options: Options, *, is_overlay: bool = False) -> Opening:
    """Return a document as it came; see `load_api` for what is raised.

    Args:
        source: see `load_api`.
        options: how it is loaded.
        is_overlay: True sends it nothing that is for the document's own server.
    """
    if isinstance(source, str):
        return _opened_address(source, options, is_overlay=is_overlay)
    limits = ReadLimits() if options.limit_bytes is None else ReadLimits(limit_bytes=options.limit_bytes)
    if isinstance(source, Mapping):
        data = _mapping_bytes(source, limits)
        return Opening(
            digest_of("mapping", *_rules(options), content_digest(data)),
            "mapping",
            len(data),
            lambda: from_mapping(source, limits=limits),
            lambda: _files_around(None, 0, "mapping", options),
            _local_uri(None, options),
        )
    place = None
    if isinstance(source, Path):
        body = read_file(source, limit_bytes=limits.limit_bytes)
        shown, file_name, place = visible_line(str(source)), source.name, source
    elif isinstance(source, bytes | bytearray):
        body, shown, file_name = bytes(source), visible_line(options.name or "bytes"), options.name
    elif isinstance(source, ByteStream):
        named = options.name or getattr(source, "name", "")
        file_name = named if isinstance(named, str) else ""
        shown = visible_line(file_name or "an open file")
        body = read_stream(source, source=shown, limit_bytes=limits.limit_bytes)
    else:
        raise ShapeError("source", _SOURCES, short(source))
    return Opening(
        digest_of("local", file_name, *_rules(options), content_digest(body)),
        shown,
        len(body),
        lambda: parse(body, source=shown, file_name=file_name, limits=limits),
        lambda: _files_around(place, len(body), shown, options),
        _local_uri(place, options),
    )


def digest_of(*facts: str) -> str:
    """Return one digest of some texts; no two rows of texts have the same."""
    spelled = "".join(f"{len(fact)}:{fact}" for fact in facts)
    return hashlib.sha256(spelled.encode("utf-8", "surrogatepass")).hexdigest()


def content_digest(body: bytes) -> str:
    """Return the digest of some bytes."""
    return hashlib.sha256(body).hexdigest()


def _rules(options: Options) -> tuple[str, ...]:
    """Return what decides what a document becomes, whatever its bytes."""
    return options.references, options.network, str(options.root), str(options.limit_bytes)


def _mapping_bytes(source: Mapping[str, object], limits: ReadLimits) -> bytes:
    """Return bytes that are equal for equal mappings, in as little time as there is."""
    try:
        # The form of version 2 knows no shared objects, so that only the data counts.
        return marshal.dumps(cast("Any", source), 2)
    except ValueError:  # dates, numbers with a spelling of their own, mappings of other kinds, circles
        read = from_mapping(source, limits=limits)
        return repr((read.root, read.problems)).encode("utf-8", "surrogatepass")


def _local_uri(place: Path | None, options: Options) -> str:
    if place is None and options.folder is None:
        return ""
    folder = place.parent if place is not None else options.folder or Path()
    return canonical((Path(os.path.realpath(folder)) / (place.name if place is not None else "document")).as_uri())


def _files_around(place: Path | None, size: int, source: str, options: Options) -> Parts:
    """Return where the files around a local document are read from."""
    if place is None and options.folder is None:
        return NoParts()
    folder = place.parent if place is not None else options.folder or Path()
    root = options.folder if options.folder is not None else folder
    if not root.is_dir():
        raise FileError(visible_line(str(root)), "this is not a folder; root must name one")
    limits = LOCAL_SET if options.limit_bytes is None else SetLimits(LOCAL_SET.files, options.limit_bytes)
    return LocalParts(root, folder, limits=limits, used_bytes=size, source=source)


NO_NETWORK = (
    "this Python opens no connections, as that of a browser; have the browser fetch the document, and give it as a "
    "mapping: OpenApiEmbed(await (await pyodide.http.pyfetch(url)).json())"
)


def _opened_address(source: str, options: Options, *, is_overlay: bool) -> Opening:
    from apiref_nb.fetching.addresses import without_credentials  # noqa: PLC0415 - loaded where there is an address

    if sys.platform == "emscripten" or importlib.util.find_spec("ssl") is None:
        raise UnreachableError(visible_line(without_credentials(source)), NO_NETWORK)
    from apiref_nb.fetching.fetch import fetch  # noqa: PLC0415 - likewise
    from apiref_nb.fetching.fetched import FetchLimits  # noqa: PLC0415 - likewise
    from apiref_nb.fetching.together import Together  # noqa: PLC0415 - likewise
    from apiref_nb.load.web_parts import WebParts  # noqa: PLC0415 - likewise

    together = None if is_overlay else Together(FetchLimits(body_bytes=WEB_SET.limit_bytes))
    access = options.access
    fetched = fetch(
        source,
        revalidate=options.revalidate,
        network=options.network,
        together=together,
        access=access.bound_to("" if is_overlay else source),
    )
    anywhere = options.references == "any"
    if together is not None and not anywhere:
        together.keep_to(fetched.final_url)
    own = access.bound_to(fetched.url)
    had: dict[str, Fetched | SourceError] = {}

    def fetch_part(uri: str) -> Fetched:
        return fetch(uri, revalidate=options.revalidate, network=options.network, together=together, access=own)

    about = (fetched.final_url, fetched.content_type, fetched.charset or "")
    return Opening(
        "" if access.is_private else digest_of("address", *about, *_rules(options), content_digest(fetched.body)),
        fetched.given,
        len(fetched.body),
        lambda: _parsed(fetched),
        lambda: WebParts(fetched, fetch_part, any_origin=anywhere, limits=WEB_SET, had=had),
        fetched.final_url,
        fetched.final_url,
    )


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
