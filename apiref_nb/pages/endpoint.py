"""One endpoint as Markdown for a page: what it does, what it takes, what it answers, one request and one answer.

In: an `OperationView`. Out: the source of one Markdown cell. The words are those of every other output format; long
samples and the fields of an answer are folded away, so that the page reads from top to bottom.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from apiref_nb.describing import BodyView, CallbackView, MediaView, OperationView, SchemaView, wording
from apiref_nb.describing.lines import problem_line
from apiref_nb.model import ApiOperation
from apiref_nb.pages.limits import LIMITS
from apiref_nb.pages.rows import REQUIRED, RowTables
from apiref_nb.requests.languages import LANGUAGES
from apiref_nb.requests.media_samples import media_sample
from apiref_nb.requests.sample_plan import sample_plan
from apiref_nb.schemas import SampleSession
from apiref_nb.writing.author_markdown import blocks, inline, said
from apiref_nb.writing.markdown_operation import (
    SAMPLE_REQUEST,
    SAMPLE_RESPONSE,
    asked_lines,
    headers_of,
    media_line,
    no_sample,
    same_line,
    typical,
)
from apiref_nb.writing.markdown_text import (
    EMPTY,
    Markdown,
    badge,
    code,
    details,
    emphasis,
    fence,
    framed,
    heading,
    join,
    left_table,
    strong,
    text,
)


class PageWriter:
    """Writes the endpoints and schemas of one API.

    Args:
        session: the sample maker of the document.
        place_of: name of a schema that a table refers to -> the address of its place.
        base_url: where the API answers, in the samples; empty leaves it to the document.
    """

    def __init__(self, session: SampleSession, place_of: Callable[[str], str], *, base_url: str = "") -> None:
        self._session = session
        self._base_url = base_url
        self._rows = RowTables(place_of)
        # Keyed by identity, for the row maker gives the same rows for the same schema; kept beside it, so that the id
        # stays theirs.
        self._listed: dict[int, tuple[object, str]] = {}

    def begin_page(self) -> None:
        """Forget which fields were listed: each page is complete by itself."""
        self._listed = {}

    def endpoint(self, view: OperationView) -> str:
        """Return the Markdown of one endpoint."""
        operation = view.operation
        parts = [heading(2, view.title), endpoint_line(operation)]
        if view.operation.broken:
            parts += [f"> {said(problem_line(problem))}" for problem in view.problems]
            return _joined(parts)
        parts += [f"> {said(view.deprecation)}"] if view.deprecation else []
        parts += [blocks(view.description), said(view.external_docs), *asked_lines(view)]
        parts += [*self._parameters(view), *self._body(view.body)]
        parts += [_responses(view), self._answer_fields(view), *self._callbacks(view)]
        parts += _samples(operation, self._session, self._base_url)
        return _joined(parts)

    def schema(self, view: SchemaView) -> str:
        """Return the Markdown of one schema that the tables refer to."""
        return _joined([heading(2, view.name), text(view.kind), blocks(view.description), self._rows.table(view.rows)])

    def sent(self, view: CallbackView) -> list[str]:
        """Return the Markdown of what the API sends to a caller: what it says, what it carries, and what it expects."""
        return [
            blocks(view.description),
            *self._parameters(view),
            *self._body(view.body, "Body"),
            *(_sample("Sample body", fence(panel.text, panel.grammar)) for panel in view.samples[:1]),
            said(view.expects),
        ]

    def _callbacks(self, view: OperationView) -> list[str]:
        rows = [(join([badge(one.method), code(one.expression)]), inline(one.title)) for one in view.callbacks]
        folds = (details(f"{one.method} {one.expression}", *self.sent(one)) for one in view.callbacks)
        table = left_table((wording.CALLBACK, "What it tells"), rows)
        return [strong(text(f"{wording.CALLBACK}s")), table, *folds] if rows else []

    def _parameters(self, view: OperationView | CallbackView) -> list[str]:
        return [part for title, rows in view.parameters for part in (strong(text(title)), self._rows.table(rows))]

    def _body(self, body: BodyView | None, words: str = wording.REQUEST_BODY) -> list[str]:
        if body is None or not body.media:
            return []
        media, *others = body.media
        note = REQUIRED if body.required else EMPTY
        parts = [media_line(words, media, note), inline(body.description), *self._fields(media)]
        for other in others:
            fields = [part for part in self._fields(other) if part]
            parts.append(details(_summary(f"{words} as", other), *fields) if fields else media_line("or", other))
        return parts

    def _fields(self, media: MediaView) -> list[str]:
        """What holds for a whole body, its fields, and how single parts of it travel."""
        whole = self._rows.about(media.root) if media.root is not None else EMPTY
        return [whole, self._rows.table(media.rows), *map(text, media.notes)]

    def _answer_fields(self, view: OperationView) -> str:
        """The fields and headers of every answer that has any, folded away."""
        parts: list[str] = []
        same: dict[str, list[str]] = {}
        for response in view.responses:
            if response.headers:
                parts.append(headers_of(response))
                parts.append(self._rows.table(response.headers))
            for media in response.media:
                if media.same_as:
                    same.setdefault(media.same_as, []).append(response.status_code)
                elif media.rows or media.notes or media.root is not None:
                    parts += self._answer(view, response.status_code, media)
            parts += [said(one) for one in response.links]
        parts += [same_line(status, tuple(dict.fromkeys(others))) for status, others in same.items()]
        return details("Fields of the responses", *parts)

    def _answer(self, view: OperationView, status: str, media: MediaView) -> list[str]:
        """The fields of one answer; the same ones are listed once on a page."""
        _, first = self._listed.setdefault(id(media.rows), (media.rows, view.title)) if media.rows else ((), view.title)
        if first != view.title:
            return [media_line(status, media, text("with the fields under"), emphasis(text(first)))]
        return [media_line(status, media), *self._fields(media)]


def endpoint_line(operation: ApiOperation) -> Markdown:
    """Return method and path as a line of their own."""
    return join([badge(operation.method), code(operation.path)])


def _joined(parts: Iterable[str]) -> str:
    return "\n\n".join(part for part in parts if part)


def _summary(words: str, media: MediaView) -> str:
    return " ".join(filter(None, (words, ", ".join(media.media_types), media.type)))


def _responses(view: OperationView) -> str:
    rows = []
    for response in view.responses:
        names = [name for media in response.media for name in media.media_types]
        body = join(map(code, names[: LIMITS.max_media_types]), ", ")
        kind = text(response.media[0].type) if response.media else EMPTY
        rows.append((code(response.status_code), inline(response.summary or response.description), join([body, kind])))
    made = left_table(("Status", "Meaning", "Body"), rows)
    return f"{strong(text(f'{wording.RESPONSE}s'))}\n\n{made}" if made else ""


def _samples(operation: ApiOperation, session: SampleSession, base_url: str) -> list[str]:
    plan = sample_plan(operation, session=session, base_url=base_url)
    # Python has a cell of its own, which runs.
    first, *others = (language for language in LANGUAGES.values() if language.grammar != "python")
    parts = [_sample(SAMPLE_REQUEST, fence(first.write(plan), first.grammar))]
    parts += [details(text(f"In {other.label}"), fence(other.write(plan), other.grammar)) for other in others]
    responses = typical(operation.responses)
    for response in responses:
        for media in response.content:
            samples = media_sample(media, direction="response", session=session)
            if samples and samples[0].text:
                shown = fence(samples[0].text, samples[0].language if samples[0].language != "text" else "")
                warning = [emphasis(text(samples[0].problem))] if samples[0].problem else []
                return [*parts, *warning, _sample(SAMPLE_RESPONSE, shown, response.status_code, media.media_type)]
    return parts + [no_sample(response.status_code) for response in responses[:1] if not response.content]


def _sample(title: str, block: str, *about: str) -> str:
    lines = block.count("\n") - 1
    if lines > LIMITS.max_open_lines:
        return details(" ".join([title, *about, f"· {lines} lines"]), block)
    return f"{join([strong(text(title)), *map(code, about)])}\n\n{framed(block)}"
