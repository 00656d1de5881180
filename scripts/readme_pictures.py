"""Photograph a notebook in JupyterLab for the README, light and dark: `python -m scripts.readme_pictures`.

Run it after a change that can be seen; the pictures go to `docs/`. The port in them is the pet store's own.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path
from typing import Literal

from tests.browser.chromium import chromium, offline_context
from tests.browser.jupyter import jupyter_server
from tests.browser.notebook_tab import NotebookTab

FOLDER = Path(__file__).resolve().parent.parent / "docs"
CELL = """\
import petstore_flask
from apiref_nb import OpenApiEmbed

store = petstore_flask.start(port=8080)
embed = OpenApiEmbed(store.openapi_url, operations=["getPetById"], show_overview=False)
embed"""
WIDTH, HEIGHT = 1280, 1180
THEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")


def main() -> None:
    """Write one picture for each theme."""
    FOLDER.mkdir(exist_ok=True)
    refused: list[str] = []
    with (
        tempfile.TemporaryDirectory() as home,
        jupyter_server(Path(home)) as server,
        chromium() as browser,
        offline_context(browser, refused, width=WIDTH, height=HEIGHT) as context,
    ):
        tab = NotebookTab(context.new_page(), server, "lab")
        tab.open(server.put("pets.ipynb", CELL))
        tab.command("application:toggle-left-area")
        tab.run_all()
        for theme in THEMES:
            tab.set_theme(theme)
            path = FOLDER / f"notebook-{theme}.png"
            tab.page.locator(".jp-WindowedPanel-outer").screenshot(path=path)
            sys.stdout.write(f"{path.name} {path.stat().st_size // 1024} KiB\n")
        tab.close()


if __name__ == "__main__":
    main()
