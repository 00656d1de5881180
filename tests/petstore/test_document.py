"""The OpenAPI document: valid, complete, the same bytes each time, and true in every example."""

import json
import subprocess
import sys
from collections.abc import Iterator
from typing import Any
from unittest import mock
from urllib.parse import quote, urlencode

import openapi_spec_validator
import pytest
import yaml

from apiref_nb import load_api
from apiref_nb.schemas.example_checks import check_examples
from petstore_flask.document import json_document, yaml_document
from petstore_flask.settings import Settings

from .caller import Caller, Reply

DOCUMENT: dict[str, Any] = json.loads(json_document(Settings()))
with mock.patch("petstore_flask.document.UNFIT_STATUSES", ()):
    EVERY_REQUEST: dict[str, Any] = json.loads(json_document(Settings()))
    """The document with the requests that do not fit it as well; it shows their answers alone."""

# The tables of the interface: operation, method, path, credentials, parameters (name, place, required), body, answer.
INTERFACE = [
    ("addPet", "post", "/pet", ["petstore_auth"], [], "Pet", "Pet"),
    ("updatePet", "put", "/pet", ["petstore_auth"], [], "Pet", "Pet"),
    ("findPetsByStatus", "get", "/pet/findByStatus", ["petstore_auth"], [("status", "query", True)], None, "[Pet]"),
    ("findPetsByTags", "get", "/pet/findByTags", ["petstore_auth"], [("tags", "query", True)], None, "[Pet]"),
    ("getPetById", "get", "/pet/{petId}", ["api_key", "petstore_auth"], [("petId", "path", True)], None, "Pet"),
    (
        "updatePetWithForm",
        "post",
        "/pet/{petId}",
        ["petstore_auth"],
        [("petId", "path", True), ("name", "query", False), ("status", "query", False)],
        None,
        "Pet",
    ),
    (
        "deletePet",
        "delete",
        "/pet/{petId}",
        ["petstore_auth"],
        [("api_key", "header", False), ("petId", "path", True)],
        None,
        None,
    ),
    (
        "uploadFile",
        "post",
        "/pet/{petId}/uploadImage",
        ["petstore_auth"],
        [("petId", "path", True), ("additionalMetadata", "query", False)],
        "binary",
        "UploadResult",
    ),
    ("getInventory", "get", "/store/inventory", ["api_key"], [], None, "map"),
    ("placeOrder", "post", "/store/order", [], [], "Order", "Order"),
    ("getOrderById", "get", "/store/order/{orderId}", [], [("orderId", "path", True)], None, "Order"),
    ("deleteOrder", "delete", "/store/order/{orderId}", [], [("orderId", "path", True)], None, None),
    ("createUser", "post", "/user", [], [], "User", "User"),
    ("createUsersWithListInput", "post", "/user/createWithList", [], [], "[User]", "User"),
    (
        "loginUser",
        "get",
        "/user/login",
        [],
        [("username", "query", False), ("password", "query", False)],
        None,
        "string",
    ),
    ("logoutUser", "get", "/user/logout", [], [], None, None),
    ("getUserByName", "get", "/user/{username}", [], [("username", "path", True)], None, "User"),
    ("updateUser", "put", "/user/{username}", [], [("username", "path", True)], "User", None),
    ("deleteUser", "delete", "/user/{username}", [], [("username", "path", True)], None, None),
]


def schema_name(content: dict[str, Any] | None) -> str | None:
    """The schema of a body in the words of the table above."""
    if content is None:
        return None
    ((_, media),) = content.items()
    schema = media["schema"]
    if "$ref" in schema:
        return schema["$ref"].rsplit("/", 1)[-1]
    if schema["type"] == "array":
        return f"[{schema['items']['$ref'].rsplit('/', 1)[-1]}]"
    return schema.get("format") or {"object": "map"}.get(schema["type"], schema["type"])


def operations(document: dict[str, Any] = DOCUMENT) -> Iterator[tuple[str, str, dict[str, Any]]]:
    for path, item in document["paths"].items():
        for method, operation in item.items():
            yield path, method, operation


def test_document_has_the_operations_of_the_interface():
    """19 operations on 13 paths, each with the credentials, parameters and bodies of the interface, in its order."""
    found = [
        (
            operation["operationId"],
            method,
            path,
            [scheme for requirement in operation["security"] for scheme in requirement],
            [(each["name"], each["in"], each["required"]) for each in operation.get("parameters", [])],
            schema_name(operation.get("requestBody", {}).get("content")),
            schema_name(operation["responses"]["200"].get("content")),
        )
        for path, method, operation in operations()
    ]
    assert sorted(found) == sorted(INTERFACE)
    assert len(DOCUMENT["paths"]) == 13
    assert [tag["name"] for tag in DOCUMENT["tags"]] == ["Pet", "Store", "User"]
    counts = [sum(operation["tags"] == [tag] for _, _, operation in operations()) for tag in ("Pet", "Store", "User")]
    assert counts == [8, 4, 7]


@pytest.mark.parametrize(
    ("name", "fields", "required"),
    [
        ("Category", {"id": "integer", "name": "string"}, []),
        ("Tag", {"id": "integer", "name": "string"}, []),
        (
            "Pet",
            {"id": "integer", "name": "string", "category": "Category", "photoUrls": "array", "tags": "array",
             "status": "string"},
            ["name", "photoUrls"],
        ),
        (
            "Order",
            {"id": "integer", "petId": "integer", "quantity": "integer", "shipDate": "string", "status": "string",
             "complete": "boolean"},
            [],
        ),
        (
            "User",
            {"id": "integer", "username": "string", "firstName": "string", "lastName": "string", "email": "string",
             "password": "string", "phone": "string", "userStatus": "integer"},
            [],
        ),
        ("UploadResult", {"code": "integer", "type": "string", "message": "string"}, []),
    ],
)  # fmt: skip
def test_schemas_have_the_fields_of_the_interface(name: str, fields: dict[str, str], required: list[str]):
    """Names, types and required fields are those of the tables; no optional field may be null."""
    schema = DOCUMENT["components"]["schemas"][name]
    found = {
        field: inner["$ref"].rsplit("/", 1)[-1] if "$ref" in inner else inner["type"]
        for field, inner in schema["properties"].items()
    }
    assert found == fields
    assert schema.get("required", []) == required
    assert "null" not in json.dumps(schema)


def test_document_is_valid(call_memory: Caller):
    """An independent validator finds nothing, in what is served as JSON and as YAML."""
    as_json = call_memory("GET", "/openapi.json", credentials=False)
    as_yaml = call_memory("GET", "/openapi.yaml", credentials=False)
    assert as_json.headers["Content-Type"] == "application/json"
    assert as_yaml.headers["Content-Type"] == "application/yaml"
    assert as_json.json() == yaml.safe_load(as_yaml.body) == DOCUMENT
    openapi_spec_validator.validate(as_json.json())
    assert as_json.json()["openapi"].startswith("3.0.")
    assert as_json.json()["info"]["version"] == "1.0.27"
    assert as_json.json()["servers"][0]["url"] == "/api/v3"


def test_examples_meet_their_schemas(call_memory: Caller):
    """What a reader may send is as the document says; of a request that does not fit only the answer is shown."""
    api = load_api(call_memory("GET", "/openapi.json", credentials=False).json())
    assert [f"{problem.pointer}: {problem.message}" for problem in check_examples(api)] == []


def test_document_is_the_same_in_every_process():
    """Nothing in it comes from a clock, a random number or the order of a set."""
    program = (
        "import sys; from petstore_flask.document import json_document, yaml_document\n"
        "from petstore_flask.settings import Settings\n"
        "sys.stdout.buffer.write(json_document(Settings()) + yaml_document(Settings()))"
    )
    for seed in ("1", "2"):
        made = subprocess.run(
            [sys.executable, "-c", program], capture_output=True, check=True, env={"PYTHONHASHSEED": seed}
        )
        assert made.stdout == json_document(Settings()) + yaml_document(Settings())


def test_everything_is_described():
    """Operations, parameters, bodies, answers, headers, fields, tags and schemes say what they are."""
    assert DOCUMENT["info"]["description"]
    for part in (*DOCUMENT["tags"], *DOCUMENT["components"]["securitySchemes"].values()):
        assert part["description"]
    for _, _, operation in operations():
        assert operation["summary"]
        assert operation["description"]
        described = [*operation.get("parameters", []), *operation["responses"].values()]
        described += [operation["requestBody"]] if "requestBody" in operation else []
        for response in operation["responses"].values():
            described += response.get("headers", {}).values()
        for part in described:
            assert "$ref" in part or part["description"]
    for schema in DOCUMENT["components"]["schemas"].values():
        assert schema["description"]
        for inner in schema["properties"].values():
            assert "$ref" in inner or inner["description"]


def test_every_problem_is_problem_json():
    """Each response of 400 and over, and the default one, is declared as problem+json."""
    responses = dict(DOCUMENT["components"]["responses"])
    for _, _, operation in operations():
        assert operation["responses"]["default"] == {"$ref": "#/components/responses/Problem"}
        responses |= {f"{operation['operationId']} {status}": r for status, r in operation["responses"].items()}
    for name, response in responses.items():
        if not name.endswith((" 200", " default")):
            assert list(response["content"]) == ["application/problem+json"], name


def examples() -> Iterator[Any]:
    """Each named example of an answer, with the operation and the request of the same name."""
    for path, method, operation in operations(EVERY_REQUEST):
        for status, response in operation["responses"].items():
            for media in response.get("content", {}).values():
                for name, example in media.get("examples", {}).items():
                    yield pytest.param(
                        (path, method, operation, int(status), name, example["value"]),
                        id=f"{operation['operationId']}-{status}-{name}",
                    )  # fmt: skip


def send_example(call: Caller, path: str, method: str, operation: dict[str, Any], name: str) -> Reply:
    """Send the request an example stands for. The four implied ones spoil one thing about the first example."""
    known = {each for part in operation.get("parameters", []) for each in part.get("examples", {})}
    body = next(iter(operation.get("requestBody", {}).get("content", {}).values()), {}).get("examples", {})
    used = name if name in known or name in body else next(iter([*known, *body]), None)
    query: list[tuple[str, str]] = []
    for parameter in sorted(operation.get("parameters", []), key=lambda each: each["in"]):
        if used not in parameter.get("examples", {}):
            continue
        value = parameter["examples"][used]["value"]
        if parameter["in"] == "path":
            path = path.replace(f"{{{parameter['name']}}}", quote(str(value), safe=""))
        else:
            query += [(parameter["name"], each) for each in (value if isinstance(value, list) else [value])]
    path = path.replace("{petId}", "1") + (f"?{urlencode(query)}" if query else "")
    headers: dict[str, str] = {}
    raw = None
    if "requestBody" in operation:
        ((media_type, media),) = operation["requestBody"]["content"].items()
        value = media["examples"][used]["value"] if used in media["examples"] else None
        raw = value.encode() if media_type == "application/octet-stream" else json.dumps(value).encode()
        headers["Content-Type"] = "text/plain" if name == "wrongMediaType" else media_type
        if name == "tooLarge":
            raw = b" " * (call.handle.settings.upload_limit_bytes + 1)
            if media_type == "application/json":
                raw = b" " * (call.handle.settings.body_limit_bytes + 1)
    if name == "scopeMissing":
        scope = "write:pets" if method == "get" else "read:pets"
        form = f"grant_type=client_credentials&client_id=demo&client_secret=demo-secret&scope={scope}".encode()
        sent = {"Content-Type": "application/x-www-form-urlencoded"}
        token = call("POST", "/oauth/token", raw=form, headers=sent, base="").json()["access_token"]
        headers["Authorization"] = f"Bearer {token}"
    return call(
        method.upper(), path, raw=raw, headers=headers, credentials=name not in ("noCredential", "scopeMissing")
    )


@pytest.mark.parametrize("example", list(examples()))
def test_example_is_what_the_service_answers(call_memory: Caller, example: tuple[Any, ...]):
    """The request of the same name, sent to a fresh store, is answered with the example."""
    path, method, operation, status, name, value = example
    reply = send_example(call_memory, path, method, operation, name)
    assert reply.status == status, reply.body
    if operation["operationId"] == "loginUser" and status == 200:
        assert isinstance(reply.json(), str)  # a token is another each time
        assert len(reply.json()) == len(value)
        assert set(operation["responses"]["200"]["headers"]) <= set(reply.headers)
    else:
        assert reply.json() == value


def test_examples_without_a_body_are_answered_too(call_memory: Caller):
    """Operations that answer an empty body have an example of their parameters that works."""
    for path, method, operation in operations():
        if "content" in operation["responses"]["200"] or not operation.get("parameters"):
            continue
        call_memory.handle.reset()
        part = next(each for each in operation["parameters"] if each["in"] == "path")
        reply = send_example(call_memory, path, method, operation, next(iter(part["examples"])))
        assert (reply.status, reply.body) == (200, b"")


def test_most_operations_show_an_example():
    """All but logout, which takes and answers nothing, have one."""
    without = [operation["operationId"] for _, _, operation in operations() if "examples" not in json.dumps(operation)]
    assert without == ["logoutUser"]
