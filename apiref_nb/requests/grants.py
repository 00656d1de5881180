"""OAuth 2.0 flows that need no browser: which one a client can run, what it asks for, and what the answer gives.

A scheme of the document and the client's credentials come in; a `Grant`, the form that asks for a token, and the token
in the answer go out. `client.course` sends the form; this module opens no socket.
"""

from __future__ import annotations

import base64
import json
import math
from collections.abc import Mapping
from dataclasses import dataclass
from urllib.parse import quote_plus, urlencode, urlsplit

from apiref_nb.model import SecurityScheme
from apiref_nb.requests.credentials import Credentials, Obtained, Secret

EARLY_SECONDS = 30.0
"""A token is renewed so long before it ends."""

_GRANTS = {"password": "password", "clientCredentials": "client_credentials"}
_LOOPBACK = frozenset({"localhost", "127.0.0.1", "::1"})


@dataclass(frozen=True, slots=True)
class Grant:
    """How a token is asked for. It holds no secret."""

    scheme: str
    """Name of the security scheme."""
    flow: str
    """`password` or `clientCredentials`."""
    token_url: str
    """Where the token is asked for; empty when nobody says it."""
    given: bool
    """True when the reader gave the address, False when the document did."""
    scopes: tuple[str, ...]
    """What the token has to allow."""

    @property
    def arguments(self) -> tuple[str, ...]:
        """The arguments of `Client` that it takes."""
        return ("username", "password") if self.flow == "password" else ("client_id", "client_secret")

    def fault(self, home: tuple[str, str, int], origin: tuple[str, str, int]) -> str:
        """Return why the client does not ask for the token there; empty when it does.

        Args:
            home: scheme, host and port that the client's credentials are for.
            origin: those of the token's address.
        """
        if not self.token_url:
            return "the document names no address that gives tokens: give token_url=…"
        if self.given:
            return ""
        where = f"the document has tokens given at {self.token_url}, which is "
        if origin != home:
            return f"{where}not where the client's credentials are for: give token_url=… to ask there"
        if origin[0] != "https" and origin[1] not in _LOOPBACK:
            return f"{where}not encrypted: give token_url=… to ask there all the same"
        return ""


def grant_of(scheme: SecurityScheme, scopes: tuple[str, ...], credentials: Credentials) -> Grant | None:
    """Return how the client gets a token for a scheme; None when it cannot by itself.

    Args:
        scheme: as the document declares it.
        scopes: what the operation needs.
        credentials: what the client holds.
    """
    if scheme.type != "oauth2":
        return None
    held = {"password": credentials.username, "clientCredentials": credentials.client_secret}
    declared = {flow.kind: flow for flow in scheme.flows}
    for kind, secret in held.items():
        if secret is not None and kind in declared:
            address = credentials.token_url or declared[kind].token_url
            asked = scopes if credentials.scopes is None else credentials.scopes
            usable = address if urlsplit(address).scheme in ("http", "https") else ""
            return Grant(scheme.key, kind, usable, credentials.token_url is not None, asked)
    return None


def token_form(grant: Grant, credentials: Credentials, *, refresh: Secret | None = None) -> tuple[str, bytes]:
    """Return (value of `Authorization`, the form) that ask for a token, in the clear: for the moment of sending only.

    Args:
        grant: how it is asked for.
        credentials: what the client holds.
        refresh: what renews an older token.
    """
    fields = {"grant_type": "refresh_token" if refresh is not None else _GRANTS[grant.flow]}
    if refresh is not None:
        fields["refresh_token"] = refresh.reveal()
    elif grant.flow == "password" and credentials.username is not None:
        fields["username"] = credentials.username.reveal()
        fields["password"] = credentials.password.reveal() if credentials.password is not None else ""
    if grant.scopes and refresh is None:
        fields["scope"] = " ".join(grant.scopes)
    known, secret = credentials.client_id, credentials.client_secret
    if known is None:
        return "", urlencode(fields).encode()
    if secret is None:
        return "", urlencode({**fields, "client_id": known.reveal()}).encode()
    pair = f"{quote_plus(known.reveal())}:{quote_plus(secret.reveal())}"
    return f"Basic {base64.b64encode(pair.encode()).decode()}", urlencode(fields).encode()


def obtained(body: bytes, now: float, *, before: Obtained | None = None) -> Obtained | None:
    """Return the token in an answer; None when there is none that can be sent.

    Args:
        body: the body of the answer.
        now: the client's clock, in seconds.
        before: what was used until now; its refresh token stays when the answer names no other.
    """
    try:
        said = json.loads(body)
    except (ValueError, RecursionError):
        return None
    token = said.get("access_token") if isinstance(said, Mapping) else None
    if not isinstance(token, str) or not token or not (token.isascii() and token.isprintable()):
        return None
    seconds, renews = said.get("expires_in"), said.get("refresh_token")
    known = isinstance(seconds, int | float) and not isinstance(seconds, bool) and seconds >= 0
    # Of a short life at least half is used.
    until = now + max(seconds - EARLY_SECONDS, seconds / 2) if known else math.inf
    kept = before.refresh if before is not None else None
    return Obtained(Secret(token), until, Secret(renews) if isinstance(renews, str) and renews else kept)


def refusal(body: bytes) -> str:
    """Return the server's own words for giving no token; empty when it has none.

    Args:
        body: the body of the answer.
    """
    try:
        said = json.loads(body)
    except (ValueError, RecursionError):
        return ""
    words = (said.get(name) for name in ("error", "error_description")) if isinstance(said, Mapping) else ()
    return ": ".join(word for word in words if isinstance(word, str) and word)
