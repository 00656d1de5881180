"""The request sample of an operation that comes from a document: what the document knows is filled in."""

from __future__ import annotations

from apiref_nb.model import MISSING, ApiOperation, ApiParameter, CodeExample, MediaType
from apiref_nb.model.media_types import is_form, is_json, is_multipart, mentions_json
from apiref_nb.requests.forms import form_fields, form_text, is_binary, parts
from apiref_nb.requests.languages import LANGUAGES
from apiref_nb.requests.media_samples import BINARY_TEXT, FULL_TEXT, NamedSample, media_sample
from apiref_nb.requests.multipart import is_positional, positional_parts
from apiref_nb.requests.placeholder_credentials import operation_credentials
from apiref_nb.requests.request_sample import (
    BinaryBody,
    Body,
    FormBody,
    JsonBody,
    MultipartBody,
    Pairs,
    RequestSample,
    TextBody,
    bodiless_content_type,
)
from apiref_nb.requests.serializing import path_text, serialized
from apiref_nb.requests.to_block import preferred_media
from apiref_nb.schemas.session import SampleSession
from apiref_nb.text.escaping import base_address, block_prefix
from apiref_nb.text.json_value import JsonValue


def operation_request(
    operation: ApiOperation, *, session: SampleSession | None = None, placeholders: bool = False, base_url: str = ""
) -> RequestSample:
    """Return the request that the document describes.

    Args:
        operation: any operation, also one without a card.
        session: keeps what was made before; pass one for a whole document.
        placeholders: True follows `ApiBlock`'s rules for parameters: every query and header parameter, with its
            default or `<name>`. False fills in sample values: those that are required, or have an example or a default.
            Where there is a default, both show it.
        base_url: put before the path in the place of the document's server.
    """
    session = session or SampleSession()
    query: list[tuple[str, str]] = []
    headers: list[tuple[str, str]] = []
    cookies: list[tuple[str, str]] = []
    into = {"query": query, "header": headers, "cookie": cookies}
    path_values: list[tuple[str, str]] = []
    raw_query = ""
    credentials = operation_credentials(operation)
    taken = {(c.location, c.name.lower() if c.location == "header" else c.name) for c in credentials}
    replies_json, any_json = _replies(operation)
    for parameter in operation.parameters:
        name = parameter.name.lower() if parameter.location == "header" else parameter.name
        if (parameter.location, name) in taken or (parameter.location == "header" and name in IGNORED_HEADERS):
            continue
        if parameter.location == "path":
            path_values.append((parameter.name, path_text(parameter, parameter_value(parameter, session))))
        elif parameter.location == "querystring":
            raw_query = _query_string(parameter, session)
        elif placeholders and parameter.location != "cookie":
            into[parameter.location] += _placeholder(parameter, session)
        elif _shown(parameter, session):
            default = _default(parameter, session)
            value = parameter_value(parameter, session) if default is None else default
            into[parameter.location] += serialized(parameter, value)
    if any_json:
        headers.insert(0, ("Accept", "application/json"))
    described = operation.request_body
    media = preferred_media(described.content) if described is not None else None
    body = _body(media, session)
    if described is not None and not described.required and isinstance(body, FormBody) and not body.fields:
        body = media = None  # an optional form without fields: there is nothing to send
    headers += bodiless_content_type(body, media.media_type if media is not None else "")
    base = base_url or operation.prefix
    return RequestSample(
        method=operation.method,
        # cURL shows what is known; a program joins the whole address, path included, from its environment.
        url=(block_prefix(base) if placeholders else base_address(base)) + operation.path,
        path_values=tuple(path_values),
        query=tuple(query),
        raw_query=raw_query,
        headers=tuple(headers),
        cookies=tuple(cookies),
        body=body,
        credentials=credentials,
        replies_json=replies_json,
    )


IGNORED_HEADERS = frozenset({"accept", "content-type"})
"""Header parameters that OpenAPI tells tools to ignore: the bodies say them; `Authorization` may still be one."""


def parameter_value(parameter: ApiParameter, session: SampleSession | None = None) -> JsonValue:
    """Return a sample value for a parameter: the author's example, else one made from its schema."""
    session = session or SampleSession()
    media = parameter.media_type
    for example in (*parameter.examples, *(media.examples if media is not None else ())):
        if example.value is not MISSING:
            return _within(example.value, parameter, session)
        if example.serialized:
            return _within(example.serialized, parameter, session)
    schema = media.schema if media is not None else parameter.schema
    if schema is None:
        return parameter.name
    value = session.named(schema, "request", parameter.name)
    if parameter.location == "path" and isinstance(value, str) and "/" in value:
        value = session.sample(schema, "request").value  # an address or a file's path would change the request's own
    return _within(value, parameter, session)


def _within(value: JsonValue, parameter: ApiParameter, session: SampleSession) -> JsonValue:
    """The value, or the parameter's name in place of a long text on a page that holds too many of them."""
    too_long = isinstance(value, str) and len(value) >= FULL_TEXT and not session.takes(len(value))
    return parameter.name if too_long else value


def request_tabs(
    operation: ApiOperation, *, session: SampleSession | None = None, base_url: str = ""
) -> tuple[CodeExample, ...]:
    """Return the request samples of a document's operation: cURL by `ApiBlock`'s rules, others, the author's."""
    session = session or SampleSession()
    tabs = []
    for key, language in LANGUAGES.items():
        placeholders = key == "curl"
        request = operation_request(operation, session=session, placeholders=placeholders, base_url=base_url)
        tabs.append(CodeExample(language=language.grammar, label=language.label, code=language.write(request)))
    return (*tabs, *operation.code_samples)


def _replies(operation: ApiOperation) -> tuple[bool, bool]:
    json_statuses = [r.status_code for r in operation.responses if any(mentions_json(m.media_type) for m in r.content)]
    success = any(status.startswith("2") or status == "default" for status in json_statuses)
    return success, bool(json_statuses)


def _shown(parameter: ApiParameter, session: SampleSession) -> bool:
    if parameter.required or parameter.deprecated:
        return parameter.required
    media = parameter.media_type
    if parameter.examples or (media is not None and media.examples):
        return True
    return _default(parameter, session) is not None


def _placeholder(parameter: ApiParameter, session: SampleSession) -> Pairs:
    default = _default(parameter, session)
    if default is None:
        return ((parameter.name, f"<{parameter.name}>"),)
    return serialized(parameter, default) or ((parameter.name, ""),)


def _default(parameter: ApiParameter, session: SampleSession) -> JsonValue:
    schema = parameter.media_type.schema if parameter.media_type is not None else parameter.schema
    default = session.folded(schema).get("default") if schema is not None else None
    return None if default is None else _within(default, parameter, session)


def _query_string(parameter: ApiParameter, session: SampleSession) -> str:
    media = parameter.media_type or MediaType(media_type="", schema=parameter.schema)
    value = parameter_value(parameter, session)
    if isinstance(value, dict) and is_form(media.media_type):
        return form_text(value, media)
    samples = media_sample(media, direction="request", session=session)
    return samples[0].text if samples else ""


def _body(media: MediaType | None, session: SampleSession) -> Body | None:
    if media is None:
        return None
    samples = media_sample(media, direction="request", session=session)
    if not samples:
        return None
    # Every sample language asks for the same body.
    sample = samples[0]
    return session.once(("body", id(sample)), (sample, media), lambda: body_of(sample, media, session))


def body_of(sample: NamedSample, media: MediaType, session: SampleSession | None = None) -> Body:
    """Return a sample of a representation as the body that is sent."""
    kind = media.media_type
    if sample.value is MISSING or sample.serialized:
        if sample.text == BINARY_TEXT and not sample.published:
            return BinaryBody(kind)
        return TextBody(sample.text, kind)
    if isinstance(sample.value, dict) and is_form(kind):
        return FormBody(form_fields(sample.value, media), kind)
    if isinstance(sample.value, dict) and is_multipart(kind):
        return MultipartBody(parts(sample.value, media), kind)
    if is_positional(kind, sample.value):
        return MultipartBody(positional_parts(sample.value, media, session or SampleSession()), kind)
    if is_json(kind):
        return JsonBody(sample.value, kind)
    if is_binary(media.schema):
        return BinaryBody(kind)
    return TextBody(sample.text, kind)
