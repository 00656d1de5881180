"""Tabs: `details` elements laid out as a tab row; where styles are dropped, panes that open.

They have no `name`: for each one that is open a browser would look through the whole page for others of that name,
twelve seconds on a page of 845 operations. The script closes the others of a row; without it the sheet shows one.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from apiref_nb.writing.html.markup import EMPTY, Html, element

_tabs = element("div", "ar-tabs")
_tab = element("details")
_summary = element("summary")
_pane = element("div", "ar-pane")
_panel = element("div", "ar-panel")
_panel_head = element("div", "ar-panel-head")


@dataclass(frozen=True, slots=True)
class Tab:
    """One tab: its label and what it shows."""

    label: Html | str
    content: Html
    is_plain: bool = False
    """True for a line of words, in which there is nothing to copy."""


def render_tabs(tabs: Sequence[Tab]) -> Html:
    """Return the tabs, the first one open; a single tab becomes a panel with a heading.

    Args:
        tabs: in order.
    """
    if not tabs:
        return EMPTY
    if len(tabs) == 1:
        only = tabs[0]
        return _panel(_panel_head(only.label), only.content)
    return _tabs(
        _tab(_summary(tab.label), tab.content if tab.is_plain else _pane(tab.content), open=index == 0)
        for index, tab in enumerate(tabs)
    )


def pane(content: Html) -> Html:
    """Return content without a heading."""
    return _pane(content)
