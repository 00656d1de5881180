"""`JsonValue`: the type of data that was read from JSON or YAML, or that will be written as it."""

from __future__ import annotations

from typing import Any, NoReturn, TypeAlias

JsonValue: TypeAlias = Any
"""None, True or False, a number, text, a list or a mapping of such values; which of them, a caller knows or asks."""


class ConstantError(ValueError):
    """NaN or Infinity was met."""


def refused_constant(name: str) -> NoReturn:
    """Refuse NaN and Infinity, which Python reads and which are no JSON: for `json.loads(parse_constant=…)`."""
    raise ConstantError(f"{name} is no JSON value")
