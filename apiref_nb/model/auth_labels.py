"""What the auth indicator of a card says; `block` and `card_parts` read it."""

from __future__ import annotations

AUTH_LABELS = {
    "bearer": "Bearer Token",
    "apiKey": "API Key",
    "basic": "Basic Auth",
    "oauth2": "OAuth 2.0",
    "none": "No auth required",
}
"""Scheme -> the text beside the padlock, unless the operation brings its own."""
