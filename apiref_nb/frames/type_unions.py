"""Two types become one: `either` holds the values of both, `both` is what two statements about one value leave.

Called by `planning`; a union never loses a value: where no type of a table holds both, it is `any`.
"""

from __future__ import annotations

from dataclasses import replace

from apiref_nb.frames.column_types import ANY, ColumnType

_TEXTUAL = frozenset({"text", "moment", "date", "category"})
_NARROWER = {"text": frozenset({"moment", "date", "category", "decimal"}), "number": frozenset({"integer", "decimal"})}
"""Kind -> the kinds that say the same more closely."""


def either(first: ColumnType, second: ColumnType) -> ColumnType:
    """Return the type that holds the values of two: for objects the union of their members.

    Args:
        first: its members come first.
        second: the other one.
    """
    if first == second:
        return first
    kinds = {first.kind, second.kind}
    if len(kinds) == 1 and first.kind in ("object", "list", "map", "category"):
        return _united(first, second)
    if kinds <= _TEXTUAL:
        return ColumnType("text")
    if kinds == {"integer", "number"}:
        return ColumnType("number")
    return ANY


def both(first: ColumnType | None, second: ColumnType) -> ColumnType:
    """Return what is known of values that meet two statements.

    Args:
        first: the schema's own statement; None where it makes none.
        second: that of its choices.
    """
    if first is None or first == ANY:
        return second
    if first.kind == "object" and second.kind == "object":
        fields = dict(first.fields)
        for name, inner in second.fields:
            fields[name] = both(fields.get(name), inner)
        return replace(first, fields=tuple(fields.items()))
    return second if second.kind in _NARROWER.get(first.kind, ()) else first


def _united(first: ColumnType, second: ColumnType) -> ColumnType:
    if first.kind == "object":
        fields = dict(first.fields)
        for name, inner in second.fields:
            fields[name] = either(fields[name], inner) if name in fields else inner
        return replace(first, fields=tuple(fields.items()))
    if first.kind == "category":
        return replace(first, categories=tuple(dict.fromkeys((*first.categories, *second.categories))))
    return replace(first, item=either(first.item or ANY, second.item or ANY))
