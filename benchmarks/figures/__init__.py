"""The benchmarks of `make bench`, in the order of RESULTS.md. A new one is a file beside this one and a line here."""

from __future__ import annotations

from collections.abc import Mapping

from benchmarks.figures.again import shown_again
from benchmarks.figures.commands import commands_and_peers
from benchmarks.figures.html import html_and_collection
from benchmarks.figures.memory import memory_peaks
from benchmarks.figures.mock import mock_requests
from benchmarks.figures.outputs import every_output
from benchmarks.figures.petstore import petstore_and_flask
from benchmarks.figures.samples import samples_and_sampler
from benchmarks.figures.start import starting
from benchmarks.report import Benchmark

BENCHMARKS: Mapping[str, Benchmark] = {
    "start": starting,
    "html": html_and_collection,
    "again": shown_again,
    "outputs": every_output,
    "commands": commands_and_peers,
    "samples": samples_and_sampler,
    "memory": memory_peaks,
    "mock": mock_requests,
    "petstore": petstore_and_flask,
}
"""Name, as `BENCH=` takes it -> what measures it."""
