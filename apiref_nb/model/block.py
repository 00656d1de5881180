"""What people hand us for one endpoint: `Operation` and its parts, `RateLimit` and `CodeExample`.

These are the props of `ApiBlock`. The importer's `ApiOperation` (see `api.py`) is the richer type; of either,
`describing` makes the `Card` that every writer takes, so importer output passes straight through.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, ClassVar, Literal, Self

from pydantic import Field, PlainValidator, Strict, StringConstraints
from pydantic.alias_generators import to_camel
from pydantic_core import PydanticCustomError

from apiref_nb.model.auth_labels import AUTH_LABELS
from apiref_nb.model.methods import Method
from apiref_nb.model.props_model import PropsModel
from apiref_nb.text.numbers import is_count, is_number, is_writable


def _count(value: object) -> int | float:
    if not is_number(value) or not is_writable(value) or value < 0:
        raise PydanticCustomError("count", "must be a number, 0 or more")
    return value


Text = Annotated[str, Strict()]
Flag = Annotated[bool, Strict()]
Count = Annotated[int | float, PlainValidator(_count)]
Filled = Annotated[str, Strict(), StringConstraints(min_length=1)]

Location = Literal["path", "query", "header", "body"]
AuthKind = Literal["bearer", "apiKey", "basic", "oauth2", "none"]


class ResponseEntry(PropsModel):
    """One field of a response. Accepted, not rendered inside a block; see `ResponseField`."""

    root_path: ClassVar[str] = "field"

    name: Text
    """For headers, the literal header name in cURL."""
    type: Text | None = None
    """Type label chip, free text."""
    location: Location | None = None
    """A response field has none of its own."""
    required: Flag = False
    """Adds a red required label."""
    default_value: Text | None = None
    """Shown as Default, and the sample value in cURL; without it cURL uses `<name>`."""
    deprecated: Flag | None = None
    """Strikes the name through and dims the row."""
    description: Text | None = None
    """Inline Markdown; a row without one reads `No description provided.`"""


class Parameter(ResponseEntry):
    """One request parameter, or one field of a request body."""

    root_path: ClassVar[str] = "parameter"

    location: Location
    """`query` and `header` are shown and feed cURL; `path` and `body` are accepted and render nothing."""


class Header(PropsModel):
    """One response header. Accepted, not rendered inside a block."""

    root_path: ClassVar[str] = "header"

    name: Text
    """Header name."""
    type: Text | None = None
    """Type label."""
    description: Text | None = None
    """Plain text."""


class RequestBody(PropsModel):
    """The payload: source of the `-d` flag and of the Request Body panel."""

    root_path: ClassVar[str] = "request_body"

    media_type: Text = "application/json"
    """Sent as the `Content-Type` header in cURL."""
    example: Text | None = None
    """Literal payload; without it a skeleton is built from `fields`."""
    description: Text | None = None
    """Accepted, not rendered."""
    fields: tuple[Parameter, ...] = ()
    """Body fields; shown as JSON when there is no example."""


class Response(PropsModel):
    """One documented status code."""

    root_path: ClassVar[str] = "response"

    status_code: Text
    """Chip colour: green 2xx, blue 3xx, amber 4xx, red otherwise."""
    label: Text | None = None
    """Extra tab text; visible only beside another response."""
    description: Text | None = None
    """Accepted, not rendered."""
    media_type: Text | None = None
    """When it contains `json` in any case, cURL gains `Accept: application/json`."""
    example_body: Text | None = None
    """JSON text, re-indented; text that is not JSON is printed as it is."""
    fields: tuple[ResponseEntry, ...] = ()
    """Accepted, not rendered."""
    headers: tuple[Header, ...] = ()
    """Accepted, not rendered."""


class Auth(PropsModel):
    """The auth indicator in the header of a card, and the placeholder credential in its samples."""

    root_path: ClassVar[str] = "auth"

    scheme: AuthKind | None = None
    """The first four show a closed padlock; `none` shows an open one and adds no credential."""
    label: Text | None = None
    """Replaces the default text."""
    description: Text | None = None
    """Accepted, not rendered."""
    name: Text | None = None
    """Name of the header, query parameter or cookie of an API key; `X-API-Key` when absent."""
    location: Literal["header", "query", "cookie"] | None = None
    """Where an API key travels; `header` when absent."""

    @property
    def words(self) -> str:
        """The text beside the padlock: the label, else the one of the scheme; empty without either."""
        return self.label or AUTH_LABELS.get(self.scheme or "", "")


class RateLimit(PropsModel):
    """Reads `<requests> requests / <window> (<note>)`."""

    root_path: ClassVar[str] = "rate_limit"

    requests: Count
    """Request count, printed before the slash."""
    window: Filled
    """Printed after the slash, such as `minute` or `10 seconds`."""
    note: Text | None = None
    """Qualifier, printed in parentheses."""

    @property
    def line(self) -> str:
        """The whole line, such as `100 requests / minute (per key)`."""
        count = int(self.requests) if is_count(self.requests) else self.requests
        return f"{count} requests / {self.window}{f' ({self.note})' if self.note else ''}"


class CodeExample(PropsModel):
    """One extra request example, shown as a tab after the generated ones."""

    root_path: ClassVar[str] = "code_example"

    language: Text
    """`bash` and `python` have a grammar; any other value falls back to JSON's."""
    label: Text
    """Tab label."""
    code: Text
    """Source text."""


IMPORTER_FIELDS = frozenset({"operationId", "tags", "externalDocs", "callbacks", "security", "servers"})
"""What an OpenAPI operation says beyond a block: taken from a mapping and not used, so that one passes unchanged."""


class Operation(PropsModel):
    """One REST endpoint, as `ApiBlock` shows it.

    A mapping may hold more of what an importer writes (`IMPORTER_FIELDS`); any other name is an error.
    """

    root_path: ClassVar[str] = "operation"

    method: Method
    """Badge and border: blue, green, amber, purple, red in this order."""
    path: Filled
    """Shown and used in cURL as written, placeholders included."""
    summary: Text | None = None
    """Wins over description when both are set."""
    description: Text | None = None
    """Fallback body text, rendered as plain text."""
    parameters: tuple[Parameter, ...] = ()
    """Query and header entries are shown and feed cURL."""
    request_body: RequestBody | None = None
    """Payload and source of the `-d` flag."""
    responses: tuple[Response, ...] = ()
    """Two or more become tabs."""
    auth: Auth = Field(default_factory=Auth)
    """Auth indicator."""
    deprecated: Flag = False
    """Red Deprecated chip; the card fades to 75% opacity."""
    deprecation_note: Text | None = None
    """Red warning box above the summary, shown even when `deprecated` is not set."""

    @classmethod
    def read(cls, given: object, path: str) -> Self:
        """Return `given` as an operation; see `PropsModel.read`."""
        if isinstance(given, Mapping):
            given = {name: value for name, value in given.items() if to_camel(str(name)) not in IMPORTER_FIELDS}
        return super().read(given, path)
