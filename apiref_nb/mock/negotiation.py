"""Which representation of an answer a request asks for: `Accept` with its weights, and `Prefer`.

Source: RFC 9110, section 12.5.1; RFC 7240.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from urllib.parse import unquote_plus

from apiref_nb.mock.limits import REQUESTS
from apiref_nb.mock.received import Received
from apiref_nb.model import MediaType
from apiref_nb.model.media_types import concrete, essence, matches
from apiref_nb.text.numbers import digits_value, is_whole

_WEIGHT = re.compile(r";\s*q\s*=\s*([0-9.]+)", re.IGNORECASE)
_PREFERENCE = re.compile(r'\s*([\w-]+)\s*=\s*(?:"([^"]*)"|([^,;"]*))')
_TRUE = {"true": True, "1": True, "false": False, "0": False}


@dataclass(frozen=True, slots=True)
class Preferences:
    """What a request wants of its answer beside its representation."""

    code: int | None = None
    """The status."""
    example: str = ""
    """The name of one of the author's examples."""
    dynamic: bool | None = None
    """True for a value that depends on the request; None when nothing is said."""


def preferences(received: Received) -> Preferences:
    """Return what `Prefer: code=404, example=dog, dynamic=true` says, or `__code` and the like in the query."""
    said: dict[str, str] = {}
    for name, quoted, plain in _PREFERENCE.findall(received.header("prefer") or ""):
        said.setdefault(name.lower(), (quoted or plain).strip())
    for name, value in received.query_pairs:
        if name in ("__code", "__example", "__dynamic"):
            said[name[2:]] = unquote_plus(value)
    code = digits_value(said.get("code", ""), most_digits=3)
    usable = code if is_whole(code, 100, 599) else None
    return Preferences(usable, said.get("example", ""), _TRUE.get(said.get("dynamic", "").lower()))


def accepted_ranges(accept: str | None) -> tuple[str, ...]:
    """Return the media ranges of an `Accept` header, what is wanted most first; those with weight 0 are left out.

    Nothing at all means JSON where there is any, else whatever there is.
    """
    if accept is None or not accept.strip():
        return ("application/json", "*/*")
    weighed = []
    for place, piece in enumerate(accept.split(",", REQUESTS.max_accept_ranges)[: REQUESTS.max_accept_ranges]):
        weight = _WEIGHT.search(piece)
        try:
            amount = float(weight[1]) if weight is not None else 1.0
        except ValueError:
            amount = 1.0
        if amount > 0 and essence(piece):
            weighed.append((-min(amount, 1.0), place, essence(piece)))
    return tuple(name for _, _, name in sorted(weighed))


def chosen(content: Sequence[MediaType], ranges: Sequence[str]) -> tuple[MediaType, str] | None:
    """Return the representation that is wanted most, and the media type to send; None when none is acceptable.

    Args:
        content: what the document declares, in its order.
        ranges: what is accepted, what is wanted most first.
    """
    for wanted in ranges:
        for media in content:
            kind = _common(media.media_type, wanted)
            if kind:
                return media, kind
    return None


def _common(declared: str, wanted: str) -> str:
    """The media type that meets both a declared type or range and a wanted one; empty when there is none."""
    if matches(wanted, declared):
        return concrete(declared)
    return wanted if matches(declared, wanted) and "*" not in wanted else ""
