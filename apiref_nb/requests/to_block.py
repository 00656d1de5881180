"""The importer's operation as an `ApiBlock` takes it: rows, sample body, sample responses, auth."""

from __future__ import annotations

from dataclasses import asdict

from apiref_nb.model import (
    ApiOperation,
    ApiParameter,
    ApiResponse,
    Header,
    Operation,
    Parameter,
    RequestBody,
    Response,
)
from apiref_nb.model.media_types import preferred_media
from apiref_nb.requests.media_samples import media_sample
from apiref_nb.requests.security import operation_auth
from apiref_nb.requests.type_labels import type_label
from apiref_nb.schemas import merged
from apiref_nb.schemas.session import SampleSession
from apiref_nb.text.json_numbers import json_dumps


def block_operation(operation: ApiOperation, *, session: SampleSession | None = None) -> Operation:
    """Return a document's operation as an `ApiBlock` operation.

    Args:
        operation: one with a method that has a card.
        session: keeps what was made before; pass one for a whole document.

    Raises:
        ShapeError: the method is not one of the five that have a card.
    """
    session = session or SampleSession()
    return Operation.read(
        {
            "method": operation.method,
            "path": operation.path,
            "summary": operation.summary or None,
            "description": operation.description or None,
            "parameters": tuple(
                _parameter(p, session) for p in operation.parameters if p.location in ("path", "query", "header")
            ),
            "request_body": _body(operation, session),
            "responses": tuple(_response(response, session) for response in operation.responses),
            "auth": asdict(operation_auth(operation)),
            "deprecated": operation.deprecated,
            "deprecation_note": operation.deprecation_note or None,
        },
        "operation",
    )


def _parameter(parameter: ApiParameter, session: SampleSession) -> Parameter:
    schema = parameter.media_type.schema if parameter.media_type is not None else parameter.schema
    folded = merged(schema) if schema is not None else None
    default = folded.get("default") if folded is not None else None
    return Parameter(
        name=parameter.name,
        type=type_label(schema) or None,
        location=parameter.location,
        required=parameter.required,
        default_value=None if default is None else _default_text(default),
        deprecated=parameter.deprecated or None,
        description=parameter.description or None,
    )


def _default_text(value: object) -> str:
    return value if isinstance(value, str) else json_dumps(value)


def _body(operation: ApiOperation, session: SampleSession) -> RequestBody | None:
    body = operation.request_body
    media = preferred_media(body.content) if body is not None else None
    if body is None or media is None:
        return None
    samples = media_sample(media, direction="request", session=session)
    return RequestBody(
        media_type=media.media_type, example=samples[0].text if samples else None, description=body.description or None
    )


def _response(response: ApiResponse, session: SampleSession) -> Response:
    media = preferred_media(response.content)
    samples = media_sample(media, direction="response", session=session) if media is not None else ()
    return Response(
        status_code=response.status_code,
        label=response.summary or None,
        description=response.description or None,
        media_type=media.media_type if media is not None else None,
        example_body=samples[0].text if samples else None,
        headers=tuple(
            Header(name=header.name, type=type_label(header.schema) or None, description=header.description or None)
            for header in response.headers
        ),
    )
