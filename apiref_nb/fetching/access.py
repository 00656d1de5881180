"""`Access`: how a caller's own document is reached: credentials for its origin, a proxy, the certificates of trust.

`load_api` makes one from its arguments; the embed has none. Nothing of it is in a `repr`, an error or a cache.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from apiref_nb.errors import ShapeError
from apiref_nb.fetching.addresses import WebAddress
from apiref_nb.fetching.together import origin_of
from apiref_nb.text.quoting import short

if TYPE_CHECKING:  # `ssl` is absent where Python runs in a browser
    import ssl

    Verify = bool | str | Path | ssl.SSLContext
    """True: the usual certificates; a file or folder of others; False: none is asked for."""

_OURS = frozenset({"host", "connection", "accept-encoding", "content-length", "transfer-encoding", "te", "upgrade"})


@dataclass(frozen=True, slots=True)
class Access:
    """What a fetch is given beside its address."""

    headers: tuple[tuple[str, str], ...] = field(default=(), repr=False)
    """(name, value), sent to `origin` alone."""
    origin: str = ""
    proxy: str = field(default="", repr=False)
    verify: Verify = field(default=True, repr=False)

    @property
    def is_private(self) -> bool:
        """Whether what comes may be for this caller alone, and is kept for nobody else."""
        return bool(self.headers or self.proxy) or self.verify is not True

    def bound_to(self, address: str) -> Access:
        """Return the access whose headers go to the origin of an address."""
        return replace(self, origin=origin_of(address))

    def headers_for(self, address: WebAddress) -> tuple[tuple[str, str], ...]:
        """Return the caller's headers for a request: all, or none for another origin."""
        return self.headers if self.headers and origin_of(address) == self.origin else ()


def access_of(headers: Mapping[str, str] | None, proxy: str | None, verify: Verify) -> Access:
    """Return what the arguments of `load_api` say.

    Args:
        headers: name -> value of what a caller sends with a request; None for nothing.
        proxy: the address of a proxy, with http or https; None for none.
        verify: True for the usual certificates, a file or folder of others, or False for none.

    Raises:
        ShapeError: one of them has the wrong shape; no value of a header is repeated.
    """
    named: list[tuple[str, str]] = []
    given: Any = {} if headers is None else headers
    if not isinstance(given, Mapping):
        raise ShapeError("headers", "must map names to texts", short(given))
    for name, value in given.items():
        fits = isinstance(name, str) and isinstance(value, str) and name.isascii() and value.isascii()
        if not fits or not name.replace("-", "").replace("_", "").isalnum() or not value.isprintable():
            raise ShapeError("headers", "must map names to texts that a header can hold", short(name))
        if name.lower() in _OURS:
            raise ShapeError("headers", f"must not hold {', '.join(sorted(_OURS))}", short(name))
        named.append((name, value))
    way: Any = proxy
    if way is not None and not (isinstance(way, str) and way.startswith(("http://", "https://"))):
        raise ShapeError("proxy", "must be the address of a proxy, with http:// or https://")
    if not isinstance(verify, bool | str | Path) and type(verify).__name__ != "SSLContext":
        raise ShapeError("verify", "must be True, False, a file of certificates or an SSLContext", short(verify))
    return Access(tuple(named), "", proxy or "", verify)


def tls_context_of(verify: Verify) -> ssl.SSLContext:
    """Return the certificates of trust that a caller names, instead of the usual ones.

    Raises:
        TrustError: the file or folder of certificates cannot be read.
    """
    import ssl  # noqa: PLC0415 - absent where Python runs in a browser

    from apiref_nb.transport.network import TrustError  # noqa: PLC0415 - likewise

    if isinstance(verify, bool):
        context = ssl.create_default_context()
        context.check_hostname = False
        context.verify_mode = ssl.CERT_NONE
        return context
    if isinstance(verify, ssl.SSLContext):
        return verify
    place = Path(verify)
    where: dict[str, Any] = {"capath" if place.is_dir() else "cafile": str(place)}
    try:
        return ssl.create_default_context(**where)
    except OSError as exc:
        raise TrustError("the file of trusted certificates (verify) cannot be read") from exc
