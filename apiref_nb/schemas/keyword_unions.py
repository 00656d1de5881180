"""How two values of one keyword become one that means both: the narrower bound, the common types, the common values.

In: two values of one keyword, as two branches of `allOf` give them. Out: one value, or None where one cannot say both.
`folding` asks; the result never depends on which of the two comes first.
"""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Mapping
from decimal import Decimal
from fractions import Fraction
from typing import Any

from apiref_nb.schemas.equality import canonical
from apiref_nb.text.numbers import as_float, is_number, is_writable

TYPE_ORDER = ("object", "array", "string", "number", "integer", "boolean", "null")


def content_key(value: object) -> str:
    """Return text by which values are put into an order that depends on nothing but themselves."""
    return json.dumps(value, sort_keys=True, default=repr)


def common_types(ours: object, theirs: object) -> str | list[str] | None:
    """Return the types that both allow, in a fixed order; an integer is a number.

    Args:
        ours: names of types; None for all.
        theirs: likewise.
    """
    first, second = _type_names(ours), _type_names(theirs)
    if first is None or second is None:
        return None
    both = {name for name in first if name in second or (name == "integer" and "number" in second)}
    both |= {name for name in second if name == "integer" and "number" in first}
    ordered = sorted(both, key=lambda name: (TYPE_ORDER.index(name) if name in TYPE_ORDER else len(TYPE_ORDER), name))
    return ordered[0] if len(ordered) == 1 else ordered or None


def _type_names(value: object) -> list[str] | None:
    if isinstance(value, str):
        return [value]
    return [name for name in value if isinstance(name, str)] if isinstance(value, list | tuple) else None


def _values(ours: object, theirs: object) -> list[Any] | None:
    """Return what both lists hold, in the order of the shorter one."""
    if not isinstance(ours, list | tuple) or not isinstance(theirs, list | tuple):
        return None
    shorter, longer = sorted((ours, theirs), key=lambda values: (len(values), content_key(values)))
    known = {canonical(value) for value in longer}
    return [value for value in shorter if canonical(value) in known] or None


def _names(ours: object, theirs: object) -> list[Any] | None:
    if not isinstance(ours, list | tuple) or not isinstance(theirs, list | tuple):
        return None
    return list(dict.fromkeys(name for name in (*ours, *theirs) if isinstance(name, str)))


def _names_by_name(ours: object, theirs: object) -> dict[str, list[Any]] | None:
    if not isinstance(ours, Mapping) or not isinstance(theirs, Mapping):
        return None
    return {name: _names(ours.get(name, ()), theirs.get(name, ())) or [] for name in dict.fromkeys((*ours, *theirs))}


def _number(choose: Callable[[Any, Any], Any]) -> Callable[[object, object], Any]:
    def unite(ours: object, theirs: object) -> object:
        numbers = [n for n in (ours, theirs) if is_number(n)]
        return choose(*numbers) if len(numbers) == 2 else numbers[0] if numbers else None

    return unite


def _multiple(ours: object, theirs: object) -> int | float | None:
    """Return the least common multiple, where a number of JSON can say it."""
    first, second = _fraction(ours), _fraction(theirs)
    if first is None or second is None:
        return None
    both = Fraction(
        math.lcm(first.numerator, second.numerator), math.gcd(first.denominator, second.denominator)
    )  # fmt: skip
    # A thousand branches could ask for millions of digits; what is too large is not united.
    if not is_writable(both.numerator):
        return None
    if both.denominator == 1:
        return both.numerator
    written = as_float(both)
    return written if _fraction(written) == both else None


def _fraction(value: object) -> Fraction | None:
    if not is_number(value) or value <= 0:
        return None
    return Fraction(value) if isinstance(value, int) else Fraction(Decimal(float.__repr__(value)))


UNITE: Mapping[str, Callable[[Any, Any], Any]] = {
    "type": common_types,
    "enum": _values,
    "required": _names,
    "dependentRequired": _names_by_name,
    "minimum": _number(max),
    "exclusiveMinimum": _number(max),
    "minLength": _number(max),
    "minItems": _number(max),
    "minProperties": _number(max),
    "maximum": _number(min),
    "exclusiveMaximum": _number(min),
    "maxLength": _number(min),
    "maxItems": _number(min),
    "maxProperties": _number(min),
    "multipleOf": _multiple,
}
"""Keyword -> how two values become one that means both; None when they cannot."""
