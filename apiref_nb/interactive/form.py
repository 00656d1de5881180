"""The form of one operation: its arguments, its body and its credentials, and what a call takes of them.

In: an operation and the client that sends it. Out: one widget, and the values that are written in it. The live view
places it.
"""

from __future__ import annotations

import re
from typing import Any

from apiref_nb.client import Client
from apiref_nb.errors import ShapeError
from apiref_nb.interactive.body import BodyField
from apiref_nb.interactive.credentials import CredentialFields
from apiref_nb.interactive.fields import ArgumentField, Send
from apiref_nb.interactive.widgets import Kit
from apiref_nb.model import MISSING, ApiOperation
from apiref_nb.requests.sample_values import sample_values
from apiref_nb.text.invisible_characters import visible_line
from apiref_nb.writing.html.live import form_label

_PLACE = re.compile(r"^[^.]*\.(?=.)")
"""The name of the operation, which errors put in front of the field."""


class OperationForm:
    """The fields of an operation.

    Args:
        operation: the operation.
        client: sends it; its own credentials count until others are typed.
        send: called when Enter is pressed in a field of one line.
    """

    def __init__(self, operation: ApiOperation, client: Client, send: Send) -> None:
        kit = Kit()
        self.operation = operation
        samples = sample_values(operation)
        arguments = client[operation].arguments
        self.arguments = [ArgumentField(kit, one, samples.of(one.parameter), send) for one in arguments]
        described = operation.request_body
        self.body = BodyField(kit, described, send) if described is not None else None
        self.credentials = CredentialFields(kit, operation, client, send)
        parts: list[Any] = []
        if self.arguments:
            parts += [kit.html(form_label("Parameters")), *(field.widget for field in self.arguments)]
        if self.body is not None:
            parts += [kit.html(form_label("Request body")), self.body.widget]
        if self.credentials.widgets:
            parts += [kit.html(form_label("Credentials")), *self.credentials.widgets]
        self.widget = kit.box(parts, "ar-form")

    def fill(self, **values: object) -> None:
        """Set fields by name, in Python's spelling or the document's.

        Raises:
            ShapeError: there is no such field, or it does not take the value.
        """
        for name, value in values.items():
            if name == "body" and self.body is not None:
                self.body.fill(value)
                continue
            for field in self.arguments:
                if name in (field.argument.name, field.argument.parameter.name):
                    field.fill(value)
                    break
            else:
                names = [field.argument.name for field in self.arguments] + (["body"] if self.body else [])
                raise ShapeError(
                    visible_line(name), f"is no field of the form; there are: {', '.join(names) or 'none'}"
                )

    def values(self) -> dict[str, Any]:
        """Return what a call takes, by name; what is empty is left out.

        Raises:
            ShapeError: the body is not what its media type needs.
        """
        values = {field.argument.name: field.value() for field in self.arguments}
        if self.body is not None:
            values["body"] = self.body.value()
            if self.body.media_type is not None and values["body"] is not MISSING:
                values["content_type"] = self.body.media_type
        return {name: value for name, value in values.items() if value is not MISSING}

    def fail(self, fault: ShapeError | None) -> None:
        """Say what is wrong at the field that it is about; None takes back what was said."""
        place = _PLACE.sub("", fault.path) if fault is not None and not fault.path.startswith("body") else ""
        place = place or (fault.path if fault is not None else "")
        sentence = str(fault).removeprefix(f"{fault.path}: ") if fault is not None else ""
        for field in self.arguments:
            mine = place in (field.argument.name, visible_line(field.argument.parameter.name))
            field.fail(sentence if mine else "")
        if self.body is not None:
            self.body.fail(place, sentence)
