"""Operations as callables: names, signatures, arguments, help."""

from __future__ import annotations

import copy
import inspect
import pickle
import re
import traceback
from typing import Literal

import pytest
from IPython.core.completer import provisionalcompleter
from IPython.core.interactiveshell import InteractiveShell

from apiref_nb.client import Client, Reply
from apiref_nb.errors import ApirefError, ShapeError
from tests.client.documents import PET, api, body, operation, parameter, response

GET_PET = operation("GET /pet/{petId}", "getPetById", parameters=[parameter("petId", "path", {"type": "integer"})])


def names(*operations):
    """The attribute names of a client, in document order."""
    return list(Client(api(*operations), "http://127.0.0.1").operation_names)


@pytest.mark.parametrize(
    ("operation_id", "name"),
    [
        ("getPetById", "get_pet_by_id"),
        ("listAPIKeys", "list_api_keys"),
        ("HTTPStatus", "http_status"),
        ("repos/list-for-org", "repos_list_for_org"),
        ("users.list", "users_list"),
        ("class", "class_"),
        ("2faEnable", "n_2fa_enable"),
        ("__init__", "init"),
        ("_private", "private"),
        ("api", "api_"),
        ("close", "close_"),
        ("aio", "aio_"),
        ("base_url", "base_url_"),
        ("with_credentials", "with_credentials_"),
        ("größeÄndern", "größe_ändern"),
        ("listé\u202e", "listé"),
        ("", "get_things"),
        ("!!!", "get_things"),
    ],
)
def test_names_are_safe_identifiers(operation_id, name):
    """Every operation becomes a Python name that shadows nothing of the client's own."""
    assert names(operation("GET /things", operation_id)) == [name]
    assert name.isidentifier()


def test_names_without_operation_id_come_from_the_path():
    """Method and path make the name, placeholders with `by`."""
    assert names(operation("GET /"), operation("DELETE /pet/{petId}/photos")) == ["get", "delete_pet_by_pet_id_photos"]


def test_colliding_names_are_numbered():
    """Names stay unique, in document order."""
    assert names(operation("GET /a", "getPet"), operation("GET /b", "get_pet"), operation("GET /c", "GetPet")) == [
        "get_pet",
        "get_pet_2",
        "get_pet_3",
    ]


def test_every_way_to_name_an_operation(client_of):
    """Attribute, operationId, key, pair and the operation itself lead to the same callable."""
    client = client_of(GET_PET)
    ways = [
        client.get_pet_by_id,
        client.getPetById,
        client["getPetById"],
        client["get_pet_by_id"],
        client["GET /pet/{petId}"],
        client["GET", "/pet/{petId}"],
        client["get", "/pet/{petId}"],
        client[GET_PET],
    ]
    assert all(way is ways[0] for way in ways)
    assert "getPetById" in client
    assert "getPet" not in client


def test_a_wrong_name_says_what_is_close(client_of):
    """A name that is not there is an AttributeError or KeyError with close matches."""
    client = client_of(GET_PET)
    with pytest.raises(AttributeError, match="did you mean get_pet_by_id"):
        _ = client.get_pet_by_ids
    with pytest.raises(KeyError, match="did you mean get_pet_by_id"):
        _ = client["getPetByIds"]
    with pytest.raises(ApirefError, match=r'operation: no operation "GETPETBYID"; did you mean get_pet_by_id\?'):
        _ = client["GETPETBYID"]


def test_a_wrong_name_is_suggested_once(client_of):
    """Python adds a suggestion of its own to an AttributeError that names its object: one is enough."""
    try:
        _ = client_of(GET_PET).get_pet_by_ids
    except AttributeError as error:
        printed = "".join(traceback.format_exception(error))
    assert printed.lower().count("did you mean") == 1


def test_tab_lists_the_operations(client_of):
    """`dir` lists the operations and the client's own names, nothing private."""
    listed = [name for name in dir(client_of(GET_PET)) if not name.startswith("__")]
    assert listed == [
        "aio",
        "api",
        "base_url",
        "close",
        "get_pet_by_id",
        "operation_names",
        "pages",
        "with_credentials",
    ]


def test_tab_and_question_mark_work_in_ipython(client_of, server):
    """In IPython Tab completes operations and arguments, and `?` shows signature and text."""
    shell = InteractiveShell()
    try:
        shell.user_ns["client"] = client_of(GET_PET)
        with provisionalcompleter():
            found = [completion.text for completion in shell.Completer.completions("client.get_p", 12)]
        assert any(text.endswith("get_pet_by_id") for text in found)
        shown = re.sub(r"\x1b\[[\d;]*m", "", shell.object_inspect_mime("client.get_pet_by_id")["text/plain"])
    finally:
        shell.history_manager.end_session()
    assert "pet_id: int" in shown
    assert "GET /pet/{petId}" in shown
    assert "0x" not in shown
    assert server.requests == []


def test_the_signature_is_the_documents(client_of):
    """Path parameters and the body come by position, the rest by keyword, optional ones with None."""
    call = client_of(
        operation(
            "PUT /pet/{petId}",
            "update",
            parameters=[
                parameter("petId", "path", {"type": "integer"}),
                parameter("status", "query", {"type": "string", "enum": ["a", "b"]}),
                parameter("X-Request-ID", "header", {"type": "string"}, required=True),
                parameter("tags", "query", {"type": "array", "items": {"type": "string"}}),
            ],
            request_body=body(PET),
        )
    ).update
    signature = inspect.signature(call)
    assert list(signature.parameters) == ["pet_id", "body", "x_request_id", "status", "tags"]
    assert signature.parameters["pet_id"].annotation is int
    assert signature.parameters["status"].annotation == Literal["a", "b"] | None
    assert signature.parameters["tags"].annotation == list[str] | None
    assert signature.parameters["body"].default is inspect.Parameter.empty
    assert signature.parameters["x_request_id"].kind is inspect.Parameter.KEYWORD_ONLY
    assert signature.return_annotation is Reply
    assert (call.__name__, call.__qualname__) == ("update", "update")


def test_help_is_plain_text_of_the_document(client_of):
    """The docstring tells parameters and replies; control characters are made visible."""
    call = client_of(
        operation(
            "GET /pet/{petId}",
            "getPet",
            summary="Find a pet\x1b[31m",
            description="Long\u202e text.",
            deprecated=True,
            deprecation_note="Use another.",
            parameters=[parameter("petId", "path", {"type": "integer"}, description="Which\r\n pet.")],
            responses=[response("200", PET, description="The pet.")],
        )
    ).get_pet
    assert call.__doc__ == (
        "Find a pet\\x1b[31m\n\nGET /pet/{petId}\n\nDeprecated. Use another.\n\nLong\\u202e text.\n\n"
        "Args:\n    pet_id (integer, path, required, petId): Which pet.\n\n"
        "Replies:\n    200 application/json: The pet."
    )
    assert repr(call) == "<OperationCall get_pet(pet_id): GET /pet/{petId}>"


@pytest.mark.parametrize("written", ["photoUrls", "photo_urls"])
def test_a_field_of_the_body_given_as_an_argument_is_told_where_it_belongs(client_of, server, written):
    """Whoever writes the body's fields as arguments reads how they are given."""
    client = client_of(operation("POST /pet", "addPet", request_body=body(PET)))
    words = rf'^addPet\.{written}: is not an argument but a field of the body; give body=\{{"photoUrls": \.\.\.\}}'
    with pytest.raises(ShapeError, match=words):
        client.add_pet(**{written: []})
    assert server.requests == []


@pytest.mark.parametrize("arguments", [{"petId": 1}, {"pet_id": 1}])
def test_both_spellings_are_taken(client_of, server, arguments):
    """A parameter is given by its document name or in snake_case."""
    client_of(GET_PET).get_pet_by_id(**arguments)
    assert server.last.target == "/pet/1"


def test_positional_arguments(client_of, server):
    """Path parameters come in the order of the path, then the body."""
    given = [parameter("b", "path", {}), parameter("a", "path", {})]
    client = client_of(operation("PUT /x/{a}/{b}", "put", parameters=given, request_body=body({})))
    client.put("one", "two", {"z": 1})
    assert (server.last.target, server.last.data) == ("/x/one/two", b'{"z":1}')


@pytest.mark.parametrize(
    ("args", "kwargs", "message"),
    [
        ((), {}, "getPetById.petId: is required"),
        ((), {"petId": None}, "getPetById.petId: is required"),
        ((), {"petId": "x"}, 'getPetById.petId: must be integer (got "x")'),
        ((), {"pet_id": "x"}, 'getPetById.pet_id: must be integer (got "x")'),
        ((), {"pet_idd": 1}, "getPetById.pet_idd: is not an argument; did you mean pet_id? allowed: pet_id"),
        ((1,), {"petId": 1}, "getPetById.petId: is given twice"),
        ((), {"petId": 1, "pet_id": 1}, "getPetById.pet_id: is given twice"),
        ((1, 2), {}, "getPetById: takes only pet_id by position (got 2 by position)"),
        ((True,), {}, "getPetById.petId: must be integer (got True)"),
        ((1,), {"\x1b": 1}, "getPetById.\\x1b: is not an argument; allowed: pet_id"),
    ],
)
def test_wrong_arguments_are_named(client_of, server, args, kwargs, message):
    """Each error names the argument in the caller's spelling, before anything is sent."""
    with pytest.raises(ShapeError) as caught:
        client_of(GET_PET).get_pet_by_id(*args, **kwargs)
    assert str(caught.value) == message
    assert server.requests == []


def test_body_faults_name_the_field(client_of):
    """A body's fault is named down to the field."""
    client = client_of(operation("POST /pet", "addPet", request_body=body(PET)))
    with pytest.raises(ShapeError, match=r"^addPet\.body\.photoUrls: is required$"):
        client.add_pet(body={"name": "a"})
    with pytest.raises(ShapeError, match=r"^addPet\.body\.photoUrls\[1\]: must be string \(got 2\)$"):
        client.add_pet({"name": "a", "photoUrls": ["x", 2]})
    with pytest.raises(
        ShapeError, match=r"^addPet\.body\.status: must be one of \"available\", \"pending\", \"sold\" \(got \"x\"\)$"
    ):
        client.add_pet({"name": "a", "photoUrls": [], "status": "x"})


def test_without_checks_the_server_has_the_say(client_of, server):
    """`check=False` sends what is given; the path keeps its structure and required arguments stay required."""
    client = client_of(GET_PET, operation("POST /pet", "addPet", request_body=body(PET)), check=False)
    client.get_pet_by_id("x")
    assert server.last.target == "/pet/x"
    client.add_pet({"name": 1})
    assert server.last.data == b'{"name":1}'
    for arguments in ({}, {"petId": ".."}):
        with pytest.raises(ShapeError):
            client.get_pet_by_id(**arguments)


def test_the_same_name_in_several_places(client_of, server):
    """Parameters of one name get the place where they clash; `body` stays the body."""
    given = [
        parameter("id", "path", {}),
        parameter("id", "query", {}),
        parameter("id", "header", {}),
        parameter("body", "query", {}),
        parameter("from", "query", {}),
    ]
    client = client_of(operation("POST /x/{id}", "op", parameters=given, request_body=body({})))
    client.op(id="p", id_query="q", id_header="h", body_query="b", from_="f", body={})
    assert server.last.target == "/x/p?id=q&body=b&from=f"
    assert server.last.headers["id"] == "h"
    client.op("p", {}, **{"from": "g"})
    assert server.last.target == "/x/p?from=g"


def test_none_is_left_out(client_of, server):
    """None for an optional argument is the same as leaving it out."""
    given = [parameter("a", "query", {"type": "integer"}), parameter("X-B", "header", {"type": "string"})]
    client_of(operation("GET /x", "op", parameters=given)).op(a=None, x_b=None)
    assert server.last.target == "/x"
    assert "x-b" not in server.last.headers


def test_headers_the_client_computes_are_no_arguments(client_of, server):
    """Host and lengths belong to the transport; Accept and Authorization may be given, and win."""
    given = [parameter(n, "header", {}, required=True) for n in ("Host", "Content-Length", "Accept", "Authorization")]
    client = client_of(operation("GET /x", "op", parameters=given), token="held", username=None)
    assert list(inspect.signature(client.op).parameters) == ["accept", "authorization"]
    client.op(accept="text/csv", authorization="Bearer mine")
    assert (server.last.headers["accept"], server.last.headers["authorization"]) == ("text/csv", "Bearer mine")


def test_accept_names_what_is_declared(client_of, server):
    """Accept names the declared types of a success, JSON first."""
    client_of(
        operation(
            "GET /x", "op", responses=[response("200", {}, "text/csv"), response("2XX", {}), response("400", {}, "a/b")]
        )
    ).op()
    assert server.last.headers["accept"] == "application/json, text/csv, */*;q=0.1"


def test_classes_of_callables_have_no_signature_of_an_operation():
    """Asking the class for help still works."""
    call = type(Client(api(GET_PET), "http://127.0.0.1").get_pet_by_id)
    assert inspect.getdoc(call).startswith("One operation of the document")
    assert "args" in str(inspect.signature(call.__call__))


def test_a_wrong_argument_leaves_a_short_traceback(client_of):
    """The message says it all: below the call stands none of our own frames."""
    client = client_of(GET_PET)
    for arguments in ({"pet_id": "x"}, {"nix": 1}):
        with pytest.raises(ShapeError) as caught:
            client.get_pet_by_id(**arguments)
        assert [entry.name for entry in caught.traceback][1:] == ["__call__"]
        assert caught.value.__suppress_context__


def test_a_value_by_position_says_how_to_name_it(client_of):
    """Only path parameters and the body go by position; the error names the others."""
    one = operation("GET /c", "byCode", parameters=[parameter("code", "query"), parameter("page", "query")])
    with pytest.raises(ShapeError) as caught:
        client_of(one).by_code("b")
    assert str(caught.value) == "byCode: takes nothing by position; name each: code=…, page=… (got 1 by position)"


def test_a_method_may_be_written_in_lower_case(client_of):
    """`get /pet/{petId}` is what many people type."""
    client = client_of(GET_PET)
    assert client["get /pet/{petId}"] is client["GET", "/pet/{petId}"]
    assert client.api["get /pet/{petId}"] is client.api["get", "/pet/{petId}"]
    with pytest.raises(KeyError, match=r'no operation "GET /pets/\{petId\}"; did you mean'):
        _ = client.api["GET", "/pets/{petId}"]


def test_a_whole_float_travels_as_an_integer(client_of, server):
    """Data frames write ids as 1.0, which is an integer to JSON Schema."""
    client_of(GET_PET).get_pet_by_id(2.0)
    assert server.last.target.endswith("/pet/2")


def test_a_text_that_does_not_match_is_told_with_the_pattern(client_of):
    """The pattern, and what was given."""
    code = operation("GET /c", "byCode", parameters=[parameter("code", "query", {"type": "string", "pattern": "^a+$"})])
    with pytest.raises(ShapeError) as caught:
        client_of(code).by_code(code="b")
    assert str(caught.value) == 'byCode.code: must match "^a+$" (got "b")'


def test_clients_and_replies_are_copied_as_themselves_and_never_pickled(client_of):
    """A copy in a dict of settings is the same client; a pickle would hold its credentials."""
    client = client_of(GET_PET)
    reply = client.get_pet_by_id(1)
    assert (copy.copy(client), copy.deepcopy([client])[0]) == (client, client)
    assert (copy.copy(reply), copy.deepcopy({"a": reply})["a"]) == (reply, reply)
    with pytest.raises(TypeError, match="a client is not pickled"):
        pickle.dumps(client)
    with pytest.raises(TypeError, match="a reply is not pickled"):
        pickle.dumps(reply)
