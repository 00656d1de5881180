"""Values held against the document: every fault with its field path, in the words that all our errors use.

Called by `call_plan` before a value travels, and by `response_validation` for what came
back. Which values a schema allows is the business of `schemas.all_faults`; here its findings become
`must be integer (got "x")` at `body.tags[0].id`.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass
from typing import NamedTuple

from apiref_nb.errors import ShapeError
from apiref_nb.model import Schema
from apiref_nb.schemas import Direction, all_faults
from apiref_nb.schemas.constraints import Rules
from apiref_nb.schemas.faults import ValueFault
from apiref_nb.schemas.formats import FORMATS
from apiref_nb.text.invisible_characters import visible_line

Path = tuple[str | int, ...]


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
    schema: Schema | None,
    value: object,
    direction: Direction,
    *,
    go_on: Callable[[], object] | None = None,
    formats: frozenset[str] = FORMATS,
    rules: Rules | None = None,
) -> tuple[ArgumentFault, ...]:
    """Return every fault of a value, outermost first, at most fifty.

    Args:
        schema: what the document declares; None allows everything.
        value: plain JSON data.
        direction: `request` does not ask for read-only members, `response` not for write-only ones.
        go_on: called now and then while a large value is judged; what it raises ends that. None for nobody to ask.
        formats: those that texts and numbers are held against.
        rules: what is known of the document's schemas already, with its own formats; None for nothing.
    """
    if schema is None:
        return ()
    found = all_faults(schema, value, direction, go_on=go_on, rules=rules or Rules(formats))
    return tuple(_worded(fault) for fault in found)


@dataclass(frozen=True, slots=True)
class Check:
    """How the values of a call are held against the document before they are sent."""

    on: bool = True
    """False lets everything through, for callers who want to see what the server says."""
    formats: frozenset[str] = FORMATS
    """What texts and numbers are held against, here and in answers; see `faults`."""
    ignore: frozenset[str] = frozenset()
    """Members whose values are not looked at."""

    def __call__(self, schema: Schema | None, value: object, place: str, *, ignore: Collection[str] = ()) -> None:
        """Return when the value meets the schema, or nothing is checked.

        Args:
            schema: what the document declares; None allows everything.
            value: plain JSON data.
            place: how an error names it, such as `addPet.body`.
            ignore: further members whose values are not looked at (files).

        Raises:
            ShapeError: names the first fault, such as `addPet.body.photoUrls: is required`.
        """
        for fault in faults(schema, value, "request", formats=self.formats) if self.on else ():
            if not fault.path or fault.path[0] not in {*ignore, *self.ignore} or fault.expected == "is required":
                raise ShapeError(joined(place, fault.path), fault.expected, fault.found)


def joined(place: str, path: Path) -> str:
    """Return a place with the path of a member: `addPet.body` and (`tags`, 0, `name`) -> `addPet.body.tags[0].name`.

    Args:
        place: how an error names the whole value.
        path: names and indexes below it.
    """
    return place + "".join(f"[{part}]" if isinstance(part, int) else f".{visible_line(part)}" for part in path)


def _worded(fault: ValueFault) -> ArgumentFault:
    """A fault of `schemas` at an argument: the member that is missing is the place."""
    if fault.missing:
        return ArgumentFault((*fault.path, fault.missing), "is required", "")
    return ArgumentFault(fault.path, visible_line(fault.expected), fault.found)
