"""A lesson on a hub: the pet store runs beside the kernel, and the reader's browser reaches it through a proxy."""

from __future__ import annotations

import json
from pathlib import Path

import nbformat
import pytest

from tests.browser.jupyter import jupyter_server
from tests.browser.notebook_tab import NotebookTab

LESSON = Path(__file__).parents[2] / "notebooks" / "01-quickstart.ipynb"
BEHIND_THE_PROXY = """OpenApiEmbed(f"{store.browser_url}/openapi.json", operations=["getInventory"])"""
PASTED = """async (key) => {
    const process = { env: { API_KEY: key } };
    const console = { log: (said) => window.said.push(said) };
    window.said = [];
    SAMPLE
}"""
"""A sample as a reader pastes it, its environment and its output at hand."""


@pytest.mark.slow
def test_the_first_lesson_works_behind_the_proxy_of_a_hub(open_page, tmp_path):
    """It runs whole; its form sends; the JavaScript sample, run in the page, gets the kernel's answer by the proxy."""
    lesson = nbformat.read(LESSON, as_version=4)
    *cells, stop = lesson.cells
    assert stop.source == "store.stop()"
    for cell in cells:
        if cell.cell_type == "code":
            cell.outputs = []
    more = [
        BEHIND_THE_PROXY,
        "print(store.browser_url)",
        "print(store.api_key)",
        "import json",
        "print(json.dumps(client.get_inventory().json()))",
    ]
    lesson.cells = [*cells, *(nbformat.v4.new_code_cell(source) for source in more)]
    page = open_page(height=12_000)  # JupyterLab draws the cells that are in sight
    with jupyter_server(tmp_path, hub_path="/user/ada") as server:
        tab = NotebookTab(page, server)
        tab.open(server.put("lesson.ipynb", notebook=lesson))
        tab.run_all()
        address, key, inventory = tab.outputs_seen[-3:]
        assert address.startswith(f"{server.address}/proxy/")
        tab.save()
        assert not [output for cell in server.read("lesson.ipynb").cells for output in cell.get("outputs", ()) if
                    output.output_type == "error"]  # fmt: skip

        form = page.locator(".ar-console")
        form.get_by_label("petId").fill("2")
        form.get_by_label("petId").press("Enter")
        form.locator(".ar-reply").wait_for()
        assert "Pepper" in form.locator(".ar-reply pre").inner_text()

        card = page.locator(".apiref").filter(has_text=address).last
        card.locator("summary", has_text="JavaScript").locator("visible=true").click()
        sample = card.locator("pre", has_text="fetch(").locator("visible=true").inner_text()
        assert f"{address}/store/inventory" in sample
        page.evaluate(f"({PASTED})({json.dumps(key)})".replace("SAMPLE", sample))
        assert page.evaluate("window.said") == [200, json.loads(inventory)]
        tab.close()
