"""Places in a JSON body: `meta.next` as text, as a tuple of names, and what stands there.

A path is a tuple of names; a name that is a whole number, `-1` too, picks an item of a list.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from apiref_nb.errors import ShapeError
from apiref_nb.text import pointer
from apiref_nb.text.invisible_characters import visible_line
from apiref_nb.text.json_value import JsonValue
from apiref_nb.text.quoting import short

Path = tuple[str, ...]
"""Names that lead to a place in a body; empty for the body itself."""

PathText = str | Sequence[str]
"""How a reader writes a path: `meta.next`, `/meta/next`, or a sequence of names."""

ABSENT = object()
"""What stands at a place that a body does not have."""

_ANNOTATION = re.compile(r"(?:^|\.)@[a-z]+\.\w+$", re.IGNORECASE)
_INDEX = re.compile(r"-1|0|[1-9][0-9]{0,6}")


def path_of(written: object, what: str) -> Path:
    """Return the names that a path means.

    Args:
        written: `meta.next`; a JSON pointer such as `/meta/next` where a name holds a dot; or the names themselves.
        what: how an error names the argument.

    Raises:
        ShapeError: it is none of these.
    """
    if isinstance(written, str):
        if written.startswith("/"):
            return pointer.split(f"#{written}")
        annotation = _ANNOTATION.search(written)
        if annotation is not None:  # `@odata.nextLink` is one name
            before = written[: annotation.start()]
            return (*(before.split(".") if before else ()), annotation.group().removeprefix("."))
        return tuple(written.split(".")) if written else ()
    if isinstance(written, Sequence) and all(isinstance(name, str) for name in written):
        return tuple(written)
    raise ShapeError(what, 'must be dotted names such as "data.items", or a list of names', short(written))


def shown(path: Path) -> str:
    """Return a path as it is written, such that `path_of` reads it back; on one line."""
    if any("." in name and not _ANNOTATION.fullmatch(name) for name in path) or any(name == "" for name in path):
        return visible_line(pointer.join("", *path))
    return visible_line(".".join(path))


def at(value: JsonValue, path: Path) -> JsonValue | object:
    """Return what stands at a path, `ABSENT` where nothing does.

    Args:
        value: a JSON value.
        path: names that lead into it.
    """
    here: object = value
    for name in path:
        if isinstance(here, Mapping) and name in here:
            here = here[name]
        elif isinstance(here, list) and _INDEX.fullmatch(name) and -len(here) <= int(name) < len(here):
            here = here[int(name)]
        else:
            return ABSENT
    return here


def with_value(value: JsonValue, path: Path, new: JsonValue) -> JsonValue:
    """Return a body in which a value stands at a path; objects on the way are made where they are missing.

    Args:
        value: the body, which is not changed; None for none.
        path: names of members.
        new: what stands there.
    """
    if not path:
        return new
    members = dict(value) if isinstance(value, Mapping) else {}
    members[path[0]] = with_value(members.get(path[0]), path[1:], new)
    return members


def lists_in(value: JsonValue, before: Path = (), *, deepest: int = 3) -> tuple[Path, ...]:
    """Return where lists stand in a body, not looking into lists.

    Args:
        value: the body.
        before: names that led to it.
        deepest: names that a path may have.
    """
    if isinstance(value, list):
        return (before,)
    if not isinstance(value, Mapping) or len(before) >= deepest:
        return ()
    return tuple(path for name, member in value.items() for path in lists_in(member, (*before, name), deepest=deepest))
