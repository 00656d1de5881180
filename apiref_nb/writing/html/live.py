"""The samples of a card for live tabs: the same fragments as the static card's, one by one, with a plain title each.

In: what a card is made of. Out: `LivePart`s. `interactive` places them in ipywidgets, whose tab titles are text only:
the colour of a status is a class of the whole tab row instead.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from importlib import resources

from apiref_nb.describing import Card
from apiref_nb.text.invisible_characters import visible_line
from apiref_nb.writing.html.card import answer_body, answer_label, code_tab, request_body_sample
from apiref_nb.writing.html.limits import LIMITS
from apiref_nb.writing.html.markup import EMPTY, Child, Html, element, fragment, style_block
from apiref_nb.writing.html.palette import status_colour
from apiref_nb.writing.html.style import compact
from apiref_nb.writing.html.tabs import Tab, pane, render_tabs

_inner = element("div", "apiref ar-inner tex2jax_ignore mathjax_ignore")
_label = element("b", "ar-label")


@dataclass(frozen=True, slots=True)
class LiveTab:
    """One tab: a title of plain text and what it shows."""

    title: str
    content: Html
    tone: str = ""
    """Class of the tab row that colours this tab; empty for a tab without a status."""


@dataclass(frozen=True, slots=True)
class LivePart:
    """What stands below one label: tabs, or one fragment when there is nothing to switch."""

    name: str
    """`request` or `responses`."""
    head: Html
    tabs: tuple[LiveTab, ...]
    """Empty when `fixed` says it all."""
    fixed: Html
    """Stands below the tabs."""


def live_parts(card: Card, *, name: str) -> tuple[LivePart, ...]:
    """Return the samples of an operation; empty when there is nothing to switch.

    Args:
        card: what is shown.
        name: start of the names that group tabs; unique on the page.
    """
    tabs, answers = card.tabs, card.answers
    if len(tabs) < 2 and len(answers) < 2:
        return ()
    sample = request_body_sample(card.body, f"{name}-lb")
    asked = [code_tab(tab) for tab in tabs]
    titles = [visible_line(tab.label) for tab in tabs]
    parts = [_part("request", "Request", asked, titles, group=f"{name}-lq", below=sample)]
    if answers:
        several = len(answers) > 1
        made = [
            Tab(answer_label(one, several=several), answer_body(one, f"{name}-la{index}"))
            for index, one in enumerate(answers)
        ]
        titles = [visible_line(f"{one.status_code} {one.label}".strip()) for one in answers]
        tones = [f"ar-n{_digit(one.status_code)}-{i + 1}" for i, one in enumerate(answers)]
        label = "Responses" if several else "Response"
        parts.append(_part("responses", label, made, titles, tones=tones, group=f"{name}-la"))
    return tuple(parts)


def _part(
    name: str,
    label: str,
    made: Sequence[Tab],
    titles: Sequence[str],
    *,
    group: str,
    tones: Sequence[str] = (),
    below: Html = EMPTY,
) -> LivePart:
    head = inner(_label(label))
    if len(made) < 2:
        return LivePart(name, head, (), inner(render_tabs(made, group), below))
    tabs = tuple(
        LiveTab(title, inner(pane(tab.content)), tone)
        for title, tab, tone in zip(titles, made, tones or [""] * len(made), strict=True)
    )
    return LivePart(name, head, tabs, inner(below) if below else below)


def _digit(status_code: str) -> str:
    return status_code[:1] if status_code[:1] in ("2", "3", "4") else "5"


def inner(*children: Child) -> Html:
    """Return fragments for a widget below a root that has brought the style already."""
    return _inner(fragment(children))


@cache
def live_style() -> Html:
    """Return the style of live outputs, as an element that a widget carries."""
    source = resources.files("apiref_nb.writing.html").joinpath("live.css").read_text("utf-8")
    tones = "".join(
        ",".join(
            f".apiref-live.ar-n{digit}-{place} .lm-TabBar-tab:nth-child({place})"
            for place in range(1, LIMITS.max_coloured_tabs + 1)
        )
        + f"{{--ar-tone:{status_colour(digit)}}}"
        for digit in ("2", "3", "4", "5")
    )
    return style_block(compact(source) + tones)
