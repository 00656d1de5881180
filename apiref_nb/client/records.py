"""The list of records inside a JSON value, and that list as a pandas frame. Called by `reply`; pandas is optional."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from apiref_nb.errors import ApirefError

if TYPE_CHECKING:
    import pandas as pd  # type: ignore[import-untyped] # its stubs are a package of their own


class RecordsError(ApirefError, ValueError):
    """A value holds no list of records, or more than one; the message names the paths that there are."""


def records(value: object, path: str | None = None) -> list[Mapping[str, Any]]:
    """Return the list of mappings in a JSON value.

    Args:
        value: any JSON value.
        path: dotted names of the members that lead to the list, such as `data.items`; None finds it: the value itself,
            or the one member, however deep below mappings, that is a list of mappings.

    Raises:
        RecordsError: there is no such list, or more than one.
    """
    if path:
        return _checked(_at(value, path), f"{path!r}")
    if isinstance(value, list):
        return _checked(value, "the answer")
    found = list(_lists(value, "", 0))
    named = [(where, rows) for where, rows in found if rows] or found
    if len(named) == 1:
        return named[0][1]
    if not named:
        raise RecordsError(f"the answer holds no list of records; it is {_described(value)}")
    raise RecordsError(
        "the answer holds more than one list of records; name one: " + ", ".join(f'frame("{w}")' for w, _ in named)
    )


def frame(value: object, path: str | None = None) -> pd.DataFrame:
    """Return the records in a JSON value as a frame; members of members become columns such as `category.name`.

    Raises:
        RecordsError: see `records`; also when pandas is not installed.
    """
    rows = records(value, path)
    try:
        import pandas as pd  # noqa: PLC0415 - optional, and slow to import
    except ImportError:
        raise RecordsError("frame() needs pandas: pip install pandas") from None
    return pd.json_normalize([dict(row) for row in rows])


def _at(value: object, path: str) -> object:
    here = value
    walked: list[str] = []
    for name in path.split("."):
        if isinstance(here, Mapping) and name in here:
            here = here[name]
        elif isinstance(here, list) and name.isascii() and name.isdigit() and int(name) < len(here):
            here = here[int(name)]
        else:
            where = ".".join(walked) or "the answer"
            raise RecordsError(f"{where} has no member {name!r}; it is {_described(here)}")
        walked.append(name)
    return here


def _checked(value: object, what: str) -> list[Mapping[str, Any]]:
    if not isinstance(value, list):
        raise RecordsError(f"{what} is no list of records; it is {_described(value)}")
    for item in value:
        if not isinstance(item, Mapping):
            raise RecordsError(f"{what} is a list, but not of records: it holds {_described(item)}")
    return value


def _lists(value: object, where: str, depth: int) -> Iterator[tuple[str, list[Mapping[str, Any]]]]:
    if isinstance(value, Mapping) and depth < 5:
        for name, member in value.items():
            path = f"{where}.{name}" if where else str(name)
            if isinstance(member, list) and all(isinstance(item, Mapping) for item in member):
                yield path, member
            else:
                yield from _lists(member, path, depth + 1)


def _described(value: object) -> str:
    if isinstance(value, Mapping):
        names = ", ".join(ascii(name)[1:-1] for name in list(value)[:10])
        return f"a mapping with {names}" if names else "an empty mapping"
    if isinstance(value, list):
        return f"a list of {len(value)}"
    if value is None:
        return "null"
    return {str: "text", bool: "a boolean"}.get(type(value), "a number")
