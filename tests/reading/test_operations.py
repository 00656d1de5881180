"""Operations: which there are, and what holds for each."""

from __future__ import annotations

import pytest

from apiref_nb.errors import TooLargeError
from apiref_nb.model import MISSING
from apiref_nb.parsing import from_mapping
from apiref_nb.reading import normalize
from apiref_nb.reading.limits import LIMITS
from tests.reading.written import GOOD, api, messages, operation, written


def test_five_methods_are_rendered_and_the_others_kept_apart():
    """HEAD, OPTIONS and TRACE are read, but are no cards."""
    found = api(
        paths={"/x": dict.fromkeys(["get", "head", "post", "options", "put", "trace", "patch", "delete"], GOOD)}
    )
    assert [each.method for each in found.operations] == ["GET", "POST", "PUT", "PATCH", "DELETE"]
    assert [each.method for each in found.unrendered] == ["HEAD", "OPTIONS", "TRACE"]


def test_methods_of_3_2_are_read_and_not_rendered():
    """`query` and `additionalOperations`, the latter as written."""
    assert [each.key for each in written("orchestra-3.2.yaml").unrendered] == [
        "QUERY /concerts",
        "SUBSCRIBE /concerts",
    ]


def test_extensions_are_no_paths_and_no_methods():
    """Keys that begin with `x-` are never mistaken for either."""
    found = api(paths={"x-path": {"get": GOOD}, "/x": {"x-get": GOOD, "get": GOOD}})
    assert [each.key for each in found.operations] == ["GET /x"]
    assert found.problems == ()


def test_path_parameters_are_merged_and_the_operation_wins():
    """By name and location, in the path's order, then the operation's own."""
    get = next(each for each in written("library-3.0.yaml").operations if each.operation_id == "getBook")
    assert [(each.name, each.required, each.description) for each in get.parameters] == [
        ("bookId", True, ""),
        ("X-Trace", True, "Needed here"),
    ]
    both = operation(
        parameters=[{"name": "a", "in": place, "required": True, "schema": {}} for place in ("query", "header")]
    )
    assert [each.location for each in both.parameters] == ["query", "header"]


def test_a_path_may_be_a_reference():
    """The path item's operations are read where they stand; fields beside the reference win."""
    found = api(
        paths={"/x": {"$ref": "#/components/pathItems/X", "summary": "Here"}},
        components={"pathItems": {"X": {"summary": "There", "get": GOOD}}},
    )
    (get,) = found.operations
    assert (get.key, get.summary, get.pointer) == ("GET /x", "Here", "#/components/pathItems/X/get")


def test_a_path_tells_its_summary_to_operations_without_one():
    """`summary` and `description` of a path are meant for all its operations."""
    found = api(paths={"/x": {"summary": "All", "get": GOOD, "put": {**GOOD, "description": "Own"}}})
    assert [(each.summary, each.description) for each in found.operations] == [("All", ""), ("", "Own")]


def test_a_path_tells_its_description_to_operations_that_have_a_summary_alone():
    """What an author says of a path is not lost because its operations have a title."""
    found = api(paths={"/x": {"summary": "All", "description": "Said once.", "get": {**GOOD, "summary": "One"}}})
    assert [(each.summary, each.description) for each in found.operations] == [("One", "Said once.")]


def test_statuses_stand_by_number_and_the_rest_behind_them():
    """As tools in JavaScript order them, so that a merged key of YAML does not put an error first."""
    written = {status: {"description": ""} for status in ("default", "404", "4XX", "200", "201")}
    assert [each.status_code for each in operation(responses=written).responses] == [
        "200", "201", "404", "default", "4XX",
    ]  # fmt: skip


@pytest.mark.parametrize(("version", "said"), [("3.0.3", "There"), ("3.1.0", "Here")])
def test_words_beside_a_reference_come_before_those_of_its_target_since_3_1(version, said):
    """A Reference Object may say `description` itself; the next reference to the same target says its own again."""
    bad, pet = {"$ref": "#/components/responses/Bad"}, {"$ref": "#/components/parameters/Pet"}
    found = api(
        version,
        paths={
            "/x/{pet}": {
                "get": {
                    "parameters": [{**pet, "description": "Here"}],
                    "responses": {"400": {**bad, "description": "Here"}, "401": bad},
                },
                "put": {"parameters": [pet], "responses": {"400": bad}},
            }
        },
        components={
            "responses": {"Bad": {"description": "There"}},
            "parameters": {
                "Pet": {"name": "pet", "in": "path", "required": True, "schema": {}, "description": "There"}
            },
        },
    )
    get, put = found.operations
    assert [each.description for each in (*get.parameters, *get.responses)] == [said, said, "There"]
    assert [each.description for each in (*put.parameters, *put.responses)] == ["There", "There"]


def test_internal_operations_are_left_out():
    """`x-internal` on an operation or a path; the source paths still count all."""
    found = api(
        paths={"/a": {"get": {**GOOD, "x-internal": True}, "put": GOOD}, "/b": {"x-internal": True, "get": GOOD}}
    )
    assert [each.key for each in found.operations] == ["PUT /a"]
    assert (found.path_count, found.internal_count) == (2, 2)


def test_an_operation_that_is_no_mapping_is_broken_and_the_rest_is_read():
    """It keeps its place in the reference, with its problem."""
    found = api(paths={"/a": {"get": "text", "put": GOOD}})
    get, put = found.operations
    assert (get.broken, put.broken) == (True, False)
    assert messages(get) == [("#/paths/~1a/get", 'an operation must be a mapping (got "text")')]


@pytest.mark.parametrize(
    ("location", "given", "style", "explode"),
    [
        ("query", {}, "form", True),
        ("cookie", {}, "form", True),
        ("path", {}, "simple", False),
        ("header", {}, "simple", False),
        ("query", {"style": "spaceDelimited"}, "spaceDelimited", False),
        ("query", {"style": "deepObject", "explode": True}, "deepObject", True),
        ("path", {"style": "label"}, "label", False),
    ],
)
def test_the_style_of_a_parameter_is_the_effective_one(location, given, style, explode):
    """The location's default holds when none is declared."""
    parameter = {"name": "a", "in": location, "required": True, "schema": {}, **given}
    (found,) = operation(path="/{a}" if location == "path" else "/x", parameters=[parameter]).parameters
    assert (found.style, found.explode) == (style, explode)


def test_a_parameter_may_be_a_media_type():
    """`content` in place of `schema`: the media type is kept, and its schema is the parameter's."""
    content = {"application/json": {"schema": {"type": "object"}, "example": {"a": 1}}}
    (found,) = operation(parameters=[{"name": "a", "in": "query", "content": content}]).parameters
    assert found.media_type is not None
    assert found.media_type.media_type == "application/json"
    assert found.schema is found.media_type.schema


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("Accept", "the content of the responses"),
        ("content-type", "the content of the request body"),
        ("Authorization", "a security scheme"),
    ],
)
def test_headers_that_the_document_says_elsewhere_are_shown_and_told(name, said):
    """OpenAPI 3 has tools ignore them, but what their author says may be all that is known; 2.0 has no such rule."""
    raw = {"name": name, "in": "header", "required": True}
    found = {
        "3.0.3": operation("3.0.3", parameters=[{**raw, "schema": {"type": "string"}}]),
        "2.0": operation("2.0", parameters=[{**raw, "type": "string"}]),
    }
    assert [[parameter.name for parameter in one.parameters] for one in found.values()] == [[name], [name]]
    assert messages(found["2.0"]) == []
    assert messages(found["3.0.3"]) == [
        ("#/paths/~1x/get/parameters/0/name", f"tools ignore a header parameter {name}; {said} says it")
    ]


def test_examples_are_kept_verbatim():
    """Named, unnamed, by reference; null is a value, and an absent value is none."""
    content = {
        "application/json": {
            "examples": {
                "null": {"value": None},
                "outside": {"externalValue": "https://example.com/a.json"},
                "shared": {"$ref": "#/components/examples/E"},
                "bare": 5,
            }
        },
        "text/plain": {"example": "x"},
    }
    found = operation(
        responses={"200": {"description": "", "content": content}},
        __components={"examples": {"E": {"summary": "S", "value": {"b": 1, "a": [2]}}}},
    )
    json, text = found.responses[0].content
    assert [(each.name, each.value, each.external, each.summary) for each in json.examples] == [
        ("null", None, "", ""),
        ("outside", MISSING, "https://example.com/a.json", ""),
        ("shared", {"b": 1, "a": [2]}, "", "S"),
        ("bare", 5, "", ""),
    ]
    assert [each.value for each in text.examples] == ["x"]


def test_examples_of_3_2_keep_data_and_wire():
    """`dataValue` is the value; `serializedValue` is how it travels."""
    response = written("orchestra-3.2.yaml").operations[0].responses[0]
    assert response.summary == "The coming concerts"
    assert [(each.value, each.serialized) for each in response.content[0].examples] == [
        ([{"title": "Nocturne"}], '[{"title":"Nocturne"}]'),
        (MISSING, "[]"),
        (MISSING, ""),
    ]


def test_streams_of_3_2_have_the_schema_of_an_item():
    """Inline and by reference to a media type of the components."""
    found = written("orchestra-3.2.yaml")
    notes = next(each for each in found.operations if each.operation_id == "streamNotes")
    events, lines, *_ = notes.responses[0].content
    assert events.item_schema is lines.item_schema is found.schemas["Note"]


def test_positional_multipart_of_3_2_says_how_each_part_travels():
    """`prefixEncoding` for the first parts, `itemEncoding` for the rest."""
    body = next(
        each for each in written("orchestra-3.2.yaml").operations if each.operation_id == "addScore"
    ).request_body
    (mixed,) = body.content
    assert [each.content_type for each in mixed.prefix_encoding] == ["application/json"]
    assert mixed.item_encoding.content_type == "image/png"
    assert [header.name for header in mixed.item_encoding.headers] == ["X-Page"]


def test_a_querystring_parameter_of_3_2_is_a_media_type():
    """The whole query is one value."""
    (found,) = written("orchestra-3.2.yaml").operations[0].parameters
    assert (found.location, found.media_type.media_type) == ("querystring", "application/x-www-form-urlencoded")


def test_callbacks_and_webhooks_are_listed():
    """With method, expression and summary."""
    found = operation(callbacks={"done": {"{$request.body#/url}": {"post": {"summary": "Done", **GOOD}}}})
    assert [(each.name, each.expression, each.method, each.summary) for each in found.callbacks] == [
        ("done", "{$request.body#/url}", "POST", "Done")
    ]
    assert [(each.key, each.summary) for each in written("orchestra-3.2.yaml").webhooks] == [
        ("POST curtain", "The curtain rises")
    ]
    assert [each.key for each in api("3.0.3", **{"x-webhooks": {"w": {"post": GOOD}}}).webhooks] == ["POST w"]


def test_links_name_their_target():
    """operationId or operationRef, and parameters as text."""
    links = {"self": {"operationId": "here", "parameters": {"a": "$response.body#/a", "b": 5}}}
    (response,) = operation(operationId="here", responses={"200": {"description": "", "links": links}}).responses
    (link,) = response.links
    assert (link.name, link.target) == ("self", "here")
    assert link.parameters == (("a", "$response.body#/a"), ("b", "5"))


def test_the_authors_samples_are_kept():
    """`x-codeSamples` and its older spelling; shells are bash; what is no sample is left out."""
    found = operation(
        **{
            "x-codeSamples": [
                {"lang": "Shell", "source": "a"},
                {"lang": "PHP", "label": "php 8", "source": "b"},
                {},
                5,
            ],
            "x-code-samples": [{"lang": "python3", "source": "c"}],
        }
    )
    assert [(each.language, each.label, each.code) for each in found.code_samples] == [
        ("bash", "Shell", "a"),
        ("php", "php 8", "b"),
        ("python", "python3", "c"),
    ]


def test_an_operation_is_found_by_id_key_and_pair():
    """`Api.find` takes all three."""
    found = written("library-3.0.yaml")
    get = found.find("getBook")
    assert get is not None
    assert get is found.find("GET /books/{bookId}") is found.find(("get", "/books/{bookId}"))
    assert found.find("nothing") is None
    assert found.find("") is None


def test_references_that_multiply_parts_are_refused_in_time():
    """A small document whose references come to more parts than are read is too large."""
    item = {"get": {**GOOD, "parameters": [{"$ref": "#/components/parameters/P"}] * 1_000}}
    document = {
        "openapi": "3.1.0",
        "info": {"title": "T", "version": "1"},
        "paths": {f"/{index}": {"$ref": "#/components/pathItems/I"} for index in range(LIMITS.max_parts // 1_000 + 1)},
        "components": {"pathItems": {"I": item}, "parameters": {"P": {"name": "p", "in": "query", "schema": {}}}},
    }
    with pytest.raises(TooLargeError):
        normalize(from_mapping(document))


@pytest.mark.parametrize("version", ["2.0", "3.1.1"])
def test_inline_parameters_that_say_the_same_are_one_value(version):
    """One of other words, and one with an example, which is judged where it stands, is a value of its own."""
    kind = {"type": "integer"} if version == "2.0" else {"schema": {"type": "integer"}}
    same = {"name": "limit", "in": "query", **kind}
    other, shown = {**same, "description": "Other"}, {**same, "x-example": 1, "example": 1}
    given = {"/a": same, "/b": {**same}, "/c": other, "/d": shown, "/e": {**shown}}
    paths = {path: {"get": {**GOOD, "parameters": [one]}} for path, one in given.items()}
    first, again, third, fourth, fifth = (each.parameters[0] for each in api(version, paths=paths).operations)
    assert first is again
    assert first.pointer == "#/paths/~1a/get/parameters/0"
    assert (third.description, third.pointer) == ("Other", "#/paths/~1c/get/parameters/0")
    assert fourth.examples[0].pointer != fifth.examples[0].pointer
