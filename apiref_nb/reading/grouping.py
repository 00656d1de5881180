"""Which operations belong together: by first tag, in the document's tag order, else by first path segment.

`normalize` hands over all operations in document order and gets the groups of the reference.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from apiref_nb.model import METHODS, ApiOperation, Group
from apiref_nb.reading.info import external_docs
from apiref_nb.reading.limits import LIMITS
from apiref_nb.reading.reader import Reader
from apiref_nb.reading.values import listing, text, texts
from apiref_nb.text.quoting import short

_VERSION = re.compile(r"v?\d+([._-]\d+)*([._-]?(alpha|beta|rc|preview)\d*)?", re.IGNORECASE)
"""`v1`, `v2beta1`, `v1.0`, `2.1`, `2024-01-01`."""


@dataclass(slots=True)
class _Tag:
    name: str
    node: Mapping[str, Any] = field(default_factory=dict)
    pointer: str = ""
    parent: str = ""

    @property
    def title(self) -> str:
        return text(self.node, "x-displayName") or text(self.node, "summary") or self.name or "/"

    @property
    def says_something(self) -> bool:
        """Whether it is worth a section of its own where no operation is in it."""
        return text(self.node, "kind") in ("", "nav") and bool(
            text(self.node, "description").strip() or external_docs(self.node)
        )


def grouped(
    reader: Reader, operations: Iterable[ApiOperation]
) -> tuple[tuple[Group, ...], tuple[tuple[str, str], ...]]:
    """Return the groups, and the headings above them that are no groups themselves.

    An operation without a tag joins the group of its first path segment, which may be a tag of that name.

    Args:
        reader: the document that is being read; its tags decide about names, descriptions and order.
        operations: all operations of its paths, in document order.

    Returns:
        The groups in the order of `x-tagGroups`, then of the declared tags, others after them; a declared tag that says
        something is a group also without operations. And (name, title) of each heading, the titles above it included.
    """
    tags = _declared_tags(reader)
    members: dict[str, list[ApiOperation]] = {}
    operations = tuple(operations)
    homes: dict[str, str] = {}
    for operation in operations:
        if operation.tags:
            homes.setdefault(operation.path, operation.tags[0])
    for operation in operations:
        if operation.tags:
            name = operation.tags[0]
        elif operation.method not in METHODS and operation.path in homes:
            # A HEAD or OPTIONS without a tag stays beside the operations of its path.
            name = homes[operation.path]
        else:
            name = first_segment(operation.path)
        members.setdefault(name, []).append(operation)
    order = [name for name, tag in tags.items() if name in members or tag.says_something]
    order += [name for name in members if name not in tags]
    headings, told = _tag_group_headings(reader, tags, {*tags, *members})
    order.sort(key=lambda name: told.get(name, len(told)))
    groups = tuple(_group(tags.get(name) or _Tag(name), members.get(name, [])) for name in _nested(order, tags))
    return groups, _headings(groups, tags, headings)


def _nested(order: Sequence[str], tags: Mapping[str, _Tag]) -> list[str]:
    """Return names so that what belongs below a tag follows it; each family stands where its first member stood."""
    families = {name: [*_above(name, tags), name] for name in order}
    first: dict[str, int] = {}
    for index, name in enumerate(order):
        for member in families[name]:
            first.setdefault(member, index)
    return sorted(order, key=lambda name: [first[member] for member in families[name]])


def _above(name: str, tags: Mapping[str, _Tag]) -> list[str]:
    """Return the names above a tag, the outermost first."""
    found: list[str] = []
    while len(found) < LIMITS.max_group_depth and name in tags and tags[name].parent and tags[name].parent not in found:
        name = tags[name].parent
        found.append(name)
    return found[::-1]


def tag_labels(data: Mapping[str, Any]) -> dict[str, str]:
    """Return name -> title of the tags whose `kind` says that they mark operations and do not group them."""
    return {
        tag["name"]: _Tag(tag["name"], tag).title
        for tag in listing(data, "tags")
        if isinstance(tag, Mapping) and isinstance(tag.get("name"), str) and text(tag, "kind") not in ("", "nav")
    }


def first_segment(path: str) -> str:
    """Return the first literal segment of a path; a version before another literal segment is skipped.

    A `{parameter}` names no group, so `/{id}/x` belongs to `x`, and a path of nothing else to the empty name. Only
    the leading version is skipped (`/v10/v1/p` belongs to `v1`), and only when a literal segment follows: `/v1/{id}`
    belongs to `v1`.
    """
    # OData writes `Accounts({id})`: the name is what stands before the parameter.
    # AWS tells its actions apart after a `#`, which is no part of a path.
    path = path.partition("#")[0]
    named = ((segment.partition("{")[0].rstrip("(.:@'-"), segment) for segment in path.split("/"))
    literal = [(name, segment) for name, segment in named if name][:2]
    if len(literal) == 2 and _VERSION.fullmatch(literal[0][1]):
        return literal[1][0]
    return literal[0][0] if literal else ""


def _declared_tags(reader: Reader) -> dict[str, _Tag]:
    tags: dict[str, _Tag] = {}
    for index, value in enumerate(listing(reader.data, "tags")):
        pointer = f"#/tags/{index}"
        if not isinstance(value, Mapping) or not isinstance(value.get("name"), str):
            continue
        name = value["name"]
        if name in tags:
            reader.note(f"{pointer}/name", f"the tag {short(name)} is declared twice; the first one is shown")
            continue
        tags[name] = _Tag(name, value, pointer)
    circular = _circular(tags)
    for tag in tags.values():
        parent = text(tag.node, "parent")
        if parent and parent not in tags:
            reader.note(f"{tag.pointer}/parent", f"no tag is named {short(parent)}")
        elif parent and tag.name in circular:
            reader.note(f"{tag.pointer}/parent", f"the tag {short(tag.name)} stands above itself")
        else:
            tag.parent = parent
    return tags


def _circular(tags: Mapping[str, _Tag]) -> set[str]:
    """Return the names of the tags that stand above themselves."""
    circular: set[str] = set()
    met: dict[str, str] = {}
    for start in tags:
        name = start
        while name in tags and name not in met:
            met[name] = start
            name = text(tags[name].node, "parent")
        # Where a walk meets a name of its own trace, a cycle begins.
        while met.get(name) == start and name not in circular:
            circular.add(name)
            name = text(tags[name].node, "parent")
    return circular


def _tag_group_headings(
    reader: Reader, tags: dict[str, _Tag], names: Collection[str]
) -> tuple[dict[str, str], dict[str, int]]:
    """Put tags without a parent below the headings of `x-tagGroups`; return name -> title of these, tag -> place."""
    headings: dict[str, str] = {}
    told: dict[str, int] = {}
    for value in listing(reader.data, "x-tagGroups"):
        if not isinstance(value, Mapping) or not isinstance(value.get("name"), str):
            continue
        title = value["name"]
        # A heading may be called like a tag; below one name a tag would stand under itself.
        name = title if title not in names else f"{title} (group)"
        headings.setdefault(name, title)
        for member in texts(value, "tags"):
            tag = tags.setdefault(member, _Tag(member))
            tag.parent = tag.parent or name
            told.setdefault(member, len(told))
    return headings, told


def _group(tag: _Tag, operations: list[ApiOperation]) -> Group:
    return Group(
        name=tag.name,
        title=tag.title or "Other",
        description=text(tag.node, "description"),
        external_docs=external_docs(tag.node),
        parent=tag.parent,
        kind=text(tag.node, "kind"),
        operations=tuple(operation for operation in operations if operation.method in METHODS),
        unrendered=tuple(operation for operation in operations if operation.method not in METHODS),
    )


def _headings(
    groups: tuple[Group, ...], tags: Mapping[str, _Tag], headings: Mapping[str, str]
) -> tuple[tuple[str, str], ...]:
    shown = {group.name for group in groups}
    found: dict[str, str] = {}
    for group in groups:
        if group.parent and group.parent not in shown:
            line = [*_above(group.parent, tags), group.parent]
            titles = [headings.get(name) or (tags[name].title if name in tags else name) for name in line]
            found.setdefault(group.parent, " \u203a ".join(titles))
    return tuple(found.items())
