"""Who may call: API keys, Bearer tokens with scopes, and the address where a client gets a token.

`admit` is asked by `app` before anything of a request is read; `issue_token` answers the token address, which lies
outside the 19 operations. Secrets are compared in constant time and never logged.
"""

import base64
import binascii
from hmac import compare_digest
from urllib.parse import unquote_plus

from flask import Request

from petstore_flask.errors import ProblemError
from petstore_flask.operation import Operation, Requirement
from petstore_flask.request_reading import FORM, form_fields, read_limited
from petstore_flask.settings import SCOPES, Settings
from petstore_flask.store import Store

REALM = "petstore"
_FORM_LIMIT_BYTES = 16 * 1024


def bearer_token(request: Request) -> str | None:
    """The token of the `Authorization` header, if it carries one."""
    scheme, _, value = request.headers.get("Authorization", "").strip().partition(" ")
    return value.strip() if scheme.lower() == "bearer" and value.strip() else None


def admit(operation: Operation, request: Request, *, store: Store, settings: Settings, now: float) -> None:
    """Let the caller in, when one of the operation's requirements is met.

    Args:
        operation: its security requirements; one that is met is enough.
        request: the request as Flask holds it; only its headers are read.
        store: knows the tokens that were given out.
        settings: the API key, and whether credentials are asked for at all.
        now: Unix time in seconds.

    Raises:
        ProblemError: 401 without a valid credential, 403 when the token lacks the scope; both with
            `WWW-Authenticate`.
    """
    if settings.auth == "off" or not operation.security:
        return
    schemes = [requirement.scheme for requirement in operation.security]
    if "api_key" in schemes and _has_api_key(request, settings.api_key):
        return
    value = bearer_token(request) if "petstore_auth" in schemes else None
    token = store.token(value) if value is not None else None
    if token is None or token.expires_at <= now:
        raise unauthorized(operation.security, token_sent=value is not None)
    needed = next(requirement.scopes for requirement in operation.security if requirement.scheme == "petstore_auth")
    if not token.scopes.issuperset(needed):
        raise insufficient_scope(needed)


def _has_api_key(request: Request, api_key: str) -> bool:
    sent = [request.headers.get(name) for name in ("X-API-Key", "api_key")]
    # No short cut on the first that fits: each is compared in full.
    matches = [compare_digest(value.encode("utf-8", "replace"), api_key.encode()) for value in sent if value]
    return any(matches)


def insufficient_scope(needed: tuple[str, ...]) -> ProblemError:
    """The problem of a token without the scopes that are needed."""
    scope = " ".join(needed)
    challenge = f'Bearer realm="{REALM}", error="insufficient_scope", scope="{scope}"'
    return ProblemError(403, f"The token does not have the scope {scope}.", headers={"WWW-Authenticate": challenge})


def unauthorized(security: tuple[Requirement, ...], *, token_sent: bool = False) -> ProblemError:
    """The problem of a request that meets none of the requirements, with a challenge for each.

    Args:
        security: the requirements of the operation; each becomes a challenge, in this order.
        token_sent: True when a Bearer token came along that is unknown or has expired.
    """
    challenges: list[str] = []
    wanted: list[str] = []
    for requirement in security:
        if requirement.scheme == "api_key":
            challenges.append(f'ApiKey realm="{REALM}", header="X-API-Key"')
            wanted.append("a valid X-API-Key")
        else:
            error = ', error="invalid_token"' if token_sent else ""
            challenges.append(f'Bearer realm="{REALM}", scope="{" ".join(requirement.scopes)}"{error}')
            wanted.append("a valid Bearer token")
    return ProblemError(
        401, f"This operation needs {' or '.join(wanted)}.", headers={"WWW-Authenticate": ", ".join(challenges)}
    )


def issue_token(request: Request, *, store: Store, settings: Settings, now: float) -> dict[str, object]:
    """The answer of the token address to a client: a token with the scopes it asked for, or with all.

    Args:
        request: a form with `grant_type` and perhaps `scope`; the client's credentials in it or in `Authorization`.
        store: keeps the token.
        settings: the client that is known, and the seconds for which a token is good.
        now: Unix time in seconds.

    Raises:
        ProblemError: with the member `error` that the specification of OAuth names.

    Source: RFC 6749, sections 4.4 and 5.2
    """
    form = _read_form(request)
    client_id, client_secret = _client_credentials(request, form)
    known = compare_digest(client_id.encode(), settings.client_id.encode())
    if not (compare_digest(client_secret.encode(), settings.client_secret.encode()) and known):
        raise _refused(
            401, "invalid_client", "The client or its secret is wrong.", {"WWW-Authenticate": f'Basic realm="{REALM}"'}
        )
    if "grant_type" not in form:
        raise _refused(400, "invalid_request", "grant_type must be sent.")
    if form["grant_type"] != "client_credentials":
        raise _refused(400, "unsupported_grant_type", "grant_type must be client_credentials.")
    scopes = frozenset(form.get("scope", "").split()) or frozenset(SCOPES)
    if not scopes <= SCOPES.keys():
        raise _refused(400, "invalid_scope", f"scope must be one or more of {', '.join(SCOPES)}.")
    value, _ = store.new_token(scopes, seconds=settings.token_seconds, now=now)
    return {
        "access_token": value,
        "token_type": "Bearer",
        "expires_in": settings.token_seconds,
        "scope": " ".join(sorted(scopes)),
    }


def _read_form(request: Request) -> dict[str, str]:
    if request.mimetype != FORM:
        raise _refused(415, "invalid_request", f"The form must be {FORM}.")
    data = read_limited(request, _FORM_LIMIT_BYTES)
    try:
        fields = form_fields(data)
    except ValueError:
        raise _refused(400, "invalid_request", "The form cannot be read.") from None
    repeated = [name for name, values in fields.items() if len(values) > 1]
    if repeated:
        raise _refused(400, "invalid_request", "A field is sent more than once.")
    # A field without a value counts as one that was not sent: RFC 6749, section 3.2.
    return {name: values[0] for name, values in fields.items() if values[0]}


def _client_credentials(request: Request, form: dict[str, str]) -> tuple[str, str]:
    scheme, _, value = request.headers.get("Authorization", "").strip().partition(" ")
    if scheme.lower() == "basic":
        try:
            client_id, _, secret = base64.b64decode(value.strip(), validate=True).decode().partition(":")
            return unquote_plus(client_id, errors="strict"), unquote_plus(secret, errors="strict")
        except (binascii.Error, UnicodeError):
            return "", ""
    return form.get("client_id", ""), form.get("client_secret", "")


def _refused(status: int, error: str, detail: str, headers: dict[str, str] | None = None) -> ProblemError:
    return ProblemError(status, detail, headers=headers, extensions={"error": error, "error_description": detail})
