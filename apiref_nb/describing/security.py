"""Security as a reader needs it: alternatives (OR), each a list of schemes that are needed together (AND).

In: the requirements of an operation, or the schemes of a document. Out: plain values for every output format.
"""

from __future__ import annotations

from dataclasses import dataclass

from apiref_nb.model import SecurityRequirement, SecurityScheme


@dataclass(frozen=True, slots=True)
class SecurityUseLine:
    """One scheme of an alternative."""

    key: str
    kind: str
    """`Bearer token`, `API key in header X-API-Key`."""
    scopes: tuple[str, ...]
    deprecated: bool


@dataclass(frozen=True, slots=True)
class SecurityLine:
    """One alternative; without uses, no credential is needed."""

    uses: tuple[SecurityUseLine, ...]


HTTP_KINDS = {"basic": "HTTP Basic", "bearer": "Bearer token", "digest": "HTTP Digest"}
"""`http` scheme -> its everyday name; any other is shown as written."""


def scheme_kind(scheme: SecurityScheme) -> str:
    """Return in a few words how a scheme's credential travels."""
    if not scheme.declared:
        return "not declared in this document"
    match scheme.type:
        case "apiKey":
            return f"API key in {scheme.location or 'header'} {scheme.name}".strip()
        case "http":
            kind = HTTP_KINDS.get(scheme.scheme, f"HTTP {scheme.scheme}".strip())
            return f"{kind} ({scheme.bearer_format})" if scheme.bearer_format else kind
        case "oauth2":
            return "OAuth 2.0"
        case "openIdConnect":
            return "OpenID Connect"
        case "mutualTLS":
            return "Mutual TLS"
        case _:
            return scheme.type or "of no type"


def security_lines(requirements: tuple[SecurityRequirement, ...] | None) -> tuple[SecurityLine, ...]:
    """Return one line per alternative, in document order; none when the document demands nothing."""
    return tuple(
        SecurityLine(
            tuple(
                SecurityUseLine(use.scheme.key, scheme_kind(use.scheme), use.scopes, use.scheme.deprecated)
                for use in requirement.uses
            )
        )
        for requirement in requirements or ()
    )
