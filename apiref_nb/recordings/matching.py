"""Which recorded request a request is: compared by what they ask for, never by how that was written down.

A `Sent` comes in; `Parts` go out, equal for equal requests: the address in parts, the values of the query decoded, the
body as what its media type says. The order of members and of parameters, `+` for a blank, a multipart boundary, the
port of a service on this machine, and credentials do not count. What differs is said in words, without a secret.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Final, NamedTuple
from urllib.parse import parse_qsl, unquote, urlsplit

from apiref_nb.model.media_types import framing, is_form, is_json, is_multipart, is_stream
from apiref_nb.recordings.exchanges import Sent
from apiref_nb.requests.masking import MASK
from apiref_nb.schemas.equality import canonical
from apiref_nb.text.escaping import address
from apiref_nb.text.hosts import DEFAULT_PORTS, is_loopback, origin
from apiref_nb.text.invisible_characters import visible_line
from apiref_nb.text.json_value import JsonValue
from apiref_nb.text.quoting import short
from apiref_nb.transport.json_values import is_deep
from apiref_nb.transport.multipart import MultipartError, parts

Hidden = Callable[[str], bool]
"""Whether a text stands for a secret."""

ANY: Final = "\0any"
"""Stands in `Parts` for what is not compared."""

_UNCOMPARED = frozenset(
    {"accept", "accept-encoding", "authorization", "connection", "content-length", "content-type", "cookie", "host",
     "proxy-authorization", "user-agent"}
)  # fmt: skip


class Parts(NamedTuple):
    """What a request asks for."""

    method: str
    origin: str
    path: tuple[str, ...]
    query: tuple[tuple[str, str], ...]
    headers: tuple[tuple[str, str], ...]
    kind: str
    """How the body is read: the media type, empty where there is none."""
    body: JsonValue
    """The body as JSON data; of what is no data, its text or a digest."""

    @property
    def key(self) -> tuple[object, ...]:
        """Equal, and hashes alike, for equal requests."""
        return (*self[:-1], canonical(self.body))


def request_parts(sent: Sent, hidden: Hidden) -> Parts:
    """Return what a request asks for.

    Args:
        sent: the request, its secrets replaced already.
        hidden: says which texts stand for secrets; those count as equal.
    """
    address_parts = urlsplit(sent.url)
    query = parse_qsl(address_parts.query, keep_blank_values=True)
    headers = [(n.lower(), v) for n, v in sent.headers if n.lower() not in _UNCOMPARED]
    kind = sent.media_type if sent.body else ""
    return Parts(
        method=sent.method.upper(),
        origin=_origin(sent.url),
        path=tuple(_shown(unquote(segment), hidden) for segment in address_parts.path.split("/")),
        query=_compared([*query], hidden),
        headers=_compared(headers, hidden),
        kind=kind,
        body=_hidden_in(_body(sent, kind), hidden) if sent.body else None,
    )


def _compared(pairs: Sequence[tuple[str, str]], hidden: Hidden) -> tuple[tuple[str, str], ...]:
    """Pairs by name, equal names in their order; what is a secret is not compared, nor whether it is there."""
    return tuple(sorted((pair for pair in pairs if not any(map(hidden, pair))), key=lambda pair: pair[0]))


def _shown(text: str, hidden: Hidden) -> str:
    return ANY if hidden(text) else text


def _origin(url: str) -> str:
    try:
        scheme, host, port = origin(url)
    except ValueError:  # a port that is none
        scheme, host, port = urlsplit(url).scheme, (urlsplit(url).hostname or "").lower(), 0
    if is_loopback(host):
        return f"{scheme}://localhost"
    return f"{scheme}://{host}" + (f":{port}" if port not in (0, DEFAULT_PORTS.get(scheme)) else "")


def without_loopback_port(url: str) -> str:
    """Return an address as a recording has it: a service on this machine has another port the next time."""
    parts = urlsplit(url)
    if not is_loopback(parts.hostname or ""):
        return url
    return parts._replace(netloc="localhost").geturl()


def _body(sent: Sent, kind: str) -> JsonValue:
    """The body as JSON data, as its media type reads it; what cannot be read so is its text, else a digest."""
    data = sent.body
    if is_multipart(kind):
        return _multipart(data, sent.header("content-type"))
    try:
        text = data.decode()
    except UnicodeDecodeError:
        return _plain(data)
    try:
        if is_stream(kind) and framing(kind) != "events":
            return [json.loads(line) for line in re.split("[\n\x1e]", text) if line.strip()]
        if is_json(kind):
            value = json.loads(text)
            return text if is_deep(value) else value
    except (ValueError, RecursionError):
        return text
    if is_form(kind):
        named: dict[str, list[str]] = {}
        for name, value in parse_qsl(text, keep_blank_values=True):
            named.setdefault(name, []).append(value)
        return {name: values[0] if len(values) == 1 else values for name, values in named.items()}
    return text


def _plain(data: bytes) -> JsonValue:
    return f"{len(data)} bytes, {hashlib.sha256(data).hexdigest()[:16]}"


def _multipart(data: bytes, content_type: str) -> JsonValue:
    try:
        found = parts(data, content_type)
    except MultipartError:
        return _plain(data)
    return [one._asdict() | {"content": _text(one.content)} for one in found]


def _text(data: bytes) -> JsonValue:
    try:
        return data.decode()
    except UnicodeDecodeError:
        return _plain(data)


def _hidden_in(value: JsonValue, hidden: Hidden) -> JsonValue:
    if isinstance(value, str):
        return _shown(value, hidden)
    if isinstance(value, Mapping):
        return {name: _hidden_in(item, hidden) for name, item in value.items()}
    if isinstance(value, list):
        return [_hidden_in(item, hidden) for item in value]
    if isinstance(value, int | float) and not isinstance(value, bool):
        return ANY if hidden(str(value)) else value
    return value


def is_mask(text: str) -> bool:
    """Return True for what stands where a credential stood."""
    return MASK in text


def nearest(wanted: Parts, recorded: Sequence[Parts]) -> Parts | None:
    """Return the recorded request that differs least; None where nothing is recorded.

    Args:
        wanted: what was asked for.
        recorded: what there is.
    """
    return min(recorded, key=lambda one: _distance(wanted, one), default=None)


def _distance(one: Parts, other: Parts) -> float:
    segments = sum(a != b for a, b in zip(one.path, other.path, strict=False)) + abs(len(one.path) - len(other.path))
    found = 4.0 * segments + 3.0 * (one.method != other.method) + 2.0 * (one.origin != other.origin)
    return found + sum(1 for _ in _smaller_differences(one, other))


def differences(wanted: Parts, recorded: Parts) -> tuple[str, ...]:
    """Return in what a request differs from a recorded one, in words, what weighs most first.

    Args:
        wanted: what was asked for.
        recorded: what the recording has.
    """
    return tuple(visible_line(words) for words in (*_greater_differences(wanted, recorded),
                                                   *_smaller_differences(wanted, recorded)))  # fmt: skip


def _greater_differences(wanted: Parts, recorded: Parts) -> Iterator[str]:
    if wanted.method != recorded.method:
        yield f"the method: recorded {recorded.method}, asked for {wanted.method}"
    if wanted.origin != recorded.origin:
        yield f"the server: recorded {recorded.origin}, asked for {wanted.origin}"
    if wanted.path != recorded.path:
        yield f"the path: recorded {path_text(recorded)}, asked for {path_text(wanted)}"


def _smaller_differences(wanted: Parts, recorded: Parts) -> Iterator[str]:
    for what, mine, theirs in (("query", wanted.query, recorded.query), ("header", wanted.headers, recorded.headers)):
        for name in dict.fromkeys(name for name, _ in (*mine, *theirs)):
            one = [value for key, value in mine if key == name]
            other = [value for key, value in theirs if key == name]
            if one != other:
                yield f"{what} {name}: recorded {_values(other)}, asked for {_values(one)}"
    if wanted.kind != recorded.kind:
        yield f"the body: recorded {recorded.kind or 'none'}, asked for {wanted.kind or 'none'}"
    else:
        yield from _value_differences("body", wanted.body, recorded.body)


_ABSENT: Final = object()


def _value_differences(place: str, wanted: object, recorded: object) -> Iterator[str]:
    if isinstance(wanted, Mapping) and isinstance(recorded, Mapping):
        for name in dict.fromkeys((*recorded, *wanted)):
            yield from _value_differences(f"{place}.{name}", wanted.get(name, _ABSENT), recorded.get(name, _ABSENT))
    elif isinstance(wanted, list) and isinstance(recorded, list) and len(wanted) == len(recorded):
        for at, pair in enumerate(zip(wanted, recorded, strict=True)):
            yield from _value_differences(f"{place}[{at}]", *pair)
    elif wanted is _ABSENT or recorded is _ABSENT or canonical(wanted) != canonical(recorded):
        yield f"{place}: recorded {_value(recorded)}, asked for {_value(wanted)}"


def _values(values: Sequence[str]) -> str:
    return " and ".join(map(short, values)) if values else "nothing"


def _value(value: object) -> str:
    return "nothing" if value is _ABSENT else MASK if value == ANY else short(value)


def path_text(parts: Parts) -> str:
    """Return the path of a request as it may be shown."""
    return address("/".join(MASK if segment == ANY else segment for segment in parts.path)) or "/"
