"""What happens with a request: found, judged, answered; in which order, and by whose words.

A `Received` comes in; the operation, the `Answer` and how late it is go out. `Mock` asks it for each request, from
whatever side it comes.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from urllib.parse import urlsplit

from apiref_nb.mock.answering import DYNAMIC, ERROR_CODES, Answerer, Wanted
from apiref_nb.mock.answers import Answer, problem
from apiref_nb.mock.credentials import Refusal, refusal
from apiref_nb.mock.judging import Judge, Judgement, RequestFault
from apiref_nb.mock.negotiation import Preferences, preferences
from apiref_nb.mock.received import Received
from apiref_nb.mock.routing import Match, Routes
from apiref_nb.mock.scripts import Delay, Failure, Reply, Script, request_value
from apiref_nb.model import Api, ApiOperation
from apiref_nb.schemas.formats import FORMATS
from apiref_nb.schemas.session import SampleSession
from apiref_nb.text.http_status import reason
from apiref_nb.text.invisible_characters import visible_line
from apiref_nb.text.suggestions import did_you_mean

_MOST_TOLD = 3
"""Faults, or paths, that are named in a problem's sentence; all faults stand in its list."""
_MOST_WORDS = 300
"""Characters of what a function of the reader's raised."""
_MOST_COMPARED = 2_000
"""Paths among which those like an unknown one are looked for."""


class Handler:
    """Handles the requests of one document.

    Args:
        api: the document.
        seed: see `Mock`.
        dynamic: see `Mock`.
        limit_bytes: see `Mock`.
    """

    def __init__(self, api: Api, *, seed: int, dynamic: bool, limit_bytes: int) -> None:
        self._seed = seed
        self._dynamic = dynamic
        self._limit_bytes = limit_bytes
        session = SampleSession(formats=FORMATS)
        self._judge = Judge(api, session)
        self._answerer = Answerer(session)
        self._routes = Routes(api)
        self._paths = tuple(dict.fromkeys(operation.path for operation in api.operations if not operation.broken))
        self._token_paths = _token_paths(api)
        self.scripts: list[Script] = []
        """Replies for some requests, the newest first."""
        self.failures: list[Failure] = []
        """Failures, the oldest first."""
        self.delays: list[Delay] = []
        """Delays, which add up."""

    def handled(self, received: Received) -> tuple[ApiOperation | None, Answer, float]:
        """Return what was asked for, None where nothing was found; the answer; and how many seconds it is late."""
        found = self._routes.find(received.method, received.path, received.host)
        if not found.matches and received.method == "HEAD":
            found = self._routes.find("GET", received.path, received.host)
        if not found.matches:
            asks_token = received.method == "POST" and received.path in self._token_paths
            return None, _token() if asks_token else self._nowhere(received, found.allowed), 0.0
        operation = found.matches[0].operation
        late = sum(one.seconds for one in self.delays if one.operation in (None, operation))
        for failure in self.failures:
            if failure.falls_on(operation):
                return operation, self._failed(operation, failure, received), late
        if len(received.body) > self._limit_bytes:
            detail = f"The body has more than {self._limit_bytes:,} bytes"
            return operation, self._answerer.error(operation, 413, detail, self._wanted(received)), late
        excess = self._judge.excess(received)
        if excess is not None:
            return operation, self._unmet(operation, (excess,), Preferences(), self._wanted(received)), late
        operation, answer = self._judged(found.matches, received)
        return operation, answer, late

    def _nowhere(self, received: Received, allowed: tuple[str, ...]) -> Answer:
        shown = visible_line(received.path)[:200]
        if allowed:
            names = ", ".join(allowed)
            if received.method == "OPTIONS":
                return Answer(status=204, headers=(("Allow", names.encode("ascii", "replace").decode()),))
            detail = f"{shown} has no {visible_line(received.method)[:20]}; it has {names}"
            return problem(405, detail, headers=(("Allow", names.encode("ascii", "replace").decode()),))
        near = did_you_mean(received.path[:200], self._paths[:_MOST_COMPARED])
        more = ("…",) if len(self._paths) > _MOST_TOLD else ()
        some = ", ".join((*map(visible_line, self._paths[:_MOST_TOLD]), *more))
        return problem(404, f"The document has no path for {shown}{near or (some and f'; it has {some}')}")

    def _failed(self, operation: ApiOperation, failure: Failure, received: Received) -> Answer:
        after = () if failure.retry_after is None else (("Retry-After", f"{failure.retry_after:g}"),)
        detail = "This failure was asked for"
        answer = self._answerer.error(operation, failure.status, detail, self._wanted(received), headers=after)
        kept = [pair for pair in answer.headers if not after or pair[0].lower() != "retry-after"]
        return Answer(status=failure.status, headers=(*kept, *after), chunks=answer.chunks)

    def _wanted(self, received: Received, choice: Preferences | None = None) -> Wanted:
        choice = choice or Preferences()
        dynamic = self._dynamic if choice.dynamic is None else choice.dynamic
        variation = f"{self._seed}" if self._seed else ""
        if dynamic:
            body = hashlib.sha256(received.body).hexdigest()
            variation = f"{DYNAMIC}{self._seed}\n{received.method} {received.path}?{received.query}\n{body}"
        return Wanted(accept=received.header("accept"), example=choice.example, variation=variation)

    def _judged(self, matches: tuple[Match, ...], received: Received) -> tuple[ApiOperation, Answer]:
        """The answer to a request that reached an operation; of several that its path may mean, the one it fits."""
        judged = []
        for match in self._judge.likely(matches, received):
            judgement = self._judge.judgement(match, received)
            refused = refusal(match.operation, received)
            if judgement.good and refused is None:
                break
            judged.append((match, judgement, refused))
        else:
            match, judgement, refused = min(judged, key=lambda each: (each[2] is not None, len(each[1].faults)))
        return match.operation, self._of(match.operation, received, judgement, refused)

    def _of(self, operation: ApiOperation, received: Received, judgement: Judgement, refused: Refusal | None) -> Answer:
        choice = preferences(received)
        wanted = self._wanted(received, choice)
        if refused is not None:
            challenge = (("WWW-Authenticate", ",".join(refused.challenges)),) if refused.challenges else ()
            detail = f"The operation asks for {visible_line(refused.words)}; any of this form is taken"
            return self._error(operation, 401, detail, choice, wanted, headers=challenge)
        if judgement.unsupported:
            detail = f"The body cannot be taken: {judgement.unsupported}"
            fault = RequestFault(("header", "Content-Type"), judgement.unsupported)
            return self._error(operation, 415, detail, choice, wanted, faults=(fault,))
        if judgement.faults:
            return self._unmet(operation, judgement.faults, choice, wanted)
        scripted = self._scripted(operation, received, judgement)
        if scripted is not None:
            if scripted.answer is not None:
                return scripted.answer
            declared = self._answerer.with_status(operation, scripted.status, wanted)
            return declared if declared is not None else _plain(scripted.status)
        if choice.code is None:
            return self._answerer.usual(operation, wanted)
        declared = self._answerer.with_status(operation, choice.code, wanted)
        if declared is not None:
            return declared
        known = ", ".join(visible_line(response.status_code) for response in operation.responses) or "nothing"
        return problem(404, f"The document declares no answer {choice.code} for this operation; it declares {known}")

    def _unmet(
        self, operation: ApiOperation, faults: Sequence[RequestFault], choice: Preferences, wanted: Wanted
    ) -> Answer:
        told = "; ".join(map(str, faults[:_MOST_TOLD]))
        more = len(faults) - _MOST_TOLD
        detail = f"The request does not meet the document: {told}{f'; and {more} more' if more > 0 else ''}"
        return self._error(operation, 422, detail, choice, wanted, faults=faults)

    def _error(
        self,
        operation: ApiOperation,
        status: int,
        detail: str,
        choice: Preferences,
        wanted: Wanted,
        *,
        faults: Sequence[RequestFault] = (),
        headers: tuple[tuple[str, str], ...] = (),
    ) -> Answer:
        # An example is asked for by the status that it belongs to.
        example = wanted.example if choice.code in ERROR_CODES.get(status, ()) else ""
        asked = Wanted(accept=wanted.accept, example=example, variation=wanted.variation)
        return self._answerer.error(operation, status, detail, asked, faults=faults, headers=headers)

    def _scripted(self, operation: ApiOperation, received: Received, judgement: Judgement) -> Reply | None:
        for script in self.scripts:
            if script.operation is operation and script.meets(judgement):
                try:
                    return script.outcome(request_value(operation, received, judgement))
                except Exception as fault:  # noqa: BLE001 - a function of the reader's; a server would say 500 too
                    words = visible_line(f"{type(fault).__name__}: {fault}")[:_MOST_WORDS]
                    detail = f"The function that replies to {visible_line(operation.key)} failed: {words}"
                    return Reply(status=500, answer=problem(500, detail))
        return None


def _token_paths(api: Api) -> frozenset[str]:
    """The paths at which the document's OAuth 2.0 flows give out tokens."""
    flows = [flow for scheme in api.security_schemes for flow in scheme.flows]
    found = set()
    for url in filter(None, (url for flow in flows for url in (flow.token_url, flow.refresh_url))):
        try:
            found.add(urlsplit(url).path or "/")
        except ValueError:
            continue
    return frozenset(found)


def _token() -> Answer:
    """A token, as a server of OAuth 2.0 gives it out: so that a client with an id and a secret is let in."""
    body = b'{"access_token":"mock-token","token_type":"Bearer","expires_in":3600}'
    headers = (("Content-Type", "application/json"), ("Cache-Control", "no-store"))
    return Answer(status=200, headers=headers, chunks=(body,))


def _plain(status: int) -> Answer:
    """The answer with a status that the document does not declare."""
    return problem(status, f"{status} {reason(status)}".strip()) if status >= 400 else Answer(status=status)
