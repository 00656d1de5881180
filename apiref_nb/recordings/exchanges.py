"""`Exchange`: one request as it travelled and what came back, as plain values.

`client` makes one of what it sent, `har` one of what stands in a file. Before `cleaning` it may hold credentials, so
its repr shows method and status alone.
"""

from __future__ import annotations

from dataclasses import dataclass

from apiref_nb.model.media_types import essence
from apiref_nb.requests.wire import Pair

OF_TRANSFER = frozenset({"content-encoding", "content-length", "transfer-encoding", "connection", "keep-alive"})
"""Headers that speak of how a body travelled, not of what it is."""


@dataclass(frozen=True, kw_only=True, repr=False)
class Sent:
    """One request."""

    method: str
    """As sent."""
    url: str
    """The whole address, percent-encoded."""
    headers: tuple[Pair, ...] = ()
    """(name, value) in the order of sending."""
    body: bytes = b""

    def header(self, name: str) -> str:
        """Return the first header of a name in any case, empty when there is none."""
        return first(self.headers, name)

    @property
    def media_type(self) -> str:
        """Media type of the body without parameters; empty when none is given."""
        return essence(self.header("content-type"))

    def __repr__(self) -> str:
        return f"Sent({self.method})"


@dataclass(frozen=True, kw_only=True, repr=False)
class Exchange:
    """One request and its answer."""

    sent: Sent
    status: int
    """Status code of the answer."""
    headers: tuple[Pair, ...] = ()
    """(name, value) of the answer."""
    body: bytes = b""
    """The body of the answer, decompressed."""
    operation: str = ""
    """The operation whose answer this is, such as `GET /pet/{petId}`; empty for a step on the way to one: a redirect
    that was followed, a token that was asked for, an answer after which the request was sent again."""
    differs: tuple[str, ...] = ()
    """In what the answer differed from the document when it was recorded, in words."""

    @property
    def content_type(self) -> str:
        """The `Content-Type` of the answer, empty when none is given."""
        return first(self.headers, "content-type")

    def __repr__(self) -> str:
        return f"Exchange({self.sent.method}, {self.status})"


def first(headers: tuple[Pair, ...], name: str) -> str:
    """Return the first header of a name in any case, empty when there is none.

    Args:
        headers: (name, value) of a message.
        name: in any case.
    """
    wanted = name.lower()
    return next((value for key, value in headers if key.lower() == wanted), "")
