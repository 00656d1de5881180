"""Starts a Chromium that reaches loopback only, and keeps count of what a page tried beyond that."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, BrowserContext, Playwright, Route, sync_playwright

FLAGS = (
    "--no-sandbox",  # root, as in a container, has no user namespace to build the sandbox in
    "--disable-gpu",
    "--disable-quic",
    "--disable-dev-shm-usage",  # a container's /dev/shm is often 64 MB, less than a large page takes
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
MACOS = Path("/Applications/Google Chrome.app/Contents/MacOS/Google Chrome")
LOCAL_SCHEMES = ("file", "data", "blob", "about")


def _find(playwright: Playwright) -> str:
    """Return the path of the browser: `CHROMIUM`, the system's, or Playwright's own; skip the test without one."""
    candidates = (os.environ.get("CHROMIUM"), *map(shutil.which, NAMES), MACOS, playwright.chromium.executable_path)
    for candidate in candidates:
        if candidate and Path(candidate).exists():
            return str(candidate)
    pytest.skip("Chromium is missing: install it, or set CHROMIUM to its path")


@contextmanager
def chromium() -> Iterator[Browser]:
    """Start Chromium, and end it."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=_find(playwright), headless=True, args=FLAGS)
        try:
            yield browser
        finally:
            browser.close()


@contextmanager
def offline_context(
    browser: Browser, refused: list[str], *, width: int = 1280, height: int = 2200, color_scheme: str = "light"
) -> Iterator[BrowserContext]:
    """Open a fresh profile whose pages reach loopback only; what they ask for beyond it is added to `refused`."""

    def judge(route: Route) -> None:
        if urlsplit(route.request.url).scheme in LOCAL_SCHEMES:
            route.continue_()
        else:
            refused.append(route.request.url)
            route.abort()

    context = browser.new_context(color_scheme=color_scheme, viewport={"width": width, "height": height})
    context.set_default_timeout(60_000)
    context.route(lambda url: urlsplit(url).hostname not in ("127.0.0.1", "localhost"), judge)
    try:
        yield context
    finally:
        context.close()
