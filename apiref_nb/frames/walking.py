"""Records taken apart by columns: what each declared place holds, and what stands where the document names nothing.

`Undeclared` collects the latter while a table is made; `members` is the one way from objects to the values of a member.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any

from apiref_nb.frames.column_types import ColumnType
from apiref_nb.frames.table_options import MORE, RowOf, json_text, plain
from apiref_nb.text.json_value import JsonValue

ITEMS = "[]"
"""Stands in the name of a column for the items of a list."""


class Undeclared:
    """What records hold beside the columns of the document, by name of a column.

    Args:
        decimals: True where the records were read with decimals, which are no business of these columns.
    """

    def __init__(self, *, decimals: bool = False) -> None:
        self._decimals = decimals
        self._found: dict[str, list[tuple[int, JsonValue]]] = {}

    def look(
        self, kind: ColumnType, objects: Sequence[Mapping[str, Any] | None], before: str, row_of: RowOf | None = None
    ) -> None:
        """Note every member that the document does not name.

        Args:
            kind: the declared type of the objects.
            objects: the objects; None where there is none.
            before: what stands before the names of their columns.
            row_of: index of an object to its row; None where they are the same.
        """
        held = [one for one in objects if one]
        names = {name for name, _ in kind.fields}
        more = set().union(*held) - names if held else set()
        if not more:
            return
        ordered = dict.fromkeys(name for one in held for name in one if name in more)
        for name in ordered:
            found = self._found.setdefault(f"{before}{name}", [])
            for index, one in enumerate(objects):
                if one and name in one:
                    value = plain(one[name]) if self._decimals else one[name]
                    found.append((row_of(index) if row_of is not None else index, value))

    def columns(self, count: int) -> dict[str, list[JsonValue]]:
        """Return name -> its values; for members of a list's items a list in each row.

        Args:
            count: rows of the table.
        """
        made: dict[str, list[JsonValue]] = {}
        for name, found in self._found.items():
            column: list[JsonValue] = [None] * count
            for row, value in found:
                if ITEMS not in name:
                    column[row] = value
                elif column[row] is None:
                    column[row] = [value]
                else:
                    column[row].append(value)
            made[name] = column
        return made

    def texts(self, count: int) -> list[str | None]:
        """Return the column `_more`: the same in one JSON object for each row.

        Args:
            count: rows of the table.
        """
        rows: dict[int, dict[str, JsonValue]] = {}
        for name, column in self.columns(count).items():
            for row, value in enumerate(column):
                if value is not None:
                    rows.setdefault(row, {})[name] = value
        return [json_text(rows[index]) if index in rows else None for index in range(count)]


def members(
    kind: ColumnType, objects: Sequence[Mapping[str, Any] | None]
) -> Iterator[tuple[str, ColumnType, list[Any]]]:
    """Yield (member, its type, its values) of objects, None where there is no value.

    Args:
        kind: the type of the objects.
        objects: the objects; None where there is none.
    """
    whole = None not in objects
    for name, inner in kind.fields:
        if whole:
            yield name, inner, [one.get(name) for one in objects]  # type: ignore[union-attr] # none is None
        else:
            yield name, inner, [None if one is None else one.get(name) for one in objects]


def storable(name: str) -> str:
    """Return a name as every tool can store it: half of a surrogate pair is written as an escape.

    Args:
        name: of a member.
    """
    return name if name.isascii() else name.encode("utf-8", "backslashreplace").decode()


def free_name(wanted: str, taken: Collection[str]) -> str:
    """Return a name for a column that no other one has.

    Args:
        wanted: the name; lines are added to its end while another column has it.
        taken: the names of the others.
    """
    wanted = storable(wanted)
    while wanted in taken:
        wanted += "_"
    return wanted


__all__ = ["ITEMS", "MORE", "Undeclared", "free_name", "members", "storable"]
