"""`LiveView`: operations that can be tried where they are read, live in a kernel and readable without one.

In: a document, one operation of it or all, and a `Client`. Out: two outputs, a static one for readers without a kernel
and the widgets. `OpenApiEmbed.interactive` makes it; `RequestConsole` is this view of one operation.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any

from apiref_nb.client import Client, PageLook, Reply, page_look
from apiref_nb.describing import (
    OperationView,
    Reference,
    RowLimits,
    Rows,
    describe_operation,
    describe_reference,
)
from apiref_nb.display.output import Output, bundle_of
from apiref_nb.errors import ShapeError
from apiref_nb.interactive.kernel import has_widgets, show_pair
from apiref_nb.model import Api, ApiOperation
from apiref_nb.model.card_parts import GeneratedExample
from apiref_nb.schemas import SampleSession
from apiref_nb.text.invisible_characters import visible_line
from apiref_nb.writing.html.first_look import render_first_look
from apiref_nb.writing.html.live import unplugged_listing, unplugged_operation
from apiref_nb.writing.html.reply import render_reply
from apiref_nb.writing.markdown import reference_markdown
from apiref_nb.writing.markdown_operation import operation_markdown
from apiref_nb.writing.plain_text import reference_text

if TYPE_CHECKING:
    from apiref_nb.interactive.form import OperationForm
    from apiref_nb.interactive.panels import Panels
    from apiref_nb.interactive.sending import Sender

UNPLUGGED = "A form that sends requests stands here while the notebook's kernel runs: run this cell."


class LiveView(Output):
    """Operations of a document with a form for each: choose, fill in, send, and read the reply below.

    Args:
        api: the document.
        operations: those that can be chosen; the first one is in hand.
        client: what sends.

    Raises:
        ShapeError: there is no operation that the client can send.
    """

    def __init__(self, api: Api, operations: Sequence[ApiOperation], client: Client) -> None:
        if not operations:
            raise ShapeError("operation", "has no operation that the client can send")
        self.api = api
        """The document."""
        self.client = client
        """The client that was given; credentials that a reader types count for the form alone."""
        self.operations = tuple(operations)
        """What can be chosen."""
        self.operation: ApiOperation = self.operations[0]
        """The operation in hand."""
        self.reply: Reply | None = None
        """The last reply; None before the first one, and after a request that was not answered."""
        self.message = ""
        """Why there is no reply, in a sentence; empty when there is one."""
        self.code: tuple[GeneratedExample, ...] = ()
        """What was sent last, in Python and cURL, secrets masked; empty before that."""
        self.frame: Any = None
        """The records of all pages that were asked for last, as a pandas frame; None before that."""
        self._panels: Panels | None = None
        self._sender: Sender[Reply | PageLook] | None = None

    @property
    def widget(self) -> Any:  # noqa: ANN401 - an ipywidgets widget
        """The widgets, to place in a layout of your own; made when they are first asked for."""
        return self._live().widget

    def _live(self) -> Panels:
        if self._panels is None:
            from apiref_nb.interactive.panels import Actions, Panels  # noqa: PLC0415 - ipywidgets only when something lives

            actions = Actions(self._begin, self._begin_pages, self.cancel, self._use)
            self._panels = Panels(self.api, self.operations, self.client, actions)
            self._panels.use(self._view, self._operation_markdown)
        return self._panels

    @property
    def _form(self) -> OperationForm:
        form = self._live().form
        assert form is not None  # noqa: S101 - `_live` has put an operation in hand
        return form

    def close(self) -> None:
        """Close the widgets; they are made again when the view is shown again."""
        self.cancel()
        if self._panels is not None:
            self._panels.close()
            self._panels = None

    def choose(self, operation: str | tuple[str, str] | ApiOperation) -> LiveView:
        """Put an operation in hand, as a click in the contents does; return the view.

        Args:
            operation: operationId, `GET /path` key or (method, path).

        Raises:
            UnknownOperationError: the document has no such operation.
            ShapeError: the view does not offer it.
        """
        found = operation if isinstance(operation, ApiOperation) else self.api[operation]
        if not any(found is one for one in self.operations):
            raise ShapeError("operation", f"is none of those of this view ({len(self.operations)})", found.key)
        self._use(found)
        return self

    def _use(self, operation: ApiOperation) -> None:
        self.cancel()
        self.operation = operation
        self.code = ()
        self.__dict__.pop("_view", None)
        if self._panels is not None:
            self._panels.use(self._view, self._operation_markdown)

    def fill(self, **values: object) -> LiveView:
        """Set fields by name, in Python's spelling or the document's; return the view.

        Raises:
            ShapeError: there is no such field.
        """
        self._form.fill(**values)
        return self

    def send(self, **values: object) -> Reply | None:
        """Send what the form says and wait; return the reply, or None, `message` then says why.

        Args:
            values: fields to set first, as `fill` does.
        """
        self.fill(**values)
        self._begin()
        if self._sender is not None:
            self._sender.wait()
        return self.reply

    def all_pages(self, **values: object) -> Any:  # noqa: ANN401 - a pandas frame
        """Ask for every page of what the form says, and wait; return its frame, or None, `message` then says why.

        Args:
            values: fields to set first, as `fill` does.
        """
        self.fill(**values)
        self._begin_pages()
        if self._sender is not None:
            self._sender.wait()
        return self.frame

    def cancel(self) -> None:
        """Give up the request that is on its way, if there is one."""
        if self._sender is not None:
            self._sender.cancel()

    def _begin_pages(self) -> None:
        self._begin(pages=True)

    def _begin(self, *, pages: bool = False) -> None:
        from apiref_nb.interactive.sending import Sender  # noqa: PLC0415 - with the widgets, not before
        from apiref_nb.interactive.sent_code import sent_code  # noqa: PLC0415 - likewise

        if self._sender is not None and self._sender.is_busy:
            return
        panels, form, operation = self._live(), self._form, self.operation
        self.reply, self.message, self.frame = None, "", None
        form.fail(None)
        try:
            values = form.values()
        except ShapeError as fault:
            self.code = ()
            self._fail(fault)
            panels.show_code(self.code, self._operation_markdown)
            return

        async def ask() -> Reply | PageLook:
            client = form.credentials.settled()
            hidden = form.body.sensitive if form.body is not None else ()
            self.code = sent_code(client, client[operation], values, hidden)
            try:
                if pages:
                    return await page_look(client.aio[operation], values)
                return await client.aio[operation](**values)
            except ShapeError as fault:
                self.code = ()
                form.fail(fault)
                raise

        def answered(outcome: Reply | PageLook) -> None:
            if isinstance(outcome, PageLook):
                shown = render_first_look(outcome.shown)
                self.frame = outcome.frame
            else:
                shown = render_reply(outcome.describe())
                self.reply = outcome
            panels.show(shown)

        def ended() -> None:
            panels.show_code(self.code, self._operation_markdown)
            panels.busy(waiting=False)

        panels.busy(waiting=True)
        self._sender = Sender(answered, self._say, ended)
        self._sender.start(ask)

    def _fail(self, fault: ShapeError) -> None:
        self._form.fail(fault)
        self._say(str(fault))

    def _say(self, sentence: str) -> None:
        self.message = sentence
        if self._panels is not None:
            self._panels.fail(sentence)

    @cached_property
    def _view(self) -> OperationView:
        rows, session = Rows(RowLimits(6, 400)), SampleSession()
        return describe_operation(self.operation, rows=rows, session=session, servers=self.api.servers)

    @property
    def _operation_markdown(self) -> str:
        return operation_markdown(self._view, samples=True, level=2)

    @cached_property
    def _described(self) -> Reference:
        keys = None if len(self.operations) > 1 else tuple(one.key for one in self.operations)
        return describe_reference(self.api, show_overview=False, operations=keys)

    @property
    def _is_one(self) -> bool:
        return len(self.operations) == 1

    @property
    def html(self) -> str:
        """The static output, for readers without a kernel: one operation's card, or what there is to choose from."""
        if not self._is_one:
            words = (
                f"{UNPLUGGED} It offers {len(self.operations)} operations; OpenApiEmbed shows them without a kernel."
            )
            return str(unplugged_listing(self._described, words))
        name = hashlib.sha256(f"{self.api.digest} {self.operation.key}".encode("utf-8", "surrogatepass")).hexdigest()
        return str(unplugged_operation(self._view, f"ar{name[:10]}", UNPLUGGED))

    @property
    def markdown(self) -> str:
        """The operation in hand as Markdown with samples, as an assistant reads it."""
        return (
            self._operation_markdown
            if self._is_one or self._panels is not None
            else reference_markdown(self._described)
        )

    @property
    def text(self) -> str:
        """The static output as plain text."""
        return reference_text(self._described)

    @property
    def _title(self) -> str:
        return self.operation.key if self._is_one else self.api.title

    def _repr_mimebundle_(self, include: object = None, exclude: object = None) -> dict[str, str]:
        markdown = reference_markdown(self._described)
        return bundle_of({"text/html": self.html, "text/markdown": markdown, "text/plain": self.text})

    def _ipython_display_(self) -> None:
        # IPython falls back to the static output when this is raised.
        if not has_widgets():
            raise NotImplementedError
        show_pair(self._repr_mimebundle_(), self)

    def __repr__(self) -> str:
        what = self.operation.key if self._is_one else f"{len(self.operations)} operations"
        return f"{type(self).__name__}({visible_line(what)})"
