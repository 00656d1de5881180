"""An answer as httpx's own object, and its headers, with `***` in place of every credential."""

from __future__ import annotations

from datetime import timedelta

import httpx

from apiref_nb.client.course import Answer, own_headers
from apiref_nb.requests.authorization import Authorization
from apiref_nb.requests.credentials import Credentials
from apiref_nb.requests.masking import MASK
from apiref_nb.requests.plan import RequestPlan
from apiref_nb.requests.sensitive import is_sensitive
from apiref_nb.transport.charsets import charset_of, codec_of

_SENSITIVE_HEADERS = frozenset(
    {"set-cookie", "cookie", "authorization", "proxy-authorization", "www-authenticate", "authentication-info"}
)
OF_TRANSFER = (b"content-encoding", b"content-length", b"transfer-encoding")
"""Headers that speak of the body as it travelled."""


def hidden_header(name: str, prepared: RequestPlan) -> bool:
    """Return True when nothing of a header's value may be shown.

    Args:
        name: in any case.
        prepared: the request.
    """
    return name.lower() in _SENSITIVE_HEADERS or is_sensitive(name) or name in prepared.sensitive


def received_text(value: bytes) -> str:
    """Return what a header holds: UTF-8, else Latin-1."""
    try:
        return value.decode()
    except UnicodeDecodeError:
        return value.decode("latin-1")


def masked_response(
    prepared: RequestPlan, answer: Answer, authorization: Authorization, credentials: Credentials, url: str
) -> httpx.Response:
    """Return an answer as httpx's own object.

    Args:
        prepared: the request.
        answer: what came.
        authorization: what the request carried.
        credentials: what the client holds, none of which is shown.
        url: the address that was asked, as it may be shown.
    """
    masked = [(name, MASK if hidden_header(name, prepared) else value) for name, value in own_headers(prepared)]
    known = {name.lower() for name, _ in masked}
    masked += [(p.name, MASK) for p in authorization.at("header") if p.name.lower() not in known]
    if prepared.cookies or authorization.at("cookie"):
        masked.append(("Cookie", MASK))
    request = httpx.Request(
        prepared.method,
        url,
        headers=[(name.encode("ascii"), value.encode()) for name, value in masked],
        content=prepared.data or None,
    )
    headers = [
        (credentials.masked(received_text(name)).encode(), credentials.masked(received_text(value)).encode())
        for name, value in answer.headers
        if name.lower() not in OF_TRANSFER
    ]
    response = httpx.Response(answer.status, headers=headers, content=answer.body, request=request)
    # httpx would look for the codec by the server's word.
    content_type = str(response.headers.get("content-type", ""))
    response.encoding = codec_of(charset_of(content_type)) or "utf-8"
    response.elapsed = timedelta(seconds=answer.elapsed_seconds)
    return response
