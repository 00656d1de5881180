"""`NotebookTab`: one notebook in a browser tab, driven through the front end's own commands.

JupyterLab and Notebook 7 are the same application underneath, so one class drives both. Every step waits for the
event that ends it (the kernel is idle, the file is saved, the outputs are drawn) and never for a span of time.
"""

from __future__ import annotations

import itertools
from typing import Literal

from playwright.sync_api import Error, Page

from tests.browser.jupyter import JupyterServer

FrontEnd = Literal["lab", "notebook"]
FRONT_ENDS: tuple[FrontEnd, ...] = ("lab", "notebook")

_PANEL = "window.jupyterapp?.shell.currentWidget"
_OPENED = f"""() => {{
    const panel = {_PANEL};
    return Boolean(panel?.context?.isReady && panel.sessionContext?.isReady && document.querySelector('.jp-Cell'));
}}"""
_IDLE = f"() => {_PANEL}?.sessionContext?.session?.kernel?.status === 'idle'"
_DRAWN = """() => {
    const areas = [...document.querySelectorAll('.jp-Cell .jp-OutputArea')];
    const waiting = (output) => output.textContent === 'Loading widget...';
    return areas.every((area) => ![...area.querySelectorAll('.jp-OutputArea-output')].some(waiting));
}"""
_QUIET = """() => new Promise((resolve) => {
    // Resolves when nothing has been drawn in the notebook for a quarter of a second of the page's own time.
    let timer = setTimeout(done, 250);
    const observer = new MutationObserver(() => { clearTimeout(timer); timer = setTimeout(done, 250); });
    function done() { observer.disconnect(); requestAnimationFrame(() => requestAnimationFrame(resolve)); }
    observer.observe(document.querySelector('.jp-Notebook'), { childList: true, subtree: true, characterData: true });
})"""
_SEEN = """() => [...document.querySelectorAll('.jp-Cell .jp-OutputArea-output')]
    .filter((output) => output.checkVisibility() && output.offsetHeight > 0)
    .map((output) => output.innerText.replace(/\\s+/g, ' ').trim())"""
_THEMES = {"light": "JupyterLab Light", "dark": "JupyterLab Dark"}

_OWN_COMPLAINTS = ("filebrowser:open-path", "Cannot read properties of undefined (reading 'schema')")
"""Notebook 7 writes these about any notebook, an empty one included."""

_workspaces = itertools.count(1)


class NotebookTab:
    """One notebook, open in a tab of JupyterLab or Notebook 7."""

    def __init__(
        self, page: Page, server: JupyterServer, front_end: FrontEnd = "lab", *, opening_seconds: float = 120
    ) -> None:
        self.page = page
        self.server = server
        self.front_end = front_end
        self._opening_ms = opening_seconds * 1000
        self.errors: list[str] = []
        """What the page wrote to its console as errors, newest last, without the front end's own complaints."""
        page.on("console", lambda message: self._note(message.text) if message.type == "error" else None)
        page.on("pageerror", lambda error: self._note(str(error)))

    def _note(self, error: str) -> None:
        if not any(known in error for known in _OWN_COMPLAINTS):
            self.errors.append(error)

    def open(self, name: str) -> None:
        """Open a notebook of the server and wait until its kernel is idle and its outputs are drawn."""
        if self.front_end == "lab":
            self.page.goto(f"{self.server.address}/lab/workspaces/test-{next(_workspaces)}/tree/{name}?reset")
        else:
            self.page.goto(f"{self.server.address}/notebooks/{name}")
        self._wait_until_opened()

    def _wait_until_opened(self) -> None:
        self.page.wait_for_function(_OPENED, timeout=self._opening_ms)
        self.settle()

    def settle(self) -> None:
        """Wait until the kernel is idle and nothing is drawn any more."""
        if self.page.evaluate(f"Boolean({_PANEL}?.sessionContext?.session?.kernel)"):
            self.page.wait_for_function(_IDLE, timeout=self._opening_ms)
        self.page.wait_for_function(_DRAWN)
        self.page.evaluate(_QUIET)

    def command(self, name: str, **arguments: object) -> None:
        """Execute a command of the application and wait for its promise."""
        self.page.evaluate(
            "([name, arguments]) => window.jupyterapp.commands.execute(name, arguments).then(() => null)",
            [name, arguments],
        )

    def run_all(self) -> None:
        """Run all cells, and wait until the last answer is drawn."""
        self.command("notebook:run-all-cells")
        self.settle()

    def set_theme(self, theme: Literal["light", "dark"]) -> None:
        """Change the theme and wait until its style sheet is in force."""
        self.command("apputils:change-theme", theme=_THEMES[theme])
        light = str(theme == "light").lower()
        self.page.wait_for_function("(light) => document.body.dataset.jpThemeLight === light", arg=light)
        self.settle()

    def save(self) -> None:
        """Save the notebook; afterwards the file holds what is shown."""
        self.command("docmanager:save")
        self.page.wait_for_function(f"() => !{_PANEL}.context.model.dirty")

    def reload(self) -> None:
        """Reload the page, as a reader does; the kernel goes on."""
        self.page.reload()
        self._wait_until_opened()

    def shut_down_kernel(self) -> None:
        """End the notebook's kernel and wait until it is gone; what is shown stays."""
        self.page.evaluate(f"() => {_PANEL}.sessionContext.shutdown()")
        self.page.wait_for_function(f"() => !{_PANEL}.sessionContext.session")

    @property
    def is_trusted(self) -> bool:
        """Whether every code cell is trusted, so that the front end leaves its HTML alone."""
        return self.page.evaluate(
            f"() => [...{_PANEL}.content.model.cells].every((cell) => cell.type !== 'code' || cell.trusted)"
        )

    @property
    def outputs_seen(self) -> list[str]:
        """Text of each output that a reader sees, in order, blanks collapsed."""
        return self.page.evaluate(_SEEN)

    def close(self) -> None:
        """End the kernel and leave the page, so that the next test finds the server at rest."""
        try:
            self.page.evaluate(f"() => {_PANEL}?.sessionContext?.shutdown()")
        except Error:
            return  # the test left no application behind, such as after a failed start
