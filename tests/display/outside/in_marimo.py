"""Shows every component in marimo, in a browser: `python -m tests.display.outside.in_marimo` (`make outside` runs it).

marimo takes exact text only: where a bundle holds a subclass of `str` it says that something went wrong.
"""

from __future__ import annotations

import re
import socket
import subprocess
import sys
import tempfile
from pathlib import Path

from tests.browser.chromium import chromium, offline_context

NOTEBOOK = """
import marimo
app = marimo.App()

@app.cell
def _():
    from apiref_nb import ApiBlock, OpenApiEmbed, ParamField, ResponseField
    get = {"summary": "Find a boat", "responses": {"200": {"description": "ok"}}}
    document = {"openapi": "3.1.0", "info": {"title": "Boats", "version": "1"}, "paths": {"/boat": {"get": get}}}
    return ApiBlock, OpenApiEmbed, ParamField, ResponseField, document

@app.cell
def _(OpenApiEmbed, document):
    OpenApiEmbed(document)
    return

@app.cell
def _(ApiBlock):
    ApiBlock({"method": "GET", "path": "/pets"})
    return

@app.cell
def _(ParamField):
    ParamField("status", type="string")
    return

@app.cell
def _(ResponseField):
    ResponseField("meta.total", type="integer")
    return

@app.cell
def _(OpenApiEmbed, document):
    OpenApiEmbed(document).interactive("GET /boat")
    return

@app.cell
def _(OpenApiEmbed):
    OpenApiEmbed("ftp://boats.example/")
    return
"""
OUTPUTS = 6


def main() -> None:
    """Serve the notebook, look at it, and fail with what is seen when an output is missing."""
    with tempfile.TemporaryDirectory() as folder, socket.socket() as probe:
        notebook = Path(folder) / "boats.py"
        notebook.write_text(NOTEBOOK, encoding="utf-8")
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
        probe.close()
        command = [sys.executable, "-m", "marimo", "run", notebook, "--headless", "--no-token", "--port", str(port)]
        server = subprocess.Popen(
            [*command, "--host", "127.0.0.1"], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
        )
        try:
            assert server.stdout is not None
            next(line for line in server.stdout if "URL" in line)
            with chromium() as browser, offline_context(browser, []) as context:
                page = context.new_page()
                page.goto(f"http://127.0.0.1:{port}/")
                page.wait_for_function("(all) => document.querySelectorAll('.apiref').length >= all", arg=OUTPUTS)
                seen = re.sub(r"\s+", " ", page.locator("body").inner_text())
        finally:
            server.terminate()
            server.wait(20)
    wanted = ("Find a boat", "/pets", "status", "total", "This address cannot be used")
    missing = [words for words in wanted if words not in seen]
    if missing or "went wrong" in seen:
        sys.exit(f"not shown in marimo: {', '.join(missing) or 'something went wrong'}; seen: {seen[:500]}")
    sys.stdout.write(f"{OUTPUTS} outputs shown in marimo\n")


if __name__ == "__main__":
    main()
