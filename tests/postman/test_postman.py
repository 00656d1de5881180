"""The collection: one request for each operation, everything that was published, nothing that was not."""

from __future__ import annotations

import json
import re
import subprocess
import sys

import pytest

from apiref_nb.load import load_api
from apiref_nb.postman.collection import collection_json, to_postman
from tests.writing.documents import (
    DOCUMENTS,
    OK,
    api_of,
    collection_of,
    keys,
    only,
    real_documents,
    requests,
    texts,
    variables,
)

REFERENCE = re.compile(r"\{\{([^{}]+)\}\}")


def json_body(*examples, schema=None):
    named = {f"e{number}": {"value": value} for number, value in enumerate(examples)}
    return {"content": {"application/json": {"schema": schema or {"type": "object"}, "examples": named}}}


def test_two_processes_give_the_same_bytes():
    """No id, order or clock of a process is in a collection."""
    path = DOCUMENTS / "library-3.1.yaml"
    here = collection_json(load_api(path))
    source = (
        "import sys, pathlib; from apiref_nb.load import load_api; "
        "from apiref_nb.postman.collection import collection_json; "
        "sys.stdout.reconfigure(encoding='utf-8', newline=''); "
        "sys.stdout.write(collection_json(load_api(pathlib.Path(sys.argv[1]))))"
    )
    there = subprocess.run(
        [sys.executable, "-c", source, str(path)], capture_output=True, check=True, env={"PYTHONHASHSEED": "77"}
    )
    assert here.encode() == there.stdout


def test_the_text_is_the_data():
    """The line-by-line text says what `json.dumps` would say."""
    api = load_api(DOCUMENTS / "library-3.0.yaml")
    assert to_postman(api) == json.loads(collection_json(api))


def test_one_request_a_line():
    """A change of one operation is a change of a few lines."""
    text = collection_json(api_of({"/a": {"get": {"responses": OK}}, "/b": {"get": {"responses": OK}}}))
    assert sum('"request": {' in line for line in text.splitlines()) == 2


def test_every_id_is_used_once():
    """Ids tell folders and requests apart."""
    found = re.findall(r'"id": "([0-9a-f-]{36})"', collection_json(load_api(DOCUMENTS / "library-3.2.json")))
    assert found
    assert len(found) == len(set(found))


def test_operations_stand_in_the_folder_of_their_first_tag():
    """One request for each operation, in one folder, else under the first path segment behind the version."""
    made = collection_of(
        {
            "/v1/pets": {"get": {"tags": ["animals", "other"], "responses": OK}, "post": {"responses": OK}},
            "/v1/shops/{id}": {"get": {"responses": OK}},
        }
    )
    assert {folder["name"]: len(folder["item"]) for folder in made["item"]} == {"animals": 1, "pets": 1, "shops": 1}


def test_nested_tags_are_nested_folders():
    """A tag's parent is the folder around it."""
    made = collection_of(
        {"/a": {"get": {"tags": ["child"], "responses": OK}}, "/b": {"get": {"tags": ["parent"], "responses": OK}}},
        version="3.2.0",
        tags=[{"name": "parent"}, {"name": "child", "parent": "parent"}],
    )
    (parent,) = made["item"]
    assert parent["name"] == "parent"
    assert [inner["name"] for inner in parent["item"] if "item" in inner] == ["child"]


def test_methods_without_a_card_are_kept():
    """HEAD, OPTIONS, TRACE, QUERY and custom methods are requests as well."""
    paths = {
        "/a": {method: {"responses": OK} for method in ("get", "head", "options", "trace", "query")}
        | {"additionalOperations": {"COPY": {"responses": OK}}}
    }
    made = requests(collection_of(paths, version="3.2.0"))
    assert sorted(item["request"]["method"] for item in made) == ["COPY", "GET", "HEAD", "OPTIONS", "QUERY", "TRACE"]


def test_webhooks_come_when_asked_for():
    """A webhook is a request of the API's own: it is sent to an address of the reader's."""
    api = api_of({}, webhooks={"newPet": {"post": {"responses": OK}}})
    assert requests(to_postman(api)) == []
    (item,) = requests(to_postman(api, webhooks=True))
    assert item["request"]["url"]["raw"] == "{{webhookUrl}}/newPet"


def test_path_placeholders_become_path_variables():
    """`{petId}` is `:petId`, with its sample and its description."""
    made = only(
        collection_of(
            {
                "/pets/{petId}": {
                    "get": {
                        "parameters": [
                            {
                                "name": "petId",
                                "in": "path",
                                "required": True,
                                "description": "Which",
                                "schema": {"type": "integer", "examples": [7]},
                            }
                        ],
                        "responses": OK,
                    }
                }
            }
        )
    )["request"]["url"]
    assert made["raw"] == "{{baseUrl}}/pets/:petId"
    assert made["path"] == ["pets", ":petId"]
    assert made["variable"] == [{"key": "petId", "value": "7", "description": "Which"}]


def test_a_placeholder_within_a_segment_is_a_declared_variable():
    """Postman knows no path variable within a segment."""
    made = collection_of({"/files/{name}.{kind}": {"get": {"responses": OK}}})
    assert only(made)["request"]["url"]["path"] == ["files", "{{name}}.{{kind}}"]
    assert {"name", "kind"} <= variables(made).keys()


def test_paths_that_differ_in_their_fragment_stay_apart():
    """A fragment is not sent; both requests are there."""
    made = requests(collection_of({"/f/{id}": {"get": {"responses": OK}}, "/f/{id}#x": {"get": {"responses": OK}}}))
    assert [item["request"]["url"].get("hash", "") for item in made] == ["", "x"]


def query_of(*parameters):
    made = only(collection_of({"/a": {"get": {"parameters": list(parameters), "responses": OK}}}))
    return made["request"]["url"]


def test_paths_that_differ_in_the_names_of_placeholders_are_two_requests():
    """One finds by number, one by name: OpenAPI calls such paths alike, readers need both."""
    made = requests(collection_of({"/f/{id}": {"get": {"responses": OK}}, "/f/{name}": {"get": {"responses": OK}}}))
    assert [item["request"]["url"]["path"] for item in made] == [["f", ":id"], ["f", ":name"]]


def test_optional_query_parameters_are_there_but_not_sent():
    """The reader switches on what is needed; what is required is on."""
    url = query_of(
        {"name": "limit", "in": "query", "schema": {"type": "integer", "default": 20}},
        {"name": "q", "in": "query", "required": True, "schema": {"const": "a&b"}},
    )
    assert [(entry["key"], entry["value"], entry.get("disabled", False)) for entry in url["query"]] == [
        ("limit", "20", True),
        ("q", "a%26b", False),
    ]
    assert url["raw"] == "{{baseUrl}}/a?q=a%26b"


@pytest.mark.parametrize(
    ("style", "explode", "expected"),
    [
        ("form", True, [("n", "1"), ("n", "2")]),
        ("form", False, [("n", "1,2")]),
        ("spaceDelimited", False, [("n", "1%202")]),
        ("pipeDelimited", False, [("n", "1%7C2")]),
    ],
)
def test_arrays_travel_in_the_style_of_the_document(style, explode, expected):
    """The pairs are those that the API takes apart again."""
    url = query_of(
        {
            "name": "n",
            "in": "query",
            "required": True,
            "style": style,
            "explode": explode,
            "example": [1, 2],
            "schema": {"type": "array", "items": {"type": "integer"}},
        }
    )
    assert expected == [(entry["key"], entry["value"]) for entry in url["query"]]


def test_deep_objects_travel_as_brackets():
    """`filter[colour]=red`."""
    url = query_of({"name": "filter", "in": "query", "style": "deepObject", "example": {"colour": "red"}})
    assert [(entry["key"], entry["value"]) for entry in url["query"]] == [("filter[colour]", "red")]


def test_a_whole_query_string_is_taken_apart():
    """`in: querystring` of OpenAPI 3.2 shows its pairs."""
    parameter = {
        "name": "all",
        "in": "querystring",
        "content": {"application/x-www-form-urlencoded": {"example": {"a": "1", "b": "2"}}},
    }
    made = only(collection_of({"/a": {"get": {"parameters": [parameter], "responses": OK}}}, version="3.2.0"))
    assert [(e["key"], e["value"]) for e in made["request"]["url"]["query"]] == [("a", "1"), ("b", "2")]


def test_every_server_is_a_variable():
    """Servers of the document, of a path and of an operation; each request goes to its own."""
    made = collection_of(
        {
            "/a": {"get": {"responses": OK}},
            "/b": {"servers": [{"url": "https://b.example"}], "get": {"responses": OK}},
            "/c": {"get": {"servers": [{"url": "https://c.example"}], "responses": OK}},
        },
        servers=[{"url": "https://{region}.example/v1", "variables": {"region": {"default": "eu", "enum": ["eu"]}}}],
    )
    assert variables(made) == {
        "region": "eu",
        "baseUrl": "https://{{region}}.example/v1",
        "baseUrl2": "https://b.example",
        "baseUrl3": "https://c.example",
    }
    assert [item["request"]["url"]["host"][0] for item in requests(made)] == [
        "{{baseUrl}}",
        "{{baseUrl2}}",
        "{{baseUrl3}}",
    ]


def test_a_document_without_servers_still_has_an_address():
    """`baseUrl` is always declared."""
    assert variables(collection_of({"/a": {"get": {"responses": OK}}})) == {"baseUrl": "http://localhost"}


BODIES = [
    ("application/json", {"a": 1}, "raw", "json"),
    ("application/vnd.x+json", {"a": 1}, "raw", "json"),
    ("application/xml", "<a/>", "raw", "xml"),
    ("text/html", "<p>", "raw", "html"),
    ("text/plain", "words", "raw", "text"),
    ("application/x-www-form-urlencoded", {"a": "1"}, "urlencoded", None),
    ("multipart/form-data", {"a": "1"}, "formdata", None),
]


@pytest.mark.parametrize(("media_type", "example", "mode", "language"), BODIES)
def test_bodies_use_the_mode_of_their_media_type(media_type, example, mode, language):
    """Raw with a language, urlencoded, formdata."""
    content = {media_type: {"schema": {"type": "object"}, "example": example}}
    body = only(collection_of({"/a": {"post": {"requestBody": {"content": content}, "responses": OK}}}))["request"][
        "body"
    ]
    assert mode == body["mode"]
    assert language == body.get("options", {}).get("raw", {}).get("language")


def test_a_body_of_bytes_is_a_file():
    """The reader picks the file; until then a word stands for it, so that the request can be sent."""
    content = {"application/octet-stream": {"schema": {"type": "string", "format": "binary"}}}
    made = only(collection_of({"/a": {"post": {"requestBody": {"content": content}, "responses": OK}}}))
    assert made["request"]["body"] == {"mode": "file", "file": {"content": "example"}}


def test_file_parts_are_files():
    """A part whose schema stands for bytes is picked by the reader, too."""
    schema = {"type": "object", "properties": {"photo": {"type": "string", "format": "binary"}, "alt": {"const": "x"}}}
    content = {"multipart/form-data": {"schema": schema}}
    made = only(
        collection_of({"/a": {"post": {"requestBody": {"content": content}, "responses": OK}}}, version="3.0.3")
    )
    assert {e["key"]: e["type"] for e in made["request"]["body"]["formdata"]} == {"photo": "file", "alt": "text"}
    assert "Content-Type" not in [header["key"] for header in made["request"].get("header", ())]


def test_no_body_is_left_empty():
    """A request without a body has none, nor has an answer without content."""
    made = only(collection_of({"/a": {"get": {"responses": {"204": {"description": "Gone"}}}}}))
    assert "body" not in made["request"]
    assert "body" not in made["response"][0]
    assert made["response"][0]["code"] == 204


def test_a_get_with_a_body_keeps_it():
    """Postman drops the body of some methods unless the item says otherwise."""
    made = only(collection_of({"/a": {"get": {"requestBody": json_body({"a": 1}), "responses": OK}}}))
    assert made["protocolProfileBehavior"] == {"disableBodyPruning": True}


def test_every_published_answer_is_saved():
    """One saved response for each status, media type and example, verbatim."""
    answers = {
        "200": {
            "description": "Found",
            "content": {
                "application/json": {"examples": {"one": {"value": {"a": 1.0}}, "two": {"value": [None]}}},
                "text/csv": {"example": "a;b\n1;\t2"},
            },
        },
        "4XX": {"description": "Refused"},
        "default": {"description": "Else", "content": {"application/json": {"example": "text"}}},
    }
    made = only(collection_of({"/a": {"get": {"responses": answers}}}))["response"]
    assert [saved["code"] for saved in made] == [200, 200, 200, 400, 500]
    assert [json.loads(saved["body"]) for saved in made[:2]] == [{"a": 1.0}, [None]]
    assert made[2]["body"] == "a;b\n1;\t2"
    assert json.loads(made[4]["body"]) == "text"
    assert [saved["_postman_previewlanguage"] for saved in made] == ["json", "json", "text", "text", "json"]
    assert [saved["name"] for saved in made[:2]] == ["200 Found · one", "200 Found · two"]


def test_serialized_examples_of_3_2_are_the_text():
    """`serializedValue` is what travels."""
    content = {"application/json": {"examples": {"a": {"dataValue": {"n": 1}, "serializedValue": '{ "n":1 }'}}}}
    answers = {"200": {"description": "Done", "content": content}}
    (saved,) = only(collection_of({"/a": {"get": {"responses": answers}}}, version="3.2.0"))["response"]
    assert saved["body"] == '{ "n":1 }'


def test_streams_of_3_2_are_saved():
    """What `itemSchema` describes is an answer like any other, made from its schema where no example is published."""
    line = {"type": "object", "properties": {"n": {"const": 1}}, "required": ["n"]}
    content = {"application/jsonl": {"itemSchema": line}, "text/event-stream": {"itemSchema": line}}
    answers = {"200": {"description": "Events", "content": content}}
    made = only(collection_of({"/a": {"get": {"responses": answers}}}, version="3.2.0"))["response"]
    assert json.loads(made[0]["body"].splitlines()[0]) == {"n": 1}
    assert made[1]["body"]
    assert [saved["header"][0]["value"] for saved in made] == list(content)


def test_every_published_request_is_saved():
    """The first example is sent; each further one is the request of a saved response."""
    made = only(
        collection_of({"/a": {"post": {"requestBody": json_body({"n": 1}, {"n": 2}, {"n": 3}), "responses": OK}}})
    )
    assert json.loads(made["request"]["body"]["raw"]) == {"n": 1}
    assert [json.loads(saved["originalRequest"]["body"]["raw"]) for saved in made["response"]] == [
        {"n": 1},
        {"n": 2},
        {"n": 3},
    ]


def test_examples_of_one_name_belong_together():
    """A request and an answer that the author gave one name are one pair."""
    content = {"application/json": {"examples": {"e1": {"value": "second"}, "e0": {"value": "first"}}}}
    answers = {"200": {"description": "Done", "content": content}}
    made = only(collection_of({"/a": {"post": {"requestBody": json_body(0, 1, schema={}), "responses": answers}}}))
    assert [(saved["originalRequest"]["body"]["raw"], saved["body"]) for saved in made["response"]] == [
        ("1", '"second"'),
        ("0", '"first"'),
    ]


def test_a_published_form_is_kept_as_the_author_wrote_it():
    """The form is sent as fields; the example's data stands beside them."""
    content = {"application/x-www-form-urlencoded": {"schema": {"type": "object"}, "example": {"a": 1}}}
    made = only(collection_of({"/a": {"post": {"requestBody": {"content": content}, "responses": OK}}}))
    assert "raw" not in made["request"]["body"]
    assert json.loads(made["response"][0]["originalRequest"]["body"]["raw"]) == {"a": 1}


def test_cycles_end():
    """A schema that contains itself gives a finite sample."""
    node = {"type": "object", "properties": {"next": {"$ref": "#/components/schemas/Node"}}}
    answers = {
        "200": {
            "description": "Done",
            "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Node"}}},
        }
    }
    made = collection_of({"/a": {"get": {"responses": answers}}}, components={"schemas": {"Node": node}})
    assert len(only(made)["response"][0].get("body", "")) < 1000


def test_double_braces_of_a_document_never_become_a_variable():
    """`{{baseUrl}}` in a text, a value or an example stays what the author wrote."""
    evil = "{{baseUrl}} {{$guid}}"
    made = collection_of(
        {
            "/a": {
                "post": {
                    "summary": evil,
                    "description": evil,
                    "parameters": [
                        {"name": "q", "in": "query", "example": evil},
                        {"name": "X-H", "in": "header", "example": evil},
                    ],
                    "requestBody": json_body({evil: evil}),
                    "responses": OK,
                }
            }
        }
    )
    item = only(made)
    assert {"baseUrl"} == {name for text in texts(made) for name in REFERENCE.findall(text)}
    assert {evil: evil} == json.loads(item["request"]["body"]["raw"])


def test_no_script_at_any_depth():
    """A collection runs nothing: no document can make it."""
    example = {"event": [{"script": {"exec": ["pm.x()"]}}]}
    made = collection_of({"/a": {"post": {"requestBody": json_body(example), "responses": OK}}})
    assert not {"event", "script"} & set(keys(made))


def test_descriptions_are_text():
    """Some consumers read no other form."""
    for path in sorted(DOCUMENTS.glob("*.*")):
        for item in requests(to_postman(load_api(path))):
            assert isinstance(item["request"].get("description", ""), str)


def test_a_broken_operation_is_not_lost():
    """What can be known of it is there, and what is wrong with it."""
    api = load_api(DOCUMENTS / "problems-3.0.yaml")
    wanted = {operation.key for group in api.groups for operation in (*group.operations, *group.unrendered)}
    assert len(wanted) == len(requests(to_postman(api)))


@pytest.mark.slow
@pytest.mark.parametrize("path", real_documents(), ids=lambda path: path.name)
def test_real_documents_export_whole(path):
    """Every operation once, every variable declared, every documented status saved, one `originalRequest` each."""
    api = load_api(path)
    made = json.loads(collection_json(api))
    operations = [one for group in api.groups for one in (*group.operations, *group.unrendered)]
    found = requests(made)
    assert len(operations) == len(found)
    for item in found:
        assert item["request"]["url"]["raw"].startswith("{{baseUrl")
        assert all("originalRequest" in saved for saved in item["response"])
        sent = {key: value for key, value in item["request"].items() if key != "description"}
        used = {name for text in texts(sent) for name in REFERENCE.findall(text)}
        assert used <= variables(made).keys()
        named = {entry["key"] for entry in item["request"]["url"].get("variable", ())}
        assert {part[1:] for part in item["request"]["url"]["path"] if part.startswith(":")} <= named
    assert sum(len(one.responses) for one in operations) <= sum(len(item["response"]) for item in found)
    assert not {"event", "script"} & set(keys(made))


def test_descriptions_read_without_what_only_a_typesetter_needs():
    """A soft hyphen in a description goes; in code, and in a name, each character counts."""
    words = "co\xadoperate\u2028`co\xadde` \u202e"
    made = collection_of({"/a": {"get": {"summary": "na\xadme", "description": words, "responses": OK}}})
    (entry,) = requests(made)
    assert entry["name"] == "na\\xadme"
    assert entry["request"]["description"] == "cooperate `co\\xadde` \\u202e"


def test_a_collection_ends_where_a_request_and_its_answer_share_the_name_of_an_example():
    """Of the requests x and y, the answer x shows the first; y has one saved response more."""
    content = {"application/json": {"examples": {"x": {"value": 1}, "y": {"value": 2}}}}
    answer = {"200": {"description": "Fine", "content": {"application/json": {"examples": {"x": {"value": 3}}}}}}
    item = only(collection_of({"/a": {"post": {"requestBody": {"content": content}, "responses": answer}}}))
    assert [(saved["originalRequest"]["body"]["raw"], saved["body"]) for saved in item["response"]] == [
        ("1", "3"),
        ("2", "3"),
    ]


def test_every_example_of_a_request_is_saved_once_though_names_repeat():
    """An example per representation may have the same name: each is a request of its own."""
    examples = {"x": {"value": {"a": 1}}, "y": {"value": {"a": 2}}}
    content = {
        kind: {"examples": examples} for kind in ("application/json", "application/vnd.a+json", "application/xml")
    }
    answer = {"200": {"description": "Fine", "content": {"application/json": {"examples": examples}}}}
    item = only(collection_of({"/a": {"post": {"requestBody": {"content": content}, "responses": answer}}}))
    assert len(item["response"]) == 6
