"""CPU time of mocks: how soon one stands after its document is loaded, and what a request costs after the first.

    python -m benchmarks.mock [FILE ...]

Without files it takes our own documents and the folder in APIREF_CORPUS (default: `../shared/corpus` beside the
project). Each operation is asked with its own sample request, once to warm and then again. The figures to hold: at most
3 ms a request, and under 1 s for the largest document to stand.
"""

from __future__ import annotations

import gc
import sys
import time
from pathlib import Path
from statistics import mean, quantiles

from apiref_nb import Mock, load_api
from apiref_nb.requests.sample_plan import sample_plan
from apiref_nb.schemas import SampleSession
from tests.mock.corpus_requests import documents, sent


def seconds(path: Path) -> tuple[float, list[tuple[float, str]]]:
    """Return the CPU seconds until a mock stands, and (CPU seconds, operation) of each second request."""
    api = load_api(path)
    session = SampleSession()
    requests = [
        (operation.key, sent(sample_plan(operation, session=session)))
        for operation in (*api.operations, *api.unrendered)
        if not operation.broken
    ]
    gc.collect()
    begun = time.process_time()
    mock = Mock(api)
    standing = time.process_time() - begun
    found = []
    for key, request in requests:
        mock.answer(request)
        begun = time.process_time()
        mock.answer(request)
        found.append((time.process_time() - begun, key))
    return standing, found


def main(names: list[str]) -> None:
    """Print a line for each document, and the worst of all."""
    print(f"{'document':<60}{'requests':>10}{'stands':>11}{'mean':>11}{'99 %':>11}{'most':>11}")
    every: list[tuple[float, str]] = []
    for path in [Path(name) for name in names] or documents():
        standing, found = seconds(path)
        if not found:
            continue
        times = sorted(one for one, _ in found)
        high = quantiles(times, n=100)[-1] if len(times) > 1 else times[-1]
        figures = "".join(f"{figure * 1000:>8.2f} ms" for figure in (standing, mean(times), high, times[-1]))
        print(f"{path.name[:59]:<60}{len(found):>10}{figures}", flush=True)
        every += [(cost, f"{path.name}: {key}") for cost, key in found]
    over = sum(cost > 0.003 for cost, _ in every)
    print(f"{len(every)} requests, {mean(cost for cost, _ in every) * 1000:.2f} ms on average, {over} over 3 ms")
    for cost, key in sorted(every, reverse=True)[:5]:
        print(f"{cost * 1000:>8.2f} ms  {key}")


if __name__ == "__main__":
    main(sys.argv[1:])
