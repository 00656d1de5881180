"""The standard phrase of an HTTP status, the same in every version of Python. Called wherever a status is shown."""

from __future__ import annotations

from http import HTTPStatus

_PHRASES = {413: "Content Too Large", 414: "URI Too Long", 416: "Range Not Satisfiable", 422: "Unprocessable Entity"}
"""Phrases that differ between versions of Python."""


def reason(status: int) -> str:
    """Return the standard phrase of a status; empty for one that has none."""
    try:
        return _PHRASES.get(status) or HTTPStatus(status).phrase
    except ValueError:
        return ""
