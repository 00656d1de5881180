"""The authorization code flow of OAuth 2.0: an address to open, and the code that a person brings back.

A client comes in; an `AuthorizationCode` goes out, which shows the address. `finish` gives the code for a token, which
the client then sends like any other, and renews as long as the server lets it. PKCE (RFC 7636, S256) is always used.
"""

from __future__ import annotations

import base64
import hashlib
import secrets
from collections.abc import Sequence
from dataclasses import replace
from getpass import getpass
from typing import NamedTuple, TypeVar
from urllib.parse import parse_qs, urlencode, urlsplit

from apiref_nb.client.client import Client
from apiref_nb.client.exchange import exchange
from apiref_nb.client.failures import settled
from apiref_nb.client.session import Session
from apiref_nb.client.tokens import Asking, code_steps, described
from apiref_nb.errors import RequestError, ShapeError
from apiref_nb.model import SecurityScheme
from apiref_nb.requests.credentials import Credentials, Secret
from apiref_nb.requests.grants import CODE, Grant, grants_of, is_private
from apiref_nb.requests.unpickled import Unpickled
from apiref_nb.text.invisible_characters import visible_line
from apiref_nb.text.quoting import short
from apiref_nb.transport.ways import AWAITING, WAITING, Way, waited

_Given = TypeVar("_Given")

ASKED = "Code, or the address that you were sent to: "


class _Asked(NamedTuple):
    """How a failure names a request to the authorization server."""

    method: str
    address: str


class AuthorizationCode(Unpickled):
    """One sign-in that has been begun: `url` is opened by a person, `finish` takes what comes back.

    Args:
        client: receives the token.
        grant: where it is asked for.
        redirect_uri: see `authorization_code`.
    """

    _unpickled = "a sign-in is not pickled; begin a new one where it is needed"

    def __init__(self, client: Client, grant: Grant, redirect_uri: str | None) -> None:
        self._client = client
        self._grant = grant
        self._redirect_uri = redirect_uri
        self._verifier = Secret(secrets.token_urlsafe(64))
        self._state = secrets.token_urlsafe(16)

    @property
    def url(self) -> str:
        """The address to open in a browser; it holds no secret."""
        known = self._client._session.credentials.client_id
        digest = hashlib.sha256(self._verifier.reveal().encode()).digest()
        fields = {
            "response_type": "code",
            "client_id": known.reveal() if known is not None else "",
            "redirect_uri": self._redirect_uri or "",
            "scope": " ".join(self._grant.scopes),
            "state": self._state,
            "code_challenge": base64.urlsafe_b64encode(digest).rstrip(b"=").decode(),
            "code_challenge_method": "S256",
        }
        asked = urlencode({name: text for name, text in fields.items() if text})
        return f"{self._grant.authorization_url}{'&' if '?' in self._grant.authorization_url else '?'}{asked}"

    def finish(self, answer: str | None = None) -> Client:
        """Give the code for a token, and return the client, which sends it from now on.

        Args:
            answer: the code, or the whole address that the browser was sent to; None asks for it without echo, so that
                it stands in no cell.

        Raises:
            ShapeError: it holds no code, or is the answer to another sign-in.
            RequestError: the server gave no code or no token; the message has its words.
        """
        code = self._code(answer)
        del answer
        return waited(self._finished(WAITING, code))

    async def finish_async(self, answer: str | None = None) -> Client:
        """Give the code for a token, awaited; see `finish`."""
        code = self._code(answer)
        del answer
        return await self._finished(AWAITING, code)

    async def _finished(self, way: Way, code: Secret) -> Client:
        fields = {"code": code, "code_verifier": self._verifier}
        if self._redirect_uri:
            fields["redirect_uri"] = Secret(self._redirect_uri)
        session = self._client._session
        session.credentials.remember(one.reveal() for one in (code, self._verifier))  # a server may repeat them
        steps = code_steps(self._grant, fields, session.credentials, session.limits, session.home)
        await _found(way, session, steps, _Asked("POST", self._grant.token_url or self._grant.metadata_url))
        return self._client

    def _code(self, given: object) -> Secret:
        answer = getpass(ASKED) if given is None else given
        text = answer.strip() if isinstance(answer, str) else ""
        if not text or not text.isprintable() or " " in text:
            raise ShapeError("answer", "must be the code, or the address that the browser was sent to")
        if "://" not in text:
            return Secret(text)
        said = {name: values[0] for name, values in parse_qs(urlsplit(text).query).items()}
        if said.get("state") != self._state:
            raise ShapeError("answer", "must belong to this sign-in: open its own address (the state is another)")
        if "code" not in said:
            words = ": ".join(said[name] for name in ("error", "error_description") if name in said)
            raise RequestError(visible_line(f"the authorization server gave no code{words and f' ({words})'}"))
        return Secret(said["code"])

    def __repr__(self) -> str:
        return f"Open {self.url}\nand sign in; then call finish(), and paste the address that you are sent to."


def authorization_code(
    client: Client,
    scheme: str | None = None,
    *,
    redirect_uri: str | None = None,
    scopes: str | Sequence[str] | None = None,
) -> AuthorizationCode:
    """Begin to sign in by OAuth 2.0's authorization code flow, and return what shows the address to open.

    The address comes from the document, or for OpenID Connect from the server that it names. Tokens are asked for as by
    every flow: at the client's own origin, and under https off loopback, unless `Client(token_url=…)` names the place.

    Args:
        client: has `client_id=…`, and `client_secret=…` where the server gave one; it receives the token.
        scheme: name of the security scheme; None for the only one with this flow.
        redirect_uri: where the server sends the browser, as it is registered there; None leaves it out.
        scopes: what the token has to allow; None for the client's `scopes`, else for what its operations need.

    Raises:
        ShapeError: an argument does not fit, or the document has no such scheme.
        RequestError: the server does not say where people sign in.
    """
    return waited(_begun(WAITING, client, scheme, redirect_uri, scopes))


async def authorization_code_async(
    client: Client,
    scheme: str | None = None,
    *,
    redirect_uri: str | None = None,
    scopes: str | Sequence[str] | None = None,
) -> AuthorizationCode:
    """Begin to sign in, awaited, as a client needs it whose transport cannot wait; then await `finish_async`.

    Args:
        client: see `authorization_code`.
        scheme: see `authorization_code`.
        redirect_uri: see `authorization_code`.
        scopes: see `authorization_code`.

    Returns:
        What shows the address to open.

    Raises:
        ShapeError: see `authorization_code`.
        RequestError: see `authorization_code`.
    """
    return await _begun(AWAITING, client, scheme, redirect_uri, scopes)


async def _begun(
    way: Way, client: Client, scheme: str | None, redirect_uri: str | None, scopes: str | Sequence[str] | None
) -> AuthorizationCode:
    given: object = client
    if not isinstance(given, Client):
        raise ShapeError("client", "must be a Client, as embed.client() or Client(api) makes it", short(given))
    session = client._session
    if session.credentials.client_id is None:
        raise ShapeError("client_id", "is required: Client(api, client_id=…), as the authorization server gave it")
    found = _chosen(session, scheme)
    asked = Credentials(scopes=scopes).checked().scopes
    needed = _needed(session, found) if asked is None else asked
    grant = next(one for one in grants_of(found, needed, session.credentials) if one.flow == CODE)
    if asked is not None:
        grant = replace(grant, scopes=asked)
    if grant.metadata_url:
        steps = described(grant, session.limits, session.home)
        grant = await _found(way, session, steps, _Asked("GET", grant.metadata_url))
    if not grant.authorization_url:
        raise RequestError("neither the document nor the authorization server says where people sign in")
    if not is_private(grant.authorization_url):
        raise RequestError(visible_line(f"people would sign in at {grant.authorization_url}, which is not encrypted"))
    return AuthorizationCode(client, grant, redirect_uri)


def _chosen(session: Session, name: str | None) -> SecurityScheme:
    with_code = {one.key: one for one in session.api.security_schemes if _has_code(one)}
    if name is None and len(with_code) == 1:
        return next(iter(with_code.values()))
    if name is None or name not in with_code:
        allowed = ", ".join(map(visible_line, with_code)) or "none"
        words = f"must be a scheme with an authorization code flow; the document has: {allowed}"
        raise ShapeError("scheme", words, "" if name is None else short(name))
    return with_code[name]


def _has_code(scheme: SecurityScheme) -> bool:
    return scheme.type == "openIdConnect" or any(flow.kind == CODE for flow in scheme.flows)


def _needed(session: Session, scheme: SecurityScheme) -> tuple[str, ...]:
    """What the operations ask of tokens of a scheme, each once, in document order."""
    uses = (use for operation in session.api.operations for one in operation.security or () for use in one.uses)
    return tuple(dict.fromkeys(scope for use in uses if use.scheme.key == scheme.key for scope in use.scopes))


async def _found(way: Way, session: Session, steps: Asking[_Given], asked: _Asked) -> _Given:
    return settled(await exchange(way, session, steps, asked))
