"""One operation in the Markdown form of a reference, and the tables of rows that it and other outputs share.

In: an `OperationView`, rows. Out: blocks of Markdown without any HTML, escaped by construction.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from apiref_nb.describing import (
    BodyView,
    CallbackView,
    Card,
    Fact,
    MediaView,
    OperationView,
    Panel,
    ResponseView,
    Row,
    plural,
    wording,
)
from apiref_nb.describing.lines import problem_line
from apiref_nb.describing.prose_tree import Line
from apiref_nb.model import ApiResponse
from apiref_nb.model.card_parts import GeneratedExample
from apiref_nb.writing import author_markdown
from apiref_nb.writing.markdown_text import (
    EMPTY,
    Markdown,
    code,
    emphasis,
    fence,
    heading,
    join,
    some,
    strong,
    table,
    text,
)

Block = str
"""One block of Markdown; blocks are joined by blank lines."""

COLUMNS = ("Name", "Type", "Description")
"""Heads of a table of rows."""
SAMPLE_REQUEST, SAMPLE_RESPONSE = "Sample request", "Sample response"
"""What stands before a sample."""

VALUES_SHOWN = 40
"""Values of one constraint, such as an enum, that a table cell lists."""


def blocks(*parts: str) -> str:
    """Return blocks one after another, empty ones left out."""
    return "\n\n".join(part for part in parts if part)


def operation_markdown(view: OperationView, *, samples: bool = False, level: int = 4) -> Block:
    """Return one operation: heading, words, parameters, body and response fields, samples on demand.

    Args:
        view: the operation; one without a card shows its problems.
        samples: True adds a sample request and a sample response.
        level: of its heading, 1 to 6.
    """
    operation = view.operation
    parts = [heading(level, title_line(operation.method, operation.path))]
    if view.card is None:
        return blocks(*parts, *problem_lines(view))
    parts.append(strong(text(view.title)) if view.title != operation.key else "")
    parts += [author_markdown.said(view.deprecation), author_markdown.blocks(view.description)]
    parts += [author_markdown.said(view.external_docs), *problem_lines(view), *asked_lines(view)]
    for title, rows in view.parameters:
        parts += [strong(text(title)), row_table(rows)]
    parts += _body(view.body, "Body") if view.body is not None else []
    parts += _responses(view.responses)
    for callback in view.callbacks:
        parts += callback_blocks(callback)
    return blocks(*parts, *(_samples(view, view.card) if samples else ()))


def problem_lines(view: OperationView) -> list[Markdown]:
    """Return what is wrong with an operation, one line each."""
    return [author_markdown.said(problem_line(problem)) for problem in view.problems]


def asked_lines(view: OperationView) -> list[Markdown]:
    """Return what an operation asks for and where it answers, each after its heading."""
    return [titled(wording.AUTHORIZATION, view.security), titled(wording.SERVER, view.servers)]


def title_line(method: str, path: str) -> Markdown:
    """Return method and path as they stand in a heading.

    Args:
        method: in capitals, such as `GET`.
        path: the path template as written, with or without an address before it.
    """
    return code(f"{method} {path}")


def _samples(view: OperationView, card: Card) -> list[Block]:
    """The request in every language that we write, and the first sample of an answer that means success."""
    made = (tab for tab in card.tabs if isinstance(tab, GeneratedExample))
    parts = [
        strong(text(SAMPLE_REQUEST)),
        *_warning(card.body[:1]),
        *(fence(tab.code, tab.language) for tab in made),
    ]
    panels = {answer.status_code: answer.panels for answer in card.answers}
    responses = typical(view.responses)
    shown = next((response for response in responses if panels.get(response.status_code)), None)
    if shown is None:
        return parts + [no_sample(response.status_code) for response in responses[:1] if not response.media]
    panel = panels[shown.status_code][0]
    label = join([strong(text(SAMPLE_RESPONSE)), code(shown.status_code)])
    return [*parts, label, *_warning([panel]), fence(panel.text, panel.grammar if panel.grammar != "text" else "")]


def _warning(panels: Sequence[Panel]) -> list[Block]:
    """Return what is to be said of a sample before it is shown."""
    return [emphasis(text(panel.flag)) for panel in panels if panel.flag]


AnyResponse = TypeVar("AnyResponse", ApiResponse, ResponseView)


def typical(responses: Sequence[AnyResponse]) -> list[AnyResponse]:
    """Return the answers that mean success; all of them where none does."""
    return [one for one in responses if one.status_code.startswith("2")] or list(responses)


def no_sample(status: str) -> Markdown:
    """Return what stands where an answer has no body to show."""
    return join([strong(text(SAMPLE_RESPONSE)), code(status), text("without a body")])


def _body(body: BodyView, words: str) -> list[Block]:
    parts: list[Block] = []
    for media in body.media:
        required = emphasis(text(wording.REQUIRED)) if body.required else EMPTY
        parts += [join([media_line(words, media), required]), author_markdown.inline(body.description)]
        parts += _fields(media)
    return parts


def _fields(media: MediaView) -> list[Block]:
    """What holds for a whole body, its fields, and how single parts of it travel."""
    return [_about(media.root) if media.root is not None else "", row_table(media.rows), *map(text, media.notes)]


def _responses(responses: Sequence[ResponseView]) -> list[Block]:
    lines = [f"- {_response_line(response)}" for response in responses]
    parts: list[Block] = [strong(text(plural(len(lines), wording.RESPONSE))), "\n".join(lines)] if lines else []
    same: dict[str, dict[str, None]] = {}
    for response in responses:
        if response.headers:
            parts += [headers_of(response), row_table(response.headers)]
        for media in response.media:
            if media.same_as:
                same.setdefault(media.same_as, {})[response.status_code] = None
            elif media.rows or media.root is not None or media.notes:
                parts += [media_line(f"{wording.RESPONSE} {response.status_code}", media), *_fields(media)]
        parts += [author_markdown.said(one) for one in response.links]
    return parts + [same_line(status, tuple(others)) for status, others in same.items()]


def headers_of(response: ResponseView) -> Markdown:
    """Return the heading of the headers of an answer."""
    return join([strong(text("Headers of")), code(response.status_code)])


def _response_line(response: ResponseView) -> Markdown:
    """Return status and words of an answer; of one that is told with an operation above its type and that operation."""
    said = [code(response.status_code), author_markdown.inline(response.description or response.summary)]
    if response.elsewhere:
        said += [text(response.type), text(wording.AS_FOR), code(response.elsewhere)]
    return join(said)


def same_line(status: str, others: Sequence[str]) -> Markdown:
    """Return that the fields of one answer are those of others, too.

    Args:
        status: the status code under which the fields are listed.
        others: the status codes with the same fields, in document order.
    """
    return join([strong(text("The fields of")), code(status), text("are also those of"), join(map(code, others), ", ")])


def callback_blocks(callback: CallbackView, word: str = wording.CALLBACK) -> list[Block]:
    """Return what the API sends to a caller: what it is, its parameters, its body and what it expects.

    Args:
        callback: what it sends.
        word: what it is called.
    """
    said = author_markdown.inline(callback.title)
    parts: list[Block] = [join([strong(text(word)), code(f"{callback.method} {callback.expression}"), said])]
    parts.append(author_markdown.blocks(callback.description))
    for title, rows in callback.parameters:
        parts += [strong(text(title)), row_table(rows)]
    parts += _body(callback.body, f"{word} body") if callback.body is not None else []
    return [*parts, author_markdown.said(callback.expects)]


def media_line(words: str, media: MediaView, *notes: Markdown) -> Markdown:
    """Return what a representation is, after the words for whose it is and before the notes on it.

    Args:
        words: what the representation is for, such as `Request body` or a status code.
        media: the representation.
        notes: what follows on the same line, escaped already.
    """
    return join([strong(text(words)), join(map(code, media.media_types), ", "), text(media.words), *notes])


def titled(words: str, said: Line) -> Markdown:
    """Return a line after its heading; nothing for an empty one.

    Args:
        words: the heading.
        said: the line.
    """
    return join([strong(text(words)), author_markdown.said(said)]) if said else EMPTY


def row_table(rows: Sequence[Row]) -> Block:
    """Return rows as a table of name, type and description."""
    return table(COLUMNS, ([_name(row), text(_type(row)), _about(row)] for row in rows))


def row_line(row: Row) -> Markdown:
    """Return a row on one line."""
    return join([_name(row), text(", ".join(filter(None, (_type(row), row.location)))), _about(row)])


def _name(row: Row) -> Markdown:
    if row.kind == "field":
        return join([code(row.path), *([emphasis(text(wording.REQUIRED))] if row.required else [])])
    return EMPTY if row.kind == "note" else variant_title(row)


def variant_title(row: Row) -> Markdown:
    """Return how a variant is called, and before it how many there are and what the discriminator asks for."""
    return join([emphasis(join(map(text, row.labels), " · ")), strong(text(row.name))])


def _type(row: Row) -> str:
    return row.type_beside_name


def _about(row: Row) -> Markdown:
    if row.kind == "note":
        return join([emphasis(text(row.name)), text(f"{wording.SEE} {row.component}.") if row.component else EMPTY])
    parts: list[Markdown] = []
    if row.kind == "field":
        parts += [text(f"{label}.".capitalize()) for label in row.labels]
    parts += [_sentence(text(fact.label), fact_values(fact, VALUES_SHOWN)) for fact in (*row.default, *row.facts)]
    parts += [_sentence(code(note.value), author_markdown.inline(note.note)) for note in row.enum_notes]
    if row.below:
        told = [join([code(one.name), text(one.type_beside_name)]) for one in row.below]
        parts.append(_sentence(text("Holds"), join(told, ", ")))
    if row.component:
        parts.append(text(f"{wording.SEE} {row.component}."))
    if row.shared:
        parts.append(text("What it means stands at the end."))
    if row.repeats:
        parts.append(text(f"{wording.REPEATS.capitalize()} {row.repeats}."))
    said = join([text(f"{wording.DEPRECATED}.") if row.deprecated else EMPTY, author_markdown.inline(row.description)])
    # A sentence of the author's that does not end is set apart from ours.
    return join([said, join(parts)], " " if said.endswith((".", "!", "?", ":", ";")) else " · ")


def fact_values(fact: Fact, most: int) -> Markdown:
    """Return the values of a fact.

    Args:
        fact: what holds for a value.
        most: how many are named; the others are counted.
    """
    if fact.line:
        return author_markdown.said(fact.line)
    return some([*map(code if fact.code else text, fact.values[:most])], len(fact.values))


def _sentence(*parts: Markdown) -> Markdown:
    said = join(parts)
    return said if said.endswith(".") else Markdown(f"{said}.")
