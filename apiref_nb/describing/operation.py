"""One operation as a reader meets it: title, card, rows beside the card, security, callbacks, problems.

In: an `ApiOperation` and the page it stands on. Out: an `OperationView` of plain values. HTML, Markdown and text are
written from it, so that they name the same things.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from apiref_nb.describing.row import Direction, Row, content_of, field_row
from apiref_nb.describing.rows import Rows
from apiref_nb.describing.security import SecurityLine, security_lines
from apiref_nb.describing.types import Fact, bare_text, type_label
from apiref_nb.model import (
    MISSING,
    ApiHeader,
    ApiLink,
    ApiOperation,
    ApiParameter,
    ApiRequestBody,
    ApiResponse,
    Callback,
    CodeExample,
    ExternalDocs,
    MediaType,
    Operation,
    Problem,
    Schema,
    Server,
    merged,
)
from apiref_nb.samples.document import request_tabs
from apiref_nb.samples.importing import block_operation
from apiref_nb.samples.media import media_sample
from apiref_nb.samples.session import Direction as Way
from apiref_nb.samples.session import SampleSession

LOCATION_TITLES = (
    ("path", "Path parameters"),
    ("query", "Query parameters"),
    ("querystring", "Query string"),
    ("header", "Header parameters"),
    ("cookie", "Cookie parameters"),
)
"""Parameter location and the title of its rows, in the order of the page."""


@dataclass(frozen=True, slots=True)
class Panel:
    """One sample body as a card prints it."""

    label: str
    """Tab text: name of the example, media type, or both; empty when there is nothing to tell apart."""
    text: str
    grammar: str
    """`json`, `text`, ..."""
    note: str = ""
    """The author's words for the example."""
    flag: str = ""
    """What is wrong with the example, when it fails its schema."""


@dataclass(frozen=True, slots=True)
class MediaView:
    """One representation of a body: its type and its fields."""

    media_types: tuple[str, ...]
    """As written; several when they hold the same fields."""
    type: str
    """Type of the whole, such as `Pet[]`."""
    rows: tuple[Row, ...]
    streamed: bool = False
    """True when the rows describe one item of a stream."""
    notes: tuple[str, ...] = ()
    """How single parts of the body travel, where the document says so."""
    same_as: str = ""
    """Status code of the response above that holds the same fields; `rows` is empty then."""
    root: Row | None = None
    """What limits the whole value, and the author's words for it; None when there is nothing to say."""


@dataclass(frozen=True, slots=True)
class BodyView:
    """The request body."""

    required: bool
    description: str
    media: tuple[MediaView, ...]


@dataclass(frozen=True, slots=True)
class ResponseView:
    """One documented answer."""

    status_code: str
    summary: str
    description: str
    headers: tuple[Row, ...]
    media: tuple[MediaView, ...]
    links: tuple[ApiLink, ...]


@dataclass(frozen=True, slots=True)
class OperationView:
    """All that a page says about one operation, in page order."""

    operation: ApiOperation
    title: str
    """Summary, else a short description, else the operationId, else method and path."""
    description: str
    """Markdown of the author; empty when the title says it all."""
    card: Operation | None
    """The same operation as `ApiBlock` takes it; None when it could not be read."""
    base_url: str
    body_panels: tuple[Panel, ...]
    """Sample request bodies: every published example of every representation."""
    response_panels: tuple[tuple[Panel, ...], ...]
    """For each response, its sample bodies; empty for a response without a body."""
    tabs: tuple[CodeExample, ...]
    """Request samples: cURL first, then Python, then the author's own."""
    parameters: tuple[tuple[str, tuple[Row, ...]], ...]
    """(title, rows) by location."""
    body: BodyView | None
    responses: tuple[ResponseView, ...]
    security: tuple[SecurityLine, ...]
    servers: tuple[Server, ...]
    """Only where they differ from the document's."""
    callbacks: tuple[Callback, ...]
    external_docs: ExternalDocs | None
    problems: tuple[Problem, ...]


def title_of(operation: ApiOperation) -> str:
    """Return what the operation is called on the page; never empty."""
    if operation.summary:
        return operation.summary
    first = operation.description.strip().split("\n", 1)[0].strip()
    if first and len(first) <= 80 and not first.startswith(("#", "<", "|", "```", "!", "[")):
        return first
    return operation.operation_id or operation.key


def describe_operation(
    operation: ApiOperation, *, rows: Rows, session: SampleSession, servers: tuple[Server, ...] = ()
) -> OperationView:
    """Return the view of one operation.

    Args:
        operation: the operation.
        rows: the row maker of the page.
        session: the sample maker of the page.
        servers: the document's servers; an operation that has the same ones does not repeat them.
    """
    title = title_of(operation)
    body = operation.request_body
    described = operation.description.strip()
    base_url = next((server.resolved for server in operation.servers if server.resolved), "")
    return OperationView(
        operation=operation,
        title=title,
        description="" if described in (title, title.rstrip(".")) else described,
        card=None if operation.broken else block_operation(operation, session=session),
        base_url=base_url,
        body_panels=panels(body.content, "request", session) if body is not None else (),
        response_panels=tuple(panels(response.content, "response", session) for response in operation.responses),
        tabs=() if operation.broken else request_tabs(operation, session=session),
        parameters=_parameters(operation, rows),
        body=_body(body, rows) if body is not None else None,
        responses=_responses(operation.responses, rows),
        security=security_lines(operation.security),
        servers=() if operation.servers == servers else operation.servers,
        callbacks=operation.callbacks,
        external_docs=operation.external_docs,
        problems=operation.problems,
    )


def panels(content: tuple[MediaType, ...], direction: Way, session: SampleSession) -> tuple[Panel, ...]:
    """Return the sample bodies of every representation, the published examples verbatim."""
    made: list[Panel] = []
    types: list[list[str]] = []
    for media in content:
        samples = media_sample(media, direction=direction, session=session)
        for sample in samples[:EXAMPLES_SHOWN]:
            named = sample.summary or ("" if len(samples) == 1 and sample.name.lower() in EMPTY_NAMES else sample.name)
            note = sample.description if sample.description != named else ""
            panel = Panel(named, sample.text, sample.language, note, sample.problem)
            if panel in made:
                # Two representations whose samples are the same text are told once.
                types[made.index(panel)].append(media.media_type)
            else:
                made.append(panel)
                types.append([media.media_type])
    if len(content) == 1:
        return tuple(made)
    return tuple(
        replace(panel, label=" · ".join(filter(None, (panel.label, ", ".join(names)))))
        for panel, names in zip(made, types, strict=True)
    )


EMPTY_NAMES = frozenset({"default", "example", "request", "response"})
"""Keys of a lone example that tell a reader nothing; `default` beside a status would even look like another status."""
EXAMPLES_SHOWN = 12
"""Named examples of one representation that a card shows."""


def _parameters(operation: ApiOperation, rows: Rows) -> tuple[tuple[str, tuple[Row, ...]], ...]:
    found = []
    for location, heading in LOCATION_TITLES:
        made: list[Row] = []
        for parameter in operation.parameters:
            if parameter.location == location:
                made += _parameter(parameter, rows)
        if made:
            found.append((heading, tuple(made)))
    return tuple(found)


def _parameter(parameter: ApiParameter, rows: Rows) -> tuple[Row, ...]:
    media = parameter.media_type
    schema = media.schema if media is not None else parameter.schema
    head = _named(
        parameter.name, schema, parameter.location, parameter.description,
        required=parameter.required, deprecated=parameter.deprecated,
    )  # fmt: skip
    head = replace(head, facts=(*head.facts, *_parameter_facts(parameter)))
    if schema is None or content_of(merged(schema)) is None:
        return (head,)
    return (head, *(_below(row, parameter.name) for row in rows.of(schema, "request")))


SEPARATORS = {
    "form": "a,b",
    "simple": "a,b",
    "spaceDelimited": "a b",
    "pipeDelimited": "a|b",
    "tabDelimited": "a\u21e5b",
}
"""Style -> how two values stand in one text when they are not exploded."""


def _parameter_facts(parameter: ApiParameter) -> tuple[Fact, ...]:
    """Return what a caller has to know to write the parameter, where it is not what everyone expects."""
    found = []
    media = parameter.media_type
    if media is not None:
        found.append(Fact("Written as", (media.media_type,)))
    schema = merged(parameter.schema) if parameter.schema is not None else None
    several = schema is not None and not {"array", "object"}.isdisjoint(schema.types)
    if several and media is None and parameter.location in ("query", "cookie"):
        if parameter.style == "deepObject":
            found.append(Fact("Written as", (f"{parameter.name}[a]=1",)))
        elif not parameter.explode and parameter.style in SEPARATORS:
            found.append(Fact("Written as", (f"{parameter.name}={SEPARATORS[parameter.style]}",)))
    said = [("may be empty", parameter.allow_empty), ("reserved characters stay as they are", parameter.allow_reserved)]
    found += [Fact("In the address", (words,), code=False) for words, holds in said if holds]
    examples = (*parameter.examples, *(media.examples if media is not None else ()))
    values = [e.serialized or bare_text(e.value) for e in examples if e.serialized or e.value is not MISSING]
    if values:
        found.append(Fact("Example" if len(values) == 1 else "Examples", tuple(values[:EXAMPLES_SHOWN])))
    return tuple(found)


def _below(row: Row, name: str) -> Row:
    joined = row.path if row.path.startswith("[") else f".{row.path}" if row.path else ""
    return Row(
        row.name, f"{name}{joined}", row.depth + 1, row.kind, row.type, "", row.required, row.deprecated, row.default,
        row.description, row.facts, row.enum_notes, row.labels, row.component, row.repeats,
    )  # fmt: skip


def _named(
    name: str, schema: Schema | None, location: str, description: str, *, required: bool, deprecated: bool
) -> Row:
    if schema is None:
        return Row(name, name, location=location, required=required, deprecated=deprecated, description=description)
    folded = merged(schema)
    row = field_row(
        name, folded, location=location, required=required, deprecated=deprecated, description=description,
        direction="request",
    )  # fmt: skip
    item = folded.items
    if row.default is None and item is not None and "default" in merged(item):
        return Row(
            row.name, row.path, row.depth, row.kind, row.type, row.location, row.required, row.deprecated,
            bare_text(merged(item).get("default")), row.description, row.facts, row.enum_notes, row.labels,
        )  # fmt: skip
    return row


def _body(body: ApiRequestBody, rows: Rows) -> BodyView:
    return BodyView(body.required, body.description, _media_of(body.content, rows, "request"))


def _media_of(content: tuple[MediaType, ...], rows: Rows, direction: Direction) -> tuple[MediaView, ...]:
    """Return the representations; those that hold the same fields are told once."""
    made: dict[tuple[object, ...], MediaView] = {}
    for media in content:
        view = _media(media, rows, direction)
        key = (view.type, id(view.rows) if view.rows else None, view.streamed, view.notes, view.root)
        known = made.get(key)
        made[key] = view if known is None else replace(known, media_types=(*known.media_types, media.media_type))
    return tuple(made.values())


def _media(media: MediaType, rows: Rows, direction: Direction) -> MediaView:
    schema = media.item_schema or media.schema
    root = None
    if schema is not None:
        root = field_row("", merged(schema), direction=direction)
        if not (root.facts or root.enum_notes or root.description or root.default is not None):
            root = None
    return MediaView(
        (media.media_type,),
        type_label(schema),
        rows.of(schema, direction) if schema is not None else (),
        streamed=media.item_schema is not None,
        notes=_encoding_notes(media),
        root=root,
    )


def _encoding_notes(media: MediaType) -> tuple[str, ...]:
    named = [(f"{name} travels", encoding) for name, encoding in media.encoding]
    named += [(f"Part {index + 1} travels", encoding) for index, encoding in enumerate(media.prefix_encoding)]
    if media.item_encoding is not None:
        named.append(
            ("Each further part travels" if media.prefix_encoding else "Each part travels", media.item_encoding)
        )
    notes = []
    for words, encoding in named:
        said = [f"as {encoding.content_type}"] if encoding.content_type else []
        if encoding.style:
            said.append(f"in style {encoding.style}")
        if encoding.explode is False and encoding.style in ("", "form"):
            said.append("with its values in one text (a,b)")
        if encoding.allow_reserved:
            said.append("with reserved characters as they are")
        if encoding.headers:
            said.append(f"with {', '.join(header.name for header in encoding.headers)}")
        if said:
            notes.append(f"{words} {' '.join(said)}.")
    return tuple(notes)


def _responses(responses: tuple[ApiResponse, ...], rows: Rows) -> tuple[ResponseView, ...]:
    """Return the answers; fields that an answer shares with one above it are told once."""
    told: dict[tuple[int, str], str] = {}
    made = []
    for response in responses:
        media = []
        for view in _media_of(response.content, rows, "response"):
            above = told.setdefault((id(view.rows), view.type), response.status_code) if view.rows else ""
            repeated = above not in ("", response.status_code)
            media.append(replace(view, rows=(), same_as=above) if repeated else view)
        headers = tuple(header_row(header) for header in response.headers)
        made.append(
            ResponseView(
                response.status_code, response.summary, response.description, headers, tuple(media), response.links
            )
        )
    return tuple(made)


def header_row(header: ApiHeader) -> Row:
    """Return the row of a response header, with its first example among the facts when there is one."""
    row = _named(
        header.name, header.schema, "", header.description, required=header.required, deprecated=header.deprecated
    )
    values = [bare_text(example.value) for example in header.examples if example.value is not MISSING]
    if values and row.default is None and not row.facts:
        return Row(
            row.name, row.path, type=row.type, required=row.required, deprecated=row.deprecated,
            description=row.description, facts=(Fact("Example", (values[0],)),), labels=row.labels,
        )  # fmt: skip
    return row
