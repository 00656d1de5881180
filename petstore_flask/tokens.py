"""Making a Bearer token: shared by login and the token address.

A store, scopes and a time come in; the token's text and its end go out. The store keeps only a digest of it.
"""

import secrets

from petstore_flask.store import Store, Token


def new_token(
    store: Store, scopes: frozenset[str], *, user_id: int | None = None, seconds: int, now: float
) -> tuple[str, int]:
    """A fresh token, kept in the store, and the Unix time in seconds it expires at.

    Args:
        store: keeps the token.
        scopes: what the token allows.
        user_id: the user who logged in; None for a client's token.
        seconds: how long the token is good.
        now: Unix time in seconds.
    """
    value = secrets.token_urlsafe(32)
    expires_at = int(now) + seconds
    store.keep_token(value, Token(scopes, user_id, expires_at), now=int(now))
    return value, expires_at
