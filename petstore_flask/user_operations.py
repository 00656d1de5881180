"""The seven operations on users and their sessions: their records for the table, and the functions they run."""

from collections.abc import Mapping
from datetime import UTC, datetime
from hmac import compare_digest
from typing import Any

from petstore_flask.errors import ProblemError
from petstore_flask.operation import (
    Answer,
    Body,
    Call,
    Example,
    Operation,
    Parameter,
    ResponseHeader,
    Success,
    require,
)
from petstore_flask.records import LIST_LIMIT, USER, USERS
from petstore_flask.sample_data import USERS as SAMPLE_USERS
from petstore_flask.settings import SCOPES
from petstore_flask.store import UserConflictError
from petstore_flask.tokens import new_token

USER_SCHEMA = {"$ref": "#/components/schemas/User"}
CALLS_PER_HOUR = 5000


def create_user(call: Call) -> Answer:
    """Keep one user."""
    return Answer(body=_add_users(call, [call.body])[-1])


def create_users_with_list_input(call: Call) -> Answer:
    """Keep several users, all or none, and answer the last."""
    return Answer(body=_add_users(call, call.body)[-1])


def login_user(call: Call) -> Answer:
    """Open a session and answer its token."""
    user: Mapping[str, Any] = call.store.user(call.parameters.get("username", "")) or {}
    # Compared also when there is no such user, so that the time of the answer does not tell the two cases apart.
    expected, given = user.get("password", ""), call.parameters.get("password", "")
    matches = compare_digest(expected.encode(), given.encode())
    if not matches or "id" not in user or "password" not in user:
        raise ProblemError(400, "The username or the password is wrong.")
    value, expires_at = new_token(
        call.store, frozenset(SCOPES), user_id=user["id"], seconds=call.settings.token_seconds, now=call.now
    )
    headers = {
        "X-Rate-Limit": str(CALLS_PER_HOUR),
        "X-Expires-After": datetime.fromtimestamp(expires_at, UTC).strftime("%Y-%m-%dT%H:%M:%SZ"),
    }
    return Answer(body=value, headers=headers)


def logout_user(call: Call) -> Answer:
    """End the session whose token was sent, if one was; a client's token stays valid."""
    if call.bearer is not None:
        token = call.store.token(call.bearer)
        if token is not None and token.user_id is not None:
            call.store.forget_token(call.bearer)
    return Answer()


def get_user_by_name(call: Call) -> Answer:
    """Answer one user."""
    return Answer(body=require(call.store.user(call.parameters["username"]), _NO_USER))


def update_user(call: Call) -> Answer:
    """Put a user in place of the one with this name."""
    try:
        require(call.store.replace_user(call.parameters["username"], call.body), _NO_USER)
    except UserConflictError:
        raise ProblemError(409, _CONFLICT) from None
    return Answer()


def delete_user(call: Call) -> Answer:
    """Delete one user."""
    require(call.store.delete_user(call.parameters["username"]), _NO_USER)
    return Answer()


def _add_users(call: Call, users: list[Any]) -> list[Any]:
    try:
        return list(call.store.add_users(users))
    except UserConflictError:
        raise ProblemError(409, _CONFLICT) from None


_NO_USER = "No user has this name."
_CONFLICT = "The id belongs to one user and the username to another."
_CONFLICT_RESPONSE = {409: _CONFLICT}
_USERNAME_SCHEMA = {"type": "string", "minLength": 1}

_MARTA, _JONAS, _YUKI = SAMPLE_USERS
_NEW: Mapping[str, Any] = {
    "username": "amara",
    "firstName": "Amara",
    "lastName": "Diallo",
    "email": "amara@mail.example",
    "password": "copper-window-58",
    "phone": "+221 33 555 0142",
    "userStatus": 1,
}
_SECOND: Mapping[str, Any] = {"username": "felix", "firstName": "Felix", "password": "silver-spoon-90"}
_MERGER = Example(
    name="conflict",
    summary="The id of one user with the name of another",
    body={"id": 1, "username": "jonas"},
    status=409,
    answer={"detail": _CONFLICT},
)
_INVALID = Example(
    name="invalid",
    summary="A status in words",
    body={"username": "amara", "userStatus": "active"},
    status=422,
    answer={
        "detail": "The body does not fit its schema.",
        "errors": [{"field": "userStatus", "message": "Input should be a valid integer"}],
    },
)
_UNKNOWN = Example(
    name="unknown",
    summary="No such user",
    parameters={"username": "nobody"},
    status=404,
    answer={"detail": _NO_USER},
)


def _username(purpose: str) -> Parameter:
    return Parameter(
        name="username",
        location="path",
        description=f"Name of the user {purpose}.",
        schema=_USERNAME_SCHEMA,
        required=True,
    )


USER_OPERATIONS: tuple[Operation, ...] = (
    Operation(
        operation_id="createUser",
        method="POST",
        path="/user",
        tag="User",
        summary="Create a user",
        description=(
            "Keeps the user and answers it with its id and username. One sent with the `id` or the `username` of "
            "another takes its place. Meant for the logged in user, yet open to all: this is a store to learn with."
        ),
        run=create_user,
        body=Body(description="The user to keep.", schema=USER_SCHEMA, adapter=USER),
        success=Success(description="The user as it was kept.", schema=USER_SCHEMA),
        problems=_CONFLICT_RESPONSE,
        examples=(
            Example(name="amara", summary="A new user", body=_NEW, answer={"id": 4, **_NEW}),
            _MERGER,
            _INVALID,
        ),
    ),
    Operation(
        operation_id="createUsersWithListInput",
        method="POST",
        path="/user/createWithList",
        tag="User",
        summary="Create several users at once",
        description=(
            f"Keeps 1 to {LIST_LIMIT} users in the order they are sent, all of them or none, and answers the last one."
        ),
        run=create_users_with_list_input,
        body=Body(
            description="The users to keep.",
            schema={"type": "array", "items": USER_SCHEMA, "minItems": 1, "maxItems": LIST_LIMIT},
            adapter=USERS,
        ),
        success=Success(description="The last user of the list as it was kept.", schema=USER_SCHEMA),
        problems=_CONFLICT_RESPONSE,
        examples=(
            Example(name="two", summary="Two new users", body=[_NEW, _SECOND], answer={"id": 5, **_SECOND}),
            Example(
                name="none",
                summary="An empty list",
                body=[],
                status=400,
                answer={"detail": "The list is empty: at least one user must be sent."},
            ),
            Example(
                name="invalid",
                summary="The second user has a status in words",
                body=[_NEW, {"username": "felix", "userStatus": "active"}],
                status=422,
                answer={
                    "detail": "The body does not fit its schema.",
                    "errors": [{"field": "[1].userStatus", "message": "Input should be a valid integer"}],
                },
            ),
        ),
    ),
    Operation(
        operation_id="loginUser",
        method="GET",
        path="/user/login",
        tag="User",
        summary="Log a user in",
        description=(
            "Opens a session and answers its token as a JSON string. Sent as `Authorization: Bearer <token>` it reads "
            "and writes pets until it expires or `logoutUser` ends it. Name and password travel in the address, in "
            "clear text: never use a real password here."
        ),
        run=login_user,
        parameters=(
            Parameter(
                name="username", location="query", description="The name to log in with.", schema={"type": "string"}
            ),
            Parameter(
                name="password",
                location="query",
                description="The password, in clear text.",
                schema={"type": "string"},
            ),
        ),
        success=Success(
            description="The token of the session.",
            schema={"type": "string"},
            headers={
                "X-Rate-Limit": ResponseHeader(
                    description="Calls an hour that are meant for one user. Nothing counts them.",
                    schema={"type": "integer", "format": "int32"},
                    example=CALLS_PER_HOUR,
                ),
                "X-Expires-After": ResponseHeader(
                    description="When the token expires, in UTC.",
                    schema={"type": "string", "format": "date-time"},
                    example="2026-04-01T10:30:00Z",
                ),
            },
        ),
        problems={400: "The username or the password is wrong or missing."},
        examples=(
            Example(
                name="marta",
                summary="A user of the fresh store",
                parameters={"username": _MARTA["username"], "password": _MARTA["password"]},
                answer="MCq8bTSh0ZyfGd5rV2nX7wLkPjE4uAoI9sHtQeYxDbM",
                varies=True,
            ),
            Example(
                name="wrong",
                summary="A wrong password",
                parameters={"username": _MARTA["username"], "password": "amber-kettle-14"},
                status=400,
                answer={"detail": "The username or the password is wrong."},
            ),
        ),
    ),
    Operation(
        operation_id="logoutUser",
        method="GET",
        path="/user/logout",
        tag="User",
        summary="Log the user out",
        description=(
            "Ends the session whose token is sent as `Authorization: Bearer <token>`. Without one there is nothing to "
            "end, and the answer is the same."
        ),
        run=logout_user,
        success=Success(description="No session with this token is open any more."),
    ),
    Operation(
        operation_id="getUserByName",
        method="GET",
        path="/user/{username}",
        tag="User",
        summary="Find a user by name",
        description="Answers a single user, password included: this is a store to learn with.",
        run=get_user_by_name,
        parameters=(_username("to return"),),
        success=Success(description="The user.", schema=USER_SCHEMA),
        problems={404: _NO_USER},
        examples=(
            Example(name="jonas", summary="A user of the fresh store", parameters={"username": "jonas"}, answer=_JONAS),
            _UNKNOWN,
        ),
    ),
    Operation(
        operation_id="updateUser",
        method="PUT",
        path="/user/{username}",
        tag="User",
        summary="Update a user",
        description=(
            "Puts the user in place of the one with this name. The whole user is replaced: a field that is not sent is "
            "gone afterwards, save `id` and `username`, which stay. Meant for the logged in user, yet open to all."
        ),
        run=update_user,
        parameters=(_username("to replace"),),
        body=Body(description="The user as it shall be.", schema=USER_SCHEMA, adapter=USER),
        success=Success(description="The user is updated."),
        problems={404: _NO_USER, **_CONFLICT_RESPONSE},
        examples=(
            Example(
                name="yuki",
                summary="A new address",
                parameters={"username": "yuki"},
                body={**_YUKI, "email": "yuki.tanaka@mail.example"},
            ),
            Example(
                name="unknown",
                summary="No such user",
                parameters={"username": "nobody"},
                body=_SECOND,
                status=404,
                answer={"detail": _NO_USER},
            ),
        ),
    ),
    Operation(
        operation_id="deleteUser",
        method="DELETE",
        path="/user/{username}",
        tag="User",
        summary="Delete a user",
        description="Deletes the user and ends its sessions. Meant for the logged in user, yet open to all.",
        run=delete_user,
        parameters=(_username("to delete"),),
        success=Success(description="The user is deleted."),
        problems={404: _NO_USER},
        examples=(
            Example(name="yuki", summary="A user of the fresh store", parameters={"username": "yuki"}),
            _UNKNOWN,
        ),
    ),
)
