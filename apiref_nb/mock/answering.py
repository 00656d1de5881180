"""Which of an operation's documented answers is sent, in which representation, and with which headers.

An operation and what a request prefers come in; an `Answer` goes out, one that meets the document wherever a value can.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from apiref_nb.errors import ShapeError
from apiref_nb.mock.answer_bodies import Sample, Written, example_sample, made_sample, meets, usable_examples, written
from apiref_nb.mock.answers import PROBLEM_TYPE, Answer, faults_header, problem, problem_value
from apiref_nb.mock.judging import RequestFault
from apiref_nb.mock.negotiation import accepted_ranges, chosen
from apiref_nb.model import MISSING, ApiHeader, ApiOperation, ApiParameter, ApiResponse, MediaType, Schema
from apiref_nb.model.media_types import concrete, essence, is_json, matches
from apiref_nb.requests.wire import Pair, header_text
from apiref_nb.schemas.session import SampleSession
from apiref_nb.text.escaping import header_value, is_token
from apiref_nb.text.json_numbers import json_dumps
from apiref_nb.text.json_value import JsonValue

_CODE = re.compile(r"[1-5](\d\d|XX)\Z")
WITHOUT_BODY = frozenset({204, 205, 304})
"""Statuses whose answers have no body, whatever the document says."""

_OF_TRANSFER = frozenset(
    {"content-type", "content-length", "content-encoding", "transfer-encoding", "connection", "keep-alive", "upgrade",
     "trailer", "te", "date"}
)  # fmt: skip
"""Headers that say how the body travels: whoever sends it writes them."""

ERROR_CODES: Mapping[int, tuple[int, ...]] = {401: (401,), 406: (406,), 415: (415,), 422: (422, 400)}
"""Status of a fault -> the statuses by which a document may declare an answer to it, the best first."""

_WORDS = ("message", "detail", "description", "error_description", "msg", "reason", "title", "error")
"""Members of an error that hold its words."""


@dataclass(frozen=True, kw_only=True)
class Wanted:
    """What an answer is to be."""

    accept: str | None = None
    """The `Accept` header; None for none."""
    example: str = ""
    """The name of one of the author's examples; empty for the first that is valid."""
    variation: str = ""
    """A text that made values follow from; empty for those that the page shows."""
    strict: bool = True
    """False sends the first representation where none is acceptable: an error is better than none."""


def usual_response(operation: ApiOperation) -> tuple[ApiResponse | None, int]:
    """Return the answer that an operation gives when all is well, and its status.

    The lowest documented success, else the range `2XX`, else `default`, else the first that is documented.
    """
    by_code = {response.status_code.upper(): response for response in operation.responses}
    codes = [code for code in by_code if _CODE.match(code)]
    exact = sorted(code for code in codes if code[0] == "2" and code.isdigit())
    for code in (*exact[:1], "2XX", "DEFAULT", *codes[:1]):
        if code in by_code:
            number = 200 if code == "DEFAULT" else int(code.replace("X", "0"))
            return by_code[code], number
    return None, 200


class Answerer:
    """Makes the answers of one document.

    Args:
        session: keeps what was made before.
    """

    def __init__(self, session: SampleSession) -> None:
        self._session = session
        self._kept: dict[tuple[int, str, str], tuple[MediaType, Sample, Written]] = {}
        self._heads: dict[int, tuple[ApiResponse, tuple[Pair, ...]]] = {}

    def usual(self, operation: ApiOperation, wanted: Wanted) -> Answer:
        """Return the answer to a request that is as it should be.

        Args:
            operation: what was asked for.
            wanted: what the answer is to be.
        """
        response, status = usual_response(operation)
        return self.of(operation, response, status, wanted)

    def with_status(self, operation: ApiOperation, status: int, wanted: Wanted) -> Answer | None:
        """Return the documented answer with a status; None when the document declares none.

        Args:
            operation: what was asked for.
            status: the status that is wanted.
            wanted: what the answer is to be.
        """
        response = operation.response_for(status)
        wanted = replace(wanted, strict=wanted.strict and status < 400)
        return None if response is None else self.of(operation, response, status, wanted)

    def error(
        self,
        operation: ApiOperation,
        status: int,
        detail: str,
        wanted: Wanted,
        *,
        faults: Sequence[RequestFault] = (),
        headers: Sequence[Pair] = (),
    ) -> Answer:
        """Return the documented answer to a fault, else a problem that names it.

        Args:
            operation: what was asked for.
            status: the status of the problem.
            detail: one sentence on the request.
            wanted: what the answer is to be.
            faults: what is wrong with the request.
            headers: further headers, unless the document's answer has them.
        """
        response, code = self._for_error(operation, status)
        if response is None:
            return problem(status, detail, faults, headers)
        found, told = self._error_of(response, code, detail, replace(wanted, strict=False), faults)
        given = {name.lower() for name, _ in found.headers}
        said = () if told else (faults_header(faults, detail),)
        more = [pair for pair in (*headers, *said) if pair[0].lower() not in given]
        return replace(found, headers=(*found.headers, *more), faults=tuple(faults))

    def _for_error(self, operation: ApiOperation, status: int) -> tuple[ApiResponse | None, int]:
        by_code = {response.status_code.upper(): response for response in operation.responses}
        for code in ERROR_CODES.get(status, (status,)):
            if str(code) in by_code:
                return by_code[str(code)], code
        for range_ in (f"{status // 100}XX", "DEFAULT"):
            if range_ in by_code:
                return by_code[range_], status
        return None, status

    def _error_of(
        self, response: ApiResponse, status: int, detail: str, wanted: Wanted, faults: Sequence[RequestFault]
    ) -> tuple[Answer, bool]:
        """The document's answer to a fault, and whether it tells all; where it has no example it says what is wrong."""
        found = chosen(response.content, accepted_ranges(wanted.accept)) if response.content else None
        if found is None and response.content:
            found = response.content[0], concrete(response.content[0].media_type)
        if found is not None and is_json(found[1]) and not wanted.example:
            media, kind = found
            sample, _ = self._body(media, kind, wanted)
            own = problem_value(status, detail, faults)
            said = sample.value
            authored = sample.authored or bool(media.examples)
            if self._meets(media.schema, own) and (essence(kind) == PROBLEM_TYPE or not authored):
                said = own
            elif not authored:
                said = self._told(media, sample.value, str(faults[0]) if faults else detail)
            if said is not sample.value:
                body = json_dumps(said, separators=(",", ":")).encode("utf-8", "replace")
                headers = (*self._headers(response), ("Content-Type", kind))
                return Answer(status=status, headers=headers, chunks=(body,)), said is own
        return self.of(None, response, status, wanted), False

    def _meets(self, schema: Schema | None, value: JsonValue) -> bool:
        return meets(schema, value, self._session)

    def _told(self, media: MediaType, sample: Any, words: str) -> JsonValue:  # noqa: ANN401 - any JSON value
        """A sample with the words where it has a place for them, else as it is."""
        for name in _WORDS:
            if isinstance(sample, dict) and isinstance(sample.get(name), str):
                told = sample | {name: words}
                if self._meets(media.schema, told):
                    return told
        return sample

    def of(self, operation: ApiOperation | None, response: ApiResponse | None, status: int, wanted: Wanted) -> Answer:
        """Return a documented answer.

        Args:
            operation: what was asked for; looked at for a documented 406.
            response: as the document declares it; None for an empty answer.
            status: what to send.
            wanted: what the answer is to be.
        """
        if response is None:
            return Answer(status=status)
        headers = self._headers(response)
        if not response.content or status in WITHOUT_BODY or status < 200:
            if wanted.example:
                return _no_example(wanted.example)
            return Answer(status=status, headers=headers)
        content = _sendable(response.content)
        if wanted.example:
            content = tuple(m for m in content if any(e.name == wanted.example for e in m.examples))
            if not content:
                return _no_example(wanted.example)
        ranges = accepted_ranges(wanted.accept)
        found = chosen(content, ranges)
        if found is None:
            if wanted.strict:
                return self._not_acceptable(operation, content, ranges)
            found = content[0], concrete(content[0].media_type)
        media, kind = found
        made = self._body(_with_examples(media, kind, content), kind, wanted)
        return Answer(status=status, headers=(*headers, ("Content-Type", made[1].content_type)), chunks=made[1].chunks)

    def _not_acceptable(
        self, operation: ApiOperation | None, content: Sequence[MediaType], ranges: Sequence[str]
    ) -> Answer:
        known = ", ".join(media.media_type for media in content)
        detail = f"The answer has no representation for {', '.join(ranges) or 'what is accepted'}; it has {known}"
        if operation is not None and operation.response_for(406) is not None:
            return self.error(operation, 406, detail, Wanted(strict=False))
        return problem(406, detail)

    def _body(self, media: MediaType, kind: str, wanted: Wanted) -> tuple[Sample, Written]:
        key = (id(media), kind, wanted.example)
        known = self._kept.get(key) if not wanted.variation else None
        if known is not None:
            return known[1], known[2]
        sample = self._sample(media, kind, wanted)
        body = written(sample, media, kind, self._session)
        if not wanted.variation:
            self._kept[key] = (media, sample, body)
        return sample, body

    def _sample(self, media: MediaType, kind: str, wanted: Wanted) -> Sample:
        if wanted.example:
            named = next(example for example in media.examples if example.name == wanted.example)
            if named.value is not MISSING or named.serialized:
                return example_sample(named, media, self._session)
        usable = usable_examples(media, self._session)
        if usable and not wanted.variation.startswith(DYNAMIC):
            digest = hashlib.sha256(wanted.variation.encode()).digest() if wanted.variation else b"\0"
            return usable[digest[0] % len(usable)]
        return made_sample(media, kind, self._session, wanted.variation)

    def _headers(self, response: ApiResponse) -> tuple[Pair, ...]:
        known = self._heads.get(id(response))
        if known is None:
            made = (self._header(header) for header in response.headers if header.name.lower() not in _OF_TRANSFER)
            known = self._heads[id(response)] = (response, tuple(pair for pair in made if pair is not None))
        return known[1]

    def _header(self, header: ApiHeader) -> Pair | None:
        if not is_token(header.name):
            return None
        value = self._header_value(header)
        declared = ApiParameter(name=header.name, location="header", style=header.style, explode=header.explode)
        if header.media_type is not None and is_json(header.media_type.media_type):
            value = json_dumps(value, separators=(",", ":"))
        try:
            text = header_text(declared, header_value(value) if isinstance(value, str) else value, header.name)
        except ShapeError:
            return None
        if text is None:
            return None
        return header.name, text.encode("ascii", "backslashreplace").decode()

    def _header_value(self, header: ApiHeader) -> JsonValue:
        media = header.media_type
        schema = media.schema if media is not None else header.schema
        examples = [*header.examples, *(media.examples if media is not None else ())]
        for example in examples:
            if example.value is not MISSING and self._meets(schema, example.value):
                return example.value
        if schema is None:
            return "string"
        return made_sample(
            MediaType(media_type="application/json", schema=schema), "application/json", self._session
        ).value


DYNAMIC = "dynamic\n"
"""How a variation begins that passes over the author's examples."""


def _sendable(content: tuple[MediaType, ...]) -> tuple[MediaType, ...]:
    """The representations whose names are media types; some documents have other words among them."""
    return tuple(media for media in content if "/" in media.media_type) or content


def _with_examples(media: MediaType, kind: str, content: Sequence[MediaType]) -> MediaType:
    """A representation with the examples of a range that covers it, where it has none of its own."""
    if media.examples:
        return media
    return next((wide for wide in content if wide.examples and matches(wide.media_type, kind)), media)


def _no_example(name: str) -> Answer:
    return problem(404, f"The answer has no example named {name[:80]!r}")
