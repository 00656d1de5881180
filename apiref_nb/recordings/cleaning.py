"""Exchanges without their secrets: what may be written into a file.

A raw `Exchange`, the places of its secrets and the credentials' mask come in; the exchange that is recorded goes out.
Credentials become `***`; other secrets, such as a token in an answer or a password in a form, become stand-ins. Two
steps: first every secret is met, then everything is cleaned of it, for an answer may repeat what its request held.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from urllib.parse import parse_qsl, quote, unquote, unquote_plus, urlsplit

from apiref_nb.model.media_types import essence
from apiref_nb.recordings.body_cleaning import Cleaner, clean_body, meet_body
from apiref_nb.recordings.exchanges import OF_TRANSFER, Exchange, Sent
from apiref_nb.recordings.matching import without_loopback_port
from apiref_nb.recordings.places import Places
from apiref_nb.recordings.stand_ins import Masked, StandIns
from apiref_nb.requests.masking import MASK
from apiref_nb.requests.wire import Pair

_OF_THE_TOOL = frozenset({"user-agent", "accept-encoding", "host", "connection", "content-length", "transfer-encoding"})
"""Headers of a request that say nothing about it."""

_DATE = "Thu, 01 Jan 1970 00:00:00 GMT"


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
    headers = [_answer_header(cleaner, *pair) for pair in exchange.headers if pair[0].lower() not in OF_TRANSFER]
    return replace(
        exchange,
        sent=_sent(cleaner, exchange.sent),
        headers=_sorted(headers),
        body=clean_body(cleaner, exchange.body, exchange.content_type, answer=True),
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


def _cleaner(sent: Sent, places: Places, stand_ins: StandIns, masked: Masked) -> Cleaner:
    return Cleaner(places, stand_ins, masked, f"{sent.method} {essence(sent.media_type)}")


def _meet(cleaner: Cleaner, exchange: Exchange) -> None:
    """Learn the secrets of a request and its answer."""
    _meet_request(cleaner, exchange.sent)
    for name, value in exchange.headers:
        lower = name.lower()
        if lower == "location":
            _meet_query(cleaner, value)
        elif cleaner.places.hides(name) and lower not in cleaner.places.headers:
            cleaner.secret(value, f"header {lower}")
    meet_body(cleaner, exchange.body, exchange.content_type, answer=True)


def _meet_request(cleaner: Cleaner, sent: Sent) -> None:
    for value in cleaner.places.path:
        cleaner.secret(value, "path")
    _meet_query(cleaner, sent.url)
    for name, value in sent.headers:
        if cleaner.places.hides(name) and name.lower() not in cleaner.places.headers:
            cleaner.secret(value, f"header {name.lower()}")
    meet_body(cleaner, sent.body, sent.header("content-type"), answer=False)


def _meet_query(cleaner: Cleaner, url: str) -> None:
    for name, value in parse_qsl(_split(url)[2], keep_blank_values=True):
        if cleaner.places.hides(name) and name not in cleaner.places.query and value != MASK:
            cleaner.secret(value, f"query {name}")


def _sent(cleaner: Cleaner, sent: Sent) -> Sent:
    headers = [
        (name, _request_header(cleaner, name, value))
        for name, value in sent.headers
        if name.lower() not in _OF_THE_TOOL
    ]
    return Sent(
        method=sent.method,
        url=_url(cleaner, without_loopback_port(sent.url)),
        headers=_sorted(headers),
        body=clean_body(cleaner, sent.body, sent.header("content-type"), answer=False),
    )


def _sorted(headers: Iterable[Pair]) -> tuple[Pair, ...]:
    return tuple(sorted(headers, key=lambda pair: pair[0].lower()))


def _request_header(cleaner: Cleaner, name: str, value: str) -> str:
    if name.lower() == "cookie":
        pairs = (piece.strip().partition("=") for piece in value.split(";"))
        return "; ".join(f"{key}={_cookie(cleaner, key, text)}" for key, _, text in pairs)
    return MASK if name.lower() in cleaner.places.headers else cleaner.text(value, f"header {name.lower()}")


def _cookie(cleaner: Cleaner, name: str, value: str) -> str:
    hidden = unquote(name) in cleaner.places.cookies or cleaner.places.hides(name)
    return MASK if hidden else cleaner.text(value, f"cookie {name}")


def _answer_header(cleaner: Cleaner, name: str, value: str) -> Pair:
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


def _url(cleaner: Cleaner, url: str) -> str:
    start, path, query, fragment = _split(url)
    segments = "/".join(_segment(cleaner, segment) for segment in path.split("/"))
    pairs = "&".join(_query_pair(cleaner, pair) for pair in query.split("&")) if query else ""
    made = f"{cleaner.safe(start)}{segments}{'?' + pairs if query else ''}"
    return cleaner.safe(f"{made}#{cleaner.text(fragment, 'fragment')}" if fragment else made)


def _segment(cleaner: Cleaner, segment: str) -> str:
    plain = unquote(segment)
    clean = cleaner.text(plain, "path")
    return segment if clean == plain else quote(clean, safe="*~")


def _query_pair(cleaner: Cleaner, pair: str) -> str:
    name, equals, value = pair.partition("=")
    plain_name, plain = unquote_plus(name), unquote_plus(value)
    if plain_name in cleaner.places.query:
        return f"{name}{equals}{MASK}"
    hidden = cleaner.places.hides(plain_name) and plain != MASK
    clean = cleaner.secret(plain, f"query {plain_name}") if hidden else cleaner.text(plain, f"query {plain_name}")
    shown_name = cleaner.text(plain_name, "query", name=True)
    written = name if shown_name == plain_name else quote(shown_name, safe="*~")
    return f"{written}{equals}{value if clean == plain else quote(clean, safe='*~')}"
