"""Which fields the objects of OpenAPI 3.0, 3.1 and 3.2 may have: one table, then what each version changed.

Source: https://spec.openapis.org/oas/v3.0.4.html, v3.1.1 and v3.2.0, section "Schema" of each.
"""

from __future__ import annotations

from dataclasses import replace

from apiref_nb.reading.dialects.checks import (
    check_content,
    check_document,
    check_flows,
    check_header,
    check_media_type,
    check_operation,
    check_parameter,
    check_parameter_3_2,
    check_security_scheme,
    check_server_variable,
)
from apiref_nb.reading.dialects.fields_schema import DISCRIMINATOR, DISCRIMINATOR_3_2, SCHEMA_3_0, SCHEMA_3_1, XML
from apiref_nb.reading.object_tables import (
    ANY,
    FLAG,
    MAP,
    OPERATION_ID,
    OPERATION_ID_OF_LINK,
    REFERENCE,
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
    with_fields,
)

_METHODS = ("get", "put", "post", "delete", "options", "head", "patch", "trace")

_OPERATION = Kind(
    label="an operation",
    fields={
        "tags": TEXTS, "summary": TEXT, "description": TEXT, "externalDocs": Node("external docs"),
        "operationId": OPERATION_ID, "parameters": Items("parameter"), "requestBody": Node("request body"),
        "responses": Map("response", extensions=True), "callbacks": Map("callback"), "deprecated": FLAG,
        "security": Items("security requirement"), "servers": Items("server"),
    },
    required=("responses",), check=check_operation,
)  # fmt: skip

_PARAMETER_FIELDS: dict[str, Field] = {
    "description": TEXT, "required": FLAG, "deprecated": FLAG, "allowEmptyValue": FLAG, "style": TEXT, "explode": FLAG,
    "allowReserved": FLAG, "schema": Node("schema"), "content": Map("media type"), "example": ANY,
    "examples": Map("example"),
}  # fmt: skip

FIELDS_3_0: Grammar = {
    "document": Kind(
        label="an OpenAPI document",
        fields={
            "openapi": TEXT, "info": Node("info"), "servers": Items("server"), "paths": Node("paths"),
            "components": Node("components"), "security": Items("security requirement"), "tags": Items("tag"),
            "externalDocs": Node("external docs"),
        },
        required=("info", "paths"),
    ),
    "info": Kind(
        label="the info object",
        fields={
            "title": TEXT, "description": TEXT, "termsOfService": TEXT, "contact": Node("contact"),
            "license": Node("license"), "version": TEXT,
        },
        required=("title", "version"),
    ),
    "contact": Kind(label="the contact", fields={"name": TEXT, "url": TEXT, "email": TEXT}),
    "license": Kind(label="the licence", fields={"name": TEXT, "url": TEXT}, required=("name",)),
    "server": Kind(
        label="a server", fields={"url": TEXT, "description": TEXT, "variables": Map("server variable")},
        required=("url",),
    ),
    "server variable": Kind(
        label="a server variable", fields={"enum": TEXTS, "default": TEXT, "description": TEXT}, required=("default",),
        check=check_server_variable,
    ),
    "components": Kind(
        label="the components",
        fields={
            "schemas": Map("schema"), "responses": Map("response"), "parameters": Map("parameter"),
            "examples": Map("example"), "requestBodies": Map("request body"), "headers": Map("header"),
            "securitySchemes": Map("security scheme"), "links": Map("link"), "callbacks": Map("callback"),
        },
    ),
    "paths": Kind(label="the paths", patterned=Node("path item")),
    "path item": Kind(
        label="a path",
        fields={
            "summary": TEXT, "description": TEXT, "servers": Items("server"), "parameters": Items("parameter"),
            **{method: Node("operation") for method in _METHODS},
        },
        reference=True, siblings=True,
    ),
    "operation": _OPERATION,
    "external docs": Kind(
        label="the external documentation", fields={"description": TEXT, "url": TEXT}, required=("url",)
    ),
    "parameter": Kind(
        label="a parameter",
        fields={"name": TEXT, "in": one_of("query", "header", "path", "cookie"), **_PARAMETER_FIELDS},
        required=("name", "in"), reference=True, check=check_parameter,
    ),
    "request body": Kind(
        label="a request body", fields={"description": TEXT, "content": Map("media type"), "required": FLAG},
        required=("content",), reference=True, check=check_content,
    ),
    "media type": Kind(
        label="a media type",
        fields={"schema": Node("schema"), "example": ANY, "examples": Map("example"), "encoding": Map("encoding")},
        check=check_media_type,
    ),
    "encoding": Kind(
        label="an encoding",
        fields={"contentType": TEXT, "headers": Map("header"), "style": TEXT, "explode": FLAG, "allowReserved": FLAG},
    ),
    "response": Kind(
        label="a response",
        fields={"description": TEXT, "headers": Map("header"), "content": Map("media type"), "links": Map("link")},
        required=("description",), reference=True, check=check_content,
    ),
    "callback": Kind(label="a callback", patterned=Node("path item"), reference=True),
    "example": Kind(
        label="an example", fields={"summary": TEXT, "description": TEXT, "value": ANY, "externalValue": TEXT},
        reference=True,
    ),
    "link": Kind(
        label="a link",
        fields={
            "operationRef": REFERENCE, "operationId": OPERATION_ID_OF_LINK, "parameters": MAP, "requestBody": ANY,
            "description": TEXT, "server": Node("server"),
        },
        reference=True,
    ),
    "header": Kind(label="a header", fields=_PARAMETER_FIELDS, reference=True, check=check_header),
    "tag": Kind(
        label="a tag", fields={"name": TEXT, "description": TEXT, "externalDocs": Node("external docs")},
        required=("name",),
    ),
    "schema": SCHEMA_3_0, "schema or boolean": replace(SCHEMA_3_0, boolean=True), "discriminator": DISCRIMINATOR,
    "xml": XML,
    "security scheme": Kind(
        label="a security scheme",
        fields={
            "type": one_of("apiKey", "http", "oauth2", "openIdConnect"), "description": TEXT, "name": TEXT,
            "in": one_of("query", "header", "cookie"), "scheme": TEXT, "bearerFormat": TEXT,
            "flows": Node("OAuth flows"), "openIdConnectUrl": TEXT,
        },
        required=("type",), reference=True, check=check_security_scheme,
    ),
    "OAuth flows": Kind(
        label="the flows",
        fields=dict.fromkeys(("implicit", "password", "clientCredentials", "authorizationCode"), Node("OAuth flow")),
        check=check_flows,
    ),
    "OAuth flow": Kind(
        label="an OAuth flow",
        fields={"authorizationUrl": TEXT, "tokenUrl": TEXT, "refreshUrl": TEXT, "scopes": TEXT_MAP},
        required=("scopes",),
    ),
    "security requirement": Kind(label="a security requirement", patterned=TEXTS),
}  # fmt: skip

FIELDS_3_1: Grammar = {
    **FIELDS_3_0,
    "document": with_fields(
        FIELDS_3_0["document"],
        {"jsonSchemaDialect": TEXT, "webhooks": Map("path item")},
        required=("info",), check=check_document,
    ),
    "info": with_fields(FIELDS_3_0["info"], {"summary": TEXT}),
    "license": with_fields(FIELDS_3_0["license"], {"identifier": TEXT}),
    "components": with_fields(FIELDS_3_0["components"], {"pathItems": Map("path item")}),
    "operation": with_fields(_OPERATION, {}, required=()), "schema": SCHEMA_3_1,
    "security scheme": with_fields(
        FIELDS_3_0["security scheme"],
        {"type": one_of("apiKey", "http", "mutualTLS", "oauth2", "openIdConnect")},
    ),
}  # fmt: skip

FIELDS_3_2: Grammar = {
    **FIELDS_3_1, "document": with_fields(FIELDS_3_1["document"], {"$self": TEXT}),
    "server": with_fields(FIELDS_3_1["server"], {"name": TEXT}),
    "components": with_fields(FIELDS_3_1["components"], {"mediaTypes": Map("media type")}),
    "path item": with_fields(
        FIELDS_3_1["path item"], {"query": Node("operation"), "additionalOperations": Map("operation")}
    ),
    "parameter": with_fields(
        FIELDS_3_1["parameter"],
        {"in": one_of("query", "querystring", "header", "path", "cookie")},
        check=check_parameter_3_2,
    ),
    "media type": with_fields(
        FIELDS_3_1["media type"],
        {"itemSchema": Node("schema"), "prefixEncoding": Items("encoding"), "itemEncoding": Node("encoding")},
        reference=True,
    ),
    "encoding": with_fields(
        FIELDS_3_1["encoding"],
        {"encoding": Map("encoding"), "prefixEncoding": Items("encoding"), "itemEncoding": Node("encoding")},
    ),
    "response": with_fields(FIELDS_3_1["response"], {"summary": TEXT}, required=()),
    "example": with_fields(FIELDS_3_1["example"], {"dataValue": ANY, "serializedValue": TEXT}),
    "tag": with_fields(FIELDS_3_1["tag"], {"summary": TEXT, "parent": TEXT, "kind": TEXT}),
    "discriminator": DISCRIMINATOR_3_2,
    "security scheme": with_fields(FIELDS_3_1["security scheme"], {"deprecated": FLAG, "oauth2MetadataUrl": TEXT}),
    "OAuth flows": with_fields(FIELDS_3_1["OAuth flows"], {"deviceAuthorization": Node("OAuth flow")}),
    "OAuth flow": with_fields(FIELDS_3_1["OAuth flow"], {"deviceAuthorizationUrl": TEXT}),
}  # fmt: skip
