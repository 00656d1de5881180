"""Saved responses: what the operations of a document answer, but for the requests that they answer.

In: the responses of an operation. Out: `Answer`, made once for all responses that say the same. It has no id, as in
what Postman itself exports: nothing refers to a saved response.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from apiref_nb.model import MISSING, ApiHeader, ApiOperation, ApiParameter, ApiResponse, MediaType
from apiref_nb.postman.bodies import Payload, Payloads
from apiref_nb.postman.json_texts import Made, Text, entry, listed, quoted
from apiref_nb.postman.variables import Variables, prose
from apiref_nb.requests.media_samples import content_of
from apiref_nb.requests.wire import header_text
from apiref_nb.text.escaping import header_value, is_token, media_type_text, plain
from apiref_nb.text.http_status import code_of, reason
from apiref_nb.text.json_numbers import json_dumps


class Answer(NamedTuple):
    """A saved response."""

    titles: tuple[str, ...]
    """Its status, and what the author calls it."""
    text: Text
    """JSON text of what follows the request."""
    example: str
    """Name of its example; empty for none."""


class Saved(NamedTuple):
    """What is saved of one response."""

    answers: tuple[Answer, ...]
    """One for each representation and example, at least one."""
    warnings: tuple[tuple[str, str], ...]
    """(title, what is wrong) of the bodies with which something is."""


class Answers:
    """Makes the saved responses of one collection.

    Args:
        variables: those of the collection, with its descriptions.
        payloads: the bodies of responses.
    """

    def __init__(self, variables: Variables, payloads: Payloads) -> None:
        self.starts: Made[tuple[tuple[str, ...], str], str] = Made(_start)
        """(titles, title of the request's example) -> JSON text of the name, and of what leads to the request."""
        self._variables = variables
        self._payloads = payloads
        self._known: dict[tuple[object, ...], tuple[ApiResponse, Saved]] = {}
        self._headers: dict[tuple[object, ...], str] = {}

    def of(self, operation: ApiOperation, response: ApiResponse) -> Saved:
        """Return what is saved of a response.

        Args:
            operation: answers it.
            response: one of the operation's.
        """
        code = _code(operation, response.status_code)
        key: tuple[object, ...] = (code, id(response))
        known = self._known.get(key)
        if known is None:
            contents = tuple([content_of(media) for media in response.content])
            headers = tuple([self._header(header) for header in response.headers if is_token(header.name)])
            alike = (code, response.status_code, response.summary, response.description, headers, contents)
            known = self._known.get(alike)
            if known is None:
                # The response is kept beside what was made of it: its ids stay its own.
                known = self._known[alike] = (response, self._made(code, response, headers))
            self._known[key] = known
        return known[1]

    def _made(self, code: int, response: ApiResponse, headers: tuple[str, ...]) -> Saved:
        pairs: list[tuple[MediaType | None, Payload | None]] = [
            (media, one) for media in response.content for one in self._payloads.of(media, answer=True) or (None,)
        ]
        return Saved(
            tuple([self._answer(code, response, headers, *pair) for pair in pairs or [(None, None)]]),
            tuple([(one.title, one.sample.problem) for _, one in pairs if one is not None and one.sample.problem]),
        )

    def _answer(
        self,
        code: int,
        response: ApiResponse,
        headers: tuple[str, ...],
        media: MediaType | None,
        payload: Payload | None,
    ) -> Answer:
        phrase = reason(code)
        first = response.summary or response.description.strip().split("\n", 1)[0].strip() or phrase
        kind = self._payloads.languages[media.media_type] if media is not None else "text"
        text = f', "status": {quoted(phrase)}, "code": {code}, "_postman_previewlanguage": {quoted(kind)}'
        if media is not None and media_type_text(media.media_type):
            headers = (entry("Content-Type", media.media_type).text, *headers)
        if headers:
            text += f', "header": {listed(headers)}'
        text += ', "cookie": []'
        if payload is None:
            return Answer((response.status_code, first), (f"{text}}}",), "")
        return Answer((response.status_code, first, payload.title), (text, payload.held), payload.sample.name)

    def _header(self, header: ApiHeader) -> str:
        """A header as JSON text. Many documents say the same of each of their answers, in schemas of its own."""
        value: Any = next((one.value for one in header.examples if one.value is not MISSING), MISSING)
        if value is MISSING:
            value = self._payloads.session.sample(header.schema, "response").value if header.schema is not None else ""
        said = value if type(value) is str else (json_dumps(plain(value)),)
        key = (header.name, header.description, header.style, header.explode, said)
        known = self._headers.get(key)
        if known is None:
            declared = ApiParameter(name=header.name, location="header", style=header.style, explode=header.explode)
            given = header_value(value) if isinstance(value, str) else plain(value)
            words = self._variables.descriptions[header.description] if header.description else ""
            sent = header_value(header_text(declared, given, header.name) or "")
            known = self._headers[key] = entry(header.name, sent, description=words).text
        return known


def _start(key: tuple[tuple[str, ...], str]) -> str:
    (status, *titles), asked = key
    name = prose(f"{status} {' · '.join(dict.fromkeys(filter(None, (*titles, asked))))}".strip())
    return f'{{"name": {quoted(name)}, "originalRequest": '


def _code(operation: ApiOperation, status: str) -> int:
    code = code_of(status)
    if code is not None:
        return code
    if status[:1] in "12345" and status[1:].upper() == "XX":
        return int(status[0]) * 100
    # `default` means success where nothing else does, else failure.
    return 500 if any(r.status_code.startswith("2") for r in operation.responses) else 200
