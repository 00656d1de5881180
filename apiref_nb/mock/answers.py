"""`Answer`: what the mock sends back, and problems in the form of RFC 9457."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace

from apiref_nb.mock.judging import RequestFault
from apiref_nb.requests.wire import Pair
from apiref_nb.text.escaping import header_value
from apiref_nb.text.http_status import reason
from apiref_nb.text.json_value import JsonValue

PROBLEM_TYPE = "application/problem+json"
FAULTS_HEADER = "Mock-Faults"
"""Names what is wrong with a request where the document's own answer has no words for it."""


_MOST_HEADER_CHARACTERS = 1_000


@dataclass(frozen=True, kw_only=True)
class Answer:
    """One answer."""

    status: int
    headers: tuple[Pair, ...] = ()
    """(name, value) in ASCII, `Content-Type` among them."""
    chunks: tuple[bytes, ...] = ()
    """The body; a stream in its items, everything else in one piece."""
    faults: tuple[RequestFault, ...] = field(default=(), repr=False)
    """What is wrong with the request, for the log."""

    def __post_init__(self) -> None:
        """Keep what a document names, such as a media type, from being more than one header."""
        object.__setattr__(self, "headers", tuple((name, _sendable(value)) for name, value in self.headers))

    @property
    def body(self) -> bytes:
        """The whole body."""
        return b"".join(self.chunks)

    def travelling(self, *, head: bool) -> Answer:
        """Return the answer with the size of its body, where it is known before the end and may be said.

        Args:
            head: True leaves the body out, as an answer to HEAD does.
        """
        sized = len(self.chunks) <= 1 and self.status >= 200 and self.status not in (204, 304)
        size = (("Content-Length", str(len(self.body))),) if sized else ()
        return replace(self, headers=(*self.headers, *size), chunks=() if head else self.chunks)


def _sendable(text: str) -> str:
    """The value of a header as it may be sent: one line of ASCII."""
    if text.isascii() and text.isprintable():
        return text
    return header_value(text).encode("ascii", "backslashreplace").decode()


def problem_value(status: int, detail: str, faults: Iterable[RequestFault] = ()) -> dict[str, JsonValue]:
    """Return a problem as data: `title`, `status`, `detail`, and `errors` with the place of each fault.

    Args:
        status: 400 to 599.
        detail: one sentence on the request.
        faults: what is wrong with it, each with its place.
    """
    errors = [{"field": fault.place, "message": fault.words, "location": list(fault.location)} for fault in faults]
    return {"title": reason(status), "status": status, "detail": detail, **({"errors": errors} if errors else {})}


def problem(status: int, detail: str, faults: Sequence[RequestFault] = (), headers: Sequence[Pair] = ()) -> Answer:
    """Return an answer that says what is wrong, for what the document declares no answer for.

    Args:
        status: 400 to 599.
        detail: one sentence on this request.
        faults: what is wrong with it, each with its place.
        headers: further headers.
    """
    text = json.dumps(problem_value(status, detail, faults), ensure_ascii=False, separators=(",", ":"))
    return Answer(
        status=status,
        headers=(("Content-Type", PROBLEM_TYPE), *headers),
        chunks=(text.encode("utf-8", "replace"),),
        faults=tuple(faults),
    )


def faults_header(faults: Sequence[RequestFault], detail: str) -> Pair:
    """Return the header that names what is wrong with a request.

    Args:
        faults: what is wrong with the request.
        detail: what is said where there is no single fault.
    """
    text = "; ".join(map(str, faults)) or detail
    ascii_text = text.encode("ascii", "backslashreplace").decode()
    return FAULTS_HEADER, ascii_text[:_MOST_HEADER_CHARACTERS].strip()
