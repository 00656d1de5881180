"""What samples and example checks cost beside the rest of rendering: CPU seconds, the best of three.

python -m benchmarks.samples DOCUMENT...
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from pathlib import Path

from apiref_nb.load import load_api
from apiref_nb.model import Api
from apiref_nb.samples import SampleSession, block_operation, check_examples, media_sample, request_tabs

ROUNDS = 3


def cards(api: Api, *, checks: bool) -> None:
    """Make every sample of every card: cURL, Python, request bodies, all media types of all answers."""
    session = SampleSession(checks=checks)
    for operation in api.operations:
        if operation.broken:
            continue
        block_operation(operation, session=session)
        request_tabs(operation, session=session)
        for response in operation.responses:
            for media in response.content:
                media_sample(media, direction="response", session=session)


def best(work: Callable[[Api], object], path: Path) -> float:
    """Return the fewest CPU seconds of three runs, each on a freshly read document."""
    times = []
    for _ in range(ROUNDS):
        api = load_api(path)
        start = time.process_time()
        work(api)
        times.append(time.process_time() - start)
    return min(times)


def main(paths: list[str]) -> None:
    print(f"{'document':48} {'operations':>10} {'samples':>8} {'+checks':>8} {'check_examples':>14}")
    for path in map(Path, paths):
        count = load_api(path).rendered_count
        samples = best(lambda api: cards(api, checks=False), path)
        checked = best(lambda api: cards(api, checks=True), path)
        alone = best(check_examples, path)
        print(f"{path.name[:48]:48} {count:10} {samples:8.2f} {checked:8.2f} {alone:14.2f}")


if __name__ == "__main__":
    main(sys.argv[1:])
