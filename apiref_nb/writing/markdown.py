"""The Markdown form of every output: the same operations, rows and samples as the HTML, for viewers that show no HTML.

In: views and typed objects. Out: Markdown text, escaped by construction. `display` and the command line call it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from apiref_nb.describing import Card, Panel, Reference, Row, wording
from apiref_nb.errors import SourceError
from apiref_nb.text.escaping import before_path
from apiref_nb.writing import author_markdown
from apiref_nb.writing.markdown_operation import (
    Block,
    blocks,
    callback_blocks,
    operation_markdown,
    row_line,
    row_table,
    title_line,
)
from apiref_nb.writing.markdown_overview import about_blocks, origin_line, scheme_list, server_list, version_line
from apiref_nb.writing.markdown_text import code, fence, heading, join, strong, text


def reference_markdown(reference: Reference, *, samples: bool = False) -> str:
    """Return a whole reference as Markdown.

    Args:
        reference: the page.
        samples: True adds a sample request and a sample response to every operation, as files have them.
    """
    groups = [
        blocks(
            heading(3, text(group.title)),
            author_markdown.blocks(group.description),
            *(operation_markdown(reference.view(operation), samples=samples) for operation in group.operations),
            "\n".join(
                f"- {join([code(operation.key), text(operation.summary), wording.NOT_A_CARD], ' ')}"
                for operation in group.unrendered
            ),
        )
        for group in reference.groups
    ]
    sent = (heading(3, text(f"{wording.WEBHOOK}s")), *_webhooks(reference)) if reference.webhooks else ()
    overview = _overview(reference) if reference.show_overview else ()
    notes = (text(note) for note in reference.notes)
    return blocks(*overview, *notes, *groups, *sent, *_schemas(reference)) + "\n"


def _webhooks(reference: Reference) -> list[Block]:
    if reference.are_webhooks_told:
        return [
            block
            for hook in reference.webhooks
            for block in callback_blocks(reference.webhook_view(hook), wording.WEBHOOK)
        ]
    lines = [
        f"- {join([code(hook.key), author_markdown.inline(hook.summary or hook.description)])}"
        for hook in reference.webhooks
    ]
    return ["\n".join(lines)]


def _overview(reference: Reference) -> tuple[Block, ...]:
    api = reference.api
    return (
        heading(2, text(reference.title)),
        version_line(api),
        *about_blocks(api),
        *_titled(f"{wording.SERVER}s", server_list(api)),
        *_titled(wording.AUTHENTICATION, scheme_list(api)),
        origin_line(api),
        text(reference.summary_line),
    )


def _titled(title: str, lines: Block) -> tuple[Block, ...]:
    return (strong(text(title)), lines) if lines else ()


def _schemas(reference: Reference) -> list[Block]:
    """The schemas that rows above refer to, and what stands once in full; asked for after the last operation."""
    parts: list[Block] = []
    for view in reference.schemas():
        parts += [
            heading(4, text(view.name)),
            text(view.kind),
            author_markdown.blocks(view.description),
            row_table(view.rows),
        ]
    sharing = reference.rows.sharing
    shared = [heading(3, text(sharing.words_title)), row_table(tuple(sharing.words.values()))] if sharing.words else []
    return [*shared, *([heading(3, text(wording.SCHEMAS)), *parts] if parts else [])]


def block_markdown(card: Card) -> str:
    """Return one `ApiBlock` as Markdown."""
    several = len(card.answers) > 1
    answers = [
        blocks(
            join(
                [
                    code(answer.status_code),
                    answer.label if several else "",
                    f"{wording.AS_FOR} {answer.same_as}" if answer.same_as else "",
                ]
            ),
            *_sample_bodies(answer.panels),
        )
        for answer in card.answers
    ]
    words = card.auth.words
    return (
        blocks(
            heading(4, title_line(card.method, before_path(card.base_url, card.path) + card.path)),
            text(wording.DEPRECATED) if card.deprecated else "",
            text(card.deprecation_note),
            text(card.summary or card.description),
            text(card.rate),
            text(f"{wording.AUTHORIZATION}: {words}") if words else "",
            row_table(card.rows),
            *(blocks(text(tab.label), fence(tab.code, tab.language)) for tab in card.tabs),
            text(wording.REQUEST_BODY if card.body else ""),
            *_sample_bodies(card.body),
            *answers,
        )
        + "\n"
    )


def _sample_bodies(panels: Sequence[Panel]) -> Iterator[Block]:
    for panel in panels:
        if len(panels) > 1:
            yield text(panel.label)
        yield fence(panel.text, panel.grammar.removeprefix("text"))


def row_markdown(row: Row) -> str:
    """Return one field as a line of Markdown."""
    return row_line(row) + "\n"


def error_markdown(error: SourceError) -> str:
    """Return the banner of a source that could not be loaded."""
    return blocks(strong(text(error.title)), code(error.source), text(error.sentence)) + "\n"
