"""One operation of a document: its card, and beside it the rows that a card does not hold.

In: an `OperationView`. Out: a fragment with its border. The reference and the interactive view call it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from apiref_nb.describing import (
    BodyView,
    CallbackView,
    MediaView,
    OperationView,
    Panel,
    ResponseView,
    SecurityLine,
    plural,
)
from apiref_nb.model import ApiLink, Problem, Server
from apiref_nb.text.links import safe_link
from apiref_nb.writing.html import prose
from apiref_nb.writing.html.card import method_badge, render_card, render_frame, status_chip
from apiref_nb.writing.html.limits import LIMITS
from apiref_nb.writing.html.markup import EMPTY, Html, element, fragment
from apiref_nb.writing.html.palette import frame_style, method_colour
from apiref_nb.writing.html.rows import SchemaHref, no_schemas, render_root, render_rows, spaced

_beside = element("div", "ar-beside")
_static_beside = element("div", "ar-beside apiref-static")
_label = element("div", "ar-label", style="font-weight:600")
_type = element("span", "ar-type")
_code = element("code")
_required = element("span", "ar-required", style="color:#b42318")
_deprecated = element("span", "ar-dep", style="color:#8a5300")
_response = element("div", "ar-response")
_response_head = element("div", "ar-response-head")
_text = element("span")
_quiet = element("div", "ar-quiet")
_media_line = element("div", "ar-quiet ar-media")
_security = element("div", "ar-security")
_strong = element("b")
_problem = element("div", "ar-problem")
_link = element("a", rel="noopener noreferrer nofollow", target="_blank")
_broken = element("div", "ar-op ar-listed")
_head = element("div", "ar-head")
_path = element("code", "ar-path")
_more = element("details", "ar-more")
_summary = element("summary")


def render_operation(
    view: OperationView,
    *,
    anchor: str,
    schema_href: SchemaHref = no_schemas,
    fold: bool = False,
    plain: bool = False,
    static: bool = False,
) -> Html:
    """Return one operation of a document with its border.

    Args:
        view: what to say.
        anchor: the id that the table of contents links to; start of every other id and name of the card.
        schema_href: leads to the components that rows refer to.
        fold: True folds long lists of fields, as a large reference does.
        plain: True shows samples without colours, and a request body only once (within cURL), as a very large
            reference does for the browser's sake.
        static: True when a live widget in the next output stands in for the samples, and for what stands beside the
            card, while it is alive.
    """
    if view.card is None:
        return render_broken(view, anchor)
    # The description stands beside the card, with its markup; the card takes its title instead.
    shown = view.card if view.card.summary else view.card.model_copy(update={"description": None})
    card = render_card(
        shown, tabs=view.tabs, name=anchor, base_url=view.base_url, show_parameters=False,
        title=view.title, plain=plain, body=uncoloured(view.body_panels[1:]) if plain else view.body_panels,
        responses=[uncoloured(panels) for panels in view.response_panels] if plain else view.response_panels,
        static=static, called=_called(view),
    )  # fmt: skip
    beside = render_beside(view, anchor=anchor, schema_href=schema_href, fold=fold, static=static)
    return render_frame(view.card, card, beside, listed=True, anchor=anchor)


def _called(view: OperationView) -> tuple[str, ...]:
    """Return the identifier, where the title is another one, and the labels."""
    identifier = view.operation.operation_id
    return ("" if identifier == view.title else identifier, *view.operation.labels)


def uncoloured(panels: Sequence[Panel]) -> list[Panel]:
    """Return sample bodies that are shown without colours."""
    return [replace(panel, grammar="text") for panel in panels]


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


def render_beside(
    view: OperationView,
    *,
    anchor: str,
    schema_href: SchemaHref = no_schemas,
    fold: bool = False,
    static: bool = False,
) -> Html:
    """Return what stands beside the card: description, security, every parameter, body and response fields.

    See `render_operation` for the arguments.
    """
    parts: list[Html] = [problems(view.problems)] if view.problems else []
    if view.description:
        parts.append(description(view.description))
    parts.append(_security_of(view.security))
    parts += [_server_of(server) for server in view.servers]
    if view.external_docs is not None:
        parts.append(_quiet(outward(view.external_docs.url, view.external_docs.description or "More documentation")))
    parts += [
        fragment(
            _label(title), render_rows(rows, scope=f"{anchor}-p{i}", schema_href=schema_href, describe_always=True)
        )
        for i, (title, rows) in enumerate(view.parameters)
    ]
    if view.body is not None:
        parts.append(_body_of(view.body, anchor, schema_href, fold=fold))
    if view.responses:
        parts.append(_label("Response fields" if _has_fields(view.responses) else "Responses"))
        parts += [
            _response_of(response, f"{anchor}-f{i}", schema_href, fold=fold, deprecated=view.operation.deprecated)
            for i, response in enumerate(view.responses)
        ]
    parts.append(_callbacks_of(view.callbacks, anchor, schema_href))
    shown = [part for part in parts if part]
    return (_static_beside if static else _beside)(shown) if shown else EMPTY


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


def outward(address: str, words: str) -> Html:
    """Return a link when the address may be followed, else the words with the address as text.

    Args:
        address: where the link leads, as the document says it; empty when it says nothing.
        words: the text of the link, not escaped yet.
    """
    href = safe_link(address)
    if href:
        return _link(words, href=href)
    return fragment(words, " (", _code(address), ")") if address and address != words else fragment(words)


def problems(found: Sequence[Problem]) -> Html:
    """Return what is wrong in a place of the document, one line each."""
    return fragment(
        _problem(_strong("Problem in the document: "), problem.message, " ", _code(problem.place)) for problem in found
    )


def _security_of(lines: Sequence[SecurityLine]) -> Html:
    """Return the alternatives when the padlock alone does not say it: scopes, several schemes, or a choice."""
    if not lines:
        return EMPTY
    made: list[Html | str] = []
    for index, line in enumerate(lines):
        if index:
            made.append(" or ")
        if not line.uses:
            made.append("no credential")
        for position, use in enumerate(line.uses):
            if position:
                made.append(" and ")
            made += [_strong(use.key), f" ({use.kind})"]
            if use.deprecated:
                made += [" ", _deprecated("deprecated")]
            if use.scopes:
                made += [" with ", *[piece for scope in use.scopes for piece in (_code(scope), " ")]]
    return fragment(_label("Authorization"), _security(made))


def _server_of(server: Server) -> Html:
    name = f" {server.name}" if server.name else ""
    return _quiet("Server", name, ": ", _code(server.url), " ", server.description)


def _body_of(body: BodyView, anchor: str, schema_href: SchemaHref, *, fold: bool) -> Html:
    parts: list[Html] = []
    for index, media in enumerate(body.media):
        required = _required("required") if body.required and index == 0 else EMPTY
        parts.append(
            _label("Body fields" if index == 0 else "or", " ", _media_types(media), _media_type(media), required)
        )
        if index == 0 and body.description:
            parts.append(_quiet(prose.inline(body.description)))
        parts.append(_fields(media, f"{anchor}-b{index}", schema_href, fold=fold))
    if not body.media and body.description:
        parts += [_label("Request body"), _quiet(prose.inline(body.description))]
    return fragment(parts)


def _media_types(media: MediaView) -> list[Html | str]:
    return spaced([_code(name) for name in media.media_types])


def _media_type(media: MediaView) -> Html:
    words = f"stream of {media.type}" if media.streamed else media.type
    return _type(words) if words else EMPTY


def _fields(
    media: MediaView, scope: str, schema_href: SchemaHref, *, fold: bool, most: int = LIMITS.max_open_rows
) -> Html:
    count = sum(row.kind == "field" for row in media.rows)
    words = f"{count} {plural(count, 'field')}" if fold else ""
    rows = render_rows(media.rows, scope=scope, schema_href=schema_href, fold=words, most=most)
    return fragment(render_root(media.root), rows, [_quiet(note) for note in media.notes])


def _has_fields(responses: Sequence[ResponseView]) -> bool:
    return any(media.rows for response in responses for media in response.media)


def _response_of(response: ResponseView, scope: str, schema_href: SchemaHref, *, fold: bool, deprecated: bool) -> Html:
    said = response.description or response.summary
    head = _response_head(
        status_chip(response.status_code, deprecated=deprecated), " ",
        _text(_strong(response.summary), " ") if response.summary and response.summary != said else EMPTY,
        _text(prose.inline(said)) if said else EMPTY,
    )  # fmt: skip
    parts = [head]
    # What a call answers when it works stays open; the fields of an error open on demand.
    most = LIMITS.max_open_rows if response.status_code.startswith("2") else LIMITS.max_open_error_rows
    fold = fold or not response.status_code.startswith("2")
    for index, media in enumerate(response.media):
        parts += [
            _media_line(
                _media_types(media),
                _media_type(media),
                f", the same fields as {media.same_as}" if media.same_as else "",
            ),
            _fields(media, f"{scope}{index}", schema_href, fold=fold, most=most),
        ]
    if response.headers:
        parts += [_label("Headers"), render_rows(response.headers)]
    parts += [_link_line(link) for link in response.links]
    return _response(parts)


def _link_line(link: ApiLink) -> Html:
    parts: list[Html | str] = ["Then: ", _strong(link.name), " → ", _code(link.target)]
    for index, (name, value) in enumerate(link.parameters):
        parts += [", " if index else " with ", name, " = ", _code(value)]
    if link.request_body:
        parts += [" and the body " if link.parameters else " with the body ", _code(link.request_body)]
    if link.server is not None:
        parts += [" at ", _code(link.server.url)]
    return _quiet(parts, ". " if link.description else "", prose.inline(link.description))


def _callbacks_of(callbacks: Sequence[CallbackView], anchor: str, schema_href: SchemaHref) -> Html:
    if not callbacks:
        return EMPTY
    return fragment(
        _label("Callbacks"),
        (_callback_of(callback, f"{anchor}-k{i}", schema_href) for i, callback in enumerate(callbacks)),
    )


def _callback_of(callback: CallbackView, scope: str, schema_href: SchemaHref) -> Html:
    said = callback.summary or callback.description or callback.name
    answers = [piece for status, words in callback.answers for piece in (_code(status), f" {words}", "; ")]
    return _response(
        _quiet(method_badge(callback.method), " ", _code(callback.expression), " ", prose.inline(said)),
        render_sent(callback.body, scope, schema_href) if callback.body is not None else EMPTY,
        _quiet("It expects ", answers[:-1]) if answers else EMPTY,
    )


def render_sent(body: BodyView, scope: str, schema_href: SchemaHref) -> Html:
    """Return what the API sends to a caller, in a callback or a webhook; long lists open on demand.

    Args:
        body: the body that the API sends.
        scope: start of the ids of rows that other rows repeat; unique on the page.
        schema_href: see `render_row`.
    """
    return fragment(
        [
            _media_line("Sends ", _media_types(media), _media_type(media)),
            _fields(media, f"{scope}-{index}", schema_href, fold=True, most=LIMITS.max_open_error_rows),
        ]
        for index, media in enumerate(body.media)
    )  # fmt: skip
