"""Small documents made by hand from the model, so that a test says exactly what is declared."""

from __future__ import annotations

from apiref_nb.model import (
    Api,
    ApiHeader,
    ApiOperation,
    ApiParameter,
    ApiRequestBody,
    ApiResponse,
    Encoding,
    Example,
    Group,
    MediaType,
    Schema,
    SecurityRequirement,
    SecurityScheme,
    SecurityUse,
    Server,
)

DEFAULT_STYLES = {
    "path": ("simple", False),
    "query": ("form", True),
    "header": ("simple", False),
    "cookie": ("form", True),
}


def schema(raw, pointer="#/test", name=""):
    def opener(raw, pointer):
        return Schema(
            {} if raw is True else {"not": True} if raw is False else raw, pointer=pointer, open_schema=opener
        )

    node = opener(raw, pointer)
    node.name = name
    return node


def parameter(name, location="query", raw=None, *, style=None, explode=None, example=None, content=None, **more):
    default_style, default_explode = DEFAULT_STYLES.get(location, ("form", True))
    style = style or default_style
    if explode is None:
        explode = default_explode if style == default_style else style == "form"
    return ApiParameter(
        name=name,
        location=location,
        schema=None if raw is None or content else schema(raw),
        media_type=MediaType(media_type=content, schema=schema(raw)) if content else None,
        style=style,
        explode=explode,
        required=more.pop("required", location == "path"),
        examples=(Example(value=example),) if example is not None else (),
        **more,
    )


def body(raw=None, media_type="application/json", *, required=True, encoding=None, more=()):
    media = MediaType(
        media_type=media_type,
        schema=schema(raw) if raw is not None else None,
        encoding=tuple((name, Encoding(**fields)) for name, fields in (encoding or {}).items()),
    )
    return ApiRequestBody(content=(media, *more), required=required)


def response(code="200", raw=None, media_type="application/json", *, headers=(), description=""):
    content = (MediaType(media_type=media_type, schema=schema(raw)),) if raw is not None else ()
    return ApiResponse(status_code=code, content=content, headers=tuple(headers), description=description)


def header(name, raw=None, *, required=False):
    return ApiHeader(name=name, schema=schema(raw) if raw is not None else None, required=required)


def operation(key="GET /things", operation_id="", *, parameters=(), responses=(), security=(), servers=(), **more):
    method, _, path = key.partition(" ")
    return ApiOperation(
        method=method,
        path=path,
        operation_id=operation_id,
        parameters=tuple(parameters),
        responses=tuple(responses) or (response(),),
        security=security,
        servers=tuple(Server(url=url, resolved=url) for url in servers),
        **more,
    )


def scheme(key, type_="apiKey", **more):
    return SecurityScheme(key=key, type=type_, **more)


def needs(*alternatives):
    """Each alternative is a scheme, or a tuple of schemes that are needed together."""
    return tuple(
        SecurityRequirement(uses=tuple(SecurityUse(scheme=s) for s in (uses if isinstance(uses, tuple) else (uses,))))
        for uses in alternatives
    )


def api(*operations, servers=(), schemes=(), title="Things"):
    def nothing(pointer):
        raise KeyError(pointer)

    return Api(
        title=title,
        version="1",
        format_id="openapi-3.1",
        declared_version="3.1.0",
        servers=tuple(Server(url=url, resolved=url) for url in servers),
        security_schemes=tuple(schemes),
        groups=(Group(name="", title="", operations=tuple(operations)),),
        schema_at=nothing,
    )


PET = {
    "type": "object",
    "required": ["name", "photoUrls"],
    "properties": {
        "id": {"type": "integer"},
        "name": {"type": "string"},
        "photoUrls": {"type": "array", "items": {"type": "string"}},
        "status": {"type": "string", "enum": ["available", "pending", "sold"]},
    },
}
"""A record that most tests can share."""
