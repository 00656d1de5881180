"""What is said of security, servers, ways to authenticate, links and origins: the same words in every output format.

In: parts of a document. Out: lines of the tree in which authors' descriptions are read too, so that whoever writes
those writes these. Nothing here is escaped.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from apiref_nb.describing.prose import read_line
from apiref_nb.describing.prose_tree import Code, Inline, Line, Link, Marked, Text
from apiref_nb.describing.wording import DEPRECATED, DOCUMENTATION, TERMS
from apiref_nb.model import (
    Api,
    ApiLink,
    ApiOperation,
    ExternalDocs,
    OAuthFlow,
    Problem,
    SecurityRequirement,
    SecurityScheme,
    Server,
)
from apiref_nb.requests.security import security_plan
from apiref_nb.text.links import safe_link

USUAL_DIALECT = "https://spec.openapis.org/oas/"
"""The schema dialects of OpenAPI itself, which no overview names."""

FLOW_NAMES = {
    "authorizationCode": "authorization code",
    "clientCredentials": "client credentials",
    "deviceAuthorization": "device authorization",
}


class FlowLines(NamedTuple):
    """One flow of OAuth 2.0."""

    line: Line
    """Its name and its addresses."""
    scopes: tuple[tuple[str, Line], ...]
    """(scope, what it allows) in document order."""


class SchemeLines(NamedTuple):
    """One way to authenticate."""

    line: Line
    flows: tuple[FlowLines, ...]
    addresses: tuple[Line, ...]
    """Where more is to be found out by tools."""


class ServerLines(NamedTuple):
    """One address of an API."""

    line: Line
    variables: tuple[Line, ...]


def joined(parts: Iterable[Line], between: str) -> Line:
    """Return lines as one; empty ones are left out.

    Args:
        parts: the lines.
        between: our own words between two of them, blanks included.
    """
    made: list[Inline] = []
    for part in parts:
        made += [Text(between), *part] if made and part else part
    return tuple(made)


def words(text: str) -> Line:
    """Return plain text as a line; nothing for an empty one."""
    return (Text(text),) if text else ()


def outward(address: str, said: str) -> Line:
    """Return words that lead to an address; where it may not be followed, the address stands beside them.

    Args:
        address: as the document says it; empty when it says nothing.
        said: the words.
    """
    href = safe_link(address)
    if href and said:
        return (Link(href, (Text(said),)),)
    return (*words(said), Text(" ("), Code(address), Text(")")) if address and address != said else words(said)


def docs_line(docs: ExternalDocs | None) -> Line:
    """Return where more is said; nothing where the document names no place."""
    return outward(docs.url, docs.description or docs.url) if docs is not None else ()


def security_line(requirements: Sequence[SecurityRequirement] | None) -> Line:
    """Return the alternatives of an operation: schemes that are needed together, with their scopes.

    Args:
        requirements: of the operation; None when the document says nothing.

    Returns:
        An empty line when no credential is asked for: the padlock says so.
    """
    if not any(requirement.uses for requirement in requirements or ()):
        return ()
    return joined([_requirement(one) or words("no credential") for one in requirements or ()], " or ")


def _requirement(requirement: SecurityRequirement) -> Line:
    shown = []
    for use in requirement.uses:
        # Brackets set the name apart from what it means; those of a meaning would stand within them.
        meaning = security_plan(use.scheme).words.replace(" (", ", ").removesuffix(")")
        meaning += f", {DEPRECATED.lower()}" if use.scheme.deprecated else ""
        said: list[Inline] = [Code(use.scheme.key), Text(f" ({meaning})")]
        scopes = joined([(Code(scope),) for scope in use.scopes], ", ")
        shown.append((*said, *([Text(" with "), *scopes] if scopes else [])))
    return joined(shown, " and ")


def server_lines(server: Server) -> ServerLines:
    """Return an address with its name and the author's words, and each of its variables."""
    resolved = server.resolved if not server.variables and server.resolved != server.url.rstrip("/") else ""
    address = (Code(server.url), *((Text(" at "), Code(resolved)) if resolved else ()))
    variables = []
    for one in server.variables:
        default = (Text("default "), Code(one.default)) if one.default else words("no default")
        choices = joined([(Code(value),) for value in one.enum], ", ")
        held = joined([default, (Text("one of "), *choices) if choices else (), read_line(one.description)], " · ")
        variables.append((Code(f"{{{one.name}}}"), Text(" "), *held))
    return ServerLines(joined([address, words(server.name), read_line(server.description)], " · "), tuple(variables))


def servers_line(servers: Sequence[Server]) -> Line:
    """Return the addresses of an operation that has its own, on one line."""
    return joined([server_lines(one).line for one in servers], " or ")


def scheme_lines(scheme: SecurityScheme) -> SchemeLines:
    """Return a way to authenticate: what it is called, how its credential travels, its flows."""
    named = (Code(scheme.key), Text(f" {security_plan(scheme).words}"))
    mark = (Marked("strong", (Text(DEPRECATED),)),) if scheme.deprecated else ()
    addresses = (("discovery", scheme.open_id_connect_url), ("metadata", scheme.oauth2_metadata_url))
    return SchemeLines(
        joined([named, mark, read_line(scheme.description)], " · "),
        tuple(map(_flow, scheme.flows)),
        tuple((Text(f"{said} "), Code(address)) for said, address in addresses if address),
    )


def _flow(flow: OAuthFlow) -> FlowLines:
    addresses = (
        ("authorize at", flow.authorization_url), ("device at", flow.device_authorization_url),
        ("token from", flow.token_url), ("refresh at", flow.refresh_url),
    )  # fmt: skip
    said = [(Text(f"{before} "), Code(address)) for before, address in addresses if address]
    return FlowLines(
        joined([words(FLOW_NAMES.get(flow.kind, flow.kind)), *said], " · "),
        tuple((scope, read_line(about)) for scope, about in flow.scopes),
    )


def deprecation_line(operation: ApiOperation) -> Line:
    """Return that an operation is deprecated, and the author's words for it; nothing for any other."""
    if not (operation.deprecated or operation.deprecation_note):
        return ()
    said = (Marked("strong", (Text(f"{DEPRECATED}."),)),)
    return joined([said, read_line(operation.deprecation_note)], " ")


def problem_line(problem: Problem) -> Line:
    """Return what is wrong in a place of the document."""
    return (Marked("strong", (Text("Problem in the document:"),)), Text(f" {problem.message} "), Code(problem.place))


def link_line(link: ApiLink) -> Line:
    """Return what a caller may do next with an answer."""
    values = joined([(Code(f"{name} = {value}"),) for name, value in link.parameters], ", ")
    made: list[Inline] = [Text("Then "), Marked("strong", (Text(link.name),)), Text(" "), Code(link.target)]
    made += [Text(" with "), *values] if values else []
    made += [Text(" with the body "), Code(link.request_body)] if link.request_body else []
    made += [Text(" at "), Code(link.server.url)] if link.server is not None else []
    said = read_line(link.description)
    return (*made, Text(". "), *said) if said else tuple(made)


def origins(api: Api) -> Iterator[tuple[str, Line]]:
    """Yield (heading, line) of licence, terms, contact, documentation, and where the document itself comes from."""
    if api.license is not None:
        named = dict.fromkeys(filter(None, (api.license.name, api.license.identifier)))
        yield "License", outward(api.license.url, " · ".join(named) or "License")
    if api.terms_of_service:
        yield TERMS, outward(api.terms_of_service, "Terms of service")
    contact = api.contact
    if contact is not None and (contact.name or contact.email or contact.url):
        mail = f"mailto:{contact.email}" if contact.email else ""
        yield "Contact", outward(contact.url or mail, contact.name or contact.email or contact.url)
    if api.external_docs is not None:
        yield DOCUMENTATION, docs_line(api.external_docs)
    if api.self_uri:
        yield "Document", (Code(api.self_uri),)
    if api.schema_dialect and not api.schema_dialect.startswith(USUAL_DIALECT):
        yield "Schemas in", (Code(api.schema_dialect),)
