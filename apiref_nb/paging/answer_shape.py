"""What an operation's success looks like to paging: its members and lists with their paths, and its headers.

An operation comes in; an `AnswerShape` goes out. Members come from the schema, and where that is silent from the
examples that the document publishes for the answer.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from apiref_nb.model import ApiOperation, ApiResponse, MediaType, Schema
from apiref_nb.model.media_types import is_json, is_stream
from apiref_nb.paging.json_path import Path
from apiref_nb.paging.limits import LIMITS
from apiref_nb.schemas import merged
from apiref_nb.schemas.choices import choices
from apiref_nb.text.json_value import JsonValue


@dataclass(frozen=True, slots=True)
class Member:
    """One member of an answer."""

    path: Path
    """Names that lead to it; empty for the body itself."""
    types: tuple[str, ...]
    """JSON types; empty where the document does not say."""
    format: str = ""
    """As declared, such as `uri`."""
    description: str = ""
    """The author's words."""
    samples: tuple[JsonValue, ...] = ()
    """What the document shows of its values."""
    item: Schema | None = None
    """For a list: the schema of its items."""
    item_types: tuple[str, ...] = ()
    """For a list: JSON types of its items; empty where the document does not say."""
    item_members: tuple[str, ...] = ()
    """For a list of objects: names of their members."""

    @property
    def name(self) -> str:
        """Its own name; empty for the body itself."""
        return self.path[-1] if self.path else ""

    @property
    def is_list(self) -> bool:
        """True for a list."""
        return "array" in self.types

    @property
    def is_text(self) -> bool:
        """True for text, or where the document does not say."""
        return "string" in self.types or not self.types

    @property
    def is_whole(self) -> bool:
        """True for a number."""
        return "integer" in self.types or "number" in self.types


@dataclass(frozen=True, slots=True)
class AnswerShape:
    """What is known of an operation's success."""

    members: tuple[Member, ...] = ()
    """Everything that is no list, in document order."""
    lists: tuple[Member, ...] = ()
    """Every list that does not stand within another."""
    headers: tuple[tuple[str, str], ...] = ()
    """(name, description) of the headers that are declared."""
    response: ApiResponse | None = None
    """What was read; None when the document declares no success."""
    streams: bool = False
    """True when the body is a stream of items."""


def answer_shape(operation: ApiOperation) -> AnswerShape:
    """Return what is known of an operation's success.

    Args:
        operation: the operation.
    """
    response = _success(operation)
    if response is None:
        return AnswerShape()
    headers = tuple((header.name, header.description) for header in response.headers)
    media = next((one for one in response.content if is_json(one.media_type)), None)
    if media is None:
        streams = any(is_stream(one.media_type) for one in response.content)
        return AnswerShape(headers=headers, response=response, streams=streams)
    found: dict[tuple[Path, bool], Member] = {}
    for member in _members(media):
        key = (member.path, member.is_list)
        if len(found) >= LIMITS.max_members:
            break
        found.setdefault(key, member)
    every = tuple(found.values())
    return AnswerShape(
        members=tuple(one for one in every if not one.is_list),
        lists=tuple(one for one in every if one.is_list),
        headers=headers,
        response=response,
    )


def _success(operation: ApiOperation) -> ApiResponse | None:
    """The success that has a body; the first of them in the order of statuses."""
    good = [one for one in operation.responses if one.status_code[:1] == "2"]
    good.sort(key=lambda one: (not one.content, one.status_code))
    fallback = [one for one in operation.responses if one.status_code.lower() == "default"]
    return next(iter(good or fallback), None)


def _members(media: MediaType) -> Iterator[Member]:
    has_list = False
    if media.schema is not None:
        for member in _of_schema(media.schema, (), frozenset()):
            has_list = has_list or member.is_list
            yield member
    values = [example.value for example in media.examples if isinstance(example.value, Mapping | list)]
    if media.schema is not None:
        values += [value for value in merged(media.schema).examples if isinstance(value, Mapping | list)]
    for value in values[: LIMITS.max_examples]:
        # Where the schema names a list, another one of an example is a slip of its author.
        yield from (member for member in _of_value(value, ()) if not (member.is_list and has_list))


def _of_schema(schema: Schema, path: Path, above: frozenset[str]) -> Iterator[Member]:
    whole = merged(schema)
    if whole.pointer in above:
        return
    types = whole.types
    items = whole.items
    is_list = "array" in types or (not types and items is not None)
    if is_list:
        item = merged(items) if items is not None else None
        yield Member(
            path, ("array",), description=whole.text("description"), samples=whole.examples, item=item,
            item_types=_item_types(item), item_members=_names(item),
        )  # fmt: skip
    branches = [branch for choice in choices(whole) for branch in choice.branches]
    fields = whole.properties
    if path and not is_list:
        known = types or (("object",) if fields else ())
        yield Member(
            path, known or _branch_types(branches), format=whole.text("format"), description=whole.text("description"),
            samples=whole.examples,
        )  # fmt: skip
    if len(path) < LIMITS.max_depth:
        below = above | {whole.pointer}
        for name, field in fields.items():
            yield from _of_schema(field, (*path, name), below)
        for branch in branches:
            for member in _of_schema(branch, path, below):
                if member.path != path or member.is_list:
                    yield member


def _branch_types(branches: list[Schema]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(kind for branch in branches for kind in merged(branch).types))


def _item_types(item: Schema | None) -> tuple[str, ...]:
    if item is None:
        return ()
    if item.types:
        return item.types
    if item.properties:
        return ("object",)
    return _branch_types([branch for choice in choices(item) for branch in choice.branches])


def _names(item: Schema | None) -> tuple[str, ...]:
    if item is None:
        return ()
    names = dict.fromkeys(item.properties)
    every = [merged(branch).properties for choice in choices(item) for branch in choice.branches]
    # Of variants only what all of them have can be relied on.
    common = [name for name in every[0] if all(name in one for one in every)] if every else []
    return (*names, *(name for name in common if name not in names))


def _of_value(value: JsonValue, path: Path) -> Iterator[Member]:
    if isinstance(value, list):
        first = value[0] if value else None
        names = tuple(str(name) for name in first) if isinstance(first, Mapping) else ()
        yield Member(path, ("array",), item_types=(_type(first),) if value else (), item_members=names)
        return
    if path:
        yield Member(path, (_type(value),) if value is not None else (), samples=(value,))
    if isinstance(value, Mapping) and len(path) < LIMITS.max_depth:
        for name, member in value.items():
            yield from _of_value(member, (*path, str(name)))


def _type(value: JsonValue) -> str:
    if isinstance(value, bool):
        return "boolean"
    kinds = ((str, "string"), (int, "integer"), (float, "number"), (Mapping, "object"), (list, "array"))
    return next((name for kind, name in kinds if isinstance(value, kind)), "null")
