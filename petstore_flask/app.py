"""The Flask application: one view for all operations, driven by their table.

`create_app` takes a store and settings and gives a WSGI application, for gunicorn
(`gunicorn "petstore_flask:create_app()"`), for `start()` and for the terminal.
"""

import os
import time
import traceback
from collections.abc import Callable, Mapping
from functools import cache, partial

from flask import Flask, Response, request
from pydantic_core import to_json
from sqlalchemy.exc import InterfaceError, OperationalError, SQLAlchemyError
from sqlalchemy.exc import TimeoutError as PoolTimeoutError
from werkzeug.exceptions import HTTPException
from werkzeug.routing import BaseConverter, Rule

from petstore_flask.auth import admit, bearer_token, issue_token
from petstore_flask.document import json_document, yaml_document
from petstore_flask.errors import ProblemError, problem_response
from petstore_flask.operation import Answer, Call, Operation
from petstore_flask.operations import operations_by_path
from petstore_flask.request_reading import check_address, path_prefix, read_body, read_parameters
from petstore_flask.settings import BASE_PATH, TOKEN_PATH, Settings, settings_from_environment
from petstore_flask.store import Store
from petstore_flask.tables import MEMORY_URL

Clock = Callable[[], float]
Handlers = Mapping[str, Callable[..., Response]]
"""Method -> what answers it, given the placeholders of the path by name."""


class _WholeRest(BaseConverter):
    """A last path segment that may hold an encoded slash, so that every username has an address."""

    part_isolating = False
    regex = "(?s:.+)"


def create_app(
    store: Store | str | None = None, settings: Settings | None = None, *, clock: Clock = time.time
) -> Flask:
    """The pet store as a WSGI application.

    The database need not be there yet: as long as it is away, what needs it is answered with 503.

    Args:
        store: a `Store`, or the address of its database; by default the one `PETSTORE_DATABASE_URL` names, else a
            fresh store in memory.
        settings: by default those of the `PETSTORE_*` variables.
        clock: gives Unix time in seconds; tokens expire by it.

    Raises:
        ValueError: when an address or a setting is not allowed.
    """
    if not isinstance(store, Store):
        store = Store(store or os.environ.get("PETSTORE_DATABASE_URL") or MEMORY_URL)
    settings = settings or settings_from_environment()
    app = Flask("petstore_flask", static_folder=None, template_folder=None)
    app.config["PROPAGATE_EXCEPTIONS"] = False
    app.extensions["petstore"] = store
    app.url_map.merge_slashes = False  # else werkzeug answers "//" with a redirect page
    app.url_map.converters["rest"] = _WholeRest

    app.before_request(lambda: check_address(request, settings))
    app.after_request(_set_common_headers)
    app.register_error_handler(ProblemError, problem_response)
    app.register_error_handler(HTTPException, _http_problem)
    for unreachable in (OperationalError, InterfaceError, PoolTimeoutError):
        app.register_error_handler(unreachable, _store_problem)
    app.register_error_handler(Exception, _unexpected_problem)

    def route(path: str, handlers: Handlers) -> None:
        # Without methods every method reaches the view, which alone knows which of them the path has.
        app.url_map.add(Rule(path, endpoint=path))
        app.view_functions[path] = partial(_answered, handlers)

    for path, operations in operations_by_path(paging=settings.paging).items():
        placeholders = path.replace("{username}", "<rest:username>").replace("{", "<").replace("}", ">")
        named = operations.items()
        route(BASE_PATH + placeholders, {method: partial(_run, one, store, settings, clock) for method, one in named})

    def route_document(kind: str, make: Callable[..., bytes]) -> None:
        @cache
        def plain() -> bytes:
            return make(settings)

        def served() -> Response:
            prefix = path_prefix(request)
            return Response(make(settings, prefix) if prefix else plain(), mimetype=f"application/{kind}")

        route(f"{BASE_PATH}/openapi.{kind}", {"GET": served})

    route_document("json", json_document)
    route_document("yaml", yaml_document)
    route("/", {"GET": lambda: _json_response(_INDEX)})
    route(
        TOKEN_PATH, {"POST": lambda: _json_response(issue_token(request, store=store, settings=settings, now=clock()))}
    )
    return app


_INDEX = {
    "title": "Pet Store",
    # Relative to this very address: behind a prefix they lead there as well.
    "base_path": BASE_PATH.removeprefix("/"),
    "openapi_json": f"{BASE_PATH}/openapi.json".removeprefix("/"),
    "openapi_yaml": f"{BASE_PATH}/openapi.yaml".removeprefix("/"),
    "token": TOKEN_PATH.removeprefix("/"),
}


def _answered(handlers: Handlers, **path_values: str) -> Response:
    handler = handlers.get("GET" if request.method == "HEAD" else request.method)
    return _other_method(handlers) if handler is None else handler(**path_values)


def _run(operation: Operation, store: Store, settings: Settings, clock: Clock, **path_values: str) -> Response:
    now = clock()
    admit(operation, request, store=store, settings=settings, now=now)
    parameters = read_parameters(operation, request, path_values, settings)
    body = None if operation.body is None else read_body(operation.body, request, settings)
    call = Call(store=store, settings=settings, parameters=parameters, body=body, bearer=bearer_token(request), now=now)
    answer = operation.run(call)
    if operation.success.schema is None:
        return _empty(200)
    content, headers = (answer.body, answer.headers) if isinstance(answer, Answer) else (answer, {})
    response = _json_response(content)
    response.headers.update(headers)
    return response


def _empty(status: int, headers: Mapping[str, str] | None = None) -> Response:
    response = Response(status=status, headers=headers)
    del response.headers["Content-Type"]
    return response


def _other_method(handlers: Handlers) -> Response:
    allowed = {*handlers, "OPTIONS"} | ({"HEAD"} if "GET" in handlers else set())
    allow = ", ".join(sorted(allowed))
    if request.method == "OPTIONS":
        return _empty(204, {"Allow": allow})
    raise ProblemError(405, f"This path has no {request.method[:20]}; it has {allow}.", headers={"Allow": allow})


def _json_response(content: object) -> Response:
    return Response(to_json(content), content_type="application/json")


def _set_common_headers(response: Response) -> Response:
    response.headers["Cache-Control"] = "no-store"
    response.headers["X-Content-Type-Options"] = "nosniff"
    return response


_DETAILS = {404: "Nothing lives at this address.", 413: "The body is too large."}


def _http_problem(error: HTTPException) -> Response:
    status = error.code or 500
    if status < 400:
        return problem_response(ProblemError(404, _DETAILS[404]))
    return problem_response(ProblemError(status, _DETAILS.get(status) or error.description or "No more is known."))


def _store_problem(error: SQLAlchemyError) -> Response:
    _report(error)
    return problem_response(
        ProblemError(503, "The database of the store does not answer.", headers={"Retry-After": "1"})
    )


def _unexpected_problem(error: Exception) -> Response:
    _report(error)
    return problem_response(ProblemError(500, "The service failed; the request is not to blame."))


def _report(error: Exception) -> None:
    # The server says where faults are written: gunicorn's error log, the terminal, or nowhere near a notebook's cell.
    request.environ["wsgi.errors"].write("".join(traceback.format_exception(error)))
