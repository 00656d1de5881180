"""A client of the store for the tests: real sockets, the demo credentials, nothing kept between requests."""

import contextlib
import http.client
import json
import socket
from dataclasses import dataclass
from typing import Any

import petstore_flask


@dataclass(frozen=True)
class Reply:
    status: int
    headers: http.client.HTTPMessage
    body: bytes

    def json(self) -> Any:
        return json.loads(self.body)

    @property
    def fields(self) -> list[str]:
        """The fields at fault, of a problem."""
        return [error["field"] for error in self.json()["errors"]]


class Caller:
    """Calls one running store."""

    def __init__(self, handle: petstore_flask.Handle) -> None:
        self.handle = handle

    def __call__(
        self,
        method: str,
        path: str,
        body: object = None,
        *,
        headers: dict[str, str] | None = None,
        credentials: bool = True,
        raw: bytes | None = None,
        base: str = "/api/v3",
    ) -> Reply:
        sent: dict[str, str] = {}
        if credentials:
            sent |= {"Authorization": f"Bearer {self.handle.token}", "X-API-Key": self.handle.api_key}
        if body is not None:
            raw = json.dumps(body).encode()
            sent["Content-Type"] = "application/json"
        sent |= headers or {}
        connection = http.client.HTTPConnection("127.0.0.1", self.handle.port, timeout=30)
        try:
            with contextlib.suppress(BrokenPipeError, ConnectionResetError):  # refused before all of it was sent
                connection.request(method, base + path, body=raw, headers=sent)
            response = connection.getresponse()
            return Reply(response.status, response.headers, response.read())
        finally:
            connection.close()

    def send_bytes(self, request: bytes) -> bytes:
        """The whole answer to bytes that may be no HTTP at all."""
        answer = b""
        with socket.create_connection(("127.0.0.1", self.handle.port), timeout=30) as sock:
            # The server may answer and hang up before it has read all of it; what it said can be read all the same.
            with contextlib.suppress(OSError):
                sock.sendall(request)
                sock.shutdown(socket.SHUT_WR)
            with contextlib.suppress(ConnectionResetError):
                while piece := sock.recv(65536):
                    answer += piece
        return answer


def assert_problem(reply: Reply, status: int) -> None:
    """The reply is a problem of this status, and fit for its media type."""
    assert reply.status == status, reply.body
    assert reply.headers["Content-Type"] == "application/problem+json"
    problem = reply.json()
    assert problem["status"] == status
    assert problem["title"]
    assert problem["detail"]
