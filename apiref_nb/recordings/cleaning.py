"""Exchanges without their secrets: what may be written into a file.

A raw `Exchange`, the places of its secrets and the credentials' mask come in; the exchange that is recorded goes out.
Credentials become `***`; other secrets, such as a token in an answer or a password in a form, become stand-ins. Two
steps: first every secret is met, then everything is cleaned of it, for an answer may repeat what its request held.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from urllib.parse import parse_qsl, quote, unquote, unquote_plus, urlsplit

from apiref_nb.model.media_types import essence, is_form, is_json, is_multipart, is_stream
from apiref_nb.recordings.exchanges import Exchange, Sent
from apiref_nb.recordings.json_strings import Change, Path, rewritten
from apiref_nb.recordings.matching import without_loopback_port
from apiref_nb.recordings.places import Places
from apiref_nb.recordings.stand_ins import Masked, StandIns
from apiref_nb.requests.masking import MASK
from apiref_nb.requests.wire import Pair
from apiref_nb.text.json_value import JsonValue
from apiref_nb.transport.charsets import charset_of, codec_of
from apiref_nb.transport.json_values import is_deep

_OF_THE_TOOL = frozenset({"user-agent", "accept-encoding", "host", "connection", "content-length", "transfer-encoding"})
"""Headers of a request that say nothing about it."""

_OF_TRANSFER = frozenset({"content-encoding", "content-length", "transfer-encoding", "connection", "keep-alive"})
_DATE = "Thu, 01 Jan 1970 00:00:00 GMT"
_LINE = re.compile(r"[^\n\x1e]+")
_PART = re.compile(r'(\bname="([^"]*)"[^\r\n]*\r\n(?:[^\r\n]+\r\n)*\r\n)(.*?)(?=\r\n--)', re.DOTALL)
_STREAM_LEAD = re.compile(r"\s*(?:data:\s?)?")


@dataclass(frozen=True, slots=True)
class _Cleaner:
    places: Places
    stand_ins: StandIns
    masked: Masked
    where: str
    """How the request is called where a secret's place is named."""

    def text(self, text: str, place: str, *, name: bool = False) -> str:
        return self.stand_ins.clean(text, self.masked, f"{self.where} {place}", name=name)

    def secret(self, text: str, place: str) -> str:
        return self.stand_ins.of(text, f"{self.where} {place}")

    def safe(self, text: str) -> str:
        """The last look at a text as a whole: what is no part of one value is found here."""
        return self.stand_ins.masked(self.masked(text))


def cleaned(exchange: Exchange, places: Places, stand_ins: StandIns, masked: Masked) -> Exchange:
    """Return an exchange as it may be written into a file.

    Args:
        exchange: as it travelled, or as it was cleaned before fewer secrets were known.
        places: where its secrets stand.
        stand_ins: the secrets of the recording; those of this exchange are added.
        masked: takes out what the client holds.
    """
    cleaner = _cleaner(exchange.sent, places, stand_ins, masked)
    _meet(cleaner, exchange)
    headers = [_answer_header(cleaner, *pair) for pair in exchange.headers if pair[0].lower() not in _OF_TRANSFER]
    return replace(
        exchange,
        sent=_sent(cleaner, exchange.sent),
        headers=_sorted(headers),
        body=_body(cleaner, exchange.body, exchange.content_type, answer=True),
        differs=tuple(cleaner.safe(words) for words in exchange.differs),
    )


def cleaned_request(sent: Sent, places: Places, stand_ins: StandIns, masked: Masked) -> Sent:
    """Return a request as it may be written into a file, and as it is compared with recorded ones.

    Args:
        sent: as it travels.
        places: where its secrets stand.
        stand_ins: the secrets of the recording; those of this request are added.
        masked: takes out what the client holds.
    """
    cleaner = _cleaner(sent, places, stand_ins, masked)
    _meet_request(cleaner, sent)
    return _sent(cleaner, sent)


def _cleaner(sent: Sent, places: Places, stand_ins: StandIns, masked: Masked) -> _Cleaner:
    return _Cleaner(places, stand_ins, masked, f"{sent.method} {essence(sent.media_type)}")


def _meet(cleaner: _Cleaner, exchange: Exchange) -> None:
    """Learn the secrets of a request and its answer."""
    _meet_request(cleaner, exchange.sent)
    for name, value in exchange.headers:
        lower = name.lower()
        if lower == "location":
            _meet_query(cleaner, value)
        elif cleaner.places.hides(name) and lower not in cleaner.places.headers:
            cleaner.secret(value, f"header {lower}")
    _meet_body(cleaner, exchange.body, exchange.content_type, answer=True)


def _meet_request(cleaner: _Cleaner, sent: Sent) -> None:
    for value in cleaner.places.path:
        cleaner.secret(value, "path")
    _meet_query(cleaner, sent.url)
    for name, value in sent.headers:
        if cleaner.places.hides(name) and name.lower() not in cleaner.places.headers:
            cleaner.secret(value, f"header {name.lower()}")
    _meet_body(cleaner, sent.body, sent.header("content-type"), answer=False)


def _meet_query(cleaner: _Cleaner, url: str) -> None:
    for name, value in parse_qsl(_split(url)[2], keep_blank_values=True):
        if cleaner.places.hides(name) and name not in cleaner.places.query and value != MASK:
            cleaner.secret(value, f"query {name}")


def _meet_body(cleaner: _Cleaner, body: bytes, content_type: str, *, answer: bool) -> None:
    for value in _values(body, content_type):
        for path in cleaner.places.secret_paths(value, answer=answer):
            found = _at(value, path)
            if isinstance(found, str | int | float) and not isinstance(found, bool) and found != MASK:
                cleaner.secret(str(found), _place(path, answer=answer))


def _place(path: Path, *, answer: bool) -> str:
    return f"{'answer' if answer else 'request'} {'.'.join(str(part) for part in path)}"


def _at(value: JsonValue, path: Path) -> JsonValue:
    for part in path:
        value = value[part]
    return value


def _values(body: bytes, content_type: str) -> Iterator[JsonValue]:
    """The JSON values of a body; a form is an object of texts."""
    if is_multipart(content_type):
        yield _parts(body.decode("latin-1"))
        return
    text = _decoded(body, content_type)
    if text is None:
        return
    if is_form(content_type):
        yield dict(parse_qsl(text, keep_blank_values=True))
    elif is_json(content_type) and not is_stream(content_type):
        yield from _read(text)
    elif is_stream(content_type):
        for line in _LINE.findall(text):
            yield from _read(line[_lead(line) :])
    else:
        yield text


def _decoded(body: bytes, content_type: str) -> str | None:
    for codec in _codecs(body, content_type):
        with suppress(UnicodeDecodeError):
            return body.decode(codec)
    return None


def _parts(text: str) -> dict[str, str]:
    return {name: _utf8(value) for _, name, value in _PART.findall(text)}


def _utf8(text: str) -> str:
    """Text of a part whose bytes were read as one character each."""
    try:
        return text.encode("latin-1").decode()
    except UnicodeDecodeError:
        return text


def _read(text: str) -> Iterator[JsonValue]:
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        return
    if not is_deep(value):
        yield value


def _lead(line: str) -> int:
    found = _STREAM_LEAD.match(line)
    return found.end() if found is not None else 0


def _sent(cleaner: _Cleaner, sent: Sent) -> Sent:
    headers = [
        (name, _request_header(cleaner, name, value))
        for name, value in sent.headers
        if name.lower() not in _OF_THE_TOOL
    ]
    return Sent(
        method=sent.method,
        url=_url(cleaner, without_loopback_port(sent.url)),
        headers=_sorted(headers),
        body=_body(cleaner, sent.body, sent.header("content-type"), answer=False),
    )


def _sorted(headers: Iterable[Pair]) -> tuple[Pair, ...]:
    return tuple(sorted(headers, key=lambda pair: pair[0].lower()))


def _request_header(cleaner: _Cleaner, name: str, value: str) -> str:
    if name.lower() == "cookie":
        pairs = (piece.strip().partition("=") for piece in value.split(";"))
        return "; ".join(f"{key}={_cookie(cleaner, key, text)}" for key, _, text in pairs)
    return MASK if name.lower() in cleaner.places.headers else cleaner.text(value, f"header {name.lower()}")


def _cookie(cleaner: _Cleaner, name: str, value: str) -> str:
    hidden = unquote(name) in cleaner.places.cookies or cleaner.places.hides(name)
    return MASK if hidden else cleaner.text(value, f"cookie {name}")


def _answer_header(cleaner: _Cleaner, name: str, value: str) -> Pair:
    lower = name.lower()
    if lower == "date":
        return name, _DATE
    if lower == "set-cookie":
        return name, f"{value.partition('=')[0].strip()}={MASK}"
    if lower == "location":
        return name, _url(cleaner, value)
    shown = MASK if lower in cleaner.places.headers else cleaner.text(value, f"header {lower}")
    return cleaner.safe(name), shown


def _split(url: str) -> tuple[str, str, str, str]:
    """(scheme and host, path, query, fragment) of an address, joined as `{}{}?{}#{}`."""
    try:
        parts = urlsplit(url)
    except ValueError:
        return "", url, "", ""
    start = f"{parts.scheme}://{parts.netloc}" if parts.netloc else f"{parts.scheme}:" if parts.scheme else ""
    return start, parts.path, parts.query, parts.fragment


def _url(cleaner: _Cleaner, url: str) -> str:
    start, path, query, fragment = _split(url)
    segments = "/".join(_segment(cleaner, segment) for segment in path.split("/"))
    pairs = "&".join(_query_pair(cleaner, pair) for pair in query.split("&")) if query else ""
    made = f"{cleaner.safe(start)}{segments}{'?' + pairs if query else ''}"
    return cleaner.safe(f"{made}#{cleaner.text(fragment, 'fragment')}" if fragment else made)


def _segment(cleaner: _Cleaner, segment: str) -> str:
    plain = unquote(segment)
    clean = cleaner.text(plain, "path")
    return segment if clean == plain else quote(clean, safe="*~")


def _query_pair(cleaner: _Cleaner, pair: str) -> str:
    name, equals, value = pair.partition("=")
    plain_name, plain = unquote_plus(name), unquote_plus(value)
    if plain_name in cleaner.places.query:
        return f"{name}{equals}{MASK}"
    hidden = cleaner.places.hides(plain_name) and plain != MASK
    clean = cleaner.secret(plain, f"query {plain_name}") if hidden else cleaner.text(plain, f"query {plain_name}")
    shown_name = cleaner.text(plain_name, "query", name=True)
    written = name if shown_name == plain_name else quote(shown_name, safe="*~")
    return f"{written}{equals}{value if clean == plain else quote(clean, safe='*~')}"


def _body(cleaner: _Cleaner, body: bytes, content_type: str, *, answer: bool) -> bytes:
    if not body:
        return body
    if is_multipart(content_type):
        return cleaner.safe(_multipart_body(cleaner, body.decode("latin-1"), answer=answer)).encode(
            "latin-1", "replace"
        )
    for codec in _codecs(body, content_type):
        try:
            text = body.decode(codec)
        except UnicodeDecodeError:
            continue
        kind = next((make for suits, make in _BODIES if suits(content_type)), _text_body)
        clean = cleaner.safe(kind(cleaner, text, answer=answer))
        if clean != text:
            return clean.encode(codec, "replace")
    return _bytes_without(cleaner, body)


def _codecs(body: bytes, content_type: str) -> Iterator[str]:
    """The character sets that a body may be in: what its header says, and what its bytes say."""
    yield from dict.fromkeys((codec_of(charset_of(content_type)) or "utf-8", json.detect_encoding(body), "utf-8"))


def _bytes_without(cleaner: _Cleaner, body: bytes) -> bytes:
    """Bytes of which each is a character, or every second or fourth: what is found is text within something else."""
    text = body.decode("latin-1")
    spread = text.replace("\0", "")
    if cleaner.safe(text) != text:
        return cleaner.safe(text).encode("latin-1", "replace")
    return body if cleaner.safe(spread) == spread else cleaner.safe(spread).encode("latin-1", "replace")


def _text_body(cleaner: _Cleaner, text: str, *, answer: bool) -> str:
    if cleaner.places.secret_paths(text, answer=answer):
        return cleaner.secret(text, _place((), answer=answer))
    return cleaner.text(text, "answer" if answer else "request")


def _form_body(cleaner: _Cleaner, text: str, *, answer: bool) -> str:
    paths = cleaner.places.secret_paths(dict(parse_qsl(text, keep_blank_values=True)), answer=answer)
    made = []
    for pair in text.split("&"):
        name, equals, value = pair.partition("=")
        plain, path = unquote_plus(value), (unquote_plus(name),)
        place = _place(path, answer=answer)
        clean = cleaner.secret(plain, place) if path in paths else cleaner.text(plain, place)
        made.append(f"{name}{equals}{value if clean == plain else quote(clean, safe='*~')}")
    return "&".join(made)


def _multipart_body(cleaner: _Cleaner, text: str, *, answer: bool) -> str:
    paths = cleaner.places.secret_paths(_parts(text), answer=answer)

    def part(found: re.Match[str]) -> str:
        plain, place = _utf8(found[3]), _place((found[2],), answer=answer)
        clean = cleaner.secret(plain, place) if (found[2],) in paths else cleaner.text(plain, place)
        return found[1] + (found[3] if clean == plain else clean.encode().decode("latin-1"))

    return _PART.sub(part, text)


def _json_body(cleaner: _Cleaner, text: str, *, answer: bool) -> str:
    value = next(_read(text), None)
    if not isinstance(value, dict | list | str):
        return _text_body(cleaner, text, answer=answer)
    return rewritten(text, _change(cleaner, value, answer=answer))


def _change(cleaner: _Cleaner, value: JsonValue, *, answer: bool) -> Change:
    paths = cleaner.places.secret_paths(value, answer=answer)

    def change(path: Path, found: str | float, name: bool) -> str | None:
        plain, place = str(found), _place(path, answer=answer)
        if path in paths and not name:
            clean = cleaner.secret(plain, place) if plain != MASK else plain
        else:
            clean = cleaner.text(plain, place, name=name)
        return None if clean == plain else clean

    return change


def _stream_body(cleaner: _Cleaner, text: str, *, answer: bool) -> str:
    def line(found: re.Match[str]) -> str:
        lead = _lead(found[0])
        return found[0][:lead] + _json_body(cleaner, found[0][lead:], answer=answer)

    return _LINE.sub(line, text)


_BODIES: tuple[tuple[Callable[[str], bool], Callable[..., str]], ...] = (
    (is_stream, _stream_body),
    (is_json, _json_body),
    (is_form, _form_body),
)
"""(which media types, how their text is cleaned), the first that fits."""
