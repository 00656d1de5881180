"""Where the probes of the keyword table are put: the smallest document of a version that has the object in question.

In: a version, an object and a fragment of it. Out: a document whose page must show the probe's words.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

Node = dict[str, Any]

DECLARED = {"2.0": "2.0", "3.0": "3.0.4", "3.1": "3.1.1", "3.2": "3.2.0"}
"""Version -> the text that a document declares."""


def probe(version: str, kind: str, fragment: Mapping[str, Any]) -> Node:
    """Return the smallest document of the version whose object of the kind holds the fragment; None removes a field."""
    document = _swagger() if version == "2.0" else _openapi(version)
    places = SWAGGER_PLACES if version == "2.0" else PLACES
    if kind == "schema" and "xml" in fragment:
        kind, fragment = "xml", fragment["xml"]
    holder = places[kind](document)
    holder.update(fragment)
    for name in [name for name, value in fragment.items() if value is None]:
        del holder[name]
    # A table of contents needs something to choose from.
    document["paths"]["/second"] = {"get": {"tags": ["second"], "responses": {"200": {"description": "Fine"}}}}
    return document


def _swagger() -> Node:
    return {
        "swagger": "2.0",
        "info": {"title": "Probe", "version": "1"},
        "host": "example.com",
        "definitions": {"Cat": {"type": "object", "properties": {"claws": {"type": "integer"}}}},
        "paths": {
            "/things": {
                "get": {
                    "operationId": "readThing",
                    "responses": {
                        "200": {
                            "description": "Fine",
                            "schema": {"type": "object", "properties": {"probed": {"type": "string"}}},
                        }
                    },
                }
            }
        },
    }


def _openapi(version: str) -> Node:
    schema = {"type": "object", "properties": {"probed": {"type": "string"}}}
    return {
        "openapi": DECLARED[version],
        "info": {"title": "Probe", "version": "1"},
        "components": {
            "schemas": {
                "Cat": {"type": "object", "properties": {"claws": {"type": "integer"}}},
                "Dog": {"type": "object", "properties": {"barks": {"type": "boolean"}}},
            }
        },
        "paths": {
            "/things": {
                "get": {
                    "operationId": "readThing",
                    "responses": {"200": {"description": "Fine", "content": {"application/json": {"schema": schema}}}},
                }
            }
        },
    }


def _at(node: Node, *path: str | int, **beginning: Any) -> Node:
    """Return the object at the path, made where there is none, with its beginning filled in."""
    here: Any = node
    for token in path:
        here = here[token] if isinstance(token, int) else here.setdefault(token, {})
    for name, value in beginning.items():
        here.setdefault(name, value)
    found: Node = here
    return found


def _operation(document: Node) -> Node:
    return _at(document, "paths", "/things", "get")


def _listed(holder: Node, field: str, item: Node) -> Node:
    holder[field] = [item]
    return item


def _response(document: Node) -> Node:
    return _at(_operation(document), "responses", "200")


def _media(document: Node) -> Node:
    return _at(_response(document), "content", "application/json")


def _property(document: Node) -> Node:
    return _at(_media(document), "schema", "properties", "probed")


def _server(document: Node) -> Node:
    return _listed(document, "servers", {"url": "https://{v}.example.com", "variables": {"v": {"default": "one"}}})


def _multipart(document: Node) -> Node:
    schema = {"type": "object", "properties": {"file": {"type": "string"}, "tags": {"type": "array"}}}
    return _at(_operation(document), "requestBody", "content", "multipart/form-data", schema=schema)


def _xml_property(document: Node) -> Node:
    content = _at(_response(document), "content")
    content["application/xml"] = content.pop("application/json")
    return _at(content["application/xml"], "schema", "properties", "probed")


def _array(node: Node) -> Node:
    node.pop("type", None)
    return _at(node, type="array", items={"type": "string", "xml": {"name": "piece"}})


def _discriminator(document: Node) -> Node:
    schema = _at(_media(document), "schema")
    schema.clear()
    schema["oneOf"] = [{"$ref": "#/components/schemas/Cat"}, {"$ref": "#/components/schemas/Dog"}]
    return _at(schema, "discriminator", propertyName="kind")


def _tag(document: Node) -> Node:
    _operation(document)["tags"] = ["things"]
    tag = _listed(document, "tags", {"name": "things"})
    document["tags"].append({"name": "zoo", "x-displayName": "The zoo"})
    return tag


def _scheme(document: Node) -> Node:
    document["security"] = [{"key": []}]
    holder = document if "swagger" in document else document["components"]
    field = "securityDefinitions" if "swagger" in document else "securitySchemes"
    return _at(holder, field, "key", type="apiKey", name="X-Key", **{"in": "header"})


def _flow(document: Node) -> Node:
    scheme = _scheme(document)
    scheme.clear()
    scheme["type"] = "oauth2"
    kind = "deviceAuthorization" if document["openapi"].startswith("3.2") else "authorizationCode"
    return _at(scheme, "flows", kind, scopes={})


def _flows(document: Node) -> Node:
    _flow(document)
    flows = _at(_scheme(document), "flows")
    flows.clear()
    return flows


def _swagger_schema(document: Node) -> Node:
    return _at(_response(document), "schema", "properties", "probed")


def _swagger_xml_property(document: Node) -> Node:
    _operation(document)["produces"] = ["application/xml"]
    return _swagger_schema(document)


Place = Callable[[Node], Node]

_BOTH: dict[str, Place] = {
    "document": lambda document: document,
    "info": lambda document: _at(document, "info"),
    "contact": lambda document: _at(document, "info", "contact"),
    "license": lambda document: _at(document, "info", "license", name="MIT"),
    "external docs": lambda document: _at(document, "externalDocs", url="https://example.com/docs"),
    "tag": _tag,
    "path item": lambda document: _at(document, "paths", "/things"),
    "operation": _operation,
    "response": _response,
    "security scheme": _scheme,
}

PLACES: dict[str, Place] = {
    **_BOTH,
    "server": _server,
    "server variable": lambda document: _at(_server(document), "variables", "v"),
    "components": lambda document: _at(document, "components"),
    "parameter": lambda document: _listed(
        _operation(document), "parameters", {"name": "p", "in": "query", "schema": {"type": "string"}}
    ),
    "request body": lambda document: _at(
        _operation(document), "requestBody", content={"application/json": {"schema": {"type": "object"}}}
    ),
    "media type": _media,
    "encoding": lambda document: _at(_multipart(document), "encoding", "tags"),
    "header": lambda document: _at(_response(document), "headers", "X-Probe", schema={"type": "string"}),
    "callback": lambda document: _at(_operation(document), "callbacks", "onEvent"),
    "example": lambda document: _at(_media(document), "examples", "one"),
    "link": lambda document: _at(_response(document), "links", "next"),
    "schema": _property,
    "schema in a request": lambda document: _at(
        _operation(document), "requestBody", "content", "application/json", "schema", "properties", "probed"
    ),
    "discriminator": _discriminator,
    "xml": lambda document: _at(_xml_property(document), "xml"),
    "xml of an array": lambda document: _at(_array(_xml_property(document)), "xml"),
    "OAuth flows": _flows,
    "OAuth flow": _flow,
}
"""Object of OpenAPI 3 -> the place in the document where it stands."""

SWAGGER_PLACES: dict[str, Place] = {
    **_BOTH,
    "parameter": lambda document: _listed(
        _operation(document), "parameters", {"name": "p", "in": "query", "type": "string"}
    ),
    "items": lambda document: _at(
        _listed(
            _operation(document),
            "parameters",
            {"name": "p", "in": "query", "type": "array", "items": {"type": "string"}},
        ),
        "items",
    ),
    "header": lambda document: _at(_response(document), "headers", "X-Probe", type="string"),
    "schema": _swagger_schema,
    "xml": lambda document: _at(_swagger_xml_property(document), "xml"),
    "xml of an array": lambda document: _at(_array(_swagger_xml_property(document)), "xml"),
}
"""The same for OpenAPI 2.0."""
