"""A row on its way: what stands below it opens level by level. `rows` makes and opens them."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from apiref_nb.describing.row import Row
from apiref_nb.model import Schema


@dataclass(slots=True)
class Entry:
    """One row, and what stands below it once it was opened."""

    row: Row
    open: Callable[[], list[Entry]] | None = None
    """Makes what stands below; None when there is nothing, or it is told elsewhere."""
    elsewhere: Schema | None = None
    """The component that tells what stands below where there is no room for it here."""
    inner: Schema | None = None
    """The object that a field holds; where a large page has it in several places, its list of schemas tells it."""
    below: list[Entry] = field(default_factory=list)


def is_optional(entry: Entry) -> bool:
    """Return True for what a value may leave out."""
    return not entry.row.required


def named_level(entries: Iterable[Entry]) -> tuple[Row, ...]:
    """Return names and types of one level; nothing where variants without a name would have to be told apart."""
    told = [one for one in entries if one.row.kind != "note"]
    if any(one.row.kind == "variant" and one.elsewhere is None for one in told):
        return ()
    rows = [one.row for one in told]
    return tuple([Row(row.name, row.name, 0, row.kind, row.type, "", row.required, row.deprecated) for row in rows])


def note(text: str, path: str, depth: int) -> Entry:
    """Return a remark.

    Args:
        text: its words.
        path: dot path of the value that it is about.
        depth: levels above it.
    """
    return Entry(Row(text, path, depth, "note"))


def dead_reference(schema: Schema) -> str:
    """Return what is said of a reference that leads to no schema."""
    where = "refers to itself" if schema.circular else "leads nowhere in this document"
    return f"The reference {schema.unresolved} {where}."
