"""The top of a reference: title, version, description, servers, authentication, download, summary line, contents."""

from __future__ import annotations

from apiref_nb.describing import Reference, plural, title_of, wording
from apiref_nb.describing.lines import FlowLines, origins, scheme_lines, server_lines
from apiref_nb.describing.prose_tree import Line
from apiref_nb.model import Api, ApiOperation, SecurityScheme, Server
from apiref_nb.writing.html import prose
from apiref_nb.writing.html.limits import LIMITS
from apiref_nb.writing.html.long_words import breaking
from apiref_nb.writing.html.markup import EMPTY, Html, Slot, element, fragment, html_slot, template
from apiref_nb.writing.html.operation import description, problems
from apiref_nb.writing.html.palette import method_colour
from apiref_nb.writing.html.rows import spaced

_overview = element("div", "ar-overview")
_title = element("h2", "ar-title")
_page_title = element("h1", "ar-title")
_chips = element("div", "ar-chips")
_chip = element("span", "ar-chip")
_list = element("dl", "ar-facts-list")
_term = element("dt")
_value = element("dd")
_line = element("div")
_code = element("code")
_quiet = element("span", "ar-quiet")
_summary_line = element("p", "ar-summary-line")
_note = element("div", "ar-note")
# A landmark with a name of its own: a notebook may hold several references.
_toc = element("nav", "ar-toc")
_long_toc = element("nav", "ar-toc ar-columns")
_toc_heading = element("div", "ar-toc-heading")
_details = element("details")
_summary = element("summary")
_count = element("span", "ar-count")
_unit = element("span", "ar-unit")
_list_of = element("ul")
_item = element("li")
_anchor = element("a")
_verbs = {
    method: element("span", f"ar-verb ar-verb-{method.lower()}", style=f"color:{method_colour(method)}")(
        "DEL" if method == "DELETE" else method
    )
    for method in ("GET", "POST", "PUT", "PATCH", "DELETE")
}
_toc_text = element("span", "ar-toc-text")
_toc_path = element("code", "ar-toc-path")
_bdi = element("bdi")
# Hidden inline as well, like the download button: without the script it would do nothing.
_filter = element(
    "input", "ar-filter", type="search", style="display:none",
    placeholder="Filter operations", aria_label="Filter operations",
)  # fmt: skip
_toc_struck = element("span", "ar-toc-text ar-struck")
_linked = template(
    _item(
        _anchor(
            html_slot("verb"), " ", html_slot("words"), " ", html_slot("path"),
            href=Slot("address"), title=Slot("title"),
        )
    )
)  # fmt: skip
_problem_list = element("details", "ar-more")


def render_overview(reference: Reference, actions: Html = EMPTY, *, page: bool = False) -> Html:
    """Return title, version, description, servers, authentication, download and the summary line.

    Args:
        reference: the page.
        actions: the download button and its words.
        page: True in a page of its own, whose first heading the title is.
    """
    api = reference.api
    chips = [f"v{api.version}" if api.version[:1].isdigit() else api.version] if api.version else []
    chips.append(f"OpenAPI {api.declared_version or api.format_id.removeprefix('openapi-')}")
    return _overview(
        (_page_title if page else _title)(reference.title, id=f"{reference.scope}-top"),
        _chips(spaced([_chip(chip) for chip in chips])),
        description(api.summary) if api.summary and api.summary != api.description else EMPTY,
        description(api.description) if api.description else EMPTY,
        _facts(api),
        actions,
        _compatibility(reference),
    )


def render_notes(reference: Reference) -> Html:
    """Return the notes that keep the numbers honest, and the document's problems, folded."""
    found = reference.problems
    parts: list[Html] = [_note(note) for note in reference.notes]
    if found:
        words = f"{len(found)} {plural(len(found), 'problem')} in the document"
        shown = problems(found[: LIMITS.max_problems])
        rest = _note(f"{len(found) - LIMITS.max_problems} more") if len(found) > LIMITS.max_problems else EMPTY
        parts.append(_problem_list(_summary(words), shown, rest))
    return fragment(parts)


def _compatibility(reference: Reference) -> Html:
    # The same words as `Reference.summary_line`, which text and Markdown print.
    pieces: list[Html | str] = []
    for index, part in enumerate(reference.summary_line.split(", ")):
        words, value = part.rsplit(" ", 1)
        pieces += [", " if index else "", f"{words} ", _code(value)]
    return _summary_line(pieces)


def _facts(api: Api) -> Html:
    pairs: list[Html] = []
    if api.servers:
        pairs += [_term(plural(len(api.servers), wording.SERVER)), _value(map(_server, api.servers))]
    if api.security_schemes:
        pairs += [_term(wording.AUTHENTICATION), _value(map(_scheme, api.security_schemes))]
    for heading, said in origins(api):
        pairs += [_term(heading), _value(prose.line(said))]
    return _list(pairs) if pairs else EMPTY


def _server(server: Server) -> Html:
    said, variables = server_lines(server)
    return _line(_begun(said), [_line(_begun(one)) for one in variables])


def _begun(said: Line) -> Html:
    """Return a line that begins with a name, what is said of it muted."""
    return fragment(prose.line(said[:1]), _quiet(prose.line(said[1:])) if said[1:] else EMPTY)


def _scheme(scheme: SecurityScheme) -> Html:
    said, flows, addresses = scheme_lines(scheme)
    return _line(_begun(said), [_flow(flow) for flow in flows], [_line(_quiet(prose.line(one))) for one in addresses])


def _flow(flow: FlowLines) -> Html:
    scopes = _details(
        _summary(f"{len(flow.scopes)} {plural(len(flow.scopes), 'scope')}"),
        [_line(_code(scope), " ", _quiet(prose.line(said))) for scope, said in flow.scopes],
    )
    return _line(_quiet(prose.line(flow.line)), scopes if flow.scopes else EMPTY)


def render_contents(reference: Reference) -> Html:
    """Return the table of contents: every operation of the page by group, then webhooks, each with a link."""
    count = len(reference.operations)
    parts: list[Html] = []
    entries = [entry for entry in reference.contents() if entry.group.operations or entry.group.is_text]
    for entry in entries:
        group = entry.group
        if entry.heading:
            parts.append(_toc_heading(entry.heading))
        if group.is_text:
            parts.append(_list_of(_item(_anchor(group.title, href=f"#{reference.anchor('g', group.name)}"))))
            continue
        size = len(group.operations)
        name, unit = breaking(group.title, narrow=True), _unit(f" {plural(size, 'operation')}")
        parts.append(
            _details(
                _summary(name, "\u00a0", _count(size, unit)),
                _list_of(_entry(one, reference.operation_anchor(one)) for one in group.operations),
                open=count <= LIMITS.max_open_contents or len(entries) == 1,
            )
        )
    webhooks = reference.webhooks if reference.are_webhooks_told else ()
    if webhooks:
        links = _list_of(_entry(webhook, reference.anchor("w", webhook.key)) for webhook in webhooks)
        parts.append(_details(_summary(f"{wording.WEBHOOK}s", " ", _count(len(webhooks))), links, open=True))
    texts = sum(entry.group.is_text for entry in entries)
    if count + texts + len(webhooks) < 2:
        return EMPTY
    is_long = count >= LIMITS.min_filtered_operations
    return (_long_toc if is_long else _toc)(
        _filter() if is_long else EMPTY, parts, aria_label=f"Contents of {reference.title}"
    )


def _entry(operation: ApiOperation, anchor: str) -> Html:
    words = title_of(operation)
    if operation.broken or words == operation.key:
        words, path = operation.path, EMPTY
    else:
        path = _toc_path(_bdi(operation.path))
    make = _toc_struck if operation.deprecated else _toc_text
    verb = _verbs.get(operation.method) or fragment(operation.method)
    return _linked(f"#{anchor}", operation.key, verb, make(breaking(words, narrow=True)), path)


def render_listing(reference: Reference) -> Html:
    """Return every operation of the page by group, without links: where nothing is there to link to."""
    return fragment(
        _details(
            _summary(entry.group.title, " ", _count(len(entry.group.operations))),
            _list_of(_item(spaced([_code(one.key), _quiet(title_of(one))])) for one in entry.group.operations),
        )
        for entry in reference.contents()
        if entry.group.operations
    )
