"""What is wrong with a document, and exactly where: each line of `FOUND` is a rule, seen in problems-3.0.yaml."""

# ruff: noqa: E501 - a table of documents and messages reads better unbroken

from __future__ import annotations

import pytest

from apiref_nb.model import Problem
from apiref_nb.parsing import from_mapping, locate_all, parse
from apiref_nb.reading import normalize
from apiref_nb.reading.limits import LIMITS
from tests.reading.written import DOCUMENTS, GOOD, api, messages, operation, written

FOUND = [
    ("#/info", "the info object must have title"),
    ("#/info/version", "version must be text, in quotes (got 1.0)"),
    ("#/tags/0/summary", '"summary" is not a field of a tag in OpenAPI 3.0; it came with OpenAPI 3.2'),
    ("#/tags/1/name", 'the tag "parts" is declared twice; the first one is shown'),
    ("#/security/0/nobody", 'no security scheme is named "nobody"; declared: login, key'),
    ("#/servers/0/url", "the address names {host}, but no variable of the server declares it"),
    ("#/paths/parts", 'a path must begin with a slash (got "parts"); it is left out'),
    ("#/paths/~1parts/get/sumary", '"sumary" is not a field of an operation in OpenAPI 3.0; did you mean summary?'),
    ("#/paths/~1parts/get/security/0/login", 'the scheme "login" declares no scope "fly"'),
    ("#/paths/~1parts/get/parameters/0", "a parameter must have schema or content"),
    ("#/paths/~1parts/get/parameters/1/schema/minimum", "minimum must not be more than maximum (5 is more than 1)"),
    ("#/paths/~1parts/get/parameters/2", 'the query parameter "page" is listed twice; the last one is shown'),
    (
        "#/paths/~1parts/get/parameters/2/schema/type",
        'type must be array, boolean, integer, number, object or string (got "int")',
    ),
    ("#/paths/~1parts/get/parameters/3", "a parameter must have name"),
    ("#/paths/~1parts/get/parameters/4/in", 'in must be query, header, path or cookie (got "body")'),
    (
        "#/paths/~1parts/get/parameters/5/$ref",
        'the reference leads nowhere: "#/components/parameters/Gone" is not in this document',
    ),
    ("#/paths/~1parts/get/responses/200/content/application~1json/schema", "a schema with type: array must have items"),
    ("#/paths/~1parts/get/responses/20", 'a status code must be 100 to 599, 1XX to 5XX or default (got "20")'),
    (
        "#/paths/~1parts/get/responses/404/$ref",
        'the reference leads out of this document and is not followed: "https://example.com/responses.yaml#/NotFound"',
    ),
    ("#/paths/~1parts/put", "an operation must be a mapping (got a list of 0)"),
    ("#/paths/~1parts/post/operationId", 'the operationId "listParts" is used at #/paths/~1parts/get/operationId'),
    ("#/paths/~1parts/post/responses/201", "a response must have description"),
    (
        "#/paths/~1parts/post/responses/201/content/application~1json/schema/$ref",
        'the reference leads nowhere: "#/components/schemas/Gone" is not in this document',
    ),
    ("#/paths/~1parts/post/responses/201/links/next/operationId", 'no operation has the operationId "nobodyKnows"'),
    ("#/paths/~1parts/query", '"query" is not a field of a path in OpenAPI 3.0; it came with OpenAPI 3.2'),
    ("#/paths/~1parts~1{partId}/get", "an operation must have responses"),
    ("#/paths/~1parts~1{partId}/get", "the path names {partId}, but no path parameter declares it"),
    ("#/paths/~1parts~1{partId}/get/parameters/0", "a path parameter must have required: true"),
    ("#/paths/~1parts~1{partId}/get/parameters/0", 'the path parameter "part" is not in the path "/parts/{partId}"'),
    ("#/paths/~1parts~1{other}", 'the path differs from "/parts/{partId}" only in the names of its parameters'),
    ("#/paths/~1parts~1{other}/$ref", 'the reference leads nowhere: "#/components/round/a" is not in this document'),
    ("#/components/securitySchemes/key", "a security scheme of type apiKey must have name"),
    ("#/components/securitySchemes/key", "a security scheme of type apiKey must have in"),
    (
        "#/components/schemas/Part/discriminator/mapping/bolt",
        'the reference leads nowhere: "#/components/schemas/Bolt" is not in this document',
    ),
    ("#/components/schemas/Part/required", 'required must be a list of at least one text (got "name")'),
    (
        "#/components/schemas/Part/properties/size/minLength",
        'minLength must be a whole number of zero or more (got "long")',
    ),
    ("#/components/schemas/Part/properties/size/enum", "enum must have at least one value"),
    ("#/components/schemas/Part/properties/wrong", "a schema must be a mapping (got 5)"),
]


def test_every_fault_is_found_at_its_place_and_nothing_else():
    """In document order, each once."""
    assert messages(written("problems-3.0.yaml")) == FOUND


def test_a_problem_leads_to_its_line():
    """The pointer of a problem is one that `locate_all` finds in the text."""
    name = "problems-3.0.yaml"
    body = (DOCUMENTS / name).read_bytes()
    document = parse(body, source=name, file_name=name)
    lines = body.decode().splitlines()
    for pointer, _ in FOUND:
        found = locate_all(document, [pointer]).get(pointer)
        assert found is not None
        token = pointer.rpartition("/")[2].replace("~1", "/").replace("~0", "~")
        assert token.isdecimal() or token in lines[found.line - 1]


def test_a_fault_costs_only_its_own_part():
    """The faulty document still shows every operation but the one that is no mapping."""
    found = written("problems-3.0.yaml")
    assert [(each.key, each.broken) for each in found.operations] == [
        ("GET /parts", False),
        ("PUT /parts", True),
        ("POST /parts", False),
        ("GET /parts/{partId}", False),
        ("DELETE /parts/{partId}", False),
    ]
    assert found.rendered_count == 4


def test_an_operation_carries_the_problems_inside_it():
    """Those of its path's parameters too; those of its neighbours not."""
    found = {each.key: each for each in written("problems-3.0.yaml").operations}
    assert [pointer for pointer, _ in messages(found["PUT /parts"])] == ["#/paths/~1parts/put"]
    assert messages(found["DELETE /parts/{partId}"]) == []
    assert {pointer.startswith("#/paths/~1parts/post/") for pointer, _ in messages(found["POST /parts"])} == {True}
    shared = api(paths={"/x": {"parameters": [5], "get": GOOD}})
    assert messages(shared.operations[0]) == [("#/paths/~1x/parameters/0", "a parameter must be a mapping (got 5)")]


def test_an_operation_says_that_a_part_it_refers_to_leads_nowhere():
    """The component is at fault, and the operation that lost its parameter shows it too."""
    found = operation(
        parameters=[{"$ref": "#/components/parameters/A"}],
        __components={"parameters": {"A": {"$ref": "#/components/parameters/B"}}},
    )
    assert found.parameters == ()
    (place, message), *_ = messages(found)
    assert place == "#/paths/~1x/get/parameters/0/$ref"
    assert message == (
        '"#/components/parameters/A" refers to "#/components/parameters/B", which is not in this document'
    )


def test_examples_and_extensions_are_data_and_not_read():
    """What looks like a reference or a fault inside an example, a default, an enum or an extension is none."""
    data = {"$ref": "#/nowhere", "type": 5}
    found = api(
        "3.1.0",
        **{"x-data": data},
        paths={
            "/x": {
                "get": {
                    "responses": {
                        "200": {
                            "description": "",
                            "content": {
                                "application/json": {
                                    "schema": {"default": data, "enum": [data], "const": data, "examples": [data]},
                                    "examples": {"a": {"value": data}},
                                }
                            },
                        }
                    },
                    "x-data": data,
                }
            }
        },
    )
    assert messages(found) == []


def test_a_property_may_be_called_like_a_keyword():
    """Names of properties, schemas and responses are names, whatever they are."""
    names = ["default", "example", "enum", "$ref", "x-y", "properties", "type", "items"]
    found = api(components={"schemas": {"S": {"properties": {name: {"type": "string"} for name in names}}}})
    assert messages(found) == []
    assert list(found.schemas["S"].properties) == names


def test_a_reference_below_a_property_called_default_is_checked():
    """`default` below `properties` is a name and not the keyword."""
    found = api(components={"schemas": {"S": {"properties": {"default": {"$ref": "#/gone"}}}}})
    assert [pointer for pointer, _ in messages(found)] == ["#/components/schemas/S/properties/default/$ref"]


def test_a_typo_gets_a_hint_and_an_unknown_field_the_list():
    """A field of another version is told from a mistake."""
    assert messages(operation(parametres=[])) == [
        (
            "#/paths/~1x/get/parametres",
            '"parametres" is not a field of an operation in OpenAPI 3.1; did you mean parameters?',
        )
    ]
    assert messages(operation("3.0.3", responses={"200": {"description": "", "summary": "x"}})) == [
        (
            "#/paths/~1x/get/responses/200/summary",
            '"summary" is not a field of a response in OpenAPI 3.0; it came with OpenAPI 3.2',
        )
    ]
    ((_, message),) = messages(api(info={"title": "T", "version": "1", "qqq": 1}))
    assert message.startswith('"qqq" is not a field of the info object in OpenAPI 3.1; allowed: title, description,')


def test_a_document_of_nothing_but_faults_lists_only_the_first():
    """Ten thousand problems, and how many more there are."""
    found = api("3.1.0", components={"schemas": {f"S{index}": index for index in range(LIMITS.max_problems + 7)}})
    assert len(found.problems) == LIMITS.max_problems + 1
    assert found.problems[0] == Problem("#", "7 more problems are not listed")


@pytest.mark.parametrize("version", ["3.0.3", "3.1.0", "3.2.0"])
@pytest.mark.parametrize(
    ("schemas", "place", "through"),
    [
        ({"S": {"$ref": "#/components/schemas/S"}}, "S", ""),
        (
            {"A": {"$ref": "#/components/schemas/B"}, "B": {"$ref": "#/components/schemas/A"}},
            "A",
            ' through "#/components/schemas/B"',
        ),
        (
            {"In": {"$ref": "#/components/schemas/A"}, "A": {"$ref": "#/components/schemas/A"}},
            "A",
            "",
        ),
    ],
)
def test_references_in_a_circle_are_a_problem_at_their_place(version, schemas, place, through):
    """Each leads somewhere, and yet nothing stands at the end; a circle is told once."""
    found = api(version, components={"schemas": schemas})

    assert messages(found) == [
        (f"#/components/schemas/{place}/$ref", f"the reference comes back to itself{through}"),
    ]


def test_a_schema_that_contains_itself_is_no_problem():
    """Recursion with something to say at each level is how trees are described."""
    schemas = {
        "Node": {"type": "object", "properties": {"next": {"$ref": "#/components/schemas/Node"}}},
        "Alias": {"$ref": "#/components/schemas/Node"},
        "Again": {"$ref": "#/components/schemas/Alias"},
    }

    assert messages(api("3.1.0", components={"schemas": schemas})) == []


SCHEME = {"type": "oauth2", "flow": "accessCode", "tokenUrl": "https://example.com"}
FLOWS = {"type": "oauth2", "flows": {"password": {"scopes": {}}, "accessCode": {"scopes": {}}}}
BOTH = {"name": "a", "in": "query", "schema": {}, "example": 1, "examples": {}}


@pytest.mark.parametrize(
    ("version", "fields", "expected"),
    [
        ("3.1.0", {"schemas": {"A": {"min_items": 1}}}, ['"min_items" is no keyword of a schema; did you mean minItems?']),
        ("3.0.3", {"schemas": {"A": {"$REF": "#"}}}, ['"$REF" is no keyword of a schema; did you mean $ref?']),
        ("3.0.3", {"schemas": {"A": {"contentType": "a", "optional": True, "id": "a", "additionalItems": {}}}}, []),
        ("3.0.3", {"schemas": {"A": {"required": []}}}, ["required must be a list of at least one text (got a list of 0)"]),
        ("3.1.0", {"schemas": {"A": {"required": []}}}, []),
        ("3.1.0", {"parameters": {"a": BOTH}}, ["example and examples exclude each other"]),
        (
            "3.0.3",
            {"securitySchemes": {"o": FLOWS}},
            [
                "the flow password must have tokenUrl",
                '"accessCode" is not a field of the flows in OpenAPI 3.0; allowed: implicit, password, clientCredentials, authorizationCode',
            ],
        ),
    ],
)  # fmt: skip
def test_what_other_validators_refuse_is_told(version, fields, expected):
    """A keyword that looks like another, an address that is missing, two fields that exclude each other."""
    assert [message for _, message in messages(api(version, components=fields))] == expected


def test_what_a_document_an_operation_and_a_scheme_of_2_0_must_have():
    """Something to show, an answer, the scopes and addresses of a flow."""
    bare = normalize(from_mapping({"openapi": "3.1.0", "info": {"title": "T", "version": "1"}}), base_uri="")
    body = {"content": {"json": {}, "text/csv": {}}}
    unnamed = {"200": {"description": "Done", "content": {"": {}}}}
    posted = api(paths={"/a": {"post": {"requestBody": body, "responses": unnamed}}})
    told = [bare, operation(responses={}), posted, api("2.0", securityDefinitions={"o": SCHEME})]
    assert [message for one in told for _, message in messages(one)] == [
        "an OpenAPI document must have paths, components or webhooks",
        "responses must have a status code or default (got none)",
        'a media type must be written as type/subtype, such as application/json (got "json")',
        'a media type must be written as type/subtype, such as application/json (got "")',
        "a security scheme of type oauth2 must have scopes",
        "the flow accessCode must have authorizationUrl",
    ]


def test_a_list_of_names_in_a_problem_is_short():
    """Names of thousands of characters are cut in it, as all of an author's text is."""
    schemes = {"x" * 5_000: {"type": "http", "scheme": "basic"}}
    found = api(components={"securitySchemes": schemes}, security=[{"other": []}])
    assert [len(message) < 120 for _, message in messages(found)] == [True]
