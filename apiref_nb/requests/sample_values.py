"""Which values a request is tried with: the author's examples and defaults, else values made from the schemas.

In: an operation of a document. Out: `SampleValues`. The samples, the notebook pages, Postman, the console's fields and
`verify` all take their values from here, so that they try the same request.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from apiref_nb.errors import ShapeError
from apiref_nb.model import MISSING, ApiOperation, ApiParameter, MediaType
from apiref_nb.model.media_types import essence, is_form, is_json, is_multipart, is_stream, preferred_media
from apiref_nb.requests.bodies import FILE, FORM_DATA, SAMPLE_BYTES, BinaryBody, Body, TextBody
from apiref_nb.requests.media_samples import BINARY_TEXT, FULL_TEXT, NamedSample, media_sample, sendable_sample
from apiref_nb.requests.planning import Values, parameters_of
from apiref_nb.requests.security import SecurityPlan, chosen_requirement, requirement_plans, with_authorization
from apiref_nb.requests.streams import RECORD_MARK, RECORD_SEPARATOR
from apiref_nb.requests.typed_bodies import is_binary, typed_body, with_files
from apiref_nb.requests.typed_text import kinds
from apiref_nb.requests.wire import Placeholder, placeholder
from apiref_nb.schemas import merged
from apiref_nb.schemas.scalars import FORMATS
from apiref_nb.schemas.session import SampleSession
from apiref_nb.text.escaping import plain
from apiref_nb.text.json_numbers import json_dumps
from apiref_nb.text.json_value import JsonValue


@dataclass(frozen=True, slots=True)
class SampleValues:
    """The values of one request."""

    parameters: Values
    """(parameter, value) of what is sent."""
    body: NamedSample | None = None
    """The sample of the body."""
    media: MediaType | None = None
    """The representation that it is a sample of."""
    lacking: tuple[str, ...] = ()
    """What the document requires and nothing is known of."""

    def of(self, parameter: ApiParameter) -> JsonValue:
        """Return the value of a parameter; MISSING for one that is not sent."""
        key = (parameter.location, parameter.name)
        return next((value for p, value in self.parameters if (p.location, p.name) == key), MISSING)


def sample_values(
    operation: ApiOperation,
    session: SampleSession | None = None,
    *,
    sendable: bool = False,
) -> SampleValues:
    """Return the values that a request is tried with: of parameters those that `is_shown` names, and all of the path.

    Args:
        operation: any operation.
        session: keeps what was made before; pass one for a whole document.
        sendable: True puts a made value in the place of each that the session finds invalid.
    """
    session = session or SampleSession()
    given = [
        (parameter, _value(parameter, session))
        for parameter in _sent(operation, session)
        if parameter.location == "path" or is_shown(parameter)
    ]
    body = operation.request_body
    media = preferred_media(body.content) if body is not None else None
    sample = None
    if media is not None and sendable:
        sample = sendable_sample(media, session)
    elif media is not None:
        sample = next(iter(media_sample(media, direction="request", session=session)), None)
    lacking = [p.name for p, value in given if value is MISSING and p.required]
    if body is not None and body.required and sample is None:
        lacking.append("body")
    values = [(p, _valid(p, v, session) if sendable else v) for p, v in given if v is not MISSING]
    return SampleValues(tuple(values), sample, media, tuple(lacking))


def every_value(operation: ApiOperation, session: SampleSession) -> Values:
    """Return a value for every parameter, whether or not `sample_values` would send it.

    Args:
        operation: any operation.
        session: keeps what was made before.
    """
    given = [(parameter, _value(parameter, session)) for parameter in _sent(operation, session)]
    return [pair for pair in given if pair[1] is not MISSING]


def _valid(parameter: ApiParameter, value: JsonValue, session: SampleSession) -> JsonValue:
    schema = parameter.media_type.schema if parameter.media_type is not None else parameter.schema
    if schema is None or session.judged(session.rules.rule(schema, "request"), value).valid is not False:
        return value
    made = session.generated(schema, "request")
    return plain(made.value) if made.valid else value


def placeholder_values(operation: ApiOperation, session: SampleSession) -> Values:
    """Return values by `ApiBlock`'s rules: every query and header parameter with its default or `<name>`.

    A placeholder of the path stays as it is written. Other parameters are as in `sample_values`.

    Args:
        operation: any operation.
        session: keeps what was made before.
    """
    return [
        (parameter, _kept(_stand_in, parameter, session)
         if parameter.location in ("path", "query", "header") else _value(parameter, session))
        for parameter in _sent(operation, session)
        if parameter.location in ("path", "query", "header", "querystring") or is_shown(parameter)
    ]  # fmt: skip


def credentials_of(operation: ApiOperation, session: SampleSession) -> tuple[SecurityPlan, ...]:
    """Return the credentials that samples show; operations that ask for the same ones share them.

    Args:
        operation: any operation.
        session: keeps what was made before.
    """
    asked = operation.security
    plans = session.once(("security", id(asked)), asked, lambda: requirement_plans(chosen_requirement(operation)))
    return with_authorization(plans, operation)


def _sent(operation: ApiOperation, session: SampleSession) -> list[ApiParameter]:
    """The parameters that may have a value: all but what a credential fills or another part of the request says."""
    return session.once(("sent", id(operation)), operation, _all_but_taken, operation, session)


def _all_but_taken(operation: ApiOperation, session: SampleSession) -> list[ApiParameter]:
    taken = {plan.key for plan in credentials_of(operation, session)}
    return [
        p for p in parameters_of(operation)
        if (p.location, p.name.lower() if p.location == "header" else p.name) not in taken
        and not p.is_said_elsewhere
    ]  # fmt: skip


def is_shown(parameter: ApiParameter) -> bool:
    """Return True for a parameter that is required, or has an example or a default and is not deprecated.

    Args:
        parameter: of any place.
    """
    if parameter.required or parameter.deprecated or parameter.location == "querystring":
        return parameter.required or parameter.location == "querystring"
    media = parameter.media_type
    authored = parameter.examples or (media is not None and media.examples)
    return bool(authored) or _default(parameter) is not None


def _value(parameter: ApiParameter, session: SampleSession) -> JsonValue:
    return _kept(_own_value, parameter, session)


def _kept(
    make: Callable[[ApiParameter, SampleSession], JsonValue], parameter: ApiParameter, session: SampleSession
) -> JsonValue:
    """Return what is made for a parameter, once; a long text takes of the page's room each time."""
    value = session.once((make, id(parameter)), parameter, make, parameter, session)
    return _within(value, parameter, session) if isinstance(value, str) and len(value) >= FULL_TEXT else value


def _own_value(parameter: ApiParameter, session: SampleSession) -> JsonValue:
    default = None if parameter.location == "path" else _default(parameter)
    return plain(_sample(parameter, session)) if default is None else default


def _stand_in(parameter: ApiParameter, _: SampleSession) -> JsonValue:
    if parameter.location == "path":
        return Placeholder(f"{{{parameter.name}}}")
    default = _default(parameter)
    if default not in (None, [], {}):
        # An empty list travels nowhere; `tags=` would be a list of one empty text.
        return default
    if parameter.location == "header":
        return placeholder(parameter.name, encode=False)
    schema = parameter.schema
    folded = merged(schema) if schema is not None else None
    split = parameter.style == "deepObject" or (
        folded is not None and folded.types == ("object",) and parameter.explode
    )
    if not split:
        return placeholder(parameter.name)
    names = list(folded.properties)[:MEMBERS_SHOWN] if folded is not None else []
    return {name: placeholder(name) for name in names} or {placeholder("key"): placeholder("value")}


SAYING_DEFAULT = frozenset({"default", "allOf"})
"""Keywords without which a schema has no default."""

MEMBERS_SHOWN = 12
"""Members of an object in a query that are shown with a placeholder each."""


def _sample(parameter: ApiParameter, session: SampleSession) -> JsonValue:
    media = parameter.media_type
    for example in (*parameter.examples, *(media.examples if media is not None else ())):
        if example.value is not MISSING:
            return example.value
        if example.serialized:
            return example.serialized
    schema = media.schema if media is not None else parameter.schema
    if schema is None:
        return parameter.name
    value = session.named(schema, "request", parameter.name)
    if value == [] and session.sample(schema, "request").source == "generated":
        # A list travels by its items; of those nothing is known, not even that there may be one.
        filled: list[JsonValue] = [parameter.name]
        return filled if session.verdict(schema, filled, "request").valid else value
    if parameter.location == "path" and isinstance(value, str) and "/" in value:
        # An address or a file's path would change the request's own.
        texts = (session.sample(schema, "request").value, *FORMATS.get(schema.text("format"), ()))
        value = next((text for text in texts if isinstance(text, str) and "/" not in text), texts[0])
    return value


def _default(parameter: ApiParameter) -> JsonValue:
    """The default of a parameter; None where there is none."""
    schema = parameter.media_type.schema if parameter.media_type is not None else parameter.schema
    if schema is None or SAYING_DEFAULT.isdisjoint(schema.keywords):
        return None
    return plain(merged(schema).keywords.get("default"))


def _within(value: JsonValue, parameter: ApiParameter, session: SampleSession) -> JsonValue:
    """The value, or the parameter's name in place of a long text on a page that holds too many of them."""
    too_long = isinstance(value, str) and len(value) >= FULL_TEXT and not session.takes(len(value))
    return parameter.name if too_long else plain(value)


def sample_body(sample: NamedSample, media: MediaType, session: SampleSession) -> Body:
    """Return a sample of a representation as the body that travels; every sample language asks for the same one.

    Args:
        sample: one of the representation's.
        media: the representation.
        session: keeps what was made before.
    """
    return session.once(("body", id(sample)), (sample, media), _body, sample, media, session)


def _body(sample: NamedSample, media: MediaType, session: SampleSession) -> Body:
    kind = media.media_type
    if sample.value is MISSING or sample.serialized:
        if sample.text == BINARY_TEXT and not sample.published:
            return _bytes_body(media, sent_value(sample, media))
        return TextBody(sample.text.replace(RECORD_MARK, RECORD_SEPARATOR) if is_stream(kind) else sample.text, kind)
    try:
        return typed_body(media, sent_value(sample, media), "body", session=session)
    except ShapeError:
        if is_multipart(kind) and sample.published and media.schema is not None:
            # The author's example has no fields, and no text is a multipart body: a made one is sent.
            made = session.generated(media.schema, "request")
            if isinstance(made.value, dict):
                return typed_body(media, with_files(made.value, media), "body", session=session)
        # What has no form of its own as data, such as XML, is text.
        return TextBody(sample.text, kind)


def _bytes_body(media: MediaType, value: JsonValue) -> Body:
    try:
        return typed_body(media, value, "body")
    except ShapeError:
        # A form of fields cannot be told from one blob of bytes: they are sent as they are.
        return BinaryBody(media.media_type)


def sent_value(sample: NamedSample, media: MediaType, *, call: bool = False) -> JsonValue:
    """Return what a sample of a body travels from: its data, its text where there is only text, files for bytes.

    Args:
        sample: a sample of the representation.
        media: the representation.
        call: True for what `Client` takes, which has no file of the reader's and takes null for nothing.
    """
    kind, value = media.media_type, sample.value
    whole: Any = SAMPLE_BYTES if call else FILE
    if is_multipart(kind):
        # Where the document says bytes and names no part.
        one = (FILE.name, SAMPLE_BYTES) if call else FILE
        whole = {"file": one} if essence(kind) == FORM_DATA else [one]
    if value is MISSING or sample.serialized:
        return whole if sample.text == BINARY_TEXT and not sample.published else sample.text
    if is_multipart(kind) and isinstance(value, dict | list):
        return with_files(value, media, (FILE.name, SAMPLE_BYTES) if call else FILE)
    if is_multipart(kind) and not sample.published:
        return whole  # a schema that says nothing of fields
    if is_stream(kind) and not isinstance(value, str | list):
        return [value]
    if is_binary(media.schema) and not is_form(kind):
        return whole
    return _for_client(value, sample, media) if call else value


def _for_client(value: JsonValue, sample: NamedSample, media: MediaType) -> JsonValue:
    """What `Client` takes for a value: the text that travels where data has no form, or text would be read as data."""
    kind = media.media_type
    if is_json(kind) and "*" not in kind:
        text = value is None or (isinstance(value, str) and "string" not in kinds(media.schema))
        return json_dumps(value) if text else value
    kept = is_json(kind) or is_form(kind) or is_stream(kind)
    return sample.text if isinstance(value, dict | list) and not kept else value
