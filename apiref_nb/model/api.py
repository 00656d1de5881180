"""What only our code makes: `Api` and its parts, the version-independent form of one OpenAPI document.

`reading` makes them; every room above (requests, describing, writing, postman, client) reads them and nothing else.
No field says which OpenAPI version the source was written in, but for `Api.format_id` and `Api.declared_version`.
Places (`pointer`) are in the user's own file and never take part in equality.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any

from apiref_nb.errors import UnknownOperationError
from apiref_nb.model.messages import ApiParameter, ApiRequestBody, ApiResponse, Server, place
from apiref_nb.model.problems import Problem
from apiref_nb.model.schema import Schema
from apiref_nb.text.invisible_characters import visible_line
from apiref_nb.text.path_templates import bound_path
from apiref_nb.text.slugs import distinct_slug
from apiref_nb.text.suggestions import asked_for, no_operation

if TYPE_CHECKING:
    from apiref_nb.model.block import CodeExample


@dataclass(frozen=True, slots=True, kw_only=True)
class Contact:
    """Whom to ask about the API."""

    name: str = ""
    url: str = ""
    email: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class License:
    """The licence of the API."""

    name: str = ""
    identifier: str = ""
    url: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class ExternalDocs:
    """A link to more documentation."""

    url: str
    description: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class OAuthFlow:
    """One OAuth 2.0 flow: `implicit`, `password`, `clientCredentials`, `authorizationCode`, `deviceAuthorization`."""

    kind: str
    authorization_url: str = ""
    device_authorization_url: str = ""
    token_url: str = ""
    refresh_url: str = ""
    scopes: tuple[tuple[str, str], ...] = ()
    """(scope, description) in document order."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SecurityScheme:
    """One way to authenticate, as the document names it."""

    key: str
    """The name under which the document declares it."""
    type: str
    """`apiKey`, `http`, `oauth2`, `openIdConnect` or `mutualTLS`; other text as written."""
    declared: bool = True
    """False for a name that an operation demands and the document declares nowhere."""
    description: str = ""
    scheme: str = ""
    """For `http`: lower case, such as `basic` or `bearer`."""
    bearer_format: str = ""
    name: str = ""
    """For `apiKey`: name of the header, query parameter or cookie."""
    location: str = ""
    """For `apiKey`: `header`, `query` or `cookie`."""
    flows: tuple[OAuthFlow, ...] = ()
    open_id_connect_url: str = ""
    oauth2_metadata_url: str = ""
    deprecated: bool = False
    pointer: str = place()


@dataclass(frozen=True, slots=True, kw_only=True)
class SecurityUse:
    """One scheme within a requirement, with the scopes that are needed."""

    scheme: SecurityScheme
    scopes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class SecurityRequirement:
    """Schemes that are needed together (AND); an empty one means that no credential is needed."""

    uses: tuple[SecurityUse, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Callback:
    """A request that the API sends to an address that the caller named."""

    name: str
    expression: str
    method: str
    summary: str = ""
    description: str = ""
    parameters: tuple[ApiParameter, ...] = ()
    request_body: ApiRequestBody | None = None
    """What the API sends."""
    responses: tuple[ApiResponse, ...] = ()
    """What it expects as an answer."""
    pointer: str = place()


@dataclass(frozen=True, kw_only=True)
class ApiOperation:
    """One operation of a document, whole. `ApiBlock` takes it as it is."""

    method: str
    """Upper case for the standard methods; a custom method of OpenAPI 3.2 as written."""
    path: str
    """As written; for a webhook, its name."""
    operation_id: str = ""
    summary: str = ""
    description: str = ""
    tags: tuple[str, ...] = ()
    labels: tuple[str, ...] = ()
    """Titles of its further tags that OpenAPI 3.2's `kind` makes labels, such as `badge`; names of `x-badges`."""
    deprecated: bool = False
    deprecation_note: str = ""
    external_docs: ExternalDocs | None = None
    parameters: tuple[ApiParameter, ...] = ()
    request_body: ApiRequestBody | None = None
    responses: tuple[ApiResponse, ...] = ()
    security: tuple[SecurityRequirement, ...] | None = ()
    """Alternatives (OR); `()` when the document says that none is needed; None when it says nothing at all."""
    servers: tuple[Server, ...] = ()
    """The addresses that hold for this operation: its own, else its path's, else the document's."""
    callbacks: tuple[Callback, ...] = ()
    code_samples: tuple[CodeExample, ...] = ()
    """The author's own samples (`x-codeSamples`)."""
    problems: tuple[Problem, ...] = field(default=(), compare=False)
    """What is wrong inside this operation; the rest of it still renders."""
    broken: bool = False
    """True when the operation could not be read at all: only method, path and problems are set."""
    pointer: str = place()

    @property
    def key(self) -> str:
        """`GET /pet/{petId}`: unique within a document."""
        return f"{self.method} {self.path}"

    @cached_property
    def template(self) -> str:
        """The path with every expression that means a declared parameter written as its name: `{+name}` is `{name}`."""
        if "{" not in self.path:
            return self.path
        of = {where: [p.name for p in self.parameters if p.location == where] for where in ("path", "query")}
        return bound_path(self.path, of["path"], of["query"])

    def response_for(self, status: int) -> ApiResponse | None:
        """Return what the document declares for a status: itself, else its range (`4XX`), else `default`; or None."""
        by_code = {response.status_code.upper(): response for response in self.responses}
        return by_code.get(str(status)) or by_code.get(f"{status // 100}XX") or by_code.get("DEFAULT")

    @property
    def prefix(self) -> str:
        """What stands before the path: that of the first server that has one; empty when none has."""
        return next((server.prefix for server in self.servers if server.prefix), "")

    def __repr__(self) -> str:
        return f"ApiOperation({visible_line(self.key)})"


@dataclass(frozen=True, slots=True, kw_only=True)
class Group:
    """Operations that belong together: one tag, or one first path segment."""

    name: str
    """The tag, or the path segment; empty for operations at the root."""
    title: str
    """What to show: `x-displayName`, OpenAPI 3.2's `summary`, else the name; `Other` where there is none."""
    description: str = ""
    external_docs: ExternalDocs | None = None
    parent: str = ""
    """Name of the group above, or of the `x-tagGroups` heading; empty at the top."""
    kind: str = ""
    """OpenAPI 3.2's `kind`, such as `nav` or `audience`."""
    operations: tuple[ApiOperation, ...] = ()
    """Those with one of the five rendered methods, in document order."""
    unrendered: tuple[ApiOperation, ...] = ()
    """HEAD, OPTIONS, TRACE, QUERY and custom methods: read and exported, but not shown as cards."""

    @property
    def is_text(self) -> bool:
        """True for a tag without any operation: its description is all there is to it."""
        return not (self.operations or self.unrendered)


@dataclass(frozen=True, slots=True, kw_only=True)
class Api:
    """One OpenAPI document, version-independent, references followed."""

    title: str
    version: str
    """Version of the API itself (`info.version`)."""
    format_id: str = field(compare=False)
    """`openapi-2.0`, `openapi-3.0`, `openapi-3.1` or `openapi-3.2`."""
    declared_version: str = field(compare=False)
    """The version text in the document, such as `3.0.4`."""
    summary: str = ""
    description: str = ""
    terms_of_service: str = ""
    contact: Contact | None = None
    license: License | None = None
    external_docs: ExternalDocs | None = None
    servers: tuple[Server, ...] = ()
    security_schemes: tuple[SecurityScheme, ...] = ()
    groups: tuple[Group, ...] = ()
    """In the order of `x-tagGroups`, then of the tags, then of first appearance. A tag without any operation is among
    them when it says something."""
    headings: tuple[tuple[str, str], ...] = ()
    """(name, title) of parents that are no group themselves (`x-tagGroups`, tags with nothing but a name)."""
    path_count: int = 0
    """Source paths: entries of `paths` that begin with a slash."""
    internal_count: int = 0
    """Operations that `x-internal` leaves out."""
    webhooks: tuple[ApiOperation, ...] = ()
    problems: tuple[Problem, ...] = field(default=(), compare=False)
    """Every imperfect place, those of operations included, in document order."""
    self_uri: str = field(default="", compare=False)
    """OpenAPI 3.2's `$self` as written: the address that the document gives itself."""
    schema_dialect: str = field(default="", compare=False)
    """`jsonSchemaDialect` as written: what the document's schemas are written in, where it is not the usual."""
    source: str = field(default="", compare=False)
    """Address or path as the caller gave it."""
    base_uri: str = field(default="", compare=False)
    """The address that relative addresses are joined to; empty when there is none."""
    digest: str = field(default="", compare=False)
    """SHA-256 of the source bytes."""
    document: Mapping[str, Any] = field(default_factory=dict, compare=False, repr=False)
    """The document as data, as the author wrote it."""
    placed: Callable[[Problem], Problem] = field(default=lambda problem: problem, compare=False, repr=False)
    """A problem at a place of `document` -> the same with the file and the pointer that its author knows."""
    schema_at: Callable[[str], Schema] = field(compare=False, repr=False)
    """Pointer (`#/components/schemas/Pet`) -> its schema. Raises KeyError when there is nothing there."""
    schemas: Mapping[str, Schema] = field(default_factory=dict, repr=False)
    """Named components, opened when asked for, in document order."""
    kept_as: str = field(default="", init=False, compare=False, repr=False)
    """What outputs of it are kept under: a digest of all that it was made from. Empty for one that was made by hand,
    changed (`replace` leaves it out) or loaded with credentials: its outputs are made anew each time."""
    by_name: dict[str, ApiOperation] = field(default_factory=dict, init=False, compare=False, repr=False)
    """operationId and `GET /path` -> operation; empty until something is looked up."""

    @property
    def slug(self) -> str:
        """The title in lower-case ASCII words joined by hyphens; `api` when nothing is left."""
        return distinct_slug(self.title, word="api")

    @property
    def shown_title(self) -> str:
        """The title, and words for a document that has none."""
        return self.title or "Untitled API"

    @property
    def operations(self) -> tuple[ApiOperation, ...]:
        """All rendered operations, in the order of the groups."""
        return tuple(operation for group in self.groups for operation in group.operations)

    @property
    def unrendered(self) -> tuple[ApiOperation, ...]:
        """All operations that are read but not shown as cards, in the order of the groups."""
        return tuple(operation for group in self.groups for operation in group.unrendered)

    @property
    def rendered_count(self) -> int:
        """Number of operations that are shown as cards."""
        return sum(not operation.broken for operation in self.operations)

    def find(self, key: str | tuple[str, str]) -> ApiOperation | None:
        """Return the operation with this operationId, `GET /path` key or (method, path), or None."""
        wanted = asked_for(key)
        if not self.by_name:
            known: dict[str, ApiOperation] = {}
            for operation in self._all():
                for name in (operation.operation_id, operation.key):
                    known.setdefault(name, operation)
            known.pop("", None)
            self.by_name.update(known)
        found = self.by_name.get(wanted)
        if found is not None:
            return found
        # `get /pet` is the same as `GET /pet`, unless an operationId looks like it.
        method, space, path = wanted.partition(" ")
        shouted = f"{method.upper()} {path}"
        return self.find(shouted) if space and shouted != wanted else None

    def __getitem__(self, key: str | tuple[str, str]) -> ApiOperation:
        """Return the operation with this operationId, `GET /path` key or (method, path).

        Raises:
            UnknownOperationError: there is none; the message offers near names.
        """
        found = self.find(key)
        if found is None:
            raise UnknownOperationError("operation", no_operation(key, operation_keys(self)))
        return found

    def _ipython_key_completions_(self) -> list[str]:
        """What Tab offers after `api["`."""
        return [*operation_keys(self)]

    def __contains__(self, key: object) -> bool:
        return isinstance(key, str | tuple) and self.find(key) is not None

    __iter__ = None
    """Not iterable: `operations` is; without this line Python would ask for `api[0]`."""

    def __repr__(self) -> str:
        count = self.rendered_count
        words = "1 operation" if count == 1 else f"{count} operations"
        name = f"{visible_line(self.shown_title)}, {visible_line(self.version)}"
        return f"Api({name}, {self.format_id}, {words})"

    def _all(self) -> Iterator[ApiOperation]:
        for group in self.groups:
            yield from group.operations
            yield from group.unrendered


def keep_as(api: Api, key: str) -> None:
    """Let the outputs of a document be kept; for the one that made it, before anyone else sees it.

    Args:
        api: just made.
        key: no other document may have it; see `Api.kept_as`.
    """
    object.__setattr__(api, "kept_as", key)


def operation_keys(api: Api) -> dict[str, str]:
    """Return what an operation of a document may be asked for by (operationId, `GET /path`) -> how it is shown."""
    every = (*api.operations, *api.unrendered)
    ids = {operation.operation_id: operation.operation_id for operation in every if operation.operation_id}
    return ids | {operation.key: operation.operation_id or operation.key for operation in every}
