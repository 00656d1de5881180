"""What a live view places beside its fields: the head of an operation, its reference, replies as code, and words.

In: views and plain values. Out: fragments. `interactive` puts them into widgets below one root; `display` into the
static output that readers without a kernel see.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from apiref_nb.describing import OperationView, Reference
from apiref_nb.model.card_parts import AnyExample, GeneratedExample
from apiref_nb.writing.html.card import code_tab
from apiref_nb.writing.html.markup import EMPTY, Child, Html, element, fragment, style_block
from apiref_nb.writing.html.operation import OperationWriter
from apiref_nb.writing.html.overview import render_listing
from apiref_nb.writing.html.own_files import own_text
from apiref_nb.writing.html.script import page_script
from apiref_nb.writing.html.style import coloured, compact, root
from apiref_nb.writing.html.tabs import pane, render_tabs

_inner = element("div", "apiref ar-inner tex2jax_ignore mathjax_ignore")
_static = element("div", "apiref-static")
_bar = element("div", "ar-bar")
_bar_title = element("b", "ar-bar-title")
_bar_where = element("code")
_label = element("b", "ar-label")
_hint = element("div", "ar-hint")
_fault = element("div", "ar-hint ar-fault", style="color:#b42318")
_lost = element("div", "ar-say ar-lost", role="alert")
_unplugged = element("div", "ar-quiet")
_fold = element("details", "ar-fold")
_summary = element("summary")
_title = element("div", "ar-about", style="font-weight:600")


def inner(*children: Child) -> Html:
    """Return fragments for a widget below a root that has brought the style already."""
    return _inner(fragment(children))


def bar(title: str, where: str) -> Html:
    """Return the first line of a live view: which API, and where requests go.

    Args:
        title: of the API.
        where: the base URL; empty when there is none.
    """
    return inner(_bar(_bar_title(title), _bar_where(where) if where else "no address: requests cannot be sent"))


def operation_top(view: OperationView) -> Html:
    """Return what stands above the form: method, path, title, the author's words."""
    return inner(OperationWriter(level=2).top(view))


def operation_reference(view: OperationView, anchor: str) -> Html:
    """Return what stands below the reply: the operation's card as a reference shows it, but for its head.

    Args:
        view: the operation.
        anchor: start of every id of the card; unique on the page.
    """
    return inner(_label("Reference"), OperationWriter().below(view, anchor=anchor))


def code_tabs(examples: Sequence[AnyExample], markdown: str) -> Html:
    """Return what was sent as code, and the operation as Markdown, as tabs.

    Args:
        examples: the request that was sent, in each language; empty before the first one.
        markdown: the operation as Markdown, for an assistant.
    """
    told = code_tab(GeneratedExample(language="text", label="As Markdown", code=markdown), plain=True)
    if not examples:
        return inner(_fold(_summary("As Markdown, for an assistant"), pane(told.content)))
    return inner(_label("What was sent, as code"), render_tabs([*map(code_tab, examples), told]))


def form_label(words: str) -> Html:
    """Return the label above a part of a form."""
    return inner(_label(words))


def contents_count(words: str) -> Html:
    """Return what is said below the list of operations; nothing for no words."""
    return inner(_hint(words)) if words else EMPTY


def render_fault(sentence: str) -> Html:
    """Return what is wrong with a field, to stand below it."""
    return _fault(sentence)


LOST = "The kernel does not answer: it is busy, or was restarted. After a restart run this cell again to send requests."


def kernel_lost() -> Html:
    """Return what is said when nobody answers the form; hidden until the page notices."""
    return inner(_lost(LOST))


def unplugged_operation(view: OperationView, anchor: str, words: str) -> Html:
    """Return the static output of a live view of one operation: its card, and what stood below it.

    Args:
        view: the operation.
        anchor: see `operation_reference`.
        words: what a reader without a kernel is told.
    """
    return root(_static(OperationWriter(level=2).operation(view, anchor=anchor), _unplugged(words)), page_script())


def unplugged_listing(reference: Reference, words: str) -> Html:
    """Return the static output of a live view of many operations: what there is, and how to read it.

    Args:
        reference: the operations.
        words: what a reader without a kernel is told.
    """
    return root(_static(_title(reference.title), _unplugged(words), render_listing(reference)), page_script())


@cache
def live_style() -> Html:
    """Return the style of live outputs, as an element that a widget carries."""
    own = compact(own_text("live.css"))
    return style_block(coloured(own, ".apiref-live.apiref-live"))
