"""The Markdown form of every output: the same operations, rows and samples as the HTML, for viewers that show no HTML.

In: views and typed objects. Out: Markdown text, escaped by construction. `display` and the command line call it.
"""

from __future__ import annotations

from collections.abc import Sequence

from apiref_nb.describing import Reference, Row
from apiref_nb.errors import SourceError
from apiref_nb.model import CodeExample, Operation, RateLimit, RequestBody
from apiref_nb.model.media_types import is_json
from apiref_nb.requests.block_plan import shown_body
from apiref_nb.text.escaping import before_path
from apiref_nb.text.json_layout import reindented
from apiref_nb.writing import author_markdown
from apiref_nb.writing.markdown_operation import Block, blocks, operation_markdown, row_line, row_table, title_line
from apiref_nb.writing.markdown_overview import about_blocks, origin_line, scheme_lines, server_lines
from apiref_nb.writing.markdown_text import code, fence, heading, join, strong, text


def reference_markdown(reference: Reference, *, samples: bool = False) -> str:
    """Return a whole reference as Markdown.

    Args:
        reference: the page.
        samples: True adds a sample request and a sample response to every operation, as files have them.
    """
    groups = [
        blocks(
            heading(3, text(group.title or "Other")),
            author_markdown.blocks(group.description),
            *(operation_markdown(reference.view(operation), samples=samples) for operation in group.operations),
            "\n".join(
                f"- {join([code(operation.key), text(operation.summary), 'not shown as a card'], ' ')}"
                for operation in group.unrendered
            ),
        )
        for group in reference.groups
    ]
    webhooks = [
        f"- {join([code(hook.key), author_markdown.inline(hook.summary or hook.description)])}"
        for hook in ([] if reference.part else reference.api.webhooks)
    ]
    sent = (heading(3, text("Webhooks")), "\n".join(webhooks)) if webhooks else ()
    overview = _overview(reference) if reference.show_overview else ()
    notes = (text(note) for note in reference.notes)
    return blocks(*overview, *notes, *groups, *sent, *_schemas(reference)) + "\n"


def _overview(reference: Reference) -> tuple[Block, ...]:
    api = reference.api
    return (
        heading(2, text(reference.title)),
        text(f"Version {api.version}" if api.version else ""),
        *about_blocks(api),
        *_titled("Servers", server_lines(api)),
        *_titled("Authentication", scheme_lines(api)),
        origin_line(api),
        text(reference.summary_line),
    )


def _titled(title: str, lines: Block) -> tuple[Block, ...]:
    return (strong(text(title)), lines) if lines else ()


def _schemas(reference: Reference) -> list[Block]:
    """The schemas that rows above refer to; asked for after the last operation."""
    parts: list[Block] = []
    for view in reference.schemas():
        kind = view.type if view.type not in ("", view.name, f"object · {view.name}") else ""
        parts += [
            heading(4, text(view.name)),
            text(kind),
            author_markdown.blocks(view.description),
            row_table(view.rows),
        ]
    return [heading(3, text("Schemas")), *parts] if parts else []


def block_markdown(
    operation: Operation, *, tabs: Sequence[CodeExample], base_url: str = "", rate: RateLimit | None = None
) -> str:
    """Return one `ApiBlock` as Markdown.

    Args:
        operation: what the block shows.
        tabs: the request samples, cURL first.
        base_url: stands before the path; empty shows the path alone.
        rate: a line under the summary; None for none.
    """
    rows = [
        Row(
            p.name, p.name, type=p.type or "", location=p.location, required=p.required, default=p.default_value,
            deprecated=bool(p.deprecated), description=p.description or "No description provided.",
        )
        for p in operation.parameters if p.location in ("query", "header")
    ]  # fmt: skip
    body = shown_body(operation.request_body)
    several = len(operation.responses) > 1
    answers = [
        blocks(
            join([code(response.status_code), text(response.label or "" if several else "")]),
            fence(reindented(response.example_body), "json") if response.example_body else "",
        )
        for response in operation.responses
    ]
    return (
        blocks(
            heading(4, title_line(operation.method, before_path(base_url, operation.path) + operation.path)),
            text("Deprecated") if operation.deprecated else "",
            text(operation.deprecation_note or ""),
            text(operation.summary or operation.description or ""),
            text(rate.line) if rate is not None else "",
            text(f"Authorization: {operation.auth.words}") if operation.auth.words else "",
            row_table(rows),
            *(blocks(text(tab.label), fence(tab.code, tab.language)) for tab in tabs),
            *((text("Request body"), fence(body, _grammar(operation.request_body))) if body else ()),
            *answers,
        )
        + "\n"
    )


def _grammar(body: RequestBody | None) -> str:
    return "json" if body is None or body.example is None or is_json(body.media_type) else ""


def row_markdown(row: Row) -> str:
    """Return one field as a line of Markdown."""
    return row_line(row) + "\n"


def error_markdown(error: SourceError) -> str:
    """Return the banner of a source that could not be loaded."""
    return blocks(strong(text(error.title)), code(error.source), text(error.sentence)) + "\n"
