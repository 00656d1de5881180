"""Which credentials a request carries: the first of the operation's security alternatives that the client can meet.

An operation and the client's credentials come in; an `Authorization` (places and secrets, never shown) goes out, whose
`headers`, `query` and `cookies` are read at the moment of sending only. What a scheme means is said by `security`.
"""

from __future__ import annotations

import base64
from collections.abc import Iterable
from dataclasses import dataclass, replace
from urllib.parse import quote

from apiref_nb.model import Api, ApiOperation, SecurityRequirement, SecurityScheme
from apiref_nb.requests.credentials import Credentials, Secret
from apiref_nb.requests.grants import CODE, Grant, grant_of
from apiref_nb.requests.security import (
    SecurityPlan,
    arguments_of,
    authorization_parameter,
    place_key,
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
    argument: str = ""
    """The argument of `Client` that it comes from, such as `token`."""
    grant: Grant | None = None
    """How the token is asked for before it can be sent; None for what is held."""


@dataclass(frozen=True, slots=True)
class Authorization:
    """The secrets of one request."""

    placed: tuple[Placed, ...] = ()
    """What is sent, in the order of the document."""
    wanted: str = ""
    """What the operation asks for and the client does not hold, in words; empty when nothing is missing."""
    plans: tuple[SecurityPlan, ...] = ()
    """What was placed, without its secrets."""
    digest: bool = False
    """True when user name and password answer the server's Digest challenge."""
    unsent: tuple[tuple[str, str], ...] = ()
    """(argument of `Client`, why it is not sent) of everything that was given."""

    @property
    def proves(self) -> bool:
        """True when something is sent that says who is calling."""
        return self.digest or any(placed.argument not in _PLAIN for placed in self.placed)

    @property
    def grants(self) -> tuple[Grant, ...]:
        """How the tokens are asked for that the request needs."""
        return tuple(placed.grant for placed in self.placed if placed.grant is not None)

    def at(self, location: str) -> tuple[Placed, ...]:
        """Return what travels in `header`, `query` or `cookie`."""
        return tuple(placed for placed in self.placed if placed.location == location)


_PLAIN = frozenset({"headers", "cookies"})
_WITH = {"password": "username", "client_secret": "client_id"}
"""What says nothing by itself, and what it goes with."""
ASKS = "the operation asks for"
"""How the reason begins when other credentials are needed."""


def authorization(api: Api, operation: ApiOperation, credentials: Credentials) -> Authorization:
    """Return what a request of this operation carries to the client's own origin.

    The first alternative whose every scheme is held is taken. When the document says nothing about security at all,
    every credential that has one possible place is sent. Where it only declares an `Authorization` header as a
    parameter, that is where a token, else user name and password, go. Headers and cookies that the reader named are
    sent always; of two values for one place theirs.

    Args:
        api: the document.
        operation: what is called.
        credentials: what the client holds.
    """
    found = _found(api, operation, credentials)
    named = [Placed("header", name, value, "headers") for name, value in credentials.headers.items()]
    named += [Placed("cookie", name, value, "cookies") for name, value in credentials.cookies.items()]
    taken = {place_key(one.location, one.name) for one in named}
    placed = (*named, *(one for one in found.placed if place_key(one.location, one.name) not in taken))
    return replace(found, placed=placed, unsent=_unsent(operation, credentials, placed, digest=found.digest))


def _found(api: Api, operation: ApiOperation, credentials: Credentials) -> Authorization:
    met = [(one, found) for one in operation.security or () if one.uses and (found := _met(one, credentials))]
    if met:
        # What is known to work comes before what somebody else has yet to be asked about.
        requirement, parts = min(met, key=lambda pair: any(_asks_where(part) for part in pair[1]))
        placed = tuple(one for one in parts if isinstance(one, Placed))
        return Authorization(placed, plans=requirement_plans(requirement), digest=DIGEST in parts)
    named = authorization_parameter(operation)
    if named is not None and not any(requirement.uses for requirement in operation.security or ()):
        return Authorization(tuple(_bearer_or_basic(credentials)))
    if operation.security is None:
        return Authorization(tuple(_undeclared(api, credentials)))
    if not operation.security or any(not requirement.uses for requirement in operation.security):
        return Authorization()
    return Authorization(wanted=" or ".join(dict.fromkeys(_described(r) for r in operation.security)))


def _asks_where(part: Placed | str) -> bool:
    return isinstance(part, Placed) and part.grant is not None and bool(part.grant.metadata_url)


def _unsent(
    operation: ApiOperation, credentials: Credentials, placed: Iterable[Placed], *, digest: bool
) -> tuple[tuple[str, str], ...]:
    """(argument, reason) of what the reader gave and this request does not carry."""
    sent = {one.argument for one in placed}
    sent |= {name for one in placed if one.grant is not None for name in one.grant.arguments}
    sent |= {"username"} if digest else set()
    if operation.security is None:
        reason = "the document does not say where it goes"
    elif not any(requirement.uses for requirement in operation.security):
        reason = "the document says that this operation needs no credential"
    else:
        reason = f"{ASKS} {' or '.join(dict.fromkeys(map(_described, operation.security)))}"
    given = dict.fromkeys(_WITH.get(name, name) for name in credentials.names())
    return tuple((name, reason) for name in given if name not in sent)


def holds(credentials: Credentials, scheme: SecurityScheme) -> bool:
    """Return True when the client can meet this scheme.

    Args:
        credentials: what the client holds.
        scheme: as the document declares it.
    """
    return _placed(security_plan(scheme), credentials) is not None


DIGEST = "digest"
"""Stands for user name and password that answer a challenge; nothing travels before it."""


def credential_arguments(operation: ApiOperation) -> tuple[str, ...]:
    """Return the arguments of `Client` that the operation's schemes take, such as `token`; each once."""
    return arguments_of(use for requirement in operation.security or () for use in requirement.uses)


CERTIFICATE = "mutualTLS"
"""Stands for the certificate of the connection."""


def _met(requirement: SecurityRequirement, credentials: Credentials) -> tuple[Placed | str, ...] | None:
    placed = [_placed(security_plan(use.scheme, use.scopes), credentials) for use in requirement.uses]
    return tuple(p for p in placed if p is not None) if all(p is not None for p in placed) else None


def _placed(plan: SecurityPlan, credentials: Credentials) -> Placed | str | None:
    if plan.kind == DIGEST:
        return DIGEST if credentials.basic() is not None else None
    if plan.kind == CERTIFICATE:
        return CERTIFICATE if credentials.certificate else None
    match plan.row.arguments:
        case ("token",):
            token = credentials.token(plan.scheme.key)
            if token:
                return Placed("header", plan.name, Secret("Bearer " + token.reveal()), "token")
            grant = grant_of(plan.scheme, plan.scopes, credentials)
            return _granted(plan, grant, credentials) if grant is not None else None
        case ("username", "password"):
            return _basic(credentials)
        case ("api_key",) if plan.name == plan.scheme.name:
            key = credentials.api_key(plan.scheme.key)
            if key is None or plan.location == "header":
                return Placed("header", plan.name, key, "api_key") if key is not None else None
            return Placed(plan.location, quote(plan.name, safe="~"), Secret(quote(key.reveal(), safe="~")), "api_key")
    return None


def _granted(plan: SecurityPlan, grant: Grant, credentials: Credentials) -> Placed:
    """The place of a token that is asked for first; its text is there when it is sent."""

    def said() -> str:
        return "Bearer " + credentials.obtained[grant.scheme].token.reveal()

    return Placed("header", plan.name, Secret.later(said), grant.arguments[0], grant)


def _basic(credentials: Credentials) -> Placed | None:
    held = credentials.basic()
    if held is None:
        return None
    # The plain text stays inside the expression: a local variable would show in a traceback.
    return Placed(
        "header",
        "Authorization",
        Secret("Basic " + base64.b64encode(":".join(part.reveal() for part in held).encode()).decode("ascii")),
        "username",
    )


def _bearer_or_basic(credentials: Credentials) -> Iterable[Placed]:
    token, basic = credentials.token(""), _basic(credentials)
    if token:
        yield Placed("header", "Authorization", Secret("Bearer " + token.reveal()), "token")
    elif basic:
        yield basic


def _undeclared(api: Api, credentials: Credentials) -> Iterable[Placed]:
    yield from _bearer_or_basic(credentials)
    keys = [scheme for scheme in api.security_schemes if scheme.type == "apiKey"]
    placed = _placed(security_plan(keys[0]), credentials) if len(keys) == 1 else None
    if isinstance(placed, Placed):
        yield placed


def _described(requirement: SecurityRequirement) -> str:
    return " and ".join(f"{use.scheme.key} ({_argument(use.scheme)})" for use in requirement.uses)


def _argument(scheme: SecurityScheme) -> str:
    if not scheme.declared:
        return "not declared in this document"
    named = ", ".join(f"{name}=…" for name in security_plan(scheme).row.arguments)
    if any(flow.kind == CODE for flow in scheme.flows):
        named += ", or authorization_code(client)"
    return named or f"{scheme.scheme or scheme.type}, which Client does not speak"
