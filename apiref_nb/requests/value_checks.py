"""Values held against the document: every fault with its field path, in the words that all our errors use.

Called by `call_plan` before a value travels, and by `response_validation` for what came
back. Which values a schema allows is the business of `schemas.validate`; here its findings become
`must be integer (got "x")` at `body.tags[0].id`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping
from typing import NamedTuple, Protocol

from apiref_nb.errors import ShapeError
from apiref_nb.model import Schema
from apiref_nb.schemas import Direction, validate
from apiref_nb.text.invisible_characters import visible_line
from apiref_nb.text.quoting import short

Path = tuple[str | int, ...]

_REQUIRED = re.compile(r'"(.*)" is a required property\Z', re.DOTALL)
_TYPES = re.compile(r".* is not of types? (.+)\Z", re.DOTALL)
_ENUM = re.compile(r".* is not one of (.+)\Z", re.DOTALL)
_PATTERN = re.compile(r'.* does not match "(.+)"\Z', re.DOTALL)


class ArgumentFault(NamedTuple):
    """One fault of a value."""

    path: Path
    """Where it is, below the value."""
    expected: str
    """What is allowed there, such as `must be integer`."""
    found: str
    """What was there, as short text; empty when nothing was there or it is said already."""

    def __str__(self) -> str:
        return f"{self.expected} (got {self.found})" if self.found else self.expected


def faults(
    schema: Schema | None, value: object, direction: Direction, *, go_on: Callable[[], object] | None = None
) -> tuple[ArgumentFault, ...]:
    """Return every fault of a value, outermost first, at most fifty.

    Args:
        schema: what the document declares; None allows everything.
        value: plain JSON data.
        direction: `request` does not ask for read-only members, `response` not for write-only ones.
        go_on: called now and then while a large value is judged; what it raises ends that. None for nobody to ask.
    """
    if schema is None:
        return ()
    return tuple(_worded(path, message, value) for path, message in validate(schema, value, direction, go_on=go_on))


def check_value(schema: Schema | None, value: object, place: str, *, ignore: Collection[str] = ()) -> None:
    """Return when the value meets the schema.

    Args:
        schema: what the document declares; None allows everything.
        value: plain JSON data.
        place: how an error names it, such as `addPet.body`.
        ignore: members whose values are not looked at (files).

    Raises:
        ShapeError: names the first fault, such as `addPet.body.photoUrls: is required`.
    """
    for fault in faults(schema, value, "request"):
        if not fault.path or fault.path[0] not in ignore or fault.expected == "is required":
            raise ShapeError(joined(place, fault.path), fault.expected, fault.found)


def unchecked(schema: Schema | None, value: object, place: str, *, ignore: Collection[str] = ()) -> None:
    """Let everything through, for callers who want to see what the server says."""


class Check(Protocol):
    """`check_value` or `unchecked`."""

    def __call__(self, schema: Schema | None, value: object, place: str, *, ignore: Collection[str] = ()) -> None:
        """Return when the value may be sent."""


def joined(place: str, path: Path) -> str:
    """Return a place with the path of a member: `addPet.body` and (`tags`, 0, `name`) -> `addPet.body.tags[0].name`."""
    return place + "".join(f"[{part}]" if isinstance(part, int) else f".{visible_line(part)}" for part in path)


def _worded(path: Path, message: str, value: object) -> ArgumentFault:
    """A validator's finding in the house's words: the member that is missing is the place, the value is shortened."""
    if missing := _REQUIRED.match(message):
        return ArgumentFault((*path, missing[1]), "is required", "")
    here = _at(value, path)
    if kinds := _TYPES.match(message):
        return ArgumentFault(path, f"must be {kinds[1].replace(', ', ' or ')}".replace('"', ""), short(here))
    if choices := _ENUM.match(message):
        return ArgumentFault(path, f"must be one of {visible_line(choices[1])}".replace('"', ""), short(here))
    if pattern := _PATTERN.match(message):
        return ArgumentFault(path, f"must match the pattern {visible_line(pattern[1])}", short(here))
    return ArgumentFault(path, visible_line(message), "")


def _at(value: object, path: Path) -> object:
    here = value
    for part in path:
        if isinstance(part, str) and isinstance(here, Mapping):
            here = here.get(part)
        elif isinstance(part, int) and isinstance(here, list | tuple) and part < len(here):
            here = here[part]
    return here
