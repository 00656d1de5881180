"""Which placeholder stands for which credential: from a block's `auth`, and from a document's security schemes."""

from __future__ import annotations

from apiref_nb.model import ApiOperation, Auth, SecurityRequirement, SecurityScheme
from apiref_nb.requests.request_sample import Credential
from apiref_nb.text.escaping import is_token

BEARER = Credential("bearer", prefix="Bearer ", placeholder="<token>")
BASIC = Credential("basic", prefix="Basic ", placeholder="<credentials>")
OAUTH2 = Credential("oauth2", prefix="Bearer ", placeholder="<access-token>")

API_KEY_HEADER = "X-API-Key"
"""Header of an API key whose name is not known."""


def block_credentials(auth: Auth) -> tuple[Credential, ...]:
    """Return the credentials that a block's auth indicator asks for."""
    match auth.scheme:
        case "bearer":
            return (BEARER,)
        case "basic":
            return (BASIC,)
        case "oauth2":
            return (OAUTH2,)
        case "apiKey":
            return (_api_key(auth.name or "", auth.location or "header"),)
        case _:
            return ()


def operation_credentials(operation: ApiOperation) -> tuple[Credential, ...]:
    """Return the credentials of the first alternative that asks for any, in document order."""
    found: list[Credential] = []
    for use in chosen_requirement(operation).uses:
        credential = _scheme_credential(use.scheme)
        if credential is not None and credential not in found:
            found.append(credential)
    return tuple(found)


def operation_auth(operation: ApiOperation) -> Auth:
    """Return the auth indicator of a document's operation: its first alternative that asks for a credential."""
    if operation.security is None:
        return Auth()
    uses = chosen_requirement(operation).uses
    if not uses:
        return Auth(scheme="none")
    credential, scheme = next(
        ((c, use.scheme) for use in uses if (c := _scheme_credential(use.scheme)) is not None), (None, uses[0].scheme)
    )
    description = scheme.description or None
    label = " + ".join(dict.fromkeys(_label(use.scheme) for use in uses))
    match credential:
        case None:
            return Auth(label=label, description=description)
        case Credential(kind="apiKey", name=name, location=location):
            own_label = label if len(uses) > 1 else None
            return Auth(scheme="apiKey", label=own_label, description=description, name=name, location=location)
        case Credential(kind="basic" | "bearer" | "oauth2" as kind):
            usual = len(uses) == 1 and scheme.type in ("http", "oauth2", "basic")
            return Auth(scheme=kind, label=None if usual else label, description=description)
        case _:
            return Auth(scheme="apiKey", label=label, description=description, name="Authorization")


def chosen_requirement(operation: ApiOperation) -> SecurityRequirement:
    """Return the alternative that the samples show: the first that asks for something, else an empty one."""
    return next((r for r in operation.security or () if r.uses), SecurityRequirement())


def _api_key(name: str, location: str) -> Credential:
    where = location if location in ("header", "query", "cookie") else "header"
    usable = bool(name) if where == "query" else is_token(name)
    return Credential("apiKey", name if usable else API_KEY_HEADER, where, placeholder="<api-key>")  # type: ignore[arg-type]  # `where` is one of the three


def _scheme_credential(scheme: SecurityScheme) -> Credential | None:
    match scheme.type:
        case "apiKey":
            return _api_key(scheme.name, scheme.location)
        case "oauth2" | "openIdConnect":
            return OAUTH2
        case "basic":
            return BASIC
        case "http":
            kind = scheme.scheme.lower()
            if kind in ("bearer", ""):
                return BEARER
            if kind == "basic":
                return BASIC
            if is_token(kind):
                return Credential("other", prefix=f"{kind[:1].upper()}{kind[1:]} ", placeholder="<credentials>")
    return None


def _label(scheme: SecurityScheme) -> str:
    match scheme.type:
        case "apiKey":
            return "API Key"
        case "oauth2":
            return "OAuth 2.0"
        case "openIdConnect":
            return "OpenID Connect"
        case "mutualTLS":
            return "Mutual TLS"
        case "http" if scheme.scheme == "bearer":
            return "Bearer Token"
        case "http" if scheme.scheme == "basic":
            return "Basic Auth"
        case _:
            return scheme.key
