"""The address of a request in a collection: server variable, path with its `:variables`, query.

In: an operation. Out: Postman's `url` mapping. A placeholder that is a whole path segment becomes a path variable;
within a segment, where Postman knows none, it becomes a variable of the collection.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any
from urllib.parse import quote

from apiref_nb.model import ApiOperation, ApiParameter
from apiref_nb.postman.variables import Variables, literal_url, readable_prose
from apiref_nb.requests import operation_request, parameter_value
from apiref_nb.requests.serializing import path_text, serialized
from apiref_nb.schemas import SampleSession

_WHOLE = re.compile(r"\{([^{}]+)\}\Z")
_PLACEHOLDER = re.compile(r"\{([^{}]+)\}")

Entry = dict[str, Any]


def url(
    operation: ApiOperation,
    base: str,
    *,
    variables: Variables,
    session: SampleSession,
    credentials: Iterable[tuple[str, str]] = (),
    taken: frozenset[tuple[str, str]] = frozenset(),
) -> Entry:
    """Return Postman's `url` of an operation.

    Args:
        operation: the operation.
        base: reference of the server's variable.
        variables: gives out references for placeholders within a segment.
        session: the sample maker of the document.
        credentials: (name, reference) that travel in the query beside the auth helper.
        taken: (location, name) that a credential fills.
    """
    # Two paths may differ in their fragment alone; it is not sent, but it keeps their requests apart.
    path, mark, fragment = operation.template.partition("#")
    parameters = {p.name: p for p in operation.parameters if p.location == "path"}
    entries: dict[str, Entry] = {}
    parts = path.removeprefix("/").split("/")
    last = len(parts) - 1
    segments = [
        # A path variable ends where its segment ends, so one before a fragment is a variable of the collection.
        _within(segment, parameters, variables, session)
        if mark and index == last
        else _segment(segment, parameters, entries, variables, session)
        for index, segment in enumerate(parts)
    ]
    query = _query(operation, session, taken)
    query += [{"key": quote(name, safe="-._~"), "value": reference} for name, reference in credentials]
    sent = "&".join(_pair(entry) for entry in query if not entry.get("disabled"))
    made: Entry = {
        "raw": f"{base}/{'/'.join(segments)}{f'?{sent}' if sent else ''}{mark}{literal_url(fragment)}",
        "host": [base],
        "path": segments,
    }
    if query:
        made["query"] = query
    if mark:
        made["hash"] = literal_url(fragment)
    if entries:
        made["variable"] = list(entries.values())
    return made


def _segment(
    segment: str,
    parameters: dict[str, ApiParameter],
    entries: dict[str, Entry],
    variables: Variables,
    session: SampleSession,
) -> str:
    whole = _WHOLE.match(segment)
    if whole is not None:
        name = whole[1]
        if name not in entries:
            parameter = parameters.get(name)
            entry: Entry = {"key": name, "value": _path_value(name, parameter, session)}
            if parameter is not None and parameter.description:
                entry["description"] = readable_prose(parameter.description)
            entries[name] = entry
        return f":{name}"
    return _within(segment, parameters, variables, session)


def _within(segment: str, parameters: dict[str, ApiParameter], variables: Variables, session: SampleSession) -> str:
    """A segment whose placeholders are part of it, such as `{name}.{format}`."""
    if "{" not in segment:
        return segment
    parts: list[str] = []
    end = 0
    for found in _PLACEHOLDER.finditer(segment):
        parameter = parameters.get(found[1])
        value = _path_value(found[1], parameter, session)
        described = parameter.description if parameter is not None else ""
        parts += (literal_url(segment[end : found.start()]), variables.declare("path", found[1], value, described))
        end = found.end()
    return "".join((*parts, literal_url(segment[end:])))


def _path_value(name: str, parameter: ApiParameter | None, session: SampleSession) -> str:
    text = path_text(parameter, parameter_value(parameter, session)) if parameter is not None else ""
    return text or quote(name, safe="-._~")


def _query(operation: ApiOperation, session: SampleSession, taken: frozenset[tuple[str, str]]) -> list[Entry]:
    made: list[Entry] = []
    for parameter in operation.parameters:
        if parameter.location == "querystring":
            made += _whole_query(operation, session)
        elif parameter.location == "query" and ("query", parameter.name) not in taken:
            for name, text in serialized(parameter, parameter_value(parameter, session)):
                made.append(described({"key": _key(name), "value": _value(text)}, parameter))
    return made


def _whole_query(operation: ApiOperation, session: SampleSession) -> list[Entry]:
    """A `querystring` parameter (OpenAPI 3.2): pairs where it has pairs, else one entry that is the whole query."""
    raw = operation_request(operation, session=session).raw_query
    made: list[Entry] = []
    for part in filter(None, raw.split("&")):
        name, mark, value = part.partition("=")
        made.append({"key": literal_url(name), "value": literal_url(value) if mark else None})
    return made


def described(entry: Entry, parameter: ApiParameter) -> Entry:
    """Return the entry with what the parameter says about itself; an optional one is there, but not sent.

    Args:
        entry: Postman's path, query or header entry; it is changed in place.
        parameter: what the document says about it.
    """
    if not parameter.required:
        entry["disabled"] = True
    words = parameter.description
    if parameter.deprecated:
        words = f"Deprecated. {words}".strip()
    if words:
        entry["description"] = readable_prose(words)
    return entry


def _pair(entry: Entry) -> str:
    return entry["key"] if entry["value"] is None else f"{entry['key']}={entry['value']}"


def _key(name: str) -> str:
    return quote(name.encode("utf-8", "replace"), safe="[]-._~$:@")


def _value(text: str) -> str:
    return quote(text.encode("utf-8", "replace"), safe="-._~:,@/!$*();[]?")
