"""What making samples and checking examples adds to rendering a whole reference: CPU seconds, the best of three.

    python -m benchmarks.samples DOCUMENT...

`samples` is the time spent in making request samples, sample bodies and answers, and in checking published examples;
`rest` is everything else that rendering does. `check` is the command's own walk over every example of the document.
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
from apiref_nb.rendering import render_reference
from apiref_nb.samples import check_examples

ROUNDS = 3
MAKING = ("block_operation", "request_tabs", "panels")
"""The functions by which `describe_operation` gets its samples; none of them calls another."""


class Clock:
    """Adds up the CPU seconds spent inside functions."""

    def __init__(self) -> None:
        self.spent = 0.0

    def watching(self, work: Callable[..., Any]) -> Callable[..., Any]:
        """Return the function, watched."""

        def watched(*given: Any, **named: Any) -> Any:
            start = time.process_time()
            try:
                return work(*given, **named)
            finally:
                self.spent += time.process_time() - start

        return watched


def rendering(path: Path, *, checks: bool) -> tuple[float, float]:
    """Return (CPU seconds in making samples, CPU seconds in all the rest) of one rendering."""
    api = load_api(path)
    clock = Clock()
    kept = {name: getattr(operation, name) for name in MAKING}
    for name, work in kept.items():
        setattr(operation, name, clock.watching(work))
    gc.collect()
    start = time.process_time()
    try:
        render_reference(describe_reference(api, check_examples=checks))
        total = time.process_time() - start
    finally:
        for name, work in kept.items():
            setattr(operation, name, work)
    return clock.spent, total - clock.spent


def checking(path: Path) -> float:
    """Return the CPU seconds of `check_examples` alone."""
    api = load_api(path)
    start = time.process_time()
    check_examples(api)
    return time.process_time() - start


def main(paths: list[str]) -> None:
    print(f"{'document':48} {'unchecked':>9} {'samples':>8} {'rest':>6} {'added':>6} {'check':>6}")
    for path in map(Path, paths):
        unchecked = min(rendering(path, checks=False)[0] for _ in range(ROUNDS))
        made, rest = min((rendering(path, checks=True) for _ in range(ROUNDS)), key=sum)
        alone = min(checking(path) for _ in range(ROUNDS))
        print(f"{path.name[:48]:48} {unchecked:9.2f} {made:8.2f} {rest:6.2f} {made / rest:6.0%} {alone:6.2f}")


if __name__ == "__main__":
    main(sys.argv[1:])
