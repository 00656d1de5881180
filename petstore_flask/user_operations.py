"""The seven operations on users and their sessions: their records for the table, and the functions they run."""

from collections.abc import Mapping
from datetime import UTC, datetime
from hmac import compare_digest
from typing import Any

from petstore_flask.errors import ProblemError, empty_list, unfit_body
from petstore_flask.operation import (
    Answer,
    Body,
    Call,
    Example,
    Operation,
    Parameter,
    ResponseHeader,
    Success,
    refusal,
    require,
)
from petstore_flask.records import LIST_LIMIT, USER, USERS, User
from petstore_flask.sample_data import USERS as SAMPLE_USERS
from petstore_flask.settings import SCOPES
from petstore_flask.store import UserConflictError

USER_SCHEMA = {"$ref": "#/components/schemas/User"}
CALLS_PER_HOUR = 5000


def login_user(call: Call) -> Answer:
    """Open a session and answer its token."""
    user: Mapping[str, Any] = call.store.user(call.parameters.get("username", "")) or {}
    # Compared also when there is no such user, so that the time of the answer does not tell the two cases apart.
    expected, given = user.get("password", ""), call.parameters.get("password", "")
    matches = compare_digest(expected.encode(), given.encode())
    if not matches or "id" not in user or "password" not in user:
        raise login_refused()
    value, expires_at = call.store.new_token(
        frozenset(SCOPES), user_id=user["id"], seconds=call.settings.token_seconds, now=call.now
    )
    headers = {
        "X-Rate-Limit": str(CALLS_PER_HOUR),
        "X-Expires-After": datetime.fromtimestamp(expires_at, UTC).strftime("%Y-%m-%dT%H:%M:%SZ"),
    }
    return Answer(body=value, headers=headers)


def logout_user(call: Call) -> None:
    """End the session whose token was sent, if one was; a client's token stays valid."""
    if call.bearer is not None:
        token = call.store.token(call.bearer)
        if token is not None and token.user_id is not None:
            call.store.forget_token(call.bearer)


def update_user(call: Call) -> None:
    """Put a user in place of the one with this name."""
    try:
        require(call.store.replace_user(call.parameters["username"], call.body), no_user())
    except UserConflictError:
        raise conflict() from None


def _add_users(call: Call, users: list[User]) -> User:
    """Keep users, all or none, and answer the last."""
    try:
        return call.store.add_users(users)[-1]
    except UserConflictError:
        raise conflict() from None


# Made anew each time: an exception that is raised twice keeps the frames of both.
def no_user() -> ProblemError:
    """The problem of a name that no user has."""
    return ProblemError(404, "No user has this name.")


def conflict() -> ProblemError:
    """The problem of a user that would take the place of two."""
    return ProblemError(409, "The id belongs to one user and the username to another.")


def login_refused() -> ProblemError:
    """The problem of a wrong name or password."""
    return ProblemError(400, "The username or the password is wrong.")


_NO_USER_RESPONSE = {404: no_user().detail}
_CONFLICT_RESPONSE = {409: conflict().detail}
_USERNAME_SCHEMA = {"type": "string", "minLength": 1}

_MARTA, _JONAS, _YUKI = SAMPLE_USERS
_NEW: Mapping[str, Any] = {
    "username": "amara", "firstName": "Amara", "lastName": "Diallo", "email": "amara@mail.example",
    "password": "copper-window-58", "phone": "+221 33 555 0142", "userStatus": 1,
}  # fmt: skip
_SECOND: Mapping[str, Any] = {"username": "felix", "firstName": "Felix", "password": "silver-spoon-90"}
_MERGER = refusal(
    "conflict", "The id of one user with the name of another", conflict(), body={"id": 1, "username": "jonas"}
)
_NO_INTEGER = "Input should be a valid integer"
_UNKNOWN = refusal("unknown", "No such user", no_user(), parameters={"username": "nobody"})


def _username(purpose: str) -> Parameter:
    return Parameter("username", "path", f"Name of the user {purpose}.", _USERNAME_SCHEMA, required=True)


USER_OPERATIONS: tuple[Operation, ...] = (
    Operation(
        "createUser", "POST", "/user", "User", "Create a user",
        "Keeps the user and answers it with its id and username. One sent with the `id` or the `username` of "
        "another takes its place. Meant for the logged in user, yet open to all: this is a store to learn with.",
        lambda call: _add_users(call, [call.body]), Success("The user as it was kept.", USER_SCHEMA),
        body=Body("The user to keep.", USER_SCHEMA, USER),
        problems=_CONFLICT_RESPONSE,
        examples=(
            Example("amara", "A new user", body=_NEW, answer={"id": 4, **_NEW}),
            _MERGER,
            refusal(
                "invalid", "A status in words", unfit_body([("userStatus", _NO_INTEGER)]),
                body={"username": "amara", "userStatus": "active"},
            ),
        ),
    ),
    Operation(
        "createUsersWithListInput", "POST", "/user/createWithList", "User", "Create several users at once",
        f"Keeps 1 to {LIST_LIMIT} users in the order they are sent, all of them or none, and answers the last one.",
        lambda call: _add_users(call, call.body), Success("The last user of the list as it was kept.", USER_SCHEMA),
        body=Body(
            "The users to keep.",
            {"type": "array", "items": USER_SCHEMA, "minItems": 1, "maxItems": LIST_LIMIT}, USERS,
        ),
        problems=_CONFLICT_RESPONSE,
        examples=(
            Example("two", "Two new users", body=[_NEW, _SECOND], answer={"id": 5, **_SECOND}),
            refusal("none", "An empty list", empty_list(), body=[]),
            refusal(
                "invalid", "The second user has a status in words", unfit_body([("[1].userStatus", _NO_INTEGER)]),
                body=[_NEW, {"username": "felix", "userStatus": "active"}],
            ),
        ),
    ),
    Operation(
        "loginUser", "GET", "/user/login", "User", "Log a user in",
        "Opens a session and answers its token as a JSON string. Sent as `Authorization: Bearer <token>` it reads "
        "and writes pets until it expires or `logoutUser` ends it. Name and password travel in the address, in "
        "clear text: never use a real password here.",
        login_user,
        Success(
            "The token of the session.", {"type": "string"},
            {
                "X-Rate-Limit": ResponseHeader(
                    "Calls an hour that are meant for one user. Nothing counts them.",
                    {"type": "integer", "format": "int32"}, CALLS_PER_HOUR,
                ),
                "X-Expires-After": ResponseHeader(
                    "When the token expires, in UTC.",
                    {"type": "string", "format": "date-time"}, "2026-04-01T10:30:00Z",
                ),
            },
        ),
        parameters=(
            Parameter("username", "query", "The name to log in with.", {"type": "string"}),
            Parameter("password", "query", "The password, in clear text.", {"type": "string"}),
        ),
        problems={400: "The username or the password is wrong or missing."},
        examples=(
            Example(
                "marta", "A user of the fresh store",
                {"username": _MARTA["username"], "password": _MARTA["password"]},
                answer="MCq8bTSh0ZyfGd5rV2nX7wLkPjE4uAoI9sHtQeYxDbM",
            ),
            refusal(
                "wrong", "A wrong password", login_refused(),
                parameters={"username": _MARTA["username"], "password": "amber-kettle-14"},
            ),
        ),
    ),
    Operation(
        "logoutUser", "GET", "/user/logout", "User", "Log the user out",
        "Ends the session whose token is sent as `Authorization: Bearer <token>`. Without one there is nothing to "
        "end, and the answer is the same.",
        logout_user, Success("No session with this token is open any more."),
    ),
    Operation(
        "getUserByName", "GET", "/user/{username}", "User", "Find a user by name",
        "Answers a single user, password included: this is a store to learn with.",
        lambda call: require(call.store.user(call.parameters["username"]), no_user()),
        Success("The user.", USER_SCHEMA),
        parameters=(_username("to return"),),
        problems=_NO_USER_RESPONSE,
        examples=(Example("jonas", "A user of the fresh store", {"username": "jonas"}, answer=_JONAS), _UNKNOWN),
    ),
    Operation(
        "updateUser", "PUT", "/user/{username}", "User", "Update a user",
        "Puts the user in place of the one with this name. The whole user is replaced: a field that is not sent is "
        "gone afterwards, save `id` and `username`, which stay. Meant for the logged in user, yet open to all.",
        update_user, Success("The user is updated."),
        parameters=(_username("to replace"),),
        body=Body("The user as it shall be.", USER_SCHEMA, USER),
        problems=_NO_USER_RESPONSE | _CONFLICT_RESPONSE,
        examples=(
            Example("yuki", "A new address", {"username": "yuki"}, {**_YUKI, "email": "yuki.tanaka@mail.example"}),
            refusal("unknown", "No such user", no_user(), parameters={"username": "nobody"}, body=_SECOND),
        ),
    ),
    Operation(
        "deleteUser", "DELETE", "/user/{username}", "User", "Delete a user",
        "Deletes the user and ends its sessions. Meant for the logged in user, yet open to all.",
        lambda call: require(call.store.delete_user(call.parameters["username"]), no_user()),
        Success("The user is deleted."),
        parameters=(_username("to delete"),),
        problems=_NO_USER_RESPONSE,
        examples=(Example("yuki", "A user of the fresh store", {"username": "yuki"}), _UNKNOWN),
    ),
)  # fmt: skip
