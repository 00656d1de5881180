"""CPU time and size of exports: the Postman collection and the notebook pages, beyond loading the document.

    python benchmarks/exporting.py [FILE ...]

Without files it takes the five largest documents of the folder in APIREF_CORPUS (default: `../shared/corpus` beside the
project). Each figure is the best of three fresh processes; operations count HEAD, OPTIONS, TRACE and their kin.
"""

from __future__ import annotations

import json
import os
import resource
import subprocess
import sys
import time
from pathlib import Path

from apiref_nb.load import load_api
from apiref_nb.pages.notebooks import notebook_pages
from apiref_nb.postman.collection import collection_json

RUNS = 3
CORPUS = Path(os.environ.get("APIREF_CORPUS", Path(__file__).parents[2] / "shared" / "corpus"))


def largest() -> list[Path]:
    """Return the documents that show the cost best."""
    found = [path for path in CORPUS.glob("*") if path.suffix in (".json", ".yaml")] if CORPUS.is_dir() else []
    return sorted(found, key=lambda path: path.stat().st_size, reverse=True)[:5]


def measure(path: Path) -> dict[str, float]:
    """Return the figures of one document, measured in this process."""
    api = load_api(path)
    start = time.process_time()
    collection = collection_json(api)
    exported = time.process_time()
    # The document again, so that what the first export opened is not a gift to the second.
    api = load_api(path)
    loaded = time.process_time()
    pages = notebook_pages(api)
    done = time.process_time()
    return {
        "operations": sum(len(group.operations) + len(group.unrendered) for group in api.groups),
        "collection_seconds": exported - start,
        "collection_bytes": len(collection.encode()),
        "pages": len(pages),
        "pages_seconds": done - loaded,
        "pages_bytes": sum(len(page.text.encode()) for page in pages),
        "peak_kilobytes": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss,
    }


def best(path: Path) -> dict[str, float]:
    """Return the lowest of each figure over fresh processes."""
    command = [sys.executable, __file__, "--one", str(path)]
    runs = [json.loads(subprocess.run(command, check=True, capture_output=True).stdout) for _ in range(RUNS)]
    return {name: min(run[name] for run in runs) for name in runs[0]}


def main() -> None:
    """Print the table."""
    if sys.argv[1:2] == ["--one"]:
        print(json.dumps(measure(Path(sys.argv[2]))))
        return
    paths = [Path(name) for name in sys.argv[1:]] or largest()
    if not paths:
        sys.exit("no documents: name some, or set APIREF_CORPUS")
    print(f"{'document':<44}{'operations':>11}{'collection':>19}{'pages':>26}{'peak':>9}")
    for path in paths:
        row = best(path)
        print(
            f"{path.name[:43]:<44}{row['operations']:>11.0f}"
            f"{row['collection_seconds']:>9.2f} s{row['collection_bytes'] / 1e6:>5.1f} MB"
            f"{row['pages_seconds']:>10.2f} s{row['pages']:>5.0f}{row['pages_bytes'] / 1e6:>6.1f} MB"
            f"{row['peak_kilobytes'] / 1e3:>6.0f} MB"
        )


if __name__ == "__main__":
    main()
