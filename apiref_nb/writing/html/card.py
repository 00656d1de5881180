"""One operation as a card: method badge, path, auth, parameters, body, request samples, responses.

In: a `Card`, and what stands around it. Out: fragments without the root. `ApiBlock` and the reference place the same
card; nothing else draws one.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from apiref_nb.describing import Answer, Card, Panel, plural, wording
from apiref_nb.model.card_parts import AnyAuth, AnyExample, GeneratedExample
from apiref_nb.text.direction import holds_right_to_left
from apiref_nb.text.escaping import before_path
from apiref_nb.writing.html.highlight import code_block
from apiref_nb.writing.html.long_words import breaking
from apiref_nb.writing.html.markup import (
    EMPTY,
    Child,
    Html,
    element,
    fragment,
    html_slot,
    joined,
    template,
    text_slot,
)
from apiref_nb.writing.html.palette import (
    DEEP,
    METHODS,
    badge_style,
    chip_style,
    frame_style,
    method_colour,
    status_colour,
)
from apiref_nb.writing.html.rows import RowWriter, SchemaHref, no_schemas, spaced
from apiref_nb.writing.html.tabs import Tab, pane, render_tabs

_frames = {
    (wide, listed, faded): element(
        "div",
        f"ar-op{' ar-faded' if faded else ''} {'ar-two' if wide else 'ar-one'}{' ar-listed' if listed else ''}",
    )
    for wide in (True, False) for listed in (True, False) for faded in (True, False)
}  # fmt: skip
_asked = element("div", "ar-asked")
_answer = element("div", "ar-answer")
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
# A role and not an element: a front end lists the headings of a notebook, and a thousand cost it seconds.
_titles = {
    level: element("div", "ar-about", role="heading", aria_level=str(level), style="font-weight:600")
    for level in (2, 3, 4)
}
_plain = element("div", "ar-about ar-plain")
_called = element("div", "ar-called")
_identifier = element("code")
_mark = element("span", "ar-chip")
_rate = element("div", "ar-rate")
_clock = element("span", "ar-clock", role="img", aria_label="Rate limit")
_warning = element("div", "ar-warning", style="border-left:3px solid #b42318")
_strong = element("b")
_label = element("b", "ar-label")
_samples = element("div", "ar-samples")
_status = {colour: element("b", "ar-status", style=chip_style(colour)) for colour in (*DEEP, *DEEP.values())}
_empty = element("div", "ar-empty")
_flag = element("div", "ar-flag")
_note = element("div", "ar-empty")
_fold = element("details", "ar-fold")
_summary = element("summary")
_link = element("a")

_headed = template(_head(html_slot("badge"), " ", html_slot("path"), " ", html_slot("chip"), html_slot("auth")))
_addressed = template(_path(_base(html_slot("base")), text_slot("path")))
_requested = template(_asked(_label("Request"), html_slot("tabs")))


def render_frame(card: Card, *parts: Child, listed: bool = False, wide: bool = True, anchor: str = "") -> Html:
    """Return the border around a card; a deprecated operation fades to 75%.

    Args:
        card: gives the colour of the border.
        parts: what stands in it, in reading order: head, intro, rows, samples.
        listed: True within a reference, where the browser lays out only what is near.
        wide: True when rows and samples share the width; False when there are no rows.
        anchor: the id that the table of contents links to.
    """
    make = _frames[wide, listed, card.deprecated]
    colour = method_colour(card.method, deprecated=card.deprecated)
    fade = ";opacity:0.75" if card.deprecated else ""
    return make(parts, id=anchor or None, style=f"{frame_style(colour)}{fade}")


class CardWriter:
    """Writes the cards of one page: what several of them show is written once.

    Args:
        rows: writes the parameters of a card that lists them itself.
        plain: True shows samples without colours, and a request body only once (within cURL), as a large
            reference does for the browser's sake.
        level: of the title as a heading: below the groups of a reference, or 2 for a card on its own.
        operation_href: see `answer_body`.
    """

    def __init__(
        self,
        rows: RowWriter,
        *,
        plain: bool = False,
        level: Literal[2, 3, 4] = 4,
        operation_href: SchemaHref = no_schemas,
    ) -> None:
        self._level = level
        self._operation_href = operation_href
        self.rows = rows
        self.texts = rows.texts
        self.plain = plain
        self._auths: dict[tuple[object, str], Html] = {}
        self._referring: dict[Answer, Html] = {}

    def sample_column(self, card: Card) -> Html:
        """Return the samples of a card: requests, request bodies, answers.

        Args:
            card: what it shows.
        """
        tabs = [code_tab(tab, plain=self.plain) for tab in card.tabs]
        bodies = self.panels(card.body[1:] if self.plain else card.body)
        if bodies:
            # A tab of its own: below cURL it would read as the `-d` once more.
            tabs.append(Tab(wording.REQUEST_BODY, _sample(bodies)))
        return _samples(_requested(render_tabs(tabs)), self._answers(card))

    def head(self, card: Card) -> Html:
        """Return the first line of a card: badge, path, Deprecated chip, auth."""
        texts = self.texts
        path, base = card.path, before_path(card.base_url, card.path) if card.base_url else ""
        words, before = breaking(path), self.rows.breaks[base]
        if path.isascii() and base and words is path:
            shown = _addressed(texts, before, path)
        else:
            shown = _path(_base(before) if base else EMPTY, words if path.isascii() else _bdi(words))
        chip = fragment(_deprecated_chip(), " ") if card.deprecated else EMPTY
        return _headed(method_badge(card.method, deprecated=card.deprecated), shown, chip, self._auth(card.auth))

    def panels(self, panels: Sequence[Panel]) -> Sequence[Panel]:
        """Return sample bodies as this page colours them."""
        return [panel._replace(grammar="text") for panel in panels] if self.plain else panels

    def bodies(self, panels: Sequence[Panel]) -> Html:
        """Return sample bodies.

        Args:
            panels: one for each example.
        """
        shown = _sample(self.panels(panels))
        return pane(shown) if len(panels) == 1 and not panels[0].label else shown

    def _auth(self, auth: AnyAuth) -> Html:
        key = (auth.scheme, auth.words)
        known = self._auths.get(key)
        if known is None:
            known = self._auths[key] = _auth_of(auth)
        return known

    def intro(self, card: Card, called: Sequence[str] = ()) -> Html:
        """Return what stands below the head: warning, title, identifier, rate, the parameters of a short card.

        Args:
            card: what it shows.
            called: the operation's identifier, as code calls it, then its labels.
        """
        parts: list[Html] = []
        if card.deprecation_note:
            parts.append(_warning(_strong(f"{wording.DEPRECATED}. "), card.deprecation_note))
        if card.summary:
            way = "auto" if holds_right_to_left(card.summary) else None
            parts.append(_titles[self._level](breaking(card.summary), dir=way))
        elif card.description:
            parts.append(_plain(card.description))
        if any(called):
            identifier, *labels = called
            shown = _identifier(identifier, title="operationId") if identifier else EMPTY
            parts.append(_called(spaced([shown, *(_mark(label) for label in labels)])))
        if card.rate:
            parts.append(_rate(_clock(), card.rate))
        if card.rows:
            parts += [_label(wording.PARAMETERS), self.rows.rows(card.rows)]
        return _intro(joined(parts)) if parts else EMPTY

    def _answers(self, card: Card) -> Html:
        if not card.answers:
            return EMPTY
        several = len(card.answers) > 1
        tabs = [
            Tab(answer_label(one, several=several, deprecated=card.deprecated), self._answer(one), not one.panels)
            for one in card.answers
        ]
        return _answer(_label(plural(len(tabs), wording.RESPONSE)), render_tabs(tabs))

    def _answer(self, answer: Answer) -> Html:
        if answer.panels:
            return _sample(self.panels(answer.panels))
        key = answer._replace(status_code="", label="")
        known = self._referring.get(key)
        if known is None:
            known = self._referring[key] = answer_body(answer, self.rows.schema_href, self._operation_href)
        return known


def answer_label(answer: Answer, *, several: bool, deprecated: bool = False) -> Html:
    """Return the tab text of one response: its chip, and its label when there are several.

    Args:
        answer: the response.
        several: True when it stands beside others.
        deprecated: True takes the darker shade of the chip's colour.
    """
    chip = status_chip(answer.status_code, deprecated=deprecated)
    return fragment(chip, f" {answer.label}") if several and answer.label else chip


def answer_body(answer: Answer, schema_href: SchemaHref = no_schemas, operation_href: SchemaHref = no_schemas) -> Html:
    """Return the sample bodies of one response.

    Args:
        answer: the response.
        schema_href: leads to the components whose samples stand in the list of schemas.
        operation_href: leads to the operations whose samples are not repeated.
    """
    samples = answer.panels
    if answer.same_as:
        return _empty(f"{wording.AS_FOR.capitalize()} {answer.same_as}.")
    if answer.component:
        return _empty(_link(f"Example of {answer.component}", href=schema_href(answer.component)))
    if answer.elsewhere:
        return _empty(_link(f"{wording.AS_FOR.capitalize()} {answer.elsewhere}", href=operation_href(answer.elsewhere)))
    if not samples:
        return _empty("No body.") if answer.bodiless else EMPTY
    return _sample(samples)


def code_tab(example: AnyExample, *, plain: bool = False) -> Tab:
    """Return the tab of one request sample: a made one in its own language's colours, an author's by the seed's rule.

    An author's sample in another language than bash and Python is read as JSON.

    Args:
        example: the label, the language and the code.
        plain: True leaves the code without colours.
    """
    own = isinstance(example, GeneratedExample) or example.language in ("bash", "python")
    grammar = example.language if own else "json"
    return Tab(example.label, code_block(example.code, "text" if plain else grammar))


_badges = {
    (method, deprecated): _badge(method, style=badge_style(method_colour(method, deprecated=deprecated)))
    for method in METHODS
    for deprecated in (True, False)
}


def method_badge(method: str, *, deprecated: bool = False) -> Html:
    """Return the badge of a method.

    Args:
        method: in capitals, such as `GET`.
        deprecated: True takes the darker shade of the colour.
    """
    known = _badges.get((method, deprecated))
    return known or _badge(method, style=badge_style(method_colour(method, deprecated=deprecated)))


def status_chip(status_code: str, *, deprecated: bool = False) -> Html:
    """Return the chip of a status code.

    Args:
        status_code: such as `200`, `4XX` or `default`.
        deprecated: True takes the darker shade of the colour.
    """
    known = _chips.get((status_code, deprecated))
    return known or _status[status_colour(status_code, deprecated=deprecated)](status_code)


_chips = {
    (code, deprecated): _status[status_colour(code, deprecated=deprecated)](code)
    for code in ("200", "201", "202", "204", "304", "400", "401", "403", "404", "409", "422", "429", "500", "default")
    for deprecated in (True, False)
}
"""The chips that most documents hold by the thousand."""


def _deprecated_chip() -> Html:
    return _chip(wording.DEPRECATED, style=badge_style(method_colour("DELETE", deprecated=True)))


def _auth_of(auth: AnyAuth) -> Html:
    if auth.scheme is None:
        return _auth(auth.words) if auth.words else EMPTY
    return _auth(_open() if auth.scheme == "none" else _locked(), auth.words)


def _sample(samples: Sequence[Panel]) -> Html:
    """Sample bodies: tabs when there are several or one has a name, else the one alone."""
    if len(samples) == 1 and not samples[0].label:
        return _body_of(samples[0])
    labelled = [(sample.label or f"Example {index + 1}", _body_of(sample)) for index, sample in enumerate(samples)]
    tabs = [Tab(label, body) for label, body in labelled[:EXAMPLES_SHOWN]]
    rest = labelled[EXAMPLES_SHOWN:]
    if rest:
        folded = fragment(_fold(_summary(label), body) for label, body in rest)
        tabs.append(Tab(f"{len(rest)} more", folded))
    return render_tabs(tabs)


EXAMPLES_SHOWN = 12
"""Sample bodies that have a tab of their own; the others fold below one another in a last tab."""


def _body_of(sample: Panel) -> Html:
    return joined(
        [
            _flag(sample.flag) if sample.flag else EMPTY,
            _note(sample.note) if sample.note else EMPTY,
            code_block(sample.text, sample.grammar),
        ]
    )
