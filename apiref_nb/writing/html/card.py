"""One operation as a card: method badge, path, auth, parameters, body, request samples, responses.

In: an `Operation` (what people hand us, or made from a document) and what stands around it. Out: fragments without the
root. `ApiBlock` and the reference place the same card; nothing else draws one.
"""

from __future__ import annotations

from collections.abc import Sequence

from apiref_nb.describing import Panel, Row
from apiref_nb.model import Auth, CodeExample, Operation, RateLimit, RequestBody, Response
from apiref_nb.model.block import GeneratedExample
from apiref_nb.model.media_types import mentions_json
from apiref_nb.requests.block_plan import shown_body
from apiref_nb.text.escaping import before_path
from apiref_nb.text.json_layout import reindented
from apiref_nb.writing.html.highlight import code_block
from apiref_nb.writing.html.markup import EMPTY, Child, Html, element, fragment
from apiref_nb.writing.html.palette import badge_style, frame_style, method_colour, status_colour
from apiref_nb.writing.html.rows import render_rows, spaced
from apiref_nb.writing.html.tabs import Tab, pane, render_tabs

_frames = {
    (wide, listed): element("div", f"ar-op {'ar-two' if wide else 'ar-one'}{' ar-listed' if listed else ''}")
    for wide in (True, False) for listed in (True, False)
}  # fmt: skip
_faded_frames = {
    (wide, listed): element("div", f"ar-op ar-faded {'ar-two' if wide else 'ar-one'}{' ar-listed' if listed else ''}")
    for wide in (True, False) for listed in (True, False)
}  # fmt: skip
_asked = element("div", "ar-asked")
_answer = element("div", "ar-answer")
_card = element("div", "ar-card")
_head = element("div", "ar-head")
_badge = element("span", "ar-badge")
_path = element("code", "ar-path")
_base = element("span", "ar-base")
_bdi = element("bdi")
_chip = element("span", "ar-badge ar-deprecated")
_auth = element("span", "ar-auth")
_locked = element("span", "ar-lock", role="img", aria_label="Closed padlock")
_open = element("span", "ar-lock ar-lock-open", role="img", aria_label="Open padlock")
_intro = element("div", "ar-intro")
_about = element("div", "ar-about", style="font-weight:600")
_plain = element("div", "ar-about ar-plain")
_called = element("div", "ar-called")
_identifier = element("code")
_mark = element("span", "ar-chip")
_rate = element("div", "ar-rate")
_clock = element("span", "ar-clock", role="img", aria_label="Rate limit")
_warning = element("div", "ar-warning", style="border-left:3px solid #b42318")
_strong = element("b")
_label = element("div", "ar-label", style="font-weight:600")
_samples = element("div", "ar-samples")
_static_samples = element("div", "ar-samples apiref-static")
_status = element("span", "ar-status")
_text = element("span")
_empty = element("div", "ar-empty")
_flag = element("div", "ar-flag")
_note = element("div", "ar-empty")
_fold = element("details", "ar-fold")
_summary = element("summary")


def render_frame(
    operation: Operation, card: Html, beside: Child = None, *, listed: bool = False, wide: bool = True, anchor: str = ""
) -> Html:
    """Return the border around a card and what stands beside it; a deprecated operation fades to 75%.

    Args:
        operation: gives the colour of the border.
        card: the card.
        beside: rows that stand beside it.
        listed: True within a reference, where the browser lays out only what is near.
        wide: True when rows and samples share the width; False when there are no rows.
        anchor: the id that the table of contents links to.
    """
    make = (_faded_frames if operation.deprecated else _frames)[wide, listed]
    colour = method_colour(operation.method, deprecated=operation.deprecated)
    fade = ";opacity:0.75" if operation.deprecated else ""
    return make(card, beside, id=anchor or None, style=f"{frame_style(colour)}{fade}")


def render_card(
    operation: Operation,
    *,
    tabs: Sequence[CodeExample],
    name: str,
    base_url: str = "",
    rate_limit: RateLimit | None = None,
    show_parameters: bool = True,
    title: str = "",
    body: Sequence[Panel] | None = None,
    responses: Sequence[Sequence[Panel]] | None = None,
    static: bool = False,
    plain: bool = False,
    called: Sequence[str] = (),
) -> Html:
    """Return the card of one operation.

    Args:
        operation: what it shows.
        tabs: the request samples, cURL first.
        name: start of the names that group tabs; unique on the page.
        base_url: stands muted before the path.
        rate_limit: a line under the summary.
        show_parameters: False hides the parameter rows; the samples stay as they are.
        title: stands in the place of a missing summary and description.
        body: sample bodies of the request in place of the operation's own one.
        responses: for each response, sample bodies in the place of its own one.
        static: True when a live widget in the next output stands in for the samples while it is alive.
        plain: True shows request samples without colours.
        called: the operation's identifier, as code calls it, then its labels.
    """
    if body is None:
        body = body_panels(operation.request_body)
    described = responses is not None
    if responses is None:
        responses = [response_panels(response) for response in operation.responses]
    return _card(
        render_head(operation, base_url),
        _intro_of(operation, rate_limit, title=title, show_parameters=show_parameters, called=called),
        (_static_samples if static else _samples)(
            _asked(
                _label("Request"),
                render_tabs([code_tab(tab, plain=plain) for tab in tabs], f"{name}-q"),
                request_body_sample(body, f"{name}-b"),
            ),
            _responses(
                operation.responses, responses, f"{name}-a", described=described, deprecated=operation.deprecated
            ),
        ),
    )


def request_body_sample(panels: Sequence[Panel], name: str) -> Html:
    """Return the request body with its label; nothing when there is none.

    Args:
        panels: one for each example of the body; empty for an operation without a body.
        name: start of the names that group tabs; unique on the page.
    """
    return fragment(_label("Request body"), _sample(panels, name)) if panels else EMPTY


def code_tab(example: CodeExample, *, plain: bool = False) -> Tab:
    """Return the tab of one request sample: a made one in its own language's colours, an author's by the seed's rule.

    An author's sample in another language than bash and Python is read as JSON.

    Args:
        example: the label, the language and the code.
        plain: True leaves the code without colours.
    """
    own = isinstance(example, GeneratedExample) or example.language in ("bash", "python")
    grammar = example.language if own else "json"
    return Tab(example.label, code_block(example.code, "text" if plain else grammar))


def render_head(operation: Operation, base_url: str) -> Html:
    """Return the first line of a card: badge, path, Deprecated chip, auth.

    Args:
        operation: what the card shows.
        base_url: stands muted before the path; empty shows the path alone.
    """
    return _head(
        spaced(
            [
                method_badge(operation.method, deprecated=operation.deprecated),
                _path(_base(before_path(base_url, operation.path)) if base_url else EMPTY, _bdi(operation.path)),
                _deprecated_chip(operation),
                _auth_of(operation.auth),
            ]
        )
    )


def method_badge(method: str, *, deprecated: bool = False) -> Html:
    """Return the badge of a method.

    Args:
        method: in capitals, such as `GET`.
        deprecated: True takes the darker shade of the colour.
    """
    return _badge(method, style=badge_style(method_colour(method, deprecated=deprecated)))


def status_chip(status_code: str, *, deprecated: bool = False) -> Html:
    """Return the chip of a status code.

    Args:
        status_code: such as `200`, `4XX` or `default`.
        deprecated: True takes the darker shade of the colour.
    """
    return _status(status_code, style=badge_style(status_colour(status_code, deprecated=deprecated)))


def _deprecated_chip(operation: Operation) -> Html:
    if not operation.deprecated:
        return EMPTY
    return _chip("Deprecated", style=badge_style(method_colour("DELETE", deprecated=True)))


def _auth_of(auth: Auth) -> Html:
    if auth.scheme is None:
        return _auth(auth.words) if auth.words else EMPTY
    return _auth(_open() if auth.scheme == "none" else _locked(), auth.words)


def _intro_of(
    operation: Operation, rate_limit: RateLimit | None, *, title: str, show_parameters: bool, called: Sequence[str]
) -> Html:
    parts: list[Html] = []
    if operation.deprecation_note:
        parts.append(_warning(_strong("Deprecated. "), operation.deprecation_note))
    if operation.summary:
        parts.append(_about(operation.summary))
    elif operation.description:
        parts.append(_plain(operation.description))
    elif title and title != f"{operation.method} {operation.path}":
        parts.append(_about(title))
    if any(called):
        identifier, *labels = called
        name = _identifier(identifier, title="operationId") if identifier else EMPTY
        parts.append(_called(spaced([name, *(_mark(label) for label in labels)])))
    if rate_limit is not None:
        parts.append(_rate(_clock(), rate_limit.line))
    if show_parameters:
        rows = [
            Row(
                parameter.name, parameter.name, type=parameter.type or "", location=parameter.location,
                required=parameter.required, deprecated=bool(parameter.deprecated), default=parameter.default_value,
                description=parameter.description or "",
            )
            for parameter in operation.parameters if parameter.location in ("query", "header")
        ]  # fmt: skip
        if rows:
            parts += [_label("Parameters"), render_rows(rows, describe_always=True)]
    return _intro(parts) if parts else EMPTY


def body_panels(body: RequestBody | None) -> tuple[Panel, ...]:
    """Return what the Request Body panel shows: the example, else the fields as JSON, else nothing."""
    text = shown_body(body)
    if body is None or not text:
        return ()
    return (Panel(body.media_type, text, "json" if body.example is None else _grammar(body.media_type)),)


def response_panels(response: Response) -> tuple[Panel, ...]:
    """Return the example of a response; nothing when it has none."""
    if response.example_body is None:
        return ()
    return (Panel("", reindented(response.example_body), _grammar(response.media_type or "json")),)


def _grammar(media_type: str) -> str:
    return "json" if mentions_json(media_type) else "text"


def _responses(
    responses: Sequence[Response],
    samples: Sequence[Sequence[Panel]],
    name: str,
    *,
    described: bool,
    deprecated: bool,
) -> Html:
    if not responses:
        return EMPTY
    several = len(responses) > 1
    tabs = [
        response_tab(
            response, panels, name=f"{name}{index}", several=several, described=described, deprecated=deprecated
        )
        for index, (response, panels) in enumerate(zip(responses, samples, strict=True))
    ]
    return _answer(_label("Responses" if several else "Response"), render_tabs(tabs, name))


def response_tab(
    response: Response,
    samples: Sequence[Panel],
    *,
    name: str,
    several: bool,
    described: bool = False,
    deprecated: bool = False,
) -> Tab:
    """Return the tab of one response: chip, label when there are several, its sample bodies.

    Args:
        response: gives the chip and the label.
        samples: its bodies.
        name: start of the names that group their tabs; unique on the page.
        several: True when it stands beside others.
        described: True for a document's response, of which no media type means that no body comes; an author of a
            block may just have left the example out, and only the chip is shown.
        deprecated: True fades the chip.
    """
    label = fragment(
        status_chip(response.status_code, deprecated=deprecated),
        _text(" ", response.label) if several and response.label else EMPTY,
    )
    if not samples:
        return Tab(label, _empty("No body.") if several and described and not response.media_type else EMPTY)
    if len(samples) == 1 and not samples[0].label:
        return Tab(label, _body_of(samples[0]))
    return Tab(label, _sample(samples, name))


def _sample(samples: Sequence[Panel], name: str) -> Html:
    """Sample bodies: tabs when there are several, else the one alone."""
    labelled = [(sample.label or f"Example {index + 1}", _body_of(sample)) for index, sample in enumerate(samples)]
    tabs = [Tab(label, body) for label, body in labelled[:EXAMPLES_SHOWN]]
    rest = labelled[EXAMPLES_SHOWN:]
    if rest:
        folded = fragment(_fold(_summary(label), body) for label, body in rest)
        tabs.append(Tab(f"{len(rest)} more", folded))
    if len(samples) == 1 and not samples[0].label:
        return pane(tabs[0].content)
    return render_tabs(tabs, name)


EXAMPLES_SHOWN = 12
"""Sample bodies that have a tab of their own; the others fold below one another in a last tab."""


def _body_of(sample: Panel) -> Html:
    return fragment(
        _flag(sample.flag) if sample.flag else EMPTY,
        _note(sample.note) if sample.note else EMPTY,
        code_block(sample.text, sample.grammar),
    )
