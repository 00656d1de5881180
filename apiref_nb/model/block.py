"""What people hand us for one endpoint: `Operation` and its parts, `RateLimit` and `CodeExample`.

These are the props of `ApiBlock`. The importer's `ApiOperation` (see `api.py`) is the richer type;
`samples.block_operation` turns one into an `Operation`, so importer output passes straight through.
"""

from __future__ import annotations

import math
from typing import Annotated, ClassVar, Literal

from pydantic import Field, PlainValidator, Strict, StringConstraints
from pydantic_core import PydanticCustomError

from apiref_nb.model.shape import Shape


def _count(value: object) -> int | float:
    if isinstance(value, bool) or not isinstance(value, int | float) or not math.isfinite(value) or value <= 0:
        raise PydanticCustomError("count", "must be a number above 0")
    return value


Text = Annotated[str, Strict()]
Flag = Annotated[bool, Strict()]
Count = Annotated[int | float, PlainValidator(_count)]
Filled = Annotated[str, Strict(), StringConstraints(min_length=1)]

Method = Literal["GET", "POST", "PUT", "PATCH", "DELETE"]
Location = Literal["path", "query", "header", "body"]
AuthKind = Literal["bearer", "apiKey", "basic", "oauth2", "none"]

METHODS: tuple[Method, ...] = ("GET", "POST", "PUT", "PATCH", "DELETE")
"""The methods that are rendered as cards, in the order of the specification of `ApiBlock`."""


class Parameter(Shape):
    """One request parameter, or one field of a request body or a response."""

    root_path: ClassVar[str] = "parameter"

    name: Text
    """For headers, the literal header name in cURL."""
    type: Text | None = None
    """Type label chip, free text."""
    location: Location
    """`query` and `header` are shown and feed cURL; `path` and `body` are accepted and render nothing."""
    required: Flag = False
    """Adds a red required label."""
    default_value: Text | None = None
    """Shown as Default, and the sample value in cURL; without it cURL uses `<name>`."""
    deprecated: Flag | None = None
    """Strikes the name through and dims the row."""
    description: Text | None = None
    """Inline Markdown; a row without one reads `No description provided.`"""


class Header(Shape):
    """One response header. Accepted, not rendered inside a block."""

    root_path: ClassVar[str] = "header"

    name: Text
    """Header name."""
    type: Text | None = None
    """Type label."""
    description: Text | None = None
    """Plain text."""


class RequestBody(Shape):
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


class Response(Shape):
    """One documented status code."""

    root_path: ClassVar[str] = "response"

    status_code: Text
    """Chip colour: green 2xx, blue 3xx, amber 4xx, red otherwise."""
    label: Text | None = None
    """Extra tab text; visible only beside another response."""
    description: Text | None = None
    """Accepted, not rendered."""
    media_type: Text | None = None
    """When it contains `json`, cURL gains `Accept: application/json`."""
    example_body: Text | None = None
    """JSON text, re-indented; text that is not JSON is printed as it is."""
    fields: tuple[Parameter, ...] = ()
    """Accepted, not rendered."""
    headers: tuple[Header, ...] = ()
    """Accepted, not rendered."""


class Auth(Shape):
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


class RateLimit(Shape):
    """Reads `<requests> requests / <window> (<note>)`."""

    root_path: ClassVar[str] = "rate_limit"

    requests: Count
    """Request count, printed before the slash."""
    window: Filled
    """Printed after the slash, such as `minute` or `10 seconds`."""
    note: Text | None = None
    """Qualifier, printed in parentheses."""


class CodeExample(Shape):
    """One extra request example, shown as a tab after the generated ones."""

    root_path: ClassVar[str] = "code_example"

    language: Text
    """`bash` and `python` have a grammar; any other value falls back to JSON's."""
    label: Text
    """Tab label."""
    code: Text
    """Source text."""


class Operation(Shape):
    """One REST endpoint, as `ApiBlock` shows it."""

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
