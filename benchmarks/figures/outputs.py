"""CPU seconds of every output of large documents, beyond reading them: where the time of each goes.

The gate in `tests/costs` holds the calls and the memory of the same outputs; seconds depend on the machine.
"""

from __future__ import annotations

from pathlib import Path

from apiref_nb.parsing import parse
from apiref_nb.reading import normalize
from benchmarks.measuring import documents, seconds
from benchmarks.report import Section, number
from tests.costs.measure import warm
from tests.costs.outputs import OUTPUTS

LARGE_BYTES = 500_000


def every_output() -> Section:
    """One row a document, small ones first."""
    warm()
    rows = [_row(path) for path in documents(LARGE_BYTES)]
    says = "CPU seconds, each output made once of a document that nothing was made of before, the collector off."
    return Section("Every output", says, ("document", "read", *OUTPUTS), rows)


def _row(path: Path) -> list[str]:
    document = parse(path.read_bytes(), source=path.name, file_name=path.name)
    made = []
    for make in OUTPUTS.values():
        api = normalize(document)
        made.append(seconds(lambda make=make, api=api: make(api)))
    return [path.name[:50], number(seconds(lambda: normalize(document))), *map(number, made)]
