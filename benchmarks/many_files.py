"""CPU time of loading a document in many files, beside the same content in one; printed as a ratio.

    python benchmarks/many_files.py [FILES] [REFERENCES]

Makes a source of FILES files (3,000) that hold REFERENCES references (10,000) between them, in a folder that is
removed again: an operation in each path's file, responses and parameters that many share, schemas that refer to one
another across folders. "x" is times the same document bundled, of which at most 2.5 are allowed.
"""

from __future__ import annotations

import gc
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from apiref_nb import load_api
from apiref_nb.load.loading import Loading
from apiref_nb.load.options import Options
from apiref_nb.load.written import yaml_text

LIMIT_BYTES = 64 * 1024 * 1024
MOST_TIMES = 2.5


def source_in(folder: Path, files: int, references: int) -> tuple[Path, int]:
    """Write a source of so many files; return its entry document, and how many references it holds."""
    schemas = files * 2 // 3
    paths = files - schemas - 2
    written = 0

    def put(name: str, text: str) -> None:
        nonlocal written
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
        written += text.count("$ref:")

    left = max(0, references - paths * 5)
    for index in range(schemas):
        others = [(index * 7 + step * 31 + 1) % schemas for step in range((left + index) // schemas)]
        members = "".join(
            f"  part{step}:\n    $ref: ../group{other % 20}/Thing{other}.yaml\n" for step, other in enumerate(others)
        )
        put(
            f"schemas/group{index % 20}/Thing{index}.yaml",
            f"type: object\ndescription: Thing {index}, which knows a few others.\nrequired: [id]\nproperties:\n"
            f"  id: {{type: integer, format: int64, example: {index}}}\n"
            f"  name: {{type: string, maxLength: 64, description: How it is called.}}\n"
            f"  weight: {{type: number, minimum: 0.50}}\n{members}",
        )
    for index in range(paths):
        thing = index * 3 % schemas
        put(
            f"paths/area{index % 25}/path{index}.yaml",
            f"get:\n  operationId: get{index}\n  tags: [area{index % 25}]\n  summary: Get thing {index}\n"
            "  parameters:\n  - $ref: ../../shared.yaml#/parameters/limit\n"
            "  responses:\n    '200':\n      description: Fine\n"
            "      headers: {X-Left: {$ref: ../../shared.yaml#/headers/left}}\n      content:\n"
            "        application/json:\n          schema:\n"
            f"            $ref: ../../schemas/group{thing % 20}/Thing{thing}.yaml\n"
            "    '404':\n      $ref: ../../shared.yaml#/responses/missing\n",
        )
    put(
        "shared.yaml",
        "parameters: {limit: {name: limit, in: query, schema: {type: integer}}}\n"
        "headers: {left: {schema: {type: integer}}}\nresponses: {missing: {description: There is none.}}\n",
    )
    listed = "".join(
        f"  /things/{index}:\n    $ref: paths/area{index % 25}/path{index}.yaml\n" for index in range(paths)
    )
    put("openapi.yaml", f"openapi: 3.1.0\ninfo: {{title: Things, version: '1'}}\npaths:\n{listed}")
    return folder / "openapi.yaml", written


def best_seconds(work: Callable[[], object]) -> float:
    """Return the CPU seconds of the quickest of three runs, started with a clean heap."""
    best = float("inf")
    for _ in range(3):
        gc.collect()
        start = time.process_time()
        work()
        best = min(best, time.process_time() - start)
    return best


def main() -> int:
    files, references = (int(word) for word in (sys.argv[1:] + ["3000", "10000"][len(sys.argv) - 1 :])[:2])
    with tempfile.TemporaryDirectory() as name:
        entry, written = source_in(Path(name), files, references)
        composition = Loading(entry, Options()).composition()
        bundled = Path(name) / "bundled.yaml"
        bundled.write_text(yaml_text(composition.document.root), encoding="utf-8")
        together = bundled.stat().st_size
        size = sum(path.stat().st_size for path in Path(name).rglob("*.yaml")) - together
        print(f"{len(composition.files):,} files, {written:,} references, {size:,} bytes; bundled {together:,}")
        one = best_seconds(lambda: load_api(bundled, limit_bytes=LIMIT_BYTES))
        many = best_seconds(lambda: load_api(entry))
        assert load_api(entry).document == load_api(bundled, limit_bytes=LIMIT_BYTES).document
    print(f"in one file  {one:6.2f} s")
    print(f"in many      {many:6.2f} s   {many / one:.2f} x (at most {MOST_TIMES})")
    return 0 if many <= MOST_TIMES * one else 1


if __name__ == "__main__":
    sys.exit(main())
