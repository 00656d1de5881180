"""How time and memory are measured: CPU seconds, medians, nothing else in the same breath.

Within a process: the garbage collector is off, and what a figure is compared with is measured in the same run, in turns
with it. Of programs: user and system time of whole processes with their children, started afresh each time.
"""

from __future__ import annotations

import gc
import json
import os
import resource
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

ROOT = Path(__file__).parents[1]
CORPUS = Path(os.environ.get("APIREF_CORPUS") or ROOT.parent / "shared" / "corpus")
OWN = ROOT / "tests" / "documents"
PEERS = ROOT / "benchmarks" / "peers"

RUNS = 3
"""Fresh processes for each figure."""
TURNS = 8
"""Runs of what is over in milliseconds."""


@contextmanager
def collector_off() -> Iterator[None]:
    """No garbage is collected within; all of it is before."""
    gc.collect()
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


def seconds(work: Callable[[], object]) -> float:
    """CPU seconds of one call, with the collector off."""
    with collector_off():
        start = time.process_time()
        work()
        return time.process_time() - start


def in_turns(*works: Callable[[], object], turns: int = TURNS) -> list[list[float]]:
    """CPU seconds of several works, each so many times, one after another in turns."""
    found: list[list[float]] = [[] for _ in works]
    for _ in range(turns):
        for times, work in zip(found, works, strict=True):
            times.append(seconds(work))
    return found


def process_seconds(command: Sequence[object], *, cwd: Path | None = None) -> float:
    """CPU seconds of a program and its children; NaN when it fails or takes ten minutes."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    try:
        done = subprocess.run(
            [str(word) for word in command],
            cwd=cwd,
            env=_environment(),
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            timeout=600,
            check=False,
        )
    except subprocess.TimeoutExpired:
        return float("nan")
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    # Exit code 1 of a linter says that it found something.
    if done.returncode not in (0, 1):
        return float("nan")
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def _environment() -> dict[str, str]:
    """That of this process; modules are compiled once, as in every installation, and not by each process again."""
    return {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}


def median_of_processes(*commands: Sequence[object], runs: int = RUNS) -> list[float]:
    """Median CPU seconds of several programs, run in turns."""
    found = [[process_seconds(command) for command in commands] for _ in range(runs)]
    return [statistics.median(column) for column in zip(*found, strict=True)]


def python_answer(code: str, *words: object) -> dict[str, float]:
    """What a fresh Python prints as JSON; `benchmarks` and the package can be imported there."""
    done = subprocess.run(
        [sys.executable, "-c", code, *map(str, words)],
        cwd=ROOT,
        env=_environment(),
        check=True,
        capture_output=True,
        text=True,
    )
    answer: dict[str, float] = json.loads(done.stdout.splitlines()[-1])
    return answer


def documents(least_bytes: int = 0) -> list[Path]:
    """The documents at hand, small ones first: ours, and the corpus where it is there."""
    found = [path for folder in (OWN, CORPUS) if folder.is_dir() for path in folder.iterdir()]
    wanted = [path for path in found if path.suffix in (".json", ".yaml") and path.stat().st_size >= least_bytes]
    return sorted(wanted, key=lambda path: (path.stat().st_size, path.name))


def named(*parts: str) -> list[Path]:
    """The documents whose names hold one of some texts, in the order of the texts."""
    return [path for part in parts for path in documents() if part in path.name]


def peer(name: str) -> Path:
    """The program of a peer; `make bench` installs them."""
    return PEERS / "node_modules" / ".bin" / name
