"""The values of parameters as they travelled, read back: the inverse of `requests.wire`, style by style.

What travels does not say what it was: `1,2` is a text and a list. So the readings that a schema allows are offered, the
most likely first, and `judging` takes the first that the schema lets pass.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Any
from urllib.parse import unquote, unquote_plus

from apiref_nb.mock.deep_objects import deep_object
from apiref_nb.mock.limits import REQUESTS
from apiref_nb.mock.received import Received, TooManyError, pairs, split
from apiref_nb.model import ApiHeader, ApiParameter, Encoding, MediaType, Schema
from apiref_nb.model.media_types import is_form, is_json
from apiref_nb.requests.typed_text import (
    best_reading,
    element_of,
    item_value,
    kinds,
    loaded,
    member_schemas,
    other_members,
    several,
    text_readings,
)
from apiref_nb.requests.wire import DELIMITERS
from apiref_nb.text.json_value import JsonValue

Pairs = Sequence[tuple[str, str]]

_NAMELESS = re.compile(r"\.(?=[^=.]*(?:\.|\Z))")
_SCALARS = frozenset({"string", "integer", "number", "boolean", "null"})


def parameter_readings(parameter: ApiParameter, received: Received, captured: str | None) -> list[JsonValue] | None:
    """Return what a parameter may be, the most likely first; None when it was not sent.

    Args:
        parameter: as the document declares it.
        received: the request.
        captured: the text in the place of a path parameter's placeholder.
    """
    if parameter.media_type is not None:
        return _content(parameter, received, captured)
    match parameter.location:
        case "path":
            return None if not captured else list(_path(parameter, captured))
        case "header":
            text = received.header(parameter.name)
            return None if text is None else list(_simple(parameter, text, lambda piece: piece))
        case "cookie":
            return field_readings(parameter, received.cookie_pairs)
        case "query":
            return field_readings(parameter, received.query_pairs)
        case _:
            return None if not received.query else [unquote(received.query)]


def header_readings(header: ApiHeader, text: str) -> list[JsonValue]:
    """Return what a header of an answer may be, the most likely first; empty when it has too many items.

    Args:
        header: as the document declares it, with a schema.
        text: as received.
    """
    try:
        return list(_simple(header, text, lambda piece: piece))
    except TooManyError:
        return []


def _content(parameter: ApiParameter, received: Received, captured: str | None) -> list[JsonValue] | None:
    match parameter.location:
        case "path":
            text = None if not captured else unquote(captured)
        case "header":
            text = received.header(parameter.name)
        case "querystring":
            text = received.query or None
        case location:
            given = received.query_pairs if location == "query" else received.cookie_pairs
            text = next((unquote_plus(value) for name, value in given if name == parameter.name), None)
    if text is None:
        return None
    media = parameter.media_type
    assert media is not None  # noqa: S101 - the caller has looked
    if is_form(media.media_type):
        return [form_object(media, pairs(text))]
    if is_json(media.media_type):
        plain = unquote(text) if parameter.location == "querystring" else text
        return [*loaded(plain.strip()), plain]
    return text_readings(media.schema, unquote(text) if parameter.location == "querystring" else text)


def form_object(media: MediaType, found: Pairs) -> dict[str, JsonValue]:
    """Return the fields of a form as an object: those with a style as it says, else several of one name as a list.

    Args:
        media: the form as the document declares it.
        found: (name, value as it travelled) in order.
    """
    declared = member_schemas(media.schema)
    styled = {name: encoding for name, encoding in media.encoding if encoding.style or encoding.explode is not None}
    given: dict[str, list[str]] = {}
    for name, value in found:
        if name not in styled:
            given.setdefault(name, []).append(unquote_plus(value))
    read = {name: several(declared.get(name), texts) for name, texts in given.items()}
    for name, encoding in styled.items():
        # The members of an object may stand under their own names.
        deep = encoding.style == "deepObject"
        own = [pair for pair in found if pair[0].partition("[")[0] == name] if deep else found
        readings = field_readings(styled_field(name, encoding, declared.get(name)), own)
        if readings:
            read[name] = best_reading(declared.get(name), readings)
    return read


def styled_field(name: str, encoding: Encoding, schema: Schema | None) -> ApiParameter:
    """Return a field of a form as the query parameter that would be written in the same way.

    Args:
        name: of the field.
        encoding: says how it is written.
        schema: of its value.
    """
    style = encoding.style or "form"
    explode = style == "form" if encoding.explode is None else encoding.explode
    return ApiParameter(name=name, location="query", schema=schema, style=style, explode=explode)


def _path(parameter: ApiParameter, captured: str) -> Iterator[JsonValue]:
    if parameter.style == "matrix":
        yield from _matrix(parameter, captured)
    elif parameter.style == "label":
        if not captured.startswith("."):
            yield unquote(captured)
            return
        yield from _joined(parameter, captured[1:], unquote, "." if parameter.explode else ",")
    else:
        yield from _simple(parameter, captured, unquote)


def _matrix(parameter: ApiParameter, captured: str) -> Iterator[JsonValue]:
    if not captured.startswith(";"):
        yield unquote(captured)
        return
    allowed, found = kinds(parameter.schema), [piece.partition("=") for piece in captured[1:].split(";")]
    values = [(unquote(name), value) for name, _, value in found]
    if "object" in allowed and parameter.explode:
        yield _members(parameter.schema, values, unquote)
        return
    own = [value for name, value in values if name == parameter.name]
    if not own:
        yield unquote(captured)
    elif "array" in allowed and parameter.explode:
        yield _items(parameter.schema, own, unquote)
    else:
        yield from _joined(parameter, own[0], unquote, ",")


def _simple(parameter: ApiParameter | ApiHeader, text: str, read: Any) -> Iterator[JsonValue]:  # noqa: ANN401 - text -> text
    yield from _joined(parameter, text, read, DELIMITERS.get(parameter.style, ","))


def _joined(parameter: ApiParameter | ApiHeader, text: str, read: Any, joint: str) -> Iterator[JsonValue]:  # noqa: ANN401 - as above
    """Yield a text whose items or members are joined, as what the schema allows."""
    schema, allowed = parameter.schema, kinds(parameter.schema)
    pieces = [piece.strip() if read is not unquote else piece for piece in _pieces(text, joint)]
    if "array" in allowed:
        yield _items(schema, pieces if text else [], read)
    if "object" in allowed:
        yield from _objects(parameter, pieces, read, joint)
    if not allowed or allowed & _SCALARS:
        yield from text_readings(schema, read(text))
    if not allowed and joint in text:
        yield _items(schema, pieces, read)
        yield from _objects(parameter, pieces, read, joint)
    if allowed and not allowed & _SCALARS:
        yield from loaded(read(text))


def _objects(parameter: ApiParameter | ApiHeader, pieces: Sequence[str], read: Any, joint: str) -> Iterator[JsonValue]:  # noqa: ANN401
    if parameter.explode:
        # A dot travels as it is, in the style `label` too: what has no name goes on with the value before it.
        pieces = _NAMELESS.sub("%2E", joint.join(pieces)).split(joint) if joint == "." else pieces
        found = [piece.partition("=") for piece in pieces]
        if all(mark for _, mark, _ in found):
            yield _members(parameter.schema, [(read(name), value) for name, _, value in found], read)
    else:
        yield from _alternating(parameter.schema, pieces, read)


def _alternating(schema: Schema | None, pieces: Sequence[str], read: Any) -> Iterator[JsonValue]:  # noqa: ANN401
    """Yield `name,value,name,value` as an object; nothing where a value is missing."""
    if len(pieces) % 2 == 0:
        named = zip(pieces[::2], pieces[1::2], strict=True)
        yield _members(schema, [(read(name), value) for name, value in named], read)


def _items(schema: Schema | None, pieces: Iterable[str], read: Any) -> list[JsonValue]:  # noqa: ANN401
    items = element_of(schema)
    return [item_value(items, read(piece)) for piece in pieces]


def _members(schema: Schema | None, found: Pairs, read: Any) -> dict[str, JsonValue]:  # noqa: ANN401
    declared = member_schemas(schema)
    rest = other_members(schema)
    return {name: item_value(declared.get(name, rest), read(value)) for name, value in found}


def field_readings(parameter: ApiParameter, given: Pairs) -> list[JsonValue] | None:
    """Return what a parameter of the query, of the cookies or of a form may be; None when it was not sent.

    Args:
        parameter: as the document declares it.
        given: (name decoded, value as it travelled) of every field.
    """
    schema, allowed = parameter.schema, kinds(parameter.schema)
    read = unquote if parameter.location == "cookie" else unquote_plus
    if parameter.style == "deepObject":
        deep = deep_object(parameter, given)
        if deep is not None:
            return [deep]
    own = [value for name, value in given if name == parameter.name]
    found: list[JsonValue] = []
    if parameter.explode and parameter.style in ("form", "cookie") and ("object" in allowed or not allowed):
        members = _exploded(parameter, given)
        if members:
            found.append(members)
    if not own:
        return found or None
    if "array" in allowed or (not allowed and len(own) > 1):
        found += _arrays(parameter, own, read)
    if "object" in allowed and not parameter.explode:
        for text in dict.fromkeys((own[0], read(own[0]))):
            found += _alternating(schema, _split(text, parameter.style), read)
    if len(own) > 1 and allowed and "array" not in allowed:
        found.append([read(value) for value in own])
    elif not allowed or allowed & _SCALARS or not found:
        found += text_readings(schema, read(own[0]))
    if allowed and not allowed & _SCALARS:
        found += loaded(read(own[0]))
    return found


def _arrays(parameter: ApiParameter, own: Sequence[str], read: Any) -> list[JsonValue]:  # noqa: ANN401
    schema = parameter.schema
    if parameter.explode or len(own) > 1:
        return [_items(schema, own, read)]
    if not own[0]:
        return [[], _items(schema, own, read)]
    # A delimiter that travels encoded is usually one all the same: most tools encode every comma.
    spellings = dict.fromkeys((tuple(_split(own[0], parameter.style)), tuple(_split(read(own[0]), parameter.style))))
    return [_items(schema, pieces, read) for pieces in spellings]


def _split(text: str, style: str) -> list[str]:
    delimiter = DELIMITERS.get(style, ",")
    if delimiter != ",":
        text = unquote_plus(text) if delimiter == " " else unquote(text)
    return _pieces(text, delimiter)


def _pieces(text: str, joint: str) -> list[str]:
    return split(text, joint, REQUESTS.max_items, "items")


def _exploded(parameter: ApiParameter, given: Pairs) -> dict[str, JsonValue]:
    declared = member_schemas(parameter.schema)
    texts: dict[str, list[str]] = {}
    for name, value in given:
        if name in declared:
            texts.setdefault(name, []).append(unquote_plus(value))
    return {name: several(declared[name], values) for name, values in texts.items()}
