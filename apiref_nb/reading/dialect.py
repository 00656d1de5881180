"""`Dialect`: everything that sets one OpenAPI version apart, as one frozen table of functions and names.

`dialects` holds one for each version and is the only place that knows which versions exist.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

from apiref_nb.model import ApiHeader, ApiParameter, ApiRequestBody, ApiResponse, SecurityScheme, Server
from apiref_nb.reading.object_tables import Grammar

if TYPE_CHECKING:
    from apiref_nb.reading.reader import Reader


class Part(NamedTuple):
    """A mapping of the document, references followed, and where it stands."""

    node: Mapping[str, Any]
    pointer: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Dialect:
    """How one OpenAPI version is read."""

    format_id: str
    """`openapi-3.1`."""
    label: str
    """`OpenAPI 3.1`, for messages."""
    grammar: Grammar
    """Which fields its objects have."""
    schema_keywords: Callable[[Mapping[str, Any]], dict[str, Any]]
    """A raw schema -> its keywords in 2020-12 spelling, one level."""
    reference_siblings: bool
    """Whether keywords beside a schema's `$ref` count."""
    named_schemas: str
    """Pointer of the mapping that holds the named schemas."""
    named_security_schemes: str
    """Pointer of the mapping that holds the security schemes."""
    methods: tuple[str, ...]
    """Fields of a path that are operations."""
    custom_methods: str
    """Field of a path that maps further methods to operations; empty when there is none."""
    webhooks: str
    """Field of the document that holds webhooks."""
    ignored_headers: frozenset[str]
    """Lower-case names of header parameters that other parts of the document describe."""
    status_ranges: bool
    """Whether `2XX` is a status code."""
    servers: Callable[[Reader, Part], tuple[Server, ...] | None]
    """The document, a path or an operation -> the servers that it declares; None when it declares none."""
    security_scheme: Callable[[str, Part], SecurityScheme]
    """(name, its object) -> the scheme."""
    request: Callable[[Reader, Part, list[Part]], tuple[tuple[ApiParameter, ...], ApiRequestBody | None]]
    """(operation, its parameters with the path's) -> what a caller sends."""
    response: Callable[[Reader, str, Part, Part], ApiResponse]
    """(status code, its object, operation) -> the response."""
    header: Callable[[Reader, str, Part], ApiHeader]
    """(name, its object) -> the header."""
