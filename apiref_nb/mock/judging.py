"""Whether a request is what its operation asks for: each fault with its place. The inverse of making a request's plan.

An operation, what stood in its path and a `Received` come in; a `Judgement` goes out: the values that were read, and
what is wrong with them. What a schema allows is the business of `schemas`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from operator import attrgetter
from typing import Any, NamedTuple

from apiref_nb.mock.bodies import BodyFault, ReadBody, has_reserved, read_body
from apiref_nb.mock.limits import REQUESTS
from apiref_nb.mock.received import Received, TooManyError
from apiref_nb.mock.routing import Match
from apiref_nb.mock.wire_values import parameter_readings
from apiref_nb.model import Api, ApiParameter, MediaType, Schema
from apiref_nb.model.media_types import covering, essence, is_form, is_multipart
from apiref_nb.requests.planning import parameters_of
from apiref_nb.requests.sensitive import hides_value, is_sensitive
from apiref_nb.requests.streams import stream_schemas
from apiref_nb.requests.typed_text import member_schemas
from apiref_nb.requests.value_checks import ArgumentFault, faults
from apiref_nb.schemas.session import SampleSession
from apiref_nb.text.invisible_characters import visible_line
from apiref_nb.text.json_value import JsonValue
from apiref_nb.text.pointer import PointerError, resolve

_FIELDS = {"query": attrgetter("query_pairs"), "cookie": attrgetter("cookie_pairs")}
"""Part of a request -> reads its fields."""


class RequestFault(NamedTuple):
    """One thing that is wrong with a request."""

    location: tuple[str | int, ...]
    """`path`, `query`, `header`, `cookie` or `body`, then names: `("query", "limit")`, `("body", "tags", 0)`."""
    expected: str
    """What is allowed there, such as `must be integer`."""
    found: str = ""
    """What was there, as short text; empty when nothing was, or it is not to be shown."""

    @property
    def words(self) -> str:
        """The fault without its place."""
        return f"{self.expected} (got {self.found})" if self.found else self.expected

    @property
    def place(self) -> str:
        """The place as people write it, such as `body.tags[0].name`."""
        text = ""
        for part in self.location:
            text += f"[{part}]" if isinstance(part, int) else f".{visible_line(part)}" if text else part
        return text

    def __str__(self) -> str:
        return f"{self.place}: {self.words}"


@dataclass(slots=True)
class Judgement:
    """What was found in a request."""

    parameters: dict[str, JsonValue] = field(default_factory=dict)
    """Name as the document writes it -> value."""
    body: Any = None
    """The body as data, text or bytes; None when there is none."""
    media_type: str = ""
    """The declared media type that the body was read by."""
    faults: list[RequestFault] = field(default_factory=list)
    unsupported: str = ""
    """What is wrong with the media type, in words; empty when it is declared."""

    @property
    def good(self) -> bool:
        """True when nothing is wrong."""
        return not self.faults and not self.unsupported


class Judge:
    """Judges the requests of one document.

    Args:
        api: the document.
        session: keeps folded schemas and rules.
    """

    def __init__(self, api: Api, session: SampleSession) -> None:
        self._api = api
        self._session = session

    def judgement(self, match: Match, received: Received, *, body: bool = True) -> Judgement:
        """Return what a request holds, and everything that is wrong with it, at most 50 faults.

        Args:
            match: the operation, and what stands in its path.
            received: the request.
            body: False looks at the parameters alone.
        """
        found = Judgement()
        for parameter in parameters_of(match.operation):
            if parameter.is_said_elsewhere:
                continue
            self._parameter(parameter, match, received, found)
        self._path_query(match, received, found)
        if body:
            self._body(match, received, found)
        del found.faults[REQUESTS.max_faults :]
        return found

    def excess(self, received: Received) -> RequestFault | None:
        """Return what is wrong with a request that has more fields than are read; it is not judged any further.

        Args:
            received: the request.
        """
        for location, fields in _FIELDS.items():
            try:
                fields(received)
            except TooManyError as fault:
                return RequestFault((location,), str(fault))
        return None

    def likely(self, matches: Sequence[Match], received: Received) -> list[Match]:
        """Return the operations that a request may mean by its parameters, where its path means several.

        Args:
            matches: the operations with its path and method.
            received: the request.
        """
        for count in (_unlikely, lambda match, _: len(self.judgement(match, received, body=False).faults)):
            if len(matches) > 1:
                counts = [count(match, received) for match in matches]
                matches = [match for match, faults in zip(matches, counts, strict=True) if faults == min(counts)]
        return list(matches)

    def _path_query(self, match: Match, received: Received, found: Judgement) -> None:
        """Some documents write a query into their paths: it tells their operations apart."""
        written = match.operation.template.partition("#")[0].partition("?")[2]
        given = received.query_pairs
        for piece in filter(None, written.split("&")):
            name, _, value = piece.partition("=")
            if "{" not in piece and (name, value) not in given and (name, value.replace("+", "%20")) not in given:
                found.faults.append(RequestFault(("query", name), f"must be {visible_line(value)}", ""))

    def _parameter(self, parameter: ApiParameter, match: Match, received: Received, found: Judgement) -> None:
        location = "query" if parameter.location == "querystring" else parameter.location
        place = (location, parameter.name)
        try:
            readings = parameter_readings(parameter, received, match.captures.get(parameter.name))
        except TooManyError as fault:
            found.faults.append(RequestFault(place, str(fault)))
            return
        except (ValueError, RecursionError):
            readings = []
        if readings is None:
            if parameter.required or parameter.location == "path":
                found.faults.append(RequestFault(place, "is required"))
            return
        if not readings:
            found.faults.append(RequestFault(place, "must be a value of its style and type"))
            return
        if "" in readings and (parameter.allow_empty or self._refuses_empty(parameter.pointer)):
            if not parameter.allow_empty:
                found.faults.append(RequestFault(place, "must not be empty"))
            found.parameters[parameter.name] = ""
            return
        schema = parameter.media_type.schema if parameter.media_type is not None else parameter.schema
        wrong: tuple[ArgumentFault, ...] = ()
        for value in readings:
            here = self._faults(schema, value)
            if not here:
                found.parameters[parameter.name] = value
                return
            wrong = wrong or here
        found.parameters[parameter.name] = readings[0]
        hidden = hides_value(parameter)
        found.faults += [RequestFault((*place, *f.path), f.expected, "" if hidden else f.found) for f in wrong]

    def _faults(self, schema: Schema | None, value: JsonValue) -> tuple[ArgumentFault, ...]:
        return faults(schema, value, "request", rules=self._session.rules)

    def _refuses_empty(self, pointer: str) -> bool:
        return self._written(pointer).get("allowEmptyValue") is False

    def _written(self, pointer: str) -> Mapping[str, Any]:
        """What the author wrote at a place; empty where nothing can be found."""
        try:
            node = resolve(self._api.document, pointer)
        except PointerError:
            return {}
        return node if isinstance(node, Mapping) else {}

    def _body(self, match: Match, received: Received, found: Judgement) -> None:
        declared = match.operation.request_body
        if declared is None or not declared.content:
            if received.body and declared is None and received.method not in ("GET", "HEAD"):
                found.unsupported = "this operation takes no body"
            found.body = received.body or None
            return
        kind = received.content_type
        if not received.body and not is_form(kind) and not is_multipart(kind):
            if declared.required:
                found.faults.append(RequestFault(("body",), "is required"))
            return
        media = covering(declared.content, kind) if kind else declared.content[0]
        if media is None:
            allowed = ", ".join(visible_line(one.media_type) for one in declared.content)
            given = f"{visible_line(essence(kind))[:80]} is not declared" if kind else "no Content-Type is given"
            found.unsupported = f"{given}; the document declares {allowed}"
            return
        found.media_type = media.media_type
        try:
            read = read_body(media, kind or media.media_type, received.body)
        except BodyFault as fault:
            found.faults.append(RequestFault(("body", *fault.path), fault.expected))
            return
        found.body = read.value
        found.faults += self._body_faults(media, read)

    def _body_faults(self, media: MediaType, read: ReadBody) -> list[RequestFault]:
        if not read.judged:
            return []
        if read.items:
            whole, each = stream_schemas(media)
            wrong = [*self._faults(whole, read.value)]
            for number, item in enumerate(read.value):
                wrong += [f._replace(path=(number, *f.path)) for f in self._faults(each, item)]
                if len(wrong) >= REQUESTS.max_faults:
                    break
        else:
            wrong = [f for f in self._faults(media.schema, read.value) if not (f.path and f.path[0] in read.files)]
        found = [
            RequestFault(("body", *f.path), f.expected, "" if any(map(_is_secret, f.path)) else f.found) for f in wrong
        ]
        if read.raw is not None and isinstance(read.value, dict):
            found += self._field_faults(media, read, {fault.location for fault in found})
        return found

    def _field_faults(self, media: MediaType, read: ReadBody, known: set[tuple[str | int, ...]]) -> list[RequestFault]:
        """What no schema says of a field: that it may not be empty, nor hold reserved characters."""
        found = []
        written = self._written(media.pointer).get("encoding")
        encodings: Mapping[str, Any] = written if isinstance(written, Mapping) else {}
        declared = member_schemas(media.schema)
        for name, raw in (read.raw or {}).items():
            place = ("body", name)
            if place in known or name not in declared:
                continue
            encoding = encodings.get(name)
            if not raw and self._refuses_empty(declared[name].pointer):
                found.append(RequestFault(place, "must not be empty"))
            elif isinstance(encoding, Mapping) and encoding.get("allowReserved") is False and has_reserved(raw):
                found.append(RequestFault(place, "must hold no reserved characters that are not percent-encoded"))
        return found


def _unlikely(match: Match, received: Received) -> int:
    """Parameters whose few values do not hold what was sent: the quick way to tell a hundred operations apart."""
    count = 0
    for parameter in match.operation.parameters:
        listed = parameter.schema.get("enum") if parameter.schema is not None and parameter.required else None
        if isinstance(listed, list | tuple) and parameter.location in ("header", "query"):
            given = received.query_pairs if parameter.location == "query" else ()
            sent = [value for name, value in given if name == parameter.name]
            text = sent[0] if sent else received.header(parameter.name)
            count += text not in listed
    return count


def _is_secret(part: str | int) -> bool:
    return isinstance(part, str) and is_sensitive(part)
