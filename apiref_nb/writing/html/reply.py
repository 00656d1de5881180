"""The card of a reply, the table of a verification, and the small fragments of the request form.

In: the values of `describing.reply`. Out: fragments. A notebook and the request console place the same card.
"""

from __future__ import annotations

from collections.abc import Sequence

from apiref_nb.describing.reply import ReplyDescription, VerifyRow
from apiref_nb.writing.html import prose
from apiref_nb.writing.html.card import method_badge, status_chip
from apiref_nb.writing.html.highlight import code_block
from apiref_nb.writing.html.markup import EMPTY, Html, element, fragment
from apiref_nb.writing.html.palette import frame_style, status_colour
from apiref_nb.writing.html.rows import location_chip, spaced
from apiref_nb.writing.html.script import page_script
from apiref_nb.writing.html.style import root
from apiref_nb.writing.html.tabs import pane

_card = element("div", "ar-op ar-reply")
_head = element("div", "ar-head")
_text = element("span")
_strong = element("b")
_path = element("code", "ar-path")
_facts = element("div", "ar-reply-facts")
_body = element("div", "ar-reply-body")
_good = element("span", "ar-good", style="color:#15803d")
_bad = element("span", "ar-bad", style="color:#b42318")
_problem = element("div", "ar-problem")
_code = element("code")
_fold = element("details", "ar-fold")
_summary = element("summary")
_row = element("div", "ar-f")
_quiet = element("div", "ar-quiet")
_table = element("table", "ar-table")
_thead = element("thead")
_tbody = element("tbody")
_tr = element("tr")
_th = element("th", scope="col")
_td = element("td")
_hint = element("div", "ar-hint")
_say = element("div", "ar-say", role="alert")
_busy = element("div", "ar-busy", role="status")


def render_reply(shown: ReplyDescription) -> Html:
    """Return the card of a reply, without the root: status, address, time, size, mismatches, headers, body."""
    status = str(shown.status)
    count = len(shown.mismatches)
    verdict = _bad(f"{count} mismatch{'es' if count > 1 else ''}") if count else _good("as declared")
    size = "empty" if not shown.size_bytes else size_text(shown.size_bytes)
    facts = [_text(f"{shown.elapsed_ms:,} ms"), _text(size), _text(shown.media_type) if shown.media_type else EMPTY]
    head = _head(
        spaced(
            [
                status_chip(status),
                _strong(shown.reason) if shown.reason else EMPTY,
                _path(shown.method, " ", shown.url),
                _facts(spaced([fact for fact in (*facts, verdict) if fact])),
            ]
        )
    )
    parts = [
        fragment(
            _problem(_strong("Differs from the document: "), _code(place), " ", message)
            for place, message in shown.mismatches
        ),
        _problem(shown.hint) if shown.hint else EMPTY,
        _content(shown),
        _headers(shown.headers),
    ]
    return _card(head, _body(parts), style=frame_style(status_colour(status)))


def _content(shown: ReplyDescription) -> Html:
    if not shown.body_text:
        return _quiet(f"{shown.size_bytes:,} bytes that are no text: see reply.content") if shown.size_bytes else EMPTY
    more = _quiet("Only the beginning is shown; reply.text has all of it.") if shown.cut else EMPTY
    return fragment(pane(code_block(shown.body_text, "json" if shown.body_is_json else "text")), more)


def _headers(headers: Sequence[tuple[str, str]]) -> Html:
    if not headers:
        return EMPTY
    words = f"{len(headers)} header{'s' if len(headers) > 1 else ''}"
    return _fold(_summary(words), (_row(_text(name), " ", _code(value)) for name, value in headers))


def reply_output(shown: ReplyDescription) -> Html:
    """Return the card of a reply as an output of its own, with style and script."""
    return root(render_reply(shown), page_script())


def size_text(size_bytes: int) -> str:
    """Return `512 bytes`, `3.4 kB`, `12.0 MB`."""
    if size_bytes < 1000:
        return f"{size_bytes} bytes"
    if size_bytes < 1_000_000:
        return f"{size_bytes / 1000:.1f} kB"
    return f"{size_bytes / 1_000_000:.1f} MB"


def render_report(rows: Sequence[VerifyRow], summary: str) -> Html:
    """Return the table of a verification, without the root: a line for each operation, and the sum in words.

    Args:
        rows: one for each operation that was called or left out, in the order of the document.
        summary: one sentence of counts, not escaped yet.
    """
    head = _thead(_tr(_th(title) for title in ("Operation", "Status", "Declared", "Body", "Time", "Note")))
    body = _tbody(
        _tr(
            _td(_operation(row.operation)),
            _td(status_chip(str(row.status)) if row.status is not None else row.outcome),
            _td(_yes(row.declared)),
            _td(_yes(row.body_valid, "valid", "not valid")),
            _td(f"{row.elapsed_ms:,} ms" if row.elapsed_ms is not None else "-"),
            _td(row.note),
        )
        for row in rows
    )
    return fragment(_table(head, body), _quiet(summary))


def report_output(rows: Sequence[VerifyRow], summary: str) -> Html:
    """Return the table of a verification as an output of its own; see `render_report`."""
    return root(render_report(rows, summary), page_script())


def _operation(key: str) -> Html:
    method, _, path = key.partition(" ")
    return fragment(method_badge(method), " ", _code(path))


def _yes(value: bool | None, yes: str = "yes", no: str = "no") -> Html:
    if value is None:
        return _text("-")
    return _good(yes) if value else _bad(no)


def render_hint(type_: str, location: str, description: str) -> Html:
    """Return the line below a form field: where it travels, its type, the author's words.

    Args:
        type_: the type label; empty for none.
        location: `path`, `query`, `header` or `cookie`; empty for a field that travels in no such place.
        description: the author's Markdown; its inline marks are shown.
    """
    chip = location_chip(location, location) if location else EMPTY
    words = prose.inline(description) if description else EMPTY
    kind = _text(f"{type_} ·" if words else type_) if type_ else EMPTY
    return _hint(spaced([part for part in (chip, kind, words) if part]))


def render_sentence(text: str) -> Html:
    """Return why a request was not sent or not answered."""
    return _say(text)


def render_busy(text: str) -> Html:
    """Return what the form says while it waits."""
    return _busy(text)
