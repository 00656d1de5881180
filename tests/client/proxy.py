"""A proxy on loopback: CONNECT opens a way to a server, anything else is passed on; both may ask for a login."""

from __future__ import annotations

import base64
import socket
import socketserver
import threading
from urllib.parse import urlsplit


class Proxy:
    """The proxy; `asked` holds the first line of every request, `there` where each name leads.

    Args:
        login: `name:password` that it asks for; empty for none.
    """

    def __init__(self, login: str = "") -> None:
        self.asked: list[str] = []
        self.there: dict[str, int] = {}
        owner = self
        known = base64.b64encode(login.encode()).decode()
        wanted = f"Proxy-Authorization: Basic {known}".lower() if login else ""

        class Handler(socketserver.StreamRequestHandler):
            def handle(self):
                head = self.head()
                if not head:
                    return
                owner.asked.append(head[0])
                if wanted and wanted not in {line.lower() for line in head}:
                    self.wfile.write(b"HTTP/1.1 407 No\r\nContent-Length: 0\r\n\r\n")
                else:
                    self.passed_on(head)

            def head(self):
                lines = []
                while (line := self.rfile.readline().rstrip(b"\r\n")) != b"":
                    lines.append(line.decode("latin-1"))
                return lines

            def passed_on(self, head):
                method, target, _ = head[0].split(" ")
                place = target if method == "CONNECT" else urlsplit(target).netloc
                with socket.create_connection(("127.0.0.1", owner.there[place])) as server:
                    if method == "CONNECT":
                        self.wfile.write(b"HTTP/1.1 200 Connected\r\n\r\n")
                    else:
                        lines = [head[0].replace(f"http://{place}", ""), *head[1:], "Connection: close"]
                        server.sendall("".join(f"{line}\r\n" for line in (*lines, "")).encode("latin-1"))
                    back = threading.Thread(target=relayed, args=(server, self.connection), daemon=True)
                    back.start()
                    relayed(self.connection, server)
                    back.join()

        self._server = socketserver.ThreadingTCPServer(("127.0.0.1", 0), Handler)
        self._server.daemon_threads = True
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.02,), daemon=True)

    @property
    def port(self) -> int:
        """Where it listens."""
        return self._server.server_address[1]

    def __enter__(self):
        self._thread.start()
        return self

    def __exit__(self, *exc):
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()


def relayed(source, target):
    """Pass on what comes until one side ends."""
    try:
        while data := source.recv(65536):
            target.sendall(data)
        target.shutdown(socket.SHUT_WR)
    except OSError:
        pass
