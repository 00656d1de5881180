"""What a document says of itself as a whole: summary and description, servers, authentication, licence and contact.

In: an `Api`. Out: Markdown lines. The index of pages and the Markdown form of a reference say the same.
"""

from __future__ import annotations

from apiref_nb.describing import scheme_kind
from apiref_nb.model import Api, OAuthFlow, SecurityScheme, Server
from apiref_nb.writing import author_markdown
from apiref_nb.writing.markdown_text import EMPTY, Markdown, code, join, link, strong, text

SCOPES_SHOWN = 12
"""Scopes of a flow that are named; each operation names its own."""


def about_blocks(api: Api) -> tuple[str, ...]:
    """Return summary and description as blocks; a summary that the description repeats is left out."""
    summary = "" if api.summary.strip() == api.description.strip() else author_markdown.blocks(api.summary)
    return (summary, author_markdown.blocks(api.description))


def server_lines(api: Api) -> str:
    """Return the servers as a list, their variables with what may stand for each."""
    lines = []
    for server in api.servers:
        lines.append(f"- {_server(server)}")
        for variable in server.variables:
            holds = [
                join([text("default"), code(variable.default)]) if variable.default else text("no default"),
                join([text("one of"), join(map(code, variable.enum), ", ")]) if variable.enum else EMPTY,
                author_markdown.inline(variable.description),
            ]
            lines.append(f"  - {join([code(f'{{{variable.name}}}'), join(holds, ' · ')])}")
    return "\n".join(lines)


def _server(server: Server) -> Markdown:
    resolved = server.resolved if not server.variables and server.resolved != server.url.rstrip("/") else ""
    said = [text(server.name), author_markdown.inline(server.description)]
    return join([join([code(server.url), *([text("at"), code(resolved)] if resolved else [])]), *said], " · ")


def scheme_lines(api: Api) -> str:
    """Return the ways to authenticate as a list, the flows of OAuth 2.0 below theirs."""
    lines = []
    for scheme in api.security_schemes:
        lines.append(f"- {_scheme(scheme)}")
        lines += [f"  - {_flow(flow)}" for flow in scheme.flows]
        named = (("discovery", scheme.open_id_connect_url), ("metadata", scheme.oauth2_metadata_url))
        lines += [f"  - {join([text(words), code(address)])}" for words, address in named if address]
    return "\n".join(lines)


FLOW_NAMES = {
    "authorizationCode": "authorization code",
    "clientCredentials": "client credentials",
    "deviceAuthorization": "device authorization",
}


def _flow(flow: OAuthFlow) -> Markdown:
    addresses = (
        ("authorize at", flow.authorization_url), ("device at", flow.device_authorization_url),
        ("token from", flow.token_url), ("refresh at", flow.refresh_url),
    )  # fmt: skip
    said = [join([text(words), code(address)]) for words, address in addresses if address]
    scopes = [code(name) for name, _ in flow.scopes[:SCOPES_SHOWN]]
    left = len(flow.scopes) - len(scopes)
    if scopes:
        said.append(join([text("scopes"), join([*scopes, *([text(f"and {left} more")] if left else [])], ", ")]))
    return join([text(FLOW_NAMES.get(flow.kind, flow.kind)), *said], " · ")


def _scheme(scheme: SecurityScheme) -> Markdown:
    mark = strong(text("Deprecated")) if scheme.deprecated else EMPTY
    named = join([code(scheme.key), text(scheme_kind(scheme))])
    return join([named, mark, author_markdown.inline(scheme.description)], " · ")


def origin_line(api: Api) -> Markdown:
    """Return licence, terms, contact and further documentation on one line; nothing when the document names none."""
    parts = []
    if api.license is not None:
        named = dict.fromkeys(filter(None, (api.license.name, api.license.identifier)))
        parts.append(join([text("License:"), link(" · ".join(named) or "License", api.license.url)]))
    if api.terms_of_service:
        parts.append(link("Terms of service", api.terms_of_service))
    contact = api.contact
    if contact is not None and (contact.name or contact.email or contact.url):
        mail = f"mailto:{contact.email}" if contact.email else ""
        named_contact = link(contact.name or contact.email or contact.url, contact.url or mail)
        parts.append(join([text("Contact:"), named_contact]))
    if api.external_docs is not None:
        parts.append(link(api.external_docs.description or api.external_docs.url, api.external_docs.url))
    return join(parts, " · ")
