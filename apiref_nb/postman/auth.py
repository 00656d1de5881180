"""Security requirements as a collection states them: one `auth` helper, and headers for what the helper cannot say.

In: the credentials of a plan. Out: `RequestAuth`. A helper holds one credential; the further ones of an AND combination
travel as headers, query parameters and cookies. No secret is ever written, only references to variables.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from apiref_nb.model import ApiOperation, OAuthFlow, SecurityScheme
from apiref_nb.postman.json_texts import encoded
from apiref_nb.postman.variables import Variables, literal, literal_url
from apiref_nb.requests.security import SecurityPlan, security_plan

GRANTS: Mapping[str, str] = {
    "authorizationCode": "authorization_code",
    "implicit": "implicit",
    "password": "password_credentials",
    "clientCredentials": "client_credentials",
}
"""OAuth 2.0 flow -> Postman's name of the grant, in the order of preference; it knows no device flow."""

NO_AUTH = '{"type": "noauth"}'


@dataclass(slots=True)
class RequestAuth:
    """How one request authenticates."""

    helper: str = ""
    """The request's `auth` as JSON text; empty when the document says nothing, so that the reader may set one for the
    collection."""
    headers: list[tuple[str, str]] = field(default_factory=list)
    query: list[tuple[str, str]] = field(default_factory=list)
    cookies: list[tuple[str, str]] = field(default_factory=list)


def declare_schemes(schemes: tuple[SecurityScheme, ...], variables: Variables) -> None:
    """Declare the variables of every security scheme of the document, used or not.

    Args:
        schemes: in document order, which is the order of their variables.
        variables: those of the collection; takes the new ones.
    """
    for scheme in schemes:
        _references(security_plan(scheme), variables)


def request_auth(operation: ApiOperation, credentials: Iterable[SecurityPlan], variables: Variables) -> RequestAuth:
    """Return how a request authenticates.

    Args:
        operation: `security` None leaves the request without `auth`, `()` says `noauth`.
        credentials: what is needed together, in the order of the document.
        variables: gives out the references.
    """
    made = RequestAuth("" if operation.security is None else NO_AUTH)
    for plan in credentials:
        first, *rest = _references(plan, variables) or ("",)
        if not first or not (plan.location or plan.row.helper):
            continue
        helper = _helper(plan, first, rest) if made.helper in ("", NO_AUTH) else ""
        if helper:
            made.helper = helper
        elif plan.location == "cookie":
            made.cookies.append((plan.name, first))
        elif plan.location == "query":
            made.query.append((plan.name, first))
        else:
            made.headers.append((plan.name, plan.prefix + first))
    return made


def _references(plan: SecurityPlan, variables: Variables) -> tuple[str, ...]:
    """Return the references that a scheme needs; nothing for one that no header can carry, such as mutual TLS."""
    if not plan.row.variables:
        return ()
    several = len(plan.row.variables) > 1
    parts = (("Username", "User name"), ("Password", "Password")) if several else (("", _words(plan)),)
    key = plan.scheme.key
    return tuple(
        variables.declare(key, key + suffix, "", ". ".join(filter(None, (words, plan.scheme.description))))
        for suffix, words in parts
    )


def _words(plan: SecurityPlan) -> str:
    match plan.kind:
        case "apiKey":
            return f"{plan.row.words}, sent in the {plan.location} as {plan.name}"
        case "oauth2" | "openIdConnect":
            return f"{plan.row.words} access token"
        case "other":
            return f"Credentials for {plan.scheme.scheme or plan.scheme.type or plan.scheme.key}"
        case _:
            return plan.row.words


def _helper(plan: SecurityPlan, first: str, rest: list[str]) -> str:
    match plan.row.helper:
        case "apikey" if plan.location != "cookie":
            return _typed("apikey", key=literal(plan.name), value=first, **{"in": plan.location})
        case "basic" | "digest" as kind:
            return _typed(kind, username=first, password=rest[0])
        case "bearer":
            return _typed("bearer", token=first)
        case "oauth2":
            return _oauth2(plan, first)
        case _:
            return ""


def _oauth2(plan: SecurityPlan, reference: str) -> str:
    given = {"accessToken": reference, "addTokenTo": "header", "tokenType": "Bearer", "headerPrefix": "Bearer"}
    if plan.scopes:
        given["scope"] = literal(" ".join(plan.scopes))
    flows = {flow.kind: flow for flow in plan.scheme.flows}
    flow = next((flows[kind] for kind in GRANTS if kind in flows), None)
    if flow is not None:
        given |= _grant(flow)
    return _typed("oauth2", **given)


def _grant(flow: OAuthFlow) -> dict[str, str]:
    addresses = {
        "authUrl": flow.authorization_url, "accessTokenUrl": flow.token_url, "refreshTokenUrl": flow.refresh_url,
    }  # fmt: skip
    return {"grant_type": GRANTS[flow.kind]} | {key: literal_url(url) for key, url in addresses.items() if url}


def _typed(kind: str, **given: str) -> str:
    members = [{"key": key, "value": value, "type": "string"} for key, value in given.items()]
    return encoded({"type": kind, kind: members})
