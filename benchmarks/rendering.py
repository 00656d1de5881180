"""From bytes to HTML: CPU seconds, times `json.loads` of the same document, memory and size of the page.

    python benchmarks/rendering.py FILE [FILE ...]

Each document is measured in a process of its own. Ratios hold on a noisy machine, single times do not.
"""

from __future__ import annotations

import json
import resource
import subprocess
import sys
import time
from pathlib import Path


def measure(path: Path) -> dict[str, float]:
    # Here, so that the parent process that only starts children does not load the package.
    from apiref_nb.describing import describe_reference  # noqa: PLC0415
    from apiref_nb.parsing import parse  # noqa: PLC0415
    from apiref_nb.reading import normalize  # noqa: PLC0415
    from apiref_nb.writing.html import render_reference  # noqa: PLC0415

    body = path.read_bytes()
    started = time.process_time()
    document = parse(body, source=path.name, file_name=path.name)
    parsed = time.process_time()
    api = normalize(document)
    read = time.process_time()
    html = render_reference(describe_reference(api))
    rendered = time.process_time()
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    text = json.dumps(document.root)
    again = time.process_time()
    json.loads(text)
    loads = time.process_time() - again
    return {
        "operations": len(api.operations),
        "parse s": parsed - started,
        "normalize s": read - parsed,
        "render s": rendered - read,
        "total s": rendered - started,
        "x json.loads": (rendered - started) / loads,
        "html MB": len(html.encode()) / 1e6,
        "peak MB": peak,
    }


def main(arguments: list[str]) -> None:
    if arguments[:1] == ["--one"]:
        print(json.dumps(measure(Path(arguments[1]))))
        return
    if not arguments:
        sys.exit(__doc__)
    for name in arguments:
        runs = [
            json.loads(subprocess.check_output([sys.executable, __file__, "--one", name], text=True)) for _ in range(3)
        ]
        best = min(runs, key=lambda run: run["total s"])
        print(Path(name).name)
        print("  " + "  ".join(f"{key} {value:.2f}".replace(".00", "") for key, value in best.items()))


if __name__ == "__main__":
    main(sys.argv[1:])
