"""Whether a request carries the credentials that its operation asks for: their presence and form, not their worth.

A request and an operation come in; what is missing goes out, with the challenges that a 401 names. What each scheme
means is said by `requests.security` alone. Nothing that was sent is ever repeated.
"""

from __future__ import annotations

import base64
import binascii
from collections.abc import Iterable
from typing import NamedTuple
from urllib.parse import unquote

from apiref_nb.mock.received import Received
from apiref_nb.model import ApiOperation
from apiref_nb.requests.security import SecurityPlan, requirement_plans, security_plan

_CHALLENGES = {
    "basic": 'Basic realm="*"',
    "digest": 'Digest realm="*", nonce="abc123"',
    "bearer": "Bearer",
    "oauth2": "OAuth2",
    "openIdConnect": "OpenID",
}
"""Kind of scheme -> what a server asks for it with."""


class Refusal(NamedTuple):
    """Why a request is not let in."""

    words: str
    """What the operation asks for."""
    challenges: tuple[str, ...]
    """What `WWW-Authenticate` says; empty for keys, which have no challenge."""


def refusal(operation: ApiOperation, received: Received) -> Refusal | None:
    """Return why a request is not let in; None when it carries what one of the operation's alternatives asks for.

    Args:
        operation: what was asked for.
        received: the request.
    """
    alternatives = [requirement_plans(requirement) for requirement in operation.security or ()]
    if not alternatives:
        return None
    if any(all(_carries(received, plan) for plan in plans) for plans in alternatives):
        return None
    asked = [security_plan(use.scheme) for requirement in operation.security or () for use in requirement.uses]
    words = " or ".join(dict.fromkeys(" and ".join(map(_asked_for, plans)) for plans in alternatives))
    return Refusal(words, tuple(dict.fromkeys(_challenges(asked))))


def _asked_for(plan: SecurityPlan) -> str:
    sent = f", sent as {plan.name}: {plan.shown}" if plan.location == "header" and plan.prefix else ""
    return plan.words + sent


def _challenges(plans: Iterable[SecurityPlan]) -> Iterable[str]:
    for plan in plans:
        if plan.kind in _CHALLENGES:
            yield _CHALLENGES[plan.kind]
        elif plan.kind == "other" and plan.prefix:
            yield plan.prefix.strip()


def _carries(received: Received, plan: SecurityPlan) -> bool:
    if plan.kind == "digest":
        return (received.header("authorization") or "").lower().startswith("digest ")
    if not plan.location:
        return True  # a certificate, or a scheme that nobody can name: no request can show it
    sent = _sent(received, plan)
    if sent is None:
        return False
    if not plan.prefix:
        return bool(sent.strip())
    scheme, _, rest = sent.partition(" ")
    if scheme.lower() != plan.prefix.strip().lower() or not rest.strip():
        return False
    return plan.kind != "basic" or _is_login(rest.strip())


def _sent(received: Received, plan: SecurityPlan) -> str | None:
    if plan.location == "header":
        return received.header(plan.name)
    given = received.query_pairs if plan.location == "query" else received.cookie_pairs
    return next((unquote(value) for name, value in given if name == plan.name), None)


def _is_login(text: str) -> bool:
    """True for base64 of a user name and a password with a colon between."""
    try:
        return b":" in base64.b64decode(text, validate=True)
    except (binascii.Error, ValueError):
        return False
