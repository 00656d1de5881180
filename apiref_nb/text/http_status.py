"""The standard phrase of an HTTP status, the same in every version of Python. Called wherever a status is shown."""

from __future__ import annotations

from http import HTTPStatus

_PHRASES = {status.value: status.phrase for status in HTTPStatus} | {
    413: "Content Too Large", 414: "URI Too Long", 416: "Range Not Satisfiable", 422: "Unprocessable Entity",
}  # fmt: skip
"""Those of Python; four differ between its versions."""


def reason(status: int) -> str:
    """Return the standard phrase of a status; empty for one that has none."""
    return _PHRASES.get(status, "")
