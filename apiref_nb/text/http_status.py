"""HTTP statuses: the code that a document names, and its phrase, the same in every version of Python."""

from __future__ import annotations

from http import HTTPStatus

_PHRASES = {status.value: status.phrase for status in HTTPStatus} | {
    413: "Content Too Large", 414: "URI Too Long", 416: "Range Not Satisfiable", 422: "Unprocessable Entity",
}  # fmt: skip
"""Those of Python; four differ between its versions."""


def code_of(status: str) -> int | None:
    """Return the code that a document's key of a response names; None for a range, `default` or what is no code."""
    return int(status) if len(status) == 3 and status.isdecimal() else None


def reason(status: int) -> str:
    """Return the standard phrase of a status; empty for one that has none."""
    return _PHRASES.get(status, "")
