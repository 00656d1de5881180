"""One operation as a reader meets it: title, card, rows beside the card, security, callbacks, problems.

In: an `ApiOperation` and the page it stands on. Out: an `OperationView` of plain values. HTML, Markdown and text are
written from it, so that they name the same things.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import dataclass, replace

from apiref_nb.describing.bodies import BodyView, ResponseView, describe_body, describe_responses
from apiref_nb.describing.card import Answer, Card, Panel
from apiref_nb.describing.lines import deprecation_line, docs_line, joined, security_line, servers_line
from apiref_nb.describing.parameters import describe_parameters
from apiref_nb.describing.prose import read_line
from apiref_nb.describing.prose_tree import Code, Line, Text
from apiref_nb.describing.row import Row, admits_nothing
from apiref_nb.describing.row_room import RowLimits
from apiref_nb.describing.rows import Rows
from apiref_nb.describing.sharing import LIMITS
from apiref_nb.model import ApiOperation, ApiResponse, Callback, MediaType, Problem, Server
from apiref_nb.requests.media_samples import media_sample
from apiref_nb.requests.sample_plan import request_tabs
from apiref_nb.requests.security import operation_auth
from apiref_nb.schemas.session import Direction as Way
from apiref_nb.schemas.session import SampleSession


@dataclass(frozen=True, slots=True)
class CallbackView:
    """A request that the API sends to the caller, as a callback or a webhook: what it is, and what it carries."""

    expression: str
    """Where it goes; of a webhook its name."""
    method: str
    title: str
    """Summary, else the first line of the description, else the name."""
    description: str
    """Markdown of the author; empty when the title says it all."""
    parameters: tuple[tuple[str, tuple[Row, ...]], ...]
    """(title, rows) by location."""
    body: BodyView | None
    samples: tuple[Panel, ...]
    """What the body looks like; the published examples verbatim."""
    expects: Line
    """Status codes and words of what the API expects back; empty where the document says nothing."""


@dataclass(frozen=True, slots=True)
class OperationView:
    """All that a page says about one operation, in page order."""

    operation: ApiOperation
    title: str
    """Summary, else a short description, else the operationId, else method and path."""
    description: str
    """Markdown of the author; empty when the title says it all."""
    card: Card | None
    """Its head and its samples; None when it could not be read."""
    parameters: tuple[tuple[str, tuple[Row, ...]], ...]
    """(title, rows) by location."""
    body: BodyView | None
    responses: tuple[ResponseView, ...]
    security: Line
    """What it asks for; empty where that is nothing."""
    servers: Line
    """Its own addresses; empty where they are the document's."""
    callbacks: tuple[CallbackView, ...]
    external_docs: Line
    deprecation: Line
    """That it is deprecated, and the author's words for it; empty for any other."""
    problems: tuple[Problem, ...]


_PARAGRAPH_TAG = re.compile(r"<[/]?[pP]\s*>")
_SENTENCE_GOES_ON = re.compile(r"[^\W\d_]")
"""How the second line begins where the first is the half of a sentence, as in a docstring that was wrapped."""
_MARKUP = re.compile(r"<[A-Za-z/!]|\]\(")


def title_of(operation: ApiOperation) -> str:
    """Return what the operation is called on the page; never empty."""
    if operation.summary:
        return operation.summary
    first, _, rest = _PARAGRAPH_TAG.sub("", operation.description).strip().partition("\n")
    first = first.strip()
    if _SENTENCE_GOES_ON.match(rest) and first[-1:] not in tuple(".:!?") and operation.operation_id:
        return operation.operation_id
    if first and len(first) <= 80 and not first.startswith(("#", "|", "```", "!", "[")) and not _MARKUP.search(first):
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
    responses = describe_responses(operation.responses, rows, session, key=operation.key)
    described = operation.description.strip()
    if not operation.summary and described.startswith(f"{title}\n"):
        described = described.removeprefix(title).strip()  # the title has said it
    return OperationView(
        operation=operation,
        title=title,
        description="" if _PARAGRAPH_TAG.sub("", described).strip() in (title, title.rstrip(".")) else described,
        card=None if operation.broken else _card(operation, title, session, rows, responses),
        parameters=describe_parameters(operation, rows, session),
        body=_body(operation, rows),
        responses=responses,
        security=security_line(operation.security),
        servers=() if operation.servers == servers else servers_line(operation.servers),
        callbacks=tuple(describe_callback(callback, rows, session) for callback in operation.callbacks),
        external_docs=docs_line(operation.external_docs),
        deprecation=deprecation_line(operation),
        problems=operation.problems,
    )


def operation_card(operation: ApiOperation, base_url: str = "") -> Card:
    """Return the card of a document's operation that stands alone: it lists query and header parameters itself.

    Args:
        operation: any operation.
        base_url: put before the path in the place of the document's server.
    """
    rows, session = Rows(RowLimits(depth=6, rows=160)), SampleSession()
    told = (held for _, held in describe_parameters(operation, rows, session))
    return replace(
        _card(operation, operation.summary, session, rows, base_url=base_url),
        description=operation.description,
        rows=tuple(row for held in told if held[0].location in ("query", "header") for row in held),
    )


def _card(
    operation: ApiOperation,
    title: str,
    session: SampleSession,
    rows: Rows,
    told: tuple[ResponseView, ...] = (),
    *,
    base_url: str = "",
) -> Card:
    body = operation.request_body
    return Card(
        operation.method, operation.path, base_url or operation.prefix,
        # The description stands beside the card, with its markup; the card takes the title instead.
        title if title != operation.key else "", "", operation.deprecated, operation.deprecation_note,
        operation_auth(operation), request_tabs(operation, session=session, base_url=base_url),
        panels(body.content, "request", session) if body is not None else (),
        _answers(operation, session, rows, {one.status_code for one in told if one.elsewhere}),
    )  # fmt: skip


def _answers(
    operation: ApiOperation, session: SampleSession, rows: Rows, told_elsewhere: Collection[str]
) -> tuple[Answer, ...]:
    """Return the answers of a card; samples that are shown above, or that many answers share, are referred to.

    Answers that stand with another operation are left out: the line beside the card that names them leads there.

    Args:
        operation: any operation.
        session: the sample maker of the page.
        rows: the row maker of the page.
        told_elsewhere: status codes of these.
    """
    told: dict[tuple[Panel, ...], str] = {}
    made: list[Answer] = []
    responses = operation.responses
    for response in responses:
        status, bodiless = response.status_code, len(responses) > 1 and not response.content
        if status in told_elsewhere:
            continue
        component = _shared_sample(response, rows)
        shown = () if component else panels(response.content, "response", session)
        above = (
            told.setdefault(shown, status)
            if shown and len(shown[0].text) > LIMITS.max_sample_in_place_characters
            else status
        )
        repeated = above if above != status else ""
        elsewhere = "" if repeated else _shown_elsewhere(shown, operation.key, rows)
        kept = () if repeated or elsewhere else shown
        made.append(Answer(status, response.summary, kept, bodiless, repeated, component, elsewhere))
    return tuple(made)


def _shown_elsewhere(samples: tuple[Panel, ...], key: str, rows: Rows) -> str:
    """Return the key of the operation that shows the same long samples on a large page, else an empty string."""
    if not rows.sharing.is_large or sum(len(one.text) for one in samples) < LIMITS.max_samples_repeated_characters:
        return ""
    first = rows.first_told(rows.view(("samples", samples), samples), key)
    return first if first != key else ""


def _shared_sample(response: ApiResponse, rows: Rows) -> str:
    """Return the component whose sample stands in the list of schemas, for many operations answer with it.

    What a call answers when it works is shown in its place, but on a very large page.
    """
    in_place = response.status_code.startswith("2") and not rows.sharing.is_very_large
    made = [media.schema for media in response.content if not media.examples]
    if in_place or not made or len(made) < len(response.content) or len({*map(id, made)}) > 1:
        return ""
    schema = made[0]
    if schema is None or not schema.name or not rows.sharing.has(schema) or not rows.link(schema):
        return ""
    rows.sampled[schema.name] = None
    return schema.name


def _body(operation: ApiOperation, rows: Rows) -> BodyView | None:
    """Return what the request carries; nothing for a GET whose body may hold nothing, as generators declare one."""
    if operation.request_body is None:
        return None
    view = describe_body(operation.request_body, rows, key=operation.key)
    empty = all(not media.rows and media.root is not None and admits_nothing(media.root) for media in view.media)
    return None if empty and operation.method in ("GET", "HEAD") and not view.description else view


def describe_callback(callback: Callback | ApiOperation, rows: Rows, session: SampleSession) -> CallbackView:
    """Return the view of what the API sends to a caller.

    Args:
        callback: of an operation, or a webhook.
        rows: the row maker of the page.
        session: the sample maker of the page.
    """
    body, title, described = callback.request_body, callback.summary, callback.description.strip()
    if isinstance(callback, ApiOperation):
        expression, name = callback.path, callback.operation_id
    else:
        expression, name = callback.expression, callback.name
    if not title:
        title, _, described = described.partition("\n")
    elif described == title:
        described = ""
    answers = [
        joined([(Code(one.status_code),), read_line(one.description or one.summary)], " ") for one in callback.responses
    ]
    return CallbackView(
        expression, callback.method, title or name, described.strip(),
        describe_parameters(callback, rows, session),
        # What the API sends is to the caller what an answer is: fields that only the server writes are in it.
        describe_body(body, rows, "response") if body is not None else None,
        panels(body.content, "response", session) if body is not None else (),
        (Text("It expects "), *joined(answers, "; ")) if answers else (),
    )  # fmt: skip


def panels(content: tuple[MediaType, ...], direction: Way, session: SampleSession) -> tuple[Panel, ...]:
    """Return the sample bodies of every representation, the published examples verbatim.

    Args:
        content: the representations of one body, in document order.
        direction: which way the body travels; read-only and write-only fields differ.
        session: the sample maker of the page.
    """
    made: list[Panel] = []
    types: list[list[str]] = []
    for media in content:
        samples = media_sample(media, direction=direction, session=session)
        for sample in samples:
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
        panel._replace(label=" · ".join(filter(None, (panel.label, ", ".join(names)))))
        for panel, names in zip(made, types, strict=True)
    )


EMPTY_NAMES = frozenset({"default", "example", "request", "response"})
"""Keys of a lone example that tell a reader nothing; `default` beside a status would even look like another status."""
