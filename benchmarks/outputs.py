"""CPU seconds of every output of every document at hand, beyond loading it: one line a document.

    python -m benchmarks.outputs [FILE ...]

Without files it takes our own documents and the folder in APIREF_CORPUS (default: `../shared/corpus` beside the
project). Each output is made once, of a document that nothing was made of before. The gate in `tests/costs` holds the
calls and the memory of the same outputs; seconds depend on the machine and are only shown.
"""

from __future__ import annotations

import gc
import sys
import time
from pathlib import Path

from apiref_nb.parsing import parse
from apiref_nb.reading import normalize
from tests.costs.measure import documents, warm
from tests.costs.outputs import OUTPUTS


def seconds(path: Path) -> tuple[float, dict[str, float]]:
    """Return the CPU seconds of loading a document, and of each of its outputs."""
    start = time.process_time()
    document = parse(path.read_bytes(), source=path.name, file_name=path.name)
    normalize(document)
    loading = time.process_time() - start
    found = {}
    for name, make in OUTPUTS.items():
        api = normalize(document)
        gc.collect()
        start = time.process_time()
        make(api)
        found[name] = time.process_time() - start
    return loading, found


def main(names: list[str]) -> None:
    """Print the table, the sum of each column last."""
    warm()
    paths = [Path(name) for name in names] or documents()
    headings = ("load", *OUTPUTS, "all")
    print(f"{'document':<50}{'kB':>7}" + "".join(f"{heading:>11}" for heading in headings))
    sums = dict.fromkeys(headings, 0.0)
    for path in paths:
        loading, found = seconds(path)
        row = {"load": loading, **found, "all": loading + sum(found.values())}
        sums = {heading: sums[heading] + row[heading] for heading in headings}
        figures = "".join(f"{row[heading]:>9.2f} s" for heading in headings)
        print(f"{path.name[:49]:<50}{path.stat().st_size / 1000:>7.0f}{figures}", flush=True)
    print(f"{f'{len(paths)} documents':<57}" + "".join(f"{sums[heading]:>9.2f} s" for heading in headings))


if __name__ == "__main__":
    main(sys.argv[1:])
