"""`Routes`: which operation a path and a method mean, as the specification says: what is concrete before what is not.

Paths are kept as a tree of segments, so that finding one takes as long as the path is long, whatever the document's
size. A server's own path stands before the path, its variables filled in; a request without it is found as well, for
whoever runs the mock at an address of their own has no reason to write it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple
from urllib.parse import unquote, urljoin, urlsplit

from apiref_nb.mock.limits import REQUESTS
from apiref_nb.mock.path_shapes import PLACEHOLDER, Shape, as_sent, shape_of
from apiref_nb.model import Api, ApiOperation, Server
from apiref_nb.text.path_templates import reserved_names

_VARIABLE = re.compile(r"\{([^{}]+)\}")
_HOST = re.compile(r"(?:[^/]*:)?//[^/]*")


class Match(NamedTuple):
    """An operation whose path a request has."""

    operation: ApiOperation
    captures: dict[str, str]
    """Placeholder -> the text in its place, as it travelled; empty where there was none."""


class Found(NamedTuple):
    """What a path means."""

    matches: tuple[Match, ...] = ()
    """The operations with this path and method, the best first; several only where the document cannot tell them."""
    allowed: tuple[str, ...] = ()
    """The methods that the path has: what answers GET answers HEAD (RFC 9110, section 9.1)."""


@dataclass(slots=True)
class _Node:
    """What may follow some segments."""

    literal: dict[str, _Node] = field(default_factory=dict)
    shaped: dict[str, tuple[Shape, _Node]] = field(default_factory=dict)
    operations: list[ApiOperation] = field(default_factory=list)


class _Deep(NamedTuple):
    """A path with a placeholder that may hold slashes."""

    shape: Shape
    operation: ApiOperation


class Routes:
    """The paths of a document.

    Args:
        api: the document; operations that could not be read are left out.
    """

    def __init__(self, api: Api) -> None:
        self._root = _Node()
        self._deep: list[_Deep] = []
        self._prefixes: dict[str, tuple[re.Pattern[str], set[int]]] = {}
        self._hosts: dict[int, frozenset[str]] = {}
        known: set[int] = set()
        prefixes_of: dict[int, tuple[tuple[str, ...], frozenset[str]]] = {}
        for operation in (*api.operations, *api.unrendered):
            if operation.broken or id(operation) in known:
                continue
            known.add(id(operation))
            servers = operation.servers or api.servers
            if id(servers) not in prefixes_of:
                prefixes_of[id(servers)] = _prefixes(servers, api.base_uri), _hosts(servers)
            prefixes, hosts = prefixes_of[id(servers)]
            self._hosts[id(operation)] = hosts
            for prefix in prefixes:
                if prefix not in self._prefixes:
                    self._prefixes[prefix] = (re.compile(f"(?:{prefix})(?=/|\\Z)"), set())
                self._prefixes[prefix][1].add(id(operation))
            self._add(operation)
        self._everything = known

    def find(self, method: str, path: str, host: str = "") -> Found:
        """Return the operations that a request may mean, and the methods of its path.

        Args:
            method: as sent.
            path: percent-encoded, beginning with a slash.
            host: tells operations apart that differ only in their server.
        """
        if path.count("/") > REQUESTS.max_path_segments:
            return Found()
        allowed: dict[str, None] = {}
        ranked: list[tuple[bool, Match]] = []
        for rest, operations in self._rests(path):
            for match in self._matches(rest):
                if id(match.operation) not in operations:
                    continue
                allowed[match.operation.method] = None
                if match.operation.method == "GET":
                    allowed["HEAD"] = None
                if match.operation.method == method:
                    ranked.append((host not in self._hosts[id(match.operation)], match))
            if ranked:
                break
        ranked.sort(key=lambda each: each[0])
        return Found(tuple(match for _, match in ranked), tuple(sorted(allowed)))

    def _rests(self, path: str) -> Iterator[tuple[str, set[int]]]:
        """What is left of a path behind each server's own, the longest server first; then the path as it is."""
        found = []
        for expression, operations in self._prefixes.values():
            met = expression.match(path)
            if met is not None:
                found.append((met.end(), operations))
        for end, operations in sorted(found, key=lambda each: -each[0]):
            yield path[end:] or "/", operations
        yield path, self._everything

    def _add(self, operation: ApiOperation) -> None:
        template = operation.template.partition("#")[0].partition("?")[0]
        template = template if template.startswith("/") else f"/{template}"
        reserved = reserved_names(operation.path) | {
            p.name for p in operation.parameters if p.location == "path" and p.allow_reserved
        }
        if reserved.intersection(PLACEHOLDER.findall(template)):
            self._deep.append(_Deep(shape_of(template, reserved), operation))
            return
        node = self._root
        for segment in template.split("/")[1:]:
            node = _below(node, segment)
        node.operations.append(operation)

    def _matches(self, path: str) -> Iterator[Match]:
        segments = path.split("/")[1:]
        yield from _walk(self._root, segments, 0, {})
        for deep in self._deep:
            captures = deep.shape.captures(path)
            if captures is not None:
                yield Match(deep.operation, captures)


def _below(node: _Node, segment: str) -> _Node:
    if not PLACEHOLDER.search(segment):
        return node.literal.setdefault(unquote(segment), _Node())
    if segment not in node.shaped:
        node.shaped[segment] = (shape_of(segment), _Node())
    return node.shaped[segment][1]


def _walk(node: _Node, segments: Sequence[str], at: int, captures: dict[str, str]) -> Iterator[Match]:
    if at == len(segments):
        for operation in node.operations:
            yield Match(operation, captures)
        return
    segment = segments[at]
    below = node.literal.get(unquote(segment)) if node.literal else None
    if below is not None:
        yield from _walk(below, segments, at + 1, captures)
    # What says more comes first: `{id}.json` before `{id}`.
    for shape, child in sorted(node.shaped.values(), key=lambda each: -sum(map(len, each[0].spellings[0]))):
        here = shape.captures(segment)
        if here is not None:
            yield from _walk(child, segments, at + 1, captures | here)


def _prefixes(servers: Sequence[Server], base_uri: str) -> tuple[str, ...]:
    """The paths of servers as regular expressions."""
    return tuple(dict.fromkeys(path for server in servers for path in _server_paths(server, base_uri))) or ("",)


def _server_paths(server: Server, base_uri: str) -> Iterator[str]:
    values = {v.name: tuple(dict.fromkeys(filter(None, (v.default, *v.enum)))) for v in server.variables}
    whole = _VARIABLE.match(server.url)
    if whole is not None and "//" not in server.url.partition("}")[0]:
        # The variable is the beginning of the address, such as `{server}/v1`.
        starts = [value + server.url[whole.end() :] for value in values.get(whole[1], ())] or [server.url]
    else:
        starts = [server.url]
    for start in starts:
        host = _HOST.match(start)
        path = start[host.end() :] if host is not None else start
        if host is None and base_uri:
            try:
                path = urlsplit(urljoin(base_uri, path)).path
            except ValueError:
                continue
        path = path.partition("?")[0].partition("#")[0].rstrip("/")
        if path and not path.startswith("/"):
            path = f"/{path}"
        pieces = _VARIABLE.split(path)
        yield "".join(
            _chosen(values.get(piece, ())) if index % 2 else _literal(piece) for index, piece in enumerate(pieces)
        )


def _chosen(values: Sequence[str]) -> str:
    """What a variable may be: one of its values, or, where the author lists none, any segment."""
    if len(values) <= 1:
        known = "|".join(re.escape(value.strip("/")) for value in values)
        return f"(?:{known}|[^/]+)" if known else "[^/]+"
    return f"(?:{'|'.join(re.escape(value.strip('/')) for value in values)})"


def _hosts(servers: Sequence[Server]) -> frozenset[str]:
    found = set()
    for server in servers:
        try:
            found.add(urlsplit(server.resolved).hostname or "")
        except ValueError:
            continue
    return frozenset(found)


def _literal(text: str) -> str:
    """Text of the document as a regular expression, as it stands or percent-encoded."""
    travelling = as_sent(text)
    return re.escape(text) if travelling == text else f"(?:{re.escape(text)}|{re.escape(travelling)})"
