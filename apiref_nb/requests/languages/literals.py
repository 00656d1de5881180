"""Values of a plan as literals of a programming language, broken into lines where they would pass the width.

What differs between languages is a `Syntax`; text of a document never becomes code, a comment or part of a template.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from itertools import repeat
from typing import Any

from apiref_nb.requests.plan import RequestPlan
from apiref_nb.requests.security import SecurityPlan
from apiref_nb.text.escaping import plain
from apiref_nb.text.json_value import JsonValue, refused_constant

WIDTH = 88
"""Values that fit on a line of this many characters stay on one line."""


class Code(str):
    """Source text, as opposed to a value that has to become a literal."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class Syntax:
    """How one language writes values."""

    scalar: Callable[[Any], str]
    """Null, a truth value, a number or bytes -> literal."""
    quoted: Callable[[str], str]
    """Text -> literal in ASCII."""
    key: Callable[[str], str]
    """Name of a member -> what stands before its colon."""
    indent: int
    """Blanks for each level."""
    spaced: bool
    """True where a mapping on one line has blanks inside its braces."""

    def literal(self, value: Any, indent: int = 0, used: int = 0) -> str:  # noqa: ANN401 - any value of a plan
        """Return a value as a literal.

        Args:
            value: JSON data, with bytes, tuples and `Code` within it.
            indent: columns in front of the line on which the literal begins.
            used: columns already taken on that line.
        """
        return self._laid(value, indent, used, {})

    def flat(self, value: Any) -> str:  # noqa: ANN401 - as above
        """Return a value on one line."""
        return self._flat(value, {})

    def _laid(self, value: Any, indent: int, used: int, flats: dict[int, str]) -> str:  # noqa: ANN401 - as above
        flat = flats.get(id(value)) or self._flat(value, flats)
        if len(flat) + indent + used <= WIDTH or not isinstance(value, dict | list | tuple) or not value:
            return flat
        below = indent + self.indent
        opening, closing = "{}" if isinstance(value, dict) else "()" if isinstance(value, tuple) else "[]"
        lines = [opening]
        for name, child in value.items() if isinstance(value, dict) else zip(repeat(None), value, strict=False):
            key = "" if name is None else f"{self._key(name)}: "
            shown = flats.get(id(child)) or self._flat(child, flats)
            if len(shown) + below + len(key) + 1 > WIDTH and isinstance(child, dict | list | tuple):
                shown = self._laid(child, below, len(key) + 1, flats)
            lines.append(f"{' ' * below}{key}{shown},")
        return "\n".join([*lines, f"{' ' * indent}{closing}"])

    def _key(self, name: object) -> str:
        return self.key(name if type(name) is str and name.isascii() else plain(str(name)))

    def _flat(self, value: Any, flats: dict[int, str]) -> str:  # noqa: ANN401 - as above
        """Return a value on one line, and note those of its containers: no level is written twice."""
        kind = type(value)
        if kind is Code:
            return str(value)
        if isinstance(value, str):
            return self.quoted(value if value.isascii() else plain(value))
        if kind is dict or isinstance(value, Mapping):
            inner = ", ".join([f"{self._key(name)}: {self._flat(child, flats)}" for name, child in value.items()])
            made = f"{{ {inner} }}" if self.spaced and inner else f"{{{inner}}}"
        elif kind is list or kind is tuple:
            inner = ", ".join([self._flat(child, flats) for child in value])
            made = f"[{inner}]" if kind is list else f"({inner}{',' if len(value) == 1 else ''})"
        else:
            return self.scalar(value)
        flats[id(value)] = made
        return made


def credential_variables(plan: RequestPlan) -> Iterator[tuple[SecurityPlan, tuple[str, ...]]]:
    """Yield each credential with the environment variables that hold it; a second one of a kind gets numbered names."""
    met: dict[str, int] = {}
    for credential in plan.credentials:
        names = credential.row.variables
        if names:
            number = met[names[0]] = met.get(names[0], 0) + 1
            yield credential, names if number == 1 else tuple(f"{name}_{number}" for name in names)


def json_data(text: str) -> JsonValue:
    """Return JSON text as a list or a mapping that can be written as data; None where it must stay text."""
    try:
        value = json.loads(text, parse_constant=refused_constant)
    except (ValueError, RecursionError):
        return None
    return value if isinstance(value, dict | list) and plain(value) == value else None
