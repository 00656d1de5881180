"""Requests and saved responses: one operation as Postman holds it.

In: an `ApiOperation` and what the collection shares (`Variables`, `Servers`, `Payloads`, `Ids`). Out: Postman's item.
"""

from __future__ import annotations

import hashlib
import uuid
from typing import Any

from apiref_nb.model import MISSING, ApiHeader, ApiOperation, ApiParameter, ApiResponse, MediaType, SecurityUse
from apiref_nb.model.media_types import is_multipart
from apiref_nb.postman.auth import RequestAuth, request_auth
from apiref_nb.postman.bodies import Payload, Payloads, original_body, request_body
from apiref_nb.postman.url import described, url
from apiref_nb.postman.variables import Servers, Variables, literal, prose, readable_prose
from apiref_nb.requests import RequestPlan, plan_request, sample_values
from apiref_nb.requests.sample_values import credentials_of
from apiref_nb.requests.wire import header_text
from apiref_nb.text.escaping import header_value, is_token, media_type_text, plain
from apiref_nb.text.http_status import reason

PRUNED = frozenset({"GET", "HEAD", "COPY", "PURGE", "UNLOCK"})
"""Methods whose body Postman drops unless the item says otherwise."""

SUCCESS_FIRST = "2d13"
"""First characters of status codes, those that mean success first: 2XX, default, 1XX, 3XX, then the rest."""

Entry = dict[str, Any]

Original = tuple[Entry, str]
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

    def made(self, operation: ApiOperation, *, base: str = "") -> Entry:
        """Return the item of an operation; `base` is the reference of its address when it is not a server's.

        Args:
            operation: the operation; a webhook is one too.
            base: the `{{reference}}` that its path follows; empty takes that of its server.
        """
        session = self._payloads.session
        samples = sample_values(operation, session, wanted=lambda _parameter: True)
        credentials = credentials_of(operation, session)
        plan = plan_request(
            operation, samples.parameters, credentials=credentials, accept="", check=False, leave_out=True,
            session=session,
        )  # fmt: skip
        auth = request_auth(operation, plan.credentials, self._variables)
        payloads = self._payloads.requests(operation.request_body)
        where = base or self._servers.of(operation.servers)
        address = url(plan, where, variables=self._variables, credentials=auth.query)
        parameters = _parameters(plan, auth, self._variables)
        request: Entry = {"method": operation.method, "url": address}
        headers = [*self._negotiation(operation, payloads[0] if payloads else None), *parameters, *_credentials(auth)]
        if headers:
            request["header"] = headers
        if auth.helper is not None:
            request["auth"] = auth.helper
        if payloads:
            request["body"] = request_body(payloads[0])
        description = "\n\n".join(filter(None, (_description(operation), self._warnings(operation, payloads))))
        if description:
            request["description"] = readable_prose(description)
        made: Entry = {"id": self._ids.of("request", operation.key), "name": _name(operation), "request": request}
        if payloads and operation.method in PRUNED:
            made["protocolProfileBehavior"] = {"disableBodyPruning": True}
        made["response"] = self._responses(operation, request, payloads, parameters)
        return made

    def _negotiation(self, operation: ApiOperation, payload: Payload | None) -> list[Entry]:
        """The headers that say which representation is sent and wanted."""
        wanted = next((r.content[0].media_type for r in _by_success(operation) if r.content), "")
        given = (("Content-Type", payload.media.media_type if payload is not None else ""), ("Accept", wanted))
        return [
            {"key": name, "value": literal(value)}
            for name, value in given
            # A multipart boundary is known only when the request is sent, so Postman writes that header itself.
            if media_type_text(value) and not (name == "Content-Type" and is_multipart(value))
        ]

    def _warnings(self, operation: ApiOperation, payloads: tuple[Payload, ...]) -> str:
        """What is said above the samples on every page: Postman has no place for it beside the sample itself."""
        shown = [("Request body", payload) for payload in payloads if payload.sample.problem]
        for response in operation.responses:
            for media in response.content:
                where = f"Response {response.status_code}"
                shown += [(where, one) for one in self._payloads.of(media, answer=True) if one.sample.problem]
        lines = (
            f"- {' · '.join(filter(None, (where, payload.title)))}: `{payload.sample.problem.replace('`', chr(39))}`"
            for where, payload in shown
        )
        return "\n".join(dict.fromkeys(lines)) if shown else ""

    # Saved responses -----------------------------------------------------------------------------------------------

    def _responses(
        self, operation: ApiOperation, request: Entry, payloads: tuple[Payload, ...], parameters: list[Entry]
    ) -> list[Entry]:
        originals = _Originals(request, payloads, parameters)
        made: list[Entry] = []
        for response in operation.responses:
            for media in response.content:
                answers = self._payloads.of(media, answer=True)
                made += [
                    self._saved(operation, response, media, one, originals.next(one)) for one in answers or (None,)
                ]
            if not response.content:
                made.append(self._saved(operation, response, None, None, originals.next(None)))
        success = next(iter(_by_success(operation)), None)
        if success is not None:
            shown = success.content[0] if success.content else None
            answer = next(iter(self._payloads.of(shown, answer=True)), None) if shown is not None else None
            made += [self._saved(operation, success, shown, answer, original) for original in originals.rest()]
        return made

    def _saved(
        self,
        operation: ApiOperation,
        response: ApiResponse,
        media: MediaType | None,
        payload: Payload | None,
        original: Original,
    ) -> Entry:
        code = _code(operation, response.status_code)
        phrase = reason(code)
        sent, asked = original
        first = response.summary or response.description.strip().split("\n", 1)[0].strip() or phrase
        titles = dict.fromkeys(filter(None, (first, payload.title if payload is not None else "", asked)))
        made: Entry = {
            "id": self._ids.of("response", operation.key, response.status_code),
            "name": self._variables.names[f"{response.status_code} {' · '.join(titles)}".strip()],
            "originalRequest": sent,
            "status": phrase,
            "code": code,
            "_postman_previewlanguage": self._payloads.languages[media.media_type] if media is not None else "text",
        }
        headers = [self._header(header) for header in response.headers if is_token(header.name)]
        if media is not None and media_type_text(media.media_type):
            headers.insert(0, {"key": "Content-Type", "value": media.media_type})
        if headers:
            made["header"] = headers
        made["cookie"] = []
        if payload is not None and payload.text:
            text = payload.text
            made["body"] = text if text.isascii() else text.encode("utf-8", "replace").decode("utf-8")
        return made

    def _header(self, header: ApiHeader) -> Entry:
        value: Any = next((one.value for one in header.examples if one.value is not MISSING), MISSING)
        if value is MISSING:
            value = self._payloads.session.sample(header.schema, "response").value if header.schema is not None else ""
        declared = ApiParameter(name=header.name, location="header", style=header.style, explode=header.explode)
        given = header_value(value) if isinstance(value, str) else plain(value)
        made = {"key": header.name, "value": header_value(header_text(declared, given, header.name) or "")}
        return made | ({"description": self._variables.descriptions[header.description]} if header.description else {})


class _Originals:
    """The requests that saved responses answer: each example of the body at least once."""

    def __init__(self, request: Entry, payloads: tuple[Payload, ...], parameters: list[Entry]) -> None:
        address = dict(request["url"])
        if "query" in address:
            address["query"] = [_bare(entry) for entry in address["query"]]
        if "variable" in address:
            address["variable"] = [_bare(entry) for entry in address["variable"]]
        headers = [_bare(entry) for entry in request.get("header", ()) if not entry.get("disabled")]
        self._bare: Entry = {"method": request["method"], "url": address}
        if headers:
            self._bare["header"] = headers
        self._payloads = payloads
        self._waiting = dict.fromkeys(range(len(payloads)))
        self._known: dict[int, Original] = {}
        # The first example of a name counts; an unnamed one is nobody's namesake.
        self._named = {one.sample.name: i for i, one in reversed([*enumerate(payloads)]) if one.sample.name}

    def next(self, answer: Payload | None) -> Original:
        """Return the request for an answer: the example of the same name, else the next that none has shown."""
        if not self._payloads:
            return self._bare, ""
        index = self._named.get(answer.sample.name) if answer is not None else None
        if index is None:
            index = next(iter(self._waiting), 0)
        self._waiting.pop(index, None)
        return self._made(index)

    def rest(self) -> list[Original]:
        """Return the requests of the examples that no answer has shown yet, each once; afterwards there are none."""
        waiting, self._waiting = self._waiting, {}
        return [self._made(index) for index in waiting]

    def _made(self, index: int) -> Original:
        if index in self._known:
            return self._known[index]
        payload = self._payloads[index]
        made = self._bare | {"body": original_body(payload)}
        if index and payload.media is not self._payloads[0].media:
            made["header"] = _retyped(made.get("header", []), payload.media.media_type)
        self._known[index] = made, payload.title if len(self._payloads) > 1 else ""
        return self._known[index]


def _bare(entry: Entry) -> Entry:
    bare = dict(entry)
    bare.pop("description", None)
    return bare


def _retyped(headers: list[Entry], media_type: str) -> list[Entry]:
    rest = [entry for entry in headers if entry["key"] != "Content-Type"]
    return [{"key": "Content-Type", "value": media_type}, *rest] if media_type_text(media_type) else rest


def _parameters(plan: RequestPlan, auth: RequestAuth, variables: Variables) -> list[Entry]:
    """The headers and cookies of a request; optional ones are there, but not sent."""
    made: list[Entry] = []
    cookies = list(auth.cookies)
    optional: list[Entry] = []
    for planned in plan.parameters:
        parameter = planned.parameter
        if parameter.location not in ("header", "cookie"):
            continue
        pairs = [(name, literal(header_value(text))) for name, text in planned.fields if is_token(name)]
        if parameter.location == "header":
            made += [described({"key": name, "value": text}, parameter, variables) for name, text in pairs]
        elif parameter.required:
            cookies += pairs
        elif pairs:
            optional.append(described({"key": "Cookie", "value": _cookies(pairs)}, parameter, variables))
    return [*made, *([{"key": "Cookie", "value": _cookies(cookies)}] if cookies else []), *optional]


def _cookies(pairs: list[tuple[str, str]]) -> str:
    return "; ".join(f"{name}={value}" for name, value in pairs)


def _credentials(auth: RequestAuth) -> list[Entry]:
    return [{"key": name, "value": value} for name, value in auth.headers]


def _by_success(operation: ApiOperation) -> list[ApiResponse]:
    """The responses of an operation, those that mean success first."""
    return sorted(operation.responses, key=lambda response: SUCCESS_FIRST.find(response.status_code[:1]) % 9)


def _code(operation: ApiOperation, status: str) -> int:
    if status.isdecimal() and len(status) == 3:
        return int(status)
    if status[:1] in "12345" and status[1:].upper() == "XX":
        return int(status[0]) * 100
    # `default` means success where nothing else does, else failure.
    return 500 if any(r.status_code.startswith("2") for r in operation.responses) else 200


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
    others = [_requirement(one.uses) for one in operation.security or ()]
    if len(others) > 1:
        parts.append(f"Authentication: {', or '.join(others)}.")
    parts += [f"Callback {one.name}: {one.method} {one.expression}" for one in operation.callbacks]
    parts += [problem.message for problem in operation.problems if operation.broken]
    return "\n\n".join(part for part in parts if part)


def _requirement(uses: tuple[SecurityUse, ...]) -> str:
    return " with ".join(use.scheme.key for use in uses) or "none"
