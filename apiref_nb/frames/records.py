"""The records inside a JSON value, and what a document declares for them.

Which records they are depends on names alone, never on how many there happen to be, so that one operation gives frames
of one kind.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any

from apiref_nb.errors import RecordsError
from apiref_nb.frames.limits import COLUMNS
from apiref_nb.model import Schema
from apiref_nb.paging.names import WRAPPERS
from apiref_nb.schemas.folding import merged
from apiref_nb.text.numbers import digits_value
from apiref_nb.text.quoting import escaped


def records(value: object, path: str | None = None, *, wrapped_in: Collection[str] = ()) -> list[Mapping[str, Any]]:
    """Return the records in a JSON value.

    A list gives its records. An object that wraps a list gives the records in that list. Any other object is one
    record. An object with an `id` is a record and wraps nothing.

    Args:
        value: any JSON value.
        path: dotted names of the members that lead to the records, such as `data.items`, empty for the value itself;
            None looks for a wrapped list.
        wrapped_in: names that may wrap a list, beside `WRAPPERS`.

    Raises:
        RecordsError: there is nothing at the path, there are no records, or more than one wrapped list.
    """
    if path is not None:
        found = _at(value, path) if path else value
        return _checked(found, repr(path) if path else "the answer")
    if isinstance(value, Mapping):
        lists = dict(_wrapped(value, "", frozenset((*WRAPPERS, *wrapped_in))))
        if len(lists) > 1:
            choices = ", ".join(f'frame(records="{where}")' for where in lists)
            raise RecordsError(f"the answer holds more than one list of records; choose one: {choices}")
        if lists:
            return next(iter(lists.values()))
    return _checked(value, "the answer")


def declared_records(value: object, path: str, *, wrapped_in: Collection[str] = ()) -> list[Mapping[str, Any]]:
    """Return the records of an answer whose document says where they are; none where the answer leaves them out.

    Args:
        value: any JSON value.
        path: where the document says that they are.
        wrapped_in: see `records`.

    Raises:
        RecordsError: see `records`.
    """
    here = value
    for name in path.split("."):
        here = here.get(name) if isinstance(here, Mapping) else None
    if here is not None or not isinstance(value, Mapping):
        return records(value if here is None else here, None if here is None else "", wrapped_in=wrapped_in)
    # A list under another name is one that the document does not know; else there is none.
    found = records(value, wrapped_in=wrapped_in)
    return [] if len(found) == 1 and found[0] is value else found


def record_schema(
    schema: Schema | None, path: str | Sequence[str] | None = None, *, wrapped_in: Collection[str] = ()
) -> tuple[Schema | None, str | None]:
    """Return what a document declares for one record of an answer, and where its records are.

    The same names decide as in `records`; so an answer that leaves its list out has no rows, and the columns of one
    that does not.

    Args:
        schema: what the document declares for the whole answer; None where it declares nothing.
        path: as for `records`, or its names one by one.
        wrapped_in: see `records`.

    Returns:
        The schema of a record, None where the document says nothing of it; and the path that the document gives, None
        where the caller does, or neither.
    """
    if schema is None:
        return None, None
    if path is not None:
        names = path if not isinstance(path, str) else path.split(".") if path else ()
        for name in names:
            found = _member(schema, name)
            if found is None:
                return None, None
            schema = found
        return _item(schema), None
    node = merged(schema)
    if node.items is not None:
        return node.items, None
    lists = dict(_declared_lists(node, "", frozenset((*WRAPPERS, *wrapped_in))))
    if len(lists) == 1:
        return next(iter(lists.values())), next(iter(lists))
    return (None if lists else schema), None


def _item(schema: Schema) -> Schema:
    return merged(schema).items or schema


def _member(schema: Schema, name: str) -> Schema | None:
    node = merged(schema)
    found = node.subschema("properties", name)
    return node.items if found is None and digits_value(name) is not None else found


def _declared_lists(node: Schema, where: str, names: Collection[str]) -> Iterator[tuple[str, Schema]]:
    """(path, schema of a record) of every list of records that an object is declared to wrap."""
    declared = dict(node.named("properties"))
    if "id" in declared:
        return
    for name, member in declared.items():
        path = f"{where}.{name}" if where else name
        if name not in names or path.count(".") > COLUMNS.max_wrapper_depth or member.unresolved:
            continue
        inner = merged(member)
        if inner.items is not None:
            item = merged(inner.items)
            if not item.types or "object" in item.types:
                yield path, inner.items
        else:
            yield from _declared_lists(inner, path, names)


def _at(value: object, path: str) -> object:
    here = value
    walked: list[str] = []
    for name in path.split("."):
        if isinstance(here, Mapping) and name in here:
            here = here[name]
        elif isinstance(here, list) and (index := digits_value(name)) is not None and index < len(here):
            here = here[index]
        else:
            where = ".".join(walked) or "the answer"
            raise RecordsError(f"{where} has no member '{escaped(name)}'; it is {_described(here)}")
        walked.append(name)
    return here


def _checked(value: object, what: str) -> list[Mapping[str, Any]]:
    if isinstance(value, Mapping):
        return [value]
    if not isinstance(value, list):
        raise RecordsError(f"{what} holds no records; it is {_described(value)}")
    for item in value:
        if not isinstance(item, Mapping):
            raise RecordsError(f"{what} is a list, but not of records: it holds {_described(item)}")
    return value


def _wrapped(value: Mapping[str, Any], where: str, names: Collection[str]) -> Iterator[tuple[str, list[Any]]]:
    """(path, list) of every list of records that an object wraps, those of wrapping objects in it too."""
    if "id" in value:
        return
    for name, member in value.items():
        path = f"{where}.{name}" if where else str(name)
        if name not in names or path.count(".") > COLUMNS.max_wrapper_depth:
            continue
        if isinstance(member, Mapping):
            yield from _wrapped(member, path, names)
        elif isinstance(member, list) and all(isinstance(item, Mapping) for item in member):
            yield path, member


def _described(value: object) -> str:
    if isinstance(value, Mapping):
        names = ", ".join(ascii(name)[1:-1] for name in list(value)[:10])
        return f"a mapping with {names}" if names else "an empty mapping"
    if isinstance(value, list):
        return f"a list of {len(value)}"
    if value is None:
        return "null"
    return {str: "text", bool: "a boolean"}.get(type(value), "a number")
