"""The table of contents of a long reference: its filter, and its place beside the text of a wide page."""

from __future__ import annotations

import re

import pytest

from apiref_nb import OpenApiEmbed
from apiref_nb.writing.html.page import PAGE_STYLE
from apiref_nb.writing.html.style import style_sheet
from tests.browser.accessibility import violations

THINGS = ("boat", "crane", "pilot", "berth")
HARBOUR = {
    "openapi": "3.1.0",
    "info": {"title": "Harbour", "version": "2"},
    "servers": [{"url": "https://harbour.example"}],
    "paths": {
        f"/{thing}s/{{id}}": {
            method: {
                "tags": [f"{thing}s"],
                "summary": f"{word} a {thing}",
                "parameters": [{"name": "id", "in": "path", "required": True, "schema": {"type": "integer"}}],
                "responses": {"200": {"description": "ok"}},
            }
            for method, word in (("get", "Find"), ("put", "Mend"), ("delete", "Sink"), ("patch", "Paint"))
        }
        for thing in THINGS
    },
}
CELL = f"from apiref_nb import OpenApiEmbed\nOpenApiEmbed({HARBOUR!r})"


@pytest.fixture
def saved(tmp_path) -> str:
    """Address of the reference as a page of its own."""
    OpenApiEmbed(HARBOUR).save(tmp_path / "harbour.html")
    return (tmp_path / "harbour.html").as_uri()


def listed(page) -> list[str]:
    """Titles of the operations that the contents show."""
    return page.locator(".ar-toc li").locator("visible=true").locator(".ar-toc-text").all_text_contents()


def test_filter_leaves_what_has_all_its_words(open_page, saved, refused):
    """Words of the title, the path and the group, in any order; Escape brings all of it back."""
    page = open_page()
    page.goto(saved)
    assert len(listed(page)) == 16
    field = page.get_by_label("Filter operations")
    field.fill("crane sink")
    assert listed(page) == ["Sink a crane"]
    field.fill("/PILOTS put")
    assert listed(page) == ["Mend a pilot"]
    field.fill("lighthouse")
    assert listed(page) == []
    said = page.locator(".ar-toc").evaluate("element => getComputedStyle(element, '::after').content")
    assert "No operation" in said
    field.press("Escape")
    assert len(listed(page)) == 16
    assert field.input_value() == ""
    assert refused == []


def test_groups_that_were_closed_are_closed_again(open_page, saved):
    """The filter opens groups around what it finds and forgets nothing that the reader did before."""
    page = open_page()
    page.goto(saved)
    page.locator(".ar-toc summary", has_text="boats").click()
    assert len(listed(page)) == 12
    field = page.get_by_label("Filter operations")
    field.fill("boat")
    assert len(listed(page)) == 4
    field.fill("boat paint")
    field.fill("")
    assert len(listed(page)) == 12


def test_enter_goes_to_the_first_that_is_left(open_page, saved):
    """A reader types, presses Enter, and reads the card."""
    page = open_page()
    page.goto(saved)
    field = page.get_by_label("Filter operations")
    field.fill("paint berth")
    field.press("Enter")
    page.wait_for_function("() => location.hash")
    card = page.locator(page.evaluate("() => location.hash"))
    assert "Paint a berth" in card.inner_text()
    card.locator(".ar-head").wait_for(state="visible")


def test_without_scripts_there_is_no_field(browser, saved):
    """A field that does nothing is not shown; the contents are whole."""
    context = browser.new_context(java_script_enabled=False)
    try:
        page = context.new_page()
        page.goto(saved)
        assert page.locator(".ar-filter").count() == 1
        assert not page.locator(".ar-filter").is_visible()
        assert page.locator(".ar-toc li").locator("visible=true").count() == 16
    finally:
        context.close()


@pytest.mark.parametrize("color_scheme", ["light", "dark"])
def test_contents_stand_beside_the_text_of_a_wide_page(open_page, saved, color_scheme):
    """From 1160 pixels on they keep their place down to the last card; nothing scrolls sideways, no barrier."""
    page = open_page(width=1440, height=900, color_scheme=color_scheme)
    page.goto(saved)
    page.locator(".ar-op").nth(7).scroll_into_view_if_needed()
    contents, card = page.locator(".ar-toc").bounding_box(), page.locator(".ar-op").nth(7).bounding_box()
    assert contents["y"] == 0
    assert contents["x"] + contents["width"] <= card["x"]
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert violations(page) == []
    page.evaluate("scrollTo(0, document.documentElement.scrollHeight)")
    page.wait_for_function("scrollY + innerHeight + 1 >= document.documentElement.scrollHeight")
    assert page.locator(".ar-toc").bounding_box()["y"] > -5
    page.set_viewport_size({"width": 1000, "height": 900})
    # Above the text they stand in columns.
    places = page.locator(".ar-toc summary").evaluate_all("all => all.map(one => one.getBoundingClientRect().x)")
    assert len(set(places)) == 2
    assert page.locator(".ar-toc").evaluate("nav => nav.scrollWidth <= nav.clientWidth")


LANDED = """(link, [root, id]) => new Promise((resolve) => {
    // How far the target stands from the top of what it scrolls in, when it has stood still for ten frames.
    const target = root.querySelector(`[id="${id}"]`), panes = target.closest(".ar-panes");
    const pane = panes.scrollHeight > panes.clientHeight + 1 ? panes : null;
    let last = NaN, still = 0;
    const step = () => {
        const top = Math.round(target.getBoundingClientRect().top - (pane ? pane.getBoundingClientRect().top : 0));
        still = top === last ? still + 1 : 0;
        last = top;
        if (still < 10) requestAnimationFrame(step);
        else resolve([top, target.querySelector(".ar-head")?.checkVisibility() ?? true]);
    };
    step();
})"""


def landings(page, copy: int, titles) -> list[int]:
    """Click these contents links of one output, and return how far from the top of its pane each target stands."""
    root = page.locator(".apiref").nth(copy)
    found = []
    for title in titles:
        link = root.locator(".ar-toc li > a", has_text=title).first
        link.click()
        top, seen = link.evaluate(LANDED, [root.element_handle(), link.get_attribute("href")[1:]])
        assert seen
        found.append(top)
    return found


TITLES = ["Paint a berth", "Find a boat", "Sink a pilot", "Mend a crane", "Find a berth"]


@pytest.mark.slow
def test_links_lead_to_their_target_in_their_own_output(tab, server):
    """First visit, one document shown twice: each click lands at the top of its own pane, and Back returns."""
    tab.open(server.put(f"links-{tab.front_end}.ipynb", CELL, "'between'", CELL))
    tab.run_all()
    page = tab.page
    for copy in (0, 1):
        assert all(0 <= top <= 100 for top in landings(page, copy, TITLES))
    field = page.get_by_label("Filter operations").nth(0)
    field.fill("paint pilot")
    field.press("Enter")
    first = page.locator(".apiref").nth(0)
    first.locator(".ar-toc a[aria-current]", has_text="Paint a pilot").wait_for()
    field.fill("")
    page.go_back()
    first.locator(".ar-toc a[aria-current]", has_text="Find a berth").wait_for()
    assert first.bounding_box()["height"] < 900
    assert violations(page, ".apiref") == []


def test_links_of_a_page_lead_to_their_target_and_back(open_page, saved):
    """The same in a page of its own, whose address then names the place; an address that names one leads there too."""
    page = open_page(width=1440, height=900)
    page.goto(saved)
    assert all(0 <= top <= 100 for top in landings(page, 0, TITLES))
    named = page.url
    page.go_back()
    page.locator(".ar-toc a[aria-current]", has_text="Mend a crane").wait_for()
    again = open_page(width=1440, height=900)
    again.goto(named)
    again.locator(".ar-toc a[aria-current]", has_text="Find a berth").wait_for()


def test_links_work_in_a_frame_that_cannot_reach_its_page(open_page, saved):
    """Colab and VS Code show outputs in a frame of its own, with scripts and without the page: a link stays within."""
    page = open_page(width=900, height=700)
    page.set_content('<title>frame</title><iframe sandbox="allow-scripts" style="width:880px;height:600px"></iframe>')
    page.locator("iframe").evaluate("(frame, html) => { frame.srcdoc = html; }", OpenApiEmbed(HARBOUR).html)
    frame = page.frame_locator("iframe")
    frame.locator(".ar-toc li > a", has_text="Mend a crane").click()
    frame.locator(".ar-toc a[aria-current]", has_text="Mend a crane").wait_for(state="attached")
    card = frame.locator(".ar-op", has_text="Mend a crane").first
    assert abs(card.evaluate("card => card.getBoundingClientRect().top")) <= 100
    frame.get_by_label("Filter operations").fill("paint boat")
    assert frame.locator(".ar-toc li").locator("visible=true").count() == 1


def test_the_group_that_the_reader_is_in_is_open(open_page, saved):
    """A closed group opens while the reader is in it and closes behind; no rule of the sheet asks what panes hold."""
    page = open_page(width=1440, height=900)
    page.goto(saved)
    groups = page.locator(".ar-toc > details")
    closed = groups.nth(1)
    closed.locator("summary").click()
    inside, outside = (page.locator(groups.nth(n).locator("a").first.get_attribute("href")) for n in (1, 3))
    scrolled = "(card) => { card.scrollIntoView({ block: 'start' }); card.scrollIntoView({ block: 'start' }); }"
    inside.evaluate(scrolled)
    closed.and_(page.locator("[open]")).wait_for()
    outside.evaluate(scrolled)
    closed.and_(page.locator(":not([open])")).wait_for()
    assert groups.nth(3).get_attribute("open") is not None
    # A browser that has to ask it styles all links of the contents again whenever something opens.
    assert re.findall(r":has\([^)]*ar-toc", PAGE_STYLE + style_sheet()) == []


def test_what_is_printed_is_not_cut_to_a_pane(open_page, saved):
    """A pane is for notebooks: on paper the whole reference stands."""
    page = open_page(width=1440, height=900)
    page.goto(saved)
    page.locator("body").evaluate("body => body.classList.add('jp-NotebookPanel')")
    pane = page.locator(".ar-panes")
    assert pane.evaluate("pane => pane.scrollHeight > pane.clientHeight + 1")
    page.emulate_media(media="print")
    assert pane.evaluate("pane => pane.scrollHeight <= pane.clientHeight + 1")


@pytest.mark.slow
def test_typing_in_a_notebook_leaves_its_cells_alone(tab, server):
    """`b` adds a cell and `dd` deletes one, but not for a reader who types them into the filter."""
    tab.open(server.put(f"contents-{tab.front_end}.ipynb", CELL))
    tab.run_all()
    cells = tab.page.locator(".jp-Cell").count()
    field = tab.page.get_by_label("Filter operations")
    field.click()
    field.press_sequentially("bdd")
    assert field.input_value() == "bdd"
    assert listed(tab.page) == []
    field.fill("sink boat")
    assert listed(tab.page) == ["Sink a boat"]
    field.press("Enter")
    assert tab.page.locator(".jp-Cell").count() == cells


def test_the_tab_that_is_open_is_underlined(open_page, saved):
    """Of the request samples, the one that is seen has the line below its name; after a click another one has it."""
    page = open_page()
    page.goto(saved)
    tabs = page.locator(".ar-op").first.locator(".ar-tabs").first.locator("> details > summary")
    underlined = """tabs => tabs.map((tab) => {
        const style = getComputedStyle(tab);
        return parseFloat(style.borderBottomWidth) > 1 && !/, 0\\)$|transparent/.test(style.borderBottomColor);
    })"""
    assert tabs.evaluate_all(underlined) == [True, False, False]
    tabs.nth(1).click()
    assert tabs.evaluate_all(underlined) == [False, True, False]
