"""Secrets found again in what a server sends back, in every form in which they were sent or can be derived.

Text and secrets come in, the text with `***` in their places goes out. A server may percent-encode, escape for JSON or
HTML, all of that upon each other, write base64 (alone, or of something longer), or cut short: instead of listing
spellings, the text is read as those who undo them read it, and what is found is traced back to where it stands.
"""

from __future__ import annotations

import re
from base64 import b64encode
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from urllib.parse import quote

from apiref_nb.requests.limits import SECRETS

MASK = "***"
"""What stands where a secret would stand."""


_ESCAPE = re.compile(
    r"((?:%[0-9A-Fa-f]{2})+)"
    r"|\\u([dD][89abAB][0-9A-Fa-f]{2})\\u([dD][c-fC-F][0-9A-Fa-f]{2})"
    r"|\\u([0-9A-Fa-f]{4})|\\x([0-9A-Fa-f]{2})|\\([\"'\\/bfnrt])"
    r"|&#0*([0-9]{1,7});|&#[xX]0*([0-9A-Fa-f]{1,6});|&(amp|lt|gt|quot|apos);"
)
_ESCAPED = {"b": "\b", "f": "\f", "n": "\n", "r": "\r", "t": "\t"}
_ENTITIES = {"amp": "&", "lt": "<", "gt": ">", "quot": '"', "apos": "'"}
_BREAK = re.compile(r"\r?\n")
_DOTS = "(?:\\.\\.\\.|…|\xe2\x80\xa6)"
"""How a text is marked where it is cut; the last is the sign in UTF-8 that somebody took for Latin-1."""
_CUT_AFTER = re.compile(f" ?{_DOTS}")
_CUT_BEFORE = re.compile(f"{_DOTS} ?\\Z")
_BASE64_AFTER = re.compile(r"[A-Za-z0-9+/]*={0,2}")
_URL_SAFE = str.maketrans("-_", "+/")
_LOWER = str.maketrans("ABCDEFGHIJKLMNOPQRSTUVWXYZ", "abcdefghijklmnopqrstuvwxyz")
"""Upper and lower case are one: header names and media types are shown in lower case. Of ASCII alone, so that no
character becomes two."""

Span = tuple[int, int]
Unescape = Callable[[re.Match[str]], Iterable[tuple[str, int]]]


@dataclass(frozen=True, slots=True)
class _Reading:
    """A text as somebody reads it who undoes its escapes, and where each character stands in what was sent."""

    text: str
    starts: Sequence[int]
    ends: Sequence[int]

    def source(self, start: int, end: int) -> Span:
        return self.starts[start], self.ends[end - 1]

    def replaced(self, pattern: re.Pattern[str], read: Unescape) -> _Reading:
        """Return the reading in which each match is what `read` makes of it: (character, characters it takes)."""
        pieces: list[str] = []
        starts: list[int] = []
        ends: list[int] = []
        at = 0
        for found in pattern.finditer(self.text):
            pieces.append(self.text[at : found.start()])
            starts += self.starts[at : found.start()]
            ends += self.ends[at : found.start()]
            here = found.start()
            for character, length in read(found):
                pieces.append(character)
                starts.append(self.starts[here])
                ends.append(self.ends[here + length - 1])
                here += length
            at = found.end()
        return _Reading("".join((*pieces, self.text[at:])), [*starts, *self.starts[at:]], [*ends, *self.ends[at:]])


def masker(secrets: Iterable[str], joined: str = "") -> Callable[[str], str]:
    """Return a function that gives a text without the secrets in it; those under 6 characters are left alone.

    Args:
        secrets: what is held, as plain text.
        joined: user name and password as HTTP Basic joins them; its base64 is looked for whatever its length.
    """
    plain = {secret for secret in secrets if len(secret) >= SECRETS.min_masked_characters}
    sent = {b64encode(joined.encode(coding, "replace")).decode().rstrip("=") for coding in ("utf-8", "latin-1")}
    sent = {text for text in sent if joined and len(text) >= SECRETS.min_masked_characters}
    encoded = {
        *plain,
        *sent,
        *({joined} if len(joined) >= SECRETS.min_masked_characters else ()),
        *(quote(s, safe="~") for s in plain),
    }
    words = sorted({form.translate(_LOWER) for secret in plain for form in _forms(secret)}, key=len, reverse=True)
    windows = sorted(
        {
            window
            for text in encoded
            for core in _cores(text)
            for window in (core[: SECRETS.window_characters], core[-SECRETS.window_characters :])
        }
        | {text.translate(_LOWER) for text in sent}
    )

    def masked(text: str) -> str:
        spans: list[Span] = []
        reading = _Reading(text, range(len(text)), range(1, len(text) + 1))
        for _ in range(SECRETS.max_layers):
            spans += _plain_spans(reading, words)
            _add_base64(reading, windows, spans)
            if "\n" in reading.text:
                _add_base64(reading.replaced(_BREAK, lambda _: ()), windows, spans)
            if _ESCAPE.search(reading.text) is None:
                break
            reading = reading.replaced(_ESCAPE, _unescaped)
        return _without(text, spans)

    return masked if words or windows else str


def _forms(secret: str) -> Iterator[str]:
    """What is left of a secret when every escape is undone, but for how a form writes blanks."""
    yield secret
    yield secret.replace(" ", "+")
    yield secret.encode(errors="replace").decode("latin-1")  # UTF-8 that somebody took for the other


def _cores(text: str) -> Iterator[str]:
    """The characters that base64 of anything with this text in it holds, for each of the three ways it can begin."""
    for coding in ("utf-8", "latin-1"):
        data = text.encode(coding, "replace")
        for before in range(3):
            written = b64encode(bytes(before) + data).decode()
            yield written[(8 * before + 5) // 6 : 8 * (before + len(data)) // 6].translate(_LOWER)


def _plain_spans(reading: _Reading, words: Iterable[str]) -> Iterator[Span]:
    """Every whole secret, and the beginning or end of one where something was cut."""
    text = reading.text.translate(_LOWER)
    for word in words:
        for start in _places(text, word):
            yield reading.source(start, start + len(word))
        for start in _places(text, word[: SECRETS.min_masked_characters]):
            end = start + _common(text[start : start + len(word)], word)
            if _CUT_AFTER.match(text, end):
                yield reading.source(start, end)
        for start in _places(text, word[-SECRETS.min_masked_characters :]):
            end = start + SECRETS.min_masked_characters
            begin = end - _common(text[max(0, end - len(word)) : end][::-1], word[::-1])
            if _CUT_BEFORE.search(text, max(0, begin - 4), begin):
                yield reading.source(begin, end)


def _add_base64(reading: _Reading, windows: Iterable[str], spans: list[Span]) -> None:
    """Add every run of base64 in which a window stands, but for those that are found already."""
    text = reading.text.translate(_URL_SAFE)
    lower = text.translate(_LOWER)
    for window in windows:
        done = 0
        for start in _places(lower, window):
            where = reading.source(start, start + len(window))
            if start < done or any(begin <= where[0] and where[1] <= end for begin, end in spans):
                continue
            after = _BASE64_AFTER.match(text, start + len(window))
            done = after.end() if after else start + len(window)
            spans.append(reading.source(_run_start(text, start), done))


def _run_start(text: str, at: int) -> int:
    while at and ((text[at - 1].isalnum() and text[at - 1].isascii()) or text[at - 1] in "+/"):
        at -= 1
    return at


def _places(text: str, word: str) -> Iterator[int]:
    at = text.find(word)
    while at >= 0:
        yield at
        at = text.find(word, at + 1)


def _common(one: str, other: str) -> int:
    """The number of characters with which both begin."""
    return next((at for at, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other)))


def _unescaped(found: re.Match[str]) -> Iterator[tuple[str, int]]:
    """Each character that an escape stands for, with the number of characters that write it."""
    percent, high, low, unit, byte, single, decimal, hexadecimal, entity = found.groups()
    if percent:
        data = bytes.fromhex(percent.replace("%", ""))
        try:
            yield from ((character, 3 * len(character.encode())) for character in data.decode())
        except UnicodeDecodeError:
            yield from ((chr(one), 3) for one in data)
        return
    if high:
        code = 0x10000 + ((int(high, 16) - 0xD800) << 10) + int(low, 16) - 0xDC00
    elif unit or byte or hexadecimal:
        code = int(unit or byte or hexadecimal, 16)
    elif decimal:
        code = int(decimal)
    else:
        code = ord(_ENTITIES[entity] if entity else _ESCAPED.get(single, single))
    yield (chr(code) if code < 0x110000 else "\ufffd"), found.end() - found.start()


def _without(text: str, spans: Iterable[Span]) -> str:
    pieces: list[str] = []
    at = 0
    for start, end in sorted(spans):
        if start >= at:
            pieces += (text[at:start], MASK)
        at = max(at, end)
    return "".join((*pieces, text[at:]))
