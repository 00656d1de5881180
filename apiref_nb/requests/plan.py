"""`RequestPlan`: one request as a plain value: what is sent, where credentials go, what is left out and why.

`planning` makes it from an operation and values. The sample languages, `Client`, the request console, the Postman
collection and the notebook pages read it and decide nothing: what one of them shows is what another one sends.
A plan never holds a secret, only the places that one fills.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

from apiref_nb.model import ApiOperation, ApiParameter, MediaType
from apiref_nb.model.media_types import is_stream, mentions_json
from apiref_nb.requests.bodies import Body, body_bytes
from apiref_nb.requests.masking import MASK
from apiref_nb.requests.security import SecurityPlan
from apiref_nb.requests.sensitive import hides_value
from apiref_nb.requests.wire import LITERAL, Field, Pair, encoded
from apiref_nb.text.escaping import address


class PathPart(NamedTuple):
    """A piece of the path: text of the document, or what stands in the place of a `{placeholder}`."""

    text: str
    """As the document writes it; for a placeholder percent-encoded, or `{name}` where no value is known."""
    name: str = ""
    """Name of the placeholder; empty for text of the document."""


@dataclass(frozen=True, slots=True)
class PlannedParameter:
    """A parameter with its value, as data and as it travels."""

    parameter: ApiParameter
    """What the document declares."""
    value: Any
    """The value as JSON data, or the text that was written already."""
    fields: tuple[Field, ...] = ()
    """What travels in the query or as cookies, percent-encoded; for a header its name and value as they are."""
    text: str = ""
    """What travels as the whole query, or in the path."""


BASE_URL_VARIABLE = "API_BASE_URL"
"""Environment variable from which samples take the address of an API whose document has none."""


@dataclass(frozen=True, kw_only=True, repr=False)
class RequestPlan:
    """One request. Its repr shows method and path as documented, no value."""

    operation: ApiOperation
    """The operation that is called."""
    base_url: str = ""
    """What stands before the path, no slash at its end: an address, a path, a variable of the reader's; or nothing."""
    names_no_host: bool = False
    """True for a document without the address of its API: a sample takes that from `BASE_URL_VARIABLE`."""
    path_parts: tuple[PathPart, ...] = ()
    """The path in parts."""
    path_query: str = ""
    """A query that the document writes into the path."""
    fragment: str = ""
    """A fragment that the document writes into the path, `#` included; it is shown and never sent."""
    parameters: tuple[PlannedParameter, ...] = ()
    """Every parameter that is sent, in document order."""
    accept: str = ""
    """The `Accept` header, unless a parameter gives it."""
    body: Body | None = None
    """What is sent."""
    media_type: str = ""
    """The media type of a body of which nothing else is known."""
    credentials: tuple[SecurityPlan, ...] = ()
    """The credentials that are needed together, and where they go."""

    @property
    def method(self) -> str:
        """The method as sent."""
        return self.operation.method

    @property
    def replies_json(self) -> bool:
        """True when every documented success has a body, and one that is JSON, not a file whatever it is called."""
        answers = self.operation.responses
        successes = [answer for answer in answers if answer.status_code.startswith("2")]
        successes = successes or [answer for answer in answers if answer.status_code == "default"]
        return bool(successes) and all(any(map(_holds_json, answer.content)) for answer in successes)

    @property
    def path(self) -> str:
        """The path as it travels, beginning with a slash."""
        path = "".join(part.text if part.name else encoded(part.text, safe=LITERAL) for part in self.path_parts)
        return path if path.startswith("/") else f"/{path}"

    @property
    def written_path(self) -> str:
        """The path as the document writes it, its placeholders filled where a value is known."""
        return address("".join([part.text for part in self.path_parts]))

    @property
    def query(self) -> tuple[Field, ...]:
        """(name, value) of the query, percent-encoded."""
        return self._by_location.get("query", ())

    @property
    def raw_query(self) -> str:
        """A query that is not made of parameters: the path's own, and OpenAPI 3.2's `in: querystring`."""
        whole = (planned.text for planned in self.parameters if planned.parameter.location == "querystring")
        return "&".join(filter(None, (self.path_query, *whole)))

    @property
    def cookies(self) -> tuple[Pair, ...]:
        """(name, value), encoded."""
        return self._by_location.get("cookie", ())

    @property
    def named_headers(self) -> tuple[Pair, ...]:
        """(name, value) without cookies, credentials and what the body says of itself."""
        given = {name.lower(): (name, value) for name, value in self._by_location.get("header", ())}
        accept = (("Accept", self.accept),) if self.accept and "accept" not in given else ()
        known = self.body is None and self.media_type and "content-type" not in given
        return (*accept, *given.values(), *((("Content-Type", self.media_type),) if known else ()))

    @property
    def body_media_type(self) -> str:
        """The `Content-Type` that the body asks for; empty when there is none, or a parameter gives it."""
        given = any(name.lower() == "content-type" for name, _ in self._by_location.get("header", ()))
        return "" if given or self.body is None else self.body.media_type

    @property
    def headers(self) -> tuple[Pair, ...]:
        """(name, value) of every header but cookies and credentials, as they travel."""
        kind = self._sent[0] if self.body_media_type else ""
        return (*self.named_headers, *((("Content-Type", kind),) if kind else ()))

    @property
    def data(self) -> bytes:
        """The body as it travels."""
        return self._sent[1]

    @cached_property
    def _sent(self) -> tuple[str, bytes]:
        return body_bytes(self.body) if self.body is not None else ("", b"")

    @property
    def has_host(self) -> bool:
        """True when what stands before the path is an address."""
        return self.base_url.startswith(("http://", "https://"))

    @property
    def address(self) -> str:
        """The URL without its query: what errors name."""
        return self.base_url + self.path

    def url(self, more: Iterable[Pair] = ()) -> str:
        """Return the whole URL.

        Args:
            more: further encoded query pairs, such as credentials.
        """
        return self._with(f"{name}={value}" for name, value in (*self.query, *more))

    @property
    def shown_url(self) -> str:
        """The URL with `***` in place of every value that is not to be shown."""
        return self._with(f"{name}={MASK if name in self.sensitive else value}" for name, value in self.query)

    @property
    def sensitive(self) -> frozenset[str]:
        """Names in query, headers and cookies whose values are not to be shown."""
        hidden = (planned.fields for planned in self.parameters if hides_value(planned.parameter))
        return frozenset(name for fields in hidden for name, _ in fields)

    @cached_property
    def _by_location(self) -> Mapping[str, tuple[Field, ...]]:
        found: dict[str, tuple[Field, ...]] = {}
        for planned in self.parameters:
            place = planned.parameter.location
            found[place] = (*found.get(place, ()), *planned.fields)
        return found

    def _with(self, pairs: Iterable[str]) -> str:
        query = "&".join(filter(None, (self.raw_query, *pairs)))
        return f"{self.address}?{query}" if query else self.address

    def __repr__(self) -> str:
        return f"RequestPlan({self.operation.key})"


def _holds_json(media: MediaType) -> bool:
    kind = media.media_type
    return (
        mentions_json(kind)
        and not is_stream(kind)
        and (media.schema is None or media.schema.text("format") != "binary")
    )
