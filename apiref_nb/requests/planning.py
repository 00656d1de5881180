"""Makes the plan of a request: the one place where an operation and values become method, address, headers and body.

In: an operation, values, a base address, the credentials' places, a typed body. Out: a `RequestPlan`. Values are what a
caller gave (`call_plan`), what a document's samples say (`sample_plan`), or what an `ApiBlock` holds (`block_plan`);
placeholders that a reader fills in are values too.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any
from urllib.parse import quote

from apiref_nb.errors import ShapeError
from apiref_nb.model import ApiOperation, ApiParameter, MediaType
from apiref_nb.model.media_types import essence, is_form, is_json, is_multipart
from apiref_nb.requests.bodies import Body, form_text
from apiref_nb.requests.plan import PathPart, PlannedParameter, RequestPlan
from apiref_nb.requests.security import SecurityPlan, place_key
from apiref_nb.requests.typed_bodies import form_fields
from apiref_nb.requests.wire import LITERAL, Field, Placeholder, encoded, fields, header_text, path_text, scalar
from apiref_nb.schemas import merged
from apiref_nb.schemas.session import SampleSession
from apiref_nb.text.escaping import is_token
from apiref_nb.text.json_value import JsonValue

COMPUTED_HEADERS = frozenset({"host", "content-length", "transfer-encoding", "connection"})
"""Headers that the transport writes."""

_PLACEHOLDER = re.compile(r"(\{[^{}/]+\})")

Values = Sequence[tuple[ApiParameter, Any]]
"""(parameter, value as JSON data), in the order in which they are sent."""


def parameters_of(operation: ApiOperation) -> tuple[ApiParameter, ...]:
    """Return the parameters of a request: those of the path in its order, then the others but computed headers.

    A placeholder that the document forgot to declare is still needed to make the request.
    """
    declared = {p.name: p for p in operation.parameters if p.location == "path"}
    names = dict.fromkeys(piece[1:-1] for piece in _PLACEHOLDER.findall(operation.template))
    in_path = [
        declared.get(name) or ApiParameter(name=name, location="path", required=True, style="simple", explode=False)
        for name in names
    ]
    others = [
        p for p in operation.parameters if p.location != "path"
        and not (p.location == "header" and p.name.lower() in COMPUTED_HEADERS)
    ]  # fmt: skip
    return (*in_path, *others)


def plan_request(
    operation: ApiOperation,
    values: Values,
    *,
    base_url: str = "",
    body: Body | None = None,
    media_type: str = "",
    credentials: Iterable[SecurityPlan] = (),
    accept: str | None = None,
    place: Callable[[ApiParameter], str] | None = None,
    check: bool = True,
    leave_out: bool = False,
    session: SampleSession | None = None,
) -> RequestPlan:
    """Return the plan of a request.

    Args:
        operation: what is asked for.
        values: a value for each parameter that is sent.
        base_url: what stands before the path, no slash at its end.
        body: what is sent.
        media_type: the media type of a body of which nothing else is known; a range is none, and multipart without
            its parts has no boundary to name.
        credentials: where the credentials go; what a value fills already is not filled twice.
        accept: the `Accept` header; None for what the document's answers ask for.
        place: how an error names a parameter; None for its name.
        check: refuse path values that a server could read as another path.
        leave_out: leave out what cannot travel, where otherwise an error is raised.
        session: keeps what was planned for a parameter and a value, for many operations share both; only for samples,
            which are not checked.

    Raises:
        ShapeError: a value cannot travel where it belongs.
    """
    planned = plan_values(values, place=place, check=check, leave_out=leave_out, session=session)
    path, path_query, fragment = _path(operation.template, planned)
    if check and not leave_out:
        _check_structure(operation, path)
    return RequestPlan(
        operation=operation,
        base_url=base_url,
        path_parts=path,
        path_query=path_query,
        fragment=fragment,
        parameters=tuple(planned),
        accept=accepted(operation) if accept is None else accept,
        body=body,
        media_type="" if body is not None or "*" in media_type or is_multipart(media_type) else media_type,
        credentials=unfilled(credentials, planned),
    )


def plan_values(
    values: Values,
    *,
    place: Callable[[ApiParameter], str] | None = None,
    check: bool = False,
    leave_out: bool = True,
    session: SampleSession | None = None,
) -> list[PlannedParameter]:
    """Return the parameters as they travel; null, an empty list and an empty object travel nowhere.

    Args:
        values: a value for each parameter that is sent.
        place: see `plan_request`.
        check: likewise.
        leave_out: likewise.
        session: likewise.

    Raises:
        ShapeError: a value cannot travel where it belongs.
    """
    planned: list[PlannedParameter] = []
    for parameter, value in values:
        try:
            if session is not None:
                key = ("planned", id(parameter), id(value))
                made = session.once(key, (parameter, value), _planned, parameter, value, parameter.name, check=check)
            else:
                made = _planned(parameter, value, place(parameter) if place else parameter.name, check=check)
        except ShapeError:
            if not leave_out:
                raise
            continue
        if made.fields or made.text or parameter.location == "path":
            planned.append(made)
    return planned


def unfilled(credentials: Iterable[SecurityPlan], planned: Iterable[PlannedParameter]) -> tuple[SecurityPlan, ...]:
    """Return the credentials whose places no parameter fills.

    Args:
        credentials: what is needed together.
        planned: the parameters that are sent.
    """
    needed = tuple(credentials)
    places = {one.location for one in needed}
    filled = [p for p in planned if p.parameter.location in places]
    given = {place_key(p.parameter.location, name) for p in filled for name, _ in p.fields}
    return tuple([one for one in needed if one.key not in given]) if given else needed


def _planned(parameter: ApiParameter, value: JsonValue, place: str, *, check: bool) -> PlannedParameter:
    match parameter.location:
        case "querystring":
            return PlannedParameter(parameter, value, text=_query_string(parameter, value, place))
        case "path":
            sent = _content(parameter, value)
            return PlannedParameter(parameter, value, text=path_text(parameter, sent, place, check=check))
        case "header":
            if not is_token(parameter.name):
                raise ShapeError(place, "cannot be sent: its name is no valid header name")
            text = header_text(parameter, _content(parameter, value), place)
            return PlannedParameter(parameter, value, () if text is None else (Field(parameter.name, text),))
        case _:
            return PlannedParameter(parameter, value, fields(parameter, _content(parameter, value), place))


def _content(parameter: ApiParameter, value: JsonValue) -> JsonValue:
    """The value as text when it travels as a media type, else as it is."""
    media = parameter.media_type
    if media is None or value is None or isinstance(value, Placeholder):
        return value
    if is_form(media.media_type) and isinstance(value, Mapping):
        return form_text(form_fields(media, value, parameter.name))
    types = merged(media.schema).types if media.schema is not None else ()
    written = isinstance(value, str) and (not is_json(media.media_type) or (types and "string" not in types))
    # `scalar` leaves text as it is; as JSON it needs its quotes.
    return value if written else scalar([value])[1:-1]


def _query_string(parameter: ApiParameter, value: JsonValue, place: str) -> str:
    """OpenAPI 3.2's `in: querystring`: the whole query as one media type."""
    media = parameter.media_type or MediaType(media_type="application/x-www-form-urlencoded")
    media_type = media.media_type
    if is_form(media_type) and isinstance(value, Mapping):
        return form_text(form_fields(media, value, place))
    if is_json(media_type):
        return encoded(scalar([value])[1:-1], place)
    if isinstance(value, str):
        # Text for a query is a query already: `&` and `=` are its own, only what cannot stand there is encoded.
        return encoded(value, place, safe="!$&'()*+,;=:@/?%")
    raise ShapeError(place, f"must be text, for it travels as {essence(media_type)}")


def _path(template: str, planned: Sequence[PlannedParameter]) -> tuple[tuple[PathPart, ...], str, str]:
    """The path in parts, and the query and the fragment that some documents write into their paths."""
    texts = {p.parameter.name: p.text for p in planned if p.parameter.location == "path"}
    before, mark, fragment = template.partition("#")
    path, _, rest = before.partition("?")
    parts = []
    for piece in filter(None, _PLACEHOLDER.split(path)):
        name = piece[1:-1] if _PLACEHOLDER.fullmatch(piece) else ""
        # A placeholder that nothing fills stays as it is written: the reader fills it in.
        parts.append(PathPart(texts.get(name, piece) if name else piece, name))
    return tuple(parts), quote(rest, safe=LITERAL + "?"), mark + fragment


def _check_structure(operation: ApiOperation, parts: Sequence[PathPart]) -> None:
    """Values beside each other must not make a dot segment together: `/{a}{b}` with `.` and `.` is refused too."""
    written = operation.template.partition("#")[0].partition("?")[0].split("/")
    for index, segment in enumerate("".join(part.text for part in parts).split("/")):
        own = written[index] if index < len(written) else ""
        if segment in (".", "..") and own != segment:
            raise ShapeError(
                operation.operation_id or operation.key, 'must not change the path: no ".", or ".." segment'
            )


def accepted(operation: ApiOperation) -> str:
    """Return the `Accept` header: JSON where every success can be JSON, else every declared type of a success, or all.

    Whatever else there is comes as a last choice, for an error may be of another type.
    """
    successes = [
        [essence(media.media_type) for media in response.content]
        for response in operation.responses
        if response.status_code[:1] in ("2", "d") and response.content
    ]
    if successes and all("application/json" in declared for declared in successes):
        return "application/json"
    names = dict.fromkeys(name for declared in successes for name in declared)
    usable = [name for name in names if re.fullmatch(r"[\w!#$&^.+*-]+/[\w!#$&^.+*-]+", name, re.ASCII)]
    usable.sort(key=lambda name: not is_json(name))
    return ", ".join([*usable, "*/*;q=0.1"]) if usable and "*/*" not in usable else ""
