"""The fields of a request form: one for each argument of an operation, and for each member of a JSON body.

In: what the document declares. Out: fields whose `value()` is what a call takes. `form` and `body` place them. Numbers
are text fields, because only those can be empty and can send the form with Enter; the declared type reads the text.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import ipywidgets  # type: ignore[import-untyped] # it comes without types

from apiref_nb.client import Argument
from apiref_nb.describing.types import bare_text
from apiref_nb.errors import ShapeError
from apiref_nb.interactive.limits import LIMITS
from apiref_nb.interactive.widgets import Kit, show_when
from apiref_nb.model import MISSING, Schema
from apiref_nb.requests.sensitive import is_sensitive
from apiref_nb.requests.type_labels import type_label
from apiref_nb.requests.typed_text import item_value, written_json
from apiref_nb.schemas import merged
from apiref_nb.text.invisible_characters import visible_line
from apiref_nb.text.json_value import JsonValue
from apiref_nb.text.quoting import short
from apiref_nb.writing.html.live import inner, render_fault
from apiref_nb.writing.html.reply import render_hint

UNSET = "not sent"
"""The choice of an optional field that leaves it out."""

Send = Callable[[], object]


def on_enter(field: ipywidgets.Text, send: Send) -> None:
    """Call a function when Enter is pressed in a text field.

    Args:
        field: the widget of the text field.
        send: called without arguments; what it returns is not used.
    """

    def on_message(_widget: object, content: object, _buffers: object) -> None:
        if isinstance(content, dict) and content.get("event") == "submit":
            send()

    field.on_msg(on_message)


class Hint:
    """The line below a field, which says what is wrong with it when something is.

    Args:
        kit: makes its widget.
        type_: the type label and `required` or `optional`; empty for none.
        location: see `render_hint`.
        description: the author's Markdown.
    """

    def __init__(self, kit: Kit, type_: str, location: str, description: str) -> None:
        self._html = inner(render_hint(type_, location, description))
        self.words = ", ".join(
            filter(None, (type_, f"in {location}" if location else "", description.strip().split("\n", 1)[0]))
        )
        """The same as one line of text: the title of the field, by which a screen reader describes it."""
        self.widget = kit.html(self._html, "ar-hintbox")

    def fail(self, sentence: str) -> None:
        """Put a sentence in the place of the words, or bring the words back when it is empty."""
        self.widget.value = str(inner(render_fault(sentence)) if sentence else self._html)

    @staticmethod
    def line(words: str) -> str:
        """Return words of our own as such a line."""
        return str(inner(render_hint(words, "", "")))


@dataclass(frozen=True, slots=True, kw_only=True)
class FieldSpec:
    """What a field is for."""

    label: str
    """As the document writes it."""
    schema: Schema | None
    required: bool
    location: str
    """`path`, `query`, `header`, `cookie`, `querystring`; empty for a member of a body."""
    description: str
    sample: JsonValue = MISSING
    """What the field holds at first; MISSING for nothing."""


class ValueField:
    """One value: a choice where the document lists the values, a text area for nested data, else a line of text.

    Args:
        kit: makes the widgets.
        spec: what the field is for.
        send: called when Enter is pressed in the field.
    """

    def __init__(self, kit: Kit, spec: FieldSpec, send: Send) -> None:
        self.spec = spec
        self._failed = False
        type_ = type_label(spec.schema)
        words = ", ".join(filter(None, (type_, "required" if spec.required else "optional")))
        self._hint = Hint(kit, words, spec.location, spec.description)
        title = visible_line(self._hint.words)[: LIMITS.max_title_characters]
        label, tip = visible_line(spec.label), {"tooltip": title}
        choices = self._choices()
        if choices is not None:
            options = [(visible_line(bare_text(choice)), choice) for choice in choices]
            if not spec.required:
                options.insert(0, (UNSET, MISSING))
            start = next((value for _, value in options if _same(value, spec.sample)), options[0][1])
            self.input = kit.make(ipywidgets.Dropdown, description=label, options=options, value=start, **tip)
        elif self._is_nested():
            text = "" if spec.sample is MISSING else json.dumps(spec.sample, indent=2, ensure_ascii=False)
            hold = f"{type_ or 'any value'}, as JSON"
            self.input = kit.make(ipywidgets.Textarea, description=label, value=text, placeholder=hold, rows=3, **tip)
        else:
            text = "" if spec.sample is MISSING else bare_text(spec.sample)
            kind = ipywidgets.Password if self._is_secret() else ipywidgets.Text
            self.input = kit.make(kind, description=label, value=text, placeholder=type_, **tip)
            on_enter(self.input, send)
        if spec.required:
            self.input.add_class("ar-required-field")
        self.widget = kit.box([self.input, self._hint.widget], "ar-field")
        """The field with its hint."""

    def _is_secret(self) -> bool:
        # By its schema alone: what a reader types as `token` into a form of a body may well be something to look at.
        return self.spec.schema is not None and merged(self.spec.schema).get("format") == "password"

    @property
    def is_sensitive(self) -> bool:
        """True when what is typed is not to be shown again."""
        return self._is_secret() or is_sensitive(self.spec.label.rpartition(".")[2])

    def _is_nested(self) -> bool:
        if self.spec.schema is None or self.spec.location:
            return False
        whole = merged(self.spec.schema)
        items = whole.items
        lists = "array" in whole.types and (items is None or bool({"object", "array"} & set(merged(items).types)))
        # A schema without a type may hold anything; one that offers variants is an object more often than not.
        return "object" in whole.types or lists or (not whole.types and bool(whole.properties))

    def _choices(self) -> Sequence[Any] | None:
        if self.spec.schema is None:
            return None
        whole = merged(self.spec.schema)
        listed = whole.get("enum")
        if isinstance(listed, list | tuple) and listed:
            return list(listed)
        return [True, False] if whole.types == ("boolean",) else None

    def value(self) -> JsonValue:
        """Return what a call takes; MISSING when the field is empty.

        Raises:
            ShapeError: what begins as JSON does not go on so.
        """
        given = self.input.value
        if isinstance(self.input, ipywidgets.Dropdown):
            return given
        if isinstance(self.input, ipywidgets.Textarea) and given.lstrip().startswith(("[", "{")):
            return written_json(given, f"body.{self.spec.label}")
        return MISSING if given == "" else item_value(self.spec.schema, given)

    def fill(self, value: object) -> None:
        """Set the field as a reader would; None and MISSING empty it.

        Raises:
            ShapeError: the field is a choice, and this is none of its values.
        """
        empty = value is None or value is MISSING
        if isinstance(self.input, ipywidgets.Textarea):
            self.input.value = "" if empty else as_json(value, self.spec.label)
            return
        if isinstance(self.input, ipywidgets.Text):
            self.input.value = "" if empty else bare_text(value)
            return
        offered = [choice for _, choice in self.input.options]
        wanted = MISSING if empty else value
        if not any(_same(choice, wanted) for choice in offered):
            allowed = ", ".join(bare_text(choice) for choice in offered if choice is not MISSING)
            raise ShapeError(self.spec.label, f"must be one of {allowed}", short(value))
        self.input.value = wanted

    def fail(self, sentence: str) -> None:
        """Say below the field what is wrong with it; an empty sentence takes that back."""
        if sentence or self._failed:
            self._hint.fail(sentence)
            (self.input.add_class if sentence else self.input.remove_class)("ar-invalid")
            self._failed = bool(sentence)

    def show(self, shown: bool) -> None:
        """Show the field, or hide it."""
        show_when(self.widget, shown)


def _same(one: object, other: object) -> bool:
    return one is other or (one == other and type(one) is type(other))


def as_json(value: object, name: str) -> str:
    """Return text as it is, and any other value as JSON.

    Args:
        value: what a caller filled in.
        name: of the field, for errors.

    Raises:
        ShapeError: the value has no JSON form.
    """
    try:
        return value if isinstance(value, str) else json.dumps(value, indent=2, ensure_ascii=False)
    except (TypeError, ValueError, RecursionError) as fault:
        raise ShapeError(name, f"must be text, or a value that JSON can hold: {fault}") from None


class ArgumentField(ValueField):
    """The field of one parameter.

    Args:
        kit: makes the widgets.
        argument: what the call takes, with the parameter that declares it.
        sample: what the field holds at first; MISSING for nothing.
        send: called when Enter is pressed in the field.
    """

    def __init__(self, kit: Kit, argument: Argument, sample: JsonValue, send: Send) -> None:
        self.argument = argument
        parameter = argument.parameter
        spec = FieldSpec(
            label=parameter.name,
            schema=parameter.media_type.schema if parameter.media_type else parameter.schema,
            required=argument.required,
            location=parameter.location,
            description=parameter.description,
            sample=sample,
        )
        super().__init__(kit, spec, send)
