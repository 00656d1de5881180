"""`normalize`: a parsed document becomes an `Api`. The only caller of the part readers; `load` calls it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from apiref_nb.errors import UnsupportedError
from apiref_nb.model import Api, Schema
from apiref_nb.model.shape import short
from apiref_nb.reading.dialects import dialect_of
from apiref_nb.reading.document import Document
from apiref_nb.reading.grouping import grouped
from apiref_nb.reading.info import contact, external_docs, license_of, slug_of
from apiref_nb.reading.notes import in_document_order
from apiref_nb.reading.operations import Shared, read_paths, read_webhooks
from apiref_nb.reading.pointer import PointerError, join, resolve
from apiref_nb.reading.reader import Reader
from apiref_nb.reading.references import References
from apiref_nb.reading.schemas import Schemas
from apiref_nb.reading.security import SecurityNames
from apiref_nb.reading.servers import default_servers
from apiref_nb.reading.survey import survey
from apiref_nb.reading.values import mapping, text


def normalize(document: Document, *, base_uri: str = "") -> Api:
    """Return the version-independent form of a document.

    Args:
        document: from `parse` or `from_mapping`.
        base_uri: the address that relative server addresses are joined to.

    Raises:
        UnsupportedError: it is no OpenAPI document of a version that can be read.
        TooLargeError: its references make more of it than is read.
    """
    data = document.root
    dialect, version = dialect_of(data, document.source)
    if not isinstance(data, dict):
        raise UnsupportedError(document.source, f"the document must be a mapping (got {short(data)})")
    references = References(data, (base_uri, text(data, "$self")))
    found = survey(data, dialect.grammar, references)
    reader = Reader(data, dialect, references, source=document.source, base_uri=base_uri)
    names = SecurityNames(reader)
    servers = dialect.servers(reader, reader.part(data, "#")) or default_servers(reader)  # type: ignore[arg-type]
    shared = Shared(names, names.requirements(data, "#"), servers)
    info = mapping(data, "info")
    groups, headings = grouped(reader, read_paths(reader, shared))
    webhooks = tuple(read_webhooks(reader, shared))
    problems = in_document_order((*document.problems, *found, *reader.notes.noted), data)
    title = text(info, "title")
    logo = mapping(info, "x-logo")
    return Api(
        title=title,
        version=text(info, "version"),
        format_id=dialect.format_id,
        declared_version=version,
        slug=slug_of(title),
        summary=text(info, "summary"),
        description=text(info, "description"),
        terms_of_service=text(info, "termsOfService"),
        contact=contact(info),
        license=license_of(info),
        external_docs=external_docs(data),
        logo_text=text(logo, "altText"),
        servers=servers,
        security_schemes=tuple(names.schemes.values()),
        groups=groups,
        headings=headings,
        path_count=sum(path.startswith("/") for path in mapping(data, "paths")),
        webhooks=webhooks,
        problems=problems,
        source=document.source,
        base_uri=base_uri,
        digest=document.digest,
        document=data,
        schema_at=reader.schemas.at,
        schemas=NamedSchemas(data, dialect.named_schemas, reader.schemas),
    )


class NamedSchemas(Mapping[str, Schema]):
    """The named components of a document, opened when asked for, in document order."""

    def __init__(self, data: object, place: str, schemas: Schemas) -> None:
        self._place = place
        self._schemas = schemas
        try:
            declared = resolve(data, place)
        except PointerError:
            declared = {}
        self._names = [n for n, raw in declared.items() if isinstance(raw, Mapping | bool)] if isinstance(declared, dict) else []

    def __getitem__(self, name: str) -> Schema:
        if name not in self._names:
            raise KeyError(name)
        return self._schemas.at(join(self._place, name))

    def __iter__(self) -> Iterator[str]:
        return iter(self._names)

    def __len__(self) -> int:
        return len(self._names)
