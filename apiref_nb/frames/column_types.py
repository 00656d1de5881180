"""`ColumnPlan`: the columns of a table before it has a row, as plain values.

`planning` makes one from a schema; `pandas_frames` and `arrow_tables` write records into it. A type says what a value
is, not how a library spells that.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Literal

Kind = Literal[
    "any", "text", "integer", "number", "boolean", "moment", "date", "decimal", "category", "list", "object", "map"
]
"""What the values of a column are. `any`: the document leaves it open, or allows several kinds."""

DECIMAL_DIGITS = 38
"""Digits of a decimal number in Arrow, those behind the point included."""

USUAL_SCALE = 9
"""Those behind the point where the document does not say how many."""


@dataclass(frozen=True, slots=True)
class ColumnType:
    """What the values of a column, or of a place within one, are; all of them may be missing."""

    kind: Kind
    """See `Kind`."""
    categories: tuple[str, ...] = ()
    """For `category`: the allowed texts, in document order."""
    fields: tuple[tuple[str, ColumnType], ...] = ()
    """For `object`: (member, its type) in document order; at least one."""
    item: ColumnType | None = None
    """For `list` and `map`: the type of each item."""
    unsigned: bool = False
    """For `integer`: True for 0 to 2**64 - 1, False for -2**63 to 2**63 - 1."""
    scale: int = USUAL_SCALE
    """For `decimal`: digits behind the point."""

    @property
    def has_decimals(self) -> bool:
        """True when decimal numbers are among its values."""
        below = (*(inner for _, inner in self.fields), *((self.item,) if self.item is not None else ()))
        return self.kind == "decimal" or any(inner.has_decimals for inner in below)


ANY = ColumnType("any")


@dataclass(frozen=True, slots=True)
class Column:
    """One column of a frame."""

    name: str
    """Dotted names of members within members, such as `category.name`."""
    type: ColumnType
    """What its values are; never an object with members of its own."""


@dataclass(frozen=True)
class ColumnPlan:
    """The columns that a document declares for some records."""

    root: ColumnType | None = None
    """The type of a record, an `object`; None where the document does not describe one."""

    @property
    def declared(self) -> bool:
        """True when the document says what a record holds."""
        return self.root is not None

    @cached_property
    def columns(self) -> tuple[Column, ...]:
        """The columns in document order; members of members have columns of their own."""
        return tuple(_columns(self.root, "")) if self.root is not None else ()

    @cached_property
    def has_decimals(self) -> bool:
        """True when numbers have to be read as they are written."""
        return self.root is not None and self.root.has_decimals


def _columns(kind: ColumnType, before: str) -> Iterator[Column]:
    for name, inner in kind.fields:
        if inner.kind == "object":
            yield from _columns(inner, f"{before}{name}.")
        else:
            yield Column(f"{before}{name}", inner)
