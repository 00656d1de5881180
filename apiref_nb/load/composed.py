"""`composed`: a document and the files that it refers to, read until none is missing, as one document."""

from __future__ import annotations

from apiref_nb.errors import SourceError
from apiref_nb.load.part import Parts
from apiref_nb.model.collector import collection_paused
from apiref_nb.parsing import Document, ReadLimits, parse_part
from apiref_nb.reading.composition import Composition, refers_outward
from apiref_nb.reading.dialects import dialect_of


def composed(document: Document, uri: str, parts: Parts) -> Composition:
    """Return the document with all that it refers to; one that refers to nothing outside comes back as it is.

    Args:
        document: the entry document.
        uri: its address, to which relative references are joined; empty when it has none.
        parts: where other files are read from.

    Raises:
        UnsupportedError: the document is not OpenAPI 2.0, 3.0, 3.1 or 3.2.
        TooLargeError: all together are over a limit.
    """
    dialect, _ = dialect_of(document.root, document.source)
    if not refers_outward(document, dialect):
        return Composition(document, files={"": document})
    from apiref_nb.reading.assembly import assembled  # noqa: PLC0415 - only where there are several files, here and below
    from apiref_nb.reading.composing import Composing  # noqa: PLC0415

    with collection_paused():
        composing = Composing(document, uri=uri, refuse=parts.refuse)
        while wanted := composing.wanted():
            for asked, part in zip(wanted, parts.read(wanted), strict=True):
                if part.reason:
                    composing.files.lacks(asked, part.reason)
                    continue
                try:
                    read = parse_part(
                        part.body,
                        source=part.name,
                        content_type=part.content_type,
                        file_name=part.file_name,
                        charset=part.charset,
                        limits=ReadLimits(limit_bytes=max(len(part.body), 1)),
                    )
                except SourceError as exc:
                    composing.files.lacks(asked, str(exc))
                else:
                    composing.files.add(part.uri, read, name=part.name, asked=asked)
        return assembled(composing)
