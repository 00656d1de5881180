"""Status codes of HTTP, in words."""

from __future__ import annotations

from http import HTTPStatus


def phrase(status: int) -> str:
    """Return the standard phrase of a status, such as `Not Found`; empty for one that has none."""
    try:
        return HTTPStatus(status).phrase
    except ValueError:
        return ""
