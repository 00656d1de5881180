"""Requests: one operation as Postman holds it, with its saved responses.

In: an `ApiOperation` and what the collection shares (`Variables`, `Servers`, `Payloads`, `Ids`). Out: Postman's item.
"""

from __future__ import annotations

import hashlib
import uuid
from collections.abc import Iterable, Sequence

from apiref_nb.model import ApiOperation, ApiResponse, SecurityUse
from apiref_nb.model.media_types import is_multipart
from apiref_nb.postman.answers import Answer, Answers, Saved
from apiref_nb.postman.auth import RequestAuth, request_auth
from apiref_nb.postman.bodies import Payload, Payloads
from apiref_nb.postman.json_texts import Entry, Made, Node, Text, entry, listed, quoted
from apiref_nb.postman.url import Addresses, described
from apiref_nb.postman.variables import Servers, Variables, literal, prose, readable_prose
from apiref_nb.requests.media_samples import FULL_TEXT
from apiref_nb.requests.plan import PlannedParameter
from apiref_nb.requests.planning import plan_values, unfilled
from apiref_nb.requests.sample_values import credentials_of, every_value
from apiref_nb.requests.security import SecurityPlan
from apiref_nb.schemas.session import SampleSession
from apiref_nb.text.escaping import header_value, is_token, media_type_text

PRUNED = frozenset({"GET", "HEAD", "COPY", "PURGE", "UNLOCK"})
"""Methods whose body Postman drops unless the item says otherwise."""

SUCCESS_FIRST = "2d13"
"""First characters of status codes, those that mean success first: 2XX, default, 1XX, 3XX, then the rest."""

Original = tuple[str, str]
"""The request that a saved response answers, and what its example is called when the operation has several."""


class Ids:
    """Stable ids: the same API and the same place in it give the same id."""

    def __init__(self, namespace: uuid.UUID) -> None:
        self._namespace = namespace.bytes
        self._given: dict[str, int] = {}

    def of(self, *place: str) -> str:
        """Return the id of a place; a place that is met again gets one of its own."""
        key = "\0".join(place)
        count = self._given[key] = self._given.get(key, 0) + 1
        name = key if count == 1 else f"{key}\0{count}"
        spelled = name if name.isascii() else name.encode("utf-8", "surrogatepass").decode("utf-8", "replace")
        digest = hashlib.sha1(self._namespace + spelled.encode(), usedforsecurity=False).hexdigest()
        # As `uuid.uuid5` writes it, without an object for each.
        variant = "89ab"[int(digest[16], 16) & 3]
        return f"{digest[:8]}-{digest[8:12]}-5{digest[13:16]}-{variant}{digest[17:20]}-{digest[20:32]}"


class RequestItems:
    """Makes the items of one collection.

    Args:
        variables: those of the collection.
        servers: which variable holds the address of which server.
        payloads: the bodies of requests and responses.
        ids: gives each item an id that stays the same from export to export.
    """

    def __init__(self, variables: Variables, servers: Servers, payloads: Payloads, ids: Ids) -> None:
        self._variables = variables
        self._servers = servers
        self._payloads = payloads
        self._ids = ids
        self._addresses = Addresses(variables)
        self._answers = Answers(variables, payloads)
        self._auths: dict[tuple[object, ...], tuple[object, RequestAuth]] = {}
        self._negotiated: Made[tuple[str, str], tuple[Entry, ...]] = Made(_negotiation)

    def made(self, operation: ApiOperation, *, base: str = "") -> dict[str, Node]:
        """Return the item of an operation; `base` is the reference of its address when it is not a server's.

        Args:
            operation: the operation; a webhook is one too.
            base: the `{{reference}}` that its path follows; empty takes that of its server.
        """
        session = self._payloads.session
        planned = plan_values(every_value(operation, session), session=session)
        auth = self._auth(operation, unfilled(credentials_of(operation, session), planned))
        payloads = self._payloads.requests(operation.request_body)
        where = base or self._servers.of(operation.servers)
        address = self._addresses.of(operation.template, planned, where, auth.query)
        answers = [(response, self._answers.of(operation, response)) for response in operation.responses]
        success = _success([response for response in operation.responses if response.content])
        wanted = success.content[0].media_type if success is not None else ""
        headers = (
            *self._negotiated[payloads[0].media.media_type if payloads else "", wanted],
            *_parameters(planned, auth, self._variables),
            *(entry(name, value) for name, value in auth.headers),
        )
        originals = _Originals(operation.method, address.bare, headers, payloads, session)
        said = "\n\n".join(filter(None, (_description(operation), _warnings(payloads, answers))))
        request = (
            f'{{"method": {quoted(operation.method)}, "url": ',
            *address.text,
            f', "header": {listed([one.text for one in headers])}' if headers else "",
            f', "auth": {auth.helper}' if auth.helper else "",
            f', "body": {payloads[0].held}' if payloads else "",
            f', "description": {quoted(readable_prose(said))}}}' if said else "}",
        )
        made: dict[str, Node] = {
            "id": f'"{self._ids.of("request", operation.key)}"', "name": quoted(_name(operation)), "request": request,
        }  # fmt: skip
        if payloads and operation.method in PRUNED:
            made["protocolProfileBehavior"] = '{"disableBodyPruning": true}'
        made["response"] = self._responses(operation, answers, originals)
        return made

    def _auth(self, operation: ApiOperation, credentials: tuple[SecurityPlan, ...]) -> RequestAuth:
        key = (operation.security is None, *((id(one.scheme), one.scopes) for one in credentials))
        known = self._auths.get(key)
        if known is None:
            # The credentials are kept beside what was made of them: their ids stay their own.
            known = self._auths[key] = (credentials, request_auth(operation, credentials, self._variables))
        return known[1]

    def _responses(
        self, operation: ApiOperation, answers: list[tuple[ApiResponse, Saved]], originals: _Originals
    ) -> list[Node]:
        saved = [(one, originals.next(one)) for _, found in answers for one in found.answers]
        success = _success(operation.responses) if originals.waiting else None
        if success is not None:
            shown = next(found.answers[0] for response, found in answers if response is success)
            saved += [(shown, original) for original in originals.rest()]
        starts = self._answers.starts
        return [(starts[answer.titles, asked], sent, *answer.text) for answer, (sent, asked) in saved]


class _Originals:
    """The requests that saved responses answer: each example of the body once, and again while there is room."""

    def __init__(
        self,
        method: str,
        address: Text,
        headers: tuple[Entry, ...],
        payloads: tuple[Payload, ...],
        session: SampleSession,
    ) -> None:
        self._start = f'{{"method": {quoted(method)}, "url": {"".join(address)}'
        self._headers = [one for one in headers if one.sent]
        self._payloads = payloads
        self._session = session
        self.waiting = dict.fromkeys(range(len(payloads)))
        """Numbers of the examples that no answer has shown yet."""
        self._known: dict[int, Original] = {}
        # The first example of a name counts; an unnamed one is nobody's namesake.
        self._named = {one.sample.name: i for i, one in reversed([*enumerate(payloads)]) if one.sample.name}

    def next(self, answer: Answer) -> Original:
        """Return the request for an answer: the example of the same name, else the next that none has shown."""
        if not self._payloads:
            return self._made(-1)
        index = self._named.get(answer.example)
        if index is None:
            index = next(iter(self.waiting), 0)
        sent, asked = self._made(index)
        if index in self.waiting:
            del self.waiting[index]
        elif len(sent) >= FULL_TEXT and not self._session.takes(len(sent)):
            sent, _ = self._made(-1)
        return sent, asked

    def rest(self) -> list[Original]:
        """Return the requests of the examples that no answer has shown yet, each once; afterwards there are none."""
        waiting, self.waiting = self.waiting, {}
        return [self._made(index) for index in waiting]

    def _made(self, index: int) -> Original:
        """Return the request of an example; -1 for one without a body."""
        if index in self._known:
            return self._known[index]
        headers, body, asked = self._headers, "", ""
        if index >= 0:
            payload = self._payloads[index]
            body, asked = f', "body": {payload.original}', payload.title if len(self._payloads) > 1 else ""
            if index and payload.media is not self._payloads[0].media:
                headers = _retyped(headers, payload.media.media_type)
        header = f', "header": {listed([one.bare for one in headers])}' if headers else ""
        made = self._known[index] = f"{self._start}{header}{body}}}", asked
        return made


def _negotiation(types: tuple[str, str]) -> tuple[Entry, ...]:
    """The headers that say which media type is sent and which is wanted."""
    return tuple(
        entry(name, literal(value))
        for name, value in zip(("Content-Type", "Accept"), types, strict=True)
        # A multipart boundary is known only when the request is sent, so Postman writes that header itself.
        if media_type_text(value) and not (name == "Content-Type" and is_multipart(value))
    )


def _warnings(payloads: tuple[Payload, ...], answers: list[tuple[ApiResponse, Saved]]) -> str:
    """What is said above the samples on every page: Postman has no place for it beside the sample itself."""
    shown = [("Request body", one.title, one.sample.problem) for one in payloads if one.sample.problem]
    shown += [(f"Response {response.status_code}", *one) for response, found in answers for one in found.warnings]
    lines = (
        f"- {' · '.join(filter(None, (where, title)))}: `{problem.replace('`', chr(39))}`"
        for where, title, problem in shown
    )
    return "\n".join(dict.fromkeys(lines)) if shown else ""


def _retyped(headers: list[Entry], media_type: str) -> list[Entry]:
    rest = [one for one in headers if one.key != "Content-Type"]
    return [entry("Content-Type", media_type), *rest] if media_type_text(media_type) else rest


def _parameters(planned: Iterable[PlannedParameter], auth: RequestAuth, variables: Variables) -> list[Entry]:
    """The headers and cookies of a request; optional ones are there, but not sent."""
    made: list[Entry] = []
    cookies = list(auth.cookies)
    optional: list[Entry] = []
    for one in planned:
        parameter = one.parameter
        if parameter.location not in ("header", "cookie"):
            continue
        pairs = [(name, literal(header_value(text))) for name, text in one.fields if is_token(name)]
        if parameter.location == "header":
            made += [described(name, text, parameter, variables) for name, text in pairs]
        elif parameter.required:
            cookies += pairs
        elif pairs:
            optional.append(described("Cookie", _cookies(pairs), parameter, variables))
    return [*made, *([entry("Cookie", _cookies(cookies))] if cookies else []), *optional]


def _cookies(pairs: list[tuple[str, str]]) -> str:
    return "; ".join(f"{name}={value}" for name, value in pairs)


def _success(responses: Sequence[ApiResponse]) -> ApiResponse | None:
    """The first of the responses that mean success first; None where there are none."""
    meant = (response for mark in SUCCESS_FIRST for response in responses if response.status_code.startswith(mark))
    return next(meant, None) or next(iter(responses), None)


def _name(operation: ApiOperation) -> str:
    return prose(operation.summary or operation.operation_id or operation.key)


def _description(operation: ApiOperation) -> str:
    parts = []
    if operation.deprecated or operation.deprecation_note:
        parts.append(f"**Deprecated.** {operation.deprecation_note}".strip())
    parts.append(operation.description.strip())
    if operation.external_docs is not None:
        parts.append(" ".join(filter(None, (operation.external_docs.description, operation.external_docs.url))))
    body = operation.request_body
    if body is not None and len(body.content) > 1:
        parts.append("Request body as " + ", ".join(media.media_type for media in body.content) + ".")
    alternatives = operation.security or ()
    if len(alternatives) > 1:
        parts.append(f"Authentication: {', or '.join(_requirement(one.uses) for one in alternatives)}.")
    parts += [f"Callback {one.name}: {one.method} {one.expression}" for one in operation.callbacks]
    parts += [problem.message for problem in operation.problems if operation.broken]
    return "\n\n".join(part for part in parts if part)


def _requirement(uses: tuple[SecurityUse, ...]) -> str:
    return " with ".join(use.scheme.key for use in uses) or "none"
