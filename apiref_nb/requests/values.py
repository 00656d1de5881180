"""Python values as the JSON values that a document speaks of, and text as a value of a declared type.

Arguments as people write them (dates, enums, decimals, numpy numbers, pydantic models, dataclasses) come in; plain
dicts, lists, text, numbers, booleans and None go out. Files stay what they are. Called by `call_plan` and
`typed_bodies`.
"""

from __future__ import annotations

import dataclasses
import datetime
import decimal
import enum
import json
import math
import numbers
import os
import re
import sys
import uuid
from collections.abc import Callable, Mapping
from collections.abc import Set as AbstractSet
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeGuard

from apiref_nb.errors import ShapeError
from apiref_nb.model import Schema
from apiref_nb.requests.limits import ARGUMENT_LIMITS
from apiref_nb.schemas import merged
from apiref_nb.text.json_value import JsonValue, refused_constant
from apiref_nb.text.limits import LIMITS
from apiref_nb.text.numbers import is_writable, number_text
from apiref_nb.text.quoting import short

if TYPE_CHECKING:
    from pydantic import BaseModel

_INTEGER = re.compile(r"-?(0|[1-9][0-9]{0,300})\Z")


def is_file(value: object) -> bool:
    """True for what is sent as bytes: bytes, a path, an open file, or a (filename, content[, media type]) tuple."""
    if isinstance(value, tuple):
        return len(value) in (2, 3) and isinstance(value[0], str) and is_file(value[1])
    return isinstance(value, bytes | bytearray | memoryview | os.PathLike) or callable(getattr(value, "read", None))


def plain_value(value: object, place: str, *, files: bool = False, depth: int = 0) -> JsonValue:
    """Return a value as plain JSON data.

    Args:
        value: what the caller gave.
        place: how an error names it.
        files: keep files among the members as they are.
        depth: how deep the value is nested already.

    Raises:
        ShapeError: something in it has no JSON form; the message names its place.
    """
    if depth == 0:
        # Nearly every value is JSON data already; asking each part of it for every kind takes ten times as long.
        try:
            return _copied(value, 0)
        except _OtherKindError:
            pass
    if value is None or isinstance(value, bool):
        return value
    if isinstance(value, enum.Enum):
        return plain_value(value.value, place, files=files, depth=depth)
    if isinstance(value, str):
        return str(value)
    if isinstance(value, numbers.Real | decimal.Decimal):
        return _number(value, place)
    if isinstance(value, datetime.datetime | datetime.date | datetime.time):
        return value.isoformat()
    if isinstance(value, uuid.UUID):
        return str(value)
    if files and is_file(value):
        return value
    if depth > ARGUMENT_LIMITS.max_value_depth:
        raise ShapeError(place, f"must not be nested deeper than {ARGUMENT_LIMITS.max_value_depth}")
    if _is_pydantic_model(value):
        value = value.model_dump(mode="json", by_alias=True, exclude_unset=True)
    elif dataclasses.is_dataclass(value) and not isinstance(value, type):
        value = {field.name: getattr(value, field.name) for field in dataclasses.fields(value)}
    if isinstance(value, Mapping):
        return {
            _key(key, place): plain_value(item, f"{place}.{key}", files=files, depth=depth + 1)
            for key, item in value.items()
        }
    if isinstance(value, list | tuple | range):
        return [plain_value(item, f"{place}[{i}]", files=files, depth=depth + 1) for i, item in enumerate(value)]
    tolist = getattr(value, "tolist", None)
    if callable(tolist) and not isinstance(value, type):
        return plain_value(tolist(), place, files=files, depth=depth + 1)
    hint = "; a set has no order: give a list" if isinstance(value, AbstractSet) else ""
    raise ShapeError(place, f"must be text, a number, True, False, None, a list or a mapping{hint}", short(value))


def _is_pydantic_model(value: object) -> TypeGuard[BaseModel]:
    # There are such values only where pydantic was imported; nobody else should pay for it.
    pydantic = sys.modules.get("pydantic")
    return pydantic is not None and isinstance(value, pydantic.BaseModel)


class _OtherKindError(Exception):
    """A value holds something that is no JSON data as it stands."""


_LEAVES = frozenset({str, bool, type(None)})
_TEXT = frozenset({str})


def _copied(value: Any, depth: int) -> JsonValue:  # noqa: ANN401 - what a caller gave
    kind = type(value)
    if kind in _LEAVES or ((kind is int or kind is float) and is_writable(value)):
        return value
    if depth <= ARGUMENT_LIMITS.max_value_depth:
        inner = depth + 1
        if kind is dict and _TEXT.issuperset(map(type, value)):
            return {key: item if type(item) in _LEAVES else _copied(item, inner) for key, item in value.items()}
        if kind is list:
            return [item if type(item) in _LEAVES else _copied(item, inner) for item in value]
    raise _OtherKindError


def _key(key: object, place: str) -> str:
    if not isinstance(key, str):
        raise ShapeError(place, "must have text as its keys", short(key))
    return str(key)


def _number(value: object, place: str) -> int | float:
    if isinstance(value, numbers.Integral):
        return _written(int(value), place)
    try:
        number = float(value)  # type: ignore[arg-type] # every Real and Decimal has __float__
    except OverflowError:
        number = math.inf
    except ValueError:  # a signalling NaN
        number = math.nan
    if not math.isfinite(number):
        raise ShapeError(place, "must be a finite number", str(number))
    if isinstance(value, decimal.Decimal) and value == value.to_integral_value() and abs(value) < 10**300:
        return int(value)
    return number


def _written(value: int, place: str) -> int:
    if not is_writable(value):
        raise ShapeError(place, f"must be a number of at most {LIMITS.max_digits} digits", number_text(value))
    return value


def value_from_text(schema: Schema | None, text: str) -> JsonValue:
    """Return text, such as a form field or a response header, as a value of the type that the schema declares.

    Text that is no such value comes back as it is, so that a check against the schema can say what is wrong with it.

    Args:
        schema: the declared schema, or None.
        text: what was written; for lists and objects JSON, for lists of single values commas too.
    """
    whole = merged(schema) if schema is not None else None
    types = whole.types if whole is not None else ()
    for name in types:
        reader = _READERS.get(name)
        value = reader(text.strip()) if reader is not None else None
        if value is not None:
            return value
    if whole is not None and "array" in types:
        items = whole.items
        return [value_from_text(items, part.strip()) for part in text.split(",")] if text.strip() else []
    if whole is not None and not types:
        for choice in whole.get("enum") or ():
            if not isinstance(choice, str) and json.dumps(choice) == text:
                return choice
    return text


def _loaded(text: str, kind: type) -> JsonValue:
    try:
        value = json.loads(text, parse_constant=refused_constant)
    except (ValueError, RecursionError):
        return None
    return value if isinstance(value, kind) else None


def _decimal(text: str) -> int | float | None:
    value = _loaded(text, int | float)  # type: ignore[arg-type] # isinstance takes a union
    usable = value is not None and not isinstance(value, bool) and is_writable(value)
    return value if usable else None


_READERS: Mapping[str, Callable[[str], Any]] = {
    "integer": lambda text: int(text) if _INTEGER.match(text) else None,
    "number": _decimal,
    "boolean": {"true": True, "false": False}.get,
    "array": lambda text: _loaded(text, list) if text.startswith("[") else None,
    "object": lambda text: _loaded(text, dict) if text.startswith("{") else None,
}


def file_content(value: object, place: str) -> tuple[str, bytes, str]:
    """Return (filename, content, media type) of a file; the first and last are empty when they are not known.

    Args:
        value: bytes, a path, an open file, or (filename, content[, media type]).
        place: how an error names it.

    Raises:
        ShapeError: the file cannot be read, or gives text instead of bytes.
    """
    if isinstance(value, tuple):
        name, content, media_type = (*value, "")[:3]
        return name, file_content(content, place)[1], media_type
    if isinstance(value, os.PathLike):
        path = Path(value)
        try:
            return path.name, path.read_bytes(), ""
        except OSError as exc:
            raise ShapeError(place, "must be a file that can be read", exc.strerror or type(exc).__name__) from exc
    read = getattr(value, "read", None)
    if callable(read):
        content = read()
        if isinstance(content, str):
            raise ShapeError(place, 'must be a file opened for bytes: open(path, "rb")')
        name = getattr(value, "name", "")
        return (Path(name).name if isinstance(name, str) else ""), bytes(content), ""
    return "", bytes(value), ""  # type: ignore[call-overload] # bytes, bytearray or memoryview
