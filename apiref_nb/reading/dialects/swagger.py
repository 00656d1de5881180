"""The parts of OpenAPI 2.0 (Swagger) that have another shape than in 3.x: parameters, bodies, responses.

Each function has the signature that `Dialect` names, and returns the same model parts as its counterpart for 3.x.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, cast
from urllib.parse import urlsplit

from apiref_nb.model import (
    ApiHeader,
    ApiParameter,
    ApiRequestBody,
    ApiResponse,
    Encoding,
    Example,
    MediaType,
    OAuthFlow,
    Schema,
    SecurityScheme,
    Server,
)
from apiref_nb.model.messages import ParameterLocation
from apiref_nb.reading.content import read_headers
from apiref_nb.reading.dialects.checks import FLOWS
from apiref_nb.reading.openapi3_messages import DEFAULT_STYLES
from apiref_nb.reading.reader import Part, Reader
from apiref_nb.reading.security import scopes_of
from apiref_nb.reading.servers import resolved
from apiref_nb.reading.values import flag, mapping, text, texts
from apiref_nb.text.pointer import join

FORM_TYPES = ("application/x-www-form-urlencoded", "multipart/form-data")

ARRAY_STYLES = {
    "csv": ("form", False),
    "multi": ("form", True),
    "ssv": ("spaceDelimited", False),
    "pipes": ("pipeDelimited", False),
    "tsv": ("tabDelimited", False),
}
"""collectionFormat -> (style, explode); 3.x has no word for tabs."""

_NOT_SCHEMA = frozenset({"name", "in", "required", "description", "collectionFormat", "allowEmptyValue", "$ref"})


def servers(reader: Reader, part: Part) -> tuple[Server, ...] | None:
    """Return one server for each scheme: of the document, or of an operation that declares schemes of its own.

    Args:
        reader: the document that is being read.
        part: the root of the document, or an operation of it.

    Returns:
        Servers in the order of `schemes`; None where the part declares no address of its own.
    """
    node, root = part.node, reader.data
    if node is not root and "schemes" not in node:
        return None
    host, path = text(root, "host").strip().rstrip("/"), text(root, "basePath").strip()
    if path and not path.startswith("/"):
        path = "/" + path
    base = urlsplit(reader.base_uri) if reader.base_uri else None
    if not host and not path and ("schemes" not in node or base is None):
        return None
    schemes = texts(node, "schemes") or texts(root, "schemes")
    if not host:
        if not schemes or base is None:
            return (Server(url=path or "/", resolved=resolved(path or "/", reader.base_uri, ())),)
        host = base.netloc
    if not schemes:
        # The specification says: the scheme by which the document itself was fetched.
        schemes = (base.scheme if base and base.scheme in ("http", "https") else "https",)
    urls = [f"{scheme}://{host}{path}" for scheme in schemes]
    return tuple(Server(url=url, resolved=resolved(url, "", ())) for url in urls)


def security_scheme(name: str, part: Part) -> SecurityScheme:
    """Return a security scheme.

    Args:
        name: the key under which the document declares it.
        part: its Security Scheme Object.
    """
    node = part.node
    kind = text(node, "type")
    flow = text(node, "flow")
    return SecurityScheme(
        key=name,
        type="http" if kind == "basic" else kind,
        description=text(node, "description"),
        scheme="basic" if kind == "basic" else "",
        name=text(node, "name"),
        location=text(node, "in"),
        flows=(
            OAuthFlow(
                kind=FLOWS.get(flow, flow),
                authorization_url=text(node, "authorizationUrl"),
                token_url=text(node, "tokenUrl"),
                scopes=scopes_of(node),
            ),
        )
        if flow
        else (),
        pointer=part.pointer,
    )


def request(
    reader: Reader, operation: Part, parameters: list[Part]
) -> tuple[tuple[ApiParameter, ...], ApiRequestBody | None]:
    """Return the parameters of an operation, and the body that its `body` or `formData` parameters make.

    Args:
        reader: the document that is being read; takes the problems.
        operation: its Operation Object; `consumes` of the operation, else of the document, names the media types.
        parameters: its parameters and those of its path, references followed, in document order.

    Returns:
        The parameters in path, query and header, and the body or None.
    """
    found = [
        reader.alike("parameter", part, lambda part=part: _parameter(reader, part))  # type: ignore[misc] # a default
        for part in parameters
        if part.node.get("in") in ("path", "query", "header")
    ]
    body = next((part for part in parameters if part.node.get("in") == "body"), None)
    fields = [part for part in parameters if part.node.get("in") == "formData"]
    consumes = _media_types(reader, operation, "consumes")
    if body is not None:
        return tuple(found), _body(reader, body, consumes)
    return tuple(found), _form(reader, operation, fields, consumes) if fields else None


def _media_types(reader: Reader, operation: Part, field: str) -> tuple[str, ...]:
    node = operation.node if field in operation.node else reader.data
    return texts(node, field)


def _parameter(reader: Reader, part: Part) -> ApiParameter:
    node, pointer = part
    location = text(node, "in")
    style, explode = _style(node, DEFAULT_STYLES[location])
    return ApiParameter(
        name=text(node, "name"),
        location=cast("ParameterLocation", location),
        schema=_value_schema(reader, node, pointer),
        required=location == "path" or flag(node, "required"),
        deprecated=flag(node, "x-deprecated"),
        description=text(node, "description"),
        style=style,
        explode=explode,
        allow_empty=flag(node, "allowEmptyValue"),
        examples=_x_examples(node, pointer),
        pointer=pointer,
    )


def _style(node: Mapping[str, Any], default: str) -> tuple[str, bool]:
    if node.get("type") != "array" or default != "form":
        return default, default == "form"
    return ARRAY_STYLES.get(text(node, "collectionFormat") or "csv", ARRAY_STYLES["csv"])


def _value_schema(reader: Reader, node: Mapping[str, Any], pointer: str, *, description: bool = False) -> Schema:
    """Return the schema that a parameter, header or form field spells out among its own fields."""
    left_out = _NOT_SCHEMA - {"description"} if description else _NOT_SCHEMA
    own = {name: value for name, value in node.items() if name not in left_out and name[:2] != "x-"}
    extensions = ["x-nullable", "x-enumDescriptions"]
    if description:
        # The example of a parameter is its own; a form field becomes a property, whose schema has to hold it.
        extensions.append("x-example")
    own |= {name: node[name] for name in extensions if name in node}
    return reader.schemas.open(own, pointer)


def _x_examples(node: Mapping[str, Any], pointer: str) -> tuple[Example, ...]:
    for name in ("x-example", "example"):
        if name in node:
            return (Example(value=node[name], pointer=f"{pointer}/{name}"),)
    return ()


def _named_example(given: Mapping[str, Any], name: str, pointer: str) -> tuple[Example, ...]:
    return (Example(value=given[name], pointer=join(pointer, name)),) if name in given else ()


def _body(reader: Reader, part: Part, consumes: tuple[str, ...]) -> ApiRequestBody:
    node, pointer = part
    schema = reader.schema(node, "schema", pointer)
    examples = _x_examples(node, pointer)
    given = mapping(node, "x-examples")
    return ApiRequestBody(
        content=tuple(
            MediaType(
                media_type=name,
                schema=schema,
                examples=_named_example(given, name, f"{pointer}/x-examples") or examples,
                pointer=pointer,
            )
            for name in consumes or ("application/json",)
        ),
        required=flag(node, "required"),
        description=text(node, "description"),
        pointer=pointer,
    )


def _form(reader: Reader, operation: Part, fields: list[Part], consumes: tuple[str, ...]) -> ApiRequestBody:
    files = any(part.node.get("type") == "file" for part in fields)
    names = [name for name in consumes if name.partition(";")[0].strip().lower() in FORM_TYPES]
    if files:
        names = [name for name in names if "multipart" in name.lower()] or ["multipart/form-data"]
    properties = {
        text(part.node, "name"): _value_schema(reader, part.node, part.pointer, description=True) for part in fields
    }
    required = [text(part.node, "name") for part in fields if flag(part.node, "required")]
    place = f"{operation.pointer}/parameters"
    schema = Schema(
        {"type": "object", "properties": properties, **({"required": required} if required else {})},
        pointer=place,
        open_schema=reader.schemas.open,
    )
    encoding = tuple(
        (text(part.node, "name"), Encoding(style=style, explode=explode))
        for part in fields
        if part.node.get("type") == "array"
        for style, explode in [_style(part.node, "form")]
    )
    return ApiRequestBody(
        content=tuple(
            MediaType(media_type=name, schema=schema, encoding=encoding, pointer=place)
            for name in names or [FORM_TYPES[0]]
        ),
        required=bool(required),
        pointer=place,
    )


def response(reader: Reader, status: str, part: Part, operation: Part) -> ApiResponse:
    """Return a response; `produces` says in which representations.

    Args:
        reader: the document that is being read; takes the problems.
        status: the key of the response, such as `200` or `default`.
        part: its Response Object.
        operation: the operation it belongs to; `produces` of the operation, else of the document, counts.
    """
    node, pointer = part
    schema = reader.schema(node, "schema", pointer)
    examples = mapping(node, "examples")
    names = [*(_media_types(reader, operation, "produces") or ("application/json",))] if schema else []
    names.extend(name for name in examples if name not in names and not name.startswith("x-"))
    return ApiResponse(
        status_code=status,
        description=text(node, "description"),
        headers=read_headers(reader, node, pointer),
        content=tuple(
            [
                MediaType(
                    media_type=name,
                    schema=schema,
                    examples=_named_example(examples, name, f"{pointer}/examples"),
                    pointer=pointer,
                )
                for name in names
            ]
        ),
        pointer=pointer,
    )


def header(reader: Reader, name: str, part: Part) -> ApiHeader:
    """Return a response header.

    Args:
        reader: the document that is being read; takes the problems.
        name: the header's name as written.
        part: its Header Object.
    """
    node, pointer = part
    style, _ = ARRAY_STYLES.get(text(node, "collectionFormat"), ("form", False))
    return ApiHeader(
        name=name,
        schema=_value_schema(reader, node, pointer),
        description=text(node, "description"),
        examples=_x_examples(node, pointer),
        style="simple" if style == "form" else style,
        pointer=pointer,
    )
