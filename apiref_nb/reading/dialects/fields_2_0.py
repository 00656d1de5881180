"""Which fields the objects of OpenAPI 2.0 (Swagger) may have.

Source: https://spec.openapis.org/oas/v2.0.html, section "Schema".
"""

from __future__ import annotations

from dataclasses import replace

from apiref_nb.reading.dialects.checks import check_operation, check_swagger_parameter, check_swagger_security_scheme
from apiref_nb.reading.dialects.fields_3 import FIELDS_3_0
from apiref_nb.reading.dialects.fields_schema import SCHEMA_2_0, XML
from apiref_nb.reading.object_tables import (
    FLAG,
    MAP,
    OPERATION_ID,
    TEXT,
    TEXT_MAP,
    TEXTS,
    Field,
    Grammar,
    Items,
    Kind,
    Map,
    Node,
    one_of,
    types_of,
)

_METHODS = ("get", "put", "post", "delete", "options", "head", "patch")

_VALUE_FIELDS: dict[str, Field] = {
    **{
        name: SCHEMA_2_0.fields[name]
        for name in (
            "format", "default", "maximum", "exclusiveMaximum", "minimum", "exclusiveMinimum", "maxLength", "minLength",
            "pattern", "maxItems", "minItems", "uniqueItems", "enum", "multipleOf",
        )
    },
    "description": TEXT, "items": Node("items"), "collectionFormat": one_of("csv", "ssv", "tsv", "pipes", "multi"),
}  # fmt: skip

_SIMPLE_TYPES = ("string", "number", "integer", "boolean", "array")

FIELDS_2_0: Grammar = {
    "document": Kind(
        label="a Swagger 2.0 document",
        fields={
            "swagger": TEXT, "info": Node("info"), "host": TEXT, "basePath": TEXT, "schemes": TEXTS, "consumes": TEXTS,
            "produces": TEXTS, "paths": Node("paths"), "definitions": Map("schema"), "parameters": Map("parameter"),
            "responses": Map("response"), "securityDefinitions": Map("security scheme"),
            "security": Items("security requirement"), "tags": Items("tag"), "externalDocs": Node("external docs"),
        },
        required=("info", "paths"),
    ),
    **{
        name: FIELDS_3_0[name]
        for name in ("info", "contact", "license", "paths", "external docs", "tag", "security requirement")
    },
    "path item": Kind(
        label="a path", fields={"parameters": Items("parameter"), **{method: Node("operation") for method in _METHODS}},
        reference=True, siblings=True,
    ),
    "operation": Kind(
        label="an operation",
        fields={
            "tags": TEXTS, "summary": TEXT, "description": TEXT, "externalDocs": Node("external docs"),
            "operationId": OPERATION_ID, "consumes": TEXTS, "produces": TEXTS, "parameters": Items("parameter"),
            "responses": Map("response", extensions=True), "schemes": TEXTS, "deprecated": FLAG,
            "security": Items("security requirement"),
        },
        required=("responses",), check=check_operation,
    ),
    "parameter": Kind(
        label="a parameter",
        fields={
            "name": TEXT, "in": one_of("query", "header", "path", "formData", "body"), "required": FLAG,
            "schema": Node("schema"), "allowEmptyValue": FLAG, "type": types_of(*_SIMPLE_TYPES, "file", several=False),
            **_VALUE_FIELDS,
        },
        required=("name", "in"), reference=True, check=check_swagger_parameter,
    ),
    "items": Kind(
        label="the items of a parameter", fields={"type": types_of(*_SIMPLE_TYPES, several=False), **_VALUE_FIELDS},
        required=("type",), open=True,
    ),
    "header": Kind(
        label="a header", fields={"type": types_of(*_SIMPLE_TYPES, several=False), **_VALUE_FIELDS},
        required=("type",), open=True,
    ),
    "response": Kind(
        label="a response",
        fields={"description": TEXT, "schema": Node("schema"), "headers": Map("header"), "examples": MAP},
        required=("description",), reference=True,
    ),
    "schema": SCHEMA_2_0, "schema or boolean": replace(SCHEMA_2_0, boolean=True), "xml": XML,
    "security scheme": Kind(
        label="a security scheme",
        fields={
            "type": one_of("basic", "apiKey", "oauth2"), "description": TEXT, "name": TEXT,
            "in": one_of("query", "header"), "flow": one_of("implicit", "password", "application", "accessCode"),
            "authorizationUrl": TEXT, "tokenUrl": TEXT, "scopes": TEXT_MAP,
        },
        required=("type",), check=check_swagger_security_scheme,
    ),
}  # fmt: skip
