"""The lessons as readers meet them: run in JupyterLab, in Voila, and saved, as a file that needs no network."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tests.browser.accessibility import violations
from tests.browser.test_live import DEAD, OURS

FOLDER = Path(__file__).parents[2] / "notebooks"
NAMES = ["01-quickstart", "02-one-endpoint", "03-requests", "04-your-own-api", "05-all-the-rows", "06-never-breaks"]


@pytest.fixture(params=NAMES)
def lesson(request, server):
    """A copy of the notebook within the server."""
    shutil.copy(FOLDER / f"{request.param}.ipynb", server.folder)
    return f"{request.param}.ipynb"


@pytest.mark.slow
@pytest.mark.parametrize("front_end", ["lab"], indirect=True)
def test_a_lesson_runs_and_is_accessible(tab, lesson):
    """Run from top to bottom: no error, nothing dead, and axe-core finds nothing in our outputs, light and dark."""
    tab.open(lesson)
    tab.run_all()
    assert tab.page.locator(".jp-RenderedText[data-mime-type*=stderr]").count() == 0
    shown = " ".join(tab.outputs_seen)
    assert not [words for words in DEAD if words in shown]
    for theme in ("light", "dark"):
        tab.set_theme(theme)
        if tab.page.locator(OURS).count():  # a lesson may show frames and sentences alone
            assert violations(tab.page, OURS) == []


@pytest.mark.slow
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_a_saved_lesson_reads_well_offline(open_page, export, lesson, server, theme):
    """Exported as saved, with no kernel and no network: every static pane is seen, the page is accessible."""
    page = open_page(color_scheme=theme)
    page.goto(export(server.folder / lesson).as_uri())
    static = page.locator(".apiref-static")
    assert all(static.nth(index).is_visible() for index in range(static.count()))
    assert not [words for words in DEAD if words in page.locator("body").inner_text()]
    if page.locator(".apiref").count():
        assert violations(page, ".apiref") == []


@pytest.mark.slow
def test_voila_serves_the_quick_start(page, server):
    """The whole lesson as an application: the form is alive."""
    shutil.copy(FOLDER / "01-quickstart.ipynb", server.folder)
    page.goto(f"{server.address}/voila/render/01-quickstart.ipynb")
    page.locator(".ar-console").get_by_role("button", name="Send").wait_for()
    assert page.get_by_text("A form that sends requests stands here").locator("visible=true").count() == 0
