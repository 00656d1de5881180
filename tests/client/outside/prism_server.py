"""Prism on loopback: a mock of one document that says what is wrong with each request it is sent."""

from __future__ import annotations

import os
import queue
import signal
import socket
import subprocess
import threading
from pathlib import Path
from typing import Self

HERE = Path(__file__).parent
PRISM = HERE / "prism" / "node_modules" / ".bin" / "prism"
START_SECONDS = 90.0
"""Time to read a document and to listen; reading one of a megabyte takes it twenty seconds."""


class PrismServer:
    """One process for one document; `url` is where it listens.

    Args:
        document: its path.

    Raises:
        RuntimeError: it did not start; the message holds its last words.
    """

    def __init__(self, document: Path) -> None:
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        command = [str(PRISM), "mock", str(document), "--errors", "--host", "127.0.0.1", "--port", str(self.port)]
        environment = {**os.environ, "NO_COLOR": "1", "NODE_OPTIONS": "--max-old-space-size=3000"}
        self._process = subprocess.Popen(
            command,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            env=environment,
            start_new_session=True,
        )
        self._said: queue.Queue[str] = queue.Queue()
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    @property
    def url(self) -> str:
        """Where it listens."""
        return f"http://127.0.0.1:{self.port}"

    def _read(self) -> None:
        for line in self._process.stdout or ():
            self._said.put(line)
        self._said.put("")

    def __enter__(self) -> Self:
        heard = []
        try:
            while line := self._said.get(timeout=START_SECONDS):
                heard.append(line.strip())
                if "Prism is listening" in line:
                    return self
        except queue.Empty:
            pass
        self.__exit__()
        raise RuntimeError(" / ".join(heard[-3:])[:300] or "Prism said nothing")

    def __exit__(self, *_exc: object) -> None:
        if self._process.poll() is None:
            os.killpg(self._process.pid, signal.SIGTERM)
            try:
                self._process.wait(10)
            except subprocess.TimeoutExpired:
                os.killpg(self._process.pid, signal.SIGKILL)
                self._process.wait()
        self._reader.join()
        if self._process.stdout:
            self._process.stdout.close()
