"""Who may call which operation, with what, and how the others are told."""

import base64
import urllib.parse

import pytest

import petstore_flask
from petstore_flask.operations import OPERATIONS

from .caller import Caller, Reply, assert_problem

PATHS = {operation.operation_id: operation for operation in OPERATIONS}
READS = ["findPetsByStatus", "findPetsByTags"]
WRITES = ["addPet", "updatePet", "updatePetWithForm", "deletePet", "uploadFile"]
OPEN = [each.operation_id for each in OPERATIONS if each.tag == "User" or "rder" in each.operation_id]
KEY = {"X-API-Key": "special-key"}


def try_operation(call: Caller, operation_id: str, headers: dict[str, str]) -> Reply:
    """Call an operation with nothing but credentials: whoever is let in meets a later check, never 401 or 403."""
    operation = PATHS[operation_id]
    path = operation.path.replace("{petId}", "1").replace("{orderId}", "1").replace("{username}", "marta")
    return call(operation.method, path, headers=headers, credentials=False)


def ask_token(call: Caller, form: dict[str, str], headers: dict[str, str] | None = None) -> Reply:
    sent = {"Content-Type": "application/x-www-form-urlencoded", **(headers or {})}
    return call(
        "POST", "/oauth/token", raw=urllib.parse.urlencode(form).encode(), headers=sent, credentials=False, base=""
    )


def bearer_for(call: Caller, scope: str) -> dict[str, str]:
    form = {"grant_type": "client_credentials", "client_id": "demo", "client_secret": "demo-secret", "scope": scope}
    return {"Authorization": f"Bearer {ask_token(call, form).json()['access_token']}"}


def test_every_operation_is_in_one_of_the_lists():
    """The lists above leave no operation untested."""
    assert sorted([*READS, *WRITES, *OPEN, "getPetById", "getInventory"]) == sorted(PATHS)


@pytest.mark.parametrize("operation_id", OPEN)
def test_open_operations_need_nothing(call: Caller, operation_id: str):
    """Orders and users are open to all."""
    assert try_operation(call, operation_id, {}).status not in (401, 403)


@pytest.mark.parametrize("operation_id", [*READS, *WRITES])
def test_pet_operations_need_a_token(call: Caller, operation_id: str):
    """Without a token, or with the API key alone, the answer is 401 with a Bearer challenge."""
    for headers in ({}, KEY):
        reply = try_operation(call, operation_id, headers)
        assert_problem(reply, 401)
        assert reply.headers["WWW-Authenticate"].startswith('Bearer realm="petstore"')
        assert "error=" not in reply.headers["WWW-Authenticate"]


@pytest.mark.parametrize(
    "value", ["Bearer wrong", "Bearer ", "Bearer", "Basic ZGVtbzpkZW1vLXNlY3JldA==", "wrong", "bearer  "]
)
def test_token_that_is_none_is_401(call: Caller, value: str):
    """A token that this store did not give out lets nobody in."""
    reply = try_operation(call, "addPet", {"Authorization": value})
    assert_problem(reply, 401)
    assert ('error="invalid_token"' in reply.headers["WWW-Authenticate"]) == (value == "Bearer wrong")


@pytest.mark.parametrize("operation_id", [*READS, "getPetById"])
def test_reading_takes_the_scope_to_read(call: Caller, operation_id: str):
    """`read:pets` reads; `write:pets` alone is answered with 403 that names the scope."""
    assert try_operation(call, operation_id, bearer_for(call, "read:pets")).status in (200, 400)
    reply = try_operation(call, operation_id, bearer_for(call, "write:pets"))
    assert_problem(reply, 403)
    assert 'error="insufficient_scope", scope="read:pets"' in reply.headers["WWW-Authenticate"]


@pytest.mark.parametrize("operation_id", WRITES)
def test_writing_takes_the_scope_to_write(call: Caller, operation_id: str):
    """`write:pets` writes; `read:pets` alone is answered with 403 that names the scope."""
    assert try_operation(call, operation_id, bearer_for(call, "write:pets")).status in (200, 415)
    reply = try_operation(call, operation_id, bearer_for(call, "read:pets"))
    assert_problem(reply, 403)
    assert 'error="insufficient_scope", scope="write:pets"' in reply.headers["WWW-Authenticate"]


@pytest.mark.parametrize("operation_id", ["getPetById", "getInventory"])
@pytest.mark.parametrize("name", ["X-API-Key", "x-api-key", "api_key", "API_KEY"])
def test_api_key_is_taken_under_both_names(call: Caller, operation_id: str, name: str):
    """The key goes in `X-API-Key`, or in `api_key`, which servers tend to drop for its underscore."""
    assert try_operation(call, operation_id, {name: "special-key"}).status == 200


@pytest.mark.parametrize("key", ["", "special-ke", "special-key2", "Special-Key", "sp\u00e9cial-key"])
def test_wrong_api_key_is_401(call: Caller, key: str):
    """Another key lets nobody in, and the challenge names the header."""
    reply = try_operation(call, "getInventory", {"X-API-Key": key})
    assert_problem(reply, 401)
    assert "X-API-Key" in reply.headers["WWW-Authenticate"]


def test_inventory_takes_the_api_key_alone(call: Caller):
    """A token is no key."""
    assert_problem(try_operation(call, "getInventory", bearer_for(call, "read:pets")), 401)


def test_pet_by_id_is_read_with_either_credential(call: Caller):
    """Key or token, and one that is right suffices beside one that is wrong."""
    assert try_operation(call, "getPetById", KEY | {"Authorization": "Bearer wrong"}).status == 200
    assert try_operation(call, "getPetById", {"X-API-Key": "wrong"} | bearer_for(call, "read:pets")).status == 200
    reply = try_operation(call, "getPetById", {})
    assert_problem(reply, 401)
    assert "ApiKey" in reply.headers["WWW-Authenticate"]
    assert "Bearer" in reply.headers["WWW-Authenticate"]


def test_client_is_known_by_form_or_by_basic(call: Caller):
    """Both ways of RFC 6749 give a token with the scopes asked for, all of them when none are named."""
    form = {"grant_type": "client_credentials"}
    reply = ask_token(call, form | {"client_id": "demo", "client_secret": "demo-secret", "scope": "read:pets"})
    assert (reply.status, reply.headers["Cache-Control"]) == (200, "no-store")
    assert {**reply.json(), "access_token": ""} == {
        "access_token": "",
        "token_type": "Bearer",
        "expires_in": 3600,
        "scope": "read:pets",
    }
    basic = base64.b64encode(b"demo:demo-secret").decode()
    assert ask_token(call, form, {"Authorization": f"Basic {basic}"}).json()["scope"] == "read:pets write:pets"


@pytest.mark.parametrize(
    ("form", "status", "error"),
    [
        ({}, 401, "invalid_client"),
        ({"client_id": "demo", "client_secret": "wrong"}, 401, "invalid_client"),
        ({"client_id": "demo", "client_secret": "demo-secret"}, 400, "invalid_request"),
        (
            {"client_id": "demo", "client_secret": "demo-secret", "grant_type": "password"},
            400,
            "unsupported_grant_type",
        ),
        (
            {
                "client_id": "demo",
                "client_secret": "demo-secret",
                "grant_type": "client_credentials",
                "scope": "read:pets admin",
            },
            400,
            "invalid_scope",
        ),
    ],
)
def test_refused_client_is_told_the_error_of_oauth(call: Caller, form: dict[str, str], status: int, error: str):
    """The answer is a problem, with the member `error` that clients of OAuth look for."""
    reply = ask_token(call, form)
    assert_problem(reply, status)
    assert reply.json()["error"] == error
    assert ("WWW-Authenticate" in reply.headers) == (status == 401)


@pytest.mark.parametrize("value", ["Basic %%%", "Basic " + base64.b64encode(b"\xff:\xff").decode(), "Basic"])
def test_unreadable_basic_credentials_are_401(call: Caller, value: str):
    """What is no base64 and no UTF-8 is no client."""
    assert_problem(ask_token(call, {"grant_type": "client_credentials"}, {"Authorization": value}), 401)


def test_token_address_takes_one_form_by_post(call: Caller):
    """Another method, media type, size or a repeated field is refused."""
    reply = call("GET", "/oauth/token", base="")
    assert_problem(reply, 405)
    assert reply.headers["Allow"] == "OPTIONS, POST"
    assert_problem(call("POST", "/oauth/token", {}, base=""), 415)
    form = {"Content-Type": "application/x-www-form-urlencoded"}
    for raw, status in ((b"scope=a&scope=b", 400), (b"a=%ff", 400), (b"a=" + b"x" * 20_000, 413)):
        assert_problem(call("POST", "/oauth/token", raw=raw, headers=form, base=""), status)


def test_tokens_expire(request: pytest.FixtureRequest):
    """A token works until its time is over, to the second, whether from the token address or from login."""
    now = [1_800_000_000.0]
    store = petstore_flask.Store("sqlite://")
    request.addfinalizer(store.close)
    client = petstore_flask.create_app(store, petstore_flask.Settings(), clock=lambda: now[0]).test_client()
    form = {"grant_type": "client_credentials", "client_id": "demo", "client_secret": "demo-secret"}
    tokens = [
        client.post("/oauth/token", data=form).get_json()["access_token"],
        client.get("/api/v3/user/login?username=marta&password=amber-kettle-41").get_json(),
    ]
    for seconds, status in ((0, 200), (3599, 200), (3600, 401)):
        now[0] = 1_800_000_000.0 + seconds
        for token in tokens:
            headers = {"Authorization": f"Bearer {token}"}
            assert client.get("/api/v3/pet/findByTags?tags=young", headers=headers).status_code == status


def test_auth_off_lets_everybody_in():
    """One switch opens all operations, and the document asks for no credential."""
    with petstore_flask.start(name="open", database_url="sqlite://", auth="off") as handle:
        call = Caller(handle)
        assert call("GET", "/pet/1", credentials=False).status == 200
        assert call("GET", "/store/inventory", credentials=False).status == 200
        assert call("DELETE", "/pet/1", credentials=False).status == 200
        document = call("GET", "/openapi.json").json()
        assert "securitySchemes" not in document["components"]
        operations = [operation for path in document["paths"].values() for operation in path.values()]
        assert not any("security" in operation or "401" in operation["responses"] for operation in operations)


def test_own_keys_replace_those_of_the_demo():
    """A store started with other credentials takes no demo credential."""
    settings = petstore_flask.Settings(api_key="own-key", client_id="own", client_secret="own-secret")
    with petstore_flask.start(name="own", database_url="sqlite://", settings=settings) as handle:
        call = Caller(handle)
        assert handle.api_key == "own-key"
        assert call("GET", "/store/inventory").status == 200
        assert_problem(call("GET", "/store/inventory", headers=KEY, credentials=False), 401)
        form = {"grant_type": "client_credentials", "client_id": "demo", "client_secret": "demo-secret"}
        assert_problem(ask_token(call, form), 401)


@pytest.mark.parametrize(
    ("arguments", "named"),
    [
        ({"auth": "maybe"}, "settings.auth"),
        ({"api_key": ""}, "settings.api_key"),
        ({"token_seconds": 0}, "token_seconds"),
    ],
)
def test_setting_that_is_not_allowed_is_named(arguments: dict[str, object], named: str):
    """A wrong setting fails where it is made."""
    with pytest.raises(ValueError, match=named):
        petstore_flask.Settings(**arguments)
