"""The requests for pages: a call with a token, a number or an address in its place, and waits that a server asks for.

An operation's callable, a `Paging` and what the page is asked by come in; a plan with its credentials goes out. A next
address keeps to the origin of the call: no other is followed unless the reader allowed it, and none gets a credential.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Generator, Mapping
from dataclasses import dataclass, replace
from urllib.parse import unquote_plus, urlsplit

import httpx

from apiref_nb.client.course import retry_after
from apiref_nb.client.failures import Failure, settled
from apiref_nb.client.limits import PAGES
from apiref_nb.client.reply import Reply
from apiref_nb.client.session import Session
from apiref_nb.errors import PagingError, StatusError
from apiref_nb.model import ApiOperation, ApiParameter
from apiref_nb.paging.json_path import path_of, with_value
from apiref_nb.paging.paging import ADDRESSES, BODY, TOKENS, Paging
from apiref_nb.requests.arguments import BODY as BODY_ARGUMENT
from apiref_nb.requests.arguments import Argument, BoundArguments
from apiref_nb.requests.authorization import Authorization
from apiref_nb.requests.plan import PathPart, RequestPlan
from apiref_nb.schemas import merged
from apiref_nb.text.hosts import origin
from apiref_nb.text.invisible_characters import visible_line
from apiref_nb.text.json_value import JsonValue
from apiref_nb.text.numbers import digits_value, is_number, is_whole

LIMITED = frozenset({429, 503})
"""Statuses that ask to come back later."""


Step = tuple[RequestPlan, Authorization] | float
"""What a driver has to do: send a request, or wait for so many seconds."""

Steps = Generator[Step, Reply | Failure, Reply]
"""Yields steps, is sent outcomes, returns the reply that counts."""


@dataclass(frozen=True, slots=True)
class PagedCall:
    """An operation's callable, as far as its pages need it."""

    name: str
    """Its Python name."""
    operation: ApiOperation
    """The operation."""
    session: Session
    """What the client shares."""
    arguments: tuple[Argument, ...]
    """Every parameter with its Python name."""
    ready: Callable[[BoundArguments], tuple[RequestPlan, Authorization]]
    """What was given -> the request and its credentials."""


@dataclass(frozen=True, slots=True)
class PageRequests:
    """The requests for the pages of one call."""

    call: PagedCall
    """The operation's callable."""
    given: BoundArguments
    """What the reader gave."""
    paging: Paging
    """How it pages."""
    allow_origins: Collection[tuple[str, str, int]] = ()
    """Origins to which a next address may lead, beside the call's own."""
    patience_seconds: float = 300.0
    """How long one page is waited for in all, where the server asks to come back later."""

    def prepared(self, at: JsonValue) -> tuple[RequestPlan, Authorization]:
        """Return the request for a page, and its credentials.

        Args:
            at: the token, number or address; None for the first page.

        Raises:
            ShapeError: an argument does not meet the document.
            RequestError: there is no address, or credentials would go to another origin.
            PagingError: the next address must not be followed.
        """
        if self.paging.kind not in ADDRESSES or at is None:
            return self.call.ready(self.given if at is None else self._with(at))
        plan, found = self.call.ready(self.given)
        return self._at_address(plan, found, str(at))

    def given_at(self) -> JsonValue:
        """Return where the reader's own arguments begin: the value given for the paging parameter, else None."""
        paging = self.paging
        if paging.kind in ADDRESSES or not paging.parameter or paging.parameter.startswith(BODY):
            return None
        name = self._argument_name()
        value = self.given.values.get(name) if name else self.given.undeclared.get(paging.parameter)
        if isinstance(value, str):
            number = digits_value(value, most_digits=18) if paging.counts else None
            return value if number is None else number
        return value if is_whole(value) else None

    def size(self) -> int | None:
        """Return how many records a page is asked to have; None when nobody says."""
        name = self.paging.size
        if not name:
            return None
        argument = next((one for one in self.call.arguments if one.parameter.name == name), None)
        value: object = None
        if argument is not None:
            value = self.given.values.get(argument.name)
            schema = argument.parameter.schema
            if value is None and schema is not None:
                value = merged(schema).get("default")
        elif name.startswith(BODY):
            body = self.given.values.get(BODY_ARGUMENT)
            value = body.get(name.removeprefix(BODY)) if isinstance(body, Mapping) else None
        value = digits_value(value) if isinstance(value, str) else value
        return value if is_whole(value, 1) else None

    def steps(self, at: JsonValue, notes: list[str], number: int) -> Steps:
        """Return what has to be done for one page; waits that the server asks for are kept, and said.

        Args:
            at: see `prepared`.
            notes: gets a sentence for each wait.
            number: of the page, for sentences.

        Raises:
            RequestError: there was no answer.
            StatusError: the server asks for more patience than there is.
        """
        waited = 0.0
        pause = PAGES.first_wait_seconds
        plan, found = self.prepared(at)
        waits = 0
        while True:
            outcome = yield plan, found
            reply = settled(outcome)
            if reply.status not in LIMITED:
                return reply
            asked = retry_after(reply.headers.get("retry-after", ""), reply.headers.get("date", ""))
            wait = pause if asked is None else asked
            if waits >= PAGES.max_waits or waited + wait > self.patience_seconds:
                break
            how = "as Retry-After asks" if asked is not None else "for it says no time"
            notes.append(f"page {number}: status {reply.status}, waited {wait:g} s {how}")
            yield wait
            waited += wait
            waits += 1
            pause *= 2
        label = visible_line(self.call.operation.key)
        said = f", and asks to wait {wait:g} s more" if asked is not None else ""
        raise StatusError(
            f"{label}: page {number} was answered with status {reply.status} again and again{said}; "
            f"{waited:g} s were waited, patience_seconds={self.patience_seconds:g}. "
            "Go on later: pages(…, start=pages.resume_state())",
            reply.status,
        )

    def without_credentials(self, at: JsonValue) -> JsonValue:
        """Return what the next page is asked by; of an address without credentials, which an answer may repeat.

        Args:
            at: a token, a number or an address.
        """
        if self.paging.kind not in ADDRESSES or not isinstance(at, str) or "?" not in at:
            return at
        address, _, query = at.partition("?")
        session = self.call.session
        query = _without(query, session.authorization(self.call.operation, session.address(self.call.operation)))
        return f"{address}?{query}" if query else address

    # The place of the token ----------------------------------------------------------------------------------------

    def _argument_name(self) -> str:
        wanted = self.paging.parameter
        named = [
            one for one in self.call.arguments if one.parameter.name == wanted and one.parameter.location != "path"
        ]
        named = named or [one for one in self.call.arguments if one.name == wanted]
        return named[0].name if named else ""

    def _with(self, at: JsonValue) -> BoundArguments:
        """What the reader gave, and the token or number; what a server gave goes back to it as it came."""
        given, parameter = self.given, self.paging.parameter
        told = self.paging.kind in TOKENS and at != self.given_at()
        if parameter.startswith(BODY):
            body = given.values.get(BODY_ARGUMENT)
            if body is not None and not isinstance(body, Mapping):
                raise PagingError(f"{parameter} is a member of the body, so body= must be a mapping")
            path = path_of(parameter.removeprefix(BODY), "parameter")
            return given.holding(BODY_ARGUMENT, with_value(body, path, at), f"{BODY}{path[0]}" if told else "")
        name = self._argument_name()
        if not name:
            # A parameter that the document leaves out, named by the reader.
            return BoundArguments(given.values, given.spelling, {**given.undeclared, parameter: at})
        declared = next(one.parameter for one in self.call.arguments if one.name == name)
        return given.holding(name, _fitting(declared, at), name if told else "")

    # Next addresses ------------------------------------------------------------------------------------------------

    def _at_address(self, plan: RequestPlan, found: Authorization, address: str) -> tuple[RequestPlan, Authorization]:
        label = visible_line(self.call.operation.key)
        shown = visible_line(address.partition("?")[0])
        try:
            url = httpx.URL(address)
            there = origin(address)
        except (httpx.InvalidURL, ValueError):
            raise PagingError(f"{label}: the next page is at no address that can be used (got {shown})") from None
        if url.scheme not in ("http", "https") or not url.host or url.userinfo:
            raise PagingError(f"{label}: the next page is at no http(s) address without a user name (got {shown})")
        home = there == origin(plan.base_url)
        if not home and there not in self.allow_origins:
            base = f"{url.scheme}://{url.netloc.decode('ascii', 'replace')}"
            raise PagingError(
                f"{label}: the next page is at another origin, {visible_line(base)}, than the call, "
                f"{visible_line(plan.base_url)}; it is not followed. pages(allow_origins=[{base!r}]) allows it, and "
                "sends no credentials there"
            )
        operation = plan.operation if plan.method != "POST" else replace(plan.operation, method="GET")
        kept = tuple(one for one in plan.parameters if one.parameter.location in ("header", "cookie")) if home else ()
        followed = replace(
            plan,
            operation=operation,
            base_url=f"{url.scheme}://{url.netloc.decode('ascii')}",
            path_parts=(PathPart(urlsplit(str(url)).path or "/", "next page"),),
            path_query=_without(url.query.decode("ascii"), found),
            fragment="",
            parameters=kept,
            body=None,
            media_type="",
        )
        return followed, found if home else replace(found, placed=(), plans=(), digest=False)


def _without(query: str, found: Authorization) -> str:
    """A query without credentials: they are added when a request is sent, at home, and never taken from an answer."""
    own = {unquote_plus(one.name) for one in found.at("query")}
    pairs = (pair for pair in query.split("&") if pair)
    return "&".join(pair for pair in pairs if unquote_plus(pair.partition("=")[0]) not in own)


def _fitting(parameter: ApiParameter, value: JsonValue) -> JsonValue:
    """A number as text where the document types the parameter as text."""
    types = merged(parameter.schema).types if parameter.schema is not None else ()
    return str(value) if is_number(value) and "string" in types and not {"integer", "number"} & set(types) else value
