"""Whether an answer is what the document declares: status, media type, headers, body; each mismatch with its place.

An operation and what came back come in; (place, message) tuples go out. Called by `reply`; what a schema allows is the
business of `schemas.all_faults`.
"""

from __future__ import annotations

import httpx

from apiref_nb.client.limits import REPLIES
from apiref_nb.describing.reply import Mismatch
from apiref_nb.model import ApiHeader, ApiOperation, ApiResponse, MediaType, Schema
from apiref_nb.model.media_types import covering, essence, is_json
from apiref_nb.requests.typed_bodies import is_binary
from apiref_nb.requests.value_checks import faults, joined
from apiref_nb.requests.values import value_from_text
from apiref_nb.schemas.constraints import Rules
from apiref_nb.schemas.formats import FORMATS
from apiref_nb.text.invisible_characters import visible_line
from apiref_nb.transport.charsets import decoded
from apiref_nb.transport.deadline import OutOfTimeError, running
from apiref_nb.transport.json_values import JsonError, JsonTooDeepError, is_deep, json_value
from apiref_nb.transport.limits import LIMITS

_TOO_DEEP = f"is nested deeper than {LIMITS.max_json_levels} levels, and is not compared with the document"
_WITHOUT_BODY = frozenset({204, 205, 304})


def mismatches(
    operation: ApiOperation, status: int, headers: httpx.Headers, body: bytes, formats: frozenset[str] = FORMATS
) -> tuple[Mismatch, ...]:
    """Return where an answer differs from the document, at most 20 places; within the running deadline.

    What is taken apart in one go takes time in proportion to its size; the time is looked at between.

    Args:
        operation: what was called.
        status: of the answer.
        headers: as received.
        body: decompressed.
        formats: those that texts and numbers are held against.
    """
    declared = operation.response_for(status)
    if declared is None:
        known = ", ".join(visible_line(response.status_code) for response in operation.responses) or "nothing"
        return (("status", f"{status} is not declared; the document declares {known}"),)
    found: list[Mismatch] = []
    try:
        found += _header_mismatches(declared, headers, formats)
        if operation.method != "HEAD" and status not in _WITHOUT_BODY:
            found += _body_mismatches(declared, headers.get("content-type", ""), body, formats)
    except OutOfTimeError:
        found.append(("body", f"is not compared with the document: it took over the {running().seconds:.3g} s left"))
    return tuple(found[: REPLIES.max_mismatches])


def _header_mismatches(declared: ApiResponse, headers: httpx.Headers, formats: frozenset[str]) -> list[Mismatch]:
    found: list[Mismatch] = []
    for header in declared.headers:
        place = f"header {visible_line(header.name)}"
        # No answer has a header with such a name, and httpx would not look for it.
        text = headers.get(header.name) if header.name.isascii() else None
        if header.name.lower() == "content-type":
            continue
        if text is None:
            if header.required:
                found.append((place, "is required"))
        elif header.schema is not None:
            value = value_from_text(header.schema, text)
            wrong = value_mismatches(place, header.schema, value, formats)
            found += wrong if wrong and not _has_other_reading(header, text, formats) else []
    return found


def _has_other_reading(header: ApiHeader, text: str, formats: frozenset[str]) -> bool:
    """True when the items or members that a header joins, or the JSON in it, are as the document declares."""
    from apiref_nb.mock.wire_values import header_readings  # noqa: PLC0415 - for what looks wrong alone

    readings = header_readings(header, text)
    return any(not value_mismatches("", header.schema, value, formats) for value in readings)


def _body_mismatches(declared: ApiResponse, media_type: str, body: bytes, formats: frozenset[str]) -> list[Mismatch]:
    if not declared.content:
        return []
    allowed = ", ".join(visible_line(media.media_type) for media in declared.content)
    if not body:
        return [("body", f"is empty; the document declares {allowed}")]
    if not media_type:
        return [("media type", f"is not given; the document declares {allowed}")]
    media = covering(declared.content, media_type)
    if media is None:
        return [("media type", f"{visible_line(essence(media_type))} is not declared; the document declares {allowed}")]
    return _content_mismatches(media, media_type, body, formats)


def _content_mismatches(media: MediaType, media_type: str, body: bytes, formats: frozenset[str]) -> list[Mismatch]:
    if is_json(media_type) and not is_binary(media.schema):
        try:
            value = json_value(body, strict=True)
        except JsonTooDeepError:
            return [("body", _TOO_DEEP)]
        except JsonError as exc:
            return [("body", f"is not valid JSON ({exc})")]
        return value_mismatches("body", media.schema, value, formats)
    if essence(media_type).startswith("text/plain"):
        return value_mismatches(
            "body", media.schema, value_from_text(media.schema, decoded(body, media_type).text), formats
        )
    return []


def value_mismatches(
    place: str, schema: Schema | None, value: object, formats: frozenset[str], rules: Rules | None = None
) -> list[Mismatch]:
    """Return where a value differs from its schema; within the running deadline.

    Args:
        place: how the value is called.
        schema: what the document declares; None allows everything.
        value: JSON data.
        formats: those that texts and numbers are held against.
        rules: what is known of the document's schemas already; None for nothing.
    """
    go_on = running().left
    go_on()
    if is_deep(value):
        return [(place, _TOO_DEEP)]
    found = faults(schema, value, "response", go_on=go_on, formats=formats, rules=rules)
    return [(joined(place, fault.path), str(fault)) for fault in found]
