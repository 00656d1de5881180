"""Tokens of OAuth 2.0, asked for before a call that needs one, and for a code that a person brought back.

A `Grant` and the client's credentials come in; what is sent, step by step, goes out, as in `course`. The token is kept
with the credentials. Called by `session` and `sign_in`.
"""

from __future__ import annotations

import time
from collections.abc import Generator, Iterable, Mapping
from typing import TypeVar

import httpx

from apiref_nb.client.course import USER_AGENT, Answer, Course, timeouts
from apiref_nb.client.failures import NotSentError
from apiref_nb.client.limits import Limits
from apiref_nb.requests.credentials import Credentials, Obtained, Secret
from apiref_nb.requests.grants import CODE, Grant, json_object, obtained, refusal, token_form
from apiref_nb.text.hosts import origin
from apiref_nb.text.invisible_characters import visible_line

OK = 200
"""The status under which tokens and metadata are given."""

_Found = TypeVar("_Found")
Asking = Generator[httpx.Request, Answer, _Found]
"""Yields requests, is sent answers, and returns what was asked for."""


def with_tokens(steps: Course, grants: Iterable[Grant], credentials: Credentials, limits: Limits, home: str) -> Course:
    """Return the course of a call, the tokens that it needs asked for before it.

    Args:
        steps: the course of the call alone.
        grants: how each token is asked for.
        credentials: what the client holds; tokens are kept there.
        limits: time and size.
        home: the address whose origin credentials are for.
    """
    for grant in grants:
        before = credentials.obtained.get(grant.scheme)
        if before is None or time.monotonic() >= before.until:
            yield from _renewed(grant, before, credentials, limits, home)
    return (yield from steps)


def _renewed(
    grant: Grant, before: Obtained | None, credentials: Credentials, limits: Limits, home: str
) -> Asking[None]:
    grant = yield from known(grant, limits, home)
    if before is not None and before.refresh is not None:
        answer = yield from _asked(grant, credentials, limits, refresh=before.refresh)
        found = _token(answer, grant, before)
        if found is not None:
            credentials.obtain(grant.scheme, found)
            return
    if grant.flow == CODE:
        raise NotSentError("the authorization has ended: sign in again with authorization_code(client)")
    _keep((yield from _asked(grant, credentials, limits)), grant, credentials)


def code_steps(
    grant: Grant, code: Mapping[str, Secret], credentials: Credentials, limits: Limits, home: str
) -> Asking[None]:
    """Return the steps that give a code for a token.

    Args:
        grant: where it is given.
        code: the fields of the form that go with it.
        credentials: what the client holds; the token is kept there.
        limits: time and size.
        home: the address whose origin credentials are for.
    """
    grant = yield from known(grant, limits, home)
    _keep((yield from _asked(grant, credentials, limits, code=code)), grant, credentials)


def known(grant: Grant, limits: Limits, home: str) -> Asking[Grant]:
    """Return the grant with the address that gives tokens, asked for where the document names its metadata only.

    Args:
        grant: how the token is asked for.
        limits: time and size.
        home: the address whose origin credentials are for.

    Raises:
        NotSentError: there is no such address, or one where the client does not ask.
    """
    if not grant.token_url and grant.metadata_url:
        grant = yield from described(grant, limits, home)
    _refuse(grant, grant.token_url, home)
    return grant


def described(grant: Grant, limits: Limits, home: str) -> Asking[Grant]:
    """Return the grant with what its authorization server says of itself.

    Args:
        grant: names its metadata.
        limits: time and size.
        home: the address whose origin credentials are for.

    Raises:
        NotSentError: the server does not say it, or the client does not ask there.
    """
    _refuse(grant, grant.metadata_url, home)
    answer = yield httpx.Request("GET", grant.metadata_url, headers=_HEADERS, extensions=timeouts(limits))
    if answer.status != OK:
        raise NotSentError(visible_line(f"{grant.metadata_url} does not say where tokens are (status {answer.status})"))
    return grant.found_at(json_object(answer.body))


def _refuse(grant: Grant, address: str, home: str) -> None:
    fault = grant.fault(origin(home), address, origin(address))
    if fault:
        raise NotSentError(visible_line(f"it needs a token, and {fault}"))


def _asked(
    grant: Grant,
    credentials: Credentials,
    limits: Limits,
    *,
    refresh: Secret | None = None,
    code: Mapping[str, Secret] | None = None,
) -> Asking[Answer]:
    """The answer to a form; one that does not know the client is sent again with the secret in it."""
    answer = yield _request(grant, token_form(grant, credentials, refresh=refresh, code=code), limits)
    unknown = json_object(answer.body).get("error") == "invalid_client"
    if unknown and credentials.client_secret is not None and not grant.posts_secret:
        # RFC 6749 section 2.3.1 has servers take Basic; those that take the form alone say that the client is unknown.
        form = token_form(grant.posting(), credentials, refresh=refresh, code=code)
        answer = yield _request(grant, form, limits)
    return answer


def _keep(answer: Answer, grant: Grant, credentials: Credentials) -> None:
    found = _token(answer, grant, None)
    if found is None:
        said = credentials.masked(refusal(answer.body))
        words = f"{grant.token_url} gave no token (status {answer.status}{', ' + said if said else ''})"
        raise NotSentError(visible_line(words))
    credentials.obtain(grant.scheme, found)


def _token(answer: Answer, grant: Grant, before: Obtained | None) -> Obtained | None:
    return obtained(answer.body, time.monotonic(), grant.flow, before=before) if answer.status == OK else None


_HEADERS = {"User-Agent": USER_AGENT, "Accept": "application/json", "Accept-Encoding": "gzip"}


def _request(grant: Grant, form: tuple[str, bytes], limits: Limits) -> httpx.Request:
    authorization, data = form
    headers = {**_HEADERS, "Content-Type": "application/x-www-form-urlencoded"}
    headers |= {"Authorization": authorization} if authorization else {}
    return httpx.Request("POST", grant.token_url, headers=headers, content=data, extensions=timeouts(limits))
