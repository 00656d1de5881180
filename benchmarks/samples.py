"""What making samples and checking examples adds to rendering a whole reference: CPU seconds, the best of five.

    python -m benchmarks.samples DOCUMENT...

`whole` is a rendering as it is; `without` is the same page with its samples handed over ready-made, so that it pays for
everything but making them and checking the published examples. `check` is the command's own walk over every example.
"""

from __future__ import annotations

import gc
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from apiref_nb.describing import describe_reference, operation
from apiref_nb.load import load_api
from apiref_nb.schemas import check_examples
from apiref_nb.writing.html import render_reference

ROUNDS = 5
MAKING = ("block_operation", "request_tabs", "panels")
"""The functions by which `describe_operation` gets its samples; none of them calls another."""


class Recorded:
    """Keeps what functions returned, call by call, and hands it out again."""

    def __init__(self) -> None:
        self.results: list[Any] = []

    def recording(self, work: Callable[..., Any]) -> Callable[..., Any]:
        """Return the function, its results kept."""

        def recorded(*given: Any, **named: Any) -> Any:
            self.results.append(work(*given, **named))
            return self.results[-1]

        return recorded

    def replaying(self) -> Callable[..., Any]:
        """Return a function that returns what was kept, in the order of the calls."""
        results = iter(self.results)
        return lambda *_given, **_named: next(results)


def rendering(path: Path, replacement: Callable[[Callable[..., Any]], Callable[..., Any]] | None = None) -> float:
    """Return the CPU seconds of one rendering of a freshly read document."""
    api = load_api(path)
    kept = {name: getattr(operation, name) for name in MAKING}
    for name, work in kept.items():
        setattr(operation, name, replacement(work) if replacement is not None else work)
    gc.collect()
    start = time.process_time()
    try:
        render_reference(describe_reference(api))
        return time.process_time() - start
    finally:
        for name, work in kept.items():
            setattr(operation, name, work)


def checking(path: Path) -> float:
    """Return the CPU seconds of `check_examples` alone."""
    api = load_api(path)
    start = time.process_time()
    check_examples(api)
    return time.process_time() - start


def main(paths: list[str]) -> None:
    print(f"{'document':48} {'whole':>7} {'without':>8} {'added':>6} {'check':>6}")
    for path in map(Path, paths):
        made = Recorded()
        rendering(path, made.recording)
        whole, without = [], []
        for _ in range(ROUNDS):
            # In turns, so that a busy machine does not favour one of them.
            whole.append(rendering(path))
            replay = made.replaying()
            without.append(rendering(path, lambda _work, replay=replay: replay))
        alone = min(checking(path) for _ in range(3))
        added = min(whole) / min(without) - 1
        print(f"{path.name[:48]:48} {min(whole):7.2f} {min(without):8.2f} {added:6.0%} {alone:6.2f}")


if __name__ == "__main__":
    main(sys.argv[1:])
