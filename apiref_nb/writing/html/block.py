"""The outputs of the single components: `ApiBlock`, `ParamField`, `ResponseField`.

In: typed objects and the request samples that go with them. Out: one root element each.
"""

from __future__ import annotations

from collections.abc import Sequence

from apiref_nb.describing import Row
from apiref_nb.model import CodeExample, Operation, RateLimit
from apiref_nb.writing.html.card import render_card, render_frame
from apiref_nb.writing.html.markup import Child, Html
from apiref_nb.writing.html.rows import render_rows
from apiref_nb.writing.html.script import page_script
from apiref_nb.writing.html.style import root


def render_block(
    operation: Operation,
    *,
    tabs: Sequence[CodeExample],
    name: str,
    base_url: str = "",
    rate_limit: RateLimit | None = None,
    show_parameters: bool = True,
    beside: Child = None,
    static: bool = False,
) -> Html:
    """Return one `ApiBlock` as an output of its own; see `card.render_card` for the arguments.

    Args:
        operation: what it shows.
        tabs: the request samples, cURL first.
        name: start of the names that group tabs.
        base_url: stands muted before the path.
        rate_limit: a line under the summary.
        show_parameters: False hides the parameter rows.
        beside: what stands beside the card.
        static: True when a live widget follows that stands in for the samples while it is alive.
    """
    card = render_card(
        operation, tabs=tabs, name=name, base_url=base_url, rate_limit=rate_limit, show_parameters=show_parameters,
        static=static,
    )  # fmt: skip
    rows = show_parameters and any(parameter.location in ("query", "header") for parameter in operation.parameters)
    return root(render_frame(operation, card, beside, wide=rows or bool(beside)), page_script())


def render_field(row: Row, *, describe_always: bool) -> Html:
    """Return one `ParamField` or `ResponseField` as an output of its own.

    Args:
        row: the one row.
        describe_always: see `render_row`.
    """
    return root(render_rows([row], describe_always=describe_always))
