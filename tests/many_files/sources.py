"""Small sources of several files: a library whose parts stand in folders, written to a folder or served."""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from hashlib import sha256
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

LIBRARY: Mapping[str, str] = {
    "openapi.yaml": """
openapi: 3.1.0
info: {title: Library, version: "1"}
paths:
  /books: {$ref: paths/books.yaml}
  /books/{id}:
    parameters: [{$ref: 'parts.yaml#/parameters/Id'}]
    get:
      operationId: getBook
      responses:
        '200': {$ref: 'parts.yaml#/responses/One%20Book'}
        '404': {$ref: 'parts.yaml#/responses/Missing'}
components:
  schemas:
    Book: {$ref: schemas/Book.yaml}
""",
    "paths/books.yaml": """
get:
  operationId: listBooks
  responses:
    '200':
      description: all
      content: {application/json: {schema: {type: array, items: {$ref: ../schemas/Book.yaml}}}}
post:
  operationId: addBook
  requestBody: {$ref: '../parts.yaml#/requestBodies/Book'}
  callbacks: {added: {$ref: '../parts.yaml#/callbacks/added'}}
  responses:
    '201': {$ref: '../parts.yaml#/responses/One Book'}
""",
    "parts.yaml": """
parameters:
  Id: {name: id, in: path, required: true, schema: {type: integer, minimum: 1}}
headers:
  Total: {description: how many, schema: {type: integer}}
examples:
  Dune: {summary: a novel, value: {title: Dune, price: 40.00}}
links:
  Again: {operationId: getBook}
requestBodies:
  Book:
    content:
      application/json:
        schema: {$ref: schemas/Book.yaml}
        examples: {dune: {$ref: '#/examples/Dune'}, other: {externalValue: examples/other.json}}
responses:
  One Book:
    description: one
    headers: {X-Total: {$ref: '#/headers/Total'}}
    links: {again: {$ref: '#/links/Again'}}
    content: {application/json: {schema: {$ref: 'schemas/Book.yaml'}}}
  Missing: {description: none}
callbacks:
  added:
    '{$request.body#/url}': {post: {responses: {'200': {description: ok}}}}
""",
    "schemas/Book.yaml": """
type: object
required: [title]
properties:
  title: {type: string}
  price: {type: number, multipleOf: 0.50}
  author: {$ref: person.json}
  sequel: {$ref: '#'}
""",
    "schemas/person.json": """
{"type": "object", "properties": {"name": {"type": "string"}, "books": {"type": "array",
 "items": {"$ref": "Book.yaml"}}}}
""",
}
"""References of every kind; a circle over two files, and one within a file; nothing is wrong with it."""

LIBRARY_IN_ONE = """
openapi: 3.1.0
info: {title: Library, version: "1"}
paths:
  /books:
    get:
      operationId: listBooks
      responses:
        '200':
          description: all
          content: {application/json: {schema: {type: array, items: {$ref: '#/components/schemas/Book'}}}}
    post:
      operationId: addBook
      requestBody: {$ref: '#/components/requestBodies/Book'}
      callbacks: {added: {$ref: '#/components/callbacks/added'}}
      responses:
        '201': {$ref: '#/components/responses/One_Book'}
  /books/{id}:
    parameters: [{$ref: '#/components/parameters/Id'}]
    get:
      operationId: getBook
      responses:
        '200': {$ref: '#/components/responses/One_Book'}
        '404': {$ref: '#/components/responses/Missing'}
components:
  schemas:
    Book:
      type: object
      required: [title]
      properties:
        title: {type: string}
        price: {type: number, multipleOf: 0.50}
        author: {$ref: '#/components/schemas/person'}
        sequel: {$ref: '#/components/schemas/Book'}
    person:
      type: object
      properties:
        name: {type: string}
        books: {type: array, items: {$ref: '#/components/schemas/Book'}}
  requestBodies:
    Book:
      content:
        application/json:
          schema: {$ref: '#/components/schemas/Book'}
          examples:
            dune: {$ref: '#/components/examples/Dune'}
            other: {externalValue: examples/other.json}
  callbacks:
    added:
      '{$request.body#/url}': {post: {responses: {'200': {description: ok}}}}
  responses:
    One_Book:
      description: one
      headers: {X-Total: {$ref: '#/components/headers/Total'}}
      links: {again: {$ref: '#/components/links/Again'}}
      content: {application/json: {schema: {$ref: '#/components/schemas/Book'}}}
    Missing: {description: none}
  parameters:
    Id: {name: id, in: path, required: true, schema: {type: integer, minimum: 1}}
  examples:
    Dune: {summary: a novel, value: {title: Dune, price: 40.00}}
  headers:
    Total: {description: how many, schema: {type: integer}}
  links:
    Again: {operationId: getBook}
"""
"""The same, as its author would have written it in one file."""


def written(folder: Path, files: Mapping[str, str]) -> Path:
    """Write files to a folder; return the path of `openapi.yaml`."""
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return folder / "openapi.yaml"


@dataclass
class Served:
    """Files at an address of this machine; each answer has an ETag."""

    files: dict[str, str]
    address: str = ""
    asked: Counter[str] = field(default_factory=Counter)
    """Path and status of each answer, such as `/parts.yaml 304`."""
    headers: list[tuple[str, dict[str, str]]] = field(default_factory=list)
    redirects: dict[str, str] = field(default_factory=dict)
    """Path -> where it redirects."""
    at_once: int = 0
    """Most requests that were answered at a time."""

    @property
    def entry(self) -> str:
        return f"{self.address}/openapi.yaml"


@contextmanager
def served(files: Mapping[str, str]) -> Iterator[Served]:
    """Serve files until the block ends."""
    site = Served(dict(files))
    busy, lock = Counter[str](), threading.Lock()

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            with lock:
                busy["now"] += 1
                site.at_once = max(site.at_once, busy["now"])
            try:
                self._answer()
            finally:
                with lock:
                    busy["now"] -= 1

        def _answer(self) -> None:
            site.headers.append((self.path, {name.lower(): value for name, value in self.headers.items()}))
            name = self.path.lstrip("/")
            body = site.files.get(name, "").encode()
            tag = f'"{sha256(body).hexdigest()[:16]}"'
            status = 404 if name not in site.files else 304 if self.headers.get("If-None-Match") == tag else 200
            if self.path in site.redirects:
                status = 302
            site.asked[f"{self.path} {status}"] += 1
            self.send_response(status)
            if status == 302:
                self.send_header("Location", site.redirects[self.path])
            self.send_header("ETag", tag)
            self.send_header("Content-Length", str(len(body) if status == 200 else 0))
            self.end_headers()
            if status == 200:
                self.wfile.write(body)

        def log_message(self, *_: object) -> None:
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        thread = threading.Thread(target=server.serve_forever, args=(0.01,))
        thread.start()
        site.address = f"http://127.0.0.1:{server.server_port}"
        try:
            yield site
        finally:
            server.shutdown()
            thread.join()
