"""`python -m benchmarks [NAME ...]`: measures, prints, and puts each table into benchmarks/RESULTS.md as it comes."""

from __future__ import annotations

import platform
import re
import sys
from pathlib import Path

from benchmarks.figures import BENCHMARKS
from benchmarks.measuring import documents

RESULTS = Path(__file__).with_name("RESULTS.md")
_SECTION = re.compile(r"<!-- (\w+) -->\n(.*?)(?=\n<!-- |\Z)", re.DOTALL)


def main(names: list[str]) -> None:
    """Measure; tables that are not asked for stay as they were."""
    unknown = [name for name in names if name not in BENCHMARKS]
    if unknown:
        sys.exit(f"no benchmark {', '.join(unknown)}; there are {', '.join(BENCHMARKS)}")
    known = dict(_SECTION.findall(RESULTS.read_text(encoding="utf-8"))) if RESULTS.is_file() else {}
    for name in names or BENCHMARKS:
        known[name] = BENCHMARKS[name]().markdown
        print(known[name], flush=True)
        RESULTS.write_text(_written(known), encoding="utf-8")


def _written(known: dict[str, str]) -> str:
    head = (
        "# What it costs\n\nWritten by `make bench`, table by table; figures above what is wanted are bold. "
        f"Python {platform.python_version()}, {platform.machine()}, {len(documents())} documents at hand. "
        "Ratios travel between machines, seconds do not.\n"
    )
    return "\n".join([head, *(f"<!-- {name} -->\n{known[name]}" for name in BENCHMARKS if name in known)])


if __name__ == "__main__":
    main(sys.argv[1:])
