"""The fields of a request form: one widget for each argument of an operation, for its body and its credentials.

In: what the document declares. Out: widgets whose `value()` is what a call takes. `console` places them. Numbers
are text fields, for those alone can be empty and send the form with Enter; the declared type reads their text.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from typing import Any

import ipywidgets  # type: ignore[import-untyped] # it comes without types

from apiref_nb.client import Argument, value_from_text
from apiref_nb.describing.types import bare_text, type_label
from apiref_nb.errors import ShapeError
from apiref_nb.model import MISSING, ApiRequestBody, MediaType, Schema, merged
from apiref_nb.model.visible import visible_line
from apiref_nb.rendering.live import inner
from apiref_nb.rendering.reply import render_hint
from apiref_nb.samples import media_sample, parameter_value
from apiref_nb.samples.media import BINARY_TEXT
from apiref_nb.samples.media_types import is_form, is_json, is_multipart

UNSET = "not sent"
"""The choice of an optional field that leaves it out."""


def on_enter(field: ipywidgets.Text, send: Callable[[], object]) -> None:
    """Call a function when Enter is pressed in a text field."""

    def heard(_widget: object, content: object, _buffers: object) -> None:
        if isinstance(content, dict) and content.get("event") == "submit":
            send()

    field.on_msg(heard)


def hint(type_: str, location: str, description: str) -> ipywidgets.HTML:
    """Return the line below a field."""
    return ipywidgets.HTML(inner(render_hint(type_, location, description)))


class ArgumentField:
    """One parameter: a choice where the document lists the values, else a line of text."""

    def __init__(self, argument: Argument, send: Callable[[], object]) -> None:
        self.argument = argument
        parameter = argument.parameter
        self.schema: Schema | None = parameter.media_type.schema if parameter.media_type else parameter.schema
        label = visible_line(parameter.name)
        choices = self._choices()
        sample = self._sample()
        if choices is not None:
            options = [(visible_line(bare_text(choice)), choice) for choice in choices]
            if not argument.required:
                options.insert(0, (UNSET, MISSING))
            start = next((value for _, value in options if value == sample), options[0][1])
            self.input = ipywidgets.Dropdown(description=label, options=options, value=start)
        else:
            text = "" if sample is MISSING else bare_text(sample)
            self.input = ipywidgets.Text(description=label, value=text, placeholder=type_label(self.schema))
            on_enter(self.input, send)
        if argument.required:
            self.input.add_class("ar-required-field")
        words = ", ".join(filter(None, (type_label(self.schema), "required" if argument.required else "")))
        self.widgets: tuple[ipywidgets.Widget, ...] = (
            self.input,
            hint(words, parameter.location, parameter.description),
        )

    def _choices(self) -> Sequence[Any] | None:
        if self.schema is None:
            return None
        whole = merged(self.schema)
        listed = whole.get("enum")
        if isinstance(listed, list | tuple) and listed:
            return list(listed)
        return [True, False] if whole.types == ("boolean",) else None

    def _sample(self) -> Any:  # noqa: ANN401 - any JSON value
        parameter = self.argument.parameter
        authored = any(example.value is not MISSING for example in parameter.examples)
        return parameter_value(parameter) if self.argument.required or authored else MISSING

    def value(self) -> Any:  # noqa: ANN401 - any JSON value, MISSING for what is left out
        """Return what a call takes; MISSING when the field is empty."""
        given = self.input.value
        if not isinstance(self.input, ipywidgets.Text):
            return given
        return MISSING if given == "" else value_from_text(self.schema, given)

    def fill(self, value: object) -> None:
        """Set the field as a reader would."""
        if isinstance(self.input, ipywidgets.Text):
            self.input.value = "" if value is None else bare_text(value)
        else:
            self.input.value = MISSING if value is None else value


class BodyField:
    """The body: its media type where there are several, an editor with the sample, or a file."""

    def __init__(self, body: ApiRequestBody) -> None:
        self.body = body
        self._media = {media.media_type: media for media in body.content}
        self.kind = ipywidgets.Dropdown(description="Media type", options=list(self._media))
        self.editor = ipywidgets.Textarea(description="Body", continuous_update=True, rows=10)
        self.file = ipywidgets.FileUpload(description="Choose a file", multiple=False)
        self.kind.observe(self._changed, "value")
        self._changed()
        words = "required" if body.required else "leave it empty to send none"
        self.widgets: tuple[ipywidgets.Widget, ...] = (
            *((self.kind,) if len(self._media) > 1 else ()),
            self.editor,
            self.file,
            hint(words, "body", body.description),
        )

    def _changed(self, _change: object = None) -> None:
        media = self._media.get(self.kind.value)
        self.editor.value = _body_text(media) if media is not None else ""
        is_file = media is not None and self.editor.value == BINARY_TEXT
        self.editor.layout.display = "none" if is_file else None
        self.file.layout.display = None if is_file else "none"

    @property
    def media_type(self) -> str | None:
        """The media type that is chosen, None when there is no choice."""
        return self.kind.value if len(self._media) > 1 else None

    def value(self) -> Any:  # noqa: ANN401 - any JSON value, text or bytes
        """Return what a call takes; MISSING when the editor is empty.

        Raises:
            ShapeError: the editor does not hold JSON, where the media type needs it.
        """
        if self.editor.layout.display == "none":
            return bytes(self.file.value[0]["content"]) if self.file.value else MISSING
        text: str = self.editor.value
        if not text.strip():
            return MISSING
        kind = self.kind.value or "application/json"
        if not (is_json(kind) or is_form(kind) or is_multipart(kind)):
            return text
        try:
            return json.loads(text)
        except ValueError as fault:
            raise ShapeError("body", f"must be JSON: {fault}") from None
        except RecursionError:
            raise ShapeError("body", "must be nested less deep") from None

    def fill(self, value: object) -> None:
        """Set the editor as a reader would: text as it is, anything else as JSON."""
        self.editor.value = value if isinstance(value, str) else json.dumps(value, indent=2, ensure_ascii=False)


def _body_text(media: MediaType) -> str:
    samples = media_sample(media, direction="request")
    if not samples:
        return ""
    first = samples[0]
    if (is_form(media.media_type) or is_multipart(media.media_type)) and isinstance(first.value, dict):
        return json.dumps(first.value, indent=2, ensure_ascii=False)
    return first.text
