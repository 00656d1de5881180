"""Values that differ: a sample changed in its parts as far as its schema allows, by numbers that follow from a seed.

Same seed, same values in every process. Nothing is random: numbers are digests of the seed and a count.
"""

from __future__ import annotations

import datetime
import hashlib
import uuid
from collections.abc import Callable, Mapping
from itertools import count
from typing import Any

from apiref_nb.mock.limits import LIMITS
from apiref_nb.model import Schema
from apiref_nb.requests.typed_text import member_schemas
from apiref_nb.requests.value_checks import faults
from apiref_nb.schemas import SampleSession, merged
from apiref_nb.text.json_value import JsonValue

_DEEPEST = 30
_MOST_ITEMS = 3
_WORDS = ("amber", "birch", "cedar", "delta", "ember", "fjord", "grove", "heron", "iris", "juniper", "kelp", "lotus")


class Numbers:
    """Numbers that follow from a seed.

    Args:
        seed: any text.
    """

    def __init__(self, seed: str) -> None:
        self._seed = seed
        self._count = count()

    def below(self, limit: int) -> int:
        """Return the next number from 0 to `limit - 1`."""
        digest = hashlib.sha256(f"{self._seed}\n{next(self._count)}".encode("utf-8", "replace")).digest()
        return int.from_bytes(digest[:8], "big") % limit


def varied(value: JsonValue, schema: Schema, seed: str, session: SampleSession) -> JsonValue:
    """Return a value like a sample and different from it, valid where the sample is.

    Args:
        value: a sample of the schema.
        schema: what it has to meet.
        seed: what the differences follow from.
        session: judges what was made.
    """
    work = _Variation(Numbers(seed), session)
    changed = work.of(value, schema, 0)
    return changed if work.meets(schema, changed) else value


class _Variation:
    def __init__(self, numbers: Numbers, session: SampleSession) -> None:
        self._numbers = numbers
        self._session = session
        self._left = LIMITS.max_changes

    def meets(self, schema: Schema | None, value: JsonValue) -> bool:
        return not faults(schema, value, "response", rules=self._session.rules)

    def of(self, value: JsonValue, schema: Schema | None, depth: int) -> JsonValue:
        if self._left <= 0 or depth > _DEEPEST or schema is None:
            return value
        whole = merged(schema)
        if isinstance(value, Mapping):
            declared = member_schemas(schema)
            return {name: self.of(child, declared.get(name), depth + 1) for name, child in value.items()}
        if isinstance(value, list):
            return self._list(value, whole, schema, depth)
        if "const" in whole or value is None:
            return value
        self._left -= 1
        listed = whole.get("enum")
        if isinstance(listed, list | tuple) and listed:
            candidate = listed[self._numbers.below(len(listed))]
        else:
            make = _MAKERS.get(_kind(value))
            candidate = make(value, whole, self._numbers) if make is not None else value
        return candidate if self.meets(schema, candidate) else value

    def _list(self, value: list[Any], whole: Schema, schema: Schema, depth: int) -> JsonValue:
        item = whole.items
        if item is None or not value or "prefixItems" in whole:
            return value
        longer = [value[index % len(value)] for index in range(max(len(value), 1 + self._numbers.below(_MOST_ITEMS)))]
        for source in (longer, value):
            made = [self.of(child, item, depth + 1) for child in source]
            if self.meets(schema, made):
                return made
        return value


def _kind(value: object) -> type:
    if isinstance(value, bool):
        return bool
    return int if isinstance(value, int) else float if isinstance(value, float) else str


def _number(value: float, whole: Schema, numbers: Numbers) -> float:
    least, most = whole.get("minimum"), whole.get("maximum")
    step = 1 + numbers.below(900)
    low = least if isinstance(least, int | float) else None
    high = most if isinstance(most, int | float) else None
    if low is not None and high is not None and high > low:
        return type(value)(low + numbers.below(max(1, int(high - low) + 1)))
    return value + step if high is None else value - step


def _text(value: str, whole: Schema, numbers: Numbers) -> str:
    make = _FORMATS.get(whole.text("format"))
    if make is not None:
        return make(numbers)
    word = _WORDS[numbers.below(len(_WORDS))]
    return f"{word}-{numbers.below(1000)}" if "pattern" not in whole else value


def _day(numbers: Numbers) -> datetime.date:
    return datetime.date(2025, 1, 1) + datetime.timedelta(days=numbers.below(365))


_FORMATS: Mapping[str, Callable[[Numbers], str]] = {
    "date": lambda numbers: _day(numbers).isoformat(),
    "date-time": lambda numbers: f"{_day(numbers).isoformat()}T{numbers.below(24):02}:{numbers.below(60):02}:00Z",
    "uuid": lambda numbers: str(uuid.UUID(int=numbers.below(2**63) << 65 | numbers.below(2**63), version=4)),
    "email": lambda numbers: f"{_WORDS[numbers.below(len(_WORDS))]}{numbers.below(1000)}@example.com",
    "uri": lambda numbers: f"https://example.com/{_WORDS[numbers.below(len(_WORDS))]}/{numbers.below(1000)}",
    "url": lambda numbers: f"https://example.com/{_WORDS[numbers.below(len(_WORDS))]}/{numbers.below(1000)}",
    "ipv4": lambda numbers: f"192.0.2.{numbers.below(255)}",
    "byte": lambda numbers: f"{numbers.below(10**8):08}",
}
"""Format -> another text of it."""

_MAKERS: Mapping[type, Callable[[Any, Schema, Numbers], JsonValue]] = {
    bool: lambda _value, _whole, numbers: bool(numbers.below(2)),
    int: _number,
    float: _number,
    str: _text,
}
