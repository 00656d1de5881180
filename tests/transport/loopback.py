"""A server on loopback that plays exactly what a test says, byte for byte, on raw sockets.

Tests give it a play: a function that gets each connection in turn. It notes the requests, and when the test is over it
ends every connection and waits for its threads, so that a play may simply hang.
"""

from __future__ import annotations

import socket
import ssl
import struct
import threading
from collections.abc import Callable
from types import TracebackType
from typing import Self


class Connection:
    """One accepted connection.

    Args:
        sock: the connection.
        over: set when the test is over.
    """

    def __init__(self, sock: socket.socket, over: threading.Event) -> None:
        self.sock = sock
        self.over = over
        self.path = ""
        self.headers: dict[str, str] = {}

    def read_request(self) -> bool:
        """Read one request head; False when the client left before it was complete."""
        head = b""
        while b"\r\n\r\n" not in head:
            data = self.sock.recv(65536)
            if not data:
                return False
            head += data
        lines = head.split(b"\r\n\r\n")[0].decode("latin-1").split("\r\n")
        self.path = lines[0].split(" ")[1]
        self.headers = {name.lower(): value for name, value in (line.split(": ", 1) for line in lines[1:])}
        return True

    def send(self, data: bytes) -> None:
        self.sock.sendall(data)

    def answer(self, status: int = 200, body: bytes = b"", **headers: str) -> None:
        """A well-formed answer; `content_type` in headers stands for Content-Type."""
        named = {"content_length": str(len(body)), **headers}
        lines = "".join(f"{name.replace('_', '-')}: {value}\r\n" for name, value in named.items())
        self.send(f"HTTP/1.1 {status} Whatever\r\n{lines}\r\n".encode() + body)

    def hang(self) -> None:
        """Stay silent until the client leaves or the test is over."""
        self.sock.settimeout(0.05)
        while not self.over.is_set():
            try:
                if not self.sock.recv(65536):
                    return
            except TimeoutError:
                continue

    def drip(self, data: bytes, every_seconds: float = 0.05) -> None:
        """Send a piece again and again, forever, until the client leaves or the test is over."""
        while not self.over.wait(every_seconds):
            self.send(data)

    def flood(self, data: bytes) -> None:
        """The same without a pause."""
        while not self.over.is_set():
            self.send(data)

    def reset(self) -> None:
        """End the connection the hard way."""
        self.sock.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        self.sock.close()


Play = Callable[[Connection], None]


class Loopback:
    """A listening server; use it in a `with` block.

    Args:
        play: gets each connection, after its request was read unless `raw`.
        raw: hand over the connection before anything is read.
        certificate: PEM file of key and certificate; makes it an https server.
    """

    def __init__(self, play: Play, *, raw: bool = False, certificate: str | None = None) -> None:
        self._play = play
        self._raw = raw
        self._context: ssl.SSLContext | None = None
        if certificate is not None:
            self._context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
            self._context.load_cert_chain(certificate)
        self._over = threading.Event()
        self._listener = socket.create_server(("127.0.0.1", 0))
        self._threads: list[threading.Thread] = []
        self.connections: list[Connection] = []
        self.port: int = self._listener.getsockname()[1]
        self.base = f"{'https' if certificate else 'http'}://127.0.0.1:{self.port}"

    @property
    def paths(self) -> list[str]:
        """The path of each request, in order."""
        return [connection.path for connection in self.connections]

    def __enter__(self) -> Self:
        self._start(self._accept)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._over.set()
        # A closed listener does not wake an accept; a last connection does.
        socket.create_connection(("127.0.0.1", self.port)).close()
        for thread in self._threads:
            thread.join(60)
            assert not thread.is_alive(), "a play did not end with its test"
        self._listener.close()

    def _start(self, run: Callable[..., None], *args: object) -> None:
        thread = threading.Thread(target=run, args=args, name="loopback", daemon=True)
        self._threads.append(thread)
        thread.start()

    def _accept(self) -> None:
        while True:
            sock, _ = self._listener.accept()
            if self._over.is_set():
                sock.close()
                return
            self._start(self._serve, sock)

    def _serve(self, sock: socket.socket) -> None:
        with sock:
            sock.settimeout(20)
            try:
                if self._context is not None:
                    with self._context.wrap_socket(sock, server_side=True) as wrapped:
                        self._play_on(wrapped)
                else:
                    self._play_on(sock)
            except OSError:
                return  # the client left, which is what most plays wait for

    def _play_on(self, sock: socket.socket) -> None:
        connection = Connection(sock, self._over)
        if self._raw or connection.read_request():
            self.connections.append(connection)
            self._play(connection)
