"""Every answer of 400 and over, as RFC 9457 problem details.

The code that finds a fault raises a `ProblemError` with status and words; `problem_response` turns it into
`application/problem+json`. Nothing in this service answers with an HTML page.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from flask import Response
from pydantic_core import to_json

from petstore_flask.log_entry import reason

PROBLEM_TYPE = "application/problem+json"


class ProblemError(Exception):
    """A request that cannot be answered as asked.

    Args:
        status: the HTTP status, 400 to 599.
        detail: one sentence on this very request.
        errors: pairs of (field path, message), in document order.
        headers: headers the answer must carry, such as `Allow`.
        extensions: further members of the problem object.
    """

    def __init__(
        self,
        status: int,
        detail: str,
        *,
        errors: Sequence[tuple[str, str]] = (),
        headers: Mapping[str, str] | None = None,
        extensions: Mapping[str, Any] | None = None,
    ) -> None:
        super().__init__(detail)
        self.status = status
        self.detail = detail
        self.errors = tuple(errors)
        self.headers = dict(headers or {})
        self.extensions = dict(extensions or {})


def unusable_parameters(**errors: str) -> ProblemError:
    """The problem of parameters that are missing or cannot be read.

    Args:
        errors: name of the parameter -> what it must be.
    """
    return ProblemError(400, "A parameter cannot be used as it was sent.", errors=tuple(errors.items()))


def unfit_body(errors: Sequence[tuple[str, str]]) -> ProblemError:
    """The problem of JSON that does not fit its schema; see `ProblemError`."""
    return ProblemError(422, "The body does not fit its schema.", errors=errors)


def empty_list() -> ProblemError:
    """The problem of a list without a user."""
    return ProblemError(400, "The list is empty: at least one user must be sent.")


def problem_body(problem: ProblemError) -> dict[str, Any]:
    """The problem as a JSON object: `title`, `status`, `detail`, and `errors` where fields are at fault."""
    body: dict[str, Any] = {
        "title": reason(problem.status),
        "status": problem.status,
        "detail": problem.detail,
    }
    if problem.errors:
        body["errors"] = [{"field": field, "message": message} for field, message in problem.errors]
    return body | problem.extensions


def problem_response(problem: ProblemError) -> Response:
    """The answer that carries a problem."""
    response = Response(to_json(problem_body(problem)), status=problem.status, content_type=PROBLEM_TYPE)
    response.headers.update(problem.headers)
    return response
