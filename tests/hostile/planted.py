"""Plants one string in every text field there is: of an OpenAPI document (its keys too), and of every component.

`planted(text)` gives the document, `outputs(text)` all the HTML that the package makes from it. What a prop refuses
(an empty path, say) is a `ShapeError` of the package and shows nothing, which is as safe as it gets.
"""

# ruff: noqa: E501 - a table of hostile values or a program for the browser reads better unbroken

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from typing import Any
from urllib.parse import quote

from apiref_nb import ApiBlock, ApirefError, OpenApiEmbed, ParamField, ResponseField
from apiref_nb.errors import DocumentSyntaxError, SourceError
from apiref_nb.writing.html import render_banner


def named(text: str) -> str:
    """The address of the component that the text is the name of."""
    raw = text.encode("utf-8", "surrogatepass").replace(b"~", b"~0").replace(b"/", b"~1")
    return f"#/components/schemas/{quote(raw)}"


def deep(text: str, levels: int) -> dict[str, Any]:
    """A schema further down than a page shows rows, so that it is listed by itself, and a row leads there."""
    link = {"$ref": named(text), "deprecated": True}
    variants = {"oneOf": [{"$ref": named(text)}, {"title": text, "const": text}]}
    return {"properties": {"below": deep(text, levels - 1) if levels else variants, "link": link}}


def schema(text: str) -> dict[str, Any]:
    """A schema with the text wherever a keyword takes text, and as names of its own."""
    return {
        "title": text, "type": "object", "description": text, "default": {text: text}, "example": {text: text},
        "examples": [text, {text: [text]}], "required": [text], "deprecated": True, "format": text,
        "externalDocs": {"url": text, "description": text}, "xml": {"name": text, "prefix": text, "namespace": text},
        "discriminator": {"propertyName": text, "mapping": {text: text}},
        "properties": {
            text: {"type": "string", "description": text, "pattern": text, "format": text, "default": text,
                   "enum": [text, f"{text} "], "const": text, "example": text, "contentMediaType": text,
                   "contentEncoding": text, "x-enum-varnames": [text]},
            f"{text}.{text}": {"type": ["string", text], "title": text, "oneOf": [{"title": text}, {"const": text}]},
            "array": {"type": "array", "items": {"title": text, "enum": [text]}, "prefixItems": [{"const": text}]},
            "map": {"additionalProperties": {"$ref": "#/components/schemas/Other"}, "propertyNames": {"pattern": text}},
            "patterns": {"patternProperties": {text: {"description": text}}, "dependentRequired": {text: [text]}},
            "lost": {"$ref": text}, "named": {"$ref": f"#/components/schemas/{text}"},
            "any": {"anyOf": [{"$ref": "#/components/schemas/Other"}, {"type": text, "description": text}]},
            "all": {"allOf": [{"description": text}, {"properties": {text: {"format": text}}}], "not": {"const": text}},
        },
        "x-anything": {text: text},
    }  # fmt: skip


def content(text: str) -> dict[str, Any]:
    """Media types: one that is real, one that is the text."""
    media = {
        "schema": schema(text), "example": {text: text},
        "encoding": {text: {"contentType": text, "headers": {text: {"description": text}}, "style": text}},
    }  # fmt: skip
    many = {
        "schema": {"$ref": "#/components/schemas/Other"},
        "examples": {
            text: {"summary": text, "description": text, "value": {text: [text, {text: text}]}},
            "outside": {"summary": text, "externalValue": text},
            "wire": {"dataValue": text, "serializedValue": text},
        },
    }  # fmt: skip
    plain = {"schema": {"type": "string"}, "example": text}
    field = {"type": "object", "properties": {text: {"type": "string", "title": text, "xml": {"name": text}}}}
    form = {"schema": field, "encoding": {text: {"contentType": text}}}
    return {
        "application/json": media, text: many, "text/html": plain, "multipart/form-data": form,
        "application/xml": {"schema": field}, "application/jsonl": {"itemSchema": field, "example": text},
    }  # fmt: skip


def operation(text: str) -> dict[str, Any]:
    """An operation with one of everything."""
    parameters = [
        {"name": text, "in": where, "required": where == "path", "description": text, "deprecated": True, "style": text,
         "schema": {"type": "string", "default": text, "enum": [text], "pattern": text, "description": text},
         "example": text, "examples": {text: {"summary": text, "value": text}}}
        for where in ("path", "query", "header", "cookie", "querystring", text)
    ]  # fmt: skip
    small = {"type": "string", "title": text, "default": text, "description": text}
    answer = {
        "summary": text, "description": text,
        "content": {text: {"schema": small, "example": text}, "application/json": {"example": {text: text}}},
        "headers": {text: {"description": text, "schema": small, "example": text}},
        "links": {text: {"operationId": text, "operationRef": text, "description": text, "parameters": {text: text}}},
    }  # fmt: skip
    return {
        "tags": [text, "other"], "operationId": text, "summary": text, "description": text, "deprecated": True,
        "externalDocs": {"url": text, "description": text}, "parameters": parameters,
        "requestBody": {"description": text, "required": True, "content": content(text)},
        "responses": {"200": answer, "404": answer, "default": {"$ref": text}, text: answer},
        "security": [{text: [text]}, {"key": []}, {"flows": [text]}, {"missing": [text]}],
        "servers": [{"url": text, "description": text, "name": text}],
        "callbacks": {text: {text: {"post": {"summary": text, "description": text, "responses": {text: answer}}}}},
        "x-codeSamples": [{"lang": text, "label": text, "source": text}], "x-code-samples": [{"lang": "Python", "source": text}],
        text: text,
    }  # fmt: skip


def planted(text: str) -> dict[str, Any]:
    """Return an OpenAPI document in which every string, keys included, is the text."""
    flow = {
        "authorizationUrl": text,
        "tokenUrl": text,
        "refreshUrl": text,
        "deviceAuthorizationUrl": text,
        "scopes": {text: text},
    }
    flows = dict.fromkeys(("implicit", "password", "clientCredentials", "authorizationCode", text), flow)
    bare = {"summary": text, "description": text, "responses": {"204": {"description": text}}}
    field = {"type": "string", "const": text, "deprecated": True}
    listed = {"title": text, "type": "object", "description": text, "properties": {text: field}}
    other = {**listed, "properties": {text: field, "deep": deep(text, 3)}}
    return {
        "openapi": "3.2.0",
        "$self": text,
        "info": {
            "title": text, "version": text, "summary": text, "description": text, "termsOfService": text,
            "contact": {"name": text, "url": text, "email": text},
            "license": {"name": text, "url": text, "identifier": text}, "x-logo": {"url": text},
        },
        "externalDocs": {"url": text, "description": text},
        "servers": [
            {"url": text, "description": text, "name": text},
            {"url": f"https://{{{text}}}.x.test/{text}", "variables": {text: {"default": text, "enum": [text], "description": text}}},
        ],
        "tags": [
            {"name": text, "summary": text, "description": text, "parent": "other", "kind": text, "x-displayName": text,
             "externalDocs": {"url": text, "description": text}},
            {"name": "other", "description": text},
        ],
        "x-tagGroups": [{"name": text, "tags": [text, "other"]}],
        "security": [{"bearer": [text]}],
        "paths": {
            f"/{text}": {"summary": text, "description": text, "get": {**bare, "tags": [text]}, "post": operation(text),
                         "options": bare, "additionalOperations": {text: bare, "COPY": bare}},
            f"/{{{text}}}/{text}": {"put": {**bare, "parameters": [{"$ref": text}, {"name": text, "in": "path"}]}, "patch": text, "delete": {"responses": text}},
            text: {"get": bare}, "/lost": {"$ref": text},
        },
        "webhooks": {text: {"post": bare}},
        "components": {
            "schemas": {text: listed, "Other": other},
            "securitySchemes": {
                text: {"type": "http", "scheme": text, "bearerFormat": text, "description": text},
                "bearer": {"type": "http", "scheme": "bearer", "bearerFormat": text, "description": text},
                "basic": {"type": "http", "scheme": "basic", "description": text},
                "key": {"type": "apiKey", "in": "header", "name": text, "description": text},
                "query": {"type": "apiKey", "in": "query", "name": text}, "odd": {"type": text, "in": text, "name": text},
                "flows": {"type": "oauth2", "flows": flows, "oauth2MetadataUrl": text, "description": text},
                "open": {"type": "openIdConnect", "openIdConnectUrl": text, "description": text},
            },
        },
        text: text, f"x-{text}": text,
    }  # fmt: skip


def block(text: str, *, method: str = "POST") -> dict[str, Any]:
    """Return the operation of an `ApiBlock` with the text in every field that takes text."""
    rows = [
        {
            "name": text,
            "type": text,
            "location": where,
            "required": True,
            "defaultValue": text,
            "description": text,
            "deprecated": True,
        }
        for where in ("query", "header", "path", "body")
    ]
    return {
        "method": method, "path": text, "summary": text, "description": text, "parameters": rows,
        "requestBody": {"mediaType": text, "example": text, "description": text, "fields": rows},
        "responses": [
            {"statusCode": code, "label": text, "description": text, "mediaType": text, "exampleBody": body, "fields": rows,
             "headers": [{"name": text, "type": text, "description": text}]}
            for code, body in (("200", text), (text, text), ("404", None))
        ],
        "auth": {"scheme": "apiKey", "label": text, "description": text}, "deprecated": True, "deprecationNote": text,
    }  # fmt: skip


def _blocks(text: str) -> Iterator[Callable[[], str]]:
    examples = [{"language": language, "label": text, "code": text} for language in ("bash", "python", "json", text)]
    limit = {"requests": 5, "window": text, "note": text}
    yield lambda: ApiBlock(block(text), text, limit, examples).html
    yield lambda: ApiBlock({**block(text), "description": text, "summary": None}, show_parameters=False).html
    fields = {key: value for key, value in block(text)["requestBody"].items() if key != "example"}
    yield lambda: ApiBlock({**block(text), "method": "GET", "path": f"/{text}", "requestBody": fields}).html
    for where in (None, "path", "query", "body", "header"):
        yield (
            lambda where=where: (
                ParamField(text, text, type=text, location=where, default_value=text, deprecated=True).html
            )
        )
    yield lambda: ParamField("name", text).html
    yield lambda: ResponseField(text, text, type=text, required=True).html
    yield lambda: render_banner(SourceError(text, text))
    yield lambda: render_banner(DocumentSyntaxError(text, text, line=1, column=1))


def embed_of(text: str) -> OpenApiEmbed:
    """Return the reference of a document made of the text."""
    return OpenApiEmbed(planted(text))


def outputs(text: str) -> list[str]:
    """Return all HTML that the package makes of the text, one fragment for each output."""
    made: list[str] = []
    embed = embed_of(text)
    for make in (lambda: embed.html, lambda: ApiBlock(embed.api.operations[0]).html, *_blocks(text)):
        try:
            made.append(make())
        except ApirefError:
            continue
    return made


OURS = re.compile(r"<(style|script)\b[^>]*>.*?</\1>", re.DOTALL)
"""Style, script and data of an output."""


def lean(made: Sequence[str]) -> list[str]:
    """Return outputs in which every style, script and block of data stands once: most are the same in all of them."""
    seen: set[str] = set()

    def once(found: re.Match[str]) -> str:
        text = "" if found[0] in seen else found[0]
        seen.add(found[0])
        return text

    return [OURS.sub(once, html) for html in made]
