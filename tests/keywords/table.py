"""Which keyword of OpenAPI and JSON Schema is shown where: the data of the published table, each row with its probe.

`test_keywords` renders the probe of every row in every version that it names; `scripts/keyword_table.py` writes the
docs/keywords.md from it. A keyword that some version's grammar has and no row names fails the tests.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

VERSIONS = ("2.0", "3.0", "3.1", "3.2")
ALL = "2.0 3.0 3.1 3.2"
SINCE_3_0 = "3.0 3.1 3.2"
SINCE_3_1 = "3.1 3.2"

QUOKKA = "quokka"
"""Stands in the page for no other reason than the probe."""
_URL = "https://quokka.example.com/"
_TEXT: dict[str, Any] = {"type": "string"}
_ANSWER: dict[str, Any] = {"responses": {"200": {"description": "Fine"}}}


@dataclass(frozen=True, slots=True)
class Keyword:
    """One keyword of one object, and where a reader meets it."""

    kind: str
    """Name of the object."""
    name: str
    versions: tuple[str, ...]
    where: str
    """`overview`, `contents`, `groups`, `card`, `samples`, `rows`, `problems`; empty when it is not shown."""
    reason: str
    """Why it is not shown."""
    fragment: Mapping[str, Any]
    words: str
    """What the page then says; for a keyword that is not shown, what it does not say."""


def keywords() -> Iterator[Keyword]:
    """Yield all rows, in the order of the table."""
    for kind, versions, where, *probes in TABLE:
        region, _, reason = where.partition(": ")
        for given in probes:
            name, fragment, words = given if isinstance(given, tuple) else (given, {given: QUOKKA}, QUOKKA)
            shown = "" if region == "not shown" else region
            yield Keyword(kind, name, tuple(versions.split()), shown, reason, fragment, words)


_WHERE_USED = "not shown: a named part is shown where it is used"
_READ = "not shown: decides how the document is read"


def _q(name: str, value: object, words: str = QUOKKA) -> tuple[str, Mapping[str, Any], str]:
    return name, {name: value}, words


def _with(keyword: str, words: str, /, **fragment: Any) -> tuple[str, Mapping[str, Any], str]:
    return keyword, fragment, words


def _typed(type_: str, /, **given: tuple[object, str]) -> Iterator[tuple[str, Mapping[str, Any], str]]:
    for name, (value, words) in given.items():
        yield name, {"type": type_, name: value}, words


_OPERATION = {"operationId": QUOKKA, **_ANSWER}
_SCHEMA_Q = {"type": "object", "properties": {QUOKKA: _TEXT}}
_PROBED = "#/paths/~1things/get/responses/200/content/application~1json/schema/properties/probed"
_OBJECT = {"type": "object", "properties": {"a": _TEXT, "b": _TEXT}}

# fmt: off - one object a paragraph
# (object, versions, where it is shown, keyword or (keyword, fragment, words) ...); a bare keyword is probed with text.
TABLE: tuple[tuple[Any, ...], ...] = (
    (
        "document",
        ALL,
        "overview",
        _q("info", {"title": QUOKKA, "version": "1"}),
        _q("externalDocs", {"url": _URL}, _URL),
    ),
    (
        "document",
        "2.0",
        "overview",
        _q("swagger", "2.0", "OpenAPI 2.0"),
        _q("host", "quokka.example.com"),
        _with("basePath", "/quokka", host="example.com", basePath="/quokka"),
        _with("schemes", "wss", host="example.com", schemes=["wss"]),
        _q("securityDefinitions", {QUOKKA: {"type": "basic"}}),
    ),
    ("document", "3.0", "overview", _q("openapi", "3.0.1", "OpenAPI 3.0.1")),
    ("document", "3.1", "overview", _q("openapi", "3.1.0", "OpenAPI 3.1.0")),
    (
        "document",
        "3.2",
        "overview",
        _q("openapi", "3.2.1", "OpenAPI 3.2.1"),
    ),
    ("document", "3.2", "overview", _q("$self", _URL, _URL)),
    (
        "document",
        SINCE_3_0,
        "overview",
        _q("servers", [{"url": _URL}], _URL),
        _q("components", {"securitySchemes": {QUOKKA: {"type": "http", "scheme": "basic"}}}),
    ),
    (
        "document",
        ALL,
        "contents",
        _q("paths", {"/q": {"get": {"summary": QUOKKA, **_ANSWER}}}),
        (
            "tags",
            {
                "tags": [{"name": "things", "x-displayName": QUOKKA}],
                "paths": {"/q": {"get": {"tags": ["things"], **_ANSWER}}},
            },
            QUOKKA,
        ),
        ("x-tagGroups", {"x-tagGroups": [{"name": QUOKKA, "tags": ["things"]}]}, QUOKKA),
    ),
    ("document", ALL, "rows", _q("security", [{QUOKKA: []}])),
    (
        "document",
        "2.0",
        "rows",
        _q("produces", ["application/quokka"]),
        _with(
            "consumes",
            QUOKKA,
            consumes=["application/quokka"],
            paths={
                "/q": {"post": {"parameters": [{"name": "b", "in": "body", "schema": {"type": "object"}}], **_ANSWER}}
            },
        ),
    ),
    ("document", SINCE_3_1, "groups", _q("webhooks", {"bite": {"post": {"summary": QUOKKA}}})),
    ("document", SINCE_3_1, "overview", _q("jsonSchemaDialect", _URL, _URL)),
    (
        "document",
        "2.0",
        _WHERE_USED,
        _q("definitions", {"Unused": {"description": QUOKKA}}),
        _q("parameters", {"Unused": {"name": QUOKKA, "in": "query", "type": "string"}}),
        _q("responses", {"Unused": {"description": QUOKKA}}),
    ),
    (
        "info",
        ALL,
        "overview",
        "title",
        "description",
        "version",
        _q("termsOfService", _URL, _URL),
        _q("contact", {"name": QUOKKA}),
        _q("license", {"name": QUOKKA}),
    ),
    (
        "info",
        ALL,
        "not shown: no picture of others is ever loaded, and its words say what it looks like",
        _q("x-logo", {"url": _URL, "altText": QUOKKA}),
    ),
    ("info", SINCE_3_1, "overview", _with("summary", QUOKKA, summary=QUOKKA, description="More words.")),
    (
        "contact",
        ALL,
        "overview",
        "name",
        _q("url", _URL, _URL),
        _q("email", "quokka@example.com", "quokka@example.com"),
    ),
    ("license", ALL, "overview", "name", _q("url", _URL, _URL)),
    ("license", SINCE_3_1, "overview", _with("identifier", "MIT-0", name="MIT No Attribution", identifier="MIT-0")),
    ("external docs", ALL, "overview", "description", _q("url", _URL, _URL)),
    ("tag", ALL, "contents", ("name", {}, "things"), "x-displayName"),
    ("tag", "3.2", "contents", "summary", _q("parent", "zoo", "The zoo")),
    ("tag", ALL, "groups", "description", _q("externalDocs", {"url": _URL}, _URL)),
    ("tag", "3.2", "groups", "kind"),
    (
        "server",
        SINCE_3_0,
        "overview",
        _q("url", _URL, _URL),
        "description",
        _q("variables", {"v": {"default": QUOKKA}}),
    ),
    ("server", "3.2", "overview", "name"),
    ("server variable", SINCE_3_0, "overview", _with("enum", QUOKKA, enum=["one", QUOKKA]), "default", "description"),
    ("components", SINCE_3_0, "overview", _q("securitySchemes", {QUOKKA: {"type": "http", "scheme": "basic"}})),
    (
        "components",
        SINCE_3_0,
        _WHERE_USED,
        *(
            _q(name, {"Unused": {"description": QUOKKA, **more}})
            for name, more in (
                ("schemas", {}),
                ("responses", {}),
                ("parameters", {"name": "q", "in": "query", "schema": {}}),
                ("examples", {"value": 1}),
                ("requestBodies", {"content": {}}),
                ("headers", {"schema": {}}),
                ("links", {}),
            )
        ),
        _q("callbacks", {"Unused": {"{$url}": {"post": {"summary": QUOKKA, **_ANSWER}}}}),
    ),
    ("components", SINCE_3_1, _WHERE_USED, _q("pathItems", {"Unused": {"summary": QUOKKA}})),
    ("components", "3.2", _WHERE_USED, _q("mediaTypes", {"Unused": {"schema": _SCHEMA_Q}})),
    ("path item", ALL, "contents", *(_q(m, _OPERATION) for m in ("get", "put", "post", "delete", "patch"))),
    ("path item", ALL, "groups", *(_q(m, {"summary": QUOKKA, **_ANSWER}) for m in ("options", "head"))),
    ("path item", SINCE_3_0, "groups", _q("trace", {"summary": QUOKKA, **_ANSWER})),
    (
        "path item",
        "3.2",
        "groups",
        _q("query", {"summary": QUOKKA, **_ANSWER}),
        _q("additionalOperations", {"QUOKKA": _ANSWER}, "QUOKKA"),
    ),
    ("path item", ALL, "rows", _q("parameters", [{"name": QUOKKA, "in": "query", "type": "string", "schema": _TEXT}])),
    ("path item", SINCE_3_0, "card", "summary"),
    (
        "path item",
        SINCE_3_0,
        "rows",
        _with("description", QUOKKA, summary="A thing", description=QUOKKA),
        _q("servers", [{"url": _URL}], _URL),
    ),
    (
        "path item",
        ALL,
        "not shown: its operations are for the API's own people",
        _with("x-internal", QUOKKA, **{"x-internal": True, "put": {"summary": QUOKKA, **_ANSWER}}),
    ),
    ("operation", ALL, "contents", _q("tags", [QUOKKA])),
    (
        "operation",
        ALL,
        "card",
        "summary",
        _q("deprecated", True, "Deprecated"),
        _q("x-badges", [{"name": QUOKKA, "color": "teal"}]),
        _with("x-deprecated-description", QUOKKA, deprecated=True, **{"x-deprecated-description": QUOKKA}),
    ),
    (
        "operation",
        ALL,
        "rows",
        _with("description", QUOKKA, summary="A thing", description=QUOKKA),
        _q("externalDocs", {"url": _URL}, _URL),
        _q("parameters", [{"name": QUOKKA, "in": "query", "type": "string", "schema": _TEXT}]),
        _q("responses", {"200": {"description": QUOKKA}}),
        _q("security", [{QUOKKA: []}]),
    ),
    ("operation", ALL, "card", _with("operationId", QUOKKA, operationId=QUOKKA, summary="A thing")),
    ("operation", ALL, "samples", _q("x-codeSamples", [{"lang": "Ruby", "source": QUOKKA}])),
    (
        "operation",
        ALL,
        "not shown: the operation is for the API's own people",
        ("x-internal", {"x-internal": True}, "readThing"),
    ),
    (
        "operation",
        "2.0",
        "rows",
        _q("produces", ["application/quokka"]),
        _with(
            "consumes",
            QUOKKA,
            consumes=["application/quokka"],
            parameters=[{"name": "b", "in": "body", "schema": {"type": "object"}}],
        ),
        _q("schemes", ["wss"], "wss://example.com"),
    ),
    (
        "operation",
        SINCE_3_0,
        "rows",
        _q("requestBody", {"description": QUOKKA, "content": {}}),
        _q("servers", [{"url": _URL}], _URL),
        _q("callbacks", {"c": {"{$url}": {"post": {"summary": QUOKKA, **_ANSWER}}}}),
    ),
    (
        "parameter",
        ALL,
        "rows",
        "name",
        _q("in", "header", "Header"),
        "description",
        _q("required", True, "required"),
        _with("allowEmptyValue", "may be empty", allowEmptyValue=True),
    ),
    (
        "parameter",
        "2.0",
        "rows",
        _q("type", "integer", "integer"),
        _with("items", "boolean[]", type="array", items={"type": "boolean"}),
        _with("collectionFormat", "a|b", type="array", items=_TEXT, collectionFormat="pipes"),
        _with("schema", QUOKKA, **{"in": "body", "schema": _SCHEMA_Q}),
    ),
    (
        "parameter",
        SINCE_3_0,
        "rows",
        _q("deprecated", True, "deprecated"),
        _with("style", "a|b", style="pipeDelimited", explode=False, schema={"type": "array", "items": _TEXT}),
        _with("explode", "a,b", explode=False, schema={"type": "array", "items": _TEXT}),
        _q("allowReserved", True, "reserved characters"),
        _q("schema", {"type": "string", "format": QUOKKA}),
        _q("example", QUOKKA),
        _q("examples", {"one": {"value": QUOKKA}}),
    ),
    (
        "parameter",
        SINCE_3_0,
        "rows",
        _with("content", "application/quokka", content={"application/quokka": {"schema": {}}}, schema=None),
    ),
    *(
        (
            kind,
            "2.0",
            "rows",
            _q("format", QUOKKA),
            _q("default", QUOKKA),
            *(
                _with(name, words, type=type_, **{name: value, **more})
                for name, type_, value, words, more in (
                    ("maximum", "integer", 7919, "7919", {}),
                    ("minimum", "integer", 7919, "7919", {}),
                    ("exclusiveMaximum", "integer", True, "below 7919", {"maximum": 7919}),
                    ("exclusiveMinimum", "integer", True, "above 7919", {"minimum": 7919}),
                    ("multipleOf", "integer", 7919, "7919", {}),
                    ("maxLength", "string", 7919, "7919", {}),
                    ("minLength", "string", 79, "79", {}),
                    ("pattern", "string", "^quokka$", "^quokka$", {}),
                    ("enum", "string", [QUOKKA], QUOKKA, {}),
                    ("maxItems", "array", 7919, "7919", {"items": _TEXT}),
                    ("minItems", "array", 19, "at least 19", {"items": _TEXT}),
                    ("uniqueItems", "array", True, "unique", {"items": _TEXT}),
                )
            ),
        )
        for kind in ("parameter", "header", "items")
    ),
    (
        "header",
        "2.0",
        "rows",
        "description",
        _q("type", "integer", "integer"),
        _with("items", "boolean[]", type="array", items={"type": "boolean"}),
    ),
    (
        "header",
        "2.0",
        "rows",
        _with("collectionFormat", "a|b", type="array", items=_TEXT, collectionFormat="pipes"),
    ),
    (
        "items",
        "2.0",
        "rows",
        _q("type", "integer", "integer[]"),
        _with("items", "boolean[][]", type="array", items={"type": "boolean"}),
    ),
    (
        "items",
        "2.0",
        "rows",
        "description",
        _with("collectionFormat", "a|b", type="array", items=_TEXT, collectionFormat="pipes"),
    ),
    (
        "request body",
        SINCE_3_0,
        "rows",
        "description",
        _q("content", {"application/quokka": {}}),
        _q("required", True, "required"),
    ),
    ("media type", SINCE_3_0, "rows", _q("schema", _SCHEMA_Q)),
    (
        "media type",
        SINCE_3_0,
        "samples",
        _q("example", {"probed": QUOKKA}),
        _q("examples", {"one": {"value": {"probed": QUOKKA}}}),
    ),
    ("media type", SINCE_3_0, "rows", _q("encoding", {"probed": {"contentType": "image/quokka"}})),
    (
        "media type",
        "3.2",
        "rows",
        _q("itemSchema", _SCHEMA_Q),
        _q("prefixEncoding", [{"contentType": "image/quokka"}]),
        _q("itemEncoding", {"contentType": "image/quokka"}),
    ),
    (
        "encoding",
        SINCE_3_0,
        "rows",
        _q("contentType", "image/quokka"),
        _q("headers", {"X-Quokka": {"schema": _TEXT}}, "X-Quokka"),
        _q("style", "pipeDelimited", "pipeDelimited"),
        _with("explode", "a,b", style="form", explode=False),
        _q("allowReserved", True, "reserved characters"),
    ),
    (
        "encoding",
        "3.2",
        "rows",
        _q("encoding", {"inner": {"contentType": "image/quokka"}}),
        _q("prefixEncoding", [{"contentType": "image/quokka"}]),
        _q("itemEncoding", {"contentType": "image/quokka"}),
    ),
    (
        "response",
        ALL,
        "rows",
        "description",
        _q("headers", {"X-Quokka": {"type": "string", "schema": _TEXT}}, "X-Quokka"),
    ),
    ("response", "2.0", "rows", _q("schema", _SCHEMA_Q)),
    ("response", "2.0", "samples", _q("examples", {"application/json": {"probed": QUOKKA}})),
    (
        "response",
        SINCE_3_0,
        "rows",
        _q("content", {"application/quokka": {}}),
        _q("links", {QUOKKA: {"operationId": "readThing"}}),
    ),
    ("response", "3.2", "rows", "summary"),
    (
        "header",
        SINCE_3_0,
        "rows",
        "description",
        _q("required", True, "required"),
        _q("deprecated", True, "deprecated"),
        _q("schema", {"type": "string", "format": QUOKKA}),
        _q("example", QUOKKA),
        _q("examples", {"one": {"value": QUOKKA}}),
    ),
    ("header", SINCE_3_0, "not shown: a header has one style only", _q("style", "simple", "simple")),
    (
        "header",
        SINCE_3_0,
        "rows",
        _with("content", "application/quokka", content={"application/quokka": {}}, schema=None),
        _with("explode", "a=1,b=2", explode=True, schema=_OBJECT),
    ),
    (
        "header",
        SINCE_3_0,
        "not shown: it means nothing in a header",
        _q("allowEmptyValue", True, "may be empty"),
        _q("allowReserved", True, "reserved characters"),
    ),
    (
        "callback",
        SINCE_3_0,
        "rows",
        ("{expression}", {"{$request.body#/quokka}": {"post": _ANSWER}}, "{$request.body#/quokka}"),
    ),
    (
        "example",
        SINCE_3_0,
        "samples",
        _with("summary", QUOKKA, summary=QUOKKA, value={}),
        _with("description", QUOKKA, description=QUOKKA, value={}),
        _q("value", {"probed": QUOKKA}),
        _q("externalValue", _URL, _URL),
    ),
    ("example", "3.2", "samples", _q("dataValue", {"probed": QUOKKA}), _q("serializedValue", '{"probed": "quokka"}')),
    (
        "link",
        SINCE_3_0,
        "rows",
        "operationRef",
        _q("operationId", "readThing", "readThing"),
        _q("parameters", {"id": QUOKKA}),
        "description",
        "requestBody",
        _q("server", {"url": _URL}, _URL),
    ),
    (
        "schema",
        ALL,
        "rows",
        _with("title", QUOKKA, title=QUOKKA, description="Words"),
        "description",
        "default",
        "format",
        _q("type", "integer", "integer"),
        *_typed("integer", multipleOf=(7919, "7919"), maximum=(7919, "7919"), minimum=(7919, "7919")),
        *_typed("string", maxLength=(7919, "7919"), minLength=(79, "79"), pattern=("^quokka$", "^quokka$")),
        *_typed(
            "object",
            maxProperties=(7919, "7919"),
            minProperties=(2, "at least 2"),
            properties=({QUOKKA: _TEXT}, QUOKKA),
            additionalProperties=({"type": "integer"}, "map of integer"),
        ),
        *_typed(
            "array",
            maxItems=(7919, "7919"),
            minItems=(19, "at least 19"),
            uniqueItems=(True, "unique"),
            items=(_SCHEMA_Q, QUOKKA),
        ),
        _with("required", "required", type="object", properties={"a": _TEXT}, required=["a"]),
        _q("enum", [QUOKKA]),
        _q("allOf", [_SCHEMA_Q]),
        _q("readOnly", True, "read only"),
        _with("x-enumDescriptions", QUOKKA, enum=["a"], **{"x-enumDescriptions": {"a": QUOKKA}}),
        _q("externalDocs", {"url": _URL}, _URL),
    ),
    (
        "schema",
        "2.0",
        "rows",
        _with("$ref", "claws", **{"$ref": "#/definitions/Cat"}),
        _with(
            "discriminator", "tells the variants apart", type="object", discriminator="kind", properties={"kind": _TEXT}
        ),
    ),
    (
        "schema",
        "2.0 3.0",
        "rows",
        _with("exclusiveMaximum", "below 7919", type="integer", maximum=7919, exclusiveMaximum=True),
        _with("exclusiveMinimum", "above 7919", type="integer", minimum=7919, exclusiveMinimum=True),
    ),
    ("schema", ALL, "samples", "example"),
    ("schema", SINCE_3_1, "samples", _q("examples", [QUOKKA])),
    ("schema", "3.0", "rows", _with("nullable", "string | null", type="string", nullable=True)),
    (
        "schema",
        SINCE_3_0,
        "rows",
        _with("$ref", "claws", **{"$ref": "#/components/schemas/Cat"}),
        _q("oneOf", [_SCHEMA_Q, _OBJECT]),
        _q("anyOf", [_SCHEMA_Q, _OBJECT]),
        _with("not", QUOKKA, **{"not": {"required": ["c"], "description": QUOKKA}}, **_OBJECT),
        _q("deprecated", True, "deprecated"),
        _with(
            "discriminator",
            "kind = ",
            oneOf=[_SCHEMA_Q, {"$ref": "#/components/schemas/Cat"}],
            discriminator={"propertyName": "kind"},
        ),
    ),
    (
        "schema",
        SINCE_3_1,
        "rows",
        _with("exclusiveMaximum", "below 7919", type="integer", exclusiveMaximum=7919),
        _with("exclusiveMinimum", "above 7919", type="integer", exclusiveMinimum=7919),
        _q("const", QUOKKA),
        _q("prefixItems", [_SCHEMA_Q]),
        _q("contains", {"const": QUOKKA}),
        _with("minContains", "at least 19", contains=_TEXT, minContains=19),
        _with("maxContains", "at most 19", contains=_TEXT, maxContains=19),
        _q("patternProperties", {"^quokka": _TEXT}),
        _q("propertyNames", {"pattern": QUOKKA}),
        _q("dependentSchemas", {"a": _SCHEMA_Q}),
        _q("dependentRequired", {"a": [QUOKKA]}),
        _with("if", QUOKKA, **{"if": _SCHEMA_Q, "then": _OBJECT}),
        _with("then", QUOKKA, **{"if": _OBJECT, "then": _SCHEMA_Q}),
        _with("else", QUOKKA, **{"if": _OBJECT, "else": _SCHEMA_Q}),
        _with("unevaluatedItems", "No other items", type="array", prefixItems=[_TEXT], unevaluatedItems=False),
        _with("unevaluatedProperties", "No other fields", unevaluatedProperties=False, **_OBJECT),
        _q("contentEncoding", QUOKKA),
        _q("contentMediaType", "image/quokka"),
        _with("contentSchema", QUOKKA, contentMediaType="application/json", contentSchema=_SCHEMA_Q),
        _with(
            "$defs",
            QUOKKA,
            **{
                "$ref": _PROBED + "/$defs/q",
                "$defs": {"q": _SCHEMA_Q},
            },
        ),
        _with("$anchor", QUOKKA, **{"$ref": "#q", "$defs": {"q": {"$anchor": "q", **_SCHEMA_Q}}}),
        _with(
            "$id",
            QUOKKA,
            **{"$ref": "https://example.com/q", "$defs": {"q": {"$id": "https://example.com/q", **_SCHEMA_Q}}},
        ),
        _with("$dynamicRef", QUOKKA, **{"$dynamicRef": "#q", "$defs": {"q": {"$dynamicAnchor": "q", **_SCHEMA_Q}}}),
        _with("$dynamicAnchor", QUOKKA, **{"$dynamicRef": "#q", "$defs": {"q": {"$dynamicAnchor": "q", **_SCHEMA_Q}}}),
        _with(
            "definitions",
            QUOKKA,
            **{
                "$ref": _PROBED + "/definitions/q",
                "definitions": {"q": _SCHEMA_Q},
            },
        ),
    ),
    ("schema", SINCE_3_1, _READ, _q("$schema", "https://json-schema.org/draft/2020-12/schema", "2020-12")),
    ("schema", SINCE_3_1, "not shown: a note of the author to other authors", "$comment"),
    (
        "schema in a request",
        SINCE_3_0,
        "rows",
        _q("writeOnly", True, "write only"),
    ),
    ("schema", ALL, "samples", _q("xml", {"name": QUOKKA})),
    ("discriminator", SINCE_3_0, "rows", "propertyName", _q("mapping", {QUOKKA: "#/components/schemas/Cat"})),
    ("discriminator", "3.2", "rows", _q("defaultMapping", "Cat", "or none")),
    (
        "xml",
        ALL,
        "samples",
        "name",
        _q("namespace", "https://quokka.example.com/ns"),
        _with("prefix", "quokka:", prefix=QUOKKA),
        _with("attribute", 'probed="', attribute=True),
    ),
    ("xml of an array", ALL, "samples", _q("wrapped", True, "<probed>")),
    ("security scheme", ALL, "overview", "description", "name", _q("in", "query", "query")),
    (
        "security scheme",
        "2.0",
        "overview",
        _q("type", "basic", "HTTP Basic"),
        *(
            _with(name, words, type="oauth2", flow="implicit", **{name: value})
            for name, value, words in (
                ("authorizationUrl", _URL, _URL),
                ("tokenUrl", _URL, _URL),
                ("scopes", {QUOKKA: ""}, QUOKKA),
            )
        ),
        _with("flow", "client credentials", type="oauth2", flow="application"),
    ),
    (
        "security scheme",
        SINCE_3_0,
        "overview",
        _with("type", "OpenID Connect", type="openIdConnect", openIdConnectUrl=_URL),
        _with("scheme", "HTTP quokka", type="http", scheme=QUOKKA),
        _with("bearerFormat", QUOKKA, type="http", scheme="bearer", bearerFormat=QUOKKA),
        _with("flows", "client credentials", type="oauth2", flows={"clientCredentials": {"scopes": {}}}),
        _with("openIdConnectUrl", _URL, type="openIdConnect", openIdConnectUrl=_URL),
    ),
    (
        "security scheme",
        "3.2",
        "overview",
        _q("deprecated", True, "Deprecated"),
        _with("oauth2MetadataUrl", _URL, type="oauth2", oauth2MetadataUrl=_URL),
    ),
    (
        "OAuth flows",
        SINCE_3_0,
        "overview",
        _q("implicit", {"scopes": {}}, "implicit"),
        _q("password", {"scopes": {}}, "password"),
        _q("clientCredentials", {"scopes": {}}, "client credentials"),
        _q("authorizationCode", {"scopes": {}}, "authorization code"),
    ),
    ("OAuth flows", "3.2", "overview", _q("deviceAuthorization", {"scopes": {}}, "device authorization")),
    (
        "OAuth flow",
        SINCE_3_0,
        "overview",
        _q("authorizationUrl", _URL, _URL),
        _q("tokenUrl", _URL, _URL),
        _q("refreshUrl", _URL, _URL),
        _q("scopes", {QUOKKA: "Words"}),
    ),
    ("OAuth flow", "3.2", "overview", _q("deviceAuthorizationUrl", _URL, _URL)),
)
