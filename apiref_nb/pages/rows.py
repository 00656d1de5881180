"""Rows of fields and parameters as the tables of a page.

In: `Row` values. Out: a Markdown table of name, type and description; what does not fit refers to the page of schemas.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from apiref_nb.describing import Row, wording
from apiref_nb.pages.limits import LIMITS
from apiref_nb.writing.author_markdown import inline
from apiref_nb.writing.markdown_operation import COLUMNS, fact_values, variant_title
from apiref_nb.writing.markdown_text import (
    BREAK,
    EMPTY,
    Markdown,
    code,
    emphasis,
    join,
    left_table,
    page_link,
    strong,
    text,
)

REQUIRED = emphasis(text(wording.REQUIRED))


class RowTables:
    """Writes the tables of the pages of one API.

    Args:
        place_of: name of a schema that a table refers to -> the address of its place.
    """

    def __init__(self, place_of: Callable[[str], str]) -> None:
        self._place_of = place_of

    def table(self, rows: Sequence[Row]) -> str:
        """Return rows as a table of name, type and description; nothing when there are none."""
        return left_table(COLUMNS, ((_name(row), _type(row), self.about(row)) for row in rows))

    def about(self, row: Row) -> Markdown:
        """Return what a row says beside its name and type: the author's words, and below them what holds for it."""
        if row.kind == "note":
            return join([emphasis(inline(row.name)), *self._see(row)])
        holds = [strong(text(wording.DEPRECATED))] if row.deprecated else []
        if row.kind == "field":
            holds += [emphasis(text(label.capitalize())) for label in row.labels]
        holds += [
            _fact(fact.label.rstrip(":"), fact_values(fact, LIMITS.max_values)) for fact in (*row.default, *row.facts)
        ]
        holds += [_fact(note.value, inline(note.note)) for note in row.enum_notes[: LIMITS.max_values]]
        return join([inline(row.description), join([*holds, *self._see(row)], " · ")], BREAK)

    def _see(self, row: Row) -> list[Markdown]:
        if row.component:
            return [join([text(wording.SEE), page_link(code(row.component), self._place_of(row.component))])]
        return [join([text(wording.REPEATS.capitalize()), code(row.repeats)])] if row.repeats else []


def _name(row: Row) -> Markdown:
    if row.kind == "note":
        return EMPTY
    if row.kind == "variant":
        return variant_title(row)
    return join([code(row.path), REQUIRED if row.required else EMPTY])


def _type(row: Row) -> Markdown:
    return text(row.type_beside_name)


def _fact(label: str, values: Markdown) -> Markdown:
    return Markdown(f"{text(label)}: {values}")
