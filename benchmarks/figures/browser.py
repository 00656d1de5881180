"""What a large reference costs its reader's browser: this package now, as it was before the pane, and Redoc's page.

Each is opened afresh in a profile of its own, until the browser is at rest. CPU seconds are those of the processes that
draw pages, as Chromium counts them; stalls are its long tasks after the reference was first painted.
"""

from __future__ import annotations

import subprocess
import sys
import tarfile
import tempfile
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from statistics import median

from playwright.sync_api import Browser, Page, Route

from benchmarks.measuring import PEERS, ROOT, named, peer
from benchmarks.report import Section, number
from tests.browser.chromium import chromium, offline_context
from tests.browser.jupyter import JupyterServer, jupyter_server
from tests.browser.notebook_tab import NotebookTab

BEFORE = "1b9a184"
"""The last commit before large references got a pane of their own."""
SHARE_OF_BEFORE, SHARE_OF_REDOC, STALL_SECONDS, NOTEBOOK_MB = 0.25, 0.5, 1.0, 9.0
RUNS = 3
LAB, REDOC = "JupyterLab", "Redoc's page"
REDOC_SCRIPT = PEERS / "node_modules" / "@redocly" / "cli" / "lib" / "chunks" / "redoc.standalone.js"

NOTEBOOK = """
import sys
from pathlib import Path
sys.path.insert(0, sys.argv[1])
import nbformat
from apiref_nb import OpenApiEmbed
bundle = {kind: str.__str__(form) for kind, form in OpenApiEmbed(Path(sys.argv[2]))._repr_mimebundle_().items()}
output = nbformat.v4.new_output("execute_result", bundle, execution_count=1)
cell = nbformat.v4.new_code_cell("embed", id="cell-0", execution_count=1, outputs=[output])
kernel = {"name": "python3", "display_name": "Python 3", "language": "python"}
nbformat.write(nbformat.v4.new_notebook(cells=[cell], metadata={"kernelspec": kernel}), sys.argv[3])
"""
WATCH = """(() => {
    // The longest task of the page since our reference, or Redoc's, stood in a frame that was painted.
    window.longest = 0;
    window.painted = Infinity;
    new PerformanceObserver((list) => {
        for (const { startTime, duration } of list.getEntries())
            if (startTime >= window.painted) window.longest = Math.max(window.longest, duration);
    }).observe({ type: "longtask", buffered: true });
    const look = () => {
        if (!document.querySelector(".ar-op, #redoc")) return requestAnimationFrame(look);
        requestAnimationFrame(() => setTimeout(() => { window.painted = performance.now(); }));
    };
    requestAnimationFrame(look);
})()"""
REST = """(seconds) => new Promise((resolve) => {
    // Resolves when no frame came late for so long: nothing is computed any more.
    let last = performance.now(), since = last;
    const step = (now) => {
        if (now - last > 100) since = now;
        last = now;
        if (now - since > seconds * 1000) resolve();
        else requestAnimationFrame(step);
    };
    requestAnimationFrame(step);
})"""


@dataclass(frozen=True, slots=True)
class Cost:
    """Of opening one page."""

    cpu_seconds: float
    stall_seconds: float
    elements: int


def reader_costs() -> Section:
    """One row for each way to read GitHub's reference."""
    (path,) = named("github.com.json")
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        server = stack.enter_context(jupyter_server(folder / "jupyter"))
        browser = stack.enter_context(chromium())
        return _section(path, folder, server, browser)


def _section(path: Path, folder: Path, server: JupyterServer, browser: Browser) -> Section:
    _write_notebook(ROOT, path, server, "now.ipynb")
    _write_notebook(_checked_out(BEFORE, folder / "before"), path, server, "before.ipynb")
    server.trust(server.put("empty.ipynb", "1"))
    for command in (
        [sys.executable, "-m", "apiref_nb", "render", path, "-o", folder / "ours.html"],
        [peer("redocly"), "build-docs", path, "-o", folder / "redoc.html"],
    ):
        subprocess.run([str(word) for word in command], check=True, capture_output=True)
    notebooks, old = server.folder, f"JupyterLab, as of {BEFORE}"
    ways = {
        "JupyterLab, an empty notebook": notebooks / "empty.ipynb",
        old: notebooks / "before.ipynb",
        LAB: notebooks / "now.ipynb",
        REDOC: folder / "redoc.html",
        "page": folder / "ours.html",
    }
    found: dict[str, list[Cost]] = {name: [] for name in ways}
    for _ in range(RUNS):
        for name, file in ways.items():
            found[name].append(_in_lab(browser, server, file) if file.suffix == ".ipynb" else _page(browser, file))
    cpu = {name: median(one.cpu_seconds for one in costs) for name, costs in found.items()}
    allowed = {LAB: min(SHARE_OF_BEFORE * cpu[old], SHARE_OF_REDOC * cpu[REDOC])}
    rows = [
        [
            name,
            number(cpu[name], limit=allowed.get(name)),
            number(max(one.stall_seconds for one in costs), limit=STALL_SECONDS if name == LAB else None),
            f"{costs[0].elements:,}",
            number(ways[name].stat().st_size / 1e6, limit=NOTEBOOK_MB if name == LAB else None),
        ]
        for name, costs in found.items()
    ]
    says = (
        f"GitHub's reference opened in a fresh profile until the page is at rest; medians of {RUNS} in turns. CPU "
        "seconds of Chromium's renderers; the longest task after the reference was first painted; elements of the "
        "page; the file. Notebooks are trusted and opened with their output. Wanted in JupyterLab: a quarter of "
        f"{BEFORE}, which had no pane, and half of Redoc; no stall over 1 s; 9 MB."
    )
    return Section("Reading", says, ("where", "CPU s", "stall s", "elements", "file MB"), rows)


def _checked_out(commit: str, folder: Path) -> Path:
    made = subprocess.run(["git", "archive", commit, "apiref_nb"], cwd=ROOT, check=True, capture_output=True).stdout
    with tarfile.open(fileobj=BytesIO(made)) as archive:
        archive.extractall(folder, filter="data")
    return folder


def _write_notebook(package: Path, path: Path, server: JupyterServer, name: str) -> None:
    words = [sys.executable, "-c", NOTEBOOK, package, path, server.folder / name]
    subprocess.run([str(word) for word in words], check=True, cwd=server.folder)
    server.trust(name)


def _in_lab(browser: Browser, server: JupyterServer, path: Path) -> Cost:
    def opened(page: Page) -> None:
        NotebookTab(page, server, opening_seconds=1800).open(path.name)

    return _measured(browser, opened)


def _page(browser: Browser, path: Path) -> Cost:
    def fulfil(route: Route) -> None:
        route.fulfill(
            path=REDOC_SCRIPT, headers={"Access-Control-Allow-Origin": "*", "Content-Type": "text/javascript"}
        )

    def opened(page: Page) -> None:
        # What Redoc's page loads from its makers' server stands in npm's package as well, byte for byte.
        page.route("https://cdn.redocly.com/**/redoc.standalone.js", fulfil)
        page.goto(path.as_uri())

    return _measured(browser, opened)


def _measured(browser: Browser, opened: Callable[[Page], None]) -> Cost:
    session = browser.new_browser_cdp_session()

    def spent() -> float:
        processes = session.send("SystemInfo.getProcessInfo")["processInfo"]
        return sum(one["cpuTime"] for one in processes if one["type"] == "renderer")

    with offline_context(browser, [], width=1440, height=900) as context:
        page = context.new_page()
        page.add_init_script(WATCH)
        before = spent()
        opened(page)
        page.evaluate(REST, 2)
        return Cost(
            spent() - before,
            page.evaluate("window.longest") / 1000,
            page.evaluate("document.querySelectorAll('*').length"),
        )
