"""The fields of a request form: one widget for each argument of an operation; its body and credentials have their own.

In: what the document declares. Out: widgets whose `value()` is what a call takes. `console` places them. Numbers
are text fields, because only those can be empty and can send the form with Enter; the declared type reads the text.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import ipywidgets  # type: ignore[import-untyped] # it comes without types

from apiref_nb.client import Argument, value_from_text
from apiref_nb.describing.types import bare_text, type_label
from apiref_nb.errors import ShapeError
from apiref_nb.model import MISSING, Schema
from apiref_nb.schemas import merged
from apiref_nb.text.invisible_characters import visible_line
from apiref_nb.text.json_value import JsonValue
from apiref_nb.text.quoting import short
from apiref_nb.writing.html.live import inner
from apiref_nb.writing.html.reply import render_hint

UNSET = "not sent"
"""The choice of an optional field that leaves it out."""


def on_enter(field: ipywidgets.Text, send: Callable[[], object]) -> None:
    """Call a function when Enter is pressed in a text field.

    Args:
        field: the widget of the text field.
        send: called without arguments; what it returns is not used.
    """

    def on_message(_widget: object, content: object, _buffers: object) -> None:
        if isinstance(content, dict) and content.get("event") == "submit":
            send()

    field.on_msg(on_message)


def hint(type_: str, location: str, description: str) -> ipywidgets.HTML:
    """Return the line below a field.

    Args:
        type_: see `render_hint`.
        location: see `render_hint`.
        description: see `render_hint`.
    """
    return ipywidgets.HTML(inner(render_hint(type_, location, description)))


class ArgumentField:
    """One parameter: a choice where the document lists the values, else a line of text.

    Args:
        argument: what the call takes, with the parameter that declares it.
        sample: what the field holds at first; MISSING for nothing.
        send: called when Enter is pressed in the field.
    """

    def __init__(self, argument: Argument, sample: JsonValue, send: Callable[[], object]) -> None:
        self.argument = argument
        parameter = argument.parameter
        self.schema: Schema | None = parameter.media_type.schema if parameter.media_type else parameter.schema
        label = visible_line(parameter.name)
        choices = self._choices()
        if choices is not None:
            options = [(visible_line(bare_text(choice)), choice) for choice in choices]
            if not argument.required:
                options.insert(0, (UNSET, MISSING))
            start = next((value for _, value in options if value == sample), options[0][1])
            self.input = ipywidgets.Dropdown(description=label, options=options, value=start)
        else:
            text = "" if sample is MISSING else bare_text(sample)
            make = ipywidgets.Password if self._is_secret() else ipywidgets.Text
            self.input = make(description=label, value=text, placeholder=type_label(self.schema))
            on_enter(self.input, send)
        if argument.required:
            self.input.add_class("ar-required-field")
        words = ", ".join(filter(None, (type_label(self.schema), "required" if argument.required else "")))
        self.widgets: tuple[ipywidgets.Widget, ...] = (
            self.input,
            hint(words, parameter.location, parameter.description),
        )

    def _is_secret(self) -> bool:
        return self.schema is not None and merged(self.schema).get("format") == "password"

    def _choices(self) -> Sequence[Any] | None:
        if self.schema is None:
            return None
        whole = merged(self.schema)
        listed = whole.get("enum")
        if isinstance(listed, list | tuple) and listed:
            return list(listed)
        return [True, False] if whole.types == ("boolean",) else None

    def value(self) -> JsonValue:
        """Return what a call takes; MISSING when the field is empty."""
        given = self.input.value
        if not isinstance(self.input, ipywidgets.Text):
            return given
        return MISSING if given == "" else value_from_text(self.schema, given)

    def fill(self, value: object) -> None:
        """Set the field as a reader would.

        Raises:
            ShapeError: the field is a choice, and this is none of its values.
        """
        if isinstance(self.input, ipywidgets.Text):
            self.input.value = "" if value is None else bare_text(value)
            return
        wanted = MISSING if value is None else value
        offered = [choice for _, choice in self.input.options]
        if not any(choice is wanted or (choice == wanted and type(choice) is type(wanted)) for choice in offered):
            allowed = ", ".join(bare_text(choice) for choice in offered if choice is not MISSING)
            raise ShapeError(self.argument.parameter.name, f"must be one of {allowed}", short(value))
        self.input.value = wanted
