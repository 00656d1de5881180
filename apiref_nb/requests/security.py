"""What each security scheme means: what a reader calls it, where it travels, what stands for it, who can send it.

One table, `KINDS`, for every kind that OpenAPI knows; a scheme of a document becomes a `SecurityPlan`. The samples,
`Client`, the console, Postman's helper, the pages and the words beside a padlock read it and nothing else.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from apiref_nb.model import ApiOperation, SecurityRequirement, SecurityScheme, SecurityUse
from apiref_nb.model.card_parts import AnyAuth, AuthIndicator
from apiref_nb.text.escaping import is_token

API_KEY_HEADER = "X-API-Key"
"""Header of an API key whose name is not known."""


@dataclass(frozen=True, slots=True)
class SecurityKind:
    """One row of the table."""

    label: str
    """Text beside the padlock."""
    words: str
    """The kind in a sentence."""
    prefix: str = ""
    """Written before the credential, such as `Bearer `."""
    placeholder: str = "<credentials>"
    """What stands for the credential in samples."""
    arguments: tuple[str, ...] = ()
    """Arguments of `Client` that hold it; empty for what `Client` does not send."""
    variables: tuple[str, ...] = ("API_CREDENTIALS",)
    """Environment variables that samples read; no document can choose the names."""
    auth: str = "apiKey"
    """Kind of the auth indicator of a block."""
    helper: str = ""
    """Postman's `auth` helper; empty where it has none and the credential is a plain header."""
    travels: bool = True
    """False for what is no part of a request's text: the tool that sends must be told about it."""


_USER = ("API_USER", "API_PASSWORD")
_LOGIN = ("username", "password")

KINDS: Mapping[str, SecurityKind] = {
    "apiKey": SecurityKind(
        "API Key", "API key", placeholder="<api-key>", arguments=("api_key",), variables=("API_KEY",), helper="apikey"
    ),
    "basic": SecurityKind(
        "Basic Auth", "HTTP Basic", "Basic ", arguments=_LOGIN, variables=_USER, auth="basic", helper="basic"
    ),
    "bearer": SecurityKind(
        "Bearer Token", "Bearer token", "Bearer ", "<token>", ("token",), ("API_TOKEN",), auth="bearer", helper="bearer"
    ),
    "oauth2": SecurityKind(
        "OAuth 2.0", "OAuth 2.0", "Bearer ", "<access-token>", ("token",), ("ACCESS_TOKEN",), "oauth2", "oauth2"
    ),
    "openIdConnect": SecurityKind(
        "OpenID Connect",
        "OpenID Connect",
        "Bearer ",
        "<access-token>",
        ("token",),
        ("ACCESS_TOKEN",),
        "oauth2",
        helper="bearer",
    ),
    # The server's challenge decides what is sent, so each tool has an option of its own.
    "digest": SecurityKind(
        "Digest Auth", "HTTP Digest", "", "<username>:<password>", _LOGIN, _USER, helper="digest", travels=False
    ),
    "mutualTLS": SecurityKind(
        "Mutual TLS", "Mutual TLS", placeholder="client.pem", arguments=("cert",), variables=(), travels=False
    ),
    # A header parameter that is named `Authorization`: the whole value is the reader's.
    "authorization": SecurityKind(
        "Authorization", "Authorization header", placeholder="<Authorization>", arguments=("token",)
    ),
    "other": SecurityKind("", "HTTP"),
}
"""Kind of scheme -> what it means. `other` is a further `http` scheme, sent as `Authorization: Name <credentials>`."""

ARGUMENTS: Mapping[str, str] = {
    "token": "API_TOKEN",
    "api_key": "API_KEY",
    "username": "API_USER",
    "password": "API_PASSWORD",
}
"""Argument of `Client` -> environment variable that pages read it from."""


@dataclass(frozen=True, slots=True)
class SecurityPlan:
    """One scheme as an operation needs it. It never holds a secret."""

    scheme: SecurityScheme
    """As the document declares it."""
    kind: str
    """Its row of `KINDS`."""
    location: str = "header"
    """`header`, `query` or `cookie`; empty for what is no part of a request's text."""
    name: str = "Authorization"
    """Name of the header, query parameter or cookie."""
    prefix: str = ""
    """Written before the credential, such as `Bearer `."""
    scopes: tuple[str, ...] = ()
    """What an OAuth 2.0 or OpenID Connect token has to allow."""

    @property
    def row(self) -> SecurityKind:
        """What every scheme of this kind has in common."""
        return KINDS[self.kind]

    @property
    def shown(self) -> str:
        """The value as it is shown: `Bearer <token>`."""
        return self.prefix + self.row.placeholder

    @property
    def key(self) -> tuple[str, str]:
        """Where it travels, as (location, name); the names of headers in lower case."""
        return place_key(self.location, self.name)

    @property
    def label(self) -> str:
        """Text beside the padlock."""
        return self.row.label or self.scheme.key

    @property
    def words(self) -> str:
        """How the credential travels, in a few words."""
        scheme = self.scheme
        if not scheme.declared:
            return "not declared in this document"
        if self.kind == "apiKey":
            return f"API key in {scheme.location or 'header'} {scheme.name}".strip()
        if self.kind == "other":
            return f"HTTP {scheme.scheme}".strip() if scheme.type == "http" else scheme.type or "of no type"
        return f"{self.row.words} ({scheme.bearer_format})" if scheme.bearer_format else self.row.words


def place_key(location: str, name: str) -> tuple[str, str]:
    """Return (location, name) such that equal places are equal: names of headers have no case.

    Args:
        location: `header`, `query`, `cookie` or `path`.
        name: as written.
    """
    return location, name.lower() if location == "header" else name


def security_plan(scheme: SecurityScheme, scopes: Iterable[str] = ()) -> SecurityPlan:
    """Return what a scheme of a document means.

    Args:
        scheme: as the document declares it.
        scopes: what a token has to allow.
    """
    kind = scheme.type
    if scheme.type == "http":
        name = scheme.scheme.lower() or "bearer"
        kind = name if name in ("basic", "bearer", "digest") else "other"
    if kind not in KINDS:
        return SecurityPlan(scheme, "other", "", "")
    row, scoped = KINDS[kind], tuple(scopes)
    if kind == "apiKey":
        location = scheme.location if scheme.location in ("query", "cookie") else "header"
        usable = bool(scheme.name) if location == "query" else is_token(scheme.name)
        return SecurityPlan(scheme, kind, location, scheme.name if usable else API_KEY_HEADER, "", scoped)
    if kind == "other":
        known = is_token(scheme.scheme)
        prefix = f"{scheme.scheme[:1].upper()}{scheme.scheme[1:]} " if known else ""
        return SecurityPlan(scheme, kind, "header" if known else "", "Authorization", prefix, scoped)
    return SecurityPlan(scheme, kind, "header" if row.travels else "", "Authorization", row.prefix, scoped)


def chosen_requirement(operation: ApiOperation) -> SecurityRequirement:
    """Return the alternative that samples show: the first that asks for something, else an empty one."""
    return next((r for r in operation.security or () if r.uses), SecurityRequirement())


def requirement_plans(requirement: SecurityRequirement) -> tuple[SecurityPlan, ...]:
    """Return the schemes of an alternative; of two that would fill the same place the first."""
    plans: dict[object, SecurityPlan] = {}
    for use in requirement.uses:
        plan = security_plan(use.scheme, use.scopes)
        plans.setdefault(plan.key if plan.location else plan.kind, plan)
    return tuple(plans.values())


def with_authorization(plans: tuple[SecurityPlan, ...], operation: ApiOperation) -> tuple[SecurityPlan, ...]:
    """Return the credentials that samples show: those of an alternative, and an `Authorization` header parameter.

    Args:
        plans: of the alternative.
        operation: has the parameters.
    """
    parameter = authorization_parameter(operation)
    taken = parameter is None or any(p.key == ("header", "authorization") or p.kind == "digest" for p in plans)
    return plans if parameter is None or taken else (*plans, parameter)


def authorization_parameter(operation: ApiOperation) -> SecurityPlan | None:
    """Return what a header parameter named `Authorization` means; None where there is none."""
    for parameter in operation.parameters:
        if parameter.location == "header" and parameter.name.lower() == "authorization":
            scheme = SecurityScheme(key=parameter.name, type="authorization", description=parameter.description)
            return SecurityPlan(scheme, "authorization", "header", parameter.name)
    return None


def block_plans(auth: AnyAuth) -> tuple[SecurityPlan, ...]:
    """Return the credentials that a block's auth indicator asks for."""
    if auth.scheme in (None, "none"):
        return ()
    http = auth.scheme in ("bearer", "basic")
    scheme = SecurityScheme(
        key=auth.scheme, type="http" if http else auth.scheme, scheme=auth.scheme if http else "",
        name=auth.name or "", location=auth.location or "header",
    )  # fmt: skip
    return (security_plan(scheme),)


def operation_auth(operation: ApiOperation) -> AuthIndicator:
    """Return the auth indicator of a document's operation: its first alternative that asks for a credential."""
    uses = chosen_requirement(operation).uses
    named = authorization_parameter(operation)
    if not uses and named is not None:
        return AuthIndicator(
            scheme="apiKey", label=named.row.words, description=named.scheme.description or None, name=named.name
        )
    if not uses:
        return AuthIndicator() if operation.security is None else AuthIndicator(scheme="none")
    plans = [security_plan(use.scheme, use.scopes) for use in uses]
    plan = next((plan for plan in plans if plan.location or (plan.row.auth and plan.scheme.declared)), plans[0])
    description = plan.scheme.description or None
    label = " + ".join(dict.fromkeys(plan.label for plan in plans))
    if not plan.location:
        return AuthIndicator(label=label, description=description)
    if plan.kind == "apiKey":
        own = label if len(uses) > 1 else None
        return AuthIndicator("apiKey", own, description, plan.name, plan.location)
    if plan.kind == "other":
        return AuthIndicator("apiKey", label, description, plan.name)
    usual = len(uses) == 1 and plan.kind != "openIdConnect"
    return AuthIndicator(scheme=plan.row.auth, label=None if usual else label, description=description)


def arguments_of(uses: Iterable[SecurityUse]) -> tuple[str, ...]:
    """Return the arguments of `Client` that schemes take, such as `token`; each once."""
    return tuple(dict.fromkeys(name for use in uses for name in security_plan(use.scheme).row.arguments))
