"""A reference in the front ends: what a reader sees after running, in the dark, after a reload, and without trust."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

from apiref_nb import ApiBlock
from tests.browser.accessibility import violations

HARBOUR = {
    "openapi": "3.1.0",
    "info": {"title": "Harbour", "version": "2", "description": "Berths and **tides**."},
    "servers": [{"url": "https://harbour.example"}],
    "paths": {
        "/tides/{day}": {
            "get": {
                "tags": ["tides"],
                "summary": "Tide of a day",
                "parameters": [
                    {"name": "day", "in": "path", "required": True, "schema": {"type": "string", "format": "date"}},
                    {"name": "unit", "in": "query", "schema": {"enum": ["m", "ft"], "default": "m"}},
                ],
                "responses": {
                    "200": {
                        "description": "ok",
                        "content": {
                            "application/json": {
                                "schema": {"type": "object", "properties": {"height": {"type": "number"}}}
                            }
                        },
                    },
                    "404": {"description": "no such day"},
                },
            },
            "delete": {"tags": ["tides"], "deprecated": True, "responses": {"204": {"description": "gone"}}},
        },
    },
}
CELL = f"from apiref_nb import OpenApiEmbed\nOpenApiEmbed({HARBOUR!r})"


@pytest.mark.slow
def test_reference_is_read_in_every_state(tab, server):
    """The same operations are seen live, dark, reloaded, and from a file that nobody trusts."""
    name = f"reference-{tab.front_end}.ipynb"
    tab.open(server.put(name, CELL))
    tab.run_all()
    (live,) = tab.outputs_seen
    assert "Harbour" in live
    assert "/tides/{day}" in live
    assert violations(tab.page, ".apiref") == []

    tab.set_theme("dark")
    assert violations(tab.page, ".apiref") == []
    tab.set_theme("light")

    tab.save()
    tab.reload()
    assert tab.outputs_seen == [live]
    assert tab.errors == []

    saved = server.read(name)
    tab.shut_down_kernel()
    saved.metadata["copied"] = True  # a file with other bytes has no signature
    saved.cells[0].source += "# from elsewhere"
    tab.open(server.put(f"copied-{name}", notebook=saved))
    assert not tab.is_trusted
    (foreign,) = tab.outputs_seen
    assert "Harbour" in foreign
    assert "/tides/{day}" in foreign


@pytest.mark.slow
def test_exported_page_fits_and_is_accessible(open_page, server, export, refused):
    """A notebook as a file: no sideways scrolling from 380 pixels on, no barrier, and our part asks for nothing."""
    exported = export(server.folder / server.put("exported.ipynb", CELL), execute=True)
    for width, color_scheme in ((1280, "light"), (1280, "dark"), (380, "light"), (380, "dark")):
        page = open_page(width=width, color_scheme=color_scheme)
        page.goto(exported.as_uri())
        reference = page.locator(".apiref").first
        assert reference.evaluate("e => e.scrollWidth <= e.clientWidth"), f"scrolls sideways at {width}"
        assert violations(page, ".apiref") == [], f"{color_scheme}, {width} wide"
    assert [address for address in refused if "harbour.example" in address] == []


@pytest.mark.slow
@pytest.mark.parametrize("color_scheme", ["light", "dark"])
def test_standalone_page_fits_and_is_accessible(open_page, tmp_path, refused, color_scheme):
    """The page that `apiref-nb render` writes: the same reference, in the reader's own light, from 380 pixels on."""
    document = tmp_path / "harbour.json"
    document.write_text(json.dumps(HARBOUR), encoding="utf-8")
    subprocess.run(
        [sys.executable, "-m", "apiref_nb", "render", document, "-o", tmp_path / "page.html"], check=True, timeout=900
    )
    for width in (1280, 380):
        page = open_page(width=width, color_scheme=color_scheme)
        page.goto((tmp_path / "page.html").as_uri())
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), f"scrolls sideways at {width}"
        assert violations(page) == [], f"{width} wide"
    assert refused == []


def test_the_same_output_twice_shows_a_pane_in_each(open_page, tmp_path):
    """A cell copied, or two views of one notebook: a tab that is opened in one of them leaves the other as it is."""
    block = ApiBlock({"method": "GET", "path": "/tides", "responses": [
        {"statusCode": "200", "exampleBody": '"high"'}, {"statusCode": "404", "exampleBody": '"none"'},
    ]})  # fmt: skip
    page = open_page()
    page.set_content(block.html + block.html)
    panes = page.locator(".ar-answer pre").locator("visible=true")
    assert panes.all_inner_texts() == ['"high"', '"high"']
    page.locator(".ar-answer").nth(1).locator("summary", has_text="404").click()
    assert panes.all_inner_texts() == ['"high"', '"none"']
    page.locator(".ar-answer").nth(0).locator("summary", has_text="404").click()
    page.wait_for_function("() => document.querySelectorAll('.ar-answer details[open]').length === 2")
    assert panes.all_inner_texts() == ['"none"', '"none"']
    page.locator(".ar-answer").nth(0).locator("summary", has_text="200").click()
    page.wait_for_function("() => document.querySelectorAll('.ar-answer details[open]').length === 2")
    assert panes.all_inner_texts() == ['"high"', '"none"']
