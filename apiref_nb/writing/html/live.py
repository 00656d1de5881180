"""The samples of a card for live tabs: the same fragments as the static card's, one by one, with a plain title each.

In: what a card is made of. Out: `LivePart`s. `interactive` places them in ipywidgets, whose tab titles are text only:
the colour of a status is a class of the whole tab row instead.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from importlib import resources

from apiref_nb.describing import Panel
from apiref_nb.model import CodeExample, Operation
from apiref_nb.text.invisible_characters import visible_line
from apiref_nb.writing.html.card import body_panels, code_tab, request_body_sample, response_panels, response_tab
from apiref_nb.writing.html.limits import LIMITS
from apiref_nb.writing.html.markup import EMPTY, Child, Html, element, fragment, style_block
from apiref_nb.writing.html.palette import status_colour
from apiref_nb.writing.html.style import compact
from apiref_nb.writing.html.tabs import Tab, pane, render_tabs

_inner = element("div", "apiref ar-inner tex2jax_ignore mathjax_ignore")
_label = element("div", "ar-label")


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


def live_parts(
    operation: Operation,
    *,
    tabs: Sequence[CodeExample],
    name: str,
    body: Sequence[Panel] | None = None,
    responses: Sequence[Sequence[Panel]] | None = None,
) -> tuple[LivePart, ...]:
    """Return the samples of an operation; empty when there is nothing to switch.

    See `render_card` for the arguments.
    """
    if len(tabs) < 2 and len(operation.responses) < 2:
        return ()
    panels = body_panels(operation.request_body) if body is None else body
    sample = request_body_sample(panels, f"{name}-lb")
    asked = [code_tab(tab) for tab in tabs]
    titles = [visible_line(tab.label) for tab in tabs]
    parts = [_part("request", "Request", asked, titles, group=f"{name}-lq", below=sample)]
    if operation.responses:
        several = len(operation.responses) > 1
        found = [response_panels(r) for r in operation.responses] if responses is None else responses
        answers = [
            response_tab(response, samples, name=f"{name}-la{index}", several=several, described=responses is not None)
            for index, (response, samples) in enumerate(zip(operation.responses, found, strict=True))
        ]
        titles = [visible_line(f"{r.status_code} {r.label or ''}".strip()) for r in operation.responses]
        tones = [f"ar-n{_digit(r.status_code)}-{i + 1}" for i, r in enumerate(operation.responses)]
        label = "Responses" if several else "Response"
        parts.append(_part("responses", label, answers, titles, tones=tones, group=f"{name}-la"))
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
