"""Sample texts and numbers: readable, within every bound, the same in every process."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from decimal import Decimal
from fractions import Fraction
from itertools import islice
from typing import Any

from apiref_nb.model.media_types import mentions_json
from apiref_nb.schemas.limits import PATTERNS, SAMPLES
from apiref_nb.schemas.pattern_text import pattern_texts
from apiref_nb.schemas.text_patterns import matches, usable
from apiref_nb.text.json_value import JsonValue

FORMATS: Mapping[str, tuple[str, ...]] = {
    "date-time": ("2025-01-15T09:30:00Z", "2025-01-15T09:30:00.000Z"),
    "date": ("2025-01-15",),
    "date-time-local": ("2025-01-15T09:30:00",),
    "time": ("09:30:00Z",),
    "time-local": ("09:30:00",),
    "duration": ("P1D",),
    "email": ("user@example.com", "a@b.co"),
    "idn-email": ("user@example.com", "a@b.co"),
    "name-email": ("Ann <user@example.com>", "a@b.co"),
    "hostname": ("example.com", "a.co"),
    "idn-hostname": ("example.com", "a.co"),
    "ipv4": ("192.0.2.1",),
    "ip": ("192.0.2.1",),
    "ipv6": ("2001:db8::1",),
    "ipvanyaddress": ("192.0.2.1",),
    "cidr": ("192.0.2.0/24",),
    **dict.fromkeys(("ipv4network", "ipvanynetwork"), ("192.0.2.0/24",)),
    **dict.fromkeys(("ipv4interface", "ipvanyinterface"), ("192.0.2.1/24",)),
    "ipv6network": ("2001:db8::/32",),
    "ipv6interface": ("2001:db8::1/32",),
    "mac": ("00:00:5e:00:53:01",),
    "uri": ("https://example.com", "http://a.co", "a:b"),
    "url": ("https://example.com", "http://a.co", "a:b"),
    "uri-reference": ("https://example.com", "/path", "a"),
    "iri": ("https://example.com", "http://a.co", "a:b"),
    "iri-reference": ("https://example.com", "/path", "a"),
    "uri-template": ("https://example.com/{id}", "/{id}"),
    "uuid": ("123e4567-e89b-12d3-a456-426614174000",),
    **{f"uuid{version}": (f"123e4567-e89b-{version}2d3-a456-426614174000",) for version in range(1, 9)},
    "guid": ("123e4567-e89b-12d3-a456-426614174000",),
    "json-pointer": ("/name",),
    "relative-json-pointer": ("0",),
    "regex": ("^[a-z]+$", "a"),
    "byte": ("c3RyaW5n", "YWJj"),
    "base64": ("c3RyaW5n", "YWJj"),
    "base64url": ("c3RyaW5n", "YWJj"),
    "binary": ("binary",),
    "password": ("password", "Passw0rd!"),
    "int32": ("1",),
    "int64": ("1",),
    "uint32": ("1",),
    "uint64": ("1",),
    "float": ("1.5",),
    "double": ("1.5",),
    "decimal": ("1.50",),
    "google-datetime": ("2025-01-15T09:30:00Z",),
    "google-duration": ("3.5s",),
    "google-fieldmask": ("name",),
    "char": ("a",),
    "color": ("#336699",),
    "hexcolor": ("#336699",),
    "json-string": ("{}",),
    "media-range": ("application/json",),
    "bsonobjectid": ("507f1f77bcf86cd799439011",),
    "country-code": ("US",),
    "currency": ("USD",),
    "phone": ("+12025550123",),
    "unix-time": ("1736933400",),
    "http-date": ("Wed, 15 Jan 2025 09:30:00 GMT",),
    "semver": ("1.0.0",),
    "ulid": ("01ARZ3NDEKTSV4RRFFQ69G5FAV",),
    "bcp47": ("en-US",),
    "locale": ("en-US",),
    "timezone": ("Europe/Paris",),
}
"""Format -> sample texts, the best first."""

FAMILIAR = (
    "string", "abc", "ABC", "a", "A", "example", "Example", "EXAMPLE", "1", "12", "123", "1234", "12345", "123456",
    "1.5", "1.0", "1.0.0", "v1", "USD", "US", "en", "en-US", "en_US", "2025-01-15", "2025-01-15T09:30:00Z", "2025",
    "09:30", "user@example.com", "https://example.com", "example.com", "192.0.2.1", "#336699", "+12025550123", "100%",
    "/", "/path", "example-name", "example_name", "Example Name", "abc123", "ABC123", "Passw0rd!", "true", "file.txt",
    "application/json", "123e4567-e89b-12d3-a456-426614174000", "0123456789abcdef", "P1D", "*", "-", "",
)  # fmt: skip
"""Texts that are tried on a pattern before one is made for it."""

TIMES = {"unix-time": 1736933400, "timestamp": 1736933400, "unixtime": 1736933400, "unix-timestamp": 1736933400}
"""Format of a number -> the moment that the sample texts name."""


def texts(keywords: Mapping[str, Any], variant: int = 0) -> Iterator[str]:
    """Yield texts that meet the keywords, the most readable first; nothing when there is none.

    Args:
        keywords: what the text has to meet.
        variant: 0 for the sample, 1 for another text, and so on.
    """
    least, most = keywords.get("minLength", 0), keywords.get("maxLength")
    pattern = keywords.get("pattern")
    if least > SAMPLES.max_text_characters or (most is not None and most < least):
        return
    if pattern is not None:
        skip = variant
        seen: set[str] = set()
        for text in _candidates(keywords, pattern, least, most):
            if text in seen or not _fits(text, least, most) or not matches(pattern, text):
                continue
            seen.add(text)
            if skip:
                skip -= 1
                continue
            yield text
        return
    known = FORMATS.get(keywords.get("format", ""), ()) or _encoded(keywords)
    for text in known:
        changed = _changed_format(text, variant)
        if _fits(changed, least, most):
            yield changed
    base = known[0] if known and len(known[0]) < least else "string"
    yield _fitted(base, least, most, variant)


def several(keywords: Mapping[str, Any], others: list[str], variant: int = 0) -> Iterator[str]:
    """Yield texts that meet several patterns; they are asked one by one, and joined: `^a` and `z$` give `az`.

    Args:
        keywords: what the text has to meet.
        others: further patterns that it has to match.
        variant: 0 for the sample, 1 for another text, and so on.
    """
    least, most = keywords.get("minLength", 0), keywords.get("maxLength")
    patterns = [pattern for pattern in (*others, keywords.get("pattern", "")) if pattern and usable(pattern)]
    offered = [
        list(islice(_candidates(keywords, pattern, least, most), PATTERNS.max_candidates)) for pattern in patterns
    ]
    made = [next(pattern_texts(pattern, least=0, most=most), "") for pattern in patterns]
    joined = (f"{first}{middle}{last}" for first in made for middle in ("", "string") for last in made)
    skip = variant
    for text in dict.fromkeys((*(text for texts in offered for text in texts), *joined)):
        if _fits(text, least, most) and all(matches(pattern, text) for pattern in patterns):
            if not skip:
                yield text
            skip = max(0, skip - 1)


def _candidates(keywords: Mapping[str, Any], pattern: str, least: int, most: int | None) -> Iterator[str]:
    yield from FORMATS.get(keywords.get("format", ""), ())
    if "(?=" in pattern:
        # Several demands on one text are what passwords are asked for.
        yield from ("Passw0rd!", "Passw0rd!Passw0rd!")
    yield from (text for text in FAMILIAR if _fits(text, least, most))
    yield from pattern_texts(pattern, least=least, most=most)
    for text in FAMILIAR:
        yield _fitted(text, least, most, 0)
    for length in (least, most if most is not None and most <= 256 else least + 1):
        for c in "a1A0":
            yield c * length


def _encoded(keywords: Mapping[str, Any]) -> tuple[str, ...]:
    if keywords.get("contentEncoding") in ("base64", "base64url"):
        return FORMATS["base64"]
    return ("{}",) if mentions_json(str(keywords.get("contentMediaType", ""))) else ()


def _fits(text: str, least: int, most: int | None) -> bool:
    return least <= len(text) and (most is None or len(text) <= most)


def _fitted(text: str, least: int, most: int | None, variant: int) -> str:
    mark = str(variant) if variant else ""
    if len(text) + len(mark) < least:
        text = (text or "a") * (least // (len(text) or 1) + 1)
        text = text[: least - len(mark)]
    if most is not None:
        text = text[: max(0, most - len(mark))]
        if len(text) + len(mark) > most:
            return chr(ord("a") + variant % 26) * most
    return text + mark


def _changed_format(text: str, variant: int) -> str:
    """Return a format's text with its last lower-case letter or digit changed: another text of the same form."""
    if not variant:
        return text
    for at in range(len(text) - 1, -1, -1):
        if text[at] in "0123456789" and (at == 0 or text[at - 1] not in "v"):
            low, high = "0", 9
            moved = (int(text[at]) - int(low) + variant) % (high + 1)
            return f"{text[:at]}{moved}{text[at + 1 :]}"
    at = next((i for i, c in enumerate(text) if c.isalpha() and "@" in text), -1)
    if at >= 0:
        return f"{text[:at]}{text[at]}{variant}{text[at + 1 :]}"
    return f"{text}/{variant}" if "://" in text else f"{text}{variant}"


def number(keywords: Mapping[str, Any], *, integer: bool, variant: int = 0) -> int | float | None:
    """Return a number within the bounds, or None when there is none.

    Args:
        keywords: what the number has to meet.
        integer: True for a whole one.
        variant: 0 for the sample, 1 for another number, and so on.
    """
    low, low_open = _bound(keywords.get("minimum"), keywords.get("exclusiveMinimum"), max)
    high, high_open = _bound(keywords.get("maximum"), keywords.get("exclusiveMaximum"), min)
    step = _exact(keywords["multipleOf"]) if "multipleOf" in keywords else None
    if integer:
        step = Fraction(1) if step is None else Fraction(step.numerator)
    start = _exact(TIMES.get(keywords.get("format", ""), 1)) if integer or step is not None else Fraction(3, 2)
    if step is not None:
        return _stepped(step, start, low, high, low_open=low_open, high_open=high_open, variant=variant)
    return _free(start, low, high, low_open=low_open, high_open=high_open, variant=variant)


def _exact(value: float) -> Fraction:
    return Fraction(Decimal(repr(value)))


def _bound(inclusive: JsonValue, exclusive: JsonValue, choose: JsonValue) -> tuple[Fraction | None, bool]:
    given = [_exact(n) for n in (inclusive, exclusive) if n is not None]
    if not given:
        return None, False
    bound: Fraction = choose(given)
    return bound, exclusive is not None and _exact(exclusive) == bound


def _stepped(
    step: Fraction, start: Fraction, low: Fraction | None, high: Fraction | None, *, low_open: bool, high_open: bool,
    variant: int,
) -> int | float | None:  # fmt: skip
    count = max(1, math.ceil(start / step)) if start > 1 or step <= 1 else 1
    if step < 1:
        count = math.ceil(1 / step)
    first = math.ceil(low / step) if low is not None else None
    if first is not None and low_open and first * step == low:
        first += 1
    last = math.floor(high / step) if high is not None else None
    if last is not None and high_open and last * step == high:
        last -= 1
    if first is not None and last is not None and first > last:
        return None
    if first is not None:
        count = max(count, first)
    if last is not None:
        count = min(count, last)
    moved = count + variant
    if first is not None and moved < first:
        return None
    if last is not None and moved > last:
        moved = count - (moved - last)
        if first is not None and moved < first:
            return None
    return _as_number(moved * step)


def _free(
    start: Fraction, low: Fraction | None, high: Fraction | None, *, low_open: bool, high_open: bool, variant: int
) -> int | float | None:
    value = start + variant
    if low is not None and (value < low or (low_open and value == low)):
        value = Fraction(math.floor(low) + 1 if low_open or low != math.floor(low) else low) + abs(variant)
    if high is not None and (value > high or (high_open and value == high)):
        value = Fraction(math.ceil(high) - 1 if high_open or high != math.ceil(high) else high) - abs(variant)
        if low is not None and (value < low or (low_open and value == low)):
            if low == high and not low_open and not high_open and not variant:
                return _as_number(low)
            if low >= high:
                return None
            value = low + (high - low) / (2 + abs(variant))
    return _as_number(value)


def _as_number(value: Fraction) -> int | float:
    if value.denominator == 1:
        return int(value)
    try:
        return float(value)
    except OverflowError:
        return int(value)
