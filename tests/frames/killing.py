"""Rows on their way to Parquet, killed at a step of choice: what is asked of the source, written, brought to the disk.

`python -m tests.frames.killing FOLDER STEP` ends its own process there, as a power cut would.
"""

from __future__ import annotations

import os
import signal
import sys
from contextlib import ExitStack
from pathlib import Path
from unittest.mock import patch

import httpx
import pyarrow.parquet as pq

from apiref_nb import Client, load_api
from apiref_nb.frames.parquet_folder import ParquetFolder

ROWS = 200
PAGE = 7
PART = 40


class Killed(SystemExit):
    """What stands for a kill within a process: like an interrupt, nobody makes another error of it."""


class Steps:
    """Counts the steps of a run, and kills it at one of them."""

    def __init__(self, fatal, kill):
        self.count = 0
        self._fatal = fatal
        self._kill = kill

    def step(self):
        self.count += 1
        if self.count == self._fatal:
            self._kill()

    def around(self, original):
        """The function, with a step before and one after: a kill may come in between, or have come too late."""

        def wrapped(*args, **kwargs):
            self.step()
            done = original(*args, **kwargs)
            self.step()
            return done

        return wrapped


def document():
    record = {"type": "object", "properties": {"id": {"type": "integer"}, "name": {"type": "string"}}}
    number = {"in": "query", "schema": {"type": "integer"}}
    page = {
        "type": "object",
        "properties": {"data": {"type": "array", "items": record}, "next_cursor": {"type": "string"}},
    }
    return {
        "openapi": "3.1.0",
        "info": {"title": "Rows", "version": "1"},
        "servers": [{"url": "https://api.example.com"}],
        "paths": {
            "/rows": {
                "get": {
                    "operationId": "listRows",
                    "parameters": [
                        {"name": "cursor", "in": "query", "schema": {"type": "string"}},
                        {"name": "limit", **number},
                    ],
                    "responses": {"200": {"description": "A page", "content": {"application/json": {"schema": page}}}},
                }
            }
        },
    }  # fmt: skip


def answer(request):
    """A page of the source, which never changes."""
    first = int(request.url.params.get("cursor", "0"))
    rows = [{"id": number, "name": f"row {number}"} for number in range(first, min(first + PAGE, ROWS))]
    more = {"next_cursor": str(first + PAGE)} if first + PAGE < ROWS else {}
    return httpx.Response(200, json={"data": rows, **more})


def keep(folder, fatal=0, kill=lambda: None, **options):
    """Write all rows into a folder; return (what was kept, steps that it took)."""
    steps = Steps(fatal, kill)
    with ExitStack() as stack:
        stack.enter_context(patch.object(os, "fsync", steps.around(os.fsync)))
        stack.enter_context(patch.object(Path, "replace", steps.around(Path.replace)))
        stack.enter_context(patch.object(Path, "unlink", steps.around(Path.unlink)))
        stack.enter_context(patch.object(pq.ParquetWriter, "write_table", steps.around(pq.ParquetWriter.write_table)))
        stack.enter_context(patch.object(pq.ParquetWriter, "close", steps.around(pq.ParquetWriter.close)))
        client = Client(load_api(document()), transport=httpx.MockTransport(steps.around(answer)))
        return client.list_rows.pages().to_parquet(folder, rows_per_part=PART, **options), steps.count


def killed(folder, fatal):
    """Write rows until a step, and leave everything as it is then; True when it was killed."""

    def kill():
        raise Killed

    def leave(kept, *exc):
        kept._lock.close()  # as the system does it for a process that ends

    with patch.object(ParquetFolder, "__exit__", leave):
        try:
            keep(folder, fatal, kill)
        except Killed:
            return True
    return False


def ids(folder):
    """The rows of a folder, as any reader of Parquet sees them."""
    return pq.read_table(folder)["id"].to_pylist()


if __name__ == "__main__":
    keep(Path(sys.argv[1]), int(sys.argv[2]), lambda: os.kill(os.getpid(), signal.SIGKILL))
