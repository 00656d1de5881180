"""Which value of a discriminator means which variant: as the author maps it, else the component's name.

In: a `discriminator` and the variants. Out: the member that tells them apart, and the values of each. `choices` and
`folding` ask.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from apiref_nb.model import Schema


def discriminated(discriminator: object, branches: tuple[Schema, ...]) -> tuple[str, tuple[tuple[str, ...], ...], int]:
    """Return (member, values of each branch, index of the branch that any other value means, else -1).

    The member is empty, and the rest with it, where the author names none.

    Args:
        discriminator: the keyword's value, whatever it is.
        branches: the variants, in document order.
    """
    name = discriminator.get("propertyName") if isinstance(discriminator, Mapping) else None
    if not isinstance(name, str) or not isinstance(discriminator, Mapping):
        return "", (), -1
    mapping: Any = discriminator.get("mapping")
    mapped = [(str(value), target) for value, target in mapping.items() if isinstance(target, str)] if isinstance(
        mapping, Mapping
    ) else []  # fmt: skip
    default = discriminator.get("defaultMapping")
    meant = [i for i, branch in enumerate(branches) if isinstance(default, str) and _means(default, branch)]
    return name, tuple(_values(mapped, branch) for branch in branches), meant[0] if meant else -1


def _values(mapped: list[tuple[str, str]], branch: Schema) -> tuple[str, ...]:
    found = tuple(value for value, target in mapped if target and target in (branch.pointer, branch.name))
    found = found or tuple(value for value, target in mapped if _means(target, branch))
    return found or ((branch.name,) if branch.name else ())


def _means(target: str, branch: Schema) -> bool:
    return bool(branch.name) and target.rpartition("/")[2] == branch.name
