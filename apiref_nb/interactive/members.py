"""The members of a body as fields: required ones first, those of nested objects by their dotted names.

In: the schema of an object and its sample. Out: `ValueField`s and what they hold as one value. `body` places them. A
schema that offers variants, or says nothing of its members, has no fields: its body is written as JSON.
"""

from __future__ import annotations

import copy
from collections.abc import Iterator, Mapping
from typing import Any

from apiref_nb.interactive.fields import FieldSpec, Send, ValueField
from apiref_nb.interactive.limits import LIMITS
from apiref_nb.interactive.widgets import Kit
from apiref_nb.model import MISSING, Schema
from apiref_nb.schemas import merged
from apiref_nb.schemas.choices import choices
from apiref_nb.text.json_value import JsonValue

Path = tuple[str, ...]


class MemberFields:
    """The fields of an object's members.

    Args:
        kit: makes the widgets.
        schema: of the object.
        sample: what the fields hold at first.
        leave_out: members that are chosen as files.
        send: called when Enter is pressed in a field of one line.
    """

    def __init__(
        self, kit: Kit, schema: Schema, sample: Mapping[str, Any], leave_out: frozenset[str], send: Send
    ) -> None:
        found = [(path, one, required) for path, one, required in _leaves(schema, ()) if path[0] not in leave_out]
        # Python's sort keeps the order of the document within each half.
        found.sort(key=lambda leaf: not leaf[2])
        self._fields: dict[Path, ValueField] = {}
        for path, one, required in found[: LIMITS.max_fields]:
            spec = FieldSpec(
                label=".".join(path), schema=one, required=required, location="",
                description=merged(one).text("description"), sample=_at(sample, path),
            )  # fmt: skip
            self._fields[path] = ValueField(kit, spec, send)
        self._rest: dict[str, Any] = _without(sample, self._fields)

    @property
    def widgets(self) -> list[Any]:
        """One for each field."""
        return [field.widget for field in self._fields.values()]

    @property
    def sensitive(self) -> frozenset[str]:
        """Dotted names of members whose values are not to be shown again."""
        return frozenset(".".join(path) for path, field in self._fields.items() if field.is_sensitive)

    def value(self) -> JsonValue:
        """Return the object that the fields make; MISSING when all of them are empty.

        What the value that was filled in held beyond the fields is in it.
        """
        made = copy.deepcopy(self._rest)
        for path, field in self._fields.items():
            value = field.value()
            if value is MISSING:
                continue
            place = made
            for name in path[:-1]:
                deeper = place.setdefault(name, {})
                place = deeper if isinstance(deeper, dict) else place
            place[path[-1]] = value
        return made or MISSING

    def fill(self, value: Mapping[str, Any]) -> None:
        """Set the fields to the members of an object, and keep what has no field.

        Raises:
            ShapeError: a member is none of the values that its field offers.
        """
        for path, field in self._fields.items():
            field.fill(_at(value, path))
        self._rest = _without(value, self._fields)

    def fail(self, place: str, sentence: str) -> bool:
        """Say what is wrong below the field that a place such as `tags[0].name` lies in; False when none does.

        Args:
            place: empty takes back what was said.
            sentence: what is wrong.
        """
        names = place.replace("[", ".").split(".") if place else []
        told = False
        for path, field in self._fields.items():
            mine = bool(names) and tuple(names[: len(path)]) == path
            field.fail(sentence if mine else "")
            told = told or mine
        return told


def _leaves(schema: Schema, above: Path, *, required: bool = True) -> Iterator[tuple[Path, Schema, bool]]:
    """Yield what has a field of its own: (path, schema, whether the body is incomplete without it)."""
    whole = merged(schema)
    if any(not choice.inherits for choice in choices(whole)):
        return
    for name, child in whole.properties.items():
        inner = merged(child)
        if inner.get("readOnly") is True or "." in name:
            continue
        path, needed = (*above, name), required and name in whole.required
        opens = (
            len(path) < LIMITS.max_object_levels
            and "object" in inner.types
            and inner.properties
            and "array" not in inner.types
        )
        below = list(_leaves(child, path, required=needed)) if opens else []
        if below:
            yield from below
        else:
            yield path, child, needed


def _at(value: object, path: Path) -> Any:  # noqa: ANN401 - JSON data, or MISSING
    for name in path:
        if not isinstance(value, Mapping) or name not in value:
            return MISSING
        value = value[name]
    return value


def _without(value: Mapping[str, Any], fields: Mapping[Path, ValueField]) -> dict[str, Any]:
    """Return what a value holds beyond the fields."""
    rest = copy.deepcopy(dict(value))
    for path in fields:
        place: Any = rest
        for name in path[:-1]:
            place = place.get(name) if isinstance(place, dict) else None
        if isinstance(place, dict):
            place.pop(path[-1], None)
    # A nested object of which nothing is left is made by its fields again.
    nested = {path[0] for path in fields if len(path) > 1}
    return {name: item for name, item in rest.items() if not (name in nested and item == {})}
