"""The body of a request form: a field for each member, an editor with the sample, and a chooser for each file.

In: what the document declares of a body. Out: widgets whose `value()` is what a call takes. `form` places them. Fields
and editor hold the same value: whoever changes over finds there what was typed here.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

import ipywidgets  # type: ignore[import-untyped] # it comes without types

from apiref_nb.errors import ShapeError
from apiref_nb.interactive.fields import Hint, Send, as_json
from apiref_nb.interactive.members import MemberFields
from apiref_nb.interactive.widgets import Kit, show_when
from apiref_nb.model import MISSING, ApiRequestBody, MediaType
from apiref_nb.model.media_types import is_form, is_json, is_multipart
from apiref_nb.requests.media_samples import BINARY_TEXT, media_sample
from apiref_nb.requests.typed_bodies import file_field, is_binary
from apiref_nb.requests.typed_text import written_json
from apiref_nb.schemas import merged
from apiref_nb.text.invisible_characters import visible_line
from apiref_nb.text.json_value import JsonValue

FIELDS, TEXT = "Fields", "JSON"
"""The two ways to write a body."""


class BodyField:
    """The body: its media type where there are several, fields or an editor with the sample, or files.

    Args:
        kit: makes the widgets.
        body: what the document declares.
        send: called when Enter is pressed in a field of one line.
    """

    def __init__(self, kit: Kit, body: ApiRequestBody, send: Send) -> None:
        self.body = body
        self._kit, self._send = kit, send
        self._media = {media.media_type: media for media in body.content}
        self.kind = kit.make(ipywidgets.Dropdown, description="Media type", options=list(self._media))
        self.way = kit.make(
            ipywidgets.ToggleButtons, "ar-way", description="Body as", options=[FIELDS, TEXT], value=FIELDS
        )
        words = "" if body.required else "nothing is sent while this is empty"
        said = "required" if body.required else "optional"
        self._hint = Hint(kit, said, "body", body.description)
        self.editor = kit.make(
            ipywidgets.Textarea, description="Body", placeholder=words, rows=10, tooltip=visible_line(self._hint.words)
        )
        self.file = kit.make(ipywidgets.FileUpload, description="Choose a file", multiple=False, tooltip="Body")
        self.parts: dict[str, ipywidgets.FileUpload] = {}
        """Name of a field of the form to the chooser of its file."""
        self._filled: dict[str, object] = {}
        self._bytes: bytes | None = None
        self._members: MemberFields | None = None
        self._chosen_line = kit.html("", "ar-hintbox")
        self._choosers = kit.box([])
        self._rows = kit.box([], "ar-members")
        self.kind.observe(self._changed, "value")
        self.editor.observe(self._typed, "value")
        self.way.observe(self._turned, "value")
        self.file.observe(self._picked, "value")
        show_when(self.kind, len(self._media) > 1)
        parts = [self._hint.widget, self.kind, self.way, self._rows, self.editor]
        self.widget = kit.box([*parts, self.file, self._choosers, self._chosen_line], "ar-field", "ar-body")
        """All of it."""
        self._changed()

    def _changed(self, _change: object = None) -> None:
        media = self._media.get(self.kind.value)
        files = _file_fields(media) if media is not None else {}
        self._close_old()
        self.parts = {
            name: self._kit.make(
                ipywidgets.FileUpload,
                description=f"Choose {visible_line(name)}",
                multiple=many,
                tooltip=visible_line(name),
            )
            for name, many in files.items()
        }
        for chooser in self.parts.values():
            chooser.observe(self._picked, "value")
        self._filled, self._bytes = {}, None
        self._choosers.children = tuple(self.parts.values())
        text, sample = _body_sample(media, leave_out=files) if media is not None else ("", MISSING)
        self._members = _members(self._kit, media, sample, files, self._send)
        self.editor.value = text
        only_file = media is not None and text == BINARY_TEXT
        only_files = bool(files) and text in ("", "{}") and self._members is None
        self._silent = only_file or only_files
        # An example of a file may be text that can be sent as well; what is chosen wins.
        self._takes_file = only_file or (media is not None and is_binary(media.schema))
        show_when(self.file, self._takes_file)
        self._rows.children = tuple(self._members.widgets) if self._members is not None else ()
        show_when(self.way, self._members is not None)
        self.way.value = FIELDS
        self._arrange()

    def _close_old(self) -> None:
        """What belonged to another media type is closed, not only put out of sight."""
        old = [*self._choosers.children, *self._rows.children]
        self._choosers.children = self._rows.children = ()
        for widget in old:
            for part in (*getattr(widget, "children", ()), widget):
                part.close()

    def _arrange(self) -> None:
        as_fields = self._members is not None and self.way.value == FIELDS
        show_when(self._rows, as_fields)
        show_when(self.editor, not as_fields and not self._silent)

    def _turned(self, change: Mapping[str, Any]) -> None:
        """Carry what was written over to the other way of writing it; what is no JSON object stays text."""
        if self._members is None:
            return
        if change["new"] == TEXT:
            value = self._members.value()
            self.editor.value = "" if value is MISSING else json.dumps(value, indent=2, ensure_ascii=False)
        else:
            try:
                self._members.fill(_object(self.editor.value))
            except (RecursionError, ShapeError) as fault:
                self._hint.fail(f"These fields show JSON objects only: {fault}")
                self.way.value = TEXT
                return
        self._hint.fail("")
        self._arrange()

    def _typed(self, _change: object) -> None:
        self._bytes = None

    def _picked(self, _change: object = None) -> None:
        """Say which files were chosen: the button counts them, and names none."""
        files = [file for chooser in (self.file, *self.parts.values()) for file in chooser.value]
        names = ", ".join(f"{visible_line(file['name'])} ({file['size']:,} bytes)" for file in files)
        self._chosen_line.value = str(Hint.line(f"Chosen: {names}")) if files else ""

    @property
    def media_type(self) -> str | None:
        """The media type that is chosen, None when there is no choice."""
        return self.kind.value if len(self._media) > 1 else None

    @property
    def _as_fields(self) -> bool:
        return self._members is not None and self.way.value == FIELDS

    def value(self) -> JsonValue:
        """Return what a call takes; MISSING when nothing is written and no file chosen.

        Raises:
            ShapeError: the editor does not hold JSON, where the media type needs it.
        """
        if self.file.value and self._takes_file:
            return bytes(self.file.value[0]["content"])
        if self._bytes is not None:
            return self._bytes
        written = self._members.value() if self._members is not None and self._as_fields else self._written()
        files = self._filled | {name: _chosen(part) for name, part in self.parts.items() if part.value}
        if not files:
            return {} if written is MISSING and self.body.required and self._as_fields else written
        if written is not MISSING and not isinstance(written, dict):
            raise ShapeError("body", NO_OBJECT)
        return {**({} if written is MISSING else written), **files}

    def _written(self) -> JsonValue:
        text: str = self.editor.value
        if not text.strip() or self._silent:
            return MISSING
        kind = self.kind.value or "application/json"
        if not (is_json(kind) or is_form(kind) or is_multipart(kind)):
            return text
        return written_json(text, "body")

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
        text = as_json(value, "body")
        if self._members is not None:
            self.way.value = TEXT
        self.editor.value = text
        self._silent = self._silent and text.strip() in ("", "{}")
        if self._members is not None and isinstance(value, Mapping):
            self.way.value = FIELDS
        self._arrange()

    def fail(self, place: str, sentence: str) -> None:
        """Say what is wrong where it is: at the member that the place names, else below the body.

        Args:
            place: such as `body.tags[0].name`; empty takes back what was said.
            sentence: what is wrong.
        """
        told = False
        if self._members is not None:
            told = self._members.fail(place.removeprefix("body.") if self._as_fields else "", sentence)
        mine = bool(place) and not told and (place == "body" or place.startswith(("body.", "body[")))
        self._hint.fail(sentence if mine else "")

    @property
    def sensitive(self) -> frozenset[str]:
        """Dotted names of members whose values are not to be shown again."""
        return self._members.sensitive if self._members is not None else frozenset()


def _object(text: str) -> dict[str, Any]:
    value = written_json(text, "body") if text.strip() else {}
    if not isinstance(value, dict):
        raise ShapeError("body", NO_OBJECT)
    return value


NO_OBJECT = "must be a JSON object: its members are the fields of the form"


def _members(
    kit: Kit, media: MediaType | None, sample: JsonValue, files: Mapping[str, bool], send: Send
) -> MemberFields | None:
    """Fields for the members of an object that travels as JSON or as a form; None for any other body."""
    if media is None or media.schema is None:
        return None
    kind = media.media_type
    if not (is_json(kind) or is_form(kind) or is_multipart(kind)) or not (
        sample is MISSING or isinstance(sample, dict)
    ):
        return None
    made = MemberFields(kit, media.schema, {} if sample is MISSING else sample, frozenset(files), send)
    return made if made.widgets else None


def _file_fields(media: MediaType) -> dict[str, bool]:
    """Return the fields of a multipart form that are files, True for those that take several."""
    if not is_multipart(media.media_type) or media.schema is None:
        return {}
    takes = {name: file_field(schema) for name, schema in merged(media.schema).properties.items()}
    return {name: files == "several" for name, files in takes.items() if files}


def _chosen(chooser: ipywidgets.FileUpload) -> Any:  # noqa: ANN401 - one file of a call, or a list of them
    files = [(file["name"], bytes(file["content"]), file["type"]) for file in chooser.value]
    return files if chooser.multiple else files[0]


def _body_sample(media: MediaType, *, leave_out: Mapping[str, bool]) -> tuple[str, JsonValue]:
    """Return the text of the editor, and the same as data; MISSING where there is only text."""
    samples = media_sample(media, direction="request")
    if not samples:
        return "", MISSING
    first = samples[0]
    value = first.value
    if (is_form(media.media_type) or is_multipart(media.media_type)) and isinstance(value, dict):
        value = {name: item for name, item in value.items() if name not in leave_out}
        return json.dumps(value, indent=2, ensure_ascii=False), value
    return first.text, value
