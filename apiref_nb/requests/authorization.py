"""Which credentials a request carries: the first of the operation's security alternatives that the client can meet.

An operation and the client's credentials come in; an `Authorization` (places and secrets, never shown) goes out, whose
`headers`, `query` and `cookies` are read at the moment of sending only. What a scheme means is said by `security`.
"""

from __future__ import annotations

import base64
from collections.abc import Iterable
from dataclasses import dataclass
from urllib.parse import quote

from apiref_nb.model import Api, ApiOperation, SecurityRequirement, SecurityScheme
from apiref_nb.requests.credentials import Credentials, Secret
from apiref_nb.requests.security import (
    SecurityPlan,
    arguments_of,
    authorization_parameter,
    requirement_plans,
    security_plan,
)

REFUSALS = (401, 403)
"""Statuses by which a server says that the credential is missing, wrong or not enough."""


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
    plans: tuple[SecurityPlan, ...] = ()
    """What was placed, without its secrets."""

    def at(self, location: str) -> tuple[Placed, ...]:
        """Return what travels in `header`, `query` or `cookie`."""
        return tuple(placed for placed in self.placed if placed.location == location)


def authorization(api: Api, operation: ApiOperation, credentials: Credentials) -> Authorization:
    """Return what a request of this operation carries.

    The first alternative whose every scheme is held is taken. When the document says nothing about security at all,
    every credential that has one possible place is sent. Where it only declares an `Authorization` header as a
    parameter, that is where a token, else user name and password, go.
    """
    for requirement in operation.security or ():
        if requirement.uses and (placed := _met(requirement, credentials)) is not None:
            return Authorization(placed, plans=requirement_plans(requirement))
    named = authorization_parameter(operation)
    if named is not None and not any(requirement.uses for requirement in operation.security or ()):
        return Authorization(tuple(_bearer_or_basic(credentials)))
    if operation.security is None:
        return Authorization(tuple(_undeclared(api, credentials)))
    if not operation.security or any(not requirement.uses for requirement in operation.security):
        return Authorization()
    return Authorization(wanted=" or ".join(dict.fromkeys(_described(r) for r in operation.security)))


def holds(credentials: Credentials, scheme: SecurityScheme) -> bool:
    """Return True when the client can meet this scheme."""
    return _placed(security_plan(scheme), credentials) is not None


def credential_arguments(operation: ApiOperation) -> tuple[str, ...]:
    """Return the arguments of `Client` that the operation's schemes take, such as `token`; each once."""
    return arguments_of(use for requirement in operation.security or () for use in requirement.uses)


def _met(requirement: SecurityRequirement, credentials: Credentials) -> tuple[Placed, ...] | None:
    placed = [_placed(security_plan(use.scheme), credentials) for use in requirement.uses]
    return tuple(p for p in placed if p is not None) if all(p is not None for p in placed) else None


def _placed(plan: SecurityPlan, credentials: Credentials) -> Placed | None:
    match plan.row.arguments:
        case ("token",):
            token = credentials.token(plan.scheme.key)
            return Placed("header", plan.name, Secret("Bearer " + token.reveal())) if token else None
        case ("username", "password"):
            return _basic(credentials)
        case ("api_key",) if plan.name == plan.scheme.name:
            key = credentials.api_key(plan.scheme.key)
            if key is None or plan.location == "header":
                return Placed("header", plan.name, key) if key is not None else None
            return Placed(plan.location, quote(plan.name, safe="~"), Secret(quote(key.reveal(), safe="~")))
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


def _bearer_or_basic(credentials: Credentials) -> Iterable[Placed]:
    token, basic = credentials.token(""), _basic(credentials)
    if token:
        yield Placed("header", "Authorization", Secret("Bearer " + token.reveal()))
    elif basic:
        yield basic


def _undeclared(api: Api, credentials: Credentials) -> Iterable[Placed]:
    yield from _bearer_or_basic(credentials)
    keys = [scheme for scheme in api.security_schemes if scheme.type == "apiKey"]
    placed = _placed(security_plan(keys[0]), credentials) if len(keys) == 1 else None
    if placed is not None:
        yield placed


def _described(requirement: SecurityRequirement) -> str:
    return " and ".join(f"{use.scheme.key} ({_argument(use.scheme)})" for use in requirement.uses)


def _argument(scheme: SecurityScheme) -> str:
    if not scheme.declared:
        return "not declared in this document"
    named = ", ".join(f"{name}=…" for name in security_plan(scheme).row.arguments)
    return named or f"{scheme.scheme or scheme.type}, which Client does not speak"
