"""The classes that describe which fields an object of an OpenAPI document may have, and what each may hold.

A dialect's grammar is a table of `Kind`s made of these, by which `document_checks` walks a document. Nothing here
knows a version.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from apiref_nb.text.numbers import is_count, is_number


@dataclass(frozen=True, slots=True)
class Leaf:
    """A field whose value is looked at, but not into."""

    expected: str
    """What is allowed, as the end of a sentence that begins with the field's name."""
    holds: Callable[[Any], bool]
    names: bool = False
    """Whether the value, or each value of the mapping, names another place: a reference or an operation."""
    exact: type | None = None
    """A type all of whose values hold, where there is one: `holds` need not be asked about them."""
    texts: frozenset[str] = frozenset()
    """Texts that hold: nor need it be asked about these."""


@dataclass(frozen=True, slots=True)
class Node:
    """A field that holds one object of a kind."""

    kind: str


@dataclass(frozen=True, slots=True)
class Map:
    """A field that maps names to objects of a kind."""

    kind: str
    extensions: bool = False
    """Whether names that begin with `x-` are extensions and not names."""


@dataclass(frozen=True, slots=True)
class Items:
    """A field that lists objects of a kind."""

    kind: str


Field = Leaf | Node | Map | Items


@dataclass(frozen=True, slots=True, kw_only=True)
class Kind:
    """What one sort of object may hold."""

    label: str
    """The specification's word for it, with its article, such as `an operation`."""
    fields: Mapping[str, Field] = field(default_factory=dict)
    required: tuple[str, ...] = ()
    reference: bool = False
    """Whether a `$ref` may stand in its place."""
    siblings: bool = False
    """Whether fields beside a `$ref` are looked at."""
    open: bool = False
    """Whether fields that are not named here are allowed."""
    schema: bool = False
    """Whether it is a JSON Schema: `true` and `false` are allowed, and its identifiers are collected."""
    boolean: bool = False
    """Whether `true` and `false` are allowed in its place."""
    patterned: Field | None = None
    """What fields that are not named here hold, for an object with patterned names such as `paths`."""
    check: Callable[[Mapping[str, Any]], Iterable[tuple[str, str]]] | None = None
    """Yields (field or empty, what is wrong) for what several fields must be to each other."""


Grammar = Mapping[str, Kind]
"""Name of the kind -> the kind; `document` is where a walk begins."""


def with_fields(kind: Kind, changes: Mapping[str, Field | None], **other: Any) -> Kind:  # noqa: ANN401
    """Return the kind with fields added, changed, or (where the change is None) removed.

    Args:
        kind: the table that is changed in a copy.
        changes: field name -> its new rule, or None for a field that this version does not have.
        other: further attributes of the kind to replace, by name.
    """
    fields = {**kind.fields, **changes}
    return replace(kind, fields={name: value for name, value in fields.items() if value is not None}, **other)


def _of(kind: type, expected: str, *, names: bool = False) -> Leaf:
    """Return a leaf that holds the values of one type."""
    return Leaf(expected, lambda value: isinstance(value, kind), names=names, exact=kind)


def _is_texts(value: object) -> bool:
    return isinstance(value, list) and {*map(type, value)} <= {str}


def _is_text_map(value: object) -> bool:
    return isinstance(value, dict) and _is_texts([*value.values()])


def _is_names_map(value: object) -> bool:
    return isinstance(value, dict) and all(map(_is_texts, value.values()))


TEXT = _of(str, "must be text")
FLAG = _of(bool, "must be true or false")
TEXTS = Leaf("must be a list of texts", _is_texts)
LIST = _of(list, "must be a list")
MAP = _of(dict, "must be a mapping")
TEXT_MAP = Leaf("must map names to texts", _is_text_map)
NAMES_MAP = Leaf("must map names to lists of names", _is_names_map)
NUMBER = Leaf("must be a number", is_number, exact=int)
COUNT = Leaf("must be a whole number of zero or more", is_count)
ANY = Leaf("", lambda _: True)
REFERENCE = replace(TEXT, names=True)
REFERENCES = replace(TEXT_MAP, names=True)
OPERATION_ID = _of(str, "must be text of its own", names=True)
OPERATION_ID_OF_LINK = _of(str, "must be the operationId of an operation", names=True)


def one_of(*allowed: str) -> Leaf:
    """Return a leaf that holds one of these texts."""
    names = allowed[0] if len(allowed) == 1 else f"{', '.join(allowed[:-1])} or {allowed[-1]}"
    return Leaf(f"must be {names}", lambda value: isinstance(value, str) and value in allowed, texts=frozenset(allowed))


def types_of(*allowed: str, several: bool) -> Leaf:
    """Return a leaf for the keyword `type`: one of these names, or also a list of them.

    Args:
        allowed: the type names of the version, in the order in which a message lists them.
        several: True where a list of these names is allowed too (OpenAPI 3.1 and later).
    """
    names = ", ".join(allowed[:-1]) + f" or {allowed[-1]}" + (", or a list of these" if several else "")

    def holds(value: object) -> bool:
        if isinstance(value, str):
            return value in allowed
        return (
            several
            and isinstance(value, list)
            and bool(value)
            and all(isinstance(item, str) and item in allowed for item in value)
        )

    return Leaf(f"must be {names}", holds, texts=frozenset(allowed))
