"""The values of one column held against its type: by their Python types in one step, and one by one where that fails.

Called for each column of a table. What is of the right type is handed on as it is; what can be written exactly (`3.0`
for a whole number) is written so; everything else is told, with its row, and nothing stands in its place.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, date, datetime
from decimal import Decimal, InvalidOperation, localcontext
from types import NoneType
from typing import Final

from apiref_nb.frames.column_types import DECIMAL_DIGITS, ColumnType
from apiref_nb.frames.limits import ROWS
from apiref_nb.frames.table_options import RowOf, Told, Unit
from apiref_nb.text.json_value import JsonValue
from apiref_nb.text.numbers import is_whole

_SUITING: Mapping[str, frozenset[type]] = {
    "text": frozenset({str, NoneType}),
    "integer": frozenset({int, NoneType}),
    "number": frozenset({float, int, NoneType}),
    "boolean": frozenset({bool, NoneType}),
    "list": frozenset({list, NoneType}),
    "object": frozenset({dict, NoneType}),
    "map": frozenset({dict, NoneType}),
}
"""Kind -> the Python types of which every value fits, whatever it is."""

EXACT: Final = 2**53
"""Whole numbers up to here are floats without loss."""

PER_SECOND: Mapping[Unit, int] = {"s": 1, "ms": 10**3, "us": 10**6, "ns": 10**9}
_MOMENT = re.compile(
    r"(\d{4}-\d\d-\d\d)[Tt ](\d\d(?::\d\d(?::\d\d)?)?)(?:[.,](\d+))?([Zz]|[+-]\d\d(?::?\d\d)?)", re.ASCII
)
_DATE = re.compile(r"\d{4}-\d\d-\d\d", re.ASCII)
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


class UnfitError(Exception):
    """A value is not of a type; the message says what is allowed."""


def suits(kind: ColumnType, values: Sequence[JsonValue]) -> bool:
    """Return True when every value is of the type as it is; False when they have to be looked at one by one.

    Args:
        kind: the type of the column.
        values: the column; None where there is no value.
    """
    if kind.kind == "any":
        return True
    if kind.kind == "category":
        types = set(map(type, values))
        return types <= _SUITING["text"] and set(values) <= {*kind.categories, None}
    suiting = _SUITING.get(kind.kind)
    types = set(map(type, values))
    if suiting is None or not types <= suiting:
        return False
    if int not in types:
        return True
    least, most = _bounds(kind) if kind.kind == "integer" else (-EXACT, EXACT)
    whole: list[int] = [value for value in values if value.__class__ is int]
    return least <= min(whole) and max(whole) <= most


def _bounds(kind: ColumnType) -> tuple[int, int]:
    return (0, 2**64 - 1) if kind.unsigned else (-(2**63), 2**63 - 1)


def fitted(
    kind: ColumnType, values: Sequence[JsonValue], place: str, told: Told, row_of: RowOf | None = None
) -> list[JsonValue]:
    """Return the values as the type wants them, None in place of those that do not fit.

    Args:
        kind: the type of the column.
        values: the column; None where there is no value.
        place: name of the column.
        told: takes the values that do not fit.
        row_of: index of a value to its row; None where they are the same.

    Returns:
        Moments as a count of `unit` since 1970, dates as `date`, decimals as `Decimal`, all else as it came.
    """
    test = _TESTS.get(kind.kind)
    if test is None:
        return list(values)
    found: list[JsonValue] = []
    for index, value in enumerate(values):
        if value is None:
            found.append(None)
            continue
        try:
            found.append(test(kind, value, told.options.unit))
        except UnfitError as fault:
            told.add(row_of(index) if row_of is not None else index, place, str(fault), value)
            found.append(None)
    return found


def _text(_: ColumnType, value: JsonValue, __: Unit) -> JsonValue:
    if not isinstance(value, str):
        raise UnfitError("must be text")
    try:
        value.encode()
    except UnicodeEncodeError:
        raise UnfitError("must be text without half a surrogate pair") from None
    return value


def _category(kind: ColumnType, value: JsonValue, _: Unit) -> JsonValue:
    if not isinstance(value, str) or value not in kind.categories:
        shown = ", ".join(kind.categories[:5]) + (", ..." if len(kind.categories) > 5 else "")
        raise UnfitError(f"must be one of {shown}")
    return value


def _integer(kind: ColumnType, value: JsonValue, _: Unit) -> JsonValue:
    whole: JsonValue = value
    if isinstance(value, float | Decimal) and -(2**64) < value < 2**64 and value == int(value):
        whole = int(value)
    if not is_whole(whole):
        raise UnfitError("must be a whole number")
    least, most = _bounds(kind)
    if not least <= whole <= most:
        raise UnfitError(f"must be a whole number of {'0 to ' if kind.unsigned else ''}64 bits")
    return whole


def _number(_: ColumnType, value: JsonValue, __: Unit) -> JsonValue:
    if isinstance(value, float):
        return value
    if isinstance(value, Decimal):
        return float(value)
    if not is_whole(value):
        raise UnfitError("must be a number")
    if not -EXACT <= value <= EXACT:
        raise UnfitError("must be a number that 64 bits hold exactly")
    return float(value)


def _decimal(kind: ColumnType, value: JsonValue, _: Unit) -> JsonValue:
    words = f"must be a decimal number of at most {DECIMAL_DIGITS} digits, {kind.scale} of them behind the point"
    if isinstance(value, bool) or not isinstance(value, str | int | float | Decimal):
        raise UnfitError(words)
    if isinstance(value, str) and len(value) > ROWS.max_number_characters:
        raise UnfitError(words)
    try:
        with localcontext() as context:
            context.prec = DECIMAL_DIGITS
            context.traps[InvalidOperation] = True
            number = Decimal(repr(value)) if isinstance(value, float) else Decimal(value)
            fits = number.is_finite() and number.quantize(Decimal(1).scaleb(-kind.scale)) == number
    except (InvalidOperation, ValueError):
        fits = False
    if not fits:
        raise UnfitError(words)
    return number


def _moment(_: ColumnType, value: JsonValue, unit: Unit) -> JsonValue:
    found = _MOMENT.fullmatch(value) if isinstance(value, str) else None
    if found is None:
        raise UnfitError("must be a date-time with its offset, such as 2024-05-17T09:30:00Z")
    day, time, fraction, offset = found.groups()
    try:
        elapsed = datetime.fromisoformat(f"{day}T{time}{offset.upper()}") - _EPOCH
    except (ValueError, OverflowError):
        raise UnfitError("must be a date-time that there is") from None
    seconds = elapsed.days * 86_400 + elapsed.seconds
    digits = (fraction or "").rstrip("0")
    places = len(str(PER_SECOND[unit])) - 1
    if len(digits) > places:
        raise UnfitError(f'must have at most {places} digits behind the second (unit="{unit}")')
    count = seconds * PER_SECOND[unit] + int(digits.ljust(places, "0") or 0)
    if not -(2**63) < count < 2**63:
        raise UnfitError('must lie between 1677 and 2262 (unit="us" reaches further)')
    return count


def _date(_: ColumnType, value: JsonValue, __: Unit) -> JsonValue:
    try:
        if isinstance(value, str) and _DATE.fullmatch(value):
            return date.fromisoformat(value)
    except ValueError:
        pass
    raise UnfitError("must be a date, such as 2024-05-17")


def _only(kind: type, expected: str) -> Test:
    """What takes values of one of Python's types as they are."""

    def test(_: ColumnType, value: JsonValue, __: Unit) -> JsonValue:
        if not isinstance(value, kind):
            raise UnfitError(expected)
        return value

    return test


Test = Callable[[ColumnType, JsonValue, Unit], JsonValue]

_TESTS: Mapping[str, Test] = {
    "text": _text, "category": _category, "integer": _integer, "number": _number,
    "decimal": _decimal, "moment": _moment, "date": _date, "boolean": _only(bool, "must be true or false"),
    "list": _only(list, "must be a list"), **dict.fromkeys(("object", "map"), _only(dict, "must be an object")),
}  # fmt: skip
"""Kind -> one value as its type wants it."""
