"""A fetch from the first address to the document: the cache window, then hop after hop.

The address that a caller typed comes in, a Fetched goes out, or a SourceError whose cause is a sentence. Called by
fetch.py. Redirects are followed here, by hand, so that every hop is judged and no redirect's body is read.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace

from apiref_nb.errors import AddressError, RedirectError
from apiref_nb.fetching.access import Access
from apiref_nb.fetching.address_policy import Network, Zone
from apiref_nb.fetching.addresses import (
    InvalidAddress,
    WebAddress,
    join_address,
    parse_address,
    shown,
    without_credentials,
)
from apiref_nb.fetching.cache import CacheEntry, CacheKey, FetchCache
from apiref_nb.fetching.fetched import Fetched, FetchLimits
from apiref_nb.fetching.hop import Answer, FetchContext, Hop, exchange, timed_out, too_large
from apiref_nb.fetching.together import Together
from apiref_nb.transport.charsets import charset_of
from apiref_nb.transport.deadline import Deadline
from apiref_nb.transport.network import Wire

_VALIDATOR = re.compile(r"[\x21-\x7e][\x20-\x7e]{0,1023}")


def fetch_over(
    wire: Wire,
    url: str,
    *,
    revalidate: float,
    network: Network,
    limits: FetchLimits,
    cache: FetchCache,
    clock: Callable[[], float],
    together: Together | None = None,
    access: Access | None = None,
) -> Fetched:
    """Return the document at an address over a given wire; otherwise as `fetch`, whose arguments these are.

    Args:
        wire: how hosts are reached; tests put another one in its place.
        url: see `fetch`.
        revalidate: see `fetch`.
        network: see `fetch`.
        limits: the bytes, redirects and seconds that a fetch may take.
        cache: keeps what was fetched, and lets one caller at a time fetch an address.
        clock: returns the time in seconds; only differences count.
        together: see `fetch`; its time and bytes hold as well as `limits`.
        access: see `fetch`; None for no headers, no proxy and the usual certificates.
    """
    seconds = limits.timeout_seconds if together is None else together.left_seconds
    with Deadline(seconds) as deadline:
        context = FetchContext(wire, network, limits, deadline, cache, clock, together, access or Access())
        return _fetched(context, url, revalidate)


def _fetched(context: FetchContext, url: str, revalidate: float) -> Fetched:
    context.deadline.doing = "starting"
    try:
        address = parse_address(url)
    except InvalidAddress as exc:
        raise AddressError(without_credentials(url), str(exc)) from exc
    key = CacheKey(address.text, context.network, context.limits)
    first = Hop(without_credentials(url), 0, address)
    if not revalidate > 0:
        return _renew(context, first, key, None)
    context.deadline.doing = "waiting for another request to the same address"
    with context.cache.turn(key, context.deadline.seconds) as came:
        if not came:
            raise timed_out(first.source, first.host, context)
        entry = context.cache.get(key)
        if entry is not None and 0 <= context.clock() - entry.checked_at < revalidate:
            _check_origin(context, first, entry.fetched.final_url)
            _count(context, first, len(entry.fetched.body))
            return replace(entry.fetched, given=first.source, from_cache=True)
        return _renew(context, first, key, entry)


def _renew(context: FetchContext, first: Hop, key: CacheKey, entry: CacheEntry | None) -> Fetched:
    """Ask the server, and keep what it says. A failure leaves the kept copy in place, to be asked about again."""
    hop, answer = _travel(context, first, entry)
    _count(context, hop, len(entry.fetched.body if answer.unchanged and entry is not None else answer.body))
    if answer.unchanged and entry is not None:
        fetched = replace(entry.fetched, given=first.source, hops=hop.number, from_cache=True)
        kept = replace(entry, fetched=replace(fetched, from_cache=False), checked_at=context.clock())
        context.cache.put(key, kept)
        return fetched
    headers = answer.headers or {}
    content_type = shown(headers.get("content-type", "").strip())
    fetched = Fetched(
        url=first.address.text,
        given=first.source,
        final_url=hop.address.text,
        body=answer.body,
        content_type=content_type,
        charset=charset_of(content_type),
        hops=hop.number,
        from_cache=False,
    )
    etag, last_modified = (_validator(headers.get(name, "")) for name in ("etag", "last-modified"))
    context.cache.put(key, CacheEntry(fetched, context.clock(), etag, last_modified))
    return fetched


def _travel(context: FetchContext, first: Hop, entry: CacheEntry | None) -> tuple[Hop, Answer]:
    """Follow redirects until something else is answered."""
    hop = first
    outermost = Zone.LOOPBACK
    seen = {first.address.text}
    repeated = False
    while True:
        # A validator belongs to the address that gave it, which need not be the one asked for.
        mine = entry is not None and entry.fetched.final_url == hop.address.text
        validators = entry.validators() if mine and entry is not None else {}
        answer = exchange(context, hop, outermost=outermost, validators=validators)
        if answer.location is None:
            return hop, answer
        number = hop.number + 1
        if number > context.limits.redirect_hops:
            again = ", and they lead in a circle" if repeated else ""
            raise RedirectError(
                hop.source, f"More than {context.limits.redirect_hops} redirects, which is the most allowed{again}."
            )
        outermost = max(outermost, answer.zone)
        try:
            following = join_address(hop.address, answer.location)
        except InvalidAddress as exc:
            raise AddressError(
                hop.source, f"Redirect {number} leads to an address that cannot be used: {exc}."
            ) from exc
        _check_origin(context, hop, following)
        repeated = repeated or following.text in seen
        seen.add(following.text)
        hop = Hop(hop.source, number, following)


def _check_origin(context: FetchContext, hop: Hop, address: WebAddress | str) -> None:
    """Pass when a part of a document stays where the document is."""
    if context.together is not None and not context.together.allows(address):
        raise AddressError(hop.source, f"{hop.host} redirects to another host, where no part of this document is read.")


def _count(context: FetchContext, hop: Hop, size: int) -> None:
    """Count the bytes of a part of a document."""
    if context.together is not None and not context.together.take(size):
        raise too_large(hop.source, hop.host, context.limits, found="all parts of the document together")


def _validator(value: str) -> str:
    """A validator that may be sent back; one that is odd is not."""
    return value if _VALIDATOR.fullmatch(value) else ""
