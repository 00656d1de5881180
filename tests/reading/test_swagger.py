"""What only OpenAPI 2.0 (Swagger) has: body and form parameters, consumes and produces, collection formats."""

from __future__ import annotations

import pytest

from tests.reading.written import api, messages, operation

BODY = {"name": "b", "in": "body", "schema": {"type": "object"}}


def field(name: str, **more):
    """Return a form field."""
    return {"name": name, "in": "formData", "type": "string", **more}


@pytest.mark.parametrize(
    ("consumes", "media_types"),
    [
        ({}, ["application/json"]),
        ({"consumes": ["text/xml"]}, ["text/xml"]),
        ({"__consumes": ["text/xml"]}, ["text/xml"]),
        ({"__consumes": ["text/xml"], "consumes": ["a/b", "c/d"]}, ["a/b", "c/d"]),
        ({"__consumes": ["text/xml"], "consumes": []}, ["application/json"]),
    ],
)
def test_a_body_has_the_media_types_that_are_consumed(consumes, media_types):
    """The operation's list, else the document's, else JSON."""
    body = operation("2.0", parameters=[{**BODY, "required": True, "description": "D"}], **consumes).request_body
    assert [each.media_type for each in body.content] == media_types
    assert (body.required, body.description) == (True, "D")


@pytest.mark.parametrize(
    ("consumes", "fields", "media_types"),
    [
        ([], [field("a")], ["application/x-www-form-urlencoded"]),
        (["application/json"], [field("a")], ["application/x-www-form-urlencoded"]),
        (["multipart/form-data"], [field("a")], ["multipart/form-data"]),
        ([], [field("a", type="file")], ["multipart/form-data"]),
        (["application/x-www-form-urlencoded"], [field("a", type="file")], ["multipart/form-data"]),
    ],
)
def test_form_fields_make_one_body(consumes, fields, media_types):
    """Urlencoded unless multipart is consumed; a file needs multipart."""
    body = operation("2.0", parameters=fields, consumes=consumes).request_body
    assert [each.media_type for each in body.content] == media_types


def test_a_form_field_is_a_property_with_its_description():
    """Required fields are required properties, and make the body required."""
    first = field("a", description="A", required=True, **{"x-example": "one"})
    found = operation("2.0", parameters=[first, field("b", type="file")])
    schema = found.request_body.content[0].schema
    assert list(schema.properties) == ["a", "b"]
    assert (schema.properties["a"].text("description"), schema.properties["a"].examples) == ("A", ("one",))
    assert (schema.properties["b"].types, schema.properties["b"].text("format")) == (("string",), "binary")
    assert (schema.required, found.request_body.required, found.parameters) == ({"a"}, True, ())


@pytest.mark.parametrize(
    ("collection_format", "style", "explode"),
    [
        (None, "form", False),
        ("csv", "form", False),
        ("multi", "form", True),
        ("ssv", "spaceDelimited", False),
        ("pipes", "pipeDelimited", False),
        ("tsv", "tabDelimited", False),
    ],
)
def test_a_collection_format_is_a_style(collection_format, style, explode):
    """3.x has a style for each but tabs."""
    raw = {"name": "a", "in": "query", "type": "array", "items": {"type": "string"}}
    if collection_format:
        raw["collectionFormat"] = collection_format
    (found,) = operation("2.0", parameters=[raw]).parameters
    assert (found.style, found.explode) == (style, explode)
    assert found.schema.items.types == ("string",)


def test_a_response_has_the_media_types_that_are_produced_and_those_of_its_examples():
    """Each example belongs to its media type."""
    response = {"description": "", "schema": {}, "examples": {"text/plain": "x", "text/csv": "y"}}
    (found,) = operation("2.0", responses={"200": response}, produces=["a/json", "text/plain"]).responses
    assert [(each.media_type, [e.value for e in each.examples]) for each in found.content] == [
        ("a/json", []),
        ("text/plain", ["x"]),
        ("text/csv", ["y"]),
    ]


def test_a_response_without_schema_has_no_content():
    """`produces` alone promises nothing."""
    (found,) = operation("2.0", produces=["application/json"]).responses
    assert found.content == ()


@pytest.mark.parametrize(
    ("fields", "base_uri", "servers"),
    [
        ({"host": "a.example", "basePath": "/v1/", "schemes": ["https"]}, "", [("https://a.example/v1/", "https://a.example/v1")]),
        ({"host": "a.example", "schemes": ["http", "ws"]}, "", [("http://a.example",) * 2, ("ws://a.example", "")]),
        ({"host": "a.example"}, "http://b.example/x.json", [("http://a.example", "http://a.example")]),
        ({"host": "a.example"}, "", [("https://a.example", "https://a.example")]),
        ({"basePath": "/v1"}, "http://b.example:8080/x.json", [("/v1", "http://b.example:8080/v1")]),
        ({"basePath": "/v1", "schemes": ["https"]}, "http://b.example/x", [("https://b.example/v1", "https://b.example/v1")]),
        ({"basePath": "v1"}, "", [("/v1", "")]),
        ({"host": "a.example", "schemes": ["wss"]}, "", [("wss://a.example", "")]),
        ({}, "http://b.example/x.json", [("/", "http://b.example")]),
        ({}, "", []),
    ],
)  # fmt: skip
def test_servers_come_from_schemes_host_and_base_path(fields, base_uri, servers):
    """What is missing is that of the document's own address."""
    assert [(each.url, each.resolved) for each in api("2.0", base_uri, **fields).servers] == servers


def test_schemes_without_a_host_are_no_address():
    """Nobody knows where a document from disk is served; an operation that names its scheme knows no more."""
    assert operation("2.0", schemes=["https"]).servers == ()


def test_an_operation_may_have_schemes_of_its_own():
    """They replace the document's for this operation."""
    found = operation("2.0", schemes=["http"], __host="a.example", __schemes=["https"])
    assert [each.url for each in found.servers] == ["http://a.example"]


def test_what_a_parameter_of_2_0_lacks_is_a_problem():
    """`type` for values, `schema` for bodies, `formData` for files."""
    found = operation(
        "2.0",
        parameters=[
            {"name": "a", "in": "query"},
            {"name": "b", "in": "body"},
            {"name": "c", "in": "query", "type": "file"},
        ],
    )
    assert messages(found) == [
        ("#/paths/~1x/get/parameters/0", "a query parameter must have type"),
        ("#/paths/~1x/get/parameters/1", "a body parameter must have schema"),
        ("#/paths/~1x/get/parameters/2/type", "type may be file in formData only (got a query parameter)"),
    ]  # fmt: skip
