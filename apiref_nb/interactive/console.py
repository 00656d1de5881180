"""`RequestConsole`: a form made from an operation, its request sent from the kernel, the reply below.

In: an operation, or a document to choose one from, and a `Client`. Out: two outputs, a static one for readers without a
kernel and the form. The request runs in a thread with a loop of its own: the kernel stays free, and Cancel ends it.
"""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Sequence
from typing import Any

import ipywidgets  # type: ignore[import-untyped] # it comes without types

from apiref_nb.client import Client, Reply
from apiref_nb.describing import block_card, title_of
from apiref_nb.errors import ApirefError, ShapeError
from apiref_nb.interactive.body import BodyField
from apiref_nb.interactive.credentials import CredentialFields
from apiref_nb.interactive.fields import ArgumentField
from apiref_nb.interactive.kernel import has_widgets, show_pair
from apiref_nb.model import MISSING, Api, ApiOperation
from apiref_nb.requests import block_operation, sample_values
from apiref_nb.text.invisible_characters import visible_line
from apiref_nb.text.quoting import short
from apiref_nb.writing.html.card import CardWriter, render_frame
from apiref_nb.writing.html.live import inner, live_style
from apiref_nb.writing.html.markup import fragment
from apiref_nb.writing.html.reply import render_busy, render_reply, render_sentence, render_unplugged
from apiref_nb.writing.html.rows import RowWriter
from apiref_nb.writing.html.script import page_script
from apiref_nb.writing.html.style import root

Bundle = dict[str, str]

_OPERATION = "must be an operation, its name, an OpenApiEmbed or an Api"


class RequestConsole:
    """A form that sends requests and shows the replies.

    Args:
        operation: an operation of a document, its operationId, `GET /path` key or (method, path); or an `OpenApiEmbed`
            or `Api`, whose operations the form then offers.
        client: what sends; None makes one of the document that was given, without credentials.

    Raises:
        ShapeError: an argument has the wrong shape, or there is no such operation.
        SourceError: the embed's document cannot be loaded.
    """

    def __init__(self, operation: object, client: Client | None = None) -> None:
        found = getattr(operation, "api", None) if not isinstance(operation, ApiOperation | Api) else operation
        api = found if isinstance(found, Api) else None
        if client is None:
            if api is None and not isinstance(operation, ApiOperation | str | tuple):
                raise ShapeError("operation", _OPERATION, short(operation))
            if api is None:
                raise ShapeError("client", "is required with a single operation: RequestConsole(operation, client)")
            client = Client(api)
        elif not isinstance(client, Client):
            raise ShapeError("client", "must be a Client", short(client))
        self.client = client
        """The client that was given."""
        single = getattr(operation, "operation", None) if api is not None else operation
        if isinstance(single, ApiOperation | str | tuple):
            choices: tuple[ApiOperation, ...] = (_found(client, single),)
        elif api is not None:
            choices = tuple(one for one in api.operations if not one.broken and one in client)
        else:
            raise ShapeError("operation", _OPERATION, short(operation))
        if not choices:
            raise ShapeError("operation", "has no operation that the client can send")
        self.reply: Reply | None = None
        """The last reply; None before the first one, and after a request that was not answered."""
        self.message = ""
        """Why there is no reply, in a sentence; empty when there is one."""
        self._choices = choices
        self._running: tuple[asyncio.AbstractEventLoop, asyncio.Task[Reply]] | None = None
        self._thread: threading.Thread | None = None
        self._lock = threading.Lock()
        self._cancelled = False
        self._make_widgets()
        self._use(choices[0])

    def _make_widgets(self) -> None:
        self._picker = ipywidgets.Dropdown(
            description="Operation", options=[(visible_line(one.key), one) for one in self._choices]
        )
        self._picker.observe(lambda change: self._use(change["new"]), "value")
        self._form = ipywidgets.VBox()
        self._send_button = ipywidgets.Button(description="Send")
        self._send_button.add_class("ar-send")
        self._send_button.on_click(lambda _button: self._begin())
        self._cancel_button = ipywidgets.Button(description="Cancel", disabled=True)
        self._cancel_button.on_click(lambda _button: self.cancel())
        buttons = ipywidgets.HBox([self._send_button, self._cancel_button])
        buttons.add_class("ar-buttons")
        self._below = ipywidgets.HTML()
        picker = [self._picker] if len(self._choices) > 1 else []
        method = self._choices[0].method if len(self._choices) == 1 else "ANY"
        self._widget = ipywidgets.VBox([ipywidgets.HTML(live_style()), *picker, self._form, buttons, self._below])
        for name in ("apiref-live", "ar-frame", "ar-console", f"ar-m-{method}"):
            self._widget.add_class(name)

    def _use(self, operation: ApiOperation) -> None:
        self.cancel()
        self.operation: ApiOperation = operation
        """The operation that Send calls."""
        call = self.client[operation]
        samples = sample_values(operation)
        self._arguments = [ArgumentField(one, samples.of(one.parameter), self._begin) for one in call.arguments]
        body = operation.request_body
        self._body = BodyField(body) if body is not None else None
        self._credentials = CredentialFields(operation, self.client, self._begin)
        fields: list[ipywidgets.Widget] = [widget for field in self._arguments for widget in field.widgets]
        fields += self._body.widgets if self._body is not None else ()
        fields += self._credentials.widgets
        self._form.children = fields
        self._show("")

    @property
    def widget(self) -> Any:  # noqa: ANN401 - an ipywidgets widget
        """The form, to place in a layout of your own."""
        return self._widget

    def fill(self, **values: object) -> RequestConsole:
        """Set fields by name, in Python's spelling or the document's; return the console.

        Raises:
            ShapeError: there is no such field.
        """
        for name, value in values.items():
            if name == "body" and self._body is not None:
                self._body.fill(value)
                continue
            for field in self._arguments:
                if name in (field.argument.name, field.argument.parameter.name):
                    field.fill(value)
                    break
            else:
                names = [field.argument.name for field in self._arguments] + (["body"] if self._body else [])
                raise ShapeError(
                    visible_line(name), f"is no field of the form; there are: {', '.join(names) or 'none'}"
                )
        return self

    def send(self, **values: object) -> Reply | None:
        """Send what the form says and wait; return the reply, or None, `message` then says why.

        Args:
            values: fields to set first, as `fill` does.
        """
        self.fill(**values)
        self._begin()
        thread = self._thread
        if thread is not None:
            try:
                thread.join()
            except KeyboardInterrupt:
                self.cancel()
                raise
        return self.reply

    def cancel(self) -> None:
        """Give up the request that is on its way, if there is one."""
        with self._lock:
            self._cancelled = True
            running = self._running
        if running is not None:
            loop, task = running
            try:
                loop.call_soon_threadsafe(task.cancel)
            except RuntimeError:
                return  # it has just ended

    def _begin(self) -> None:
        if self._thread is not None and self._thread.is_alive():
            return
        self.reply = None
        self._cancelled = False
        try:
            values = self._values()
        except ShapeError as fault:
            self._fail(str(fault))
            return
        self._busy(waiting=True)
        self._thread = threading.Thread(target=self._work, args=(values,), name="apiref-nb console", daemon=True)
        self._thread.start()

    def _values(self) -> dict[str, Any]:
        values = {field.argument.name: field.value() for field in self._arguments}
        if self._body is not None:
            values["body"] = self._body.value()
            if self._body.media_type is not None and values["body"] is not MISSING:
                values["content_type"] = self._body.media_type
        return {name: value for name, value in values.items() if value is not MISSING}

    def _work(self, values: dict[str, Any]) -> None:
        try:
            reply = asyncio.run(self._ask(values))
            shown = inner(render_reply(reply.describe()))
        except ApirefError as fault:
            self._fail(str(fault))
        except asyncio.CancelledError:
            self._fail("The request was cancelled.")
        except Exception as exc:  # noqa: BLE001 - the end of a thread: a form that waits for ever tells nobody
            self._fail(f"The reply cannot be shown, by a fault of this package ({type(exc).__name__}).")
        else:
            self.reply = reply
            self.message = ""
            self._show(shown)
        finally:
            self._running = None
            self._busy(waiting=False)

    async def _ask(self, values: dict[str, Any]) -> Reply:
        call = self._credentials.client.aio[self.operation]
        task = asyncio.ensure_future(call(**values))
        with self._lock:
            self._running = (asyncio.get_running_loop(), task)
            if self._cancelled:
                task.cancel()
        return await task

    def _busy(self, *, waiting: bool) -> None:
        self._send_button.description = "Sending…" if waiting else "Send"
        self._send_button.disabled = waiting
        self._cancel_button.disabled = not waiting
        if waiting:
            self._show(inner(render_busy("Waiting for the answer…")))

    def _fail(self, sentence: str) -> None:
        self.message = sentence
        self._show(inner(render_sentence(sentence)))

    def _show(self, html: str) -> None:
        self._below.value = html

    @property
    def html(self) -> str:
        """The static output: what the form is for, for readers without a kernel."""
        words = "A request form stands here while the notebook's kernel runs."
        if len(self._choices) > 1:
            return root(render_unplugged(f"{words} It offers {len(self._choices)} operations."))
        card = block_card(block_operation(self.operation))
        shown = fragment(CardWriter(RowWriter()).head(card), render_unplugged(words))
        return root(render_frame(card, shown, wide=False), page_script())

    @property
    def text(self) -> str:
        """The static output as plain text."""
        if len(self._choices) > 1:
            return f"Request console: {len(self._choices)} operations"
        return f"Request console: {visible_line(self.operation.key)}, {visible_line(title_of(self.operation))}"

    def _repr_mimebundle_(self, include: object = None, exclude: object = None) -> Bundle:
        return {"text/html": self.html, "text/plain": self.text}

    def _ipython_display_(self) -> None:
        # IPython falls back to the static output when this is raised.
        if not has_widgets():
            raise NotImplementedError
        show_pair(self._repr_mimebundle_(), self._widget)

    def __repr__(self) -> str:
        return f"RequestConsole({visible_line(self.operation.key)})"


def _found(client: Client, key: ApiOperation | str | tuple[Any, ...]) -> ApiOperation:
    return client[key].operation


__all__: Sequence[str] = ("RequestConsole",)
