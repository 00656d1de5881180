"""The plain-text form of every output: for terminals, logs and diffs. It names the same operations as the HTML.

In: views and typed objects. Out: text without control characters.
"""

from __future__ import annotations

import textwrap
from collections.abc import Sequence

from apiref_nb.describing import Card, Reference, Row, plural, title_of, wording
from apiref_nb.describing.constraint_text import fact_words
from apiref_nb.errors import SourceError
from apiref_nb.model.card_parts import GeneratedExample
from apiref_nb.text.escaping import before_path
from apiref_nb.text.invisible_characters import readable, visible, visible_line


def reference_text(reference: Reference) -> str:
    """Return a reference as text: title and summary line, then every operation by group."""
    out: list[str] = []
    if reference.show_overview:
        api = reference.api
        out += [visible_line(" ".join(part for part in (reference.title, api.version) if part))]
        out += [f"  {visible_line(server.resolved or server.url)}" for server in api.servers]
        out += [visible_line(reference.summary_line)]
    out += list(reference.notes)
    for group in reference.groups:
        if group.is_text:
            continue
        out += ["", visible_line(group.title)]
        width = max((len(operation.path) for operation in group.operations), default=0)
        for operation in group.operations:
            said = problem_words(operation.problems[0].message) if operation.broken and operation.problems else ""
            words = said or title_of(operation)
            mark = f" ({wording.DEPRECATED.lower()})" if operation.deprecated else ""
            shown = "" if words == operation.key else f"  {visible_line(words)}"
            path = visible_line(operation.path)
            faults = len(operation.problems) if not operation.broken else 0
            mark += f" ({faults} {plural(faults, 'problem')})" if faults else ""
            out.append(f"  {operation.method:<6} {path.ljust(min(width, 48))}{shown}{mark}".rstrip())
        out += [f"  {visible_line(operation.key)} ({wording.NOT_A_CARD})" for operation in group.unrendered]
    if reference.webhooks:
        out += ["", f"{wording.WEBHOOK}s"]
        out += [f"  {visible_line(f'{hook.key}  {hook.summary}'.rstrip())}" for hook in reference.webhooks]
    return "\n".join(out).strip("\n") + "\n"


def problem_words(message: str) -> str:
    """Return a problem on one line."""
    return f"problem: {message}"


def block_text(card: Card) -> str:
    """Return one `ApiBlock` as text: method and path, summary, parameters, request samples, status codes."""
    mark = f" ({wording.DEPRECATED.lower()})" if card.deprecated else ""
    out = [visible_line(f"{card.method} {before_path(card.base_url, card.path)}{card.path}{mark}")]
    out += [visible(readable(said)) for said in (card.deprecation_note, card.summary or card.description) if said]
    if card.rate:
        out.append(visible_line(card.rate))
    if card.auth.words:
        out.append(visible_line(f"{wording.AUTHORIZATION}: {card.auth.words}"))
    out += [f"  {line}" for line in _row_lines(card.rows)]
    for index, tab in enumerate(card.tabs):
        if index == 0:
            out += ["", visible(tab.code)]
        elif isinstance(tab, GeneratedExample):
            out += ["", visible_line(f"{tab.label}:"), visible(tab.code)]
    if card.answers:
        named = (f"{answer.status_code} {answer.label}".strip() for answer in card.answers)
        out += ["", visible_line(f"{wording.RESPONSE}s: {', '.join(named)}")]
    return "\n".join(out) + "\n"


def row_text(row: Row) -> str:
    """Return one field as text: what it is, and below it its description."""
    return "\n".join(_row_lines([row])) + "\n"


def _row_lines(rows: Sequence[Row]) -> list[str]:
    """Name, location and type in columns, then what else there is to know; the description below, for 80 columns."""
    cells = [[visible_line(word) for word in (row.path or row.name, row.location, row.type)] for row in rows]
    widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
    out: list[str] = []
    for row, texts in zip(rows, cells, strict=True):
        words = [text.ljust(width) for text, width in zip(texts, widths, strict=True) if width]
        words += row.marks
        words += [visible_line(fact_words([fact])) for fact in (*row.default, *row.facts)]
        out.append("  ".join(words).rstrip())
        said = visible_line(readable(row.description))
        out += textwrap.wrap(
            said, TEXT_WIDTH, initial_indent="    ", subsequent_indent="    ", break_long_words=False,
            break_on_hyphens=False,
        )  # fmt: skip
    return out


TEXT_WIDTH = 76
"""Characters of a line of description, for terminals of 80."""


def error_text(error: SourceError) -> str:
    """Return the banner of a source that could not be loaded."""
    return visible(f"{error.title}\n{error.source}\n{error.sentence}\n")
