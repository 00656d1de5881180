"""Security requirements as a collection states them: one `auth` helper, and headers for what the helper cannot say.

In: an operation's security. Out: `RequestAuth`. A helper holds one credential; the further ones of an AND combination
travel as headers, query parameters and cookies. No secret is ever written, only references to variables.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from apiref_nb.model import ApiOperation, OAuthFlow, SecurityRequirement, SecurityScheme, SecurityUse
from apiref_nb.postman.variables import Variables, literal, literal_url
from apiref_nb.text.escaping import is_token

GRANTS: Mapping[str, str] = {
    "authorizationCode": "authorization_code",
    "implicit": "implicit",
    "password": "password_credentials",
    "clientCredentials": "client_credentials",
}
"""OAuth 2.0 flow -> Postman's name of the grant, in the order of preference; it knows no device flow."""

NO_AUTH: Mapping[str, Any] = {"type": "noauth"}


@dataclass(slots=True)
class RequestAuth:
    """How one request authenticates."""

    helper: Mapping[str, Any] | None = None
    """The request's `auth`; None when the document says nothing, so that the reader may set one for the collection."""
    headers: list[tuple[str, str]] = field(default_factory=list)
    query: list[tuple[str, str]] = field(default_factory=list)
    cookies: list[tuple[str, str]] = field(default_factory=list)
    taken: set[tuple[str, str]] = field(default_factory=set)
    """(location, name) of everything that a credential fills; header names in lower case."""


def declare_schemes(schemes: tuple[SecurityScheme, ...], variables: Variables) -> None:
    """Declare the variables of every security scheme of the document, used or not.

    Args:
        schemes: in document order, which is the order of their variables.
        variables: those of the collection; takes the new ones.
    """
    for scheme in schemes:
        _references(scheme, variables)


def request_auth(operation: ApiOperation, variables: Variables) -> RequestAuth:
    """Return how a request authenticates: the first alternative that asks for anything.

    Args:
        operation: `security` None leaves the request without `auth`, `()` says `noauth`.
        variables: gives out the references.
    """
    if operation.security is None:
        return RequestAuth()
    chosen = next((one for one in operation.security if one.uses), SecurityRequirement())
    made = RequestAuth(NO_AUTH)
    for use in chosen.uses:
        _add(use, made, variables)
    return made


def _add(use: SecurityUse, made: RequestAuth, variables: Variables) -> None:
    scheme = use.scheme
    first, *rest = _references(scheme, variables) or ("",)
    location, name = _place(scheme)
    if not first or (location == "header" and not is_token(name)):
        return
    key = name.lower() if location == "header" else name
    if (location, key) in made.taken:
        # Two schemes for one header: only the first can be sent.
        return
    made.taken.add((location, key))
    helper = _helper(use, first, rest)
    if helper is not None and made.helper is NO_AUTH:
        made.helper = helper
    elif location == "cookie":
        made.cookies.append((name, first))
    elif location == "query":
        made.query.append((name, first))
    else:
        made.headers.append((name, _header_text(scheme, first)))


def _place(scheme: SecurityScheme) -> tuple[str, str]:
    if scheme.type != "apiKey":
        return "header", "Authorization"
    location = scheme.location if scheme.location in ("query", "cookie") else "header"
    return location, scheme.name or "X-API-Key"


def _references(scheme: SecurityScheme, variables: Variables) -> tuple[str, ...]:
    """Return the references that a scheme needs; nothing for one that no header can carry, such as mutual TLS."""
    described = scheme.description
    if scheme.type == "mutualTLS":
        return ()
    if _is(scheme, "basic") or _is(scheme, "digest"):
        parts = (("Username", "User name"), ("Password", "Password"))
        return tuple(
            variables.declare(scheme.key, f"{scheme.key}{suffix}", "", ". ".join(filter(None, (words, described))))
            for suffix, words in parts
        )
    return (variables.declare(scheme.key, scheme.key, "", ". ".join(filter(None, (_words(scheme), described)))),)


def _is(scheme: SecurityScheme, kind: str) -> bool:
    return scheme.type == kind or (scheme.type == "http" and scheme.scheme.lower() == kind)


def _words(scheme: SecurityScheme) -> str:
    match scheme.type:
        case "apiKey":
            return f"API key, sent in the {_place(scheme)[0]} as {scheme.name or 'X-API-Key'}"
        case "oauth2":
            return "OAuth 2.0 access token"
        case "openIdConnect":
            return "OpenID Connect access token"
        case _:
            named = scheme.scheme or scheme.type or scheme.key
            return "Bearer token" if _is(scheme, "bearer") else f"Credentials for {named}"


def _header_text(scheme: SecurityScheme, reference: str) -> str:
    if scheme.type == "apiKey":
        return reference
    kind = (
        scheme.scheme if scheme.type == "http" and not _is(scheme, "bearer") and is_token(scheme.scheme) else "bearer"
    )
    return f"{kind[:1].upper()}{kind[1:]} {reference}"


def _helper(use: SecurityUse, first: str, rest: list[str]) -> dict[str, Any] | None:
    scheme = use.scheme
    if scheme.type == "apiKey":
        location, name = _place(scheme)
        if location == "cookie":
            return None
        return _typed("apikey", key=literal(name), value=first, **{"in": location})
    if rest:
        return _typed("digest" if _is(scheme, "digest") else "basic", username=first, password=rest[0])
    kind = scheme.type if scheme.type != "http" else scheme.scheme.lower() or "bearer"
    make = HELPERS.get(kind)
    return make(use, first) if make is not None else None


def _oauth2(use: SecurityUse, reference: str) -> dict[str, Any]:
    given: dict[str, str] = {
        "accessToken": reference,
        "addTokenTo": "header",
        "tokenType": "Bearer",
        "headerPrefix": "Bearer",
    }
    if use.scopes:
        given["scope"] = literal(" ".join(use.scopes))
    flows = {flow.kind: flow for flow in use.scheme.flows}
    flow = next((flows[kind] for kind in GRANTS if kind in flows), None)
    if flow is not None:
        given |= _grant(flow)
    return _typed("oauth2", **given)


def _grant(flow: OAuthFlow) -> dict[str, str]:
    addresses = {
        "authUrl": flow.authorization_url, "accessTokenUrl": flow.token_url, "refreshTokenUrl": flow.refresh_url,
    }  # fmt: skip
    return {"grant_type": GRANTS[flow.kind]} | {key: literal_url(url) for key, url in addresses.items() if url}


HELPERS: Mapping[str, Callable[[SecurityUse, str], dict[str, Any]]] = {
    "bearer": lambda _use, reference: _typed("bearer", token=reference),
    "openIdConnect": lambda _use, reference: _typed("bearer", token=reference),
    "oauth2": _oauth2,
}
"""Kind of scheme -> its `auth` helper; any other HTTP scheme becomes a plain `Authorization` header."""


def _typed(kind: str, **given: str) -> dict[str, Any]:
    return {"type": kind, kind: [{"key": key, "value": value, "type": "string"} for key, value in given.items()]}
