"""The address of a request in a collection: server variable, path with its `:variables`, query.

In: the parameters of a request. Out: Postman's `url` as JSON text. A placeholder that is a whole path segment becomes a
path variable; within a segment, where Postman knows none, it becomes a variable of the collection.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple
from urllib.parse import quote

from apiref_nb.model import ApiParameter
from apiref_nb.postman.json_texts import Entry, Made, Text, entry, listed, quoted
from apiref_nb.postman.variables import Variables, literal_url
from apiref_nb.requests.plan import PlannedParameter

_WHOLE = re.compile(r"\{([^{}]+)\}\Z")
_PLACEHOLDER = re.compile(r"\{([^{}]+)\}")

Values = Mapping[str, PlannedParameter]
"""Name of a placeholder -> what fills it."""


class Query(NamedTuple):
    """A query; operations that list things have the same one."""

    entries: tuple[Entry, ...]
    sent: str
    """The part of it that is sent, as the address says it."""
    text: str
    """Postman's `query`, as JSON text."""
    bare: str
    """The same without what the parameters say of themselves."""


class Address(NamedTuple):
    """Postman's `url` of a request."""

    text: Text
    bare: Text
    """Without what the parameters say of themselves."""


class Addresses:
    """Makes the addresses of one collection.

    Args:
        variables: gives out references for placeholders within a segment.
    """

    def __init__(self, variables: Variables) -> None:
        self._variables = variables
        self._texts: Made[str, str] = Made(quoted)
        self._queries: dict[tuple[object, ...], tuple[object, Query]] = {}

    def of(
        self,
        template: str,
        parameters: Iterable[PlannedParameter],
        base: str,
        credentials: Sequence[tuple[str, str]] = (),
    ) -> Address:
        """Return the address of a request.

        Args:
            template: the path as the document writes it.
            parameters: of every place.
            base: reference of the server's variable.
            credentials: (name, reference) that travel in the query beside the auth helper.
        """
        # Two paths may differ in their fragment alone; it is not sent, but it keeps their requests apart.
        path, mark, fragment = template.partition("#")
        values, asked = {}, []
        for planned in parameters:
            if planned.parameter.location == "path":
                values[planned.parameter.name] = planned
            elif planned.parameter.location in ("query", "querystring"):
                asked.append(planned)
        entries: dict[str, Entry] = {}
        segments = path.removeprefix("/").split("/")
        for index, segment in enumerate(segments):
            if "{" in segment:
                # A path variable ends where its segment ends, so one before a fragment is the collection's variable.
                whole = None if mark and index == len(segments) - 1 else _WHOLE.match(segment)
                segments[index] = self._whole(whole[1], values, entries) if whole else self._within(segment, values)
        query = self._query(asked, credentials)
        sent = f"?{query.sent}" if query.sent else ""
        texts = self._texts
        raw = quoted(f"{base}/{'/'.join(segments)}{sent}{mark}{literal_url(fragment)}")
        start = f'{{"raw": {raw}, "host": [{texts[base]}], "path": {listed([texts[one] for one in segments])}'
        text = bare = f', "hash": {quoted(literal_url(fragment))}' if mark else ""
        if entries:
            text += f', "variable": {listed([one.text for one in entries.values()])}'
            bare += f', "variable": {listed([one.bare for one in entries.values()])}'
        if not query.entries:
            return Address((start, f"{text}}}"), (start, f"{bare}}}"))
        start += ', "query": '
        return Address((start, query.text, f"{text}}}"), (start, query.bare, f"{bare}}}"))

    def _whole(self, name: str, values: Values, entries: dict[str, Entry]) -> str:
        """A segment that is a placeholder."""
        if name not in entries:
            text, description = _filled(name, values)
            said = self._variables.descriptions[description] if description else ""
            entries[name] = entry(name, text, description=said)
        return f":{name}"

    def _within(self, segment: str, values: Values) -> str:
        """A segment whose placeholders are part of it, such as `{name}.{format}`."""
        parts: list[str] = []
        end = 0
        for found in _PLACEHOLDER.finditer(segment):
            reference = self._variables.declare("path", found[1], *_filled(found[1], values))
            parts += (literal_url(segment[end : found.start()]), reference)
            end = found.end()
        return "".join((*parts, literal_url(segment[end:])))

    def _query(self, asked: Sequence[PlannedParameter], credentials: Sequence[tuple[str, str]]) -> Query:
        key = (*map(id, asked), *credentials)
        known = self._queries.get(key)
        if known is None:
            entries = [one for planned in asked for one in self._entries(planned)]
            entries += [entry(quote(name, safe="-._~"), reference) for name, reference in credentials]
            query = Query(
                tuple(entries),
                "&".join(one.sent for one in entries if one.sent),
                listed([one.text for one in entries]),
                listed([one.bare for one in entries]),
            )
            # What was asked for is kept beside the query: its ids stay its own.
            known = self._queries[key] = (asked, query)
        return known[1]

    def _entries(self, planned: PlannedParameter) -> list[Entry]:
        if planned.parameter.location == "querystring":
            return _whole_query(planned.text)
        pairs = [field.readable("[]?") for field in planned.fields]
        return [described(name, value, planned.parameter, self._variables) for name, value in pairs]


def _filled(name: str, values: Values) -> tuple[str, str]:
    """What stands in the place of a placeholder, and the words for it."""
    planned = values.get(name)
    if planned is None:
        return quote(name, safe="-._~"), ""
    return planned.text or quote(name, safe="-._~"), planned.parameter.description


def _whole_query(raw: str) -> list[Entry]:
    """A `querystring` parameter (OpenAPI 3.2): pairs where it has pairs, else one entry that is the whole query."""
    parts = (part.partition("=") for part in raw.split("&") if part)
    return [entry(literal_url(name), literal_url(value) if mark else None) for name, mark, value in parts]


def described(name: str, value: str, parameter: ApiParameter, variables: Variables) -> Entry:
    """Return the entry with what the parameter says about itself; an optional one is there, but not sent.

    Args:
        name: of the query or header entry.
        value: its value.
        parameter: what the document says about it.
        variables: those of the collection, with its descriptions.
    """
    words = f"Deprecated. {parameter.description}".strip() if parameter.deprecated else parameter.description
    said = variables.descriptions[words] if words else ""
    return entry(name, value, description=said, disabled=not parameter.required)
