"""The Markdown form of every output: the same operations, rows and samples as the HTML, for viewers that show no HTML.

In: views and typed objects. Out: Markdown text, escaped by construction. `display`, the pages and the command line
call it.
"""

from __future__ import annotations

from collections.abc import Sequence

from apiref_nb.describing import MediaView, OperationView, Reference, Row, SecurityLine, plural
from apiref_nb.errors import SourceError
from apiref_nb.exporting import author_markdown
from apiref_nb.exporting.markdown_text import EMPTY, Markdown, code, fence, heading, join, strong, table, text
from apiref_nb.model import CodeExample, Operation, RateLimit, Server

Block = str
"""One block of Markdown; blocks are joined by blank lines."""


def blocks(*parts: str) -> str:
    """Return blocks one after another, empty ones left out."""
    return "\n\n".join(part for part in parts if part)


def reference_markdown(reference: Reference, *, samples: bool = False) -> str:
    """Return a whole reference as Markdown.

    Args:
        reference: the page.
        samples: True adds the request samples and sample bodies of every operation.
    """
    api = reference.api
    overview: tuple[str, ...] = ()
    if reference.show_overview:
        version = f"Version {api.version}" if api.version else ""
        servers = [_server(server) for server in api.servers]
        overview = (
            heading(2, text(reference.title)),
            text(version),
            author_markdown.blocks(api.description or api.summary),
            "\n".join(f"- {server}" for server in servers),
            text(reference.summary_line),
        )
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
        for hook in ([] if reference.part else api.webhooks)
    ]
    sent = (heading(3, text("Webhooks")), "\n".join(webhooks)) if webhooks else ()
    return blocks(*overview, *(text(note) for note in reference.notes), *groups, *sent) + "\n"


def _server(server: Server) -> Markdown:
    resolved = server.resolved if not server.variables and server.resolved != server.url.rstrip("/") else ""
    return join(
        [
            code(server.url),
            *([text("at"), code(resolved)] if resolved else []),
            author_markdown.inline(server.description),
        ]
    )


def operation_markdown(view: OperationView, *, samples: bool = False, level: int = 4) -> Block:
    """Return one operation: heading, words, parameters, body and response fields, samples on demand."""
    operation = view.operation
    parts = [heading(level, title_line(operation.method, operation.path))]
    if view.card is None:
        return blocks(*parts, *(text(f"Problem: {problem.message}") for problem in view.problems))
    parts.append(strong(text(view.title)) if view.title != operation.key else "")
    if operation.deprecated or operation.deprecation_note:
        parts.append(text(f"Deprecated. {operation.deprecation_note}".strip()))
    parts.append(author_markdown.blocks(view.description))
    parts += [text(f"Problem: {problem.message}") for problem in view.problems]
    parts.append(security_line(view.security))
    for title, rows in view.parameters:
        parts += [strong(text(title)), row_table(rows)]
    if view.body is not None:
        required = " (required)" if view.body.required else ""
        for media in view.body.media:
            parts += [_media_line(f"Body{required}", media), row_table(media.rows), *map(text, media.notes)]
    parts += _responses(view)
    for callback in view.callbacks:
        said = author_markdown.inline(callback.summary or callback.description or callback.name)
        parts.append(join([text("Callback"), code(f"{callback.method} {callback.expression}"), said]))
    if samples:
        parts += [fence(tab.code, tab.language) for tab in view.tabs[:2]]
    return blocks(*parts)


def title_line(method: str, path: str) -> Markdown:
    """Return method and path as they stand in a heading."""
    return code(f"{method} {path}")


def _responses(view: OperationView) -> list[Block]:
    parts: list[Block] = []
    lines = [
        f"- {join([code(response.status_code), author_markdown.inline(response.description or response.summary)])}"
        for response in view.responses
    ]
    if lines:
        parts += [strong(text(plural(len(lines), "Response"))), "\n".join(lines)]
    for response in view.responses:
        if response.headers:
            parts += [strong(text(f"Headers of {response.status_code}")), row_table(response.headers)]
        parts += [
            blocks(_media_line(f"Response {response.status_code}", media), row_table(media.rows))
            for media in response.media
            if media.rows
        ]
        parts += [
            text(f"Response {response.status_code} has the same fields as {media.same_as}.")
            for media in response.media
            if media.same_as
        ]
    return parts


def _media_line(words: str, media: MediaView) -> Markdown:
    return join([strong(text(words)), *map(code, media.media_types), text(media.type)])


def security_line(lines: Sequence[SecurityLine]) -> Markdown:
    """Return the alternatives of an operation's security on one line; nothing when there are none."""
    if not lines:
        return EMPTY
    shown = []
    for line in lines:
        uses = [
            join([text(f"{use.key} ({use.kind})"), *([text("with"), *map(code, use.scopes)] if use.scopes else [])])
            for use in line.uses
        ]
        shown.append(join(uses, " and ") if uses else text("no credential"))
    return join([text("Authorization:"), join(shown, " or ")])


def row_table(rows: Sequence[Row]) -> Block:
    """Return rows as a table of name, type and description."""
    return table(("Name", "Type", "Description"), ([_name(row), _type(row), _about(row)] for row in rows))


def _name(row: Row) -> Markdown:
    if row.kind == "field":
        return join([code(row.path), *([text("required")] if row.required else [])])
    return EMPTY if row.kind == "note" else join([*map(text, row.labels), strong(text(row.name))])


def _type(row: Row) -> Markdown:
    return text(", ".join(part for part in (row.type if row.type != row.name else "", row.location) if part))


def _about(row: Row) -> Markdown:
    if row.kind == "note":
        return text(f"{row.name}: see {row.component}" if row.component else row.name)
    parts: list[Markdown] = []
    if row.deprecated:
        parts.append(text("Deprecated."))
    parts.append(author_markdown.inline(row.description))
    if row.kind == "field":
        parts += [text(f"{label}.".capitalize()) for label in row.labels]
    if row.default is not None:
        parts.append(_sentence(text("Default"), code(row.default) or text("empty")))
    for fact in row.facts:
        shown = [code(value) if fact.code else text(value) for value in fact.values[:40]]
        parts.append(_sentence(text(fact.label), join(shown, ", ")))
    parts += [join([code(note.value), text(note.note)]) for note in row.enum_notes]
    if row.component:
        parts.append(text(f"Fields of {row.component}."))
    if row.repeats:
        parts.append(text(f"Repeats {row.repeats}."))
    return join(parts)


def _sentence(*parts: Markdown) -> Markdown:
    return Markdown(f"{join(parts)}.")


def block_markdown(
    operation: Operation, *, tabs: Sequence[CodeExample], base_url: str = "", rate: RateLimit | None = None
) -> str:
    """Return one `ApiBlock` as Markdown."""
    rows = [
        Row(
            p.name, p.name, type=p.type or "", location=p.location, required=p.required, default=p.default_value,
            deprecated=bool(p.deprecated), description=p.description or "No description provided.",
        )
        for p in operation.parameters if p.location in ("query", "header")
    ]  # fmt: skip
    note = f" ({rate.note})" if rate is not None and rate.note else ""
    answers = [
        blocks(code(response.status_code), fence(response.example_body, "json") if response.example_body else "")
        for response in operation.responses
    ]
    return (
        blocks(
            heading(4, title_line(operation.method, base_url.rstrip("/") + operation.path)),
            text("Deprecated") if operation.deprecated else "",
            text(operation.deprecation_note or ""),
            text(operation.summary or operation.description or ""),
            text(f"{rate.requests} requests / {rate.window}{note}") if rate is not None else "",
            row_table(rows),
            *(blocks(text(tab.label), fence(tab.code, tab.language)) for tab in tabs),
            *answers,
        )
        + "\n"
    )


def row_markdown(row: Row) -> str:
    """Return one field as a line of Markdown."""
    return join([_name(row), _type(row), _about(row)]) + "\n"


def error_markdown(error: SourceError) -> str:
    """Return the banner of a source that could not be loaded."""
    return blocks(strong(text(error.title)), code(error.source), text(error.sentence)) + "\n"
