"""The widgets of a live view: a bar, the contents, and the operation in hand with its form, its reply and its card.

In: an API, its operations and a client. Out: one widget. Only the operation in hand has widgets; those of the one
before are closed. `display.live_view` owns one and says what happened.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import ipywidgets  # type: ignore[import-untyped] # it comes without types

from apiref_nb.client import Client
from apiref_nb.describing import OperationView
from apiref_nb.interactive.contents import Contents
from apiref_nb.interactive.form import OperationForm
from apiref_nb.interactive.widgets import Kit, close, show_when
from apiref_nb.model import Api, ApiOperation
from apiref_nb.model.card_parts import GeneratedExample
from apiref_nb.text.invisible_characters import visible_line
from apiref_nb.writing.html.live import (
    bar,
    code_tabs,
    inner,
    kernel_lost,
    live_style,
    operation_reference,
    operation_top,
)
from apiref_nb.writing.html.markup import EMPTY, Html
from apiref_nb.writing.html.reply import render_busy, render_sentence


@dataclass(frozen=True, slots=True)
class Actions:
    """What a reader can do."""

    send: Callable[[], object]
    all_pages: Callable[[], object]
    cancel: Callable[[], object]
    choose: Callable[[ApiOperation], object]


class Panels:
    """The widgets of one view.

    Args:
        api: the document.
        operations: those that can be chosen; one alone has no contents.
        client: sends requests.
        actions: called when a reader sends, cancels or chooses.
    """

    def __init__(self, api: Api, operations: Sequence[ApiOperation], client: Client, actions: Actions) -> None:
        kit = Kit()
        self._client, self._actions = client, actions
        self._contents = Contents(kit, api.groups, operations, actions.choose) if len(operations) > 1 else None
        self._top = kit.html("", "ar-headbox")
        self._place = kit.box([], "ar-formbox")
        self._send = kit.make(ipywidgets.Button, "ar-send", description=SEND, tooltip="Send the request")
        self._cancel = kit.make(ipywidgets.Button, "ar-cancel", description="Cancel", disabled=True, tooltip="Cancel")
        self._send.on_click(lambda _button: actions.send())
        self._cancel.on_click(lambda _button: actions.cancel())
        self._pages = kit.make(
            ipywidgets.Button, "ar-pages", description=PAGES, tooltip="Ask for every page of the list"
        )
        self._pages.on_click(lambda _button: actions.all_pages())
        buttons = kit.make(ipywidgets.HBox, "ar-buttons", children=(self._send, self._pages, self._cancel))
        self.below = kit.html("", "ar-below", "ar-says")
        """What came of the request."""
        self._lost = kit.html(kernel_lost(), "ar-lostbox")
        self._code = kit.html("", "ar-codebox")
        self._card = kit.html("", "ar-cardbox")
        panel = kit.box(
            [self._top, self._place, buttons, self._lost, self.below, self._code, self._card], "ar-operation"
        )
        where = visible_line(client.base_url)
        title = kit.html(f"{live_style()}{bar(visible_line(api.shown_title), where)}", "ar-barbox")
        listed = [self._contents.widget] if self._contents is not None else []
        body = kit.make(ipywidgets.Box, "ar-panes", "ar-listing" if listed else "ar-single", children=(*listed, panel))
        self.widget = kit.box([title, body], "apiref-live", "ar-console")
        """The whole view."""
        self.form: OperationForm | None = None
        """The form of the operation in hand."""

    def use(self, view: OperationView, markdown: str) -> OperationForm:
        """Put an operation in hand and return its form; what belonged to the one before is closed.

        Args:
            view: what there is to say of it.
            markdown: the same as Markdown.
        """
        operation = view.operation
        old = self.form
        self.form = OperationForm(operation, self._client, self._actions.send)
        self._place.children = (self.form.widget,)
        if old is not None:
            close(old.widget)
        show_when(self._pages, self._client[operation].paging.decided)
        self._top.value = str(operation_top(view))
        name = "arl" + hashlib.sha256(operation.key.encode("utf-8", "surrogatepass")).hexdigest()[:8]
        self._card.value = str(operation_reference(view, name))
        self.show_code((), markdown)
        self.show(EMPTY)
        for method in METHODS:
            self.widget.remove_class(f"ar-m-{method}")
        self.widget.add_class(f"ar-m-{operation.method}")
        if self._contents is not None:
            self._contents.show(operation)
        return self.form

    def show_code(self, examples: Sequence[GeneratedExample], markdown: str) -> None:
        """Show what was sent as code, beside the operation as Markdown.

        Args:
            examples: the request in each language; empty before the first one.
            markdown: the operation.
        """
        self._code.value = str(code_tabs(examples, markdown))

    def show(self, fragment: Html) -> None:
        """Show what came of the request."""
        self.below.value = str(inner(fragment)) if fragment else ""

    def busy(self, *, waiting: bool) -> None:
        """Show that a request is on its way, or no longer."""
        self._send.description = SENDING if waiting else SEND
        self._send.disabled = self._pages.disabled = waiting
        self._cancel.disabled = not waiting
        if waiting:
            self.show(render_busy("Waiting for the answer…"))

    def fail(self, sentence: str) -> None:
        """Say why there is no reply."""
        self.show(render_sentence(sentence))

    def close(self) -> None:
        """Close every widget of the view."""
        close(self.widget)


SEND, SENDING, PAGES = "Send", "Sending…", "All pages"
METHODS = ("GET", "POST", "PUT", "PATCH", "DELETE")
