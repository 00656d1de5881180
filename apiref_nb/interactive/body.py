"""The body of a request form: an editor with the sample, and a chooser for each file that it takes.

In: what the document declares of a body. Out: widgets whose `value()` is what a call takes. `console` places them.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

import ipywidgets  # type: ignore[import-untyped] # it comes without types

from apiref_nb.errors import ShapeError
from apiref_nb.interactive.fields import hint
from apiref_nb.model import MISSING, ApiRequestBody, MediaType
from apiref_nb.model.media_types import is_form, is_json, is_multipart
from apiref_nb.requests import media_sample
from apiref_nb.requests.media_samples import BINARY_TEXT
from apiref_nb.requests.typed_bodies import is_binary
from apiref_nb.schemas import merged
from apiref_nb.text.invisible_characters import visible_line
from apiref_nb.text.json_value import JsonValue


class BodyField:
    """The body: its media type where there are several, an editor with the sample, or files."""

    def __init__(self, body: ApiRequestBody) -> None:
        self.body = body
        self._media = {media.media_type: media for media in body.content}
        self.kind = ipywidgets.Dropdown(description="Media type", options=list(self._media))
        words = "" if body.required else "nothing is sent while this is empty"
        self.editor = ipywidgets.Textarea(description="Body", placeholder=words, continuous_update=True, rows=10)
        self.file = ipywidgets.FileUpload(description="Choose a file", multiple=False)
        self.parts: dict[str, ipywidgets.FileUpload] = {}
        """Name of a field of the form to the chooser of its file."""
        self._filled: dict[str, object] = {}
        self._bytes: bytes | None = None
        self._choosers = ipywidgets.VBox()
        self.kind.observe(self._changed, "value")
        self.editor.observe(self._typed, "value")
        self._changed()
        words = "required" if body.required else "optional"
        self.widgets: tuple[ipywidgets.Widget, ...] = (
            *((self.kind,) if len(self._media) > 1 else ()),
            self.editor,
            self.file,
            self._choosers,
            hint(words, "body", body.description),
        )

    def _changed(self, _change: object = None) -> None:
        media = self._media.get(self.kind.value)
        files = _file_fields(media) if media is not None else {}
        self.parts = {
            name: ipywidgets.FileUpload(description=f"Choose {visible_line(name)}", multiple=many)
            for name, many in files.items()
        }
        self._filled, self._bytes = {}, None
        self._choosers.children = tuple(self.parts.values())
        self.editor.value = _body_text(media, leave_out=files) if media is not None else ""
        only_file = media is not None and self.editor.value == BINARY_TEXT
        only_files = bool(files) and self.editor.value in ("", "{}")
        self.editor.layout.display = "none" if only_file or only_files else None
        # An example of a file may be text that can be sent as well; what is chosen wins.
        takes_file = only_file or (media is not None and is_binary(media.schema))
        self.file.layout.display = None if takes_file else "none"

    def _typed(self, _change: object) -> None:
        self._bytes = None

    @property
    def media_type(self) -> str | None:
        """The media type that is chosen, None when there is no choice."""
        return self.kind.value if len(self._media) > 1 else None

    def value(self) -> JsonValue:
        """Return what a call takes; MISSING when nothing is written and no file chosen.

        Raises:
            ShapeError: the editor does not hold JSON, where the media type needs it.
        """
        if self.file.value and self.file.layout.display is None:
            return bytes(self.file.value[0]["content"])
        if self._bytes is not None:
            return self._bytes
        written = self._written()
        files = self._filled | {name: _chosen(part) for name, part in self.parts.items() if part.value}
        if not files:
            return written
        if written is not MISSING and not isinstance(written, dict):
            raise ShapeError("body", "must be a JSON object: its members are the fields of the form")
        return {**({} if written is MISSING else written), **files}

    def _written(self) -> JsonValue:
        text: str = self.editor.value
        if not text.strip() or self.editor.layout.display == "none":
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
        """Set the body as a reader would: text as it is, bytes as a file, else JSON; files of a form beside it.

        Raises:
            ShapeError: the value has no JSON form.
        """
        self._bytes = bytes(value) if isinstance(value, bytes | bytearray) else None
        if self._bytes is not None:
            self.file.value = ()
            return
        if self.parts and isinstance(value, Mapping):
            self._filled = {name: item for name, item in value.items() if name in self.parts}
            value = {name: item for name, item in value.items() if name not in self.parts}
        try:
            self.editor.value = value if isinstance(value, str) else json.dumps(value, indent=2, ensure_ascii=False)
        except (TypeError, ValueError, RecursionError) as fault:
            raise ShapeError("body", f"must be text, or a value that JSON can hold: {fault}") from None
        if self.editor.value.strip() not in ("", "{}"):
            self.editor.layout.display = None


def _file_fields(media: MediaType) -> dict[str, bool]:
    """Return the fields of a multipart form that are files, True for those that take several."""
    if not is_multipart(media.media_type) or media.schema is None:
        return {}
    found: dict[str, bool] = {}
    for name, schema in merged(media.schema).properties.items():
        items = merged(schema).items
        if is_binary(schema) or is_binary(items):
            found[name] = not is_binary(schema)
    return found


def _chosen(chooser: ipywidgets.FileUpload) -> Any:  # noqa: ANN401 - one file of a call, or a list of them
    files = [(file["name"], bytes(file["content"]), file["type"]) for file in chooser.value]
    return files if chooser.multiple else files[0]


def _body_text(media: MediaType, *, leave_out: Mapping[str, bool]) -> str:
    samples = media_sample(media, direction="request")
    if not samples:
        return ""
    first = samples[0]
    if (is_form(media.media_type) or is_multipart(media.media_type)) and isinstance(first.value, dict):
        written = {name: value for name, value in first.value.items() if name not in leave_out}
        return json.dumps(written, indent=2, ensure_ascii=False)
    return first.text
