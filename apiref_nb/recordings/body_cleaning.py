"""Bodies without their secrets, every other byte as it was.

A body and a `Cleaner` come in, bytes go out. `cleaning` calls it for both halves of an exchange: first every secret is
met, then everything is cleaned of it. A body in which none stands, however it is spelled, stays as it is.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from urllib.parse import parse_qsl, quote, unquote_plus

from apiref_nb.model.media_types import is_form, is_json, is_multipart, is_stream
from apiref_nb.recordings.json_strings import Change, Path, rewritten
from apiref_nb.recordings.places import Places
from apiref_nb.recordings.stand_ins import Masked, StandIns
from apiref_nb.requests.masking import MASK
from apiref_nb.text.json_value import JsonValue
from apiref_nb.transport.charsets import charset_of, codec_of
from apiref_nb.transport.json_values import is_deep

_LINE = re.compile(r"[^\n\x1e]+")
_PART = re.compile(r'(\bname="([^"]*)"[^\r\n]*\r\n(?:[^\r\n]+\r\n)*\r\n)(.*?)(?=\r\n--)', re.DOTALL)
_STREAM_LEAD = re.compile(r"\s*(?:data:\s?)?")


@dataclass(frozen=True, slots=True)
class Cleaner:
    """What is known while one exchange is cleaned."""

    places: Places
    stand_ins: StandIns
    masked: Masked
    where: str
    """How the request is called where a secret's place is named."""

    def text(self, text: str, place: str, *, name: bool = False) -> str:
        """Return a text without the secrets in it; see `StandIns.clean`."""
        return self.stand_ins.clean(text, self.masked, f"{self.where} {place}", name=name)

    def secret(self, text: str, place: str) -> str:
        """Return what stands for a secret; see `StandIns.of`."""
        return self.stand_ins.of(text, f"{self.where} {place}")

    def is_clean(self, text: str) -> bool:
        """True for a text in which no secret stands, however it is spelled: most are, and stay as they are."""
        return self.safe(text) == text and not self.stand_ins.stands_in(text)

    def safe(self, text: str) -> str:
        """The last look at a text as a whole: what is no part of one value is found here."""
        return self.stand_ins.masked(self.masked(text))


def meet_body(cleaner: Cleaner, body: bytes, content_type: str, *, answer: bool) -> None:
    """Learn the secrets of a body.

    Args:
        cleaner: keeps them.
        body: as it travelled.
        content_type: how it is read.
        answer: whether it is the body of the answer.
    """
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


def clean_body(cleaner: Cleaner, body: bytes, content_type: str, *, answer: bool) -> bytes:
    """Return a body without its secrets.

    Args:
        cleaner: knows them.
        body: as it travelled.
        content_type: how it is read.
        answer: whether it is the body of the answer.
    """
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
        if cleaner.is_clean(text) and not _has_places(cleaner, body, content_type, answer=answer):
            if codec == "utf-8" and "\0" not in text:
                return body
            break  # bytes that only look like this character set may be text in another
        kind = next((make for suits, make in _BODIES if suits(content_type)), _text_body)
        return cleaner.safe(kind(cleaner, text, answer=answer)).encode(codec, "replace")
    return _bytes_without(cleaner, body)


def _has_places(cleaner: Cleaner, body: bytes, content_type: str, *, answer: bool) -> bool:
    return any(cleaner.places.secret_paths(value, answer=answer) for value in _values(body, content_type))


def _codecs(body: bytes, content_type: str) -> Iterator[str]:
    """The character sets that a body may be in: what its header says, and what its bytes say."""
    yield from dict.fromkeys((codec_of(charset_of(content_type)) or "utf-8", json.detect_encoding(body), "utf-8"))


def _bytes_without(cleaner: Cleaner, body: bytes) -> bytes:
    """Bytes of which each is a character, or every second or fourth: what is found is text within something else."""
    text = body.decode("latin-1")
    spread = text.replace("\0", "")
    if cleaner.safe(text) != text:
        return cleaner.safe(text).encode("latin-1", "replace")
    return body if cleaner.safe(spread) == spread else cleaner.safe(spread).encode("latin-1", "replace")


def _text_body(cleaner: Cleaner, text: str, *, answer: bool) -> str:
    if cleaner.places.secret_paths(text, answer=answer):
        return cleaner.secret(text, _place((), answer=answer))
    return cleaner.text(text, "answer" if answer else "request")


def _form_body(cleaner: Cleaner, text: str, *, answer: bool) -> str:
    paths = cleaner.places.secret_paths(dict(parse_qsl(text, keep_blank_values=True)), answer=answer)
    made = []
    for pair in text.split("&"):
        name, equals, value = pair.partition("=")
        plain, path = unquote_plus(value), (unquote_plus(name),)
        place = _place(path, answer=answer)
        clean = cleaner.secret(plain, place) if path in paths else cleaner.text(plain, place)
        made.append(f"{name}{equals}{value if clean == plain else quote(clean, safe='*~')}")
    return "&".join(made)


def _multipart_body(cleaner: Cleaner, text: str, *, answer: bool) -> str:
    paths = cleaner.places.secret_paths(_parts(text), answer=answer)

    def part(found: re.Match[str]) -> str:
        plain, place = _utf8(found[3]), _place((found[2],), answer=answer)
        clean = cleaner.secret(plain, place) if (found[2],) in paths else cleaner.text(plain, place)
        return found[1] + (found[3] if clean == plain else clean.encode().decode("latin-1"))

    return _PART.sub(part, text)


def _json_body(cleaner: Cleaner, text: str, *, answer: bool) -> str:
    value = next(_read(text), None)
    if not isinstance(value, dict | list | str):
        return _text_body(cleaner, text, answer=answer)
    return rewritten(text, _change(cleaner, value, answer=answer))


def _change(cleaner: Cleaner, value: JsonValue, *, answer: bool) -> Change:
    paths = cleaner.places.secret_paths(value, answer=answer)

    def change(path: Path, found: str | float, name: bool) -> str | None:
        plain, place = str(found), _place(path, answer=answer)
        if path in paths and not name:
            clean = cleaner.secret(plain, place) if plain != MASK else plain
        else:
            clean = cleaner.text(plain, place, name=name)
        return None if clean == plain else clean

    return change


def _stream_body(cleaner: Cleaner, text: str, *, answer: bool) -> str:
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
