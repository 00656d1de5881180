"""A request in a form in which two can be compared: what no server may take for a difference is made equal.

Equal are `+` and `%20` in a query, a delimiter written raw or encoded where nothing else in the value is it, the
boundary of multipart, and the layout of JSON.
"""

import json
import re
from dataclasses import dataclass
from email.parser import BytesParser
from email.policy import HTTP
from urllib.parse import unquote, unquote_plus, urlsplit

from apiref_nb.requests.wire import Field


@dataclass(frozen=True)
class Seen:
    method: str
    path: tuple
    query: tuple
    cookies: tuple
    headers: tuple
    body: object


def seen(method, url, headers, data, named):
    """Return a request as it was sent; of its headers those that the plan names.

    Args:
        method: as sent.
        url: whole address, or the target alone.
        headers: (name, value) pairs.
        data: the bytes of the body.
        named: lower-case names of the headers to compare.
    """
    parts = urlsplit(url)
    found = [(name.lower(), value) for name, value in headers]
    kinds = [value for name, value in found if name == "content-type"]
    cookies = [piece for name, value in found if name == "cookie" for piece in value.split("; ")]
    return Seen(
        method,
        tuple(unquote(segment) for segment in parts.path.split("/")),
        pairs(parts.query),
        tuple(cookies),
        tuple(sorted((name, value) for name, value in found if name in named and name != "content-type")),
        body(kinds[0] if kinds else "", data),
    )


def pairs(text):
    return tuple((unquote_plus(name), _value(value)) for name, _, value in _split(text))


def _split(text):
    return (piece.partition("=") for piece in text.split("&") if piece)


def _value(value):
    value = value.replace("+", "%20")
    if Field("", value).is_free:
        return unquote(value)
    # Where a delimiter stands beside itself encoded, the two are not the same.
    raw = set(re.sub("%..", "", value))
    return re.sub(r"(?:%[0-9A-Fa-f]{2})+", lambda found: _kept(found[0], raw), value)


def _kept(codes, raw):
    return "".join(f"%{ord(char):02X}" if char in raw else char for char in unquote(codes))


def body(kind, data):
    """Return a body as (media type, what it says)."""
    essence = kind.partition(";")[0].strip().lower()
    if not data and not essence:
        return None
    if essence.startswith("multipart/"):
        return essence, multipart(kind, data, essence)
    if essence == "application/x-www-form-urlencoded":
        return kind, pairs(data.decode())
    if essence == "text/event-stream":
        return kind, re.sub(rb"(?m)^data: (.*)$", lambda found: b"data: " + _same_json(found[1]), data)
    if essence == "application/json-seq":
        assert data.startswith(b"\x1e") or not data
        return kind, [_loaded(one) for one in data.split(b"\x1e")[1:]]
    if "json" in essence and ("l" in essence.removesuffix("json")[-1:] or essence.endswith(("jsonl", "ndjson"))):
        return kind, [_loaded(line) for line in data.splitlines()]
    if essence.endswith("json"):
        return kind, _loaded(data)
    return kind, data


def _loaded(data):
    return ("json", json.dumps(json.loads(data), sort_keys=True))


def _same_json(text):
    try:
        return json.dumps(json.loads(text), sort_keys=True).encode()
    except ValueError:
        return text


def multipart(kind, data, essence):
    message = BytesParser(policy=HTTP).parsebytes(f"Content-Type: {kind}\r\n\r\n".encode() + data)
    found = []
    raw = [piece.partition(b"\r\n\r\n")[2] for piece in _pieces(message.get_boundary(), data)]
    for part, content in zip(message.iter_parts() if raw else (), raw, strict=True):
        named = essence == "multipart/form-data"
        name = part.get_param("name", header="content-disposition") if named else None
        typed = part["content-type"] or ""
        extra = sorted((k.lower(), v) for k, v in part.items() if k.lower().startswith("x-"))
        found.append((name, part.get_filename() if named else None, typed, tuple(extra), _content(typed, content)))
    return tuple(found)


def _pieces(boundary, data):
    return [piece[2:-2] for piece in data.split(b"--" + boundary.encode())[1:-1]]


def _content(kind, content):
    return _loaded(content) if kind.startswith("application/json") else content
