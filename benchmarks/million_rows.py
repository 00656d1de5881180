"""Rows of a paging service into Parquet: `pages().to_parquet()` beside a loop written by hand with httpx and `json`.

    python -m benchmarks.million_rows [ROWS]

A service on loopback, in a process of its own, gives ROWS records (a million) in pages of a thousand. Each way runs in
a fresh process, which tells its rows a second and how much its memory grew beyond what it had after its imports.
Limits: at least 60 % of the rows a second of the loop, and less than 200 MB more.

Then dask: a source that waits 50 ms a call, read with one worker and with two; at least 1.8 times as fast.
"""

from __future__ import annotations

import json
import shutil
import socketserver
import subprocess
import sys
import tempfile
import time
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import httpx
import pyarrow as pa
import pyarrow.parquet as pq

from apiref_nb import Client, load_api
from tests.peak_memory import peak_bytes

PAGE = 1_000
LEAST_SHARE = 0.6
MOST_MEGABYTES = 200
LEAST_GAIN = 1.8
WAIT_SECONDS = 0.05

RECORD = {
    "type": "object",
    "properties": {
        "id": {"type": "integer", "format": "int64"},
        "created": {"type": "string", "format": "date-time"},
        "amount": {"type": "number"},
        "paid": {"type": "boolean"},
        "status": {"type": "string"},
        "note": {"type": "string"},
        "customer": {
            "type": "object", "properties": {"id": {"type": "integer"}, "name": {"type": "string"}},
        },
        "tags": {"type": "array", "items": {"type": "string"}},
    },
}  # fmt: skip


def document(address: str) -> dict:
    """The service as an OpenAPI document."""
    names = {"cursor": "string", "day": "integer"}
    page = {
        "type": "object",
        "properties": {"data": {"type": "array", "items": RECORD}, "next_cursor": {"type": "string"}},
    }
    return {
        "openapi": "3.1.0",
        "info": {"title": "Rows", "version": "1"},
        "servers": [{"url": address}],
        "paths": {
            path: {
                "get": {
                    "operationId": path.strip("/"),
                    "parameters": [{"name": name, "in": "query", "schema": {"type": names[name]}} for name in names],
                    "responses": {"200": {"description": "A page", "content": {"application/json": {"schema": page}}}},
                }
            }
            for path in ("/rows", "/slow")
        },
    }  # fmt: skip


def record(number: int) -> dict:
    """One record, as a service writes it."""
    return {
        "id": number,
        "created": f"2024-{number % 12 + 1:02}-{number % 28 + 1:02}T{number % 24:02}:30:{number % 60:02}Z",
        "amount": number / 100,
        "paid": number % 3 == 0,
        "status": ("open", "shipped", "lost")[number % 3],
        "note": f"order number {number} of somebody",
        "customer": {"id": number % 1_000, "name": f"customer {number % 1_000}"},
        "tags": ["a", "b", "c"][: number % 4],
    }


def serve(rows: int) -> None:
    """Answer until the process is ended; every page is written beforehand."""
    pages = []
    for first in range(0, rows, PAGE):
        more = {"next_cursor": str(first + PAGE)} if first + PAGE < rows else {}
        pages.append(json.dumps({"data": [record(n) for n in range(first, min(first + PAGE, rows))], **more}).encode())

    class Handler(socketserver.StreamRequestHandler):
        disable_nagle_algorithm = True

        def handle(self) -> None:
            while line := self.rfile.readline():
                while self.rfile.readline().strip():
                    pass
                asked = urlsplit(line.split()[1].decode())
                if asked.path == "/slow":
                    time.sleep(WAIT_SECONDS)
                    body = json.dumps({"data": [record(n) for n in range(20)]}).encode()
                else:
                    body = pages[int(parse_qs(asked.query).get("cursor", ["0"])[0]) // PAGE]
                head = f"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n"
                self.wfile.write(head.encode() + body)

    class Server(socketserver.ThreadingTCPServer):
        daemon_threads = True

    with Server(("127.0.0.1", 0), Handler) as server:
        print(f"http://127.0.0.1:{server.server_address[1]}", flush=True)
        server.serve_forever()


def ours(address: str, folder: Path) -> int:
    """Every page, by a client."""
    with Client(load_api(document(address))) as client:
        return client.rows.pages().to_parquet(folder).rows


def by_hand(address: str, folder: Path) -> int:
    """Every page, by the loop that one would write."""
    customer = pa.struct([("id", pa.int64()), ("name", pa.string())])
    schema = pa.schema(
        [("id", pa.int64()), ("created", pa.string()), ("amount", pa.float64()), ("paid", pa.bool_()),
         ("status", pa.string()), ("note", pa.string()), ("customer", customer), ("tags", pa.list_(pa.string()))]
    )  # fmt: skip
    kept = schema.set(1, pa.field("created", pa.timestamp("ns", "UTC")))
    rows, cursor, tables = 0, None, []
    folder.mkdir()
    with httpx.Client() as http, pq.ParquetWriter(folder / "rows.parquet", kept) as writer:
        while True:
            answer = http.get(f"{address}/rows", params={"cursor": cursor} if cursor else {})
            answer.raise_for_status()
            page = json.loads(answer.content)
            tables.append(pa.Table.from_pylist(page["data"], schema=schema).cast(kept))
            rows += len(page["data"])
            cursor = page.get("next_cursor")
            if len(tables) == 100 or not cursor:
                writer.write_table(pa.concat_tables(tables))
                tables = []
            if not cursor:
                return rows


WAYS = {"ours": ours, "by hand": by_hand}


def megabytes() -> float:
    """The most memory that this process has had."""
    return peak_bytes() / 1024 / 1024


def measure(way: str, address: str, folder: Path) -> None:
    """Print what one way takes, in this process."""
    before = megabytes()
    start = time.perf_counter()
    cpu = time.process_time()
    rows = WAYS[way](address, folder)
    seconds = time.perf_counter() - start
    print(json.dumps([rows, seconds, time.process_time() - cpu, megabytes() - before]))


@contextmanager
def service(rows: int):
    """The service in a process of its own; its address."""
    process = subprocess.Popen([sys.executable, "-m", __spec__.name, "--serve", str(rows)], stdout=subprocess.PIPE)
    try:
        yield process.stdout.readline().decode().strip()
    finally:
        process.kill()
        process.wait()
        process.stdout.close()


def taken(way: str, address: str) -> tuple[int, float, float, float]:
    """Rows, seconds, CPU seconds and megabytes of one way, in a fresh process."""
    folder = Path(tempfile.mkdtemp())
    try:
        command = [sys.executable, "-m", __spec__.name, "--measure", way, address, str(folder / "rows")]
        return tuple(json.loads(subprocess.run(command, check=True, capture_output=True).stdout))
    finally:
        shutil.rmtree(folder)


def dask_seconds(address: str, workers: int, partitions: int = 60) -> float:
    """Seconds for a number of partitions, each of which waits."""
    with Client(load_api(document(address))) as client:
        frame = client.pages("slow", over={"day": range(partitions)}).dask(credentials=None)
        start = time.perf_counter()
        found = frame.compute(scheduler="threads", num_workers=workers)
        assert len(found) == 20 * partitions
        return time.perf_counter() - start


def main(rows: int) -> int:
    """Print the figures; return 1 when a limit is broken."""
    with service(rows) as address:
        found = {}
        for way in ("by hand", "ours"):
            found[way] = taken(way, address)
            count, seconds, cpu, more = found[way]
            speed = f"{count / seconds:>10,.0f} rows/s {cpu:>7.1f} s CPU"
            print(f"{way:<10}{count:>10,} rows {speed} {more:>7.0f} MB more", flush=True)
        share = found["by hand"][1] / found["ours"][1]
        dask_seconds(address, 2, 2)  # imports
        gain = dask_seconds(address, 1) / dask_seconds(address, 2)
    print(f"share of the rows a second: {share:.0%} (at least {LEAST_SHARE:.0%})")
    print(f"memory beyond the imports: {found['ours'][3]:.0f} MB (less than {MOST_MEGABYTES} MB)")
    print(f"dask, two workers: {gain:.2f} times one (at least {LEAST_GAIN})")
    return int(share < LEAST_SHARE or found["ours"][3] >= MOST_MEGABYTES or gain < LEAST_GAIN)


if __name__ == "__main__":
    if sys.argv[1:2] == ["--serve"]:
        serve(int(sys.argv[2]))
    elif sys.argv[1:2] == ["--measure"]:
        measure(sys.argv[2], sys.argv[3], Path(sys.argv[4]))
    else:
        sys.exit(main(int(sys.argv[1]) if len(sys.argv) > 1 else 1_000_000))
