"""How long the pet store takes from `start()` to its first answer, and to stop; CPU and wall seconds of ten runs.

python benchmarks/petstore_start.py
"""

from __future__ import annotations

import statistics
import time
import urllib.request

import petstore_flask


def main() -> None:
    runs = []
    for _ in range(10):
        wall, cpu = time.perf_counter(), time.process_time()
        handle = petstore_flask.start(name="quick", database_url="sqlite://")
        with urllib.request.urlopen(handle.openapi_url) as answer:
            answer.read()
        started = time.perf_counter()
        runs.append((started - wall, time.process_time() - cpu))
        handle.stop()
        runs[-1] = (*runs[-1], time.perf_counter() - started)
    for label, values in zip(
        ("to first answer, wall", "to first answer, CPU", "to stop, wall"), zip(*runs, strict=True), strict=True
    ):
        print(f"{label:24} median {statistics.median(values):.3f} s, worst {max(values):.3f} s")


if __name__ == "__main__":
    main()
