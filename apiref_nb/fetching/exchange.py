"""One request and its answer: a single hop of a fetch.

An address, a deadline and what may be contacted come in; an Answer goes out, or the SourceError whose cause names the
host and the hop. Called by fetch.py. This module and wire.py alone touch httpcore; nothing that a server wrote in its
status line is repeated.
"""

from __future__ import annotations

import re
import ssl
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cache
from importlib.metadata import PackageNotFoundError, version

import httpcore
import httpx

from apiref_nb.errors import AddressError, TooLargeError, UnreachableError
from apiref_nb.fetching.access import Access, tls_context_of
from apiref_nb.fetching.address_policy import Network, Zone, judge
from apiref_nb.fetching.addresses import WebAddress, shown
from apiref_nb.fetching.bodies import BodyEncodingError, BodyTooLargeError, check_announced, is_gzipped, read_body
from apiref_nb.fetching.deadline import Deadline, OutOfTimeError
from apiref_nb.fetching.fetched import FetchLimits
from apiref_nb.fetching.together import Together
from apiref_nb.fetching.wire import JudgedBackend, LookupFailedError, RefusedError, Wire

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


@dataclass(frozen=True, slots=True)
class Errand:
    """What stays the same over all hops of one fetch."""

    wire: Wire
    network: Network
    limits: FetchLimits
    deadline: Deadline
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


def exchange(errand: Errand, hop: Hop, *, outermost: Zone, validators: Mapping[str, str]) -> Answer:
    """Send one GET request and return what came of it.

    Args:
        errand: what the whole fetch keeps to.
        hop: the address and its place in the chain.
        outermost: the outermost zone that an earlier hop was in.
        validators: conditional request headers; empty for a plain request.

    Raises:
        AddressError: the host has no address that may be contacted.
        UnreachableError: no complete answer in time, no connection, a status that delivers nothing.
        TooLargeError: the document is over the limit.
    """
    address = hop.address
    access = errand.access
    # A proxy looks names up itself: its own address is where the caller says, and the document's cannot be judged here.
    backend = JudgedBackend(
        errand.wire,
        errand.deadline,
        (lambda _: Zone.LOOPBACK)
        if access.proxy
        else lambda ip: judge(ip, network=errand.network, outermost=outermost),
    )
    url = httpcore.URL(scheme=address.scheme, host=address.host, port=address.port, target=address.target)
    headers = [
        ("Host", address.authority),
        ("User-Agent", _user_agent()),
        ("Accept", _ACCEPT),
        ("Accept-Encoding", "gzip"),
        ("Connection", "close"),
        *validators.items(),
    ]
    given = access.headers_for(address)
    headers = [*(pair for pair in headers if pair[0].lower() not in {name.lower() for name, _ in given}), *given]
    # A certificate names its host without the dot that may end it.
    extensions = {"sni_hostname": address.host.removesuffix(".")}
    tls = _tls_context(hop, access) if address.scheme == "https" else None
    with (
        _told(errand, hop, backend),
        _connection(url, tls, backend, access) as connection,
        connection.stream("GET", url, headers=headers, extensions=extensions) as response,
    ):
        return _answer(response, backend.zone, errand, hop, conditional=bool(validators))


def _answer(response: httpcore.Response, zone: Zone, errand: Errand, hop: Hop, *, conditional: bool) -> Answer:
    headers = _headers(response)
    status = response.status
    if status in _REDIRECTS:
        if "location" not in headers:
            raise UnreachableError(hop.source, f"{hop.host} answered with status {status} and no Location to go to.")
        return Answer(zone, location=headers["location"])
    if status == 304 and conditional:
        return Answer(zone, unchanged=True)
    if status in {401, 403}:
        raise UnreachableError(
            hop.source,
            f"{hop.host} answered with status {status}: it refuses access, and no credentials are sent; fetch the "
            "document yourself and give it as a file, or as a mapping such as httpx.get(address, headers=…).json().",
        )
    if not 200 <= status <= 299:
        raise UnreachableError(
            hop.source, f"{hop.host} answered with status {status}; only a status from 200 to 299 delivers a document."
        )
    if status == 206:
        raise UnreachableError(hop.source, f"{hop.host} answered with status 206, a part of a document only.")
    errand.deadline.doing = "reading the body"
    left = errand.limits.body_bytes if errand.together is None else errand.together.left_bytes
    limit_bytes = max(0, min(errand.limits.body_bytes, left))
    gzipped = is_gzipped(headers.get("content-encoding", ""))
    check_announced(headers.get("content-length"), gzipped=gzipped, limit_bytes=limit_bytes)
    body = read_body(_timed(response, errand.deadline), gzipped=gzipped, limit_bytes=limit_bytes)
    return Answer(zone, body=body, headers=headers)


def _timed(response: httpcore.Response, deadline: Deadline) -> Iterator[bytes]:
    """The raw chunks; a read can hold thousands of tiny ones, so the time is looked at for each."""
    for chunk in response.iter_stream():
        deadline.left()
        yield chunk


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
def _told(errand: Errand, hop: Hop, backend: JudgedBackend) -> Iterator[None]:
    """Tell every way in which a request can fail as the error that the caller expects."""
    try:
        yield
    except (OutOfTimeError, httpcore.TimeoutException) as exc:
        raise timed_out(hop.source, hop.host, errand) from exc
    except RefusedError as exc:
        raise AddressError(hop.source, f"{hop.host} must not be contacted: {exc}.") from exc
    except LookupFailedError as exc:
        raise UnreachableError(hop.source, f"{hop.host} could not be found: {exc}.") from exc
    except BodyTooLargeError as exc:
        raise too_large(hop.source, hop.host, errand.limits, found=str(exc)) from exc
    except BodyEncodingError as exc:
        raise UnreachableError(hop.source, f"{hop.host} sent a body that {exc}.") from exc
    except httpcore.ConnectError as exc:
        raise UnreachableError(hop.source, f"{hop.host} {_no_connection(exc, hop.address)}.") from exc
    except httpcore.ProxyError as exc:
        raise UnreachableError(
            hop.source, f"{hop.host} was not reached: the proxy refused ({shown(str(exc))})."
        ) from exc
    except (httpcore.NetworkError, OSError) as exc:
        raise UnreachableError(
            hop.source, f"{hop.host} broke off the connection (while {errand.deadline.doing})."
        ) from exc
    except httpcore.ProtocolError as exc:
        early = f"ended the connection too early (while {errand.deadline.doing})"
        wrong = early if backend.ended else "sent an answer that is not valid HTTP"
        raise UnreachableError(hop.source, f"{hop.host} {wrong}.") from exc


def timed_out(source: str, host: str, errand: Errand) -> UnreachableError:
    """Return the error that the deadline is over."""
    seconds = errand.limits.timeout_seconds
    return UnreachableError(
        source,
        f"{host} gave no complete answer within {seconds:g} second{'' if seconds == 1 else 's'}"
        f" (the time ended while {errand.deadline.doing}).",
    )


def too_large(source: str, host: str, limits: FetchLimits, *, found: str) -> TooLargeError:
    """Return the error that the body is over the limit."""
    megabytes = limits.body_bytes / 1024 / 1024
    return TooLargeError(
        source, f"{host} sent a document over the limit of {megabytes:.6g} MB ({limits.body_bytes:,} bytes; {found})."
    )


def _no_connection(exc: httpcore.ConnectError, address: WebAddress) -> str:
    """What kept a connection from being made, as the end of a sentence about the host."""
    cause = exc.__cause__ or exc.__context__
    if isinstance(cause, ssl.SSLCertVerificationError):
        reason = shown(str(cause.verify_message or "not verified"))
        return f"has a certificate that is not trusted ({reason})"
    if isinstance(cause, ssl.SSLError):
        return "could not agree on TLS; it may speak plain http"
    if isinstance(cause, ConnectionRefusedError):
        return f"refused the connection; no server seems to run on port {address.port}"
    if isinstance(cause, ConnectionError):
        return "broke off the connection before it answered"
    return "could not be connected to; there is no way to its network, or it has left"


def _connection(
    url: httpcore.URL, tls: ssl.SSLContext | None, backend: JudgedBackend, access: Access
) -> httpcore.HTTPConnection | httpcore.HTTPProxy:
    if not access.proxy:
        return httpcore.HTTPConnection(url.origin, ssl_context=tls, network_backend=backend)
    proxy = httpx.URL(access.proxy)
    named = (proxy.username.encode(), proxy.password.encode()) if proxy.userinfo else None
    plain = str(proxy.copy_with(username=None, password=None))
    return httpcore.HTTPProxy(plain, proxy_auth=named, ssl_context=tls, network_backend=backend)


def _tls_context(hop: Hop, access: Access) -> ssl.SSLContext:
    """The certificates of trust: the caller's, those that SSL_CERT_FILE or SSL_CERT_DIR names, else certifi's."""
    try:
        return tls_context_of(access.verify) or httpx.create_ssl_context()
    except OSError as exc:
        raise UnreachableError(
            hop.source,
            f"{hop.host} was not asked, for the file of trusted certificates (SSL_CERT_FILE) cannot be read.",
        ) from exc


@cache
def _user_agent() -> str:
    try:
        return f"apiref-nb/{re.sub('[^0-9A-Za-z.+-]', '', version('apiref-nb'))}"
    except PackageNotFoundError:
        return "apiref-nb"
