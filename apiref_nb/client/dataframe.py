"""The records inside a JSON value, and those records as a pandas frame. Called by `reply`; pandas is optional.

Which records they are depends on names alone, never on how many there happen to be, so that one operation gives frames
of one kind.
"""

from __future__ import annotations

import io
from collections.abc import Collection, Iterator, Mapping
from typing import TYPE_CHECKING, Any, Final

from apiref_nb.errors import RecordsError
from apiref_nb.text.quoting import escaped

if TYPE_CHECKING:
    import pandas as pd  # type: ignore[import-untyped] # its stubs are a package of their own

WRAPPERS: Final = (
    "data", "items", "results", "result", "records", "rows", "values", "value", "entries", "elements", "content",
    "objects", "resources", "hits",
)  # fmt: skip
"""Members under which APIs wrap their lists."""

_DEEPEST_WRAPPER: Final = 3


def records(value: object, path: str | None = None, *, wrapped_in: Collection[str] = ()) -> list[Mapping[str, Any]]:
    """Return the records in a JSON value.

    A list gives its records. An object that wraps a list gives the records in that list. Any other object is one
    record. An object with an `id` is a record and wraps nothing.

    Args:
        value: any JSON value.
        path: dotted names of the members that lead to the records, such as `data.items`, empty for the value itself;
            None looks for a wrapped list.
        wrapped_in: names that may wrap a list, beside `WRAPPERS`.

    Raises:
        RecordsError: there is nothing at the path, there are no records, or more than one wrapped list.
    """
    if path is not None:
        found = _at(value, path) if path else value
        return _checked(found, repr(path) if path else "the answer")
    if isinstance(value, Mapping):
        lists = dict(_wrapped(value, "", frozenset((*WRAPPERS, *wrapped_in))))
        if len(lists) > 1:
            choices = ", ".join(f'frame(records="{where}")' for where in lists)
            raise RecordsError(f"the answer holds more than one list of records; choose one: {choices}")
        if lists:
            return next(iter(lists.values()))
    return _checked(value, "the answer")


def frame(value: object, path: str | None = None, *, wrapped_in: Collection[str] = ()) -> pd.DataFrame:
    """Return the records in a JSON value as a frame; members of members become columns such as `category.name`.

    Raises:
        RecordsError: see `records`; also when pandas is not installed.
    """
    rows = records(value, path, wrapped_in=wrapped_in)
    return _pandas().json_normalize([dict(row) for row in rows])


def csv_frame(text: str, separator: str) -> pd.DataFrame:
    """Return a table of text as a frame; its first line names the columns.

    Args:
        text: the whole table.
        separator: what stands between two cells.

    Raises:
        RecordsError: it is no table; also when pandas is not installed.
    """
    pandas = _pandas()
    try:
        return pandas.read_csv(io.StringIO(text), sep=separator)
    except ValueError as fault:
        raise RecordsError(f"the table cannot be read: {escaped(str(fault))}") from None


def _pandas() -> Any:  # noqa: ANN401 - the module, which has no types here
    try:
        import pandas  # noqa: PLC0415 - optional, and slow to import
    except ImportError:
        raise RecordsError("frame() needs pandas: pip install pandas") from None
    return pandas


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
            raise RecordsError(f"{where} has no member '{escaped(name)}'; it is {_described(here)}")
        walked.append(name)
    return here


def _checked(value: object, what: str) -> list[Mapping[str, Any]]:
    if isinstance(value, Mapping):
        return [value]
    if not isinstance(value, list):
        raise RecordsError(f"{what} holds no records; it is {_described(value)}")
    for item in value:
        if not isinstance(item, Mapping):
            raise RecordsError(f"{what} is a list, but not of records: it holds {_described(item)}")
    return value


def _wrapped(value: Mapping[str, Any], where: str, names: Collection[str]) -> Iterator[tuple[str, list[Any]]]:
    """(path, list) of every list of records that an object wraps, those of wrapping objects in it too."""
    if "id" in value:
        return
    for name, member in value.items():
        path = f"{where}.{name}" if where else str(name)
        if name not in names or path.count(".") > _DEEPEST_WRAPPER:
            continue
        if isinstance(member, Mapping):
            yield from _wrapped(member, path, names)
        elif isinstance(member, list) and all(isinstance(item, Mapping) for item in member):
            yield path, member


def _described(value: object) -> str:
    if isinstance(value, Mapping):
        names = ", ".join(ascii(name)[1:-1] for name in list(value)[:10])
        return f"a mapping with {names}" if names else "an empty mapping"
    if isinstance(value, list):
        return f"a list of {len(value)}"
    if value is None:
        return "null"
    return {str: "text", bool: "a boolean"}.get(type(value), "a number")
