"""What a mock costs: to stand, and for each request after the first; every document at hand, every operation."""

from __future__ import annotations

import time
from pathlib import Path
from statistics import mean, median

from apiref_nb import Mock, load_api
from apiref_nb.requests.sample_plan import sample_plan
from apiref_nb.schemas import SampleSession
from benchmarks.measuring import collector_off, documents
from benchmarks.report import Section, number
from tests.mock.corpus_requests import sent

LIMIT_MS = 3
STANDING_MS = 1000
AGAIN = 3
"""Requests of each operation after the first; the median counts."""
SHOWN = 8


def mock_requests() -> Section:
    """The documents with the dearest requests, and the sum of all."""
    found = [figures for path in documents() for figures in [_figures(path)] if figures[-1]]
    every = sorted(one for *_, times in found for one in times)
    found.sort(key=lambda figures: -max(figures[-1]))
    rows = [_row(path.name[:50], standing, times) for path, standing, times in found[:SHOWN]]
    slowest = max(standing for _, standing, _ in found)
    rows.append(_row(f"all {len(found)}", slowest, every))
    says = (
        "Each operation asked of its document's `Mock` with its own sample request: CPU ms of a request after the "
        f"first, the median of {AGAIN}; the {SHOWN} documents with the dearest request. `stands` is reading the "
        f"document and making the mock. Wanted: at most {LIMIT_MS} ms a request, {STANDING_MS} ms to stand."
    )
    return Section(
        "The mock", says, ("document", "requests", "stands ms", "mean ms", "dearest ms", f"over {LIMIT_MS} ms"), rows
    )


def _figures(path: Path) -> tuple[Path, float, list[float]]:
    """Milliseconds until a mock stands, and of each operation's request."""
    with collector_off():
        begun = time.process_time()
        api = load_api(path)
        mock = Mock(api)
        standing = time.process_time() - begun
    session = SampleSession()
    requests = [
        sent(sample_plan(operation, session=session))
        for operation in (*api.operations, *api.unrendered)
        if not operation.broken
    ]
    times = []
    with collector_off():
        for request in requests:
            mock.answer(request)
            again = []
            for _ in range(AGAIN):
                begun = time.process_time()
                mock.answer(request)
                again.append(time.process_time() - begun)
            times.append(median(again) * 1000)
    return path, standing * 1000, times


def _row(name: str, standing: float, times: list[float]) -> list[str]:
    over = sum(one > LIMIT_MS for one in times)
    dearest = number(max(times), limit=LIMIT_MS)
    return [name, f"{len(times):,}", number(standing, limit=STANDING_MS), number(mean(times)), dearest, f"{over}"]
