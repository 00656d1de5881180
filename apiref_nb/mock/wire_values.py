"""The values of parameters as they travelled, read back: the inverse of `requests.wire`, style by style.

What travels does not say what it was: `1,2` is a text and a list. So the readings that a schema allows are offered, the
most likely first, and `judging` takes the first that the schema lets pass.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any
from urllib.parse import unquote, unquote_plus

from apiref_nb.mock.received import Received, pairs
from apiref_nb.model import ApiParameter, Schema
from apiref_nb.model.media_types import is_form, is_json
from apiref_nb.requests.values import value_from_text
from apiref_nb.requests.wire import DELIMITERS
from apiref_nb.schemas import merged
from apiref_nb.text.json_value import JsonValue
from apiref_nb.transport.json_values import JsonError, is_deep, json_value

Pairs = Sequence[tuple[str, str]]

_SCALARS = frozenset({"string", "integer", "number", "boolean", "null"})
_DEEPEST = 8

MOST_ITEMS = 10_000
"""Items of one parameter that are read."""


def kinds(schema: Schema | None, depth: int = 0) -> frozenset[str]:
    """Return the JSON types that a schema allows, as far as its types and variants say; empty for every type."""
    if schema is None or depth > _DEEPEST:
        return frozenset()
    whole = merged(schema)
    if whole.types:
        return frozenset(whole.types) | ({"null"} if whole.nullable else set())
    found: set[str] = set()
    for branch in (*whole.listed("anyOf"), *whole.listed("oneOf")):
        below = kinds(branch, depth + 1)
        if not below:
            return frozenset()
        found |= below
    if found:
        return frozenset(found)
    if "properties" in whole or "additionalProperties" in whole:
        return frozenset({"object"})
    return frozenset({"array"}) if "items" in whole or "prefixItems" in whole else frozenset()


def text_readings(schema: Schema | None, text: str) -> list[JsonValue]:
    """Return what a single text may be, the most likely first: a value of the declared type, JSON, the text itself."""
    readings = [value_from_text(schema, text)]
    allowed = kinds(schema)
    if allowed != {"string"}:
        loaded = _loaded(text)
        for other in (*loaded, text):
            if not any(type(known) is type(other) and known == other for known in readings):
                readings.append(other)
        if "null" in allowed and text == "":
            readings.append(None)
    return readings


def _loaded(text: str) -> list[JsonValue]:
    if text[:1] not in '{[-0123456789tfn"':
        return []
    try:
        value = json_value(text.encode("utf-8", "replace"), strict=True)
    except JsonError:
        return []
    return [] if is_deep(value) else [value]


def item_value(schema: Schema | None, text: str) -> JsonValue:
    """Return one item or member as a value of its declared type; of several the first that a text can be."""
    value = value_from_text(schema, text)
    if not isinstance(value, str) or schema is None:
        return value
    allowed = kinds(schema)
    if not allowed or "string" in allowed:
        return value
    return next(iter(_loaded(text)), value)


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
            return _fields(parameter, received.cookie_pairs)
        case "query":
            return _fields(parameter, received.query_pairs)
        case _:
            return None if not received.query else [unquote(received.query)]


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
        return [form_object(media.schema, pairs(text))]
    if is_json(media.media_type):
        plain = unquote(text) if parameter.location == "querystring" else text
        return [*_loaded(plain.strip()), plain]
    return text_readings(media.schema, unquote(text) if parameter.location == "querystring" else text)


def form_object(schema: Schema | None, found: Pairs) -> dict[str, JsonValue]:
    """Return the fields of a form as an object; a name that is given several times is a list."""
    properties = merged(schema).properties if schema is not None else {}
    given: dict[str, list[str]] = {}
    for name, value in found:
        given.setdefault(name, []).append(unquote_plus(value))
    return {name: several(properties.get(name), texts) for name, texts in given.items()}


def several(schema: Schema | None, texts: Sequence[str]) -> JsonValue:
    """Return a field that was given once or several times as the value that its schema speaks of."""
    if "array" in kinds(schema) or len(texts) > 1:
        items = merged(schema).items if schema is not None else None
        if len(texts) == 1 and texts[0].startswith("[") and _loaded(texts[0]):
            return _loaded(texts[0])[0]
        return [item_value(items, text) for text in texts[:MOST_ITEMS]]
    return item_value(schema, texts[0])


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


def _simple(parameter: ApiParameter, text: str, read: Any) -> Iterator[JsonValue]:  # noqa: ANN401 - text -> text
    yield from _joined(parameter, text, read, DELIMITERS.get(parameter.style, ","))


def _joined(parameter: ApiParameter, text: str, read: Any, joint: str) -> Iterator[JsonValue]:  # noqa: ANN401 - as above
    """Yield a text whose items or members are joined, as what the schema allows."""
    schema, allowed = parameter.schema, kinds(parameter.schema)
    pieces = [piece.strip() if read is not unquote else piece for piece in text.split(joint, MOST_ITEMS)]
    if "array" in allowed:
        yield _items(schema, pieces if text else [], read)
    if "object" in allowed:
        yield from _objects(parameter, pieces, read)
    if not allowed or allowed & _SCALARS:
        yield from text_readings(schema, read(text))
    if not allowed and joint in text:
        yield _items(schema, pieces, read)
        yield from _objects(parameter, pieces, read)
    if allowed and not allowed & _SCALARS:
        yield from _loaded(read(text))


def _objects(parameter: ApiParameter, pieces: Sequence[str], read: Any) -> Iterator[JsonValue]:  # noqa: ANN401
    if parameter.explode:
        found = [piece.partition("=") for piece in pieces]
        if all(mark for _, mark, _ in found):
            yield _members(parameter.schema, [(read(name), value) for name, _, value in found], read)
    elif len(pieces) % 2 == 0:
        named = zip(pieces[::2], pieces[1::2], strict=True)
        yield _members(parameter.schema, [(read(name), value) for name, value in named], read)


def _items(schema: Schema | None, pieces: Iterable[str], read: Any) -> list[JsonValue]:  # noqa: ANN401
    items = _element(schema)
    return [item_value(items, read(piece)) for piece in pieces]


def _element(schema: Schema | None) -> Schema | None:
    """The schema of a list's items; that of the variant that is a list, where there are variants."""
    if schema is None:
        return None
    whole = merged(schema)
    if whole.items is not None:
        return whole.items
    branches = (*whole.listed("anyOf"), *whole.listed("oneOf"))
    return next((found for branch in branches if (found := merged(branch).items) is not None), None)


def member_schemas(schema: Schema | None, depth: int = 0) -> dict[str, Schema]:
    """Return the declared members of an object, those of its variants included."""
    if schema is None or depth > 3:
        return {}
    whole = merged(schema)
    found = dict(whole.properties)
    for branch in (*whole.listed("anyOf"), *whole.listed("oneOf")):
        found = member_schemas(branch, depth + 1) | found
    return found


def _members(schema: Schema | None, found: Pairs, read: Any) -> dict[str, JsonValue]:  # noqa: ANN401
    declared = member_schemas(schema)
    rest = _rest(schema)
    return {name: item_value(declared.get(name, rest), read(value)) for name, value in found}


def _rest(schema: Schema | None) -> Schema | None:
    return merged(schema).subschema("additionalProperties") if schema is not None else None


def _fields(parameter: ApiParameter, given: Pairs) -> list[JsonValue] | None:
    """A query or cookie parameter in each of the readings that its style allows."""
    schema, allowed = parameter.schema, kinds(parameter.schema)
    read = unquote if parameter.location == "cookie" else unquote_plus
    if parameter.style == "deepObject":
        deep = _deep(parameter, given)
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
            pieces = _split(text, parameter.style)
            if len(pieces) % 2 == 0:
                named = zip(pieces[::2], pieces[1::2], strict=True)
                found.append(_members(schema, [(read(name), value) for name, value in named], read))
    if len(own) > 1 and allowed and "array" not in allowed:
        found.append([read(value) for value in own[:MOST_ITEMS]])
    elif not allowed or allowed & _SCALARS or not found:
        found += text_readings(schema, read(own[0]))
    if allowed and not allowed & _SCALARS:
        found += _loaded(read(own[0]))
    return found


def _arrays(parameter: ApiParameter, own: Sequence[str], read: Any) -> list[JsonValue]:  # noqa: ANN401
    schema = parameter.schema
    if parameter.explode:
        return [_items(schema, own[:MOST_ITEMS], read)]
    if len(own) > 1:
        return [_items(schema, own[:MOST_ITEMS], read)]
    if not own[0]:
        return [[], _items(schema, own, read)]
    # A delimiter that travels encoded is usually one all the same: most tools encode every comma.
    spellings = dict.fromkeys((tuple(_split(own[0], parameter.style)), tuple(_split(read(own[0]), parameter.style))))
    return [_items(schema, pieces, read) for pieces in spellings]


def _split(text: str, style: str) -> list[str]:
    delimiter = DELIMITERS.get(style, ",")
    if delimiter != ",":
        text = unquote_plus(text) if delimiter == " " else unquote(text)
    return text.split(delimiter, MOST_ITEMS)


def _exploded(parameter: ApiParameter, given: Pairs) -> dict[str, JsonValue]:
    declared = member_schemas(parameter.schema)
    texts: dict[str, list[str]] = {}
    for name, value in given:
        if name in declared:
            texts.setdefault(name, []).append(unquote_plus(value))
    return {name: several(declared[name], values) for name, values in texts.items()}


def _deep(parameter: ApiParameter, given: Pairs) -> JsonValue:
    """`color[R]=100&color[G]=200` as an object; None when there is no such field."""
    root: dict[str, Any] = {}
    for name, value in given:
        if not name.startswith(f"{parameter.name}[") or not name.endswith("]"):
            continue
        keys = name[len(parameter.name) + 1 : -1].split("][")
        here, schema = root, parameter.schema
        for key in keys[:_DEEPEST][:-1]:
            schema = member_schemas(schema).get(key, _rest(schema))
            below = here.setdefault(key, {})
            if not isinstance(below, dict):
                break
            here = below
        else:
            last = keys[:_DEEPEST][-1]
            here.setdefault(last, []).append(unquote_plus(value)) if isinstance(here.get(last, []), list) else None
    return _typed_deep(root, parameter.schema) if root else None


def _typed_deep(value: Any, schema: Schema | None) -> JsonValue:  # noqa: ANN401 - objects of lists of text
    if isinstance(value, dict):
        declared, rest = member_schemas(schema), _rest(schema)
        return {name: _typed_deep(below, declared.get(name, rest)) for name, below in value.items()}
    return several(schema, value)
