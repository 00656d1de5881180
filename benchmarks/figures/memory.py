"""Memory of making a whole page: the peak of a process above what its imports take."""

from __future__ import annotations

from pathlib import Path

from benchmarks.measuring import documents, python_answer
from benchmarks.report import Section, number

LARGE_BYTES = 1_000_000
DOCUMENT_TIMES, HTML_TIMES = 10, 3

CODE = """
import json, sys
from pathlib import Path
from apiref_nb import OpenApiEmbed
from tests.peak_memory import peak_bytes
small = {"openapi": "3.1.0", "info": {"title": "T", "version": "1"},
         "paths": {"/a": {"get": {"responses": {"200": {"description": "ok", "content": {
             "application/json": {"schema": {"type": "object"}}}}}}}}}
OpenApiEmbed(small)._repr_mimebundle_()
if sys.argv[1].endswith("yaml"):
    OpenApiEmbed(b"openapi: 3.1.0\\ninfo: {title: T, version: '1'}\\npaths: {}\\n")._repr_mimebundle_()
before = peak_bytes()
made = OpenApiEmbed(Path(sys.argv[1]))._repr_mimebundle_()
after = peak_bytes()
print(json.dumps({"peak": after - before, "html": len(made["text/html"].encode())}))
"""


def memory_peaks() -> Section:
    """One row a document of over 1 MB."""
    rows = [_row(path) for path in documents(LARGE_BYTES)]
    says = (
        "Peak of the process above what importing and showing a small document took, MB. Wanted: at most "
        f"{DOCUMENT_TIMES} times the document and {HTML_TIMES} times its HTML."
    )
    return Section("Memory", says, ("document", "document MB", "HTML MB", "peak MB", "allowed MB"), rows)


def _row(path: Path) -> list[str]:
    found = python_answer(CODE, path)
    allowed = DOCUMENT_TIMES * path.stat().st_size + HTML_TIMES * found["html"]
    return [
        path.name[:50],
        number(path.stat().st_size / 1e6),
        number(found["html"] / 1e6),
        number(found["peak"] / 1e6, limit=round(allowed / 1e6)),
        number(allowed / 1e6),
    ]
