"""One operation of a document: its card, and beside it the rows that a card does not hold.

In: an `OperationView`. Out: a fragment with its border. The reference and the interactive view call it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Literal

from apiref_nb.describing import (
    BodyView,
    CallbackView,
    MediaView,
    OperationView,
    ResponseView,
    plural,
    wording,
)
from apiref_nb.describing.lines import problem_line
from apiref_nb.model import Problem
from apiref_nb.writing.html import prose
from apiref_nb.writing.html.card import CardWriter, method_badge, render_frame, status_chip
from apiref_nb.writing.html.limits import LIMITS
from apiref_nb.writing.html.markup import EMPTY, Html, element, fragment, joined, placed, within
from apiref_nb.writing.html.palette import frame_style, method_colour
from apiref_nb.writing.html.rows import TOP, RowWriter, SchemaHref, location_chip, no_schemas, spaced

_beside = element("div", "ar-beside")
_label = element("b", "ar-label")
_type = element("i")
_code = element("code")
_required = element("b")
_response = element("div", "ar-response")
_response_head = element("p")
_text = element("span")
_quiet = element("div", "ar-quiet")
_media_line = element("div", "ar-media")
_security = element("div", "ar-security")
_strong = element("b")
_problem = element("div", "ar-problem")
_broken = element("div", "ar-op ar-listed")
_head = element("div", "ar-head")
_path = element("code", "ar-path")
_more = element("details", "ar-more")
_summary = element("summary")
_link = element("a")


class _Located(dict[tuple[str, str], Html]):
    """(location, title) -> the heading of parameters that travel there."""

    def __missing__(self, key: tuple[str, str]) -> Html:
        made = self[key] = _label(location_chip(*key))
        return made


class OperationWriter:
    """Writes the operations of one page: what several of them say is written once.

    Args:
        schema_href: leads to the components that rows refer to.
        words_href: see `RowWriter`.
        operation_href: see `answer_body`.
        fold: True folds long lists of fields, as a large reference does.
        plain: see `CardWriter`.
        level: likewise.
    """

    def __init__(
        self,
        schema_href: SchemaHref = no_schemas,
        *,
        words_href: SchemaHref = no_schemas,
        operation_href: SchemaHref = no_schemas,
        fold: bool = False,
        plain: bool = False,
        level: Literal[2, 3, 4] = 4,
    ) -> None:
        self.level = level
        self.rows = RowWriter(schema_href, words_href=words_href, plain=plain)
        self.cards = CardWriter(self.rows, plain=plain, level=level, operation_href=operation_href)
        self._fold = fold
        self._responses: dict[tuple[int, bool, bool], tuple[ResponseView, Html]] = {}
        self._located = _Located()
        self._places: dict[int, str] = {}
        """id of rows or of an answer that several operations have -> address of where they stand in full."""

    def operation(self, view: OperationView, *, anchor: str) -> Html:
        """Return one operation of a document with its border.

        Args:
            view: what to say.
            anchor: the id that the table of contents links to; start of every other id of the card.
        """
        if view.card is None:
            return render_broken(view, anchor)
        cards = self.cards
        return render_frame(
            view.card, cards.head(view.card), cards.intro(view.card, _called(view)),
            self.beside(view, anchor=anchor), cards.sample_column(view.card), listed=True, anchor=anchor,
        )  # fmt: skip

    def top(self, view: OperationView) -> Html:
        """Return head, title and description of an operation, to stand above the form of a live view."""
        if view.card is None:
            return problems(view.problems)
        head = self.cards.head(replace(view.card, base_url=""))
        return fragment(head, self.cards.intro(view.card, _called(view)), description(view.description))

    def below(self, view: OperationView, *, anchor: str) -> Html:
        """Return the card of an operation without what `top` says.

        See `operation` for the arguments.
        """
        if view.card is None:
            return EMPTY
        shown = replace(view, description="")
        return render_frame(view.card, self.beside(shown, anchor=anchor), self.cards.sample_column(view.card))

    def beside(self, view: OperationView, *, anchor: str) -> Html:
        """Return what stands beside the card: description, security, every parameter, body and response fields.

        See `operation` for the arguments.
        """
        parts: list[Html] = [problems(view.problems)] if view.problems else []
        if view.description:
            parts.append(description(view.description))
        if view.security:
            parts += [_label(wording.AUTHORIZATION), _security(prose.line(view.security))]
        if view.servers:
            parts.append(_quiet(wording.SERVER, " ", prose.line(view.servers)))
        if view.external_docs:
            parts.append(_quiet(prose.line(view.external_docs)))
        for index, (title, rows) in enumerate(view.parameters):
            made = self.rows.rows(rows, located=False)
            parts += [self._located[rows[0].location, title], placed(made, f"{anchor}-p{index}")]
        if view.body is not None:
            parts.append(self._body(view.body, anchor))
        if view.responses:
            parts.append(_label(wording.RESPONSE, " fields" if _has_fields(view.responses) else "s"))
        first = next((response for response in view.responses if response.status_code.startswith("2")), None)
        above: list[Html] = []
        for index, response in enumerate(view.responses):
            if response.elsewhere:
                # A line each: what stands with an operation above is one block.
                above.append(self._response(response, view.operation.deprecated, shown=False))
                continue
            parts += [_response(joined(above))] if above else []
            above.clear()
            scope = f"{anchor}-f{index}"
            if response.is_target:
                self._places.setdefault(id(response.full), f"#{scope}-top")
            if response.full_headers:
                self._places.setdefault(id(response.full_headers), f"#{scope}-h-top")
            for number, media in enumerate(response.media):
                if media.is_target:
                    self._places.setdefault(id(media.rows), f"#{scope}-m{number}-top")
            made = self._response(response, view.operation.deprecated, shown=response is first)
            parts.append(placed(made, scope))
        parts += [_response(joined(above))] if above else []
        if view.callbacks:
            parts.append(_label(f"{wording.CALLBACK}s"))
            parts += [self.callback(callback, f"{anchor}-k{i}") for i, callback in enumerate(view.callbacks)]
        return _beside(joined(parts)) if parts else EMPTY

    def _sent(self, body: BodyView, scope: str) -> Html:
        return fragment(
            _quiet(prose.inline(body.description)) if body.description else EMPTY,
            [
                fragment(
                    _media_line("Sends ", _media_types(media), self._type(media)),
                    placed(self._fields(media, fold=True, most=LIMITS.max_open_error_rows), f"{scope}-{index}"),
                )
                for index, media in enumerate(body.media)
            ],
        )

    def _body(self, body: BodyView, anchor: str) -> Html:
        parts: list[Html] = []
        for index, media in enumerate(body.media):
            required = _required(wording.REQUIRED) if body.required and index == 0 else EMPTY
            parts.append(
                _label("Body fields" if index == 0 else "or", " ", _media_types(media), self._type(media), required)
            )
            if index == 0 and body.description:
                parts.append(_quiet(prose.inline(body.description)))
            if media.is_target:
                self._places.setdefault(id(media.rows), f"#{anchor}-b{index}-top")
            parts.append(placed(self._fields(media, fold=self._fold), f"{anchor}-b{index}"))
        if not body.media and body.description:
            parts += [_label(wording.REQUEST_BODY), _quiet(prose.inline(body.description))]
        return joined(parts)

    def _type(self, media: MediaView) -> Html:
        return _type(self.rows.breaks[media.words]) if media.words else EMPTY

    def _fields(self, media: MediaView, *, fold: bool, most: int = LIMITS.max_open_rows) -> Html:
        rows = EMPTY
        if media.rows:
            words = ""
            if fold and len(media.rows) > (LIMITS.max_open_rows if media.brief else most):
                count = [row.kind for row in media.rows].count("field")
                words = f"{count} {plural(count, 'field')}"
            above = self._above(media.elsewhere, media.full) if media.elsewhere else EMPTY
            if media.brief:
                rows = self.rows.brief(media.rows, words, above)
            elif above:
                rows = fragment(self.rows.rows(media.rows[:-1], fold=words, most=most), _quiet(above))
            else:
                rows = self.rows.rows(media.rows, fold=words, most=most, is_target=media.is_target)
        return fragment(self.rows.root(media.root), rows, [_quiet(note) for note in media.notes])

    def _above(self, key: str, full: object) -> Html:
        """Return a link to the operation above where something stands in full."""
        return _link(f"{wording.AS_FOR} {key}", href=self._places[id(full)])

    def _response(self, response: ResponseView, deprecated: bool, *, shown: bool) -> Html:
        key = (id(response), deprecated, shown)
        known = self._responses.get(key)
        if known is None:
            # Kept beside it: its id stays its own.
            known = (response, self._answer(response, deprecated, shown=shown))
            if self.rows.keeps(known[1]):
                self._responses[key] = known
        return known[1]

    def _answer(self, response: ResponseView, deprecated: bool, *, shown: bool) -> Html:
        said = response.description or response.summary
        summary = _strong(response.summary) if response.summary and response.summary != said else EMPTY
        words = prose.inline(said) if said else EMPTY
        if response.elsewhere:
            above = self._above(response.elsewhere, response.full)
            words = fragment(spaced([words, _type(self.rows.breaks[response.type]) if response.type else EMPTY, above]))
        # Words without markup are one box of their own.
        shown_here = [summary, _text(words) if "<" in words else words]
        chip = status_chip(response.status_code, deprecated=deprecated)
        head = _response_head(chip, *(piece for part in shown_here if part for piece in (" ", part)))
        if response.elsewhere:
            return head
        parts = [head]
        # What a call answers when it works stays open; the fields of any other answer open on demand.
        most = LIMITS.max_open_rows if shown else LIMITS.max_open_error_rows
        for index, media in enumerate(response.media):
            same = f", the same fields as {media.same_as}" if media.same_as else ""
            parts += [
                _media_line(_media_types(media), self._type(media), same),
                within(self._fields(media, fold=self._fold or not shown, most=most), f"-m{index}"),
            ]
        if response.headers:
            parts.append(within(self._headers(response), "-h"))
        parts += [_quiet(prose.line(link)) for link in response.links]
        return _response(joined(parts), id=TOP if response.is_target else None)

    def _headers(self, response: ResponseView) -> Html:
        rows = response.headers
        if rows[0].kind == "note":
            return _quiet("Headers ", rows[0].name)
        if response.headers_elsewhere:
            above = self._above(response.headers_elsewhere, response.full_headers)
            return fragment(_label("Headers"), self.rows.brief(rows, "", above))
        count = sum(not row.depth for row in rows)
        folded = f"{count} headers" if count > LIMITS.max_open_children else ""
        is_target = bool(response.full_headers)
        made = self.rows.rows(rows, fold=folded, most=LIMITS.max_open_children, is_target=is_target)
        return fragment(EMPTY if folded else _label("Headers"), made)

    def callback(self, callback: CallbackView, scope: str) -> Html:
        """Return what the API sends to a caller, as a callback or a webhook; long lists open on demand.

        Args:
            callback: what it sends.
            scope: start of the ids of rows that other rows repeat; unique on the page.
        """
        told = [
            _quiet(method_badge(callback.method), " ", _code(callback.expression), " ", prose.inline(callback.title))
        ]
        if callback.description:
            told.append(description(callback.description))
        for index, (title, rows) in enumerate(callback.parameters):
            told += [_label(title), placed(self.rows.rows(rows), f"{scope}-p{index}")]
        if callback.body is not None:
            told.append(self._sent(callback.body, scope))
        if callback.samples:
            told.append(_more(_summary("Sample of what it sends"), self.cards.bodies(callback.samples)))
        return _response(joined(told), _quiet(prose.line(callback.expects)) if callback.expects else EMPTY, id=scope)


def _called(view: OperationView) -> tuple[str, ...]:
    """Return the identifier, where the title is another one, and the labels."""
    identifier = view.operation.operation_id
    return ("" if identifier == view.title else identifier, *view.operation.labels)


def render_broken(view: OperationView, anchor: str) -> Html:
    """Return the place of an operation that could not be read: what it is, and why.

    Args:
        view: the operation and its problems; it has no card.
        anchor: the id of the place, to which the contents link.
    """
    operation = view.operation
    return _broken(
        _head(spaced([method_badge(operation.method), _path(operation.path)])),
        _beside(problems(view.problems)),
        id=anchor,
        style=frame_style(method_colour(operation.method)),
    )


def description(text: str) -> Html:
    """Return an author's description; a very long one opens on demand."""
    if len(text) <= LIMITS.max_open_description_characters:
        return prose.block(text)
    first, rest = _split(text)
    if not rest.strip():
        return prose.block(text)
    return fragment(prose.block(first), _more(_summary("More of the description"), prose.block(rest)))


def _split(text: str) -> tuple[str, str]:
    """Cut at the first blank line after the limit's half, outside a fenced block."""
    fence = False
    size = 0
    lines = text.split("\n")
    for index, line in enumerate(lines):
        size += len(line) + 1
        if line.lstrip().startswith(("```", "~~~")):
            fence = not fence
        if size >= LIMITS.max_open_description_characters // 2 and not line.strip() and not fence:
            return "\n".join(lines[:index]), "\n".join(lines[index:])
    return text, ""


def problems(found: Sequence[Problem]) -> Html:
    """Return what is wrong in a place of the document, one line each."""
    return fragment(_problem(prose.line(problem_line(problem))) for problem in found)


def _media_types(media: MediaView) -> list[Html | str]:
    return spaced([_code(name) for name in media.media_types])


def _has_fields(responses: Sequence[ResponseView]) -> bool:
    return any(media.rows for response in responses for media in response.media)
