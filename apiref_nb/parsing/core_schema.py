"""Plain YAML scalars to values, by the core schema of YAML 1.2: `no` is text, `010` is 10, a date is text.

`yaml_text` calls it once for each distinct plain scalar.

Source: YAML 1.2.2, section 10.3.2.
"""

from __future__ import annotations

import re

from apiref_nb.text.json_numbers import authored
from apiref_nb.text.limits import LIMITS

_WORDS: dict[str, object] = {
    **dict.fromkeys(("", "~", "null", "Null", "NULL"), None),
    **dict.fromkeys(("true", "True", "TRUE"), True),
    **dict.fromkeys(("false", "False", "FALSE"), False),
}
_FIRST = frozenset("+-.0123456789~nNtTfF")
_INTEGER = re.compile(r"[-+]?[0-9]+", re.ASCII)
_OCTAL = re.compile(r"0o([0-7]+)")
_HEXADECIMAL = re.compile(r"0x([0-9a-fA-F]+)")
_FLOAT = re.compile(r"[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?", re.ASCII)
_NOT_FINITE = re.compile(r"[-+]?\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN)")


class OutOfRangeError(ValueError):
    """A number that JSON, or any consumer of it, cannot hold: not finite, or of very many digits."""


def plain_value(written: str) -> object:
    """Return the value of a plain scalar: None, a boolean, a number, or the text itself.

    Raises:
        OutOfRangeError: the scalar is a number by the schema and cannot be kept as one.
    """
    if written in _WORDS:
        return _WORDS[written]
    if written[0] not in _FIRST:
        return written
    if _INTEGER.fullmatch(written):
        return _integer(written, written, 10)
    if match := _OCTAL.fullmatch(written):
        return _integer(match[1], written, 8)
    if match := _HEXADECIMAL.fullmatch(written):
        return _integer(match[1], written, 16)
    if _FLOAT.fullmatch(written):
        value = authored(written)
        if value is None:
            raise OutOfRangeError(written)
        return value
    if _NOT_FINITE.fullmatch(written):
        raise OutOfRangeError(written)
    return written


def _integer(digits: str, written: str, base: int) -> int:
    if len(digits) > LIMITS.max_digits * 3 // 4:  # as hexadecimal digits, still within LIMITS.max_digits decimal ones
        raise OutOfRangeError(written)
    return int(digits, base)
