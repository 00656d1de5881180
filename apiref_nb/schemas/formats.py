"""Formats that a value is held against, on demand: which are known, what each asks for, and how it is judged.

`format` is a note in JSON Schema, and a promise in an API: clients check it, pages and samples do not. Texts are judged
by the engine, whole numbers by their bounds. Called by `constraints`, `engine` and `faults`.
"""

from __future__ import annotations

import base64
import binascii
from collections.abc import Callable, Mapping

TEXT_FORMATS: Mapping[str, str] = {
    "date-time": "a date and time of RFC 3339, such as 2024-05-17T12:00:00Z",
    "date": "a date of RFC 3339, such as 2024-05-17",
    "time": "a time of RFC 3339, such as 12:00:00Z",
    "duration": "a duration of RFC 3339, such as P1DT12H",
    "email": "an email address",
    "idn-email": "an email address",
    "hostname": "a host name",
    "idn-hostname": "a host name",
    "ipv4": "an IPv4 address, such as 192.0.2.1",
    "ipv6": "an IPv6 address, such as 2001:db8::1",
    "uri": "a whole URI of RFC 3986, such as https://example.com/a",
    "uri-reference": "a URI reference of RFC 3986",
    "uri-template": "a URI template of RFC 6570",
    "iri": "a whole IRI of RFC 3987",
    "iri-reference": "an IRI reference of RFC 3987",
    "uuid": "a UUID, such as 123e4567-e89b-12d3-a456-426614174000",
    "json-pointer": "a JSON Pointer of RFC 6901",
    "relative-json-pointer": "a relative JSON Pointer",
    "regex": "a regular expression",
    "byte": "base64 of RFC 4648",
}
"""Format of text -> what it asks for, in words."""

NUMBER_FORMATS: Mapping[str, tuple[int, int]] = {
    "int8": (-(2**7), 2**7 - 1),
    "int16": (-(2**15), 2**15 - 1),
    "int32": (-(2**31), 2**31 - 1),
    "int64": (-(2**63), 2**63 - 1),
    "uint8": (0, 2**8 - 1),
    "uint16": (0, 2**16 - 1),
    "uint32": (0, 2**32 - 1),
    "uint64": (0, 2**64 - 1),
}
"""Format of whole numbers -> (least, most)."""

FORMATS = frozenset({*TEXT_FORMATS, *NUMBER_FORMATS})
"""Every format that can be held against a value."""

NO_FORMATS: frozenset[str] = frozenset()
"""What is held against a value that is only shown."""


def judges(formats: frozenset[str]) -> dict[str, Callable[[str], bool]]:
    """Return the tests of text that the engine does not have: format -> test.

    Args:
        formats: those that are held against values; the others of the engine let everything through.
    """
    ignored = dict.fromkeys(TEXT_FORMATS.keys() - formats, _anything)
    return {"byte": _is_base64, **ignored}


def within_bounds(assertions: dict[str, object], name: str) -> None:
    """Narrow `minimum` and `maximum` to those of a format of whole numbers.

    Args:
        assertions: keyword to value; changed in place.
        name: the format.
    """
    least, most = NUMBER_FORMATS[name]
    for keyword, bound, narrower in (("minimum", least, max), ("maximum", most, min)):
        given = assertions.get(keyword)
        assertions[keyword] = narrower(given, bound) if isinstance(given, int | float) else bound


def _anything(_text: str) -> bool:
    return True


def _is_base64(text: str) -> bool:
    try:
        base64.b64decode(text, validate=True)
    except (binascii.Error, ValueError):
        return False
    return True
