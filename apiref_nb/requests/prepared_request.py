"""One request, ready but for its credentials: the URL, the headers and the body that a call asks for.

An `ArgumentPlan`, a base URL and what the caller gave come in; a `PreparedRequest` goes out. `calls` hands it to
`exchange`, which adds the credentials at the moment of sending.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import quote, urlencode

from apiref_nb.errors import ShapeError
from apiref_nb.model import ApiOperation, ApiParameter
from apiref_nb.requests.arguments import BODY, CONTENT_TYPE, Argument, ArgumentPlan, BoundArguments
from apiref_nb.requests.masking import MASK
from apiref_nb.requests.media_ranges import essence, is_json, is_urlencoded
from apiref_nb.requests.prepared_bodies import content
from apiref_nb.requests.styles import checked_header, cookie_pairs, encoded, header_text, path_text, query_pairs, scalar
from apiref_nb.requests.value_checks import Check, check_value
from apiref_nb.requests.values import plain_value
from apiref_nb.schemas import merged
from apiref_nb.text.json_value import JsonValue

_TOKEN = re.compile(r"[!#$%&'*+\-.^_`|~0-9A-Za-z]+\Z")
_PLACEHOLDER = re.compile(r"(\{[^{}/]+\})")
_SENSITIVE = re.compile(
    r"(?:^|[-_.])(?:passw(?:or)?d|passphrase|secret|token|api[-_]?key|auth|authorization|session|credentials?)$", re.I
)
_LITERAL = "/%:@!$&'()*+,;=~"

Pair = tuple[str, str]


def is_sensitive(name: str) -> bool:
    """True for the name of a parameter or field whose value is not to be shown, such as `password` or `accessToken`."""
    return bool(_SENSITIVE.search(re.sub(r"([a-z])([A-Z])", r"\1_\2", name)))


@dataclass(frozen=True, slots=True, repr=False)
class PreparedRequest:
    """One request without credentials; its repr shows method and path as documented, no value."""

    operation: ApiOperation
    """The operation that is called."""
    base_url: str
    """`https://host/base`, no slash at the end."""
    path: str
    """Filled and percent-encoded, beginning with a slash."""
    query: tuple[Pair, ...] = ()
    """(name, value), percent-encoded."""
    raw_query: str = ""
    """A query that is not made of pairs."""
    headers: tuple[Pair, ...] = ()
    """(name, value), `Cookie` left out."""
    cookies: tuple[Pair, ...] = ()
    """(name, value), encoded."""
    data: bytes = b""
    """The body."""
    sensitive: frozenset[str] = field(default=frozenset())
    """Names in query, headers and cookies whose values are not to be shown."""

    @property
    def method(self) -> str:
        """The method as sent."""
        return self.operation.method

    @property
    def address(self) -> str:
        """The URL without its query: what errors name."""
        return self.base_url + self.path

    def url(self, more: tuple[Pair, ...] = ()) -> str:
        """Return the whole URL.

        Args:
            more: further encoded query pairs.
        """
        parts = [f"{name}={value}" for name, value in (*self.query, *more)]
        query = "&".join(part for part in (self.raw_query, *parts) if part)
        return f"{self.address}?{query}" if query else self.address

    @property
    def shown_url(self) -> str:
        """The URL with `***` in place of every value that is not to be shown."""
        pairs = [(name, MASK if name in self.sensitive else value) for name, value in self.query]
        query = "&".join(part for part in (self.raw_query, *(f"{n}={v}" for n, v in pairs)) if part)
        return f"{self.address}?{query}" if query else self.address

    def __repr__(self) -> str:
        return f"Prepared({self.operation.key})"


def prepare(plan: ArgumentPlan, base_url: str, given: BoundArguments, check: Check = check_value) -> PreparedRequest:
    """Return the request that a call asks for.

    Args:
        plan: the arguments of the operation.
        base_url: an http(s) URL without query, no slash at the end.
        given: what the caller gave.
        check: holds values against schemas; `unchecked` lets everything through.

    Raises:
        ShapeError: an argument does not meet the document, or cannot travel where it belongs.
    """
    values = {
        name: _checked(plan.by_name[name], value, plan.place(name, given), check)
        for name, value in given.values.items()
        if name in plan.by_name
    }
    path, path_query = _path(plan, values, given)
    query: list[Pair] = []
    cookies: list[Pair] = []
    headers: dict[str, Pair] = {}
    raw_query = path_query
    sensitive: set[str] = set()
    for argument in plan.arguments:
        parameter = argument.parameter
        if argument.name not in values or parameter.location == "path":
            continue
        value, place = values[argument.name], plan.place(argument.name, given)
        added: list[Pair] = []
        if parameter.location == "querystring":
            raw_query = "&".join(part for part in (raw_query, _query_string(parameter, value, place)) if part)
        elif parameter.location == "query":
            added = query_pairs(parameter, value, place)
            query += added
        elif parameter.location == "cookie":
            added = cookie_pairs(parameter, value, place)
            cookies += added
        else:
            if not _TOKEN.match(parameter.name):
                raise ShapeError(place, "cannot be sent: its name is no valid header name")
            added = [(parameter.name, header_text(parameter, value, place))]
            headers[parameter.name.lower()] = added[0]
        if _is_sensitive(parameter):
            sensitive.update(name for name, _ in added)
    body = plan.operation.request_body
    data = b""
    if body is not None and BODY in given.values:
        wanted = given.values.get(CONTENT_TYPE)
        if wanted is not None and not isinstance(wanted, str):
            raise ShapeError(f"{plan.label}.content_type", "must be text")
        sent = content(body, given.values[BODY], f"{plan.label}.body", media_type=wanted, check=check)
        data = sent.data
        if sent.content_type:
            value = checked_header(sent.content_type, f"{plan.label}.content_type")
            headers.setdefault("content-type", ("Content-Type", value))
    accept = _accept(plan.operation)
    if accept:
        headers.setdefault("accept", ("Accept", accept))
    return PreparedRequest(
        operation=plan.operation,
        base_url=base_url,
        path=path,
        query=tuple(query),
        raw_query=raw_query,
        headers=tuple(headers.values()),
        cookies=tuple(cookies),
        data=data,
        sensitive=frozenset(sensitive),
    )


def _checked(argument: Argument, value: object, place: str, check: Check) -> JsonValue:
    """The value as text when it travels as a media type, else as plain data that meets the schema."""
    parameter = argument.parameter
    plain = plain_value(value, place)
    try:
        check(parameter.media_type.schema if parameter.media_type else parameter.schema, plain, place)
    except ShapeError as fault:
        if not _is_sensitive(parameter):
            raise
        expected = fault.expected
    else:
        if parameter.media_type is None or parameter.location == "querystring":
            return plain
        media_type = parameter.media_type.media_type
        if is_urlencoded(media_type) and isinstance(plain, Mapping):
            return urlencode(_form(plain))
        if is_json(media_type) or not isinstance(plain, str):
            # `scalar` leaves text as it is; as JSON it needs its quotes.
            return scalar([plain])[1:-1]
        return plain
    raise ShapeError(place, expected)


def _path(plan: ArgumentPlan, values: Mapping[str, Any], given: BoundArguments) -> tuple[str, str]:
    """The filled path, and the query that some documents write into their paths."""
    names = {a.parameter.name: a for a in plan.arguments if a.parameter.location == "path"}
    template, _, rest = plan.operation.template.partition("#")[0].partition("?")
    pieces: list[str] = []
    for piece in _PLACEHOLDER.split(template):
        argument = names.get(piece[1:-1]) if piece.startswith("{") else None
        if argument is None:
            pieces.append(encoded(piece, plan.label, safe=_LITERAL))
        else:
            # With `content` the value is text already; it is placed as `simple` places it.
            pieces.append(path_text(argument.parameter, values[argument.name], plan.place(argument.name, given)))
    path = "".join(pieces)
    _check_structure(plan, path, template)
    return (path if path.startswith("/") else f"/{path}"), quote(rest, safe=_LITERAL + "?")


def _check_structure(plan: ArgumentPlan, path: str, template: str) -> None:
    """Values beside each other must not make a dot segment together: `/{a}{b}` with `.` and `.` is refused too."""
    written = template.split("/")
    for index, segment in enumerate(path.split("/")):
        own = written[index] if index < len(written) else ""
        if segment in (".", "..") and own != segment:
            raise ShapeError(plan.label, 'must not change the path: no ".", or ".." segment')


def _query_string(parameter: ApiParameter, value: object, place: str) -> str:
    """OpenAPI 3.2's `in: querystring`: the whole query as one media type."""
    media_type = parameter.media_type.media_type if parameter.media_type else "application/x-www-form-urlencoded"
    if is_urlencoded(media_type) and isinstance(value, Mapping):
        return urlencode(_form(value))
    if is_json(media_type):
        return encoded(scalar([value])[1:-1], place)
    if isinstance(value, str):
        # Text for a query is a query already: `&` and `=` are its own, only what cannot stand there is encoded.
        return encoded(value, place, safe="!$&'()*+,;=:@/?%")
    raise ShapeError(place, f"must be text, for it travels as {essence(media_type)}")


def _form(fields: Mapping[str, Any]) -> list[Pair]:
    """(name, text) of a form's fields; a list repeats its name."""
    return [
        (name, scalar(single))
        for name, item in fields.items()
        for single in (item if isinstance(item, list) else [item])
        if single is not None
    ]


def _is_sensitive(parameter: ApiParameter) -> bool:
    schema = merged(parameter.schema) if parameter.schema is not None else None
    return is_sensitive(parameter.name) or (schema is not None and schema.text("format") == "password")


def _accept(operation: ApiOperation) -> str:
    """Every declared success type, JSON first; whatever else there is as a last choice."""
    declared = [
        essence(media.media_type)
        for response in operation.responses
        if response.status_code[:1] in ("2", "d")
        for media in response.content
    ]
    usable = [
        name for name in dict.fromkeys(declared) if re.fullmatch(r"[\w!#$&^.+*-]+/[\w!#$&^.+*-]+", name, re.ASCII)
    ]
    usable.sort(key=lambda name: not is_json(name))
    if not usable or "*/*" in usable:
        return "*/*"
    return ", ".join([*usable, "*/*;q=0.1"])
