"""Values held against the document before they travel: the first fault becomes a `ShapeError` with its field path.

Called by `bodies` and `request`. Which values a schema allows is the business of `samples.validate`.
"""

from __future__ import annotations

from collections.abc import Collection

from apiref_nb import samples
from apiref_nb.errors import ShapeError
from apiref_nb.model import Schema
from apiref_nb.model.shape import short


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
    if schema is None:
        return
    for path, message in samples.validate(schema, value, "request"):
        if path.lstrip(".").partition(".")[0].partition("[")[0] not in ignore:
            raise ShapeError(joined(place, path), message, _found(value, path) if "(got " not in message else "")


def joined(place: str, path: str) -> str:
    """Return a place with the path of a member: `addPet.body` and `tags[0].name` -> `addPet.body.tags[0].name`."""
    return place + (path if not path or path[0] in ".[" else f".{path}")


def _found(value: object, path: str) -> str:
    return short(value) if not path else ""
