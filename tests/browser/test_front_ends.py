"""The front ends behave as our output relies on, and the tests can see it: a small notebook in each of them."""

from __future__ import annotations

import nbformat
import pytest

from tests.browser.accessibility import violations
from tests.browser.jupyter import notebook_of

STATIC = 'from IPython.display import HTML; HTML(\'<p class="probe" style="color:#1a7f37">20 cod</p>\')'
WIDGET = "import ipywidgets; ipywidgets.HTML('<b>alive</b>')"


@pytest.mark.slow
def test_a_notebook_is_run_saved_reloaded_and_reopened_without_its_kernel(tab, server):
    """What a reader does in a day, in one tab: the harness waits for each step and sees what the reader sees."""
    tab.open(server.put(f"day-{tab.front_end}.ipynb", STATIC, WIDGET))
    assert tab.outputs_seen == []

    tab.run_all()
    assert tab.outputs_seen == ["20 cod", "alive"]
    assert tab.is_trusted

    tab.set_theme("dark")
    assert tab.outputs_seen == ["20 cod", "alive"]
    tab.set_theme("light")

    tab.save()
    saved = server.read(f"day-{tab.front_end}.ipynb")
    assert ["text/html" in cell.outputs[0].data for cell in saved.cells] == [True, False]

    tab.reload()
    assert tab.outputs_seen == ["20 cod", "alive"]

    tab.shut_down_kernel()
    tab.open(f"day-{tab.front_end}.ipynb")
    assert tab.outputs_seen[0] == "20 cod"
    assert tab.is_trusted


@pytest.mark.slow
def test_an_unsigned_notebook_opens_untrusted(tab, server):
    """A file from elsewhere is sanitized: inline colours stay, style sheets and scripts go."""
    notebook = notebook_of("source")
    html = "<style>.probe{outline:9px solid}</style><p class='probe' style='color:#1a7f37'>20 cod</p>"
    notebook.cells[0].outputs = [nbformat.v4.new_output("display_data", {"text/html": html})]
    tab.open(server.put(f"foreign-{tab.front_end}.ipynb", notebook=notebook))

    assert not tab.is_trusted
    assert tab.outputs_seen == ["20 cod"]
    probe = tab.page.locator(".jp-OutputArea .probe")
    assert probe.evaluate("e => getComputedStyle(e).color") == "rgb(26, 127, 55)"
    assert probe.evaluate("e => getComputedStyle(e).outlineWidth") != "9px"


@pytest.mark.slow
def test_voila_shows_the_outputs(page, server):
    """Voila runs the notebook on each visit and shows outputs alone."""
    page.goto(f"{server.address}/voila/render/{server.put('served.ipynb', STATIC, WIDGET)}")
    page.locator(".probe").wait_for()
    page.get_by_text("alive").wait_for()
    assert page.get_by_text("ipywidgets.HTML").count() == 0


@pytest.mark.slow
def test_a_page_of_nbconvert_opens_without_a_network(open_page, server, export):
    """A notebook sent as a file; the widget needs its library from elsewhere, which a reader on a train has not."""
    name = server.put("sent.ipynb", STATIC)
    tab = open_page()
    tab.goto(export(server.folder / name, execute=True).as_uri())
    tab.locator(".probe").wait_for()


def test_axe_finds_what_is_wrong(page):
    """The accessibility check can fail: a picture without words, pale text, a gradient; else nothing."""
    page.set_content("<html lang=en><title>t</title><main><img src='data:,'><p style='color:#ccc'>pale</p></main>")
    assert {line.partition(":")[0] for line in violations(page)} >= {"image-alt", "color-contrast"}
    page.set_content("<html lang=en><title>t</title><main style='background:linear-gradient(red,white)'><h1>Tides</h1>")
    assert [line.partition(":")[0] for line in violations(page)] == ["color-contrast"]
    page.set_content("<html lang=en><title>t</title><main><h1>Tides</h1><p>20 cod</p></main>")
    assert violations(page) == []
