"""Recordings as HAR 1.2, which browsers, proxies and API tools read: exchanges to text, and text to exchanges.

The same exchanges give the same bytes: entries and headers are sorted, times are written as constants. Bodies stand in
`text`, as HAR has it (base64 where they are no text); JSON of more than a line stands beside it in `_json`, laid out,
for those who read and compare. Who changes a body by hand changes `_json` and removes `text`.

Source: HTTP Archive 1.2, http://www.softwareishard.com/blog/har-12-spec/; names of our own begin with `_`, as it asks.
"""

from __future__ import annotations

import base64
import binascii
import json
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from urllib.parse import parse_qsl, urlsplit

from apiref_nb.errors import RecordingError
from apiref_nb.model.media_types import is_json
from apiref_nb.recordings.exchanges import OF_TRANSFER, Exchange, Sent
from apiref_nb.recordings.har_fields import Fields
from apiref_nb.recordings.layout import laid_out
from apiref_nb.recordings.limits import LIMITS
from apiref_nb.requests.wire import Pair
from apiref_nb.text.http_status import reason
from apiref_nb.text.json_numbers import authored, json_dumps
from apiref_nb.text.json_value import JsonValue, refused_constant
from apiref_nb.transport.json_values import is_deep

_MOMENT = "1970-01-01T00:00:00.000Z"
_VERSION = "HTTP/1.1"
_UNPRINTABLE = re.compile(r"[^\x20-\x7e\n]")


_Entry = tuple[tuple[str, ...], str]
"""(what it is sorted by, its text) of one exchange."""


@dataclass(frozen=True, slots=True)
class Recorded:
    """What a recording holds."""

    exchanges: tuple[Exchange, ...] = ()
    """In the order of replay where requests are equal."""
    stand_ins: frozenset[str] = frozenset()
    """Texts that stand for secrets."""


class HarWriter:
    """Writes recordings one after the other; what stood in the one before is not laid out again."""

    def __init__(self) -> None:
        self._entries: dict[int, tuple[Exchange, _Entry]] = {}

    def text(self, recorded: Recorded) -> str:
        """Return a recording as the text of a file."""
        before = self._entries
        self._entries = {
            id(one): before[id(one)] if id(one) in before else (one, _entry_text(one)) for one in recorded.exchanges
        }
        return _har_text([self._entries[id(one)][1] for one in recorded.exchanges], recorded.stand_ins)


def _har_text(found: Iterable[_Entry], stand_ins: Iterable[str]) -> str:
    entries = sorted(found, key=lambda pair: pair[0])
    known = _visible(laid_out(sorted(stand_ins), "  "))
    listed = ",".join(f"\n{text}" for _, text in entries)
    return (
        '{\n "log": {\n  "version": "1.2",\n  "creator": {"name": "apiref-nb", "version": "1"},\n'
        f'  "_standIns": {known},\n  "entries": [{listed}{chr(10) + "  " if entries else ""}]\n }}\n}}\n'
    )


def _visible(text: str) -> str:
    return _UNPRINTABLE.sub(_escaped, text)


def _escaped(found: re.Match[str]) -> str:
    """Letters of every alphabet stand as they are; what cannot be seen is written out."""
    character = found[0]
    if character.isprintable():
        return character
    return json.dumps(character)[1:-1]


def _entry_text(exchange: Exchange) -> tuple[tuple[str, ...], str]:
    sent = exchange.sent
    parts = urlsplit(sent.url)
    order = (parts.path, sent.method, parts.query, parts.netloc, sent.body.decode("utf-8", "replace"))
    return order, _visible(f"   {laid_out(_entry(exchange), '   ')}")


def _entry(exchange: Exchange) -> dict[str, JsonValue]:
    sent = exchange.sent
    query = parse_qsl(urlsplit(sent.url).query, keep_blank_values=True)
    request: dict[str, JsonValue] = {
        "method": sent.method, "url": sent.url, "httpVersion": _VERSION, "cookies": [],
        "headers": _headers(sent.headers),
        "queryString": [{"name": name, "value": value} for name, value in query],
        "headersSize": -1, "bodySize": len(sent.body),
    }  # fmt: skip
    if sent.body:
        request["postData"] = {"mimeType": sent.header("content-type"), **_body(sent.body, sent.header("content-type"))}
    location = next((value for name, value in exchange.headers if name.lower() == "location"), "")
    return {
        **({"_operation": exchange.operation} if exchange.operation else {}),
        **({"_differs": list(exchange.differs)} if exchange.differs else {}),
        "startedDateTime": _MOMENT,
        "time": 0,
        "request": request,
        "response": {
            "status": exchange.status, "statusText": reason(exchange.status), "httpVersion": _VERSION, "cookies": [],
            "headers": _headers(exchange.headers),
            "content": {
                "size": len(exchange.body), "mimeType": exchange.content_type,
                **(_body(exchange.body, exchange.content_type) if exchange.body else {}),
            },
            "redirectURL": location, "headersSize": -1, "bodySize": -1,
        },
        "cache": {},
        "timings": {"send": 0, "wait": 0, "receive": 0},
    }  # fmt: skip


def _headers(headers: Iterable[Pair]) -> list[JsonValue]:
    return [{"name": name, "value": value} for name, value in headers]


def _body(body: bytes, content_type: str) -> dict[str, JsonValue]:
    try:
        text = body.decode()
    except UnicodeDecodeError:
        return {"encoding": "base64", "text": base64.b64encode(body).decode()}
    if is_json(content_type) and LIMITS.min_laid_out_characters <= len(text) <= LIMITS.max_laid_out_characters:
        try:
            value = _authored_json(text)
        except (ValueError, RecursionError):
            return {"text": text}
        return {"text": text} if is_deep(value) else {"_json": value, "text": text}
    return {"text": text}


def _authored_json(text: str) -> JsonValue:
    """JSON with its numbers as they are written.

    Raises:
        ValueError: it is none, or holds a number that no file can.
    """

    def number(written: str) -> int | float:
        value = authored(written)
        if value is None:
            raise ValueError("too large")
        return value

    return json.loads(text, parse_float=number, parse_constant=refused_constant)


def read_har(text: str, name: str) -> Recorded:
    """Return what a HAR file holds, also one that another program wrote.

    Args:
        text: the whole file.
        name: how errors call it.

    Raises:
        RecordingError: it is no whole HAR; the message has the line and column, or the place in it.
    """
    try:
        root = json.loads(text)
    except json.JSONDecodeError as fault:
        words = f"is no whole recording ({fault.msg}); restore it, or delete it and record anew"
        raise RecordingError(f"{name}:{fault.lineno}:{fault.colno}: {words}") from None
    except (ValueError, RecursionError):
        raise RecordingError(
            f"{name}: is no recording: nested too deep, or a number in it has too many digits"
        ) from None
    log = Fields(name, "", root).mapping("log")
    return Recorded(
        tuple(_exchange(Fields(name, f"/log/entries/{at}", one)) for at, one in enumerate(log.sequence("entries"))),
        frozenset(one for one in log.sequence("_standIns", optional=True) if isinstance(one, str)),
    )


def _exchange(entry: Fields) -> Exchange:
    request, response = entry.mapping("request"), entry.mapping("response")
    headers = _read_headers(request)
    _check_address(request)
    posted = request.mapping("postData", optional=True)
    body = _read_body(posted)
    kind = posted.text("mimeType", optional=True)
    if body and kind and not any(name.lower() == "content-type" for name, _ in headers):
        headers = (*headers, ("Content-Type", kind))
    return Exchange(
        sent=Sent(method=request.text("method"), url=request.text("url"), headers=headers, body=body),
        status=response.status("status"),
        headers=_read_headers(response),
        body=_read_body(response.mapping("content", optional=True)),
        operation=entry.text("_operation", optional=True),
        differs=tuple(one for one in entry.sequence("_differs", optional=True) if isinstance(one, str)),
    )


def _check_address(request: Fields) -> None:
    try:
        parts = urlsplit(request.text("url"))
        found = parts.hostname, parts.port
    except ValueError:
        found = None
    if found is None:
        raise request.fault("url", "must be an address")


def _read_headers(message: Fields) -> tuple[Pair, ...]:
    found = []
    for at, one in enumerate(message.sequence("headers", optional=True)):
        header = message.below(f"headers/{at}", one)
        pair = (header.text("name"), header.text("value"))
        # HTTP/2 pseudo headers, and what speaks of a body that is decoded here.
        if not pair[0].startswith(":") and pair[0].lower() not in OF_TRANSFER:
            found.append(pair)
    return tuple(found)


def _read_body(content: Fields) -> bytes:
    text = content.text("text", optional=True)
    laid_out = content.get("_json")
    if laid_out is None or not isinstance(laid_out, Mapping | Sequence):
        return _decoded(content, text)
    if not text:
        return json_dumps(laid_out, separators=(",", ":")).encode()
    try:
        same = json.loads(text) == laid_out
    except (ValueError, RecursionError):
        same = False
    if not same:
        raise content.fault("_json", "must say what `text` says; to change the body, change `_json` and remove `text`")
    return text.encode("utf-8", "surrogatepass")


def _decoded(content: Fields, text: str) -> bytes:
    if content.text("encoding", optional=True) != "base64":
        return text.encode("utf-8", "surrogatepass")
    try:
        return base64.b64decode(text, validate=True)
    except (ValueError, binascii.Error):
        raise content.fault("text", "must be base64, as `encoding` says") from None
