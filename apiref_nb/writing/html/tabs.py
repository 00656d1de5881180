"""Tabs: `details` elements laid out as a tab row; where styles are dropped, panes that open.

They have no `name`: for each one that is open a browser would look through the whole page for others of that name,
twelve seconds on a page of 845 operations. The script closes the others of a row; without it the sheet shows one.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from apiref_nb.writing.html.markup import EMPTY, Html, element, fragment, html_slot, template

_tabs = element("div", "ar-tabs")
_tab = element("details")
_summary = element("summary")
_pane = element("div", "ar-pane")
_panel = element("div", "ar-panel")
_panel_head = element("div", "ar-panel-head")


_MADE = {
    (first, plain): template(
        _tab(_summary(html_slot("label")), (fragment if plain else _pane)(html_slot("content")), open=first)
    )
    for first in (True, False)
    for plain in (True, False)
}
"""(Whether it is the first, whether it is a line of words) -> what writes a tab."""


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
        [
            _MADE[index == 0, tab.is_plain](
                tab.label if isinstance(tab.label, Html) else fragment(tab.label), tab.content
            )
            for index, tab in enumerate(tabs)
        ]
    )


def pane(content: Html) -> Html:
    """Return content without a heading."""
    return _pane(content)
