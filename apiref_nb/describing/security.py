"""Security as a reader needs it: alternatives (OR), each a list of schemes that are needed together (AND).

In: the requirements of an operation, or the schemes of a document. Out: plain values for every output format.
"""

from __future__ import annotations

from dataclasses import dataclass

from apiref_nb.model import SecurityRequirement, SecurityScheme
from apiref_nb.requests.security import security_plan


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


def scheme_kind(scheme: SecurityScheme) -> str:
    """Return in a few words how a scheme's credential travels."""
    return security_plan(scheme).words


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
