"""What a caller sends and gets in OpenAPI 3: parameters, request body, responses, links.

Raw parts come in, model parts go out; `Dialect` says who calls.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, cast

from apiref_nb.model import ApiLink, ApiParameter, ApiRequestBody, ApiResponse
from apiref_nb.model.messages import ParameterLocation
from apiref_nb.reading.content import read_content, read_examples, read_headers
from apiref_nb.reading.reader import Part, Reader
from apiref_nb.reading.servers import read_server
from apiref_nb.reading.values import entries, flag, mapping, text
from apiref_nb.text.pointer import join

LOCATIONS = ("path", "query", "header", "cookie", "querystring")

DEFAULT_STYLES = {"path": "simple", "header": "simple", "query": "form", "cookie": "form", "querystring": "form"}

EXPLODED_STYLES = frozenset({"form", "cookie"})
"""Styles that are exploded unless the document says otherwise."""


def request(
    reader: Reader, operation: Part, parameters: list[Part]
) -> tuple[tuple[ApiParameter, ...], ApiRequestBody | None]:
    """Return the parameters and the body of an operation of OpenAPI 3.

    Args:
        reader: the document that is being read; takes the problems.
        operation: its Operation Object.
        parameters: its parameters and those of its path, references followed, in document order.

    Returns:
        The parameters, and the body or None.
    """
    found = [
        reader.alike("parameter", part, lambda part=part: _parameter(reader, part))  # type: ignore[misc] # a default
        for part in parameters
        if text(part.node, "in") in LOCATIONS
    ]
    return tuple(found), _request_body(reader, operation)


def _parameter(reader: Reader, part: Part) -> ApiParameter:
    node, pointer = part
    location = text(node, "in")
    style = text(node, "style") or DEFAULT_STYLES[location]
    content = read_content(reader, node, pointer)
    media_type = content[0] if content and "schema" not in node else None
    return ApiParameter(
        name=text(node, "name"),
        location=cast("ParameterLocation", location),
        schema=media_type.schema if media_type else reader.schema(node, "schema", pointer),
        media_type=media_type,
        required=location == "path" or flag(node, "required"),
        deprecated=flag(node, "deprecated"),
        description=text(node, "description"),
        style=style,
        explode=flag(node, "explode", default=style in EXPLODED_STYLES),
        allow_reserved=flag(node, "allowReserved"),
        allow_empty=flag(node, "allowEmptyValue"),
        examples=read_examples(reader, node, pointer),
        pointer=pointer,
    )


def _request_body(reader: Reader, operation: Part) -> ApiRequestBody | None:
    value = operation.node.get("requestBody")
    if not isinstance(value, Mapping):
        return None
    place = f"{operation.pointer}/requestBody"
    part = reader.part(value, place)
    if part is None:
        return ApiRequestBody(pointer=place)
    node, pointer = part
    return reader.once(
        "request body",
        part,
        lambda: ApiRequestBody(
            content=read_content(reader, node, pointer),
            required=flag(node, "required"),
            description=text(node, "description"),
            pointer=pointer,
        ),
    )


def response(reader: Reader, status: str, part: Part, operation: Part) -> ApiResponse:
    """Return a response of OpenAPI 3.

    Args:
        reader: the document that is being read; takes the problems.
        status: the key of the response, such as `200`, `4XX` or `default`.
        part: its Response Object.
        operation: the operation it belongs to; OpenAPI 2.0 needs it, 3.x does not.
    """
    node, pointer = part
    return reader.once(
        f"response {status}",
        part,
        lambda: ApiResponse(
            status_code=status,
            summary=text(node, "summary"),
            description=text(node, "description"),
            headers=read_headers(reader, node, pointer),
            content=read_content(reader, node, pointer),
            links=_links(reader, node, pointer),
            pointer=pointer,
        ),
    )


def _links(reader: Reader, node: Mapping[str, Any], pointer: str) -> tuple[ApiLink, ...]:
    found: list[ApiLink] = []
    for name, value in entries(node, "links"):
        part = reader.part(value, join(pointer, "links", name))
        link = part.node if part else {}
        server = reader.part(link["server"], f"{part.pointer}/server") if part and "server" in link else None
        found.append(
            ApiLink(
                name=name,
                target=text(link, "operationId") or text(link, "operationRef"),
                description=text(link, "description"),
                parameters=tuple((key, _expression(item)) for key, item in mapping(link, "parameters").items()),
                request_body=_expression(link["requestBody"]) if "requestBody" in link else "",
                server=read_server(reader, server) if server else None,
            )
        )
    return tuple(found)


def _expression(value: object) -> str:
    """Return a runtime expression as it is, and any other value as JSON."""
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
