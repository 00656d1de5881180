"""What one call sends, in which order: an answer to a challenge, a redirect followed, a retry.

A plan and its credentials come in. The course is a generator: it yields a request and is sent the answer (or what was
raised), yields seconds to wait, and returns the answer that counts. `exchange` drives it, waiting or awaited; `tokens`
and `cookies` put more around it.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Generator
from contextlib import suppress
from dataclasses import dataclass, replace
from email.utils import parsedate_to_datetime
from functools import partial
from types import coroutine
from typing import TypeVar
from urllib.parse import urljoin

import httpx

from apiref_nb.client.failures import BREAKS
from apiref_nb.client.limits import CALLS, Limits
from apiref_nb.requests.authorization import Authorization
from apiref_nb.requests.credentials import Credentials
from apiref_nb.requests.plan import RequestPlan
from apiref_nb.text.hosts import origin
from apiref_nb.text.numbers import digits_value
from apiref_nb.transport.causes import Kind, cause_of
from apiref_nb.transport.deadline import running

USER_AGENT = "apiref-nb"


IDEMPOTENT = frozenset({"GET", "HEAD", "OPTIONS", "TRACE", "PUT", "DELETE"})
"""Methods that may be sent again: twice does what once does."""

_FOLLOWED = frozenset({301, 302, 303, 307, 308})
_KEEPING_BODY = frozenset({307, 308})
_RETRIED = frozenset({429, 503})
_HUNG_UP = frozenset({Kind.BROKEN_OFF, Kind.LOST, Kind.HUNG_UP})


@dataclass(frozen=True, slots=True)
class Answer:
    """What came back."""

    status: int
    """Status code."""
    headers: tuple[tuple[bytes, bytes], ...]
    """As received."""
    body: bytes
    """The body, decompressed."""
    elapsed_seconds: float
    """From sending to the last byte."""
    left_seconds: float
    """What is left of the request's time, for judging the answer when somebody asks."""
    redirects: tuple[str, ...] = ()
    """Addresses that were followed, in order; the last one answered."""

    def header(self, name: str) -> str:
        """Return the first header of a name, empty when there is none.

        Args:
            name: in any case.
        """
        wanted = name.lower().encode()
        return next((value.decode("latin-1") for key, value in self.headers if key.lower() == wanted), "")

    def __repr__(self) -> str:
        return f"Answer({self.status}, {len(self.body)} bytes)"


_Step = TypeVar("_Step")
_Given = TypeVar("_Given")
_Result = TypeVar("_Result")

Course = Generator[httpx.Request | float, Answer, Answer]
"""Yields requests and seconds to wait, is sent answers, returns the one that counts."""


def rerouted(steps: Course, answered: Callable[[httpx.Request], Course], paused: Callable[[float], Pause]) -> Course:
    """Return a course whose requests are answered by another one each.

    Args:
        steps: the course without.
        answered: what becomes of a request.
        paused: what becomes of seconds to wait.
    """
    return (yield from driven(steps, coroutine(answered), coroutine(paused)).__await__())


async def driven(
    steps: Generator[_Step | float, _Given, _Result],
    send: Callable[[_Step], Awaitable[_Given]],
    pause: Callable[[float], Awaitable[None]],
) -> _Result:
    """Return what steps come to; what is raised while one is taken is theirs to handle.

    Args:
        steps: yields what is sent, and seconds to wait.
        send: takes one step, and gives what came of it.
        pause: lets seconds pass.
    """
    advance: Callable[[], _Step | float] = partial(next, steps)
    try:
        while True:
            step = advance()
            advance = partial(next, steps)
            if isinstance(step, float):
                await pause(step)
                continue
            try:
                given = await send(step)
            except Exception as exc:  # noqa: BLE001 - the steps know what is tried again
                advance = partial(steps.throw, exc)
            else:
                advance = partial(steps.send, given)
    except StopIteration as done:
        result: _Result = done.value
        return result
    finally:
        steps.close()


def paused(seconds: float) -> Pause:
    """Wait as the course asks."""
    yield seconds


Pause = Generator[float, Answer, None]
"""Yields seconds to wait."""


def course(prepared: RequestPlan, authorization: Authorization, credentials: Credentials, limits: Limits) -> Course:
    """Return the course of a call.

    Args:
        prepared: the request without credentials.
        authorization: what it carries.
        credentials: what the client holds.
        limits: time, size and retries.
    """
    again = limits.retries if prepared.method in IDEMPOTENT else 0
    wait = CALLS.first_wait_seconds
    while True:
        asked: float | None = None
        try:
            answer = yield from _followed(prepared, authorization, credentials, limits)
        except Exception as exc:
            if not again or cause_of(exc, hung_up=running().hung_up).kind not in BREAKS:
                raise
        else:
            if not again or answer.status not in _RETRIED:
                return answer
            asked = retry_after(answer.header("retry-after"), answer.header("date"))
            if max(asked or 0.0, wait) >= running().left():
                return answer
        again -= 1
        yield wait if asked is None else asked
        wait *= 2


def _followed(prepared: RequestPlan, authorization: Authorization, credentials: Credentials, limits: Limits) -> Course:
    """The request, and the redirects that lead to its answer."""
    request = made_request(prepared, authorization, limits)
    answer = yield from _challenged(request, authorization, credentials)
    seen: tuple[str, ...] = ()
    while len(seen) < CALLS.max_redirects and (target := redirect_target(prepared, request, answer)):
        seen = (*seen, target)
        request = _redirected(request, target, prepared.data if answer.status in _KEEPING_BODY else b"")
        try:
            answer = yield from _challenged(request, authorization, credentials)
        except Exception as exc:
            if cause_of(exc, hung_up=running().hung_up).kind not in _HUNG_UP:
                raise
            # A server that closes after a redirect, without a word, closes the connection that is used again.
            answer = yield from _challenged(request, authorization, credentials)
    return replace(answer, redirects=seen)


def _redirected(request: httpx.Request, target: str, data: bytes) -> httpx.Request:
    """The same request to another address of the same origin; without data also without what speaks of it."""
    dropped = {b"content-length", b"transfer-encoding", *(() if data else (b"content-type",))}
    headers = [(name, value) for name, value in request.headers.raw if name.lower() not in dropped]
    extensions = dict(request.extensions)
    return httpx.Request(request.method, target, headers=headers, content=data or None, extensions=extensions)


def redirect_target(prepared: RequestPlan, request: httpx.Request, answer: Answer) -> str:
    """Return where a redirect leads that is followed: on the same origin, for GET and HEAD, and not documented.

    Args:
        prepared: the plan of the call.
        request: what was answered.
        answer: what came.
    """
    location = answer.header("location")
    documented = {response.status_code.upper() for response in prepared.operation.responses}
    if answer.status not in _FOLLOWED or not location or prepared.method not in ("GET", "HEAD"):
        return ""
    if {str(answer.status), "3XX"} & documented:
        return ""
    target = urljoin(str(request.url), location).partition("#")[0]
    try:
        httpx.URL(target)
        same = origin(target) == origin(str(request.url)) and "@" not in target.partition("://")[2].partition("/")[0]
    except (httpx.InvalidURL, ValueError):
        return ""
    return target if same else ""


def _challenged(request: httpx.Request, authorization: Authorization, credentials: Credentials) -> Course:
    """The answer; where it is a Digest challenge, that to the response to it."""
    answer = yield request
    basic = credentials.basic() if authorization.digest else None
    if basic is None or answer.status != 401 or "authorization" in request.headers:
        return answer
    flow = httpx.DigestAuth(*(part.reveal() for part in basic)).auth_flow(request)
    next(flow)
    with suppress(StopIteration, httpx.ProtocolError):
        answer = yield flow.send(httpx.Response(401, headers=list(answer.headers), request=request))
    return answer


def retry_after(said: str, date: str) -> float | None:
    """Return the seconds that a server asks to wait; None where it says nothing that can be read.

    Args:
        said: the header `Retry-After`.
        date: the header `Date`.
    """
    seconds = digits_value(said.strip())
    if seconds is not None:
        return float(seconds)
    try:
        moment = parsedate_to_datetime(said)
        sent = parsedate_to_datetime(date)
        return max(0.0, (moment - sent).total_seconds())
    except (ValueError, TypeError):
        return None


def own_headers(prepared: RequestPlan) -> tuple[tuple[str, str], ...]:
    """Return the headers of a request without cookies and credentials, in the order of sending.

    Args:
        prepared: the request.
    """
    names = {name.lower() for name, _ in prepared.headers}
    ours = (("User-Agent", USER_AGENT), ("Accept-Encoding", "gzip"))
    return (*(pair for pair in ours if pair[0].lower() not in names), *prepared.headers)


def made_request(prepared: RequestPlan, authorization: Authorization, limits: Limits) -> httpx.Request:
    """Return the request as it travels, credentials included.

    Args:
        prepared: the request without credentials.
        authorization: its credentials.
        limits: the time that there is.
    """
    # What the caller gave explicitly wins over a credential of the same name.
    own = (
        field for planned in prepared.parameters if planned.parameter.location == "header" for field in planned.fields
    )
    given = {name.lower() for name, _ in own} | {name.lower() for name, _ in prepared.headers} - {"accept"}
    credentials = [(p.name, p.secret.reveal()) for p in authorization.at("header") if p.name.lower() not in given]
    names = {name.lower() for name, _ in credentials}
    sent = [*(pair for pair in own_headers(prepared) if pair[0].lower() not in names), *credentials]
    cookies = list(prepared.cookies)
    names = {name for name, _ in cookies}
    cookies += [(p.name, p.secret.reveal()) for p in authorization.at("cookie") if p.name not in names]
    if cookies:
        sent.append(("Cookie", "; ".join(f"{name}={value}" for name, value in cookies)))
    names = {name for name, _ in prepared.query}
    url = prepared.url(tuple((p.name, p.secret.reveal()) for p in authorization.at("query") if p.name not in names))
    return httpx.Request(
        prepared.method,
        url,
        headers=[(name.encode("ascii"), value.encode()) for name, value in sent],
        content=prepared.data or None,
        extensions=timeouts(limits),
    )


def timeouts(limits: Limits) -> dict[str, dict[str, float]]:
    """Return how long each part of a request may take, as httpx's transports are told.

    Args:
        limits: those of the whole call.
    """
    rest = limits.timeout_seconds
    return {"timeout": {"connect": min(rest, CALLS.connect_seconds), "read": rest, "write": rest, "pool": rest}}
