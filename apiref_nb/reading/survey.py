"""`survey`: one walk over a whole document by its dialect's grammar, which says what is wrong with it and where.

It sees every part, used or not, so its problems do not depend on what is shown. Readers can then be lenient and silent.
"""

from __future__ import annotations

import difflib
from collections.abc import Iterator
from typing import Any, NamedTuple

from apiref_nb.model import Problem
from apiref_nb.model.shape import short
from apiref_nb.reading.grammar import Field, Grammar, Items, Kind, Leaf, Map, Node
from apiref_nb.reading.pointer import join
from apiref_nb.reading.references import References, urljoin_or_empty

Place = tuple[Any, ...] | None
"""A pointer that is written only when it is needed: (place above, token), None for the root."""


class _Reference(NamedTuple):
    place: Place
    text: str


def survey(data: dict[str, Any], grammar: Grammar, references: References) -> list[Problem]:
    """Return what is wrong in the document, in no particular order, and register its identifiers.

    Args:
        data: the document.
        grammar: the fields that its version allows.
        references: the references of this document; gets the `$id`s and anchors that the walk meets.
    """
    problems: list[Problem] = []
    pointers: list[_Reference] = []
    named: list[tuple[Place, dict[str, Any]]] = []
    dynamic: list[_Reference] = []
    stack: list[tuple[Any, Kind, Place]] = [(data, grammar["document"], None)]
    while stack:
        node, kind, place = stack.pop()
        if type(node) is not dict:
            if not (kind.boolean and isinstance(node, bool)):
                problems.append(Problem(pointer_of(place), f"{kind.label} must be a mapping (got {short(node)})"))
            continue
        if kind.reference and "$ref" in node:
            text = node["$ref"]
            if isinstance(text, str):
                pointers.append(_Reference(place, text))
            else:
                problems.append(Problem(pointer_of(place), f"$ref must be text (got {short(text)})"))
            if not kind.schema and kind.label != "a path":
                continue
        elif kind.required:
            problems.extend(_missing(node, kind, place))
        if kind.schema and ("$id" in node or "$anchor" in node or "$dynamicAnchor" in node):
            named.append((place, node))
        fields = kind.fields
        for name, value in node.items():
            field = fields.get(name)
            if field is None:
                if kind.patterned is not None:
                    field = kind.patterned
                    if name[:2] == "x-":
                        continue
                elif kind.open or name[:2] == "x-" or name == "$ref":
                    continue
                else:
                    problems.append(Problem(pointer_of((place, name)), _unknown(name, kind)))
                    continue
            if type(field) is Leaf:
                if not field.holds(value):
                    problems.append(Problem(pointer_of((place, name)), f"{name} {field.expected} (got {short(value)})"))
                elif name == "$dynamicRef" and kind.schema:
                    dynamic.append(_Reference(place, value))
                continue
            _descend(stack, problems, grammar, field=field, name=name, value=value, place=(place, name))
    _register(references, named)
    problems.extend(_dangling(references, pointers, "$ref"))
    problems.extend(_dangling(references, dynamic, "$dynamicRef"))
    return problems


def pointer_of(place: Place) -> str:
    """Return a place as a pointer."""
    tokens: list[str | int] = []
    while place is not None:
        place, token = place
        tokens.append(token)
    return join("#", *reversed(tokens))


def _descend(
    stack: list[tuple[Any, Kind, Place]],
    problems: list[Problem],
    grammar: Grammar,
    *,
    field: Field,
    name: str,
    value: Any,  # noqa: ANN401 - any JSON value
    place: Place,
) -> None:
    if type(field) is Node:
        stack.append((value, grammar[field.kind], place))
    elif type(field) is Map:
        if type(value) is not dict:
            problems.append(Problem(pointer_of(place), f"{name} must be a mapping (got {short(value)})"))
            return
        kind = grammar[field.kind]
        for key, item in value.items():
            if not (field.extensions and key[:2] == "x-"):
                stack.append((item, kind, (place, key)))
    elif type(field) is Items:
        if type(value) is not list:
            problems.append(Problem(pointer_of(place), f"{name} must be a list (got {short(value)})"))
            return
        kind = grammar[field.kind]
        for index, item in enumerate(value):
            stack.append((item, kind, (place, index)))


def _missing(node: dict[str, Any], kind: Kind, place: Place) -> Iterator[Problem]:
    for name in kind.required:
        if name not in node:
            yield Problem(pointer_of(place), f"{kind.label} must have {name}")


def _unknown(name: str, kind: Kind) -> str:
    close = difflib.get_close_matches(name, kind.fields, 1)
    hint = f"did you mean {close[0]}?" if close else f"allowed: {', '.join(kind.fields)}"
    return f"{short(name)} is not a field of {kind.label} here; {hint}"


def _register(references: References, named: list[tuple[Place, dict[str, Any]]]) -> None:
    found = references.identifiers
    places = sorted(((pointer_of(place), node) for place, node in named), key=lambda item: len(item[0]))
    for pointer, node in places:
        written = node.get("$id")
        if isinstance(written, str) and written and not written.startswith("#"):
            above = references.resource_of(pointer)
            bases = [text for text, place in found.resources.items() if place == above]
            for text in (written, *(urljoin_or_empty(base, written) for base in bases)):
                found.resources.setdefault(text.partition("#")[0], pointer)
    for pointer, node in places:
        for keyword in ("$anchor", "$dynamicAnchor"):
            name = node.get(keyword)
            if isinstance(name, str):
                key = (references.resource_of(pointer), name)
                found.anchors.setdefault(key, pointer)
                if keyword == "$dynamicAnchor":
                    found.dynamic.setdefault(key, pointer)


def _dangling(references: References, pointers: list[_Reference], keyword: str) -> Iterator[Problem]:
    for place, text in pointers:
        at = pointer_of(place) if references.identifiers.resources else "#"
        if references.find(text, at) is not None:
            continue
        where = join(pointer_of(place), keyword)
        if text.startswith("#"):
            yield Problem(where, f"the reference leads nowhere: {short(text)} is not in this document")
        else:
            yield Problem(where, f"the reference leads out of this document and is not followed: {short(text)}")
