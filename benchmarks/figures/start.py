"""Starting: what an import and a help cost, beside IPython's own import."""

from __future__ import annotations

import sys

from benchmarks.measuring import median_of_processes
from benchmarks.report import Section, number

STARTS = {
    "`import IPython`": ["-c", "import IPython"],
    "`from apiref_nb import OpenApiEmbed`": ["-c", "from apiref_nb import OpenApiEmbed"],
    "`apiref-nb --help`": ["-m", "apiref_nb", "--help"],
    "`apiref-nb --version`": ["-m", "apiref_nb", "--version"],
    "every public name": ["-c", "import apiref_nb; [getattr(apiref_nb, name) for name in apiref_nb.__all__]"],
}


def starting() -> Section:
    """CPU seconds of fresh processes, an empty Python included."""
    found = median_of_processes(*([sys.executable, *words] for words in STARTS.values()), runs=7)
    limits = [None, 2.5 * found[0], 0.3, None, None]
    rows = [
        [name, number(took, limit=limit), number(took / found[0])]
        for name, took, limit in zip(STARTS, found, limits, strict=True)
    ]
    says = "CPU seconds of whole processes. Wanted: the embed at most 2.5 times IPython, the help at most 0.3 s."
    return Section("Starting", says, ("what", "CPU s", "times IPython"), rows)
