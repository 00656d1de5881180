"""`LogEntry`: one request that a service answered, as `request_log` keeps it and `cards` shows it."""

from dataclasses import dataclass
from http import HTTPStatus

_REASONS = {status.value: status.phrase for status in HTTPStatus} | {
    413: "Content Too Large", 414: "URI Too Long", 416: "Range Not Satisfiable", 422: "Unprocessable Entity",
}  # fmt: skip
"""Those of Python; four differ between its versions."""


@dataclass(frozen=True, slots=True)
class LogEntry:
    """One request and how it was answered."""

    method: str
    """The method as sent, at most 20 characters."""
    target: str
    """Path and query as sent; the query is cut where it could carry a credential."""
    status: int
    """The HTTP status of the answer."""
    milliseconds: float
    """From the request's head being read to the answer's head being made."""
    fault: str = ""
    """The traceback of a fault of the service, for an answer of 500 and over."""


def reason(status: int) -> str:
    """The status in words, the same ones in every version of Python; empty for one that has none."""
    return _REASONS.get(status, "")
