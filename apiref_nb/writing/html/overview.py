"""The top of a reference: title, version, description, servers, authentication, download, summary line, contents."""

from __future__ import annotations

from apiref_nb.describing import Reference, plural, scheme_kind, title_of
from apiref_nb.model import Api, ApiOperation, OAuthFlow, SecurityScheme, Server
from apiref_nb.writing.html import prose
from apiref_nb.writing.html.limits import LIMITS
from apiref_nb.writing.html.markup import EMPTY, Html, element, fragment
from apiref_nb.writing.html.operation import description, outward, problems
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
_strong = element("b")
_deprecated = element("span", "ar-dep", style="color:#8a5300")
_summary_line = element("p", "ar-summary-line")
_note = element("div", "ar-note")
# A landmark with a name of its own: a notebook may hold several references.
_toc = element("nav", "ar-toc")
_toc_heading = element("div", "ar-toc-heading")
_details = element("details")
_summary = element("summary")
_count = element("span", "ar-count")
_unit = element("span", "ar-unit")
_list_of = element("ul")
_long_list_of = element("ul", "ar-columns")
_item = element("li")
_anchor = element("a")
_verbs = {
    method: element("span", f"ar-verb ar-verb-{method.lower()}", style=f"color:{method_colour(method)}")
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
_problem_list = element("details", "ar-more")

USUAL_DIALECT = "https://spec.openapis.org/oas/"
"""The schema dialects of OpenAPI itself, which the overview does not name."""


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
    if api.logo_text:
        chips.append(api.logo_text)
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
        pairs += [_term(plural(len(api.servers), "Server")), _value(_server(server) for server in api.servers)]
    if api.security_schemes:
        pairs += [_term("Authentication"), _value(_scheme(scheme) for scheme in api.security_schemes)]
    contact = api.contact
    if contact is not None:
        words = contact.name or contact.email or contact.url
        mail = f"mailto:{contact.email}" if contact.email else ""
        pairs += [_term("Contact"), _value(outward(contact.url or mail, words))]
    if api.license is not None:
        named = dict.fromkeys(filter(None, (api.license.name, api.license.identifier)))
        words = " · ".join(named) or "License"
        pairs += [_term("License"), _value(outward(api.license.url, words))]
    if api.terms_of_service:
        pairs += [_term("Terms"), _value(outward(api.terms_of_service, "Terms of service"))]
    if api.external_docs is not None:
        docs = api.external_docs
        pairs += [_term("Documentation"), _value(outward(docs.url, docs.description or docs.url))]
    if api.self_uri:
        pairs += [_term("Document"), _value(_code(api.self_uri))]
    if api.schema_dialect and not api.schema_dialect.startswith(USUAL_DIALECT):
        pairs += [_term("Schemas in"), _value(_code(api.schema_dialect))]
    return _list(pairs) if pairs else EMPTY


def _server(server: Server) -> Html:
    name = server.name + (": " if server.name and server.description else "")
    parts: list[Html | str] = [_code(server.url), " "]
    if server.resolved and not server.variables and server.resolved != server.url.rstrip("/"):
        parts += [_quiet("at "), _code(server.resolved), " "]
    parts.append(_quiet(name, prose.inline(server.description)))
    for variable in server.variables:
        allowed = f", one of {', '.join(variable.enum)}" if variable.enum else ""
        said = f" {variable.description}" if variable.description else ""
        default = f"default {variable.default}" if variable.default else "no default"
        parts.append(_line(_code(f"{{{variable.name}}}"), " ", _quiet(f"{default}{allowed}.{said}")))
    return _line(parts)


def _scheme(scheme: SecurityScheme) -> Html:
    said = prose.inline(scheme.description) if scheme.description else EMPTY
    mark = fragment(_deprecated("deprecated"), " ") if scheme.deprecated else EMPTY
    parts: list[Html | str] = [
        _strong(scheme.key), " ", mark, _quiet(scheme_kind(scheme), ". " if said else "", said)
    ]  # fmt: skip
    parts += [_flow(flow) for flow in scheme.flows]
    for words, address in (
        ("discovery", scheme.open_id_connect_url), ("metadata", scheme.oauth2_metadata_url),
    ):  # fmt: skip
        if address:
            parts.append(_line(_quiet(f"{words} ", _code(address))))
    return _line(parts)


FLOW_NAMES = {
    "authorizationCode": "authorization code",
    "clientCredentials": "client credentials",
    "deviceAuthorization": "device authorization",
}


def _flow(flow: OAuthFlow) -> Html:
    parts: list[Html | str] = [FLOW_NAMES.get(flow.kind, flow.kind)]
    for words, address in (
        ("authorize at", flow.authorization_url), ("device at", flow.device_authorization_url),
        ("token from", flow.token_url), ("refresh at", flow.refresh_url),
    ):  # fmt: skip
        if address:
            parts += [": " if len(parts) == 1 else ", ", f"{words} ", _code(address)]
    scopes = _details(
        _summary(f"{len(flow.scopes)} {plural(len(flow.scopes), 'scope')}"),
        (_line(_code(scope), " ", _quiet(prose.inline(said))) for scope, said in flow.scopes),
    )
    return _line(_quiet(parts), scopes if flow.scopes else EMPTY)


def render_contents(reference: Reference) -> Html:
    """Return the table of contents: every operation of the page by group, each with a link."""
    count = len(reference.operations)
    parts: list[Html] = []
    entries = [entry for entry in reference.contents() if entry.group.operations]
    for entry in entries:
        group = entry.group
        many = len(group.operations) > 5
        if entry.heading:
            parts.append(_toc_heading(entry.heading))
        size = len(group.operations)
        parts.append(
            _details(
                _summary(group.title or "Other", " ", _count(size, _unit(f" {plural(size, 'operation')}"))),
                (_long_list_of if many else _list_of)(_entry(reference, operation) for operation in group.operations),
                open=count <= LIMITS.max_open_contents or len(entries) == 1,
            )
        )
    if not parts or count < 2:
        return EMPTY
    search = _filter() if count >= LIMITS.min_filtered_operations else EMPTY
    return _toc(search, parts, aria_label=f"Contents of {reference.title}")


def _entry(reference: Reference, operation: ApiOperation) -> Html:
    words = title_of(operation)
    if operation.broken or words == operation.key:
        words, path = operation.path, EMPTY
    else:
        path = _toc_path(_bdi(operation.path))
    make = _toc_struck if operation.deprecated else _toc_text
    verb = _verbs.get(operation.method)
    label = "DEL" if operation.method == "DELETE" else operation.method
    return _item(
        _anchor(
            verb(label) if verb else operation.method, " ", make(words), " ", path,
            href=f"#{reference.operation_anchor(operation)}", title=operation.key,
        )
    )  # fmt: skip


def render_listing(reference: Reference) -> Html:
    """Return every operation of the page by group, without links: where nothing is there to link to."""
    return fragment(
        _details(
            _summary(entry.group.title or "Other", " ", _count(len(entry.group.operations))),
            _list_of(_item(spaced([_code(one.key), _quiet(title_of(one))])) for one in entry.group.operations),
        )
        for entry in reference.contents()
        if entry.group.operations
    )
