"""Numbers as their author wrote them, and JSON text that keeps them: `40.00`, `1e2`, twenty-five digits, `1E400`.

The parsers make an `AuthoredFloat` or `AuthoredInteger` where Python would write a number differently; both are numbers
to everyone who calculates, and `json_dumps` writes their literal. What only YAML has (`0x1F`) keeps no literal.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterator, Mapping
from decimal import Decimal

from apiref_nb.text.json_layout import laid_out
from apiref_nb.text.json_value import JsonValue
from apiref_nb.text.limits import LIMITS

_NUMBER = re.compile(r"-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][-+]?[0-9]+)?", re.ASCII)
"""RFC 8259, section 6."""


class AuthoredFloat(float):
    """A number with the text that it was written as."""

    __slots__ = ("literal",)

    literal: str


class AuthoredInteger(int):
    """A whole number with the text that it was written as, such as `1E400`."""

    literal: str


def authored(written: str) -> int | float | None:
    """Return a number that is no plain integer; None when it is too large to be kept as a number.

    Args:
        written: as it stands in the document, by the grammar of JSON or of YAML.
    """
    value = float(written)
    if not math.isfinite(value):
        return _large(written)
    if float.__repr__(value) == written or not _NUMBER.fullmatch(written):
        return value
    made = AuthoredFloat(value)
    made.literal = written
    return made


def _large(written: str) -> int | None:
    """Return what is beyond a float's range as the whole number that it is."""
    if not _NUMBER.fullmatch(written) or len(written) > LIMITS.max_digits:
        return None
    exact = Decimal(written)
    if exact.adjusted() >= LIMITS.max_digits or exact != exact.to_integral_value():
        return None
    made = AuthoredInteger(int(exact))
    made.literal = written
    return made


def json_dumps(value: JsonValue, *, indent: int | None = None, separators: tuple[str, str] = (", ", ": ")) -> str:
    """Return JSON text, numbers as their author wrote them; only ASCII is not asked for.

    Args:
        value: dicts with text keys, lists, text, finite numbers, booleans and None.
        indent: blanks a level; None writes one line.
        separators: between items, and between key and value, where it is one line.

    Raises:
        ValueError: a number is not finite.
        TypeError: something in it is no JSON value.
    """
    if _is_authored(value):
        text = "".join(_pieces(value, separators))
    else:
        text = json.dumps(value, ensure_ascii=False, allow_nan=False, separators=separators)
    return text if indent is None else laid_out(text, " " * indent)


def _is_authored(value: JsonValue) -> bool:
    waiting = [value]
    while waiting:
        here = waiting.pop()
        kind = type(here)
        if kind is str:
            continue
        if kind is AuthoredFloat or kind is AuthoredInteger:
            return True
        if kind is dict or isinstance(here, Mapping):
            waiting += here.values()
        elif kind is list or kind is tuple:
            waiting += here
    return False


_quoted = json.encoder.encode_basestring
_WORDS = {None: "null", True: "true", False: "false"}


def _pieces(value: JsonValue, separators: tuple[str, str]) -> Iterator[str]:
    if isinstance(value, str):
        yield _quoted(value)
    elif value is None or value is True or value is False:
        yield _WORDS[value]
    elif isinstance(value, int | float):
        yield json_number(value)
    elif isinstance(value, Mapping):
        before = "{"
        for key, child in value.items():
            yield f"{before}{_quoted(key)}{separators[1]}"
            yield from _pieces(child, separators)
            before = separators[0]
        yield "}" if value else "{}"
    elif isinstance(value, list | tuple):
        before = "["
        for child in value:
            yield before
            yield from _pieces(child, separators)
            before = separators[0]
        yield "]" if value else "[]"
    else:
        raise TypeError(f"{type(value).__name__} is no JSON value")


def json_number(value: float) -> str:
    """Return a number as JSON: as its author wrote it, else as Python does.

    Raises:
        ValueError: it is not finite.
    """
    if isinstance(value, AuthoredFloat | AuthoredInteger):
        return value.literal
    if isinstance(value, int):
        return int.__repr__(value)
    if not math.isfinite(value):
        raise ValueError(f"{value} is not a JSON value")
    return float.__repr__(value)
