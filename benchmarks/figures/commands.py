"""The commands as whole processes, beside those of npm that do the same: pages, checks, collections."""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

from benchmarks.measuring import median_of_processes, named, peer
from benchmarks.report import Section, number

DOCUMENTS = ("swagger-petstore-resources", "xero", "stripe", "github")
LARGE_BYTES = 100_000
RENDER_LIMIT, SMALL_RENDER_LIMIT, CHECK_LIMIT, EXPORT_LIMIT = 0.6, 1.0, 0.5, 0.25


def commands_and_peers() -> Section:
    """One row a document and command."""
    rows: list[list[str]] = []
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for path in named(*DOCUMENTS):
            rows += _rows(path, folder)
    says = (
        "CPU seconds of whole processes, user and system, medians of 3 in turns. Wanted: `render` at most 0.6 of "
        "`redocly build-docs` (1.0 on documents under 100 KB), `check` 0.5 of `redocly lint`, `export` 0.25 of "
        "openapi-to-postmanv2."
    )
    return Section("Commands", says, ("document", "command", "CPU s", "peer", "its CPU s", "share"), rows)


def _rows(path: Path, folder: Path) -> list[list[str]]:
    ours = [sys.executable, "-m", "apiref_nb"]
    large = path.stat().st_size >= LARGE_BYTES
    pairs = [
        (
            "render",
            [*ours, "render", path, "-o", folder / "ours.html", "--force"],
            "redocly build-docs",
            [peer("redocly"), "build-docs", path, "-o", folder / "theirs.html"],
            RENDER_LIMIT if large else SMALL_RENDER_LIMIT,
        ),
        (
            "check",
            [*ours, "check", path],
            "redocly lint",
            [peer("redocly"), "lint", path],
            CHECK_LIMIT,
        ),
        (
            "export",
            [*ours, "export", path, "-o", folder / "ours.json"],
            "openapi-to-postmanv2",
            [peer("openapi2postmanv2"), "-s", path, "-o", folder / "theirs.json"],
            EXPORT_LIMIT,
        ),
    ]
    found = []
    for name, mine, other, theirs, limit in pairs:
        took, peers = median_of_processes(mine, theirs)
        found.append([path.stem[:44], name, number(took), other, number(peers), number(took / peers, limit=limit)])
    return found
