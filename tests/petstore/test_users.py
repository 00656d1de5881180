"""The rules of operations 13 to 19, and the gaps of the interface as they were decided."""

import re
import time
from datetime import datetime

import pytest

from petstore_flask.sample_data import USERS

from .caller import Caller, assert_problem

MARTA, JONAS, YUKI = USERS
LOGIN = "/user/login?username=marta&password=amber-kettle-41"


def bearer(token: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {token}"}


def test_new_user_is_answered_with_id_and_password(call: Caller):
    """A user is kept and answered whole, password included; no credential is needed."""
    user = {"username": "amara", "password": "copper-window-58", "userStatus": -(2**31)}
    reply = call("POST", "/user", user, credentials=False)
    assert (reply.status, reply.json()) == (200, {"id": 4, **user})
    assert call("GET", "/user/amara", credentials=False).json() == {"id": 4, **user}


def test_user_with_a_known_name_or_id_takes_its_place(call: Caller):
    """The name finds the user and keeps its id; the id finds it and may change its name."""
    assert call("POST", "/user", {"username": "marta"}).json() == {"id": 1, "username": "marta"}
    assert call("POST", "/user", {"id": 1, "username": "greta"}).json() == {"id": 1, "username": "greta"}
    assert_problem(call("GET", "/user/marta"), 404)
    assert call("POST", "/user", {"id": 50, "username": "greta"}).json() == {"id": 50, "username": "greta"}
    assert call("POST", "/user", {"id": 50}).json() == {"id": 50, "username": "greta"}


def test_user_that_would_replace_two_is_409(call: Caller):
    """The id of one user with the name of another would lose an account."""
    assert_problem(call("POST", "/user", {"id": 1, "username": "jonas"}), 409)
    assert_problem(call("PUT", "/user/marta", {"username": "jonas"}), 409)
    assert_problem(call("PUT", "/user/marta", {"id": 2}), 409)
    assert call("GET", "/user/marta").json() == MARTA
    assert call("GET", "/user/jonas").json() == JONAS


def test_list_answers_the_last_user(call: Caller):
    """A list of users is answered with one user, the last."""
    users = [{"username": "one"}, {"username": "two", "email": "two@mail.example"}]
    reply = call("POST", "/user/createWithList", users, credentials=False)
    assert (reply.status, reply.json()) == (200, {"id": 5, **users[1]})
    assert call("GET", "/user/one").json() == {"id": 4, "username": "one"}


def test_list_is_kept_whole_or_not_at_all(call: Caller):
    """One user that cannot be kept, and none is."""
    assert_problem(call("POST", "/user/createWithList", [{"username": "one"}, {"id": 1, "username": "jonas"}]), 409)
    assert_problem(call("POST", "/user/createWithList", [{"username": "one"}, {"username": 2}]), 422)
    assert_problem(call("GET", "/user/one"), 404)


def test_empty_list_is_400(call: Caller):
    """There is no last user of an empty list."""
    assert_problem(call("POST", "/user/createWithList", []), 400)


def test_list_holds_up_to_1000_users(call: Caller):
    """1,000 users are kept, 1,001 are refused."""
    users = [{"username": f"user-{number}"} for number in range(1001)]
    assert call("POST", "/user/createWithList", users[:1000]).json()["username"] == "user-999"
    assert_problem(call("POST", "/user/createWithList", users), 422)


def test_login_answers_a_token_that_works(call: Caller):
    """Login answers a JSON string that works as a Bearer token with both scopes, and says until when."""
    before = time.time()
    reply = call("GET", LOGIN, credentials=False)
    assert reply.status == 200
    assert reply.headers["Content-Type"] == "application/json"
    assert reply.headers["Cache-Control"] == "no-store"
    token = reply.json()
    assert isinstance(token, str)
    assert -(2**31) <= int(reply.headers["X-Rate-Limit"]) < 2**31
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ", reply.headers["X-Expires-After"])
    expires = datetime.fromisoformat(reply.headers["X-Expires-After"]).timestamp()
    assert before + 3500 < expires < time.time() + 3601
    assert call("GET", "/pet/1", headers=bearer(token), credentials=False).status == 200
    pet = {"name": "x", "photoUrls": []}
    assert call("POST", "/pet", pet, headers=bearer(token), credentials=False).status == 200


@pytest.mark.parametrize(
    "query",
    [
        "",
        "?username=marta",
        "?password=amber-kettle-41",
        "?username=marta&password=",
        "?username=marta&password=wrong",
        "?username=nobody&password=",
        "?username=nobody&password=amber-kettle-41",
        "?username=marta&password=amber-kettle-41&password=amber-kettle-41",
    ],
)
def test_wrong_login_is_400(call: Caller, query: str):
    """A name or password that is wrong or missing is answered with 400."""
    assert_problem(call("GET", f"/user/login{query}", credentials=False), 400)


def test_user_without_a_password_cannot_log_in(call: Caller):
    """No password is not the empty password."""
    call("POST", "/user", {"username": "open"})
    for query in ("?username=open", "?username=open&password="):
        assert_problem(call("GET", f"/user/login{query}"), 400)


def test_logout_ends_the_session(call: Caller):
    """The token of the session that logs out is worth nothing afterwards; others stay."""
    first, second = (call("GET", LOGIN).json() for _ in range(2))
    reply = call("GET", "/user/logout", headers=bearer(first), credentials=False)
    assert (reply.status, reply.body) == (200, b"")
    assert_problem(call("GET", "/pet/findByStatus?status=sold", headers=bearer(first), credentials=False), 401)
    assert call("GET", "/pet/findByStatus?status=sold", headers=bearer(second), credentials=False).status == 200


def test_logout_without_a_session_is_200(call: Caller):
    """There is nothing to end, and a client's own token is no session."""
    assert call("GET", "/user/logout", credentials=False).status == 200
    assert call("GET", "/user/logout", headers=bearer("unknown"), credentials=False).status == 200
    assert call("GET", "/user/logout").status == 200
    assert call("GET", "/pet/findByStatus?status=sold").status == 200


def test_put_replaces_the_user_and_keeps_id_and_name(call: Caller):
    """PUT is answered empty; what was not sent is gone, save id and username."""
    reply = call("PUT", "/user/marta", {"email": "new@mail.example"}, credentials=False)
    assert (reply.status, reply.body) == (200, b"")
    assert call("GET", "/user/marta").json() == {"id": 1, "username": "marta", "email": "new@mail.example"}


def test_put_can_rename_a_user(call: Caller):
    """After a change of name the old one is free."""
    assert call("PUT", "/user/marta", {**MARTA, "username": "greta"}).status == 200
    assert call("GET", "/user/greta").json() == MARTA | {"username": "greta"}
    assert_problem(call("GET", "/user/marta"), 404)


def test_missing_user_is_404(call: Caller):
    """GET, PUT and DELETE of a user that is not there answer 404."""
    assert_problem(call("GET", "/user/nobody"), 404)
    assert_problem(call("PUT", "/user/nobody", {}), 404)
    assert_problem(call("DELETE", "/user/nobody"), 404)


def test_deleted_user_is_gone_with_its_sessions(call: Caller):
    """DELETE answers 200 with an empty body once; the user's tokens end with it."""
    token = call("GET", LOGIN).json()
    reply = call("DELETE", "/user/marta", credentials=False)
    assert (reply.status, reply.body) == (200, b"")
    assert_problem(call("DELETE", "/user/marta"), 404)
    assert_problem(call("GET", "/pet/findByStatus?status=sold", headers=bearer(token), credentials=False), 401)


@pytest.mark.parametrize(
    "name", ["ñandú 🐾", "a/b", "/", "a?b#c", "nul\x00", "line\nbreak", "%2F", "🐾" * 255, " ", "...", "Login"]
)
def test_every_username_has_an_address(call: Caller, name: str):
    """A name of any characters, percent-encoded, finds its user."""
    call("POST", "/user", {"id": 77, "username": name})
    address = "/user/" + "".join(f"%{byte:02X}" for byte in name.encode())
    assert call("GET", address).json() == {"id": 77, "username": name}
    assert call("DELETE", address).status == 200


@pytest.mark.parametrize("name", ["login", "logout", "createWithList", "", ".", "..", "x" * 256])
def test_username_without_an_address_is_422(call: Caller, name: str):
    """No request could read or delete such a user: it is refused wherever it is sent, and the answer says why."""
    for method, path, body in (
        ("POST", "/user", {"username": name}),
        ("POST", "/user/createWithList", [{"username": "one"}, {"username": name}]),
        ("PUT", "/user/marta", {"username": name}),
    ):
        reply = call(method, path, body)
        assert_problem(reply, 422)
        assert reply.fields == ["[1].username" if isinstance(body, list) else "username"]
        assert "must" in reply.json()["errors"][0]["message"]
    assert_problem(call("GET", "/user/one"), 404)
    assert call("GET", "/user/marta").json() == MARTA


def test_user_without_a_name_is_given_one(call: Caller):
    """Every user can be read and deleted, also one that was sent without a username."""
    assert call("POST", "/user", {"phone": "1"}).json() == {"id": 4, "username": "user4", "phone": "1"}
    call("POST", "/user", {"id": 70, "username": "user80"})
    call("POST", "/user", {"id": 71, "username": "user80-2"})
    assert call("POST", "/user", {"id": 80}).json() == {"id": 80, "username": "user80-3"}
    assert call("POST", "/user/createWithList", [{}, {}]).json() == {"id": 6, "username": "user6"}
    for name in ("user4", "user5", "user6", "user80-3"):
        assert call("GET", f"/user/{name}").json()["username"] == name
        assert call("DELETE", f"/user/{name}").status == 200


@pytest.mark.parametrize("status", [2**31, -(2**31) - 1, "1", 1.5, None])
def test_user_status_is_an_int32(call: Caller, status: object):
    """`userStatus` is any int32, and nothing else."""
    reply = call("POST", "/user", {"userStatus": status})
    assert_problem(reply, 422)
    assert reply.fields == ["userStatus"]
