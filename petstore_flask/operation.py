"""The shape of one operation of the service: what it takes, answers, requires, and runs.

Records of this shape fill the table in `operations`; routing, validation, authentication and the OpenAPI document
are all read off them, so none of the four can say something the others do not.
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, TypeVar

from pydantic import TypeAdapter

from petstore_flask.errors import ProblemError, problem_body
from petstore_flask.records import INT64_MAX, INT64_MIN
from petstore_flask.settings import Settings
from petstore_flask.store import Store

Found = TypeVar("Found")

# No leading zeros, no plus sign, ASCII digits only, and never more digits than an int64 has.
_INTEGER = re.compile(r"-?(?:0|[1-9][0-9]{0,18})", re.ASCII)


@dataclass(frozen=True, slots=True, kw_only=True)
class Call:
    """One request, checked: what an operation's function is given."""

    store: Store
    settings: Settings
    parameters: Mapping[str, Any]
    """Values by name; a parameter that was not sent is not in it."""
    body: Any
    """The validated JSON body, the count of bytes of an upload, or `None`."""
    bearer: str | None
    """The token that was presented, whether or not the operation needs one."""
    now: float
    """Unix time in seconds."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """A successful answer with headers of its own."""

    body: Any
    headers: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Parameter:
    """One parameter in path, query or header. Its schema is what the document shows and what is enforced."""

    name: str
    location: Literal["path", "query", "header"]
    description: str
    schema: Mapping[str, Any]
    """An OpenAPI 3.0 schema; `read` honours type, format, enum, pattern, minimum, maximum, not and items."""
    rule: str = ""
    """What a value must be, as the end of the sentence `petId: must be ...`."""
    required: bool = False

    def read(self, sent: list[str]) -> int | str | list[str]:
        """The value of what was sent, one text for each time the parameter appears.

        Raises:
            ValueError: naming what the value must be.
        """
        if self.schema["type"] == "array":
            parts = [part for text in sent for part in text.split(",")]
            if "" in parts:
                raise ValueError(self.rule)
            return list(dict.fromkeys(parts))
        if "pattern" in self.schema:
            joined = ",".join(sent)
            if re.fullmatch(self.schema["pattern"].removeprefix("^").removesuffix("$"), joined) is None:
                raise ValueError(self.rule)
            return list(dict.fromkeys(joined.split(",")))
        if len(sent) > 1:
            raise ValueError("must be sent once")
        if self.schema["type"] == "integer":
            return self._read_integer(sent[0])
        if "enum" in self.schema and sent[0] not in self.schema["enum"]:
            raise ValueError(self.rule)
        return sent[0]

    def _read_integer(self, text: str) -> int:
        if _INTEGER.fullmatch(text) is None or not INT64_MIN <= int(text) <= INT64_MAX:
            raise ValueError("must be an integer of 64 bits, in plain digits")
        number = int(text)
        refused = self.schema.get("not")
        outside = not self.schema.get("minimum", INT64_MIN) <= number <= self.schema.get("maximum", INT64_MAX)
        if outside or (refused and refused["minimum"] <= number <= refused["maximum"]):
            raise ValueError(self.rule)
        return number


@dataclass(frozen=True, slots=True)
class Body:
    """The request body of an operation; always required."""

    description: str
    schema: Mapping[str, Any]
    """An OpenAPI 3.0 schema, usually a reference to a component."""
    adapter: TypeAdapter[Any] | None = None
    """What validates the JSON; `None` for an upload, whose bytes are only counted."""

    @property
    def media_type(self) -> str:
        """The one media type that is taken."""
        return "application/octet-stream" if self.adapter is None else "application/json"


@dataclass(frozen=True, slots=True)
class ResponseHeader:
    """A header that an answer carries."""

    description: str
    schema: Mapping[str, Any]
    example: Any


@dataclass(frozen=True, slots=True)
class Success:
    """What status 200 of an operation carries."""

    description: str
    schema: Mapping[str, Any] | None = None
    """`None` for an empty body."""
    headers: Mapping[str, ResponseHeader] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Requirement:
    """One way to be let in: a security scheme of the document and, for tokens, the scopes it must have."""

    scheme: Literal["petstore_auth", "api_key"]
    scopes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Example:
    """A request and its true answer on a fresh store, shown in the document under one name."""

    name: str
    summary: str
    parameters: Mapping[str, Any] = field(default_factory=dict)
    body: Any = None
    status: int = 200
    answer: Any = None
    """The answered JSON."""


def refusal(name: str, summary: str, problem: ProblemError, **sent: Any) -> Example:  # noqa: ANN401 - fields of `Example`
    """The example of a request that is answered with a problem.

    Args:
        name: of the example.
        summary: what is wrong with the request, in a few words.
        problem: what it is answered with.
        sent: its `parameters` and its `body`.
    """
    return Example(name, summary, **sent, status=problem.status, answer=problem_body(problem))


@dataclass(frozen=True, slots=True)
class Operation:
    """One operation of the service."""

    operation_id: str
    method: Literal["GET", "POST", "PUT", "DELETE"]
    path: str
    """Below the base path, with placeholders in braces."""
    tag: str
    summary: str
    description: str
    run: Callable[[Call], Any]
    """Gives the body of the answer, or an `Answer` where headers go with it; unused where the success has no schema."""
    success: Success
    parameters: tuple[Parameter, ...] = ()
    body: Body | None = None
    takes_form: bool = False
    """Whether parameters of the query may be sent as a form in the body as well; the query wins."""
    problems: Mapping[int, str] = field(default_factory=dict)
    """Description by status, beyond those that follow from security and body."""
    security: tuple[Requirement, ...] = ()
    """Alternatives, one of which must be met; empty for an operation open to all."""
    examples: tuple[Example, ...] = ()


def require(found: Found | None, missing: ProblemError) -> Found:
    """What was found.

    Args:
        found: what the store returned; None or False means that nothing was there.
        missing: the problem when nothing was.

    Raises:
        ProblemError: nothing was found.
    """
    if found is None or found is False:  # `False`: a deletion found nothing
        raise missing
    return found
