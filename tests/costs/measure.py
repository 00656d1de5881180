"""What each output of a document costs: calls of Python functions, and the peak of memory.

`python -m tests.costs.measure FILE ...` prints the table of limits for these documents, `--write` puts it into
`limits.tsv`; `--seconds S` measures every document at hand until the time is over, those of the corpus included, holds
each to its limits and prints how many it read. Neither figure depends on the machine, nor on what else runs on it.
"""

from __future__ import annotations

import cProfile
import csv
import gc
import os
import sys
import time
import tracemalloc
from collections import deque
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TextIO

from apiref_nb.model import Api
from apiref_nb.model.byte_cache import CACHES
from apiref_nb.parsing import parse
from apiref_nb.reading import normalize
from tests.costs.outputs import OUTPUTS
from tests.costs.pages import LIMITS as PAGES
from tests.costs.pages import exceeded_page, unseen_words

ROOT = Path(__file__).parents[2]
OWN = ROOT / "tests" / "documents"
CORPUS = Path(os.environ.get("APIREF_CORPUS", ROOT.parent / "shared" / "corpus"))
LIMITS_FILE = Path(__file__).with_name("limits.tsv")

HEADROOM = 1.03
"""A limit is this many times what was measured when the table was made."""
FLOOR_CALLS = 5_000
FLOOR_BYTES = 1_000_000
"""Limits of documents so small that what is made once for any document outweighs them."""


CALLS_A_NODE = {
    "html": 500, "markdown": 500, "text": 10, "collection": 300,
    "pages": 500, "samples": 300, "check": 50, "client": 30,
}  # fmt: skip
"""Python calls for each value in the document: the most that a row may grant, and what holds without a row."""
PEAK_BYTES_A_BYTE = {
    "html": 350, "markdown": 250, "text": 20, "collection": 250,
    "pages": 250, "samples": 250, "check": 30, "client": 30,
}  # fmt: skip
"""Likewise memory for each byte of the document."""


@dataclass(frozen=True, slots=True)
class Cost:
    """What one output of one document took, or may take at most."""

    calls: int
    peak_bytes: int

    def within(self, limit: Cost) -> bool:
        """Return True when neither figure is above its limit."""
        return self.calls <= limit.calls and self.peak_bytes <= limit.peak_bytes


@dataclass(frozen=True, slots=True)
class Size:
    """How much a document holds."""

    length_bytes: int
    nodes: int
    """Its values, each list and mapping one of them."""


def documents() -> list[Path]:
    """Return every document at hand: ours, and the corpus where it is there; small ones first."""
    found = [path for folder in (OWN, CORPUS) if folder.is_dir() for path in folder.iterdir()]
    wanted = [path for path in found if path.suffix in (".json", ".yaml")]
    return sorted(wanted, key=lambda path: (path.stat().st_size, path.name))


def costs(path: Path) -> Iterator[tuple[str, Cost]]:
    """Yield (output, cost) of a document, each output made of an `Api` that nothing was made of before.

    What other documents left behind counts for none, nor what a process makes once, such as a lexer of a language: the
    figures are the same in whichever order they are measured.
    """
    warm()
    document = parse(path.read_bytes(), source=path.name, file_name=path.name)
    for name, make in OUTPUTS.items():
        make(normalize(document))
        CACHES.clear()
        calls = _calls(make, normalize(document))
        CACHES.clear()
        yield name, Cost(calls, _peak(make, normalize(document)))


def _calls(make: Callable[[Api], int], api: Api) -> int:
    profile = cProfile.Profile(builtins=False)
    profile.enable()
    try:
        make(api)
    finally:
        profile.disable()
    return sum(entry.callcount for entry in profile.getstats())


def _peak(make: Callable[[Api], int], api: Api) -> int:
    gc.collect()
    tracemalloc.start()
    tracemalloc.reset_peak()
    held, _ = tracemalloc.get_traced_memory()
    try:
        make(api)
        return tracemalloc.get_traced_memory()[1] - held
    finally:
        tracemalloc.stop()


@cache
def warm() -> None:
    """Make every output once, so that what is made once for a process counts for no document."""
    path = documents()[0]
    document = parse(path.read_bytes(), source=path.name, file_name=path.name)
    for make in OUTPUTS.values():
        make(normalize(document))
    _grow_interned()


def _grow_interned() -> None:
    """Have Python's table of interned texts grow now, by 2 MB or more: whatever interned the last that fits would pay.

    It then has room for some 40,000 texts more; an output interns about ten.
    """
    tracemalloc.start()
    for start in range(0, 1_000_000, 1_000):
        tracemalloc.reset_peak()
        held, _ = tracemalloc.get_traced_memory()
        deque(map(sys.intern, map(str, range(start, start + 1_000))), maxlen=0)
        if tracemalloc.get_traced_memory()[1] - held > FLOOR_BYTES // 2:
            break
    tracemalloc.stop()


# The table ----------------------------------------------------------------------------------------------------

CALLS, PEAK = "{} kcalls", "{} MB"
"""Headings of the two columns of an output: thousands of calls, millions of bytes."""


def limits() -> Mapping[str, Mapping[str, Cost]]:
    """Return file name -> output -> limit."""
    with LIMITS_FILE.open(encoding="utf-8", newline="") as file:
        return {row["document"]: _limits_of(row) for row in csv.DictReader(file, delimiter="\t")}


def sizes() -> Mapping[str, Size]:
    """Return file name -> size of the document when it was measured."""
    with LIMITS_FILE.open(encoding="utf-8", newline="") as file:
        return {
            row["document"]: Size(int(row["bytes"]), int(row["nodes"])) for row in csv.DictReader(file, delimiter="\t")
        }


def _limits_of(row: Mapping[str, str]) -> dict[str, Cost]:
    return {
        name: Cost(int(float(row[CALLS.format(name)]) * 1_000), int(float(row[PEAK.format(name)]) * 1_000_000))
        for name in OUTPUTS
    }


def _nodes(path: Path) -> int:
    count, waiting = 0, [parse(path.read_bytes(), source=path.name, file_name=path.name).root]
    while waiting:
        here = waiting.pop()
        count += 1
        waiting += here.values() if isinstance(here, dict) else here if isinstance(here, list) else ()
    return count


def in_proportion(size: Size) -> dict[str, Cost]:
    """Return output -> the most that a document of a size may cost, whatever it holds."""
    return {
        name: Cost(
            FLOOR_CALLS + CALLS_A_NODE[name] * size.nodes, FLOOR_BYTES + PEAK_BYTES_A_BYTE[name] * size.length_bytes
        )
        for name in OUTPUTS
    }


def limits_of(path: Path, known: Mapping[str, Mapping[str, Cost]]) -> Mapping[str, Cost]:
    """Return output -> limit of a document: its row in the table, else what its size allows."""
    return known.get(path.name) or in_proportion(Size(path.stat().st_size, _nodes(path)))


def _row(path: Path) -> dict[str, str]:
    row = {"document": path.name, "bytes": str(path.stat().st_size), "nodes": str(_nodes(path))}
    for name, cost in costs(path):
        row[CALLS.format(name)] = f"{max(FLOOR_CALLS, cost.calls * HEADROOM) / 1_000:.1f}"
        row[PEAK.format(name)] = f"{max(FLOOR_BYTES, cost.peak_bytes * HEADROOM) / 1_000_000:.2f}"
    return row


def _written(paths: list[Path], file: TextIO) -> None:
    headings = ["document", "bytes", "nodes", *(form.format(name) for name in OUTPUTS for form in (CALLS, PEAK))]
    writer = csv.DictWriter(file, headings, delimiter="\t", lineterminator="\n")
    writer.writeheader()
    for path in sorted(paths, key=lambda path: path.name):
        writer.writerow(_row(path))
        file.flush()


def exceeded(path: Path, limit: Mapping[str, Cost]) -> list[str]:
    """Return a sentence for each output of a document that costs more than its limit."""
    return [
        f"{path.name}: {name} took {cost.calls:,} calls and {cost.peak_bytes:,} bytes; "
        f"at most {limit[name].calls:,} and {limit[name].peak_bytes:,} are allowed"
        for name, cost in costs(path)
        if not cost.within(limit[name])
    ]


def held(seconds: float) -> int:
    """Measure documents until the time is over; print what is exceeded and how many were read; return 1 or 0."""
    known, end, read, faults = limits(), time.monotonic() + seconds, 0, 0
    paths = documents()
    for path in paths:
        if time.monotonic() > end:
            break
        read += 1
        for sentence in exceeded(path, limits_of(path, known)):
            faults += 1
            print(f"found: {sentence}", flush=True)
    for path in (path for path in paths if path.name in PAGES and time.monotonic() < end):
        for sentence in (*exceeded_page(path), *unseen_words(path)):
            faults += 1
            print(f"found: {sentence}", flush=True)
    print(
        f"costs: {read} of {len(paths)} documents read ({len(known)} in the table), {faults} limits exceeded",
        flush=True,
    )
    return 1 if faults else 0


def main(arguments: list[str]) -> int:
    """Measure and print, write, or hold."""
    if arguments[:1] == ["--seconds"]:
        return held(float(arguments[1]))
    if arguments == ["--write"]:
        with LIMITS_FILE.open("w", encoding="utf-8", newline="") as file:
            _written(documents(), file)
    else:
        _written([Path(name) for name in arguments], sys.stdout)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
