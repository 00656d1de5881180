"""The operations of a document as CSV (RFC 4180): one row each, for spreadsheets and data frames.

In: a page's operations, those without a card included. Out: a heading and rows, in page order. No cell is a formula.
"""

from __future__ import annotations

import csv
import io
from typing import Final

from apiref_nb.model import ApiOperation, Group
from apiref_nb.text.invisible_characters import visible_line
from apiref_nb.writing.formats.source import PageSource

COLUMNS: Final = (
    "group", "method", "path", "operation_id", "summary", "deprecated", "card",
    "parameters", "request_body", "responses",
)  # fmt: skip
"""Names of the columns; `parameters` and `responses` hold several names with a blank between them."""

_FORMULA: Final = ("=", "+", "-", "@")
"""What a spreadsheet takes for the beginning of a formula."""


def csv_table(source: PageSource) -> str:
    """Return the operations of a document as CSV text."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(COLUMNS)
    for group in source.reference.groups:
        for operation in group.operations:
            writer.writerow(map(_cell, _row(group, operation, card=not operation.broken)))
        for operation in group.unrendered:
            writer.writerow(map(_cell, _row(group, operation, card=False)))
    return out.getvalue()


def _row(group: Group, operation: ApiOperation, *, card: bool) -> tuple[str, ...]:
    body = operation.request_body
    return (
        group.title,
        operation.method,
        operation.path,
        operation.operation_id,
        operation.summary,
        "yes" if operation.deprecated else "no",
        "yes" if card else "no",
        " ".join(f"{one.location}:{one.name}" for one in operation.parameters),
        " ".join(media.media_type for media in body.content) if body is not None else "",
        " ".join(answer.status_code for answer in operation.responses),
    )


def _cell(text: str) -> str:
    """Return a text as a cell shows it: on one line, all of it visible, and no formula of the document's."""
    shown = visible_line(text)
    return f"'{shown}" if shown.lstrip().startswith(_FORMULA) else shown
