"""What travels, as the plain values of a recording, and back: httpx's requests, answers, and where secrets stand."""

from __future__ import annotations

from dataclasses import dataclass, replace
from urllib.parse import parse_qsl

import httpx

from apiref_nb.client.course import Answer
from apiref_nb.client.limits import Limits
from apiref_nb.model import Api, ApiOperation, Schema
from apiref_nb.model.media_types import covering, is_form
from apiref_nb.recordings import Exchange, Places, Sent, places_of
from apiref_nb.requests.authorization import Authorization
from apiref_nb.requests.credentials import Credentials
from apiref_nb.requests.plan import RequestPlan
from apiref_nb.transport.bodies import BodyTooLargeError
from apiref_nb.transport.deadline import running


@dataclass(frozen=True, slots=True)
class Call:
    """What one call knows of itself."""

    api: Api
    plan: RequestPlan
    authorization: Authorization
    credentials: Credentials
    limits: Limits

    def places(self, request: Sent) -> Places:
        """Return where the secrets of one of its requests stand.

        Args:
            request: the call's own, one that it is led to, or one that asks for a token.
        """
        placed = ((one.location, one.name) for one in self.authorization.placed)
        found = places_of(self.api, self.plan, placed, _request_schema(self.plan))
        return Places(headers=found.headers, token=True) if self._asks_for_token(request) else found

    def _asks_for_token(self, request: Sent) -> bool:
        """True for the form of RFC 6749 at another address than the operation's own."""
        is_own = httpx.URL(request.url).copy_with(query=None) == httpx.URL(self.plan.address)
        form = dict(parse_qsl(request.body.decode("utf-8", "replace"))) if is_form(request.media_type) else {}
        return "grant_type" in form and not is_own


@dataclass(frozen=True, slots=True)
class Step:
    """One exchange of a call, and where its secrets stand."""

    exchange: Exchange
    places: Places

    def of(self, operation: ApiOperation) -> Step:
        """Return the step as the one whose answer counts."""
        return Step(replace(self.exchange, operation=operation.key), self.places)


def sent_of(request: httpx.Request) -> Sent:
    """Return a request as a plain value; it holds what travels, credentials included.

    Args:
        request: its body is bytes that are there already.
    """
    headers = tuple((_text(name), _text(value)) for name, value in request.headers.raw)
    return Sent(method=request.method, url=str(request.url), headers=headers, body=request.read())


def step_of(request: Sent, answer: Answer, places: Places, call: Call) -> Step:
    """Return a request and its answer as one exchange.

    Args:
        request: what was sent.
        answer: what came.
        places: where the secrets of the request stand.
        call: what it belongs to.
    """
    headers = tuple((_text(name), _text(value)) for name, value in answer.headers)
    exchange = Exchange(sent=request, status=answer.status, headers=headers, body=answer.body)
    schema = None if places.token else _response_schema(call.plan.operation, answer.status, exchange.content_type)
    return Step(exchange, replace(places, response=schema))


def answer_of(exchange: Exchange, limits: Limits) -> Answer:
    """Return a recorded answer as the client takes it; no time passes.

    Args:
        exchange: what was recorded.
        limits: of the call.

    Raises:
        BodyTooLargeError: the body is larger than this client takes.
    """
    if len(exchange.body) > limits.body_bytes:
        raise BodyTooLargeError(f"{len(exchange.body):,} bytes recorded")
    headers = tuple((_bytes(name), _bytes(value)) for name, value in exchange.headers)
    return Answer(exchange.status, headers, exchange.body, 0.0, running().left())


def _text(value: bytes) -> str:
    """Bytes that are no UTF-8 come back as they were."""
    return value.decode("utf-8", "surrogateescape")


def _bytes(value: str) -> bytes:
    try:
        return value.encode("utf-8", "surrogateescape")
    except UnicodeEncodeError:
        return value.encode("utf-8", "replace")


def _request_schema(plan: RequestPlan) -> Schema | None:
    body = plan.operation.request_body
    media = covering(body.content, plan.body.media_type) if body is not None and plan.body is not None else None
    return media.schema if media is not None else None


def _response_schema(operation: ApiOperation, status: int, content_type: str) -> Schema | None:
    declared = operation.response_for(status)
    media = covering(declared.content, content_type) if declared is not None and content_type else None
    return media.schema if media is not None else None
