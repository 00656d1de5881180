"""One Chromium and one Jupyter server for all browser tests, each started by the first test that asks for it.

They live as long as this folder's tests and not longer: Playwright keeps an event loop running in the thread,
under which the tests of other folders could start none of their own.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page

from tests.browser.chromium import chromium, offline_context
from tests.browser.jupyter import JupyterServer, export_page, jupyter_server
from tests.browser.notebook_tab import FRONT_ENDS, FrontEnd, NotebookTab


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    """Chromium, without a page."""
    with chromium() as running:
        yield running


@pytest.fixture(scope="package")
def server(tmp_path_factory) -> Iterator[JupyterServer]:
    """The Jupyter server: JupyterLab below /lab, Notebook 7 below /notebooks, Voila below /voila/render."""
    with jupyter_server(tmp_path_factory.mktemp("jupyter")) as running:
        yield running


@pytest.fixture
def refused() -> list[str]:
    """Addresses beyond loopback that the test's pages asked for; Voila and nbconvert ask for fonts and MathJax."""
    return []


@pytest.fixture
def open_page(browser, refused) -> Iterator[Callable[..., Page]]:
    """A function that opens a fresh tab; keywords as in `offline_context`."""
    with ExitStack() as stack:

        def opened(**options) -> Page:
            return stack.enter_context(offline_context(browser, refused, **options)).new_page()

        yield opened


@pytest.fixture
def page(open_page) -> Page:
    """A fresh tab, light, 1280 pixels wide."""
    return open_page()


@pytest.fixture(params=FRONT_ENDS)
def front_end(request) -> FrontEnd:
    """Runs a test in JupyterLab and in Notebook 7."""
    return request.param


@pytest.fixture
def tab(page, server, front_end) -> Iterator[NotebookTab]:
    """A tab of the front end, in which the test opens a notebook."""
    driven = NotebookTab(page, server, front_end)
    yield driven
    driven.close()


@pytest.fixture
def export(tmp_path_factory) -> Callable[..., Path]:
    """nbconvert, as `export_page` without its `home`."""
    home = tmp_path_factory.mktemp("nbconvert")

    def exported(notebook: Path, **options) -> Path:
        return export_page(notebook, home, **options)

    return exported
