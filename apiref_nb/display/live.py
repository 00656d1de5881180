"""What is live in a kernel: the card as one output, its samples as a widget in the next; and one operation so shown."""

from __future__ import annotations

import hashlib
from functools import cached_property

from apiref_nb.describing import (
    OperationView,
    Reference,
    RowLimits,
    Rows,
    describe_operation,
    describe_reference,
)
from apiref_nb.display.output import Output
from apiref_nb.interactive.kernel import has_widgets, show_pair
from apiref_nb.model import Api, ApiOperation
from apiref_nb.schemas import SampleSession
from apiref_nb.text.invisible_characters import visible_line
from apiref_nb.writing.html import EMPTY, OperationWriter, page_script, root
from apiref_nb.writing.html.live import LivePart, inner, live_parts
from apiref_nb.writing.html.markup import Html
from apiref_nb.writing.markdown import reference_markdown
from apiref_nb.writing.plain_text import reference_text


class LiveCard(Output):
    """What is shown live in a kernel: the card as one output, its samples as a widget in the next."""

    def _parts(self) -> tuple[LivePart, ...]:
        raise NotImplementedError

    def _static_html(self) -> str:
        raise NotImplementedError

    def _beside(self) -> Html:
        """What stands beside the samples, in the live output as in the static one."""
        return EMPTY

    _method = ""

    def _ipython_display_(self) -> None:
        # IPython falls back to the one static output when this is raised.
        if not has_widgets():
            raise NotImplementedError
        parts = self._parts()
        if not parts:
            raise NotImplementedError
        from apiref_nb.interactive.tabs import live_tabs  # noqa: PLC0415 - ipywidgets only when something lives

        static = {**self._repr_mimebundle_(), "text/html": self._static_html()}
        show_pair(static, live_tabs(parts, self._method, beside=self._beside()))


class LiveOperation(LiveCard):
    """One operation of a document with all its rows and live tabs; `OpenApiEmbed.interactive` makes it.

    Args:
        api: the document.
        operation: the operation of it that is shown.
    """

    def __init__(self, api: Api, operation: ApiOperation) -> None:
        self.api = api
        """The document."""
        self.operation = operation
        """The operation."""
        self._method = operation.method
        self._name = "ar" + hashlib.sha256(f"{api.digest} {operation.key}".encode()).hexdigest()[:10]

    @cached_property
    def _described(self) -> Reference:
        return describe_reference(self.api, show_overview=False, operations=(self.operation.key,))

    @cached_property
    def _view(self) -> OperationView:
        servers = self.api.servers
        return describe_operation(
            self.operation, rows=Rows(RowLimits(6, 400)), session=SampleSession(), servers=servers
        )

    @property
    def html(self) -> str:
        """The output as an HTML fragment with its style; the same bytes for the same input."""
        return root(OperationWriter().operation(self._view, anchor=self._name), page_script())

    def _static_html(self) -> str:
        return root(OperationWriter().operation(self._view, anchor=self._name, static=True), page_script())

    def _parts(self) -> tuple[LivePart, ...]:
        card = self._view.card
        return () if card is None else live_parts(card, name=self._name)

    def _beside(self) -> Html:
        # The static rows are hidden, but still there: these have names of their own.
        return inner(OperationWriter().beside(self._view, anchor=f"{self._name}-w"))

    @property
    def markdown(self) -> str:
        """The output as Markdown."""
        return reference_markdown(self._described)

    @property
    def text(self) -> str:
        """The output as plain text."""
        return reference_text(self._described)

    @property
    def _title(self) -> str:
        return self.operation.key

    def __repr__(self) -> str:
        return f"LiveOperation({visible_line(self.operation.key)})"
