"""A mock as a WSGI application: what a server read of a request goes in, the answer and the headers of CORS come out.

Source: PEP 3333; the Fetch standard, "CORS protocol".
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING
from urllib.parse import quote, urlsplit

from apiref_nb.mock.answers import Answer, problem
from apiref_nb.mock.received import Received
from apiref_nb.requests.wire import LITERAL, Pair
from apiref_nb.text.http_status import reason
from apiref_nb.text.numbers import digits_value

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

_CORS: tuple[Pair, ...] = (
    ("Access-Control-Allow-Origin", "*"),
    ("Access-Control-Allow-Headers", "*"),
    ("Access-Control-Allow-Credentials", "true"),
    ("Access-Control-Expose-Headers", "*"),
)
"""Any page may ask, and never with its reader's own credentials: browsers refuse them beside `*`."""

_PREFLIGHT: tuple[Pair, ...] = (
    *_CORS,
    ("Access-Control-Allow-Methods", "GET,DELETE,HEAD,PATCH,POST,PUT,OPTIONS"),
    ("Vary", "Origin"),
)


def application(ask: Callable[[Received], tuple[Answer, float]], limit_bytes: int) -> WSGIApplication:
    """Return a mock as an application for any WSGI server.

    Args:
        ask: a request -> its answer, and how many seconds it is to be late.
        limit_bytes: size of a request's body; one byte more is read, so that who judges it sees that it is too long.
    """

    def answer(environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        if _is_preflight(environ):
            start_response("204 No Content", list(_PREFLIGHT))
            return []
        try:
            received = _received(environ, limit_bytes)
        except ValueError:
            return _sent(problem(400, "The request cannot be read").travelling(head=False), start_response)
        found, late = ask(received)
        if late:
            time.sleep(late)
        return _sent(found, start_response)

    return answer


def _is_preflight(environ: WSGIEnvironment) -> bool:
    return (
        environ.get("REQUEST_METHOD") == "OPTIONS"
        and "HTTP_ORIGIN" in environ
        and "HTTP_ACCESS_CONTROL_REQUEST_METHOD" in environ
    )


def _sent(answer: Answer, start_response: StartResponse) -> Iterable[bytes]:
    given = {name.lower() for name, _ in answer.headers}
    headers = [*answer.headers, *(pair for pair in _CORS if pair[0].lower() not in given)]
    start_response(f"{answer.status} {reason(answer.status) or 'Unknown'}", headers)
    return iter(answer.chunks)


def _received(environ: WSGIEnvironment, limit_bytes: int) -> Received:
    path = environ.get("PATH_INFO", "")
    raw = environ.get("REQUEST_URI") or environ.get("RAW_URI")
    target = raw.partition("?")[0] if isinstance(raw, str) else ""
    if "://" in target:
        target = urlsplit(target).path
    # A path that the server has decoded already does not say which slashes were encoded.
    written = target or quote(path.encode("latin-1", "replace"), safe=LITERAL)
    headers = [
        (key[5:].replace("_", "-").title(), value)
        for key, value in environ.items()
        if key.startswith("HTTP_") and isinstance(value, str)
    ]
    headers += [
        (name, environ[key])
        for name, key in (("Content-Type", "CONTENT_TYPE"), ("Content-Length", "CONTENT_LENGTH"))
        if environ.get(key)
    ]
    return Received(
        method=environ.get("REQUEST_METHOD", "GET"),
        path=written if written.startswith("/") else f"/{written}",
        query=environ.get("QUERY_STRING", ""),
        host=environ.get("HTTP_HOST", "").rpartition(":")[0] or environ.get("HTTP_HOST", ""),
        headers=tuple(headers),
        body=_body(environ, limit_bytes),
    )


def _body(environ: WSGIEnvironment, limit_bytes: int) -> bytes:
    """The body, one byte more than the limit at most: who judges it sees that it is too long."""
    stream = environ.get("wsgi.input")
    if stream is None:
        return b""
    if environ.get("wsgi.input_terminated"):
        return bytes(stream.read(limit_bytes + 1))
    length = digits_value(environ.get("CONTENT_LENGTH") or "0", most_digits=18)
    if length is None:
        raise ValueError("Content-Length")
    return bytes(stream.read(min(length, limit_bytes + 1))) if length else b""
