"""A server on loopback that keeps what it was sent and answers what the test says."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer


@dataclass
class Sent:
    """One request as it arrived."""

    method: str
    target: str
    headers: dict[str, str]
    data: bytes


@dataclass
class Says:
    """What the server answers."""

    status: int = 200
    headers: list[tuple[str, str]] = field(default_factory=lambda: [("Content-Type", "application/json")])
    data: bytes = b"{}"


class Loopback:
    """The server; `requests` holds what arrived, `says` is what it answers.

    Args:
        tls: its `ssl.SSLContext`; None for plain http.
    """

    def __init__(self, tls=None):
        self.requests: list[Sent] = []
        self.says = Says()
        self.at: dict[str, Callable[[Sent], Says]] = {}
        """Path -> what answers there; `says` answers everywhere else."""
        owner = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def handle_one_request(self):
                super().handle_one_request()

            def __getattr__(self, name):
                if name.startswith("do_"):
                    return self.answer
                raise AttributeError(name)

            def answer(self):
                data = self.rfile.read(int(self.headers.get("content-length") or 0))
                headers = {name.lower(): value for name, value in self.headers.items()}
                owner.requests.append(Sent(self.command, self.path, headers, data))
                own = owner.at.get(self.path.partition("?")[0])
                says = own(owner.last) if own else owner.says
                self.send_response(says.status)
                for name, value in says.headers:
                    self.send_header(name, value)
                if not any(name.lower() == "content-length" for name, _ in says.headers):
                    self.send_header("Content-Length", str(len(says.data)))
                self.end_headers()
                if self.command != "HEAD":
                    self.wfile.write(says.data)

            def log_message(self, *args):
                pass

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._server.daemon_threads = True
        self._scheme = "https" if tls else "http"
        if tls:
            self._server.socket = tls.wrap_socket(self._server.socket, server_side=True)
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.02,), daemon=True)

    @property
    def url(self):
        return f"{self._scheme}://127.0.0.1:{self.port}"

    @property
    def port(self):
        return self._server.server_address[1]

    @property
    def last(self):
        return self.requests[-1]

    def __enter__(self):
        self._thread.start()
        return self

    def __exit__(self, *exc):
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()
