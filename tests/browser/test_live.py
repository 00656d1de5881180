"""Cards, live views and the request console in JupyterLab and Notebook 7: alive, reloaded, without a kernel, untrusted.

At no step may a reader see both forms of a card, or a box where a widget has died.
"""

from __future__ import annotations

import nbformat
import pytest

from apiref_nb import OpenApiEmbed
from tests.browser.accessibility import violations
from tests.browser.jupyter import notebook_of
from tests.browser.test_reference import HARBOUR

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


def assert_nothing_dead(tab):
    shown = " ".join(tab.outputs_seen)
    assert not [words for words in DEAD if words in shown]


def pane(page, words):
    """The pane of a card that is seen and holds these words."""
    return page.locator(".apiref pre", has_text=words).locator("visible=true")


@pytest.mark.slow
def test_response_tabs_through_the_life_of_a_notebook(tab, server):
    """A card is one output without a widget: mouse and keyboard switch its tabs, live and without a kernel."""
    name = f"block-{tab.front_end}.ipynb"
    tab.open(server.put(name, BLOCK))
    tab.run_all()
    assert len(tab.outputs_seen) == 1
    other, first = (tab.page.locator(".ar-answer summary", has_text=words) for words in ("404", "200"))
    other.click()
    pane(tab.page, "nobody").wait_for()
    first.focus()
    tab.page.keyboard.press("Enter")
    pane(tab.page, "Miso").wait_for()
    assert violations(tab.page, OURS) == []
    tab.set_theme("dark")
    assert violations(tab.page, OURS) == []
    tab.set_theme("light")
    tab.save()
    tab.shut_down_kernel()
    tab.open(name)
    assert_nothing_dead(tab)
    tab.page.locator(".ar-answer summary", has_text="404").click()
    pane(tab.page, "nobody").wait_for()


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
    assert "A form that sends requests stands here" in " ".join(tab.outputs_seen)


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
    notebook = notebook_of("view")
    static = OpenApiEmbed(HARBOUR).interactive("GET /tides/{day}")._repr_mimebundle_()
    view = {"application/vnd.jupyter.widget-view+json": {"model_id": "gone", "version_major": 2, "version_minor": 0}}
    notebook.cells[0].outputs = [
        nbformat.v4.new_output("display_data", static),
        nbformat.v4.new_output("display_data", {**view, "text/plain": ""}),
    ]
    tab.open(server.put(f"foreign-view-{tab.front_end}.ipynb", notebook=notebook))
    assert not tab.is_trusted
    assert_nothing_dead(tab)
    words = tab.outputs_seen[0]
    assert all(word in words for word in ("GET", "/tides/{day}", "cURL", "200", "no such day"))


@pytest.mark.slow
def test_voila_shows_a_live_view_once(page, server):
    """Voila runs the notebook on each visit: the form is alive, the static card is hidden."""
    cell = f"from apiref_nb import OpenApiEmbed\nOpenApiEmbed({HARBOUR!r}).interactive('GET /tides/{{day}}')"
    page.goto(f"{server.address}/voila/render/{server.put('served-view.ipynb', cell)}")
    page.locator(".apiref-live").get_by_role("button", name="Send").wait_for()
    assert page.locator(".apiref-static").locator("visible=true").count() == 0


@pytest.mark.slow
@pytest.mark.parametrize("front_end", ["lab"], indirect=True)
def test_a_document_is_tried_with_the_keyboard_alone(tab, server):
    """Search, Enter, fill in, Enter: the reply and the request as code; screen readers hear hints and replies."""
    tab.open(server.put("view.ipynb", START, "view = embed.interactive(client=client)\nview"))
    tab.run_all()
    page, view = tab.page, tab.page.locator(".apiref-live")
    view.get_by_label("Search operations").focus()
    page.keyboard.type("find pet id")
    view.locator(".ar-says", has_text="1 of 19").wait_for()
    page.keyboard.press("Enter")
    view.locator(".ar-path", has_text="/pet/{petId}").first.wait_for()
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.tagName") == "SELECT"
    page.keyboard.press("Tab")
    field = view.get_by_label("petId")
    assert field.evaluate("e => e === document.activeElement")
    assert "required" in field.evaluate("e => document.getElementById(e.getAttribute('aria-describedby')).textContent")
    assert float(field.evaluate("e => parseFloat(getComputedStyle(e).outlineWidth)")) >= 2
    assert view.locator(".ar-below > .widget-html-content").get_attribute("aria-live") == "polite"
    page.keyboard.press("Control+A")
    page.keyboard.type("2")
    page.keyboard.press("Enter")
    view.locator(".ar-reply").wait_for()
    assert "Pepper" in view.locator(".ar-reply pre").inner_text()
    assert "/pet/2" in view.locator(".ar-codebox pre").locator("visible=true").inner_text()
    assert violations(page, OURS) == []
    tab.set_theme("dark")
    assert violations(page, OURS) == []


def press_until(page, key: str, there: str) -> None:
    """Press a key until the element of a selector has the focus, as a reader does who has no mouse."""
    for _ in range(80):
        if page.evaluate("(there) => document.activeElement.matches(there)", there):
            return
        page.keyboard.press(key)
    raise AssertionError(f"{key} does not lead to {there}")


@pytest.mark.slow
@pytest.mark.parametrize("front_end", ["lab"], indirect=True)
def test_every_operation_of_the_pet_store_is_sent_with_the_keyboard_alone(tab, server):
    """An arrow in the list, Tab to the button, Enter: 19 operations of one view, each answered with 200."""
    tab.open(server.put("all-operations.ipynb", START, "view = embed.interactive(client=client)\nview"))
    tab.run_all()
    page, view = tab.page, tab.page.locator(".apiref-live")
    view.get_by_label("Search operations").focus()
    lines = [" ".join(line.split()) for line in view.locator(".ar-list option").all_text_contents()]
    titles = [line for line in lines if line.split(" ")[0] in ("GET", "POST", "PUT", "PATCH", "DEL")]
    assert len(titles) == 19
    for number, title in enumerate(titles):
        press_until(page, "Shift+Tab" if number else "Tab", ".ar-list select")
        if number:
            page.keyboard.press("ArrowDown")
        view.locator(".ar-headbox .ar-about", has_text=title.partition(" ")[2]).wait_for()
        assert view.locator(".ar-reply").count() == 0
        press_until(page, "Tab", ".ar-send")
        page.keyboard.press("Enter")
        assert view.locator(".ar-below .ar-reply .ar-status").first.inner_text() == "200", title


@pytest.mark.slow
def test_a_form_whose_kernel_is_gone_says_so(tab, server):
    """After a restart the widgets are dead; the view says what to do instead of doing nothing."""
    tab.open(server.put(f"gone-{tab.front_end}.ipynb", START, CONSOLE))
    tab.run_all()
    tab.page.evaluate("() => window.jupyterapp.shell.currentWidget.sessionContext.session.kernel.restart()")
    lost = tab.page.get_by_text("The kernel does not answer").locator("visible=true")
    lost.or_(tab.page.locator(".jupyter-widgets-disconnected").first).first.wait_for()
    tab.page.get_by_role("button", name="Send").click()
    lost.wait_for()
    assert violations(tab.page, OURS) == []


@pytest.mark.slow
def test_copy_works_in_a_card(tab, server):
    """The one small script of the page copies the pane that is open."""
    tab.page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    tab.open(server.put(f"copy-{tab.front_end}.ipynb", BLOCK))
    tab.run_all()
    tab.page.locator(".ar-answer summary", has_text="404").click()
    pane(tab.page, "nobody").hover()
    tab.page.get_by_role("button", name="Copy", exact=True).locator("visible=true").nth(0).click()
    tab.page.get_by_role("button", name="Copied", exact=True).wait_for()
    assert "nobody" in tab.page.evaluate("() => navigator.clipboard.readText()")
