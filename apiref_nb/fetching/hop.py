"""One request and its answer: a single hop of a fetch.

An address, a deadline and what may be contacted come in; an Answer goes out, or the SourceError whose cause names the
host and the hop. Called by redirects.py. Nothing that a server wrote in its status line is repeated.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import cast

import httpcore
import httpx

from apiref_nb.errors import AddressError, SourceError, TooLargeError, UnreachableError
from apiref_nb.fetching.access import Access, tls_context_of
from apiref_nb.fetching.address_policy import Network, Zone, judge
from apiref_nb.fetching.addresses import WebAddress, shown
from apiref_nb.fetching.cache import FetchCache
from apiref_nb.fetching.fetched import FetchLimits
from apiref_nb.fetching.together import Together
from apiref_nb.transport.bodies import Body, BodyEncodingError, BodyTooLargeError
from apiref_nb.transport.causes import Cause, Kind, cause_of
from apiref_nb.transport.deadline import Deadline, OutOfTimeError
from apiref_nb.transport.lookup import LookupFailedError
from apiref_nb.transport.network import Backend, RefusedError, TrustError, Wire, tls_context
from apiref_nb.version import __version__

_REDIRECTS = frozenset({301, 302, 303, 307, 308})
_ACCEPT = (
    "application/vnd.oai.openapi+json, application/json, application/vnd.oai.openapi, application/yaml, "
    "text/yaml;q=0.9, */*;q=0.5"
)


@dataclass(frozen=True, slots=True)
class Hop:
    """Which request of a fetch this is, and on whose behalf."""

    source: str
    """The address as the caller gave it, for the error."""
    number: int
    """0 for the first request, then the number of the redirect that led here."""
    address: WebAddress

    @property
    def host(self) -> str:
        """The host as the subject of a sentence."""
        where = f", reached by redirect {self.number}," if self.number else ""
        return f'The host "{shown(self.address.authority)}"{where}'

    def unreachable(self, words: str) -> UnreachableError:
        """Return the error whose sentence goes on after the host."""
        return UnreachableError(self.source, f"{self.host} {words}.")


@dataclass(frozen=True, slots=True)
class FetchContext:
    """What stays the same over all hops of one fetch."""

    wire: Wire
    network: Network
    limits: FetchLimits
    deadline: Deadline
    cache: FetchCache
    clock: Callable[[], float]
    """Seconds, for the cache window."""
    together: Together | None = None
    """What the parts of one document share."""
    access: Access = field(default_factory=Access)


@dataclass(frozen=True, slots=True)
class Answer:
    """What a hop ended with: a document, a redirect or the word that nothing changed."""

    zone: Zone
    """Where the address that answered lies."""
    location: str | None = None
    """Where a redirect leads; None when this is none."""
    unchanged: bool = False
    """Whether the server confirmed the copy that the validators stand for."""
    body: bytes = b""
    headers: Mapping[str, str] | None = None
    """Lower-case names; None but for a document."""


def exchange(context: FetchContext, hop: Hop, *, outermost: Zone, validators: Mapping[str, str]) -> Answer:
    """Send one GET request and return what came of it.

    Args:
        context: what the whole fetch keeps to.
        hop: the address and its place in the chain.
        outermost: the outermost zone that an earlier hop was in.
        validators: conditional request headers; empty for a plain request.

    Raises:
        AddressError: the host has no address that may be contacted.
        UnreachableError: no complete answer in time, no connection, a status that delivers nothing.
        TooLargeError: the document is over the limit.
    """
    address = hop.address
    access = context.access
    # A proxy looks names up itself: its own address is where the caller says, and the document's cannot be judged here.
    backend = Backend(
        context.wire,
        (lambda _: Zone.LOOPBACK)
        if access.proxy
        else lambda ip: judge(ip, network=context.network, outermost=outermost),
    )
    url = httpcore.URL(scheme=address.scheme, host=address.host, port=address.port, target=address.target)
    headers = [
        ("Host", address.authority),
        ("User-Agent", f"apiref-nb/{__version__}"),
        ("Accept", _ACCEPT),
        ("Accept-Encoding", "gzip"),
        ("Connection", "close"),
        *validators.items(),
    ]
    given = access.headers_for(address)
    headers = [*(pair for pair in headers if pair[0].lower() not in {name.lower() for name, _ in given}), *given]
    # A certificate names its host without the dot that may end it.
    extensions = {"sni_hostname": address.host.removesuffix(".")}
    with (
        _told(context, hop),
        _connection(url, backend, access) as connection,
        connection.stream("GET", url, headers=headers, extensions=extensions) as response,
    ):
        return _answer(response, cast("Zone", backend.verdict), context, hop, conditional=bool(validators))


def _answer(response: httpcore.Response, zone: Zone, context: FetchContext, hop: Hop, *, conditional: bool) -> Answer:
    headers = _headers(response)
    status = response.status
    if status in _REDIRECTS:
        if "location" not in headers:
            raise hop.unreachable(f"answered with status {status} and no Location to go to")
        return Answer(zone, location=headers["location"])
    if status == 304 and conditional:
        return Answer(zone, unchanged=True)
    if status in {401, 403}:
        given = context.access.headers_for(hop.address)
        why = (
            "it refuses access with the headers that were given"
            if given
            else "it refuses access, and no credentials were sent; load the document with "
            "load_api(address, headers=…), which sends them; in a terminal, curl … | apiref-nb COMMAND - does"
        )
        raise hop.unreachable(f"answered with status {status}: {why}")
    if not 200 <= status <= 299:
        raise hop.unreachable(f"answered with status {status}; only a status from 200 to 299 delivers a document")
    if status == 206:
        raise hop.unreachable("answered with status 206, a part of a document only")
    left = context.limits.body_bytes if context.together is None else context.together.left_bytes
    body = Body(
        content_encoding=headers.get("content-encoding", ""),
        content_length=headers.get("content-length"),
        limit_bytes=max(0, min(context.limits.body_bytes, left)),
    )
    return Answer(zone, body=body.read(response.iter_stream()), headers=headers)


def _headers(response: httpcore.Response) -> dict[str, str]:
    """The headers by lower-case name; those that appear again are joined as RFC 9110, section 5.3, allows."""
    joined: dict[str, str] = {}
    for raw_name, raw_value in response.headers:
        name = raw_name.decode("ascii").lower()
        try:
            value = raw_value.decode("utf-8")
        except UnicodeDecodeError:
            value = raw_value.decode("latin-1")
        joined[name] = f"{joined[name]}, {value}" if name in joined else value
    return joined


@contextmanager
def _told(context: FetchContext, hop: Hop) -> Iterator[None]:
    """Tell every way in which a request can fail as the error that the caller expects."""
    try:
        yield
    except _FAILURES as exc:
        raise _failed(cause_of(exc, hung_up=context.deadline.hung_up), context, hop) from exc


def _failed(cause: Cause, context: FetchContext, hop: Hop) -> SourceError:
    if cause.kind in (Kind.TIME, Kind.CONNECTION_TIME, Kind.ALL_TAKEN):
        return timed_out(hop.source, hop.host, context)
    if cause.kind is Kind.REFUSED_ADDRESS:
        return AddressError(hop.source, f"{hop.host} must not be contacted: {cause.detail}.")
    if cause.kind is Kind.TOO_LARGE:
        return too_large(hop.source, hop.host, context.limits, found=cause.detail)
    if cause.kind in (Kind.BROKEN_OFF, Kind.NO_WAY, Kind.LOST) and not cause.connecting:
        return hop.unreachable(f"broke off the connection (while {context.deadline.doing})")
    told = {"detail": shown(cause.detail), "port": hop.address.port, "doing": context.deadline.doing}
    return hop.unreachable(_SENTENCES[cause.kind].format_map(told))


_FAILURES = (
    OutOfTimeError, RefusedError, LookupFailedError, TrustError, BodyTooLargeError, BodyEncodingError,
    httpcore.TimeoutException, httpcore.NetworkError, httpcore.ProtocolError, httpcore.ProxyError, OSError,
)  # fmt: skip
"""What a request may raise; anything else is a fault of ours and stays what it is."""

_SENTENCES = {
    Kind.NAME: "could not be found: {detail}",
    Kind.TRUST_FILE: "was not asked, for {detail}",
    Kind.CERTIFICATE: "has a certificate that is not trusted ({detail})",
    Kind.TLS: "could not agree on TLS; it may speak plain http",
    Kind.CLOSED_PORT: "refused the connection; no server seems to run on port {port}",
    Kind.BROKEN_OFF: "broke off the connection before it answered",
    **dict.fromkeys(
        (Kind.LOST, Kind.NO_WAY, Kind.OTHER),
        "could not be connected to; there is no way to its network, or it has left",
    ),
    Kind.PROXY: "was not reached: the proxy refused",
    Kind.HUNG_UP: "ended the connection too early (while {doing})",
    **dict.fromkeys(
        (Kind.NOT_HTTP, Kind.HUNG_UP_OR_NOT_HTTP, Kind.NOT_WRITABLE), "sent an answer that is not valid HTTP"
    ),
    Kind.ENCODING: "sent a body that {detail}",
}
"""What follows the host, for each cause that makes it unreachable."""


def timed_out(source: str, host: str, context: FetchContext) -> UnreachableError:
    """Return the error that the deadline is over.

    Args:
        source: the address as the caller gave it.
        host: the subject of the sentence, as `Hop.host` says it.
        context: the fetch whose time is over.
    """
    seconds = context.limits.timeout_seconds
    return UnreachableError(
        source,
        f"{host} gave no complete answer within {seconds:g} second{'' if seconds == 1 else 's'}"
        f" (the time ended while {context.deadline.doing}).",
    )


def too_large(source: str, host: str, limits: FetchLimits, *, found: str) -> TooLargeError:
    """Return the error that the body is over the limit.

    Args:
        source: the address as the caller gave it.
        host: the subject of the sentence, as `Hop.host` says it.
        limits: those of the fetch.
        found: how large the body is, in words, as far as that is known.
    """
    megabytes = limits.body_bytes / 1024 / 1024
    return TooLargeError(
        source, f"{host} sent a document over the limit of {megabytes:.6g} MB ({limits.body_bytes:,} bytes; {found})."
    )


def _connection(url: httpcore.URL, backend: Backend, access: Access) -> httpcore.HTTPConnection | httpcore.HTTPProxy:
    usual = access.verify is True or url.scheme != b"https"
    tls = tls_context(url.scheme.decode()) if usual else tls_context_of(access.verify)
    if not access.proxy:
        return httpcore.HTTPConnection(url.origin, ssl_context=tls, network_backend=backend)
    proxy = httpx.URL(access.proxy)
    named = (proxy.username.encode(), proxy.password.encode()) if proxy.userinfo else None
    plain = str(proxy.copy_with(username=None, password=None))
    return httpcore.HTTPProxy(plain, proxy_auth=named, ssl_context=tls, network_backend=backend)
