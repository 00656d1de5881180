"""How a client connects: certificates of trust, a certificate of its own, a proxy.

What a reader gave comes in, judged at once; the transports of the client go out.
"""

from __future__ import annotations

import os
import ssl
from collections.abc import Callable
from pathlib import Path

import httpcore
import httpx

from apiref_nb.client.failures import NotSentError
from apiref_nb.client.limits import CALLS
from apiref_nb.errors import ShapeError
from apiref_nb.text.quoting import short
from apiref_nb.transport.network import tls_context
from apiref_nb.transport.pools import FreshConnections, KeptConnections

Trust = bool | str | Path | ssl.SSLContext
"""What certificates are judged by: True for the usual authorities, a file or folder, False for nothing at all."""

Certificate = str | Path | tuple[str | Path, ...]
"""A file that holds certificate and key; or (certificate, key), or (certificate, key, password of the key)."""

Transport = httpx.BaseTransport | httpx.AsyncBaseTransport
"""What carries requests in place of connections of ours."""


class _Unavailable(httpx.BaseTransport):
    """Stands where a client was given a transport that can only be awaited."""

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        raise NotSentError("this client has an async transport: use client.aio")


def transports(
    given: object, *, trust: object, certificate: object, proxy: object
) -> tuple[httpx.BaseTransport, httpx.BaseTransport | httpx.AsyncBaseTransport]:
    """Return what carries requests, and what carries awaited ones.

    Args:
        given: the reader's own transport; None for connections of ours.
        trust: what certificates are judged by, a `Trust`.
        certificate: the client's own, a `Certificate`; None for none.
        proxy: http(s) address of a proxy, a user name and password allowed in it; None for none.

    Raises:
        ShapeError: one of them cannot be used, or says how a transport connects that is not ours.
    """
    if given is None:
        make, through = _tls(trust, certificate), _proxy(proxy)
        return (
            KeptConnections(CALLS.connect_seconds, through, make),
            FreshConnections(CALLS.connect_seconds, through, make),
        )
    for name, value, usual in (("verify", trust, True), ("cert", certificate, None), ("proxy", proxy, None)):
        if value is not usual:
            raise ShapeError(name, "must be set on the transport that was given, for that connects")
    if isinstance(given, httpx.BaseTransport):
        return given, given
    if isinstance(given, httpx.AsyncBaseTransport):
        return _Unavailable(), given
    raise ShapeError("transport", "must be an httpx transport", short(given))


def stands_at(transport: object) -> str | None:
    """Return where a transport answers that has its own address, as a `Mock` of a document without one; else None."""
    return getattr(transport, "stands_at", None) or None


def _tls(trust: object, certificate: object) -> Callable[[str], ssl.SSLContext]:
    """Scheme -> certificates of trust; those of the system are read when they are needed."""
    if trust is True and certificate is None:
        return tls_context
    context = _trusted(trust)
    if certificate is not None:
        _load(context, certificate)
    return lambda _scheme: context


def _trusted(trust: object) -> ssl.SSLContext:
    if isinstance(trust, ssl.SSLContext):
        return trust
    if isinstance(trust, bool):
        return httpx.create_ssl_context(verify=trust)
    if isinstance(trust, str | Path):
        place = os.fspath(trust)
        try:
            if Path(place).is_dir():
                return ssl.create_default_context(capath=place)
            return ssl.create_default_context(cafile=place)
        except (OSError, ValueError):
            raise ShapeError("verify", "must name a readable file of certificates (PEM)", short(str(trust))) from None
    raise ShapeError("verify", "must be True, False, a file of certificates, or an ssl.SSLContext", short(trust))


def _load(context: ssl.SSLContext, certificate: object) -> None:
    parts = (certificate,) if isinstance(certificate, str | Path) else certificate
    fits = isinstance(parts, tuple | list) and 1 <= len(parts) <= 3 and all(isinstance(p, str | Path) for p in parts)
    if not fits or not isinstance(parts, tuple | list):
        raise ShapeError("cert", "must be a file, (certificate, key) or (certificate, key, password)")
    password = str(parts[2]) if len(parts) > 2 else ""
    try:
        # With a function no question is asked at the terminal.
        context.load_cert_chain(parts[0], parts[1] if len(parts) > 1 else None, lambda: password)
    except (OSError, ValueError):
        raise ShapeError("cert", "must name readable files that hold a certificate and its key (PEM)") from None


def _proxy(proxy: object) -> httpcore.Proxy | None:
    if proxy is None:
        return None
    try:
        known = httpx.Proxy(proxy) if isinstance(proxy, str) else None
    except (ValueError, httpx.InvalidURL):
        known = None
    if known is None or known.url.scheme not in ("http", "https") or not known.url.host:
        raise ShapeError("proxy", "must be an http or https address, such as http://proxy.example.com:3128")
    return httpcore.Proxy(url=str(known.url), auth=known.raw_auth)
