"""`normalize`: a parsed `Document` becomes an `Api`, whichever OpenAPI version it was written in.

Called by `load`, and by the commands that parse a document themselves. Raises only for a document that cannot be
read at all; every lesser fault is a `Problem` beside what could be read.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Any

from apiref_nb.model import Api, ApiOperation, Problem, Schema
from apiref_nb.model.collector import collection_paused
from apiref_nb.model.problems import in_document_order
from apiref_nb.parsing.document import Document
from apiref_nb.reading.composition import Composition, Places
from apiref_nb.reading.dialects import dialect_of, newer_than
from apiref_nb.reading.document_checks import check_document
from apiref_nb.reading.grouping import grouped, tag_labels
from apiref_nb.reading.info import contact, external_docs, license_of
from apiref_nb.reading.operations import Shared, read_paths, read_webhooks
from apiref_nb.reading.reader import Part, Reader
from apiref_nb.reading.references import References, joined
from apiref_nb.reading.schemas import Schemas
from apiref_nb.reading.security import SecurityNames
from apiref_nb.reading.servers import default_servers
from apiref_nb.reading.values import mapping, text
from apiref_nb.text.pointer import PointerError, join, resolve


@collection_paused()
def normalize(document: Document | Composition, *, base_uri: str = "") -> Api:
    """Return the document as an `Api`.

    Args:
        document: what `parse` or `from_mapping` returned, or one made of many files.
        base_uri: the address that delivered the document; relative server addresses are joined to it.

    Raises:
        UnsupportedError: the document is not OpenAPI 2.0, 3.0, 3.1 or 3.2.
        TooLargeError: references make more parts of it than are read.
    """
    whole_set = document if isinstance(document, Composition) else Composition(document)
    document, places = whole_set.document, whole_set.places
    root = document.root
    dialect, version = dialect_of(root, document.source)
    own = text(root, "$self")
    references = References(root, (base_uri, own, joined(base_uri, own)), reasons=whole_set.reasons)
    found = [*check_document(root, dialect, references, newer_than(dialect)), *whole_set.notes]
    reader = Reader(root, dialect, references, source=document.source, base_uri=base_uri)
    whole = Part(root, "#")
    servers = dialect.servers(reader, whole) or default_servers(reader)
    names = SecurityNames(reader, servers)
    shared = Shared(names, names.requirements(root, "#"), servers, tag_labels(root), [])
    operations = _with_found(read_paths(reader, shared), found, places)
    internal_count = len(shared.internal)
    webhooks = _with_found(read_webhooks(reader, shared), found, places)
    groups, headings = grouped(reader, operations)
    info = mapping(root, "info")
    return Api(
        title=text(info, "title"),
        version=text(info, "version"),
        format_id=dialect.format_id,
        declared_version=version,
        summary=text(info, "summary"),
        description=text(info, "description"),
        terms_of_service=text(info, "termsOfService"),
        contact=contact(info),
        license=license_of(info),
        external_docs=external_docs(root),
        servers=servers,
        security_schemes=tuple(names.schemes.values()),
        groups=groups,
        headings=headings,
        path_count=sum(path.startswith("/") for path in mapping(root, "paths")),
        internal_count=internal_count,
        webhooks=webhooks,
        problems=(
            *map(places.placed, in_document_order([*document.problems, *found, *reader.problems.noted], root)),
            *whole_set.problems,
        ),
        self_uri=own,
        schema_dialect=text(root, "jsonSchemaDialect"),
        source=document.source,
        base_uri=base_uri,
        digest=document.digest,
        document=root,
        placed=places.placed,
        schema_at=reader.schemas.at,
        schemas=NamedSchemas(root, dialect.named_schemas, reader.schemas),
    )


class NamedSchemas(Mapping[str, Schema]):
    """The named schemas of a document, each opened when it is asked for.

    Args:
        data: the root of the document.
        pointer: JSON pointer of the mapping that holds them, such as `#/components/schemas`; it may lead nowhere.
        schemas: opens a schema of the document.
    """

    def __init__(self, data: Mapping[str, Any], pointer: str, schemas: Schemas) -> None:
        try:
            declared = resolve(data, pointer)
        except PointerError:
            declared = {}
        self._pointer = pointer
        given = declared.items() if isinstance(declared, Mapping) else ()
        self._declared = {name: raw for name, raw in given if isinstance(raw, Mapping | bool)}
        self._schemas = schemas

    def __getitem__(self, name: str) -> Schema:
        return self._schemas.open(self._declared[name], join(self._pointer, name))

    def __iter__(self) -> Iterator[str]:
        return iter(self._declared)

    def __len__(self) -> int:
        return len(self._declared)

    def __repr__(self) -> str:
        return f"NamedSchemas({', '.join(self._declared)})"


def _with_found(operations: Iterable[ApiOperation], found: list[Problem], places: Places) -> tuple[ApiOperation, ...]:
    """Return the operations with the problems that `check_document` found inside them, before their own."""
    inside: dict[str, list[Problem]] = {}
    for problem in found:
        # `#/paths/~1pet/get`, and deeper for custom methods and for path items among the components.
        tokens = problem.pointer.split("/")
        for depth in range(4, min(len(tokens), 6) + 1):
            inside.setdefault("/".join(tokens[:depth]), []).append(problem)
    return tuple(_with_problems(operation, inside, places) for operation in operations)


def _with_problems(operation: ApiOperation, inside: Mapping[str, list[Problem]], places: Places) -> ApiOperation:
    path = operation.pointer.rpartition("/")[0].removesuffix("/additionalOperations")
    found = [
        problem
        for place in (f"{path}/parameters", f"{path}/servers", operation.pointer)
        for problem in inside.get(place, ())
    ]
    if not found and not operation.problems:
        return operation
    return replace(operation, problems=tuple(map(places.placed, dict.fromkeys((*found, *operation.problems)))))
