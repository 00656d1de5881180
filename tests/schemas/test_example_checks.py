"""Published examples and defaults against their schemas: each mismatch is a problem at its place."""

import pytest

from apiref_nb.load import load_api
from apiref_nb.requests.media_samples import media_sample
from apiref_nb.schemas import SampleSession, check_examples, example_checks
from apiref_nb.schemas.limits import JUDGING


def problems(paths=None, schemas=None, version="3.1.0", **more):
    document = {
        "openapi": version,
        "info": {"title": "T", "version": "1"},
        "paths": paths or {},
        "components": {"schemas": schemas or {}, **more},
    }
    return {p.pointer: p.message for p in check_examples(load_api(document))}


def body(**media):
    return {
        "/a": {
            "post": {"requestBody": {"content": {"application/json": media}}, "responses": {"200": {"description": ""}}}
        }
    }


def test_a_failing_example_of_a_body_is_named_with_its_place():
    found = problems(
        body(schema={"type": "object", "required": ["a"]}, examples={"bad": {"value": {}}, "good": {"value": {"a": 1}}})
    )
    assert found == {
        "#/paths/~1a/post/requestBody/content/application~1json/examples/bad": (
            "the example 'bad' fails its schema: must have the property \"a\""
        )
    }


def test_an_example_that_is_used_twice_is_told_once():
    shared = {"x": {"value": {"a": "text"}}}
    schema = {"type": "object", "properties": {"a": {"type": "integer"}}}
    media = {
        "application/json": {
            "schema": {"$ref": "#/components/schemas/S"},
            "examples": {"x": {"$ref": "#/components/examples/x"}},
        }
    }
    answer = {"200": {"description": "", "content": media}, "201": {"description": "", "content": media}}
    found = problems({"/a": {"get": {"responses": answer}}}, {"S": schema}, examples=shared)
    assert found == {"#/components/examples/x": "the example 'x' fails its schema: a: must be integer (got \"text\")"}


def test_examples_and_defaults_of_schemas_are_checked():
    found = problems(
        schemas={
            "A": {"type": "string", "example": 5, "minLength": 2},
            "B": {
                "properties": {"n": {"type": "integer", "default": "x"}, "e": {"type": "string", "examples": ["ok", 1]}}
            },
            "C": {"allOf": [{"items": {"enum": ["a"], "default": "b"}}]},
        }
    )
    assert found == {
        "#/components/schemas/A/example": "the example fails its schema: must be string (got 5)",
        "#/components/schemas/B/properties/n/default": 'the default fails its schema: must be integer (got "x")',
        "#/components/schemas/B/properties/e/examples/1": "the example fails its schema: must be string (got 1)",
        "#/components/schemas/C/allOf/0/items/default": 'the default fails its schema: must be one of "a" (got "b")',
    }


def test_parameters_and_headers_are_checked():
    operation = {
        "parameters": [{"name": "q", "in": "query", "schema": {"type": "integer"}, "example": "x"}],
        "responses": {"200": {"description": "", "headers": {"X-N": {"schema": {"type": "integer"}, "example": "y"}}}},
    }
    assert set(problems({"/a": {"get": operation}})) == {
        "#/paths/~1a/get/parameters/0/example",
        "#/paths/~1a/get/responses/200/headers/X-N/example",
    }


WRONG = {"schema": {"type": "integer"}, "example": "x"}
FINE = {"200": {"description": ""}}
MEDIA = "content/application~1json/example"


@pytest.mark.parametrize(
    ("operation", "place"),
    [
        (
            {"callbacks": {"on": {"{$url}": {"post": {"requestBody": {"content": {"application/json": WRONG}}}}}}},
            f"callbacks/on/{{$url}}/post/requestBody/{MEDIA}",
        ),
        (
            {
                "callbacks": {
                    "on": {"{$url}": {"post": {"responses": {"200": {"content": {"application/json": WRONG}}}}}}
                }
            },
            f"callbacks/on/{{$url}}/post/responses/200/{MEDIA}",
        ),
        (
            {"parameters": [{"name": "q", "in": "query", "content": {"application/json": WRONG}}]},
            f"parameters/0/{MEDIA}",
        ),
        (
            {"responses": {"200": {"description": "", "headers": {"X": {"content": {"application/json": WRONG}}}}}},
            f"responses/200/headers/X/{MEDIA}",
        ),
        (
            {
                "requestBody": {
                    "content": {
                        "multipart/form-data": {
                            "schema": {"type": "object", "properties": {"a": {}}},
                            "encoding": {"a": {"headers": {"X": WRONG}}},
                        }
                    }
                }
            },
            "requestBody/content/multipart~1form-data/encoding/a/headers/X/example",
        ),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_examples_are_found_wherever_one_can_stand(operation, place):
    """Callbacks, headers and parameters by media type, the headers of a part."""
    found = problems({"/a": {"post": {"responses": FINE, **operation}}})
    assert found == {f"#/paths/~1a/post/{place}": 'the example fails its schema: must be integer (got "x")'}


def test_parts_that_no_operation_uses_are_checked():
    """Shared parts are somebody's examples too: parameters, headers, bodies, answers, callbacks, paths."""
    media = {"content": {"application/json": {"schema": {"type": "integer"}, "examples": {"one": {"value": "x"}}}}}
    found = problems(
        {"/a": {"parameters": [{"name": "q", "in": "query", **WRONG}], "get": {"responses": FINE}}},
        parameters={"P": {"name": "p", "in": "query", **WRONG}},
        headers={"H": WRONG},
        requestBodies={"B": media},
        responses={"R": {"description": "", **media}},
        callbacks={"C": {"{$url}": {"post": {"requestBody": media}}}},
    )
    one = "content/application~1json/examples/one"
    assert set(found) == {
        "#/paths/~1a/parameters/0/example",
        "#/components/parameters/P/example",
        "#/components/headers/H/example",
        f"#/components/requestBodies/B/{one}",
        f"#/components/responses/R/{one}",
        f"#/components/callbacks/C/{{$url}}/post/requestBody/{one}",
    }


def test_webhooks_and_callbacks_carry_what_the_server_writes():
    """The API sends them: read-only members travel in them as they do in an answer."""
    schema = {"type": "object", "required": ["id"], "properties": {"id": {"type": "integer", "readOnly": True}}}
    body = {"requestBody": {"content": {"application/json": {"schema": schema, "example": {}}}}, "responses": FINE}
    document = {
        "openapi": "3.1.0",
        "info": {"title": "T", "version": "1"},
        "paths": {"/a": {"get": {"responses": FINE, "callbacks": {"on": {"{$url}": {"post": body}}}}}},
        "webhooks": {"hook": {"post": body}},
    }
    assert {p.message for p in check_examples(load_api(document))} == {
        'the example fails its schema: must have the property "id"'
    }
    assert len(check_examples(load_api(document))) == 2


def test_items_of_a_stream_are_checked_one_by_one():
    """As data, and as lines of text; a stream of events is text that nobody reads."""
    content = {
        "application/jsonl": {
            "itemSchema": {"type": "integer"},
            "examples": {"data": {"dataValue": [1, "x"]}, "text": {"value": '1\n"y"'}, "good": {"dataValue": [1, 2]}},
        },
        "text/event-stream": {"itemSchema": {"type": "object"}, "examples": {"text": {"value": "data: x"}}},
    }
    found = problems({"/a": {"get": {"responses": {"200": {"content": content}}}}}, version="3.2.0")
    assert list(found.values()) == [
        "the example 'data' fails its schema: item 1: must be integer (got \"x\")",
        "the example 'text' fails its schema: item 1: must be integer (got \"y\")",
    ]


def test_only_a_line_feed_ends_an_item_of_a_stream():
    """U+2028 and U+0085 may stand in JSON text; the items after them are judged like any other."""
    text = '"a\u2028b\x85c"\r\n"d"\n1'
    content = {"application/jsonl": {"itemSchema": {"type": "string"}, "examples": {"text": {"value": text}}}}
    found = problems({"/a": {"get": {"responses": {"200": {"content": content}}}}}, version="3.2.0")
    assert list(found.values()) == ["the example 'text' fails its schema: item 2: must be string (got 1)"]


def test_text_is_held_against_a_schema_of_text_only():
    """The text of a form or of XML is not the data that the schema speaks of."""
    for media_type, schema, expected in [
        ("text/plain", {"type": "string", "maxLength": 2}, 1),
        ("text/csv", {"type": "array"}, 0),
        ("application/xml", {"type": "object"}, 0),
        ("application/x-www-form-urlencoded", {"type": "object"}, 0),
    ]:
        content = {media_type: {"schema": schema, "example": "a=b"}}
        found = problems({"/a": {"get": {"responses": {"200": {"description": "", "content": content}}}}})
        assert len(found) == expected, media_type


def test_what_travels_is_held_against_the_schema_where_there_is_no_other_value():
    content = {
        "application/json": {"schema": {"type": "integer"}, "examples": {"wire": {"serializedValue": '{"a": 1}'}}}
    }
    found = problems({"/a": {"get": {"responses": {"200": {"content": content}}}}}, version="3.2.0")
    assert list(found.values()) == ["the example 'wire' fails its schema: must be integer (got a mapping)"]


def test_read_only_members_are_not_asked_of_a_request():
    schema = {"type": "object", "required": ["id"], "properties": {"id": {"type": "integer", "readOnly": True}}}
    assert problems(body(schema=schema, example={})) == {}


def test_each_version_has_its_own_dialect():
    """`nullable` and a boolean exclusive bound are 3.0's."""
    schema = {"type": "integer", "nullable": True, "minimum": 1, "exclusiveMinimum": True}
    assert problems(body(schema=schema, example=None), version="3.0.4") == {}
    assert set(problems(body(schema=schema, example=1), version="3.0.4")) == {
        "#/paths/~1a/post/requestBody/content/application~1json/example"
    }


def test_data_is_not_mistaken_for_schemas():
    """An example may itself look like a schema, and an extension like anything."""
    assert problems(body(schema={}, example={"schema": {"type": "integer", "default": "x"}})) == {}
    assert problems(schemas={"A": {"x-old": {"schema": {"type": "integer", "default": "x"}}}}) == {}


def test_a_property_may_be_called_example_or_default():
    assert (
        problems(schemas={"A": {"properties": {"example": {"type": "string"}, "default": {"type": "integer"}}}}) == {}
    )


def test_too_much_work_is_said(monkeypatch):
    """A document that would take for ever to check is checked in part, and says so."""
    monkeypatch.setattr(example_checks, "JUDGING", JUDGING._replace(document_questions=30_000))
    deep = {f"n{i}": {"allOf": [{"$ref": f"#/components/schemas/n{i + 1}"}] * 6} for i in range(12)}
    deep["n12"] = {"type": "integer", "examples": [1]}
    deep["n0"]["examples"] = [1]
    assert problems(schemas=deep)["#"].startswith("there are too many examples")


def test_checks_can_be_left_out():
    document = {
        "openapi": "3.1.0",
        "info": {"title": "T", "version": "1"},
        "paths": body(schema={"type": "integer"}, example="x"),
    }
    media = load_api(document).operations[0].request_body.content[0]
    assert media_sample(media, direction="request")[0].problem == 'Does not match its schema: must be integer (got "x")'
    assert media_sample(media, direction="request", session=SampleSession(checks=False))[0].problem == ""
