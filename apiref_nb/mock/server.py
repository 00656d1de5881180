"""A mock at an address of this machine: a small threaded HTTP server around its WSGI application.

It listens on 127.0.0.1 alone and answers only who calls it by a name of this machine, so that no web page can read it
through a name of its own that it points here. Every connection carries one request, has a time limit and a place among
a limited number.
"""

from __future__ import annotations

import io
import threading
from collections.abc import Iterable
from socketserver import TCPServer, ThreadingMixIn
from typing import IO, TYPE_CHECKING, Any, cast
from wsgiref.simple_server import ServerHandler, WSGIRequestHandler, WSGIServer

from apiref_nb.mock.answers import problem
from apiref_nb.mock.limits import LIMITS, REQUESTS
from apiref_nb.text.http_status import reason

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

LOOPBACK = "127.0.0.1"
LOCAL_HOSTS = frozenset({"localhost", "127.0.0.1", "[::1]"})
_LINE_BYTES = 1_000


def local_only(application: WSGIApplication) -> WSGIApplication:
    """Return an application that answers only requests whose `Host` is a name of this machine."""

    def answer(environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        host = environ.get("HTTP_HOST", "")
        name = host if host.endswith("]") else host.rpartition(":")[0] or host
        if name.lower() in LOCAL_HOSTS:
            return application(environ, start_response)
        refused = problem(400, f"The mock answers to {', '.join(sorted(LOCAL_HOSTS))} alone").travelling(head=False)
        start_response("400 Bad Request", list(refused.headers))
        return refused.chunks

    return answer


class _Handler(WSGIRequestHandler):
    """One connection, which carries one request."""

    timeout = LIMITS.request_seconds
    protocol_version = "HTTP/1.1"
    server_version = "apiref-nb"
    sys_version = ""

    def handle(self) -> None:
        """Answer one request, and nothing to a client that is gone or too slow."""
        try:
            self._handle()
        except OSError:
            return

    def _handle(self) -> None:
        self.close_connection = True
        self.raw_requestline = self.rfile.readline(65_537)
        if len(self.raw_requestline) > 65_536:
            self.requestline = self.request_version = self.command = ""
            self.send_error(414)
            return
        if not self.raw_requestline or not self.parse_request():
            return
        encoding = self.headers.get("transfer-encoding", "").strip().lower()
        if encoding not in ("", "chunked"):
            self.send_error(501, "A body travels as it is, or in chunks")
            return
        if encoding:
            try:
                body = _dechunked(self.rfile, REQUESTS.max_body_bytes + 1)
            except ValueError:
                self.send_error(400, "The chunks of the body cannot be read")
                return
            del self.headers["Transfer-Encoding"], self.headers["Content-Length"]
            self.headers["Content-Length"] = str(len(body))
            self.rfile = io.BufferedReader(io.BytesIO(body))
        received, sent = cast("IO[bytes]", self.rfile), cast("IO[bytes]", self.wfile)
        handler = _Exchange(received, sent, self.get_stderr(), self.get_environ(), multithread=True)
        handler.request_handler = self  # type: ignore[attr-defined] # wsgiref's own way
        handler.run(self.server.get_app())  # type: ignore[attr-defined] # a WSGIServer

    def get_environ(self) -> dict[str, Any]:
        """Return the WSGI environment, with the path as it was sent."""
        return super().get_environ() | {"REQUEST_URI": self.path}

    def send_error(self, code: int, message: str | None = None, explain: str | None = None) -> None:
        """Answer what is no request with a problem, where http.server would send a page.

        Args:
            code: the HTTP status code.
            message: the detail of the problem; None takes the phrase of the status code.
            explain: not used; http.server passes a longer text for its page.
        """
        del explain
        told = problem(int(code), message or reason(code), headers=(("Connection", "close"),)).travelling(head=False)
        fields = "".join(f"{name}: {value}\r\n" for name, value in told.headers)
        self.wfile.write(f"HTTP/1.1 {told.status} {reason(told.status)}\r\n{fields}\r\n".encode() + told.body)

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - http.server's name
        """Nothing: the mock keeps the log.

        Args:
            format: not used.
            args: not used.
        """


def _dechunked(stream: Any, limit_bytes: int) -> bytes:  # noqa: ANN401 - a reader of the socket
    """The bytes of a body in chunks, at most so many.

    Raises:
        ValueError: they are no chunks.
    """
    body = bytearray()
    while len(body) < limit_bytes:
        line = stream.readline(_LINE_BYTES)
        size = line.partition(b";")[0].strip()
        if not size or len(size) > 8 or not set(size) <= set(b"0123456789abcdefABCDEF"):
            raise ValueError("chunk")
        length = int(size, 16)
        if not length:
            while stream.readline(_LINE_BYTES).strip():
                continue  # trailers say nothing to a mock
            return bytes(body)
        body += stream.read(min(length, limit_bytes - len(body)))
        if len(body) < limit_bytes and stream.read(2) != b"\r\n":
            raise ValueError("chunk")
    return bytes(body)


class _Exchange(ServerHandler):
    """One request and its answer on one connection."""

    http_version = "1.1"
    server_software = "apiref-nb"
    os_environ: dict[str, str] = {}  # noqa: RUF012 - wsgiref's own name; empty, so that no variable of ours is shown

    def cleanup_headers(self) -> None:
        """Say that the connection ends with the answer: a stream has no other end."""
        super().cleanup_headers()
        self.headers["Connection"] = "close"  # type: ignore[attr-defined] # set before this is called

    def log_exception(self, exc_info: object) -> None:
        """Nothing: a client that is gone is no fault of ours.

        Args:
            exc_info: not used.
        """


class MockServer(ThreadingMixIn, WSGIServer):
    """Serves one application on 127.0.0.1, a thread for each connection, up to a limit.

    Args:
        application: a mock's `wsgi`.
        port: where; 0 for any that is free.

    Raises:
        OSError: the port is taken, or may not be used.
    """

    daemon_threads = True
    block_on_close = False
    request_queue_size = 128

    def __init__(self, application: WSGIApplication, port: int = 0) -> None:
        self._places = threading.BoundedSemaphore(LIMITS.max_connections)
        super().__init__((LOOPBACK, port), _Handler)
        self.set_app(local_only(application))

    def server_bind(self) -> None:
        """Bind without asking a name server who we are, as http.server would."""
        TCPServer.server_bind(self)
        self.server_name, self.server_port = LOOPBACK, self.server_address[1]
        self.setup_environ()

    @property
    def address(self) -> str:
        """Where the mock answers."""
        return f"http://{LOOPBACK}:{self.server_port}"

    def process_request(self, request: Any, client_address: Any) -> None:  # noqa: ANN401 - socketserver's own
        """Answer in a thread of its own, when there is a place.

        Args:
            request: the connection.
            client_address: where it comes from.
        """
        if not self._places.acquire(timeout=LIMITS.place_seconds):
            self.shutdown_request(request)
            return
        super().process_request(request, client_address)

    def process_request_thread(self, request: Any, client_address: Any) -> None:  # noqa: ANN401 - socketserver's own
        """Answer and give the place back.

        Args:
            request: the connection.
            client_address: where it comes from.
        """
        try:
            super().process_request_thread(request, client_address)
        finally:
            self._places.release()

    def handle_error(self, request: Any, client_address: Any) -> None:  # noqa: ANN401 - socketserver's own
        """Nothing: the client is gone.

        Args:
            request: not used.
            client_address: not used.
        """
