"""What goes over the wire, as a document describes it: servers, parameters, bodies, responses, and their parts.

`reading` makes them; `api` puts them together as operations. Places (`pointer`) are in the user's own file and never
take part in equality.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from apiref_nb.model.schema import Schema
from apiref_nb.model.sentinel import MISSING, Missing

ParameterLocation = Literal["path", "query", "header", "cookie", "querystring"]


def place() -> str:
    """Return a pointer field: shown, never compared."""
    return field(default="#", compare=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class ServerVariable:
    """One `{variable}` of a server address."""

    name: str
    default: str = ""
    enum: tuple[str, ...] = ()
    description: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Server:
    """One address at which the API answers."""

    url: str
    """As written, `{variables}` included."""
    resolved: str
    """Variables replaced by their defaults, relative addresses joined to the document's own; no trailing slash.
    Empty when no http(s) address results."""
    name: str = ""
    description: str = ""
    variables: tuple[ServerVariable, ...] = ()

    @property
    def prefix(self) -> str:
        """What stands before a path: the resolved address, else a relative one that is a plain path; else empty."""
        plain = self.url.startswith("/") and not self.url.startswith("//") and "{" not in self.url
        return self.resolved or (self.url.rstrip("/") if plain else "")


@dataclass(frozen=True, slots=True, kw_only=True)
class Example:
    """One published example, verbatim."""

    name: str = ""
    """Key under which the document lists it; empty for a single unnamed example."""
    summary: str = ""
    description: str = ""
    value: Any | Missing = MISSING
    """The value as data: `value`, or OpenAPI 3.2's `dataValue`."""
    serialized: str = ""
    """OpenAPI 3.2's `serializedValue`: the value exactly as it travels."""
    external: str = ""
    """Address of an example that lives elsewhere; shown as text, never fetched."""
    pointer: str = place()


@dataclass(frozen=True, slots=True, kw_only=True)
class ApiHeader:
    """One response header, or one header of a multipart part."""

    name: str
    schema: Schema | None = None
    media_type: MediaType | None = None
    """Set when the header is serialised as a media type (`content`) and not by style."""
    description: str = ""
    required: bool = False
    deprecated: bool = False
    examples: tuple[Example, ...] = ()
    style: str = "simple"
    """The style as declared; 2.0's collectionFormat is translated."""
    explode: bool = False
    pointer: str = place()


@dataclass(frozen=True, slots=True, kw_only=True)
class Encoding:
    """How one field of a form travels."""

    content_type: str = ""
    headers: tuple[ApiHeader, ...] = ()
    style: str = ""
    explode: bool | None = None
    allow_reserved: bool = False
    encoding: tuple[tuple[str, Encoding], ...] = ()
    """OpenAPI 3.2: how the fields within the part travel, as in `MediaType`."""
    prefix_encoding: tuple[Encoding, ...] = ()
    item_encoding: Encoding | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class MediaType:
    """One representation of a body."""

    media_type: str
    """As written, such as `application/json; charset=utf-8`."""
    schema: Schema | None = None
    item_schema: Schema | None = None
    """OpenAPI 3.2: the schema of each item of a stream (JSON lines, server-sent events)."""
    examples: tuple[Example, ...] = ()
    encoding: tuple[tuple[str, Encoding], ...] = ()
    """(field name, how it travels) in document order."""
    prefix_encoding: tuple[Encoding, ...] = ()
    """OpenAPI 3.2: how the first parts of a positional multipart body travel."""
    item_encoding: Encoding | None = None
    """OpenAPI 3.2: how each further part of a positional multipart body travels."""
    pointer: str = place()


@dataclass(frozen=True, slots=True, kw_only=True)
class ApiParameter:
    """One parameter of an operation, path-level ones included."""

    name: str
    location: ParameterLocation
    schema: Schema | None = None
    media_type: MediaType | None = None
    """Set when the parameter is serialised as a media type (`content`) and not by style."""
    required: bool = False
    deprecated: bool = False
    description: str = ""
    style: str = "form"
    """Effective style, the location's default when none is declared; 2.0's collectionFormat is translated."""
    explode: bool = True
    allow_reserved: bool = False
    allow_empty: bool = False
    examples: tuple[Example, ...] = ()
    pointer: str = place()
    """Where it stands; of parameters that say the same within the operations, where the first does."""

    @property
    def is_said_elsewhere(self) -> bool:
        """True for a header that the bodies, the answers or the credentials of an operation give a value."""
        return self.location == "header" and self.name.lower() in SAID_ELSEWHERE


SAID_ELSEWHERE: Mapping[str, str] = {
    "accept": "the content of the responses",
    "content-type": "the content of the request body",
    "authorization": "a security scheme",
}
"""Lower-case name of a header that OpenAPI 3 would not have declared as a parameter -> what says it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ApiRequestBody:
    """The body of a request: one or more representations."""

    content: tuple[MediaType, ...] = ()
    required: bool = False
    description: str = ""
    pointer: str = place()


@dataclass(frozen=True, slots=True, kw_only=True)
class ApiLink:
    """A documented way from a response to another operation."""

    name: str
    target: str = ""
    """operationId or operationRef as written."""
    description: str = ""
    parameters: tuple[tuple[str, str], ...] = ()
    request_body: str = ""
    """What to send as the body: a runtime expression, or a value as JSON text."""
    server: Server | None = None
    """The address at which the other operation answers, where it is another one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ApiResponse:
    """One documented answer."""

    status_code: str
    """`200`, `4XX`, `default`."""
    summary: str = ""
    description: str = ""
    headers: tuple[ApiHeader, ...] = ()
    content: tuple[MediaType, ...] = ()
    links: tuple[ApiLink, ...] = ()
    pointer: str = place()
