"""What the variants of a choice are called, and the value by which a discriminator tells them apart. `rows` asks."""

from __future__ import annotations

from apiref_nb.describing.types import type_label
from apiref_nb.model import Schema


def variant_name(branch: Schema, index: int) -> str:
    """Return how a variant is called: its component's name, its title, its type, never nothing."""
    return branch.name or branch.text("title") or f"{type_label(branch)} (variant {index + 1})"


def discriminator_values(schema: Schema, branches: tuple[Schema, ...]) -> list[str]:
    """Return for each branch the text `petType = cat` that the discriminator asks for; empty where there is none."""
    given = schema.get("discriminator")
    field = given.get("propertyName") if isinstance(given, dict) else None
    if not isinstance(field, str):
        return ["" for _ in branches]
    mapping = given.get("mapping") if isinstance(given, dict) else None
    by_name: dict[str, list[str]] = {}
    for value, target in mapping.items() if isinstance(mapping, dict) else ():
        if isinstance(target, str):
            by_name.setdefault(target.rsplit("/", 1)[-1], []).append(str(value))
    texts: list[str] = []
    for branch in branches:
        values = by_name.get(branch.name, []) if branch.name else []
        default = given.get("defaultMapping") if isinstance(given, dict) else None
        text = f"{field} = {' or '.join(values or [branch.name])}" if values or branch.name else ""
        if isinstance(default, str) and branch.name and default.rsplit("/", 1)[-1] == branch.name:
            text += " or none"
        texts.append(text)
    return texts
