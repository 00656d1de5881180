"""Which credentials a request carries: the first of the operation's security alternatives that the client can meet.

An operation and the client's credentials come in; an `Authorization` (places and secrets, never shown) goes out, whose
`headers`, `query` and `cookies` are read at the moment of sending only. Called by `calls`.
"""

from __future__ import annotations

import base64
from collections.abc import Iterable
from dataclasses import dataclass
from urllib.parse import quote

from apiref_nb.model import Api, ApiOperation, SecurityRequirement, SecurityScheme
from apiref_nb.requests.credentials import Credentials, Secret

REFUSALS = (401, 403)
"""Statuses by which a server says that the credential is missing, wrong or not enough."""

_TOKEN_TYPES = frozenset({"oauth2", "openIdConnect"})


@dataclass(frozen=True, slots=True)
class Placed:
    """One secret and where it travels."""

    location: str
    """`header`, `query` or `cookie`."""
    name: str
    """Name of the header, query parameter or cookie."""
    secret: Secret
    """The whole value, such as `Bearer …`, encoded for its place."""


@dataclass(frozen=True, slots=True)
class Authorization:
    """The secrets of one request."""

    placed: tuple[Placed, ...] = ()
    """What is sent, in the order of the document."""
    wanted: str = ""
    """What the operation asks for and the client does not hold, in words; empty when nothing is missing."""

    def at(self, location: str) -> tuple[Placed, ...]:
        """Return what travels in `header`, `query` or `cookie`."""
        return tuple(placed for placed in self.placed if placed.location == location)


def authorization(api: Api, operation: ApiOperation, credentials: Credentials) -> Authorization:
    """Return what a request of this operation carries.

    The first alternative whose every scheme is held is taken. When the document says nothing about security at all,
    every credential that has one possible place is sent.
    """
    if operation.security is None:
        return Authorization(tuple(_undeclared(api, credentials)))
    for requirement in operation.security:
        if requirement.uses and (placed := _met(requirement, credentials)) is not None:
            return Authorization(placed)
    if not operation.security or any(not requirement.uses for requirement in operation.security):
        return Authorization()
    return Authorization(wanted=" or ".join(dict.fromkeys(_described(r) for r in operation.security)))


def holds(credentials: Credentials, scheme: SecurityScheme) -> bool:
    """Return True when the client can meet this scheme."""
    return _placed(scheme, credentials) is not None


def _met(requirement: SecurityRequirement, credentials: Credentials) -> tuple[Placed, ...] | None:
    placed = [_placed(use.scheme, credentials) for use in requirement.uses]
    return tuple(p for p in placed if p is not None) if all(p is not None for p in placed) else None


def _placed(scheme: SecurityScheme, credentials: Credentials) -> Placed | None:
    if scheme.type == "apiKey" and scheme.name and scheme.location in ("header", "query", "cookie"):
        key = credentials.api_key(scheme.key)
        if key is None:
            return None
        if scheme.location == "header":
            return Placed("header", scheme.name, key)
        return Placed(scheme.location, quote(scheme.name, safe="~"), Secret(quote(key.reveal(), safe="~")))
    if scheme.type in _TOKEN_TYPES or (scheme.type == "http" and scheme.scheme.lower() == "bearer"):
        token = credentials.token(scheme.key)
        return Placed("header", "Authorization", Secret("Bearer " + token.reveal())) if token else None
    if scheme.type == "http" and scheme.scheme.lower() == "basic":
        return _basic(credentials)
    return None


def _basic(credentials: Credentials) -> Placed | None:
    held = credentials.basic()
    if held is None:
        return None
    # The plain text stays inside the expression: a local variable would show in a traceback.
    return Placed(
        "header",
        "Authorization",
        Secret("Basic " + base64.b64encode(":".join(part.reveal() for part in held).encode()).decode("ascii")),
    )


def _undeclared(api: Api, credentials: Credentials) -> Iterable[Placed]:
    token = credentials.token("")
    basic = _basic(credentials)
    if token:
        yield Placed("header", "Authorization", Secret("Bearer " + token.reveal()))
    elif basic:
        yield basic
    keys = [scheme for scheme in api.security_schemes if scheme.type == "apiKey"]
    for scheme in keys if len(keys) == 1 else ():
        placed = _placed(scheme, credentials)
        if placed:
            yield placed


def credential_arguments(operation: ApiOperation) -> tuple[str, ...]:
    """Return the arguments of `Client` that the operation's schemes take, such as `token`; each once."""
    schemes = [use.scheme for requirement in operation.security or () for use in requirement.uses]
    return tuple(dict.fromkeys(name for scheme in schemes for name in _arguments(scheme)))


def _described(requirement: SecurityRequirement) -> str:
    return " and ".join(f"{use.scheme.key} ({_argument(use.scheme)})" for use in requirement.uses)


def _argument(scheme: SecurityScheme) -> str:
    if not scheme.declared:
        return "not declared in this document"
    named = ", ".join(f"{name}=…" for name in _arguments(scheme))
    return named or f"{scheme.scheme or scheme.type}, which Client does not speak"


def _arguments(scheme: SecurityScheme) -> tuple[str, ...]:
    if scheme.type == "apiKey":
        return ("api_key",)
    if scheme.type in _TOKEN_TYPES or scheme.scheme.lower() == "bearer":
        return ("token",)
    return ("username", "password") if scheme.scheme.lower() == "basic" else ()
