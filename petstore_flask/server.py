"""A threaded HTTP server for a notebook: bounded in connections, with a deadline for every client, and silent.

It is werkzeug's server with five things added: a deadline for each connection and a limit on their number, so that
slow or half-open clients never keep others from being answered; the `api_key` header, which WSGI servers drop for its
underscore; errors of the protocol as problem+json; bodies framed to the letter, and connections that end with their
answer; and no line ever printed. `background` is the caller.
"""

import io
import json
import selectors
import socket
import threading
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from werkzeug.serving import ThreadedWSGIServer, WSGIRequestHandler

from petstore_flask.errors import PROBLEM_TYPE, ProblemError, problem_body
from petstore_flask.framing import BodyReader, ChunkedReader, LengthReader, body_reader
from petstore_flask.log_entry import reason

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIApplication, WSGIEnvironment


@dataclass(frozen=True, slots=True)
class ServerLimits:
    """How many clients are served at a time, and how long each is waited for."""

    max_connections: int = 128
    request_seconds: float = 20.0
    """From accepting a connection to the last byte of its request."""
    answer_seconds: float = 20.0
    """For one piece of an answer to be taken by the client."""
    patience_seconds: float = 1.0
    """How long a client may keep the server waiting when all places are taken."""
    refuse_seconds: float = 5.0
    """How long a new client waits for a place before it is refused with 503."""
    linger_seconds: float = 3.0
    """How long, after an answer, what a client goes on sending is taken and dropped, so that it can read the answer."""
    linger_silence_seconds: float = 0.5
    """How long such a client may be silent."""
    finish_seconds: float = 5.0
    """How long `stop` lets requests finish."""
    finish_silence_seconds: float = 0.25
    """How long a client may be silent once the server stops."""
    dropped_bytes: int = 256 * 1024
    """Of what a client goes on sending, taken at a time."""


LIMITS = ServerLimits()


class _Connection:
    """What the server knows of one open connection: since when it waits for its client, if it does."""

    def __init__(self, sock: socket.socket) -> None:
        self.sock = sock
        self.deadline = time.monotonic() + LIMITS.request_seconds
        self.waiting_since: float | None = time.monotonic()

    def cut(self) -> None:
        """End the connection from any thread; the thread that waits on it wakes up."""
        try:
            self.sock.shutdown(socket.SHUT_RDWR)
        except OSError:
            return  # the client was faster


class _DeadlineReader(io.RawIOBase):
    """Reads a socket until the connection's deadline, which a byte now and then does not move."""

    def __init__(self, connection: _Connection) -> None:
        self._connection = connection

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:  # noqa: ANN401 - any writable buffer, as the base class has it
        remaining = self._connection.deadline - time.monotonic()
        if remaining <= 0:
            raise TimeoutError("the request took too long")
        self._connection.waiting_since = time.monotonic()
        self._connection.sock.settimeout(remaining)
        try:
            return self._connection.sock.recv_into(buffer)
        finally:
            self._connection.waiting_since = None


class _Writer(io.BufferedIOBase):
    """Sends to a socket; a client that does not take the bytes counts as one the server waits for."""

    def __init__(self, connection: _Connection) -> None:
        self._connection = connection

    def writable(self) -> bool:
        return True

    def write(self, data: Any) -> int:  # noqa: ANN401 - any buffer, as the base class has it
        self._connection.waiting_since = time.monotonic()
        self._connection.sock.settimeout(LIMITS.answer_seconds)
        try:
            self._connection.sock.sendall(data)
        finally:
            self._connection.waiting_since = None
        return memoryview(data).nbytes


class PetStoreRequestHandler(WSGIRequestHandler):
    """Handles one connection, which carries one request."""

    server: "PetStoreServer"
    protocol_version = "HTTP/1.1"
    server_version = "petstore_flask"
    sys_version = ""

    def setup(self) -> None:
        """Wrap the socket."""
        super().setup()
        connection = self.server.connection_of(self.connection)
        if connection is None:
            raise ConnectionAbortedError  # cut to make room, before its turn came
        self.rfile.close()
        self._received: io.BufferedReader = io.BufferedReader(_DeadlineReader(connection))
        self.rfile = self._received
        self.wfile = _Writer(connection)
        self._body: BodyReader | None = None
        self._is_refused = False

    def run_wsgi(self) -> None:
        """Answer; http.server has said `100 Continue` to who asked for it, and werkzeug would say it again."""
        del self.headers["Expect"]
        try:
            self._body = body_reader(self.headers, self._received, http_1_0=self.request_version < "HTTP/1.1")
        except ProblemError as problem:
            self.send_error(problem.status, problem.detail)
            return
        # werkzeug reads on after its answer, for as long as the client holds the line; `finish` does it for a moment.
        self.rfile = io.BufferedReader(io.BytesIO())
        super().run_wsgi()

    def finish(self) -> None:
        """End the connection. One closed over unread bytes is reset, and its answer lost: those are dropped first."""
        try:
            if self._is_refused or (self._body is not None and not self._body.whole):
                self._linger()
        finally:
            super().finish()
            self._received.close()

    def _linger(self) -> None:
        connection = self.server.connection_of(self.connection)
        if connection is None:
            return  # cut already
        give_up_at = time.monotonic() + LIMITS.linger_seconds
        connection.waiting_since = time.monotonic()
        try:
            self.connection.shutdown(socket.SHUT_WR)
            while (remaining := give_up_at - time.monotonic()) > 0:
                self.connection.settimeout(min(remaining, LIMITS.linger_silence_seconds))
                if not self.connection.recv(LIMITS.dropped_bytes):
                    return
        except OSError:
            return  # silent for too long, or gone

    def make_environ(self) -> "WSGIEnvironment":
        """The WSGI environment, with the one header whose name has an underscore put back."""
        environ = super().make_environ()
        values = [value for name, value in self.headers.items() if name.lower() == "api_key"]
        if values:
            environ["HTTP_API_KEY"] = ",".join(values)
        environ["wsgi.input"] = self._body
        environ.pop("wsgi.input_terminated", None)
        if isinstance(self._body, ChunkedReader):
            environ["wsgi.input_terminated"] = True
        elif isinstance(self._body, LengthReader) and "CONTENT_LENGTH" in environ:
            environ["CONTENT_LENGTH"] = str(self._body.length)
        return environ

    def send_error(self, code: int, message: str | None = None, explain: str | None = None) -> None:
        """Answer a request that is no HTTP with a problem, where http.server would send a page.

        Args:
            code: the HTTP status code.
            message: the detail of the problem; None takes the phrase of the status code.
            explain: not used; http.server passes a longer text for its page.
        """
        del explain
        self.close_connection = self._is_refused = True
        self.wfile.write(_raw_problem(code, message or reason(code)))

    def log_request(self, code: int | str = "-", size: int | str = "-") -> None:
        """Nothing: `LoggedApp` keeps the log.

        Args:
            code: not used.
            size: not used.
        """

    def log(self, type: str, message: str, *args: object) -> None:  # noqa: A002 - werkzeug's name
        """Nothing: a line printed here would appear in a reader's cell.

        Args:
            type: not used.
            message: not used.
            args: not used.
        """


class PetStoreServer(ThreadedWSGIServer):
    """Serves one application on a listening socket, a thread for each connection, up to a limit.

    Args:
        sock: a bound and listening TCP socket; it belongs to the server from here on.
        app: the application.
    """

    block_on_close = False  # stopping never waits for a slow client

    def __init__(self, sock: socket.socket, app: "WSGIApplication") -> None:
        host, port = sock.getsockname()[:2]
        self._connections: dict[int, _Connection] = {}
        self._changed = threading.Condition()
        self._stopping = False
        self._wake, self._awaken = socket.socketpair()
        super().__init__(host, port, app, PetStoreRequestHandler, fd=sock.fileno())
        sock.close()  # werkzeug works on a duplicate
        self.socket.settimeout(0)

    def serve_forever(self, poll_interval: float = 0.5) -> None:
        """Answer until `stop`; asleep in between, where the base class wakes up every half second."""
        del poll_interval
        with selectors.DefaultSelector() as selector:
            selector.register(self.socket, selectors.EVENT_READ)
            selector.register(self._wake, selectors.EVENT_READ)
            while not self._stopping:
                if any(key.fileobj is self.socket for key, _ in selector.select()):
                    self._accept()
        self.socket.close()  # at once: a client that connects while requests finish is refused

    def stop(self) -> None:
        """Take no new connection, let requests being answered finish, and end the connections that only wait."""
        with self._changed:
            self._stopping = True
            self._changed.notify_all()
        self._awaken.send(b"x")
        give_up_at = time.monotonic() + LIMITS.finish_seconds
        with self._changed:
            while self._connections and time.monotonic() < give_up_at:
                self._cut_waiting(longer_than_seconds=LIMITS.finish_silence_seconds, limit=None)
                self._changed.wait(0.05)
            self._cut_waiting(longer_than_seconds=0, limit=None)

    def close(self) -> None:
        """Close the sockets of the server itself, after `serve_forever` has ended."""
        self.server_close()
        self._wake.close()
        self._awaken.close()

    def connection_of(self, sock: socket.socket) -> _Connection | None:
        """The record of an accepted connection; `None` once it was cut."""
        with self._changed:
            known = self._connections.get(sock.fileno())
            return known if known is not None and known.sock is sock else None

    def shutdown_request(self, request: Any) -> None:  # noqa: ANN401 - socketserver's own
        """Forget the connection and close it."""
        with self._changed:
            known = self._connections.get(request.fileno())
            if known is not None and known.sock is request:
                del self._connections[request.fileno()]
                self._changed.notify_all()
        super().shutdown_request(request)

    def handle_error(self, request: Any, client_address: Any) -> None:  # noqa: ANN401 - socketserver's own
        """Nothing: the client is gone, and a traceback printed here would appear in a reader's cell.

        Args:
            request: not used.
            client_address: not used.
        """

    def log(self, type: str, message: str, *args: object) -> None:  # noqa: A002 - werkzeug's name
        """Nothing, as above.

        Args:
            type: not used.
            message: not used.
            args: not used.
        """

    def _accept(self) -> None:
        try:
            request, client_address = self.get_request()
        except OSError:
            return  # the client went away before it was accepted
        request.settimeout(None)
        if not self._admit(request):
            self._refuse(request)
            return
        self.process_request(request, client_address)

    def _admit(self, request: socket.socket) -> bool:
        """Find room for a connection. When all places are taken, clients that keep the server waiting lose theirs.

        Others wait in the queue of the listening socket meanwhile, for about `patience_seconds`: a burst of good
        clients is served in turn, and a crowd of silent ones cannot block the server.
        """
        refuse_at = time.monotonic() + LIMITS.refuse_seconds
        with self._changed:
            while len(self._connections) >= LIMITS.max_connections:
                if self._stopping or time.monotonic() > refuse_at:
                    return False
                if not self._cut_waiting(
                    longer_than_seconds=LIMITS.patience_seconds, limit=LIMITS.max_connections // 2
                ):
                    self._changed.wait(0.05)
            self._connections[request.fileno()] = _Connection(request)
        return True

    def _cut_waiting(self, *, longer_than_seconds: float, limit: int | None) -> bool:
        """Whether connections were cut: those that wait for their client longest, and longer than this."""
        now = time.monotonic()
        waiting = [(now - c.waiting_since, number) for number, c in self._connections.items() if c.waiting_since]
        too_long = sorted((pair for pair in waiting if pair[0] >= longer_than_seconds), reverse=True)[:limit]
        for _, number in too_long:
            self._connections.pop(number).cut()
        return bool(too_long)

    def _refuse(self, request: socket.socket) -> None:
        try:
            request.settimeout(0)
            request.send(_raw_problem(503, "Too many requests are being answered."))
        except OSError:
            request.close()  # a client that cannot take these few bytes at once is not waited for
            return
        super().shutdown_request(request)


def _raw_problem(status: int, detail: str) -> bytes:
    body = json.dumps(problem_body(ProblemError(status, detail))).encode()
    head = (
        f"HTTP/1.1 {status} {reason(status)}\r\nContent-Type: {PROBLEM_TYPE}\r\n"
        f"Content-Length: {len(body)}\r\nCache-Control: no-store\r\nX-Content-Type-Options: nosniff\r\n"
        "Connection: close\r\n\r\n"
    )
    return head.encode() + body
