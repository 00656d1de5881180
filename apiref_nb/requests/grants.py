"""OAuth 2.0 flows: which one a client can run, what it asks for, and what the answer gives.

A scheme of the document and the client's credentials come in; a `Grant`, the form that asks for a token, and the token
in the answer go out. `client.tokens` sends the form; this module opens no socket.
"""

from __future__ import annotations

import base64
import json
import math
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any
from urllib.parse import quote_plus, urlencode, urlsplit

from apiref_nb.model import SecurityScheme
from apiref_nb.requests.credentials import Credentials, Obtained, Secret
from apiref_nb.requests.limits import SECRETS
from apiref_nb.text.hosts import is_loopback

CODE = "authorizationCode"
"""The flow in which a person signs in and brings back a code."""

_ARGUMENTS = {
    CODE: ("client_id", "client_secret"),
    "password": ("username", "password"),
    "clientCredentials": ("client_id", "client_secret"),
}
"""Flow -> the arguments of `Client` that it takes."""


@dataclass(frozen=True, slots=True)
class Grant:
    """How a token is asked for. It holds no secret."""

    scheme: str
    """Name of the security scheme."""
    flow: str
    """`authorizationCode`, `password` or `clientCredentials`."""
    token_url: str
    """Where the token is asked for; empty when nobody says it, or `metadata_url` does."""
    given: bool
    """True when the reader gave the address, False when the document did."""
    scopes: tuple[str, ...]
    """What the token has to allow."""
    authorization_url: str = ""
    """Where a person signs in."""
    metadata_url: str = ""
    """Where the server describes itself (OpenID Connect Discovery, RFC 8414); empty for nowhere."""
    posts_secret: bool = False
    """True where the server takes the client's secret in the form only (`client_secret_post`)."""

    @property
    def arguments(self) -> tuple[str, ...]:
        """The arguments of `Client` that it takes."""
        return _ARGUMENTS[self.flow]

    def fault(self, home: tuple[str, str, int], address: str, origin: tuple[str, str, int]) -> str:
        """Return why the client does not ask for the token there; empty when it does.

        Args:
            home: scheme, host and port that the client's credentials are for.
            address: what is asked: `token_url`, or before it `metadata_url`.
            origin: scheme, host and port of that address.
        """
        if not address:
            return "the document names no address that gives tokens: give token_url=…"
        if self.given:
            return ""
        where = f"the document has tokens given at {address}, which is "
        if origin != home:
            return f"{where}not where the client's credentials are for: give token_url=… to ask there"
        if not is_private(address):
            return f"{where}not encrypted: give token_url=… to ask there all the same"
        return ""

    def posting(self) -> Grant:
        """Return the grant with the client's secret in the form."""
        return replace(self, posts_secret=True)

    def found_at(self, metadata: Mapping[str, object]) -> Grant:
        """Return the grant with what the server says of itself.

        Args:
            metadata: the document at `metadata_url`.
        """
        methods = metadata.get("token_endpoint_auth_methods_supported")
        posts = isinstance(methods, list) and "client_secret_post" in methods and "client_secret_basic" not in methods
        return replace(
            self,
            token_url=self.token_url if self.given else _address(metadata.get("token_endpoint")),
            authorization_url=self.authorization_url or _address(metadata.get("authorization_endpoint")),
            metadata_url="",
            posts_secret=posts,
        )


def is_private(address: str) -> bool:
    """Return True when what is sent to an address is read there only: it is encrypted, or stays on this machine.

    Args:
        address: http(s).
    """
    parts = urlsplit(address)
    return parts.scheme == "https" or is_loopback(parts.hostname or "")


def grants_of(scheme: SecurityScheme, scopes: tuple[str, ...], credentials: Credentials) -> tuple[Grant, ...]:
    """Return the ways to a token for a scheme, in the order in which they are preferred.

    Args:
        scheme: as the document declares it.
        scopes: what the operation needs.
        credentials: what the client holds.
    """
    if scheme.type not in ("oauth2", "openIdConnect"):
        return ()
    metadata = _address(scheme.open_id_connect_url or scheme.oauth2_metadata_url)
    declared = {flow.kind: (flow.token_url, flow.authorization_url) for flow in scheme.flows}
    if scheme.type == "openIdConnect":
        declared = {CODE: ("", ""), "clientCredentials": ("", "")}
    given = credentials.token_url is not None
    asked = scopes if credentials.scopes is None else credentials.scopes
    found = []
    for kind in (kind for kind in _ARGUMENTS if kind in declared):
        token_url, authorization_url = declared[kind]
        address = _address(credentials.token_url or token_url)
        # Nobody need be asked for what is known already.
        further = "" if address and (kind != CODE or authorization_url) else metadata
        found.append(Grant(scheme.key, kind, address, given, asked, _address(authorization_url), further))
    return tuple(found)


def grant_of(scheme: SecurityScheme, scopes: tuple[str, ...], credentials: Credentials) -> Grant | None:
    """Return how the client gets a token for a scheme; None when it cannot by itself.

    Args:
        scheme: as the document declares it.
        scopes: what the operation needs.
        credentials: what the client holds.
    """
    before = credentials.obtained.get(scheme.key)
    held = {
        CODE: before is not None and before.flow == CODE,
        "password": credentials.username is not None,
        "clientCredentials": credentials.client_secret is not None,
    }
    return next((grant for grant in grants_of(scheme, scopes, credentials) if held[grant.flow]), None)


def _address(text: object) -> str:
    """An http(s) address, empty for anything else."""
    try:
        usable = isinstance(text, str) and urlsplit(text).scheme in ("http", "https")
    except ValueError:
        return ""
    return str(text) if usable else ""


def token_form(
    grant: Grant, credentials: Credentials, *, refresh: Secret | None = None, code: Mapping[str, Secret] | None = None
) -> tuple[str, bytes]:
    """Return (value of `Authorization`, the form) that ask for a token, in the clear: for the moment of sending only.

    Args:
        grant: how it is asked for.
        credentials: what the client holds.
        refresh: what renews an older token.
        code: what a person brought back, and what proves that it was this client that had asked: field -> text.
    """
    fields: dict[str, str] = {}
    if refresh is not None:
        fields = {"grant_type": "refresh_token", "refresh_token": refresh.reveal()}
    elif code is not None:
        fields = {"grant_type": "authorization_code", **{name: one.reveal() for name, one in code.items()}}
    elif grant.flow == "password" and credentials.username is not None:
        said = credentials.password.reveal() if credentials.password is not None else ""
        fields = {"grant_type": "password", "username": credentials.username.reveal(), "password": said}
    else:
        fields = {"grant_type": "client_credentials"}
    if grant.scopes and refresh is None and code is None:
        fields["scope"] = " ".join(grant.scopes)
    known, secret = credentials.client_id, credentials.client_secret
    if known is None:
        return "", urlencode(fields).encode()
    if secret is None:
        return "", urlencode({**fields, "client_id": known.reveal()}).encode()
    if grant.posts_secret:
        return "", urlencode({**fields, "client_id": known.reveal(), "client_secret": secret.reveal()}).encode()
    pair = f"{quote_plus(known.reveal())}:{quote_plus(secret.reveal())}"
    return f"Basic {base64.b64encode(pair.encode()).decode()}", urlencode(fields).encode()


def obtained(body: bytes, now: float, flow: str, *, before: Obtained | None = None) -> Obtained | None:
    """Return the token in an answer; None when there is none that can be sent.

    Args:
        body: the body of the answer.
        now: the client's clock, in seconds.
        flow: by which it was asked for.
        before: what was used until now; its refresh token stays when the answer names no other.
    """
    said = json_object(body)
    token = said.get("access_token")
    if not isinstance(token, str) or not token or not (token.isascii() and token.isprintable()):
        return None
    seconds: Any = said.get("expires_in")
    renews = said.get("refresh_token")
    known = isinstance(seconds, int | float) and not isinstance(seconds, bool) and seconds >= 0
    # Of a short life at least half is used.
    until = now + max(seconds - SECRETS.early_seconds, seconds / 2) if known else math.inf
    kept = before.refresh if before is not None else None
    return Obtained(Secret(token), until, Secret(renews) if isinstance(renews, str) and renews else kept, flow)


def refusal(body: bytes) -> str:
    """Return the server's own words for giving no token; empty when it has none.

    Args:
        body: the body of the answer.
    """
    said = json_object(body)
    words = (said.get(name) for name in ("error", "error_description"))
    return ": ".join(word for word in words if isinstance(word, str) and word)


def json_object(body: bytes) -> Mapping[str, Any]:
    """Return the members of an answer of an authorization server; none where it is no JSON object.

    Args:
        body: the body of the answer.
    """
    try:
        said = json.loads(body)
    except (ValueError, RecursionError):
        return {}
    return said if isinstance(said, dict) else {}
