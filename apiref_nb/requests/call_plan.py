"""The plan of a call: what a caller gave for each argument becomes a request.

An `ArgumentPlan`, a base URL and what the caller gave come in; a `RequestPlan` goes out. `client.calls` hands it to
`exchange`, which adds the credentials at the moment of sending.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from apiref_nb.errors import ShapeError
from apiref_nb.model import ApiParameter, ApiRequestBody, MediaType, Schema
from apiref_nb.model.media_types import covering, is_form, is_json, is_multipart, is_stream, is_text
from apiref_nb.requests.arguments import BODY, CONTENT_TYPE, Argument, ArgumentPlan, BoundArguments
from apiref_nb.requests.bodies import Body
from apiref_nb.requests.plan import RequestPlan
from apiref_nb.requests.planning import accepted, plan_request
from apiref_nb.requests.security import SecurityPlan
from apiref_nb.requests.sensitive import hides_value
from apiref_nb.requests.streams import stream_schemas
from apiref_nb.requests.typed_bodies import file_field, typed_body
from apiref_nb.requests.typed_text import kinds
from apiref_nb.requests.value_checks import Check, faults
from apiref_nb.requests.values import is_file, plain_value, value_from_text
from apiref_nb.requests.wire import checked_header
from apiref_nb.schemas import merged
from apiref_nb.text.json_value import JsonValue
from apiref_nb.text.quoting import short

CHECKED = Check()
"""Holds values and all formats against the document."""

UNCHECKED = Check(on=False)
"""Holds nothing against it."""


def call_plan(
    plan: ArgumentPlan,
    base_url: str,
    given: BoundArguments,
    check: Check = CHECKED,
    credentials: Sequence[SecurityPlan] = (),
) -> RequestPlan:
    """Return the plan of the request that a call asks for.

    Args:
        plan: the arguments of the operation.
        base_url: an http(s) URL without query, no slash at the end.
        given: what the caller gave.
        check: holds values against schemas.
        credentials: where the client's credentials go.

    Raises:
        ShapeError: an argument does not meet the document, or cannot travel where it belongs.
    """
    places = {id(argument.parameter): plan.place(argument.name, given) for argument in plan.arguments}
    values = [
        (
            argument.parameter,
            _checked(
                argument,
                given.values[argument.name],
                places[id(argument.parameter)],
                UNCHECKED if argument.name in given.from_server else check,
            ),
        )
        for argument in plan.arguments
        if argument.name in given.values
    ]
    for name, value in given.undeclared.items():
        more = ApiParameter(name=name, location="query")
        places[id(more)] = f"{plan.label}.{name}"
        values.append((more, plain_value(value, places[id(more)])))
    declared = plan.operation.request_body
    body = None
    if declared is not None and BODY in given.values:
        wanted = given.values.get(CONTENT_TYPE)
        if wanted is not None and not isinstance(wanted, str):
            raise ShapeError(f"{plan.label}.content_type", "must be text")
        members = frozenset(name.removeprefix(f"{BODY}.") for name in given.from_server)
        own = replace(check, ignore=members)
        body = call_body(declared, given.values[BODY], f"{plan.label}.body", media_type=wanted, check=own)
        checked_header(body.media_type, f"{plan.label}.content_type")
    return plan_request(
        plan.operation,
        values,
        base_url=base_url,
        body=body,
        credentials=credentials,
        accept=accepted(plan.operation) or "*/*",
        place=lambda parameter: places[id(parameter)],
        check=check.on,
    )


def _checked(argument: Argument, value: object, place: str, check: Check) -> JsonValue:
    """The value as plain data that meets the schema; a fault of one that is not to be shown does not repeat it."""
    parameter = argument.parameter
    schema, plain = parameter.schema, plain_value(value, place)
    try:
        check(schema, plain, place)
    except ShapeError as fault:
        if parameter.media_type is None and _is_written(schema, plain, check):
            return plain
        if not hides_value(parameter):
            raise
        expected = fault.expected
    else:
        return plain
    raise ShapeError(place, expected)


def _is_written(schema: Schema | None, value: JsonValue, check: Check) -> bool:
    """True for text that is, as it travels, a number or boolean which meets the schema: "321" for an integer."""
    read = value_from_text(schema, value) if isinstance(value, str) else None
    return isinstance(read, bool | int | float) and not faults(schema, read, "request", formats=check.formats)


def call_body(
    body: ApiRequestBody, value: object, place: str, *, media_type: str | None = None, check: Check = CHECKED
) -> Body:
    """Return the body that a caller gave.

    Args:
        body: what the document declares.
        value: a mapping, list, text, bytes, path, open file, or whatever has a JSON form.
        place: how an error names it, such as `addPet.body`.
        media_type: which representation to send; None for the one that suits the value.
        check: holds values against schemas.

    Raises:
        ShapeError: the value does not meet the schema, or the representation cannot hold it.
    """
    media = _declared(body, value, place, media_type)
    sent = media_type if media_type is not None and "*" in media.media_type else media.media_type
    if is_file(value) and not is_multipart(sent):
        return typed_body(media, value, place, media_type=sent)
    if not isinstance(value, str):
        value = plain_value(value, place, files=is_multipart(sent))
    made = typed_body(media, value, place, media_type=sent)
    _check(media, value, place, sent, check)
    return made


def _check(media: MediaType, value: JsonValue, place: str, sent: str, check: Check) -> None:
    types = kinds(media.schema)
    if is_stream(sent):
        if isinstance(value, list):
            whole, each = stream_schemas(media)
            check(whole, value, place)
            for index, item in enumerate(value):
                check(each, item, f"{place}[{index}]")
    elif isinstance(value, str) and "string" not in types and (is_json(sent) and "*" not in sent):
        check(media.schema, json.loads(value), place)
    elif is_form(sent) or is_multipart(sent):
        # A schema of bytes, as some write one for an upload, speaks of no field.
        if isinstance(value, Mapping) and (not types or "object" in types):
            plain = {name: _without_files(item) for name, item in value.items()}
            check(media.schema, plain, place, ignore={name for name in value if plain[name] is not value[name]})
            if check.on and is_multipart(sent):
                _check_files(media, value, place)
    elif not isinstance(value, str) or is_json(sent) or (is_text(sent) and not {"object", "array"} & types):
        # For text of another kind a schema of an object speaks of what the text means (XML, YAML).
        check(media.schema, value, place)


def _check_files(media: MediaType, value: Mapping[str, JsonValue], place: str) -> None:
    """Refuse the name of a file in the place of the file: its text would be sent, which no server takes for one."""
    schemas = merged(media.schema).properties if media.schema is not None else {}
    for name, item in value.items():
        text = next((one for one in (item if isinstance(item, list) else [item]) if isinstance(one, str)), None)
        if text is not None and file_field(schemas.get(name)):
            expected = "must be a pathlib.Path, bytes or an open file, for it travels as a file"
            raise ShapeError(f"{place}.{name}", expected, short(text))


def _without_files(item: JsonValue) -> JsonValue:
    """A field with text in the place of files, for a check against the schema."""
    if is_file(item):
        return "file"
    if isinstance(item, list) and any(is_file(one) for one in item):
        return ["file" if is_file(one) else one for one in item]
    return item


def _declared(body: ApiRequestBody, value: object, place: str, wanted: str | None) -> MediaType:
    """The representation that was asked for, or the first that can hold the value."""
    if not body.content:
        return MediaType(media_type=wanted or ("application/octet-stream" if is_file(value) else "application/json"))
    if wanted is not None:
        found = covering(body.content, wanted)
        if found is not None:
            return found
        allowed = ", ".join(declared.media_type for declared in body.content)
        raise ShapeError(place.rpartition(".")[0] + ".content_type", f"must be one of: {allowed}", short(wanted))
    tests: Sequence[Callable[[str], bool]]
    if is_file(value):
        tests = (lambda m: not (is_json(m) or is_form(m) or is_multipart(m)), lambda m: not is_multipart(m))
    elif isinstance(value, str):
        tests = (is_json, is_text)
    elif isinstance(value, Mapping) and any(is_file(item) for item in value.values()):
        tests = (is_multipart,)
    else:
        tests = (is_json, is_form, is_multipart, is_stream)
    for test in tests:
        for declared in body.content:
            if test(declared.media_type):
                return declared
    return body.content[0]
