"""Values of a plan as literals of a programming language, broken into lines where they would pass the width.

What differs between languages is a `Syntax`; text of a document never becomes code, a comment or part of a template.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from apiref_nb.requests.plan import RequestPlan
from apiref_nb.requests.security import SecurityPlan
from apiref_nb.text.escaping import plain
from apiref_nb.text.json_value import JsonValue, refused_constant

WIDTH = 88
"""Values that fit on a line of this many characters stay on one line."""


Parts = list[tuple[str, Any, str]]
"""What a list or mapping holds: (what stands before it, the value, the same on one line)."""


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
        parts: dict[int, Parts] = {}
        return self._laid(value, self._flat(value, parts), indent + used, indent, parts)

    def flat(self, value: Any) -> str:  # noqa: ANN401 - as above
        """Return a value on one line."""
        return self._flat(value, {})

    def _laid(self, value: Any, flat: str, used: int, indent: int, parts: dict[int, Parts]) -> str:  # noqa: ANN401 - as above
        """Return a value as it stands on a line of which some columns are taken: over several where it is long."""
        inner = parts.get(id(value)) if len(flat) + used > WIDTH else None
        if not inner:
            return flat
        below = indent + self.indent
        blanks = " " * below
        opening, closing = "{}" if isinstance(value, dict) else "()" if isinstance(value, tuple) else "[]"
        lines = [opening]
        for key, child, shown in inner:
            taken = below + len(key) + 1
            text = self._laid(child, shown, taken, below, parts) if len(shown) + taken > WIDTH else shown
            lines.append(f"{blanks}{key}{text},")
        return "\n".join([*lines, f"{' ' * indent}{closing}"])

    def _flat(self, value: Any, parts: dict[int, Parts]) -> str:  # noqa: ANN401 - as above
        """Return a value on one line, and note the parts of its containers: none is written twice."""
        kind = type(value)
        if kind is Code:
            return str(value)
        if isinstance(value, str):
            return self.quoted(value if value.isascii() else plain(value))
        if kind is dict or isinstance(value, Mapping):
            key = self.key
            inner = [
                (f"{key(name if type(name) is str and name.isascii() else plain(str(name)))}: ", child,
                 self._flat(child, parts))
                for name, child in value.items()
            ]  # fmt: skip
            made = ", ".join([name + shown for name, _, shown in inner])
            made = f"{{ {made} }}" if self.spaced and inner else f"{{{made}}}"
        elif kind is list or kind is tuple:
            inner = [("", child, self._flat(child, parts)) for child in value]
            made = ", ".join([shown for _, _, shown in inner])
            made = f"[{made}]" if kind is list else f"({made}{',' if len(inner) == 1 else ''})"
        else:
            return self.scalar(value)
        parts[id(value)] = inner
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
