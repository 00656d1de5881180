"""A server on loopback whose answers a test writes piece by piece, waiting for events of the test in between."""

from __future__ import annotations

import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

SECONDS = 20
"""After which a test that hangs is given up."""


class Writing:
    """One answer: `begin`, then `write` pieces; without `length` they are chunks."""

    def __init__(self, handler):
        self.headers = {name.lower(): value for name, value in handler.headers.items()}
        self.path = handler.path
        self._handler = handler
        self._chunked = True

    def begin(self, media_type, status=200, *, length=None, headers=()):
        self._handler.send_response(status)
        self._handler.send_header("Content-Type", media_type)
        for name, value in headers:
            self._handler.send_header(name, value)
        self._chunked = length is None
        self._handler.send_header(
            *(("Transfer-Encoding", "chunked") if length is None else ("Content-Length", str(length)))
        )
        self._handler.end_headers()

    def write(self, data):
        data = data.encode() if isinstance(data, str) else data
        self._handler.wfile.write(b"%x\r\n%s\r\n" % (len(data), data) if self._chunked else data)
        self._handler.wfile.flush()

    def end(self):
        if self._chunked:
            self._handler.wfile.write(b"0\r\n\r\n")

    def hang_up(self):
        self._handler.close_connection = True


class Streaming:
    """The server; `answer` is called with a `Writing` for each request, in a thread of its own."""

    def __init__(self):
        self.asked: list[Writing] = []
        self.answer = lambda writing: None
        self.gone = threading.Event()
        """Set when a client was found gone while something was written to it."""
        self.let_go = threading.Event()
        """For answers that wait; set when the test is over."""
        owner = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_GET(self):
                self.rfile.read(int(self.headers.get("content-length") or 0))
                writing = Writing(self)
                owner.asked.append(writing)
                try:
                    owner.answer(writing)
                except OSError:
                    owner.gone.set()
                    self.close_connection = True

            do_POST = do_GET  # noqa: N815 - the name is http.server's

            def log_message(self, *args):
                pass

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._server.daemon_threads = True
        self._server.handle_error = lambda *asked: None  # a client that leaves is no news
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.02,), daemon=True)

    @property
    def url(self):
        return f"http://127.0.0.1:{self._server.server_address[1]}"

    def __enter__(self):
        self._thread.start()
        return self

    def __exit__(self, *exc):
        self.let_go.set()
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()
