"""`ValueFault`: why a value is not allowed, and where within it. `Validator` makes them."""

from __future__ import annotations

from typing import NamedTuple


class ValueFault(NamedTuple):
    """Why a value is not allowed."""

    message: str
    path: tuple[str | int, ...] = ()

    def __str__(self) -> str:
        return f"{place(self.path)}: {self.message}" if self.path else self.message


def place(path: tuple[str | int, ...]) -> str:
    """Return a path as people write it: `items[0].name`."""
    text = ""
    for part in path:
        text += f"[{part}]" if isinstance(part, int) else f".{part}" if text else part
    return text
