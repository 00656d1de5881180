"""Samples of operations that come from a document: cards, tabs, bodies, credentials."""

import inspect
import json

import pytest

from apiref_nb import OpenApiEmbed
from apiref_nb.describing import operation_card
from apiref_nb.load import load_api
from apiref_nb.model import Operation
from apiref_nb.requests.block_plan import block_plan
from apiref_nb.requests.bodies import MultipartBody
from apiref_nb.requests.languages.curl import curl
from apiref_nb.requests.languages.python import python
from apiref_nb.requests.media_samples import media_sample
from apiref_nb.requests.sample_plan import request_tabs, sample_plan
from apiref_nb.requests.sample_values import sample_values

PET = {
    "type": "object",
    "required": ["name"],
    "properties": {
        "id": {"type": "integer", "readOnly": True},
        "name": {"type": "string", "example": "Rex"},
        "photos": {"type": "array", "xml": {"wrapped": True}, "items": {"type": "string", "xml": {"name": "photo"}}},
        "kind": {"type": "string", "xml": {"attribute": True}, "enum": ["dog"]},
    },
}


def api(operation, path="/pets/{petId}", method="post", version="3.1.0", **extra):
    document = {
        "openapi": version,
        "info": {"title": "T", "version": "1"},
        "servers": [{"url": "https://api.example.com/v1"}],
        "paths": {path: {method: {"responses": {"200": {"description": "ok"}}, **operation}}},
        "components": {"schemas": {"Pet": PET}, **extra},
    }
    loaded = load_api(document)
    assert not [p for p in loaded.problems if "no path parameter" not in p.message], loaded.problems
    return loaded


def only(operation, **more):
    found = api(operation, **more)
    return (*found.operations, *found.unrendered)[0]


def content(media_type, **fields):
    return {"requestBody": {"content": {media_type: {"schema": {"$ref": "#/components/schemas/Pet"}, **fields}}}}


def parameter(name, location, schema=None, **more):
    return {
        "name": name,
        "in": location,
        "schema": schema or {"type": "string"},
        **({"required": True} if location == "path" else {}),
        **more,
    }


def test_curl_of_a_document_follows_the_rules_of_a_block():
    """The card and the first tab say the same."""
    operation = only(
        {
            **content("application/json"),
            "parameters": [
                parameter("petId", "path"),
                parameter("dry", "query", {"type": "boolean", "default": False}),
                parameter("tag", "query"),
            ],
            "responses": {
                "200": {
                    "description": "ok",
                    "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Pet"}}},
                }
            },
        }
    )
    first, second = request_tabs(operation)[:2]
    card = operation_card(operation)
    props = {
        "method": "POST",
        "path": "/pets/{petId}",
        "parameters": [
            {"name": "dry", "location": "query", "defaultValue": "false"},
            {"name": "tag", "location": "query"},
        ],
        "requestBody": {"example": card.body[0].text},
        "responses": [{"statusCode": "200", "mediaType": "application/json"}],
    }
    assert first.code == curl(block_plan(Operation.read(props, "operation"), "https://api.example.com/v1"))
    assert first == card.tabs[0]
    assert (
        first.code.splitlines()[0] == "curl -g -X POST 'https://api.example.com/v1/pets/{petId}?dry=false&tag=<tag>' \\"
    )
    assert '"https://api.example.com/v1/pets/abc123"' in second.code
    assert json.loads(card.body[0].text) == {
        "name": "Rex",
        "photos": ["https://example.com/image.png"],
        "kind": "dog",
    }
    assert json.loads(card.answers[0].panels[0].text)["id"] == 1


@pytest.mark.parametrize(("media_type", "accepts"), [("application/JSON", True), ("text/csv", False)])
def test_curl_of_a_document_accepts_json_in_any_case(media_type, accepts):
    """Media types are compared without regard to case (RFC 9110, section 8.3.1)."""
    answer = {"200": {"description": "ok", "content": {media_type: {"schema": {"type": "object"}}}}}
    paths = {"/x": {"get": {"responses": answer}}}
    document = {"openapi": "3.1.0", "info": {"title": "T", "version": "1"}, "paths": paths}
    (operation,) = load_api(document).operations
    (sample, *_) = request_tabs(operation)
    assert ("-H 'Accept: application/json'" in sample.code) is accepts


def test_credentials_that_are_needed_together_all_appear():
    schemes = {
        "key": {"type": "apiKey", "in": "header", "name": "X-App"},
        "token": {"type": "http", "scheme": "bearer"},
        "sid": {"type": "apiKey", "in": "cookie", "name": "sid"},
    }
    operation = only(
        {"security": [{"key": [], "token": [], "sid": []}]}, securitySchemes=schemes, method="get", path="/a"
    )
    assert request_tabs(operation)[0].code == (
        "curl https://api.example.com/v1/a \\\n"
        "  -H 'X-App: <api-key>' \\\n"
        "  -H 'Authorization: Bearer <token>' \\\n"
        "  -b 'sid=<api-key>'"
    )
    assert operation_card(operation).auth.scheme == "apiKey"
    assert operation_card(operation).auth.name == "X-App"


def test_no_security_at_all_is_not_the_same_as_none_needed():
    assert operation_card(only({})).auth.scheme is None
    assert operation_card(only({"security": []})).auth.scheme == "none"


def test_python_sends_what_is_required_or_has_an_example_or_a_default():
    operation = only(
        {
            "parameters": [
                parameter("petId", "path", {"type": "integer", "examples": [10]}),
                parameter("need", "query", required=True),
                parameter("shown", "query", example="x"),
                parameter("optional", "query"),
                parameter("page", "query", {"type": "integer", "default": 1}),
                parameter(
                    "ids", "query", {"type": "array", "items": {"type": "integer"}}, required=True, explode=False
                ),
            ]
        }
    )
    request = sample_plan(operation)
    assert request.path == "/pets/10"
    assert request.query == (("need", "string"), ("shown", "x"), ("page", "1"), ("ids", "1"))
    assert python(request).splitlines()[3] == '    "https://api.example.com/v1/pets/10",'


def test_published_examples_are_shown_verbatim_in_order():
    examples = {"b": {"summary": "B", "value": {"name": "b", "zz": 1}}, "a": {"value": {"name": 3}}}
    media = only(content("application/json", examples=examples)).request_body.content[0]
    first, second = media_sample(media, direction="request")
    assert (first.name, first.summary, first.value, first.problem) == ("b", "B", {"name": "b", "zz": 1}, "")
    assert first.text == '{\n  "name": "b",\n  "zz": 1\n}'
    assert second.problem == "Does not match its schema: name: must be string (got 3)"
    assert first.published
    assert second.published


def test_json_that_the_author_wrote_as_text_is_read():
    media = only(content("application/json", example='{"name": "b"}')).request_body.content[0]
    assert media_sample(media, direction="request")[0].value == {"name": "b"}


def test_xml_uses_the_names_of_the_schema():
    media = only(content("application/xml")).request_body.content[0]
    made = media_sample(media, direction="response")[0]
    assert made.language == "xml"
    assert made.text.splitlines() == [
        '<?xml version="1.0" encoding="UTF-8"?>',
        '<Pet kind="dog">',
        "  <name>Rex</name>",
        "  <id>1</id>",
        "  <photos>",
        "    <photo>https://example.com/image.png</photo>",
        "  </photos>",
        "</Pet>",
    ]


def test_xml_follows_the_node_types_of_3_2():
    """Text, CDATA and attributes stand in the element itself; an object of type `none` has no element of its own."""
    kinds = {"id": "attribute", "said": "text", "raw": "cdata"}
    texts = {name: {"type": "string", "example": "<&>", "xml": {"nodeType": kind}} for name, kind in kinds.items()}
    inner = {"type": "object", "xml": {"nodeType": "none"}, "properties": {"in": {"type": "integer"}, **texts}}
    listed = {"type": "array", "xml": {"nodeType": "element"}, "items": {"type": "integer"}}
    schema = {"type": "object", "xml": {"name": "All"}, "properties": {"part": inner, "list": listed}}
    told = {"content": {"application/xml": {"schema": schema}}}
    media = only({"requestBody": told}, version="3.2.0").request_body.content[0]
    assert media_sample(media, direction="request")[0].text.splitlines()[1:] == [
        '<All id="&lt;&amp;&gt;">&lt;&amp;&gt;<![CDATA[<&>]]>',
        "  <in>1</in>",
        "  <list>",
        "    <list>1</list>",
        "  </list>",
        "</All>",
    ]


@pytest.mark.parametrize(
    ("declared", "sent"), [("image/*", "image/png"), ("video/*", "video/mp4"), ("*/*", "application/octet-stream")]
)
def test_a_file_of_a_range_travels_as_a_type_of_that_range(declared, sent):
    """A server that takes pictures does not take `application/octet-stream`."""
    schema = {"type": "string", "format": "binary"}
    plan = sample_plan(only({"requestBody": {"content": {declared: {"schema": schema}}}}))
    assert dict(plan.headers)["Content-Type"] == sent


@pytest.mark.parametrize(
    "said", [{"summary": "Add"}, {"summary": "Add", "externalValue": "https://example.com/e.json"}]
)
def test_an_example_that_is_not_in_the_document_is_not_sent(said):
    """Words about an example, or its address, are no body: a made one is sent, and the words stand with it."""
    schema = {"type": "object", "properties": {"n": {"type": "integer"}}}
    told = {"content": {"application/json": {"schema": schema, "examples": {"first": said}}}}
    operation = only({"requestBody": told, "responses": {"200": {"description": "ok", **told}}})
    assert curl(sample_plan(operation)).endswith("""-d '{\n  "n": 1\n}'""")
    (shown,) = media_sample(operation.request_body.content[0], direction="request")
    assert (shown.name, shown.summary) == ("first", "Add")
    assert said.get("externalValue", "") in shown.description
    (answered,) = media_sample(operation.responses[0].content[0], direction="response")
    assert answered.text == said.get("externalValue", '{\n  "n": 1\n}')


@pytest.mark.parametrize(
    "told", [{"schema": {}}, {"schema": {"properties": {"file": {"format": "binary"}}}, "example": [1]}]
)
def test_a_multipart_body_is_sent_in_parts_whatever_its_example_is(told):
    """Text under `multipart/form-data` has no boundary, and no server reads it."""
    plan = sample_plan(only({"requestBody": {"content": {"multipart/form-data": told}}}))
    assert curl(plan).endswith("-F file=@file.bin")
    assert isinstance(plan.body, MultipartBody)


def test_a_media_type_with_a_colon_is_sent():
    """It is none by the letter of RFC 9110, but the one that the service knows, and it can do no harm in a header."""
    told = {"application/vnd:example+json": {"schema": {"type": "integer"}}}
    assert "Content-Type: application/vnd:example+json" in curl(sample_plan(only({"requestBody": {"content": told}})))


def test_a_file_that_is_called_json_is_not_read_as_json():
    """`format: binary` under `application/json` is a file of any kind: `response.json()` would fail on it."""
    file = {"application/json": {"schema": {"type": "string", "format": "binary"}}}
    plan = sample_plan(only({"responses": {"200": {"description": "ok", "content": file}}}))
    assert "response.text" in python(plan)


def test_multipart_files_are_files():
    schema = {
        "type": "object",
        "properties": {
            "file": {"type": "string", "format": "binary"},
            "meta": {"type": "object", "properties": {"a": {"type": "integer"}}},
        },
    }
    operation = only({"requestBody": {"content": {"multipart/form-data": {"schema": schema}}}})
    body = sample_plan(operation).body
    assert isinstance(body, MultipartBody)
    assert [(part.name, part.value, part.media_type) for part in body.parts] == [
        ("file", None, ""),
        ("meta", '{"a": 1}', "application/json"),
    ]


def test_bytes_are_a_file():
    operation = only({"requestBody": {"content": {"application/octet-stream": {}}}})
    assert request_tabs(operation)[0].code.endswith("--data-binary @file.bin")


@pytest.mark.parametrize(
    ("media_type", "text"),
    [
        ("application/jsonl", '{"name": "Rex"}'),
        ("application/json-seq", '\u241e{"name": "Rex"}'),
        ("text/event-stream", 'data: {"name": "Rex"}'),
    ],
)
def test_streams_are_framed(media_type, text):
    item = {"type": "object", "properties": {"name": {"const": "Rex"}}}
    operation = only({"requestBody": {"content": {media_type: {"itemSchema": item}}}}, version="3.2.0")
    assert media_sample(operation.request_body.content[0], direction="request")[0].text == text


def test_server_sent_events_show_their_fields():
    item = {"type": "object", "properties": {"data": {"type": "string", "const": "a\nb"}, "event": {"const": "add"}}}
    operation = only({"requestBody": {"content": {"text/event-stream": {"itemSchema": item}}}}, version="3.2.0")
    assert (
        media_sample(operation.request_body.content[0], direction="request")[0].text == "event: add\ndata: a\ndata: b"
    )


def test_a_body_without_shape_has_no_sample():
    operation = only({"requestBody": {"content": {"application/json": {}}}})
    assert media_sample(operation.request_body.content[0], direction="request") == ()


def test_parameter_value_prefers_the_authors_example():
    operation = only({"parameters": [parameter("petId", "path", {"type": "integer", "examples": [1]}, example=77)]})
    assert sample_values(operation).of(operation.parameters[0]) == 77


@pytest.mark.parametrize(
    ("schema", "value"),
    [({}, ["ids"]), ({"items": {"type": "integer"}}, [1]), ({"maxItems": 0}, []), ({"example": []}, [])],
)
def test_a_list_of_which_nothing_is_known_holds_its_name(schema, value):
    """An empty list travels nowhere: a path would lack its part."""
    ids = {"name": "ids", "in": "path", "required": True, "schema": {"type": "array", **schema}}
    get = {"parameters": [ids], "responses": {"200": {"description": "OK"}}}
    document = {"openapi": "3.0.3", "info": {"title": "t", "version": "1"}, "paths": {"/p/{ids}": {"get": get}}}
    operation = load_api(document).operations[0]
    assert sample_values(operation).of(operation.parameters[0]) == value


def test_authors_code_samples_come_last():
    operation = only({"x-codeSamples": [{"lang": "Go", "source": "package main"}]})
    assert [tab.label for tab in request_tabs(operation)][:2] == ["cURL", "Python"]
    assert request_tabs(operation)[-1].code == "package main"


def test_a_custom_method_is_written_in_both_languages():
    operation = only({}, method="query", version="3.2.0", path="/a")
    request = sample_plan(operation)
    assert curl(request) == "curl -X QUERY https://api.example.com/v1/a"
    assert 'httpx.request(\n    "QUERY",' in python(request)


def test_both_languages_show_the_default_of_a_parameter():
    """cURL takes the default by `ApiBlock`'s rule; Python shows the same value, though there is an example too."""
    parameters = [
        parameter("status", "query", {"type": "string", "default": "available"}, example="sold"),
        parameter("tags", "query", {"type": "array", "items": {"type": "string"}, "default": ["a", "b"]}),
        parameter("none", "query", {"type": "array", "items": {"type": "string"}, "default": []}),
    ]
    operation = only({"parameters": parameters})
    assert "?status=available&tags=a&tags=b&none=<none>'" in request_tabs(operation)[0].code
    source = request_tabs(operation)[1].code
    assert '("status", "available")' in source
    assert '("tags", "a"), ("tags", "b")' in source


def test_a_body_without_a_sample_still_has_its_content_type():
    """The media type is known, so it is sent; multipart needs the boundary of its parts."""
    for media_type, shown in (("application/json", True), ("multipart/form-data", False), ("*/*", False)):
        operation = only({"requestBody": {"content": {media_type: {}}}}, method="post")
        for tab in request_tabs(operation):
            assert (media_type in tab.code) is shown


def test_a_base_url_takes_the_place_of_the_documents_server():
    tabs = request_tabs(only({}), base_url="https://other.example")
    assert all("https://other.example/" in tab.code and "api.example.com" not in tab.code for tab in tabs)


def test_an_object_in_a_query_has_a_placeholder_for_each_member():
    """`filter=<filter>` would be another parameter: the document says that it travels as `filter[status]=...`."""
    schema = {"type": "object", "properties": {"status": {"type": "string"}, "limit": {"type": "integer"}}}
    operation = only(
        {
            "parameters": [
                parameter("filter", "query", schema, style="deepObject", explode=True),
                parameter("open", "query", {"type": "object"}, style="deepObject", explode=True),
                parameter("flat", "query", schema),
                parameter("joined", "query", schema, explode=False),
            ]
        },
        method="get",
        path="/a",
    )
    assert request_tabs(operation)[0].code == (
        "curl -g 'https://api.example.com/v1/a?filter[status]=<status>&filter[limit]=<limit>&open[<key>]=<value>"
        "&status=<status>&limit=<limit>&joined=<joined>'"
    )


@pytest.mark.parametrize("responses", [{"204": {"description": "done"}}, {"200": {"description": "ok"}}])
def test_a_documented_answer_without_a_body_is_not_read_as_json(responses):
    """Beside one that is JSON, too: the sample must not fail after the request succeeded."""
    json_answer = {"201": {"description": "ok", "content": {"application/json": {"schema": {"type": "object"}}}}}
    for documented in (responses, {**json_answer, **responses}):
        operation = only({"responses": documented})
        _, python_tab, javascript_tab = request_tabs(operation)
        assert python_tab.code.endswith("print(response.text)")
        assert javascript_tab.code.endswith("console.log(await response.text());")


def test_what_cannot_be_sent_is_left_out():
    """Null and empty values, and what no part of a request can hold."""
    operation = only(
        {
            "parameters": [
                parameter("none", "query", {}, required=True, example=None),
                parameter("all", "query", {"type": "array", "items": {}}, required=True, example=[]),
                parameter("X-Lines", "header", example="a\nb"),
                parameter("petId", "path", example=".."),
            ]
        }
    )
    plan = sample_plan(operation)
    assert plan.parameters == ()
    assert plan.written_path == "/pets/{petId}"


def test_a_block_a_signature_and_a_page_name_a_type_alike():
    """One label: the row of a block, the docstring of the client and the page say the same of every parameter."""
    schemas = {
        "when": ({"type": "string", "format": "date-time"}, "string · date-time"),
        "ids": ({"type": "array", "items": {"type": "array", "items": {"type": "integer"}}}, "integer[][]"),
        "name": ({"type": ["string", "null"]}, "string | null"),
        "open": ({}, "any"),
    }
    parameters = [{"name": name, "in": "query", "schema": schema} for name, (schema, _) in schemas.items()]
    document = {
        "openapi": "3.1.0",
        "info": {"title": "T", "version": "1"},
        "paths": {"/x": {"get": {"operationId": "op", "parameters": parameters, "responses": {}}}},
    }
    embed = OpenApiEmbed(document)
    block = {row.name: row.type for row in operation_card(embed.api["op"]).rows}
    said = inspect.getdoc(embed.client("http://127.0.0.1:9").op)
    for name, (_, label) in schemas.items():
        assert block[name] == label
        assert f"{name} ({label}, query)" in said
        assert label in embed.html
