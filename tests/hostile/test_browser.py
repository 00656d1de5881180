"""Nothing in a document runs: hostile strings in every field of every component, in a real browser.

Two ways in: as an output of JupyterLab (inner HTML, scripts made anew) and as a whole page (ours, and nbconvert's).
The raw control shows the same strings unescaped, and must set off every detector.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

import nbformat
import pytest
from nbconvert import HTMLExporter
from nbconvert.filters.markdown_mistune import markdown2html_mistune

from apiref_nb import load_api
from apiref_nb.pages.notebooks import notebook_pages
from apiref_nb.writing.html import render_page
from apiref_nb.writing.html.markup import Html
from tests.browser.chromium import chromium
from tests.hostile.arena import Arena
from tests.hostile.planted import embed_of, lean, outputs, planted
from tests.hostile.planted_live import live_outputs
from tests.hostile.strings import ELEMENTS, STRINGS

pytestmark = pytest.mark.browser

A_PAGE = 24
"""Strings on one page; a finding is looked for again, one string at a time."""
BATCHES = [STRINGS[start : start + A_PAGE] for start in range(0, len(STRINGS), A_PAGE)]


@pytest.fixture(scope="module")
def arena() -> Iterator[Arena]:
    """One tab for all strings."""
    with chromium() as browser:
        context = browser.new_context(viewport={"width": 1200, "height": 900})
        context.set_default_timeout(60_000)
        yield Arena(context)
        context.close()


FORMS = frozenset(STRINGS[::8])
"""Strings that whole request forms are made of, which take longest to make."""


def everything(texts: Sequence[str]) -> list[str]:
    """Return every output that the package makes of the texts."""
    return lean([html for text in texts for html in (*outputs(text), *live_outputs(text, forms=text in FORMS))])


def culprits(strings: Sequence[str], check) -> str:
    """Return which strings are to blame, and for what."""
    return "\n".join(f"{text!r}: {found}" for text in strings if (found := check([text])))


def test_raw_control_sets_off_every_detector(arena: Arena) -> None:
    """The same strings unescaped run, speak, load and leave elements: the detectors are awake, both ways in."""
    fired = dialogs = violations = requests = strangers = 0
    for text in ELEMENTS:
        if re.search(r"http-equiv|plaintext|xmp", text):
            continue  # these end the page, and the count with it
        raw = f"<div>{text}</div>\n<a href='{text}'>x</a>"
        found = arena.inserted([raw])
        fired, dialogs = fired + found.fired, dialogs + len(found.dialogs)
        violations, requests = violations + len(found.violations), requests + len(found.requests)
        strangers += len(found.strangers)
    assert min(fired, dialogs) >= 30
    assert violations >= 100
    assert requests >= 10
    assert strangers >= 100
    whole = arena.opened(f"<!DOCTYPE html><main><p>{STRINGS[0]}<img src=//hostile.test/x onerror=__fire()></main>")
    assert whole.fired
    assert whole.dialogs
    assert whole.violations
    assert whole.requests
    assert whole.strangers


@pytest.mark.parametrize("strings", BATCHES, ids=lambda strings: str(STRINGS.index(strings[0])))
def test_no_string_runs_in_an_output(arena: Arena, strings: Sequence[str]) -> None:
    """Reference, cards, rows, replies, reports, forms and banners as JupyterLab shows trusted outputs."""

    def check(some: Sequence[str]):
        return arena.inserted(everything(some))

    assert not check(strings), culprits(strings, check)


@pytest.mark.parametrize("strings", [STRINGS[start::21] for start in range(0, 21, 5)], ids=range(5))
def test_no_string_runs_in_a_page(arena: Arena, strings: Sequence[str]) -> None:
    """The components in a page of their own, whose title is hostile too: read by the parser of whole pages."""

    def check(some: Sequence[str]):
        made = lean([html for text in some for html in outputs(text)])
        return arena.opened(render_page(" ".join(some), Html("".join(made))))

    assert not check(strings), culprits(strings, check)


def exported(texts: Sequence[str]) -> str:
    """Return a notebook with one reference a string, in all three formats, as nbconvert writes it."""
    cells = []
    for text in texts:
        bundle = embed_of(text)._repr_mimebundle_()
        output = nbformat.v4.new_output("display_data", {kind: nbformat_safe(value) for kind, value in bundle.items()})
        cells.append(nbformat.v4.new_code_cell("embed", outputs=[output]))
    page, _ = HTMLExporter().from_notebook_node(nbformat.v4.new_notebook(cells=cells))
    return page


def converted_pages(texts: Sequence[str]) -> str:
    """Return the words of the pages that an import writes, as nbconvert converts them: it leaves HTML in Markdown."""
    cells = [
        cell.source
        for text in texts
        for page in notebook_pages(load_api(planted(text)))
        for cell in nbformat.reads(page.text, as_version=4).cells
        if cell.cell_type == "markdown"
    ]
    return f"<!DOCTYPE html><title>pages</title><main>{''.join(map(markdown2html_mistune, cells))}</main>"


def nbformat_safe(text: str) -> str:
    """Return the text as a notebook file holds it: UTF-8, which proves that no lone surrogate is left."""
    return text.encode("utf-8").decode()


@pytest.mark.slow
def test_no_string_runs_in_an_exported_notebook(arena: Arena) -> None:
    """nbconvert's page asks for what it asks for around harmless text, and nothing more happens."""
    harmless = arena.opened(exported(["plain words"] * 3))
    found = arena.opened(exported(STRINGS[::24]))
    assert found.fired == 0
    assert found.dialogs == []
    assert set(found.requests) == set(harmless.requests)
    assert {line for line in found.violations if "hostile" in line or "fire" in line} == set()


@pytest.mark.slow
def test_no_string_runs_in_a_page_of_an_import(arena: Arena) -> None:
    """Pages are Markdown, in which most viewers take HTML as it is."""
    found = arena.opened(converted_pages(STRINGS[1::4]))
    assert (found.fired, found.dialogs, found.requests, found.violations) == (0, [], [], [])
