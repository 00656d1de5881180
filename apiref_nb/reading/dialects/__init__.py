"""The OpenAPI versions that can be read: one frozen table each.

A new version is `replace` with what it changed, and a line in `DIALECTS`.
`normalize` asks `dialect_of` and knows no version by itself.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Final

from apiref_nb.errors import UnsupportedError
from apiref_nb.reading import content, security, servers
from apiref_nb.reading import openapi3_messages as exchange
from apiref_nb.reading.dialects import swagger
from apiref_nb.reading.dialects.fields_2_0 import FIELDS_2_0
from apiref_nb.reading.dialects.fields_3 import FIELDS_3_0, FIELDS_3_1, FIELDS_3_2
from apiref_nb.reading.dialects.keywords import keywords_2_0, keywords_3_0, keywords_3_1
from apiref_nb.reading.reader import Dialect
from apiref_nb.text.quoting import short

OPENAPI_3_0: Final = Dialect(
    format_id="openapi-3.0",
    label="OpenAPI 3.0",
    grammar=FIELDS_3_0,
    schema_keywords=keywords_3_0,
    reference_siblings=False,
    named_schemas="#/components/schemas",
    named_security_schemes="#/components/securitySchemes",
    methods=("get", "put", "post", "delete", "options", "head", "patch", "trace"),
    custom_methods="",
    webhooks="x-webhooks",
    status_ranges=True,
    servers=servers.servers,
    security_scheme=security.security_scheme,
    request=exchange.request,
    response=exchange.response,
    header=content.header,
)

OPENAPI_3_1: Final = replace(
    OPENAPI_3_0,
    format_id="openapi-3.1",
    label="OpenAPI 3.1",
    grammar=FIELDS_3_1,
    schema_keywords=keywords_3_1,
    reference_siblings=True,
    webhooks="webhooks",
)

OPENAPI_3_2: Final = replace(
    OPENAPI_3_1,
    format_id="openapi-3.2",
    label="OpenAPI 3.2",
    grammar=FIELDS_3_2,
    methods=(*OPENAPI_3_1.methods, "query"),
    custom_methods="additionalOperations",
)

OPENAPI_2_0: Final = replace(
    OPENAPI_3_0,
    format_id="openapi-2.0",
    label="OpenAPI 2.0",
    grammar=FIELDS_2_0,
    schema_keywords=keywords_2_0,
    named_schemas="#/definitions",
    named_security_schemes="#/securityDefinitions",
    methods=("get", "put", "post", "delete", "options", "head", "patch"),
    status_ranges=False,
    servers=swagger.servers,
    security_scheme=swagger.security_scheme,
    request=swagger.request,
    response=swagger.response,
    header=swagger.header,
)

DIALECTS: Final = (
    ("swagger", re.compile(r"2\.0"), OPENAPI_2_0),
    ("openapi", re.compile(r"3\.0([.-].*)?"), OPENAPI_3_0),
    ("openapi", re.compile(r"3\.1([.-].*)?"), OPENAPI_3_1),
    ("openapi", re.compile(r"3\.2([.-].*)?"), OPENAPI_3_2),
)
"""(field that declares the version, texts that it may hold, dialect), oldest first."""

_BY_AGE: Final = tuple(dialect for *_, dialect in DIALECTS)

_ALLOWED = "OpenAPI 2.0, 3.0, 3.1 and 3.2 can be read"

_OTHERS = (
    ("asyncapi", "an AsyncAPI"),
    ("arazzo", "an Arazzo"),
    ("overlay", "an OpenAPI Overlay"),
    ("openrpc", "an OpenRPC"),
    ("raml", "a RAML"),
    ("swaggerVersion", "a Swagger"),
    ("swagger", "a Swagger"),
    ("openapi", "an OpenAPI"),
)


def dialect_of(data: Mapping[str, Any], source: str) -> tuple[Dialect, str]:
    """Return the dialect of a document, and the version text in it.

    Args:
        data: the root of the document.
        source: what the caller named; the error begins with it.

    Raises:
        UnsupportedError: says what was found and what can be read.
    """
    for field, allowed, dialect in DIALECTS:
        # `swagger: 2.0` without quotes is a number in YAML.
        declared = data.get(field)
        version = str(declared).strip() if isinstance(declared, str | float) else ""
        if allowed.fullmatch(version):
            return dialect, version
    raise UnsupportedError(source, f"{_ALLOWED}; this is {_described(data)}")


def newer_than(dialect: Dialect) -> tuple[Dialect, ...]:
    """Return the dialects of later versions, oldest first."""
    return _BY_AGE[_BY_AGE.index(dialect) + 1 :]


def _described(data: Mapping[str, Any]) -> str:
    info = data.get("info")
    if isinstance(info, Mapping) and ("_postman_id" in info or "getpostman.com" in str(info.get("schema", ""))):
        return "a Postman collection"
    for field, name in _OTHERS:
        if field in data:
            return f"{name} document of version {short(data[field])}"
    if "$schema" in data and ("properties" in data or "$defs" in data or "definitions" in data):
        return "a JSON Schema"
    if "paths" in data:
        return "a mapping with paths but without the field openapi (or swagger) that names the version"
    names = ", ".join(short(name) for name in list(data)[:5])
    return f"a mapping without the field openapi or swagger (its fields: {names or 'none'})"
