"""What a lesson scripts: replies for some requests, failures and delays, each the same in every run.

`Mock.on`, `Mock.fail` and `Mock.delay` make these; `Mock` asks them for each request, the newest first.
"""

from __future__ import annotations

import hashlib
import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from apiref_nb.errors import ShapeError
from apiref_nb.mock.answers import Answer
from apiref_nb.mock.judging import Judgement
from apiref_nb.mock.received import Received
from apiref_nb.model import MISSING, ApiOperation
from apiref_nb.requests.naming import snake_case
from apiref_nb.requests.planning import parameters_of
from apiref_nb.requests.wire import Pair, checked_header, scalar
from apiref_nb.text.escaping import is_token
from apiref_nb.text.json_numbers import json_dumps
from apiref_nb.text.json_value import JsonValue
from apiref_nb.text.numbers import is_whole
from apiref_nb.text.quoting import short


@dataclass(frozen=True, kw_only=True, repr=False)
class MockRequest:
    """A request as a function that replies sees it. Its repr shows the operation alone."""

    operation: ApiOperation
    """What was asked for."""
    parameters: Mapping[str, JsonValue]
    """Name as the document writes it -> value, of path, query, headers and cookies."""
    body: Any
    """The body as data, text or bytes; None when there is none."""
    headers: Mapping[str, str]
    """Name in lower case -> value, as received."""
    method: str
    path: str

    def __repr__(self) -> str:
        return f"MockRequest({self.operation.key})"


def request_value(operation: ApiOperation, received: Received, judgement: Judgement) -> MockRequest:
    """Return a request as a function that replies sees it.

    Args:
        operation: what was asked for.
        received: the request.
        judgement: what was read of it.
    """
    return MockRequest(
        operation=operation,
        parameters=judgement.parameters,
        body=judgement.body,
        headers={name.lower(): value for name, value in received.headers},
        method=received.method,
        path=received.path,
    )


@dataclass(frozen=True, kw_only=True)
class Reply:
    """What is sent in place of the usual answer."""

    status: int
    answer: Answer | None = None
    """None for what the document declares for this status."""


ReplyFunction = Callable[[MockRequest], Any]


@dataclass(slots=True, eq=False, repr=False)
class Script:
    """What `Mock.on` begins: replies for the requests of one operation, or for those with some values.

    Args:
        operation: whose requests are meant.
        values: name of a parameter -> the value that it has.
    """

    operation: ApiOperation
    values: Mapping[str, object] = field(default_factory=dict)
    count: int = 0
    """How many requests were answered so."""
    _what: Reply | ReplyFunction | None = None
    _times: int | None = None

    def __repr__(self) -> str:
        asked = "".join(f", {name}={value!r}" for name, value in self.values.items())
        what = self._what.status if isinstance(self._what, Reply) else "a function" if self._what else "no reply yet"
        return f"Script({self.operation.key}{asked}: {what}, {_times(self.count)})"

    def reply(
        self,
        status: int | ReplyFunction = 200,
        *,
        json: object = MISSING,
        text: str | None = None,
        content: bytes | None = None,
        headers: Mapping[str, str] | None = None,
        times: int | None = None,
    ) -> Script:
        """Answer these requests so, and return this script.

        Args:
            status: the status; without a body of its own, the answer is what the document declares for it. Or a
                function that takes a `MockRequest` and returns a status, JSON data, text, bytes, (status, one of
                them), (status, one of them, headers), or None for the usual answer.
            json: the body as data.
            text: the body as text.
            content: the body as bytes.
            headers: further headers.
            times: how often; after that the requests are answered as before. None for always.

        Raises:
            ShapeError: what is given is no answer.
        """
        if times is not None and not is_whole(times, 1):
            raise ShapeError("times", "must be a whole number, 1 or more", short(times))
        given = [value for value in (json if json is not MISSING else None, text, content) if value is not None]
        if callable(status):
            if given or json is not MISSING or headers:
                raise ShapeError("reply", "must have either a function or a status with a body")
            self._what = status
        else:
            if len(given) > 1:
                raise ShapeError("reply", "must have one body: json, text or content")
            self._what = made_reply(status, given[0] if given else json, headers, is_json=json is not MISSING)
        self._times = times
        self.count = 0
        return self

    def meets(self, judgement: Judgement) -> bool:
        """Return True for a request that is meant, while there are replies left."""
        if self._what is None or (self._times is not None and self.count >= self._times):
            return False
        return all(
            name in judgement.parameters and _same(judgement.parameters[name], value)
            for name, value in self.values.items()
        )

    def outcome(self, request: MockRequest) -> Reply | None:
        """Return the reply to a request; None for the usual answer."""
        self.count += 1
        what = self._what
        if what is None or isinstance(what, Reply):
            return what
        return _returned(what(request))


def script_values(operation: ApiOperation, given: Mapping[str, object]) -> dict[str, object]:
    """Return name as the document writes it -> value.

    Args:
        operation: whose parameters are named.
        given: names in the document's spelling or in Python's.

    Raises:
        ShapeError: a name is none of them; the message lists them.
    """
    names = [parameter.name for parameter in parameters_of(operation)]
    spelled = {snake_case(name): name for name in reversed(names)} | {name: name for name in names}
    unknown = next((name for name in given if name not in spelled), None)
    if unknown is not None:
        raise ShapeError(f"on.{unknown}", f"is no parameter of {operation.key}; allowed: {', '.join(names) or 'none'}")
    return {spelled[name]: value for name, value in given.items()}


def _same(read: JsonValue, wanted: object) -> bool:
    if read == wanted:
        return True
    return not isinstance(wanted, dict | list) and not isinstance(read, dict | list) and scalar(read) == str(wanted)


def _returned(value: object) -> Reply | None:
    if value is None or isinstance(value, Reply):
        return value
    if isinstance(value, tuple) and 2 <= len(value) <= 3:
        return made_reply(*value)
    if is_whole(value):
        return made_reply(value)
    return made_reply(200, value)


def made_reply(
    status: object, body: object = MISSING, headers: Mapping[str, str] | None = None, *, is_json: bool = False
) -> Reply:
    """Return a reply.

    Args:
        status: 100 to 599.
        body: JSON data, text or bytes; MISSING for what the document declares.
        headers: further headers.
        is_json: True writes text as JSON too.

    Raises:
        ShapeError: the status is none, the body cannot be written, or a header cannot be sent.
    """
    if not is_whole(status, 100, 599):
        raise ShapeError("status", "must be a whole number from 100 to 599", short(status))
    pairs = tuple(_pair(name, value) for name, value in (headers or {}).items())
    if body is MISSING and not pairs:
        return Reply(status=status)
    named = any(name.lower() == "content-type" for name, _ in pairs)
    if body is MISSING:
        kind, data = "", b""
    elif isinstance(body, bytes):
        kind, data = "application/octet-stream", body
    elif isinstance(body, str) and not is_json:
        kind, data = "text/plain; charset=utf-8", body.encode("utf-8", "replace")
    else:
        try:
            kind, data = "application/json", json_dumps(body, separators=(",", ":")).encode("utf-8", "replace")
        except (TypeError, ValueError) as fault:
            raise ShapeError("json", "must be JSON data", str(fault)) from None
    own = () if named or not kind else (("Content-Type", kind),)
    return Reply(status=status, answer=Answer(status=status, headers=(*own, *pairs), chunks=(data,) if data else ()))


def _pair(name: object, value: object) -> Pair:
    if not isinstance(name, str) or not is_token(name):
        raise ShapeError("headers", "must have names that can be sent", short(name))
    text = checked_header(str(value), f"headers[{name!r}]")
    if not text.isascii():
        raise ShapeError(f"headers[{name!r}]", "must be ASCII text", short(text))
    return name, text


def _times(count: int) -> str:
    return "1 time" if count == 1 else f"{count} times"


@dataclass(slots=True, eq=False, repr=False)
class Failure:
    """What `Mock.fail` asks for: some requests are answered with an error, chosen by the seed and their number."""

    seed: str
    rate: float
    status: int
    retry_after: float | None = None
    times: int | None = None
    operation: ApiOperation | None = None
    count: int = 0
    """How many requests failed so."""
    _asked: int = 0
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def __repr__(self) -> str:
        where = self.operation.key if self.operation is not None else "any request"
        return f"Failure({where}: {self.status} for {self.rate:.0%}, {_times(self.count)})"

    def falls_on(self, operation: ApiOperation) -> bool:
        """Return True when this request is to fail; asked once for each request."""
        if self.operation is not None and operation is not self.operation:
            return False
        with self._lock:
            if self.times is not None and self.count >= self.times:
                return False
            digest = hashlib.sha256(f"{self.seed}\n{self._asked}".encode()).digest()
            self._asked += 1
            fails = int.from_bytes(digest[:8], "big") < self.rate * 2**64
            self.count += fails
            return fails


@dataclass(frozen=True, slots=True)
class Delay:
    """What `Mock.delay` asks for: requests are answered late."""

    seconds: float
    operation: ApiOperation | None = None
