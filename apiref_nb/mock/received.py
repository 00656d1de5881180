"""`Received`: a request as it came in, whoever brought it: httpx's transport, a WSGI server, or a test.

Nothing in it is decoded but the header's text; what a part means is read by `routing`, `wire_values` and `bodies`.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from urllib.parse import unquote_plus

from apiref_nb.mock.limits import REQUESTS
from apiref_nb.requests.wire import Pair


@dataclass(frozen=True, kw_only=True, repr=False)
class Received:
    """One request. Its repr shows method and path alone, for the rest may hold credentials."""

    method: str
    """As sent."""
    path: str
    """Percent-encoded, beginning with a slash, without the query."""
    query: str = ""
    """Percent-encoded, without the question mark."""
    host: str = ""
    """The host of the address; empty where only a path is known."""
    headers: tuple[Pair, ...] = ()
    """(name, value) as received."""
    body: bytes = b""

    @cached_property
    def _by_name(self) -> dict[str, str]:
        found: dict[str, str] = {}
        for name, value in self.headers:
            key = _key(name)
            joint = "; " if key == "cookie" else ", "
            found[key] = f"{found[key]}{joint}{value}" if key in found else value
        return found

    def header(self, name: str) -> str | None:
        """Return the value of a header, several joined as HTTP says; None when there is none."""
        return self._by_name.get(_key(name))

    @cached_property
    def query_pairs(self) -> tuple[tuple[str, str], ...]:
        """(name decoded, value as it travelled) of the query, in order."""
        return pairs(self.query)

    @cached_property
    def cookie_pairs(self) -> tuple[tuple[str, str], ...]:
        """(name decoded, value as it travelled) of the cookies, in order."""
        pieces = [piece.strip() for piece in (self.header("cookie") or "").split(";")]
        return pairs("&".join(piece.replace("&", "%26") for piece in pieces if piece))

    @property
    def content_type(self) -> str:
        """The `Content-Type`, empty when none is given."""
        return (self.header("content-type") or "").strip()

    def __repr__(self) -> str:
        return f"Received({self.method} {self.path})"


class TooManyError(ValueError):
    """A request has more of something than is read; the message says how much is allowed."""


def split(text: str, joint: str, most: int, what: str) -> list[str]:
    """Return the pieces of a text.

    Args:
        text: as it travelled.
        joint: stands between two pieces.
        most: how many pieces there may be.
        what: they are, in words.

    Raises:
        TooManyError: there are more.
    """
    count = text.count(joint) + 1
    if count > most:
        raise TooManyError(f"must have at most {most:,} {what} (got {count:,})")
    return text.split(joint)


def pairs(text: str) -> tuple[tuple[str, str], ...]:
    """Return (name decoded, value as it travels) of `a=1&b=2`.

    Raises:
        TooManyError: it has more than 2,000 fields.
    """
    parted = (piece.partition("=") for piece in split(text, "&", REQUESTS.max_pairs, "fields") if piece)
    return tuple((unquote_plus(name), value) for name, _, value in parted)


def _key(name: str) -> str:
    """A header's name; WSGI servers do not tell `_` from `-`."""
    return name.lower().replace("_", "-")
