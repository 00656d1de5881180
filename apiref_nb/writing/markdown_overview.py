"""What a document says of itself as a whole: summary and description, servers, authentication, licence and contact.

In: an `Api`. Out: Markdown lines. The index of pages and the Markdown form of a reference say the same.
"""

from __future__ import annotations

from apiref_nb.describing import wording
from apiref_nb.describing.lines import FlowLines, origins, scheme_lines, server_lines
from apiref_nb.model import Api
from apiref_nb.writing import author_markdown
from apiref_nb.writing.author_markdown import said
from apiref_nb.writing.markdown_text import EMPTY, Markdown, code, join, some, text

SCOPES_SHOWN = 12
"""Scopes of a flow that are named; each operation names its own."""


def about_blocks(api: Api) -> tuple[str, ...]:
    """Return summary and description as blocks; a summary that the description repeats is left out."""
    summary = "" if api.summary.strip() == api.description.strip() else author_markdown.blocks(api.summary)
    return (summary, author_markdown.blocks(api.description))


def server_list(api: Api) -> str:
    """Return the servers as a list, their variables with what may stand for each."""
    lines = []
    for line, variables in map(server_lines, api.servers):
        lines += [f"- {said(line)}", *(f"  - {said(one)}" for one in variables)]
    return "\n".join(lines)


def scheme_list(api: Api) -> str:
    """Return the ways to authenticate as a list, the flows of OAuth 2.0 below theirs."""
    lines = []
    for line, flows, addresses in map(scheme_lines, api.security_schemes):
        lines += [
            f"- {said(line)}",
            *(f"  - {_flow(flow)}" for flow in flows),
            *(f"  - {said(one)}" for one in addresses),
        ]
    return "\n".join(lines)


def _flow(flow: FlowLines) -> Markdown:
    named = some([code(name) for name, _ in flow.scopes[:SCOPES_SHOWN]], len(flow.scopes))
    return join([said(flow.line), join([text("scopes"), named]) if named else EMPTY], " · ")


def version_line(api: Api) -> Markdown:
    """Return the version of the API; nothing where the document gives none."""
    return text(f"Version {api.version}") if api.version else EMPTY


def origin_line(api: Api) -> Markdown:
    """Return licence, terms, contact and further documentation on one line; nothing when the document names none."""
    return join(
        [join([text("" if heading in SELF_EVIDENT else f"{heading}:"), said(line)]) for heading, line in origins(api)],
        " · ",
    )


SELF_EVIDENT = (wording.TERMS, wording.DOCUMENTATION)
"""Headings of origins whose words say what they are."""
