"""Runs the command line in this process, as its entry point does, and hands back what a shell would see."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from apiref_nb.cli import main

HARBOUR = {
    "openapi": "3.1.0",
    "info": {"title": "Harbour", "version": "2"},
    "servers": [{"url": "https://harbour.example"}],
    "paths": {
        "/berths": {
            "get": {"tags": ["berths"], "operationId": "listBerths", "responses": {"200": {"description": "ok"}}}
        },
        "/tides/{day}": {
            "get": {
                "tags": ["tides"],
                "operationId": "getTide",
                "parameters": [{"name": "day", "in": "path", "required": True, "schema": {"type": "string"}}],
                "responses": {"200": {"description": "ok"}},
            }
        },
    },
}
"""A document without any problem."""


@dataclass(frozen=True, slots=True)
class Ran:
    """One run of a command."""

    code: int
    out: str
    err: str


@pytest.fixture
def run(monkeypatch, capsys) -> Callable[..., Ran]:
    """A function that takes the words after `apiref-nb`."""
    monkeypatch.setenv("COLUMNS", "100")

    def ran(*words: object) -> Ran:
        monkeypatch.setattr("sys.argv", ["apiref-nb", *map(str, words)])
        with pytest.raises(SystemExit) as ended:
            main()
        captured = capsys.readouterr()
        return Ran(ended.value.code or 0, captured.out, captured.err)

    return ran


@pytest.fixture
def folder(tmp_path, monkeypatch) -> Path:
    """The working folder, with `harbour.json` in it."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "harbour.json").write_text(json.dumps(HARBOUR), encoding="utf-8")
    return tmp_path


@pytest.fixture
def address(folder, monkeypatch) -> Iterator[str]:
    """The address of `harbour.json` on a server of loopback's; nothing of it stays in the reader's own cache."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(folder / "cache"))

    class Served(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            body = (folder / "harbour.json").read_bytes()
            self.send_response(200)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_: object) -> None:
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Served) as server:
        thread = threading.Thread(target=server.serve_forever, args=(0.01,))
        thread.start()
        yield f"http://127.0.0.1:{server.server_port}/harbour.json"
        server.shutdown()
        thread.join()
