"""Live tabs and the request console in JupyterLab and Notebook 7: alive, reloaded, without a kernel, untrusted.

At no step may a reader see both forms of a card, or a box where a widget has died.
"""

from __future__ import annotations

import nbformat
import pytest

from tests.browser.accessibility import violations
from tests.browser.jupyter import notebook_of

BLOCK = """from apiref_nb import ApiBlock
ApiBlock({
    "method": "GET", "path": "/pets", "summary": "List pets",
    "responses": [
        {"statusCode": "200", "label": "Pets", "exampleBody": '["Miso"]'},
        {"statusCode": "404", "label": "None", "exampleBody": '["nobody"]'},
    ],
})"""
START = """import petstore_flask
from apiref_nb import OpenApiEmbed, RequestConsole, verify
store = petstore_flask.start()
embed = OpenApiEmbed(store.openapi_url)
client = embed.client(api_key=store.api_key, token=store.token)"""
CONSOLE = 'console = RequestConsole("getPetById", client)\nconsole'
OURS = ".apiref, .apiref-live"
"""axe judges our outputs; the application around them, its tool bars and editors, is Jupyter's own."""
DEAD = ("model not found", "Error displaying widget", "Loading widget", "widget-view")


def seen_once(tab, words):
    """True when exactly one element with these words as its own text is seen."""
    return tab.page.get_by_text(words, exact=True).locator("visible=true").count() == 1


def assert_nothing_dead(tab):
    shown = " ".join(tab.outputs_seen)
    assert not [words for words in DEAD if words in shown]


def pane(page, words):
    """The live pane that is seen and holds these words."""
    return page.locator(".apiref-live pre", has_text=words).locator("visible=true")


def live_tab(tab, title):
    return tab.page.locator(".apiref-live").get_by_role("tab", name=title)


@pytest.mark.slow
def test_response_tabs_through_the_life_of_a_notebook(tab, server):
    """Mouse and keyboard switch the live tabs; a dead widget leaves the static card and nothing else."""
    name = f"block-{tab.front_end}.ipynb"
    tab.open(server.put(name, BLOCK))
    tab.run_all()
    assert len(tab.outputs_seen) == 2
    assert seen_once(tab, "Responses")
    live_tab(tab, "404 None").click()
    pane(tab.page, "nobody").wait_for()
    assert live_tab(tab, "404 None").get_attribute("aria-selected") == "true"
    live_tab(tab, "404 None").focus()
    # Notebook 7 keeps the arrow keys of a cell in command mode for itself; there the Tab key moves from tab to tab.
    tab.page.keyboard.press("Shift+Tab" if tab.front_end == "notebook" else "ArrowLeft")
    tab.page.keyboard.press("Enter")
    pane(tab.page, "Miso").wait_for()
    assert live_tab(tab, "200 Pets").get_attribute("aria-selected") == "true"
    assert violations(tab.page, OURS) == []
    tab.set_theme("dark")
    assert violations(tab.page, OURS) == []
    tab.set_theme("light")

    tab.save()
    tab.reload()
    tab.page.locator(".apiref-live").nth(0).wait_for()
    assert seen_once(tab, "Responses")
    assert_nothing_dead(tab)

    tab.shut_down_kernel()
    tab.open(name)
    assert_nothing_dead(tab)
    assert tab.page.locator(".apiref-live").count() == 0
    assert tab.page.locator(".apiref-static").is_visible()
    assert len(tab.outputs_seen) == 1
    tab.page.locator(".apiref-static summary", has_text="404").click()
    assert tab.page.locator(".apiref-static pre", has_text="nobody").is_visible()


@pytest.mark.slow
def test_the_console_sends_and_shows_the_answer(tab, server):
    """With the keyboard alone: type, Enter, and the store's answer stands below and in `console.reply`."""
    name = f"console-{tab.front_end}.ipynb"
    tab.open(server.put(name, START, CONSOLE))
    tab.run_all()
    form = tab.page.locator(".ar-console")
    form.get_by_label("petId").fill("2")
    form.get_by_label("petId").press("Enter")
    form.locator(".ar-reply").wait_for()
    assert "Pepper" in form.locator(".ar-reply pre").inner_text()
    assert violations(tab.page, OURS) == []
    tab.set_theme("dark")
    assert violations(tab.page, OURS) == []

    form.get_by_label("petId").fill("two")
    form.get_by_role("button", name="Send").click()
    form.get_by_role("alert").wait_for()
    assert "must be integer" in form.get_by_role("alert").inner_text()

    tab.save()
    tab.shut_down_kernel()
    tab.open(name)
    assert_nothing_dead(tab)
    assert tab.page.locator(".ar-console").count() == 0
    assert "A request form stands here" in " ".join(tab.outputs_seen)


@pytest.mark.slow
def test_what_is_typed_as_a_credential_is_not_saved(tab, server):
    """The saved file and the page hold nothing of it."""
    name = f"secret-{tab.front_end}.ipynb"
    tab.open(server.put(name, START, CONSOLE))
    tab.run_all()
    field = tab.page.locator(".ar-console").get_by_label("API key")
    field.fill("correct-horse")
    field.press("Tab")
    tab.page.wait_for_function("() => [...document.querySelectorAll('input[type=password]')].every((i) => !i.value)")
    tab.save()
    assert "correct-horse" not in nbformat.writes(server.read(name))


@pytest.mark.slow
def test_untrusted_the_static_card_says_it_all(tab, server):
    """Sanitized: no style, no script, no widget; badge, path and every response are there."""
    notebook = notebook_of(BLOCK)
    from apiref_nb import ApiBlock

    block = ApiBlock(
        {"method": "GET", "path": "/pets", "responses": [{"statusCode": "200"}, {"statusCode": "404", "label": "None"}]}
    )
    view = {"application/vnd.jupyter.widget-view+json": {"model_id": "gone", "version_major": 2, "version_minor": 0}}
    notebook.cells[0].outputs = [
        nbformat.v4.new_output("display_data", {"text/html": block._static_html(), "text/plain": block.text}),
        nbformat.v4.new_output("display_data", {**view, "text/plain": ""}),
    ]
    tab.open(server.put(f"foreign-block-{tab.front_end}.ipynb", notebook=notebook))
    assert not tab.is_trusted
    assert_nothing_dead(tab)
    words = tab.outputs_seen[0]
    assert all(word in words for word in ("GET", "/pets", "cURL", "200", "404 None"))


@pytest.mark.slow
def test_voila_shows_live_tabs_once(page, server):
    """Voila runs the notebook on each visit: live tabs, and the static panes hidden."""
    page.goto(f"{server.address}/voila/render/{server.put('served-block.ipynb', BLOCK)}")
    page.locator(".apiref-live").get_by_role("tab", name="404 None").click()
    pane(page, "nobody").wait_for()
    assert page.get_by_text("Responses", exact=True).locator("visible=true").count() == 1


@pytest.mark.slow
def test_copy_works_in_a_live_tab(open_page, server, tab):
    """The one small script of the page serves the fragments in a widget too."""
    tab.page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    tab.open(server.put(f"copy-{tab.front_end}.ipynb", BLOCK))
    tab.run_all()
    pane = tab.page.locator(".apiref-live .widget-tab-contents pre").locator("visible=true").nth(0)
    pane.hover()
    tab.page.get_by_role("button", name="Copy").locator("visible=true").nth(0).click()
    tab.page.get_by_role("button", name="Copied").wait_for()
    assert "Miso" in tab.page.evaluate("() => navigator.clipboard.readText()")
