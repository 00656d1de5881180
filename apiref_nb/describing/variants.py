"""What the variants of a choice are called, and the value by which a discriminator tells them apart. `rows` asks."""

from __future__ import annotations

from apiref_nb.describing.row import Row, telling_title
from apiref_nb.describing.types import Fact, facts
from apiref_nb.model import Schema
from apiref_nb.requests.type_labels import type_label
from apiref_nb.schemas import merged
from apiref_nb.schemas.choices import Choice
from apiref_nb.text.invisible_characters import visible


def variant_name(branch: Schema, index: int) -> str:
    """Return how a variant is called: its component's name, its title, its type, never nothing.

    Args:
        branch: the variant.
        index: its place among the variants, from 0.
    """
    return branch.name or branch.text("title") or f"{type_label(branch)} (variant {index + 1})"


def says_null_alone(branch: Schema) -> bool:
    """Return True for a variant that is null and nothing else: the type of the value has said that it may be."""
    return not branch.name and branch.keywords.keys() == {"type"} and branch.keywords["type"] == "null"


def variant_row(choice: Choice, index: int, count: int, *, path: str, depth: int) -> Row:
    """Return the row that names one variant.

    Args:
        choice: the choice that offers it.
        index: its place among the variants, from 0.
        count: how many of the variants are more than null.
        path: dot path of the value that is one of them.
        depth: levels above it.
    """
    branch = choice.branches[index]
    title = telling_title(branch, branch.name) if branch.name else ""
    word = f"{'Any of' if choice.keyword == 'anyOf' else 'One of'} {count}" if count > 1 else "Variant"
    tag = discriminator_text(choice, index)
    name, kind = variant_name(branch, index), type_label(branch)
    # What the name says is not said again.
    kind = "" if name.startswith(f"{kind} (") else kind.removesuffix(f" · {visible(branch.name)}")
    return Row(
        name, path, depth, "variant", type=kind,
        description=branch.text("description"),
        labels=(word, *([tag] if tag else [])),
        facts=(*((Fact("Title", (title,), code=False),) if title else ()), *facts(merged(branch))),
    )  # fmt: skip


def discriminator_text(choice: Choice, index: int) -> str:
    """Return `petType = cat`, which the discriminator asks for a variant; empty where it asks for nothing.

    Args:
        choice: the choice that offers it.
        index: its place among the variants, from 0.
    """
    values = choice.values[index] if choice.property_name else ()
    none = " or none" if index == choice.default else ""
    return f"{choice.property_name} = {' or '.join(values)}{none}" if values else ""
