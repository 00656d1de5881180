"""`TableOptions`: what a caller says about a table; `Told`: the values that do not fit, as they are met.

Both go through every step in which records become a table, with pandas or with Arrow.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from math import isfinite
from typing import Final, Literal, NamedTuple

from apiref_nb.errors import MismatchError, ShapeError
from apiref_nb.frames.limits import ROWS
from apiref_nb.text.json_value import JsonValue
from apiref_nb.text.quoting import escaped, short

AS_SENT: Final = "_as_sent"
"""Column of the values that did not fit, as JSON text: `{"column": value}`; missing where all fit."""

MORE: Final = "_more"
"""Column of the members that the document does not name, as JSON text, where columns are settled beforehand."""


Unit = Literal["s", "ms", "us", "ns"]


@dataclass(frozen=True, slots=True)
class TableOptions:
    """How records become a table.

    Raises:
        ShapeError: an option is none of those that there are.
    """

    typed: bool = True
    """Types from the document; False lets the library guess them from the values."""
    on_mismatch: Literal["raise", "text"] = "raise"
    """`raise` tells the values that do not fit; `text` keeps them in the column `_as_sent`, and none in their place."""
    unit: Unit = "ns"
    """Of date-times: `ns` reaches from 1677 to 2262, `us` over all years of a date."""
    settled: bool = False
    """True where the columns must not depend on the rows: what the document does not name goes into `_more`."""
    label: str = "the answer"
    """What an error calls the source, such as `GET /pets`."""

    def __post_init__(self) -> None:
        allowed: dict[str, tuple[object, tuple[str, ...]]] = {
            "on_mismatch": (self.on_mismatch, ("raise", "text")),
            "unit": (self.unit, ("s", "ms", "us", "ns")),
        }
        for name, (value, words) in allowed.items():
            if value not in words:
                raise ShapeError(name, f"must be {', '.join(words[:-1])} or {words[-1]}", short(value))


class Mismatch(NamedTuple):
    """One value that is not of its column's type."""

    row: int
    """Of the table, counted from 0."""
    column: str
    """Dotted names; `[]` for the items of a list."""
    expected: str
    """What is allowed there, such as `must be a whole number`."""
    value: JsonValue
    """As it was sent."""

    def __str__(self) -> str:
        return f"row {self.row:,}, {escaped(self.column)}: {self.expected} (got {short(plain(self.value))})"


@dataclass
class Told:
    """The values that do not fit, while a table is made."""

    options: TableOptions
    first_row: int = 0
    """Rows of the same source that came before."""
    found: list[Mismatch] = field(default_factory=list)

    def add(self, row: int, column: str, expected: str, value: JsonValue) -> None:
        """Note a value; nothing stands in its place.

        Args:
            row: counted from the first of this table.
            column: dotted names.
            expected: what is allowed there, such as `must be text`.
            value: as it was sent.
        """
        self.found.append(Mismatch(self.first_row + row, column, expected, value))

    def texts(self, count: int) -> list[str | None]:
        """Return the column `_as_sent`.

        Args:
            count: rows of the table.

        Raises:
            MismatchError: values do not fit, and are not to be kept as text.
        """
        if self.options.on_mismatch == "raise" and self.found:
            raise mismatch_error(self.options.label, self.found)
        rows: dict[int, dict[str, JsonValue]] = {}
        for row, column, _, value in self.found:
            rows.setdefault(row - self.first_row, {})[column] = value
        return [json_text(rows[index]) if index in rows else None for index in range(count)]

    @property
    def keeps(self) -> bool:
        """True where the table has the column `_as_sent`."""
        return self.options.on_mismatch == "text"


def mismatch_error(label: str, found: Sequence[Mismatch]) -> MismatchError:
    """Return what is raised for values that do not fit.

    Args:
        label: what the source is called.
        found: the values in the order of the columns.
    """
    ordered = sorted(found, key=lambda one: one.row)
    places = "; ".join(map(str, ordered[: ROWS.max_named]))
    more = f"; and {len(ordered) - ROWS.max_named:,} more" if len(ordered) > ROWS.max_named else ""
    what = "1 value is" if len(ordered) == 1 else f"{len(ordered):,} values are"
    words = f'{label}: {what} not what the document declares: {places}{more} (on_mismatch="text" keeps them as text)'
    return MismatchError(words, tuple((one.row, one.column, one.expected) for one in ordered))


def json_text(value: JsonValue) -> str:
    """Return a value as JSON text that every tool can store: half of a surrogate pair stays an escape.

    Args:
        value: JSON data; decimals stand as they were written.
    """
    text = json.dumps(value, ensure_ascii=False, default=plain_number)
    return text if text.isascii() or _encodable(text) else json.dumps(value, default=plain_number)


def plain_number(value: Decimal) -> float | str:
    """Return a decimal number as a float where that is the same number, else as text.

    Args:
        value: as it was read.
    """
    nearest = float(value)
    return nearest if isfinite(nearest) and Decimal(repr(nearest)) == value else str(value)


def plain(value: JsonValue) -> JsonValue:
    """Return JSON data with floats in place of decimal numbers, as everybody else reads it.

    Args:
        value: JSON data that was read with decimals.
    """
    if isinstance(value, Decimal):
        return float(value)
    if isinstance(value, dict):
        return {name: plain(member) for name, member in value.items()}
    return [plain(item) for item in value] if isinstance(value, list) else value


def _encodable(text: str) -> bool:
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


RowOf = Callable[[int], int]
"""Index of a value -> the row of the table in which it stands."""
