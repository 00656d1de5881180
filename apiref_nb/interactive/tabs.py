"""Live tabs: the samples of a card as ipywidgets `Tab`s around the fragments of the static card."""

from __future__ import annotations

from collections.abc import Sequence

import ipywidgets  # type: ignore[import-untyped] # it comes without types

from apiref_nb.writing.html.live import LivePart, live_style
from apiref_nb.writing.html.markup import EMPTY, Html


def live_tabs(parts: Sequence[LivePart], method: str, *, beside: Html = EMPTY) -> ipywidgets.Widget:
    """Return the widget that stands in for the samples of a card.

    Args:
        parts: what to place.
        method: gives the colour of the border, as on the card above.
        beside: what stands beside the samples where there is room, and above them otherwise.
    """
    row = ipywidgets.Box([_part(part) for part in parts])
    row.add_class("ar-live-row")
    if beside:
        row = ipywidgets.Box([ipywidgets.HTML(beside), row])
        row.add_class("ar-live-two")
    frame = ipywidgets.VBox([ipywidgets.HTML(live_style()), row])
    for name in ("apiref-live", "ar-frame", f"ar-m-{method}"):
        frame.add_class(name)
    return frame


def _part(part: LivePart) -> ipywidgets.Widget:
    children: list[ipywidgets.Widget] = [ipywidgets.HTML(part.head)]
    if part.tabs:
        tabs = ipywidgets.Tab([ipywidgets.HTML(tab.content) for tab in part.tabs], selected_index=0)
        tabs.titles = [tab.title for tab in part.tabs]
        tabs.add_class("apiref-live")
        tabs.add_class("ar-live-tabs")
        tones = [tab.tone for tab in part.tabs if tab.tone]
        for tone in ["ar-toned", *tones] if tones else []:
            tabs.add_class(tone)
        children.append(tabs)
    if part.fixed:
        children.append(ipywidgets.HTML(part.fixed))
    box = ipywidgets.VBox(children)
    box.add_class("ar-live-part")
    return box
