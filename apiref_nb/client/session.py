"""What every call of one client shares: the document, the address, the credentials, the transport, the limits.

Made by `Client`; `calls` asks it to send. Its repr, like that of everything it holds, shows no secret.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

import httpx

from apiref_nb.client.cookies import CookieJar, with_cookies
from apiref_nb.client.course import Answer, Course, course
from apiref_nb.client.exchange import Carrier, exchange
from apiref_nb.client.failures import Failure
from apiref_nb.client.reply import Reply
from apiref_nb.client.tokens import with_tokens
from apiref_nb.errors import RequestError
from apiref_nb.model import Api, ApiOperation, Server
from apiref_nb.requests.authorization import Authorization, authorization
from apiref_nb.requests.credentials import Credentials
from apiref_nb.requests.plan import RequestPlan
from apiref_nb.requests.unpickled import Unpickled
from apiref_nb.requests.value_checks import Check
from apiref_nb.text.hosts import DEFAULT_PORTS, origin
from apiref_nb.text.invisible_characters import visible_line
from apiref_nb.text.quoting import escaped
from apiref_nb.transport.ways import Way

if TYPE_CHECKING:
    from apiref_nb.client.recording import Recording


def base_url_fault(text: object) -> str:
    """Return why something cannot be a base URL, without repeating it; empty when it can.

    A base URL is an http(s) address without credentials, query and fragment.
    """
    if not isinstance(text, str):
        return "must be text"
    if any(ord(c) <= 0x20 or ord(c) == 0x7F for c in text):
        return "must hold no white space"
    try:
        parts = urlsplit(text)
        host, _ = parts.hostname, parts.port
        userinfo = httpx.URL(text).userinfo
    except (ValueError, httpx.InvalidURL):
        return "must be an http or https address"
    if parts.username is not None or parts.password is not None or userinfo:
        return "must hold no user name or password; give Client(username=…, password=…)"
    if parts.scheme.lower() not in DEFAULT_PORTS or not host:
        return "must be an http or https address with a host, such as https://api.example.com/v1"
    return "must hold no query or fragment" if "?" in text or "#" in text else ""


def no_address(servers: Sequence[Server]) -> str:
    """Return why no request can go to any of these servers: there is none, or the first is relative or unusable."""
    if not servers:
        return "the document names no server"
    url = visible_line(servers[0].url)
    if "@" in url:
        return "the address of the document's server holds a user name or password"
    if "://" not in url:
        return (
            f"the document names its server by a relative address ('{escaped(url)}'), and it was not fetched from a "
            f"host: name the whole address, such as https://api.example.com{url if url.startswith('/') else ''}"
        )
    return f"the document's server '{escaped(url)}' is no http or https address"


def _usable(server: Server) -> str:
    """The address of a server, empty when no request can go there."""
    return "" if base_url_fault(server.resolved) else server.resolved.rstrip("/")


@dataclass(frozen=True, eq=False, kw_only=True)
class Session(Unpickled, Carrier):
    """One client's shared state."""

    _unpickled = "a client is not pickled; make a new one where it is needed"

    api: Api
    """The document."""
    base_url: str | None
    """Where every request goes; None for the address that the document gives for each operation."""
    credentials: Credentials
    """What the client holds."""
    check: Check = field(default_factory=Check)
    """How arguments are held against the document before they are sent, and which formats answers are."""
    cookies: CookieJar | None = None
    """What answers have set; None where cookies are not kept."""
    recording: Recording | None = None
    """What answers requests that were recorded, and keeps those that are sent."""
    owner: object = None
    """Lives as long as a client that uses the transports; they are closed after it."""

    @cached_property
    def home(self) -> str:
        """The only address whose origin credentials are sent to; empty when there is none."""
        if self.base_url is not None:
            return self.base_url
        servers = (*self.api.servers, *(server for op in self.api.operations for server in op.servers))
        return next((url for url in map(_usable, servers) if url), "")

    def __repr__(self) -> str:
        return f"Session({self.home}, {self.credentials!r})"

    def address(self, operation: ApiOperation) -> str:
        """Return the base URL for an operation.

        Raises:
            RequestError: the document gives no http(s) address; the message says how to give one.
        """
        if self.base_url is not None:
            return self.base_url
        for server in operation.servers or self.api.servers:
            url = _usable(server)
            if url:
                return url
        raise RequestError(
            f"{visible_line(operation.key)}: {no_address(operation.servers or self.api.servers)}; "
            'give one: Client(api, base_url="https://…")'
        )

    def authorization(self, operation: ApiOperation, address: str) -> Authorization:
        """Return the credentials of a request.

        Args:
            operation: what is called.
            address: where the request goes.

        Raises:
            RequestError: they would go to another origin than the client's own.
        """
        found = authorization(self.api, operation, self.credentials)
        if origin(address) == origin(self.home):
            return found
        if found.proves and any(one.argument not in ("headers", "cookies") for one in found.placed):
            raise RequestError(
                f"{visible_line(operation.key)}: the document sends this operation to {visible_line(address)}, but the "
                f"client's credentials are for {visible_line(self.home)} only; "
                f'use Client(api, base_url="{visible_line(address)}", …) for it'
            )
        reason = f"the document sends this operation to {address}, and what was given is for {self.home}"
        kept = dict.fromkeys(one.argument for one in found.placed)
        return replace(found, placed=(), digest=False, unsent=(*found.unsent, *((name, reason) for name in kept)))

    def steps(self, prepared: RequestPlan, found: Authorization, *, patience_seconds: float = 0.0) -> Course:
        """Return what a call sends, one after the other.

        Args:
            prepared: the request without credentials.
            found: its credentials.
            patience_seconds: what a transport of others may wait for more bytes, where that is over the timeout.
        """
        patient = self.limits._replace(timeout_seconds=max(self.limits.timeout_seconds, patience_seconds))
        steps = course(prepared, found, self.credentials, patient)
        if self.cookies is not None:
            steps = with_cookies(steps, self.cookies, self.home)
        steps = with_tokens(steps, found.grants, self.credentials, patient, self.home)
        if self.recording is None:
            return steps
        from apiref_nb.client.recorded_exchanges import Call  # noqa: PLC0415 - only where something is recorded

        return self.recording.course(steps, Call(self.api, prepared, found, self.credentials, patient))

    def reply(self, prepared: RequestPlan, found: Authorization, answer: Answer) -> Reply:
        """Return an answer as a reply.

        Args:
            prepared: the request without credentials.
            found: its credentials.
            answer: what came back.
        """
        return Reply(self.api, prepared, answer, found, self.credentials, formats=self.check.formats)

    async def send(self, way: Way, prepared: RequestPlan, found: Authorization) -> Reply | Failure:
        """Return the reply to a request, or why there is none.

        Args:
            way: waits or is awaited.
            prepared: the request without credentials.
            found: its credentials.
        """
        outcome = await exchange(way, self, self.steps(prepared, found), prepared)
        return outcome if isinstance(outcome, Failure) else self.reply(prepared, found, outcome)
