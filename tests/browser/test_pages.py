"""Imported pages in the front ends: links within a page and between pages lead where they say."""

from __future__ import annotations

import nbformat
import pytest

from apiref_nb import load_api
from apiref_nb.pages.notebooks import notebook_pages
from tests.browser.accessibility import violations

THINGS = ("boat", "crane", "pilot", "berth")
FIELDS = {f"field{number}": {"type": "string", "description": f"Number {number}."} for number in range(20)}
HARBOUR = {
    "openapi": "3.1.0",
    "info": {"title": "Harbour", "version": "2"},
    "servers": [{"url": "https://harbour.example"}],
    "paths": {
        f"/{thing}": {
            "put": {
                "tags": ["things"],
                "summary": f"Keep a {thing}",
                "requestBody": {"content": {"application/json": {"schema": {"type": "object", "properties": FIELDS}}}},
                "responses": {"200": {"description": "ok"}},
            }
        }
        for thing in THINGS
    },
}
IN_VIEW = """(words) => [...document.querySelectorAll('.jp-Notebook h2')].some((heading) => {
    const { top, bottom, height } = heading.getBoundingClientRect();
    return heading.textContent.startsWith(words) && height > 0 && top >= 0 && bottom <= innerHeight;
})"""


@pytest.mark.slow
def test_the_list_of_endpoints_leads_to_each(tab, server):
    """A click in the list brings the endpoint into view, and the page is accessible."""
    page = notebook_pages(load_api(HARBOUR))[1]
    made = nbformat.reads(page.text, as_version=4)
    tab.open(server.put(f"pages-{tab.front_end}.ipynb", notebook=made))
    assert not tab.page.evaluate(IN_VIEW, "Keep a berth")
    tab.page.get_by_role("link", name="Keep a berth").click()
    tab.page.wait_for_function(IN_VIEW, arg="Keep a berth")
    assert violations(tab.page, ".jp-RenderedMarkdown") == []
