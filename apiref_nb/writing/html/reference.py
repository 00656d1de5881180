"""A whole reference: overview, contents, groups of operations, the schemas that rows refer to, webhooks.

In: a `Reference`. Out: one root element, ready for an output or a page. `display` and the command line call it.
"""

from __future__ import annotations

from collections.abc import Sequence

from apiref_nb.describing import Reference, SchemaView, wording
from apiref_nb.describing.lines import docs_line
from apiref_nb.model import ApiOperation, Group
from apiref_nb.model.collector import collection_paused
from apiref_nb.writing.html import prose
from apiref_nb.writing.html.card import method_badge
from apiref_nb.writing.html.limits import LIMITS
from apiref_nb.writing.html.long_words import breaking
from apiref_nb.writing.html.markup import (
    EMPTY,
    Html,
    Slot,
    element,
    fragment,
    html_slot,
    joined,
    placed,
    template,
)
from apiref_nb.writing.html.operation import OperationWriter
from apiref_nb.writing.html.overview import render_contents, render_notes, render_overview
from apiref_nb.writing.html.style import PaneHeight, root_parts, tall_root_parts

_panes = element("div", "ar-panes")
# With contents: a class says it, for asking an element what it holds is dear in a browser whenever something opens.
_indexed_panes = element("div", "ar-panes ar-indexed")
_group = element("div", "ar-group")
# By the level of the operations' titles below them.
_group_titles = {3: element("h2", "ar-group-title"), 4: element("h3", "ar-group-title")}
_about = element("div", "ar-group-about")
_kind = element("span", "ar-chip")
_compact = element("div", "ar-compact")
_compact_row = element("div", "ar-compact-row")
_label = element("b", "ar-label")
_code = element("code")
_text = element("span")
_quiet = element("span", "ar-quiet")
_empty = element("p", "ar-quiet")
_schema = element("div", "ar-op ar-listed")
_schema_head = element("div", "ar-head")
_name = element("code", "ar-path")
_type = element("i")
_beside = element("div", "ar-beside")
_shared = element("div")
_one_schema = template(
    _schema(
        _schema_head(_name(html_slot("name")), " ", html_slot("kind")),
        _beside(html_slot("description"), html_slot("rows"), html_slot("samples")),
        id=Slot("anchor"),
    )
)


def render_reference(
    reference: Reference,
    *,
    actions: Html = EMPTY,
    script: Html = EMPTY,
    height: PaneHeight = "auto",
    page: bool = False,
) -> Html:
    """Return the whole page as one fragment with its style; see `reference_parts`."""
    return joined(reference_parts(reference, actions=actions, script=script, height=height, page=page))


def reference_parts(
    reference: Reference,
    *,
    actions: Html = EMPTY,
    script: Html = EMPTY,
    height: PaneHeight = "auto",
    page: bool = False,
) -> list[Html]:
    """Return the whole page with its style in pieces, to be joined once: a large one fills the memory else.

    Args:
        reference: what to show.
        actions: the download button of the overview.
        script: the small script for copy and download; does nothing where scripts do not run.
        height: pixels of the pane in which it scrolls in a notebook; "auto" gives a pane to a large one, None to none.
        page: True in a page of its own.
    """
    with collection_paused():
        return _page(reference, actions, script, height, page)


class _Anchors(dict[str, str]):
    """Name of a component -> address of its place on the page."""

    def __init__(self, reference: Reference) -> None:
        super().__init__()
        self._reference = reference

    def __missing__(self, name: str) -> str:
        made = self[name] = f"#{self._reference.anchor('s', name)}"
        return made


class _WordAnchors(dict[str, str]):
    """Key of shared words -> address of their place on the page: thousands of rows lead there, so it is short."""

    def __init__(self, reference: Reference) -> None:
        super().__init__()
        self._scope = reference.scope

    def __missing__(self, key: str) -> str:
        made = self[key] = f"#{self._scope}-d{len(self)}"
        return made


def _page(reference: Reference, actions: Html, script: Html, height: PaneHeight, page: bool) -> list[Html]:
    count = len(reference.operations)
    words = _WordAnchors(reference)
    # Every component that a row refers to is in the list at the end.
    writer = OperationWriter(
        _Anchors(reference).__getitem__, words_href=words.__getitem__,
        operation_href=lambda key: f"#{reference.operation_anchor(reference.api[key])}",
        fold=count > LIMITS.min_folded_operations, plain=count >= LIMITS.min_plain_operations, level=3 if page else 4,
    )  # fmt: skip
    api = reference.api
    titles = {group.name: group.title for group in api.groups} | dict(api.headings)
    groups = [
        _group_of(
            reference, writer, group, _label(titles.get(group.parent, group.parent)) if group.parent else EMPTY,
            [
                writer.operation(reference.view(operation), anchor=reference.operation_anchor(operation))
                for operation in group.operations
            ],
        )
        for group in reference.groups
    ]  # fmt: skip
    is_bare = not reference.webhooks and all(group.is_text for group in reference.groups)
    small = height is None or (height == "auto" and count < LIMITS.min_filtered_operations)
    contents = render_contents(reference)
    # Its fields may say words that stand once, too.
    schemas = _schemas(reference, writer)
    parts = (_indexed_panes if contents else _panes).around(
        render_overview(reference, actions, page=page) if reference.show_overview else EMPTY,
        render_notes(reference),
        contents,
        groups,
        _empty("This document describes no operations.") if is_bare else EMPTY,
        _webhooks(reference, writer),
        _words(reference, writer, words),
        schemas,
    )
    return (
        root_parts(parts, script)
        if small
        else tall_root_parts(parts, script, height_pixels=None if isinstance(height, str) else height)
    )


def _group_of(
    reference: Reference, writer: OperationWriter, group: Group, parent: Html, operations: Sequence[Html]
) -> list[Html]:
    docs = docs_line(group.external_docs)
    return _group.around(
        parent,
        _group_titles[writer.level](group.title, _kind_of(group), id=reference.anchor("g", group.name)),
        _about(prose.block(group.description)) if group.description else EMPTY,
        _about(prose.line(docs)) if docs else EMPTY,
        operations,
        _unrendered(group.unrendered),
    )


def _kind_of(group: Group) -> Html:
    """Return what the group's tag is for; one for navigation is what every group is."""
    return fragment(" ", _kind(group.kind)) if group.kind not in ("", "nav") else EMPTY


def _unrendered(operations: Sequence[ApiOperation]) -> Html:
    """Methods without a card are listed, so that a reader knows that they exist."""
    if not operations:
        return EMPTY
    return _compact(_label("Also described, not shown as cards"), [_line(operation) for operation in operations])


def _line(operation: ApiOperation) -> Html:
    said = operation.summary or operation.description.split("\n", 1)[0] or operation.operation_id
    return _compact_row(method_badge(operation.method), " ", _code(operation.path), " ", _quiet(prose.inline(said)))


def _webhooks(reference: Reference, writer: OperationWriter) -> Html:
    webhooks = reference.webhooks
    if not webhooks:
        return EMPTY
    are_told = reference.are_webhooks_told
    return _group(
        _group_titles[writer.level](f"{wording.WEBHOOK}s"),
        _about("Requests that the API sends to an address of yours."),
        _compact(
            writer.callback(reference.webhook_view(webhook), reference.anchor("w", webhook.key))
            if are_told
            else _line(webhook)
            for webhook in webhooks
        ),
    )


def _words(reference: Reference, writer: OperationWriter, anchors: _WordAnchors) -> list[Html]:
    """Return the parameters and fields whose words many operations share, in full."""
    sharing = reference.rows.sharing
    if not sharing.words:
        return []
    return _group.around(
        _group_titles[writer.level](sharing.words_title, id=reference.anchor("g", "/parameters")),
        _about("What many operations say alike."),
        [_shared(writer.rows.rows((row,)), id=anchors[key].removeprefix("#")) for key, row in sharing.words.items()],
    )


def _schemas(reference: Reference, writer: OperationWriter) -> list[Html]:
    made = [_listed(view, reference.anchor("s", view.name), writer) for view in reference.schemas()]
    if not made:
        return []
    return _group.around(
        _group_titles[writer.level](wording.SCHEMAS, id=reference.anchor("g", "/schemas")),
        _about("The objects that the fields above refer to."),
        made,
    )


def _listed(view: SchemaView, anchor: str, writer: OperationWriter) -> Html:
    words = f"{[row.kind for row in view.rows].count('field')} fields"
    rows = placed(writer.rows.rows(view.rows, fold=words), anchor)
    return _one_schema(
        anchor, fragment(breaking(view.name)), _type(breaking(view.kind)) if view.kind else EMPTY,
        prose.block(view.description), rows or _empty("No fields of its own."),
        fragment(_label("Example"), writer.cards.bodies(view.samples)) if view.samples else EMPTY,
    )  # fmt: skip
