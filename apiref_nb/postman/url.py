"""The address of a request in a collection: server variable, path with its `:variables`, query.

In: the plan of a request. Out: Postman's `url` mapping. A placeholder that is a whole path segment becomes a path
variable; within a segment, where Postman knows none, it becomes a variable of the collection.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any
from urllib.parse import quote

from apiref_nb.model import ApiParameter
from apiref_nb.postman.variables import Variables, literal_url
from apiref_nb.requests import PlannedParameter, RequestPlan

_WHOLE = re.compile(r"\{([^{}]+)\}\Z")
_PLACEHOLDER = re.compile(r"\{([^{}]+)\}")

Entry = dict[str, Any]


def url(plan: RequestPlan, base: str, *, variables: Variables, credentials: Iterable[tuple[str, str]] = ()) -> Entry:
    """Return Postman's `url` of a request.

    Args:
        plan: the request, with every parameter.
        base: reference of the server's variable.
        variables: gives out references for placeholders within a segment.
        credentials: (name, reference) that travel in the query beside the auth helper.
    """
    # Two paths may differ in their fragment alone; it is not sent, but it keeps their requests apart.
    path, mark, fragment = plan.operation.template.partition("#")
    values = {p.parameter.name: p for p in plan.parameters if p.parameter.location == "path"}
    entries: dict[str, Entry] = {}
    parts = path.removeprefix("/").split("/")
    last = len(parts) - 1
    segments = [
        # A path variable ends where its segment ends, so one before a fragment is a variable of the collection.
        _within(segment, values, variables) if mark and index == last else _segment(segment, values, entries, variables)
        for index, segment in enumerate(parts)
    ]
    query = _query(plan, variables)
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


Values = Mapping[str, PlannedParameter]
"""Name of a placeholder -> what fills it."""


def _segment(segment: str, values: Values, entries: dict[str, Entry], variables: Variables) -> str:
    whole = _WHOLE.match(segment)
    if whole is None:
        return _within(segment, values, variables)
    name = whole[1]
    if name not in entries:
        text, description = _filled(name, values)
        entries[name] = {"key": name, "value": text}
        if description:
            entries[name]["description"] = variables.descriptions[description]
    return f":{name}"


def _within(segment: str, values: Values, variables: Variables) -> str:
    """A segment whose placeholders are part of it, such as `{name}.{format}`."""
    if "{" not in segment:
        return segment
    parts: list[str] = []
    end = 0
    for found in _PLACEHOLDER.finditer(segment):
        reference = variables.declare("path", found[1], *_filled(found[1], values))
        parts += (literal_url(segment[end : found.start()]), reference)
        end = found.end()
    return "".join((*parts, literal_url(segment[end:])))


def _filled(name: str, values: Values) -> tuple[str, str]:
    """What stands in the place of a placeholder, and the words for it."""
    planned = values.get(name)
    if planned is None:
        return quote(name, safe="-._~"), ""
    return planned.text or quote(name, safe="-._~"), planned.parameter.description


def _query(plan: RequestPlan, variables: Variables) -> list[Entry]:
    made: list[Entry] = []
    for planned in plan.parameters:
        if planned.parameter.location == "querystring":
            made += _whole_query(planned.text)
        elif planned.parameter.location == "query":
            for field in planned.fields:
                name, value = field.readable("[]?")
                made.append(described({"key": name, "value": value}, planned.parameter, variables))
    return made


def _whole_query(raw: str) -> list[Entry]:
    """A `querystring` parameter (OpenAPI 3.2): pairs where it has pairs, else one entry that is the whole query."""
    made: list[Entry] = []
    for part in filter(None, raw.split("&")):
        name, mark, value = part.partition("=")
        made.append({"key": literal_url(name), "value": literal_url(value) if mark else None})
    return made


def described(entry: Entry, parameter: ApiParameter, variables: Variables) -> Entry:
    """Return the entry with what the parameter says about itself; an optional one is there, but not sent.

    Args:
        entry: Postman's path, query or header entry; it is changed in place.
        parameter: what the document says about it.
        variables: those of the collection, with its descriptions.
    """
    if not parameter.required:
        entry["disabled"] = True
    words = parameter.description
    if parameter.deprecated:
        words = f"Deprecated. {words}".strip()
    if words:
        entry["description"] = variables.descriptions[words]
    return entry


def _pair(entry: Entry) -> str:
    return entry["key"] if entry["value"] is None else f"{entry['key']}={entry['value']}"
