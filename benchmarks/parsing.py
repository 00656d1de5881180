"""CPU time of parsing documents, beside what others take for the same bytes; printed as ratios.

    python benchmarks/parsing.py [FILE ...]

Without files it takes the five largest JSON and the five largest YAML documents of the folder in APIREF_CORPUS
(default: `../shared/corpus` beside the project). Each figure is the best of several runs; "x" is times
`json.loads` of the same data as JSON, so that formats compare. orjson is shown when it is installed.
"""

from __future__ import annotations

import gc
import importlib
import json
import os
import sys
import time
from collections.abc import Callable
from pathlib import Path

import yaml

from apiref_nb.parsing.document import locate_all, parse

CORPUS = Path(os.environ.get("APIREF_CORPUS") or Path(__file__).parents[2] / "shared" / "corpus")


def best_seconds(work: Callable[[], object], *, budget: float = 3.0) -> float:
    """Return the CPU seconds of the quickest of three to ten runs, started with a clean heap."""
    best = float("inf")
    spent = 0.0
    for run in range(10):
        if run >= 3 and spent > budget:
            break
        gc.collect()
        start = time.process_time()
        work()
        seconds = time.process_time() - start
        spent += seconds
        best = min(best, seconds)
    return best


def paused(work: Callable[[], object]) -> Callable[[], object]:
    """Return `work` with the garbage collector off, as `parse` has it, so that the peers have the same."""

    def run() -> object:
        gc.disable()
        try:
            return work()
        finally:
            gc.enable()

    return run


def orjson_loads() -> Callable[[bytes], object] | None:
    """Return `orjson.loads`, or None when it is not installed."""
    try:
        return importlib.import_module("orjson").loads
    except ImportError:
        return None


def chosen(arguments: list[str]) -> list[Path]:
    """Return the files to measure."""
    if arguments:
        return [Path(argument) for argument in arguments]
    by_size = sorted(CORPUS.glob("*.*"), key=lambda path: -path.stat().st_size)
    texts = {path: path.read_bytes() for path in by_size if path.suffix in {".json", ".yaml"}}
    in_json = [path for path, body in texts.items() if body.lstrip()[:1] == b"{"]
    in_yaml = [path for path in texts if path not in in_json]
    return in_json[:5] + in_yaml[:5]


def main(arguments: list[str]) -> int:
    """Measure and print."""
    files = chosen(arguments)
    if not files:
        print(f"no documents in {CORPUS.name}; name some files", file=sys.stderr)
        return 2
    orjson = orjson_loads()
    print(f"{'document':44.44} {'MB':>5} {'ours ms':>8} {'x':>6} {'locate':>7} {'json':>6} {'orjson':>7} {'CSafe':>6}")
    for path in files:
        body = path.read_bytes()
        document = parse(body, source=path.name)
        as_json = json.dumps(document.root).encode()
        base = best_seconds(paused(lambda data=as_json: json.loads(data)))
        ours = best_seconds(lambda data=body, name=path.name: parse(data, source=name))
        place = best_seconds(lambda read=document: locate_all(read, ["#/paths"]))
        quick = f"{best_seconds(paused(lambda data=as_json: orjson(data))) / base:.2f}" if orjson else "-"
        peer = "-"
        if document.kind == "yaml":
            loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
            seconds = best_seconds(paused(lambda data=body, loader=loader: yaml.load(data, loader)))
            peer = f"{seconds / base:.1f}"
        print(
            f"{path.stem:44.44} {len(body) / 1e6:5.2f} {ours * 1e3:8.1f} {ours / base:6.2f}"
            f" {place / base:7.2f} {1.0:6.2f} {quick:>7} {peer:>6}"
        )
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
