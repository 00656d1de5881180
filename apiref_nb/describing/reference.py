"""A whole document as a page: overview, table of contents, groups of operations, schemas that rows refer to, notes.

In: an `Api` and what part of it to show. Out: a `Reference` that yields one operation view after the other, so that
a document of a thousand operations never stands in memory twice. HTML, Markdown and text are written from it.
"""

from __future__ import annotations

import hashlib
import json
import marshal
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from apiref_nb.describing.card import Panel
from apiref_nb.describing.operation import (
    CallbackView,
    OperationView,
    describe_callback,
    describe_operation,
    panels,
)
from apiref_nb.describing.row import Row
from apiref_nb.describing.row_room import RowLimits
from apiref_nb.describing.rows import Rows
from apiref_nb.describing.sharing import LIMITS, Sharing
from apiref_nb.errors import ShapeError, UnknownOperationError
from apiref_nb.model import Api, ApiOperation, Group, MediaType, Problem, Schema
from apiref_nb.model.api import operation_keys
from apiref_nb.requests.type_labels import type_label
from apiref_nb.schemas import merged
from apiref_nb.schemas.session import SampleSession
from apiref_nb.text.invisible_characters import visible, visible_line
from apiref_nb.text.plurals import plural
from apiref_nb.text.quoting import short
from apiref_nb.text.suggestions import did_you_mean, no_operation

# How much one page says in place before it refers to its list of schemas: (operations at most, limits). A browser
# lays out about 5 MB of reference in 5 seconds; these keep the largest documents below that.
ROW_LIMITS = (
    (40, RowLimits(depth=6, rows=160)),
    (150, RowLimits(depth=3, rows=80)),
    (400, RowLimits(depth=1, rows=40)),
)
LARGEST = RowLimits(depth=0, rows=12)
SCHEMA_LIMITS = RowLimits(depth=0, rows=400)
_TAGS_NAMED = 20


@dataclass(frozen=True, slots=True)
class SchemaView:
    """One component that rows refer to."""

    name: str
    type: str
    description: str
    rows: tuple[Row, ...]
    samples: tuple[Panel, ...] = ()
    """What bodies of it look like, where cards refer to it for that."""

    @property
    def kind(self) -> str:
        """The type where it says more than the name."""
        return "" if self.type in (self.name, "object") else self.type


@dataclass(frozen=True, slots=True)
class Contents:
    """One group in the table of contents."""

    group: Group
    heading: str
    """Title of the parent above this group when it begins here, else empty."""


@dataclass(slots=True)
class Reference:
    """One page about (a part of) an API."""

    api: Api
    groups: tuple[Group, ...]
    show_overview: bool
    part: bool
    """True when `tags` or `operations` left something out."""
    scope: str
    """Stands at the front of every id on the page: two pages in one notebook do not meet."""
    rows: Rows
    session: SampleSession

    @property
    def operations(self) -> tuple[ApiOperation, ...]:
        """The operations of the page that are shown as cards, in page order."""
        return tuple(operation for group in self.groups for operation in group.operations)

    @property
    def rendered_count(self) -> int:
        """Number of cards."""
        return sum(not operation.broken for operation in self.operations)

    @property
    def summary_line(self) -> str:
        """The compatibility line, exactly in the form of the specification."""
        return (
            f"Compatibility {self.api.format_id}, Source paths {self.api.path_count}, "
            f"Rendered operations {self.rendered_count}, Slug {self.api.slug}"
        )

    @property
    def webhooks(self) -> tuple[ApiOperation, ...]:
        """What the API sends: part of a page about the whole document, and not of a list of its operations."""
        return self.api.webhooks if self.show_overview and not self.part else ()

    @property
    def are_webhooks_told(self) -> bool:
        """Whether the page says all of each webhook; on a larger one a line each has to do."""
        return len(self.operations) + len(self.webhooks) < LIMITS.min_operations

    def webhook_view(self, webhook: ApiOperation) -> CallbackView:
        """Return the view of one webhook of the page."""
        return describe_callback(webhook, self.rows, self.session)

    @property
    def problems(self) -> tuple[Problem, ...]:
        """The document's problems, where the page is about the whole document and has an overview to stand in."""
        return self.api.problems if self.show_overview and not self.part else ()

    @property
    def notes(self) -> tuple[str, ...]:
        """What keeps the numbers of the overview honest: methods without cards, internal and unreadable operations.

        Empty without an overview: what is left is the contents and the operations.
        """
        if not self.show_overview:
            return ()
        found = []
        skipped = Counter(operation.method for group in self.groups for operation in group.unrendered)
        if skipped:
            counts = ", ".join(f"{count} {visible_line(method)}" for method, count in skipped.items())
            total = sum(skipped.values())
            found.append(
                f"{total} {plural(total, 'operation')} not shown as {plural(total, 'a card', 'cards')}: {counts}."
            )
        internal = 0 if self.part else self.api.internal_count
        if internal:
            found.append(f"Left out: {internal} {plural(internal, 'operation')} marked as internal (x-internal).")
        broken = sum(operation.broken for operation in self.operations)
        if broken:
            found.append(f"{broken} {plural(broken, 'operation')} could not be read; see the problem in its place.")
        return tuple(found)

    def contents(self) -> tuple[Contents, ...]:
        """Return the groups with the heading that begins at each."""
        titles = {group.name: group.title for group in self.api.groups} | dict(self.api.headings)
        found, last = [], ""
        for group in self.groups:
            heading = titles.get(group.parent, group.parent) if group.parent != last else ""
            last = group.parent
            found.append(Contents(group, heading))
        return tuple(found)

    def anchor(self, kind: str, key: str) -> str:
        """Return the id of a group (`g`) or schema (`s`): never document text, the same for the same key.

        Args:
            kind: `g` for a group, `s` for a schema, `w` for a webhook.
            key: what tells it from others of its kind; any text.
        """
        return f"{self.scope}-{kind}-{_digest(key)}"

    def operation_anchor(self, operation: ApiOperation) -> str:
        """Return the id of an operation; method and path together are unique in a document."""
        return f"{self.scope}-{_digest(operation.key)}"

    def view(self, operation: ApiOperation) -> OperationView:
        """Return the view of one operation of the page."""
        return describe_operation(operation, rows=self.rows, session=self.session, servers=self.api.servers)

    def schemas(self) -> Iterator[SchemaView]:
        """Yield the components that rows refer to; ask after the last operation. What these refer to follows."""
        below = Rows(SCHEMA_LIMITS, self.rows.sharing)
        seen: set[str] = set()
        waiting: dict[str, Schema] = dict(self.rows.linked)
        while waiting:
            for name in sorted(waiting):
                seen.add(name)
                schema = waiting[name]
                body = MediaType(media_type="application/json", schema=schema)
                samples = panels((body,), "response", self.session) if name in self.rows.sampled else ()
                said = merged(schema).text("description")
                kind = type_label(schema).removesuffix(f" · {visible(name)}")
                yield SchemaView(name, kind, said, below.of(schema, "both"), samples)
            waiting = {name: schema for name, schema in below.linked.items() if name not in seen}

    @property
    def title(self) -> str:
        """Title of the page."""
        return self.api.shown_title


def describe_reference(
    api: Api,
    *,
    show_overview: bool = True,
    tags: Sequence[str] | None = None,
    operations: Sequence[str | tuple[str, str]] | None = None,
    check_examples: bool = True,
) -> Reference:
    """Return the page of an API, or of a part of it.

    Args:
        api: the API.
        show_overview: False leaves the contents and the operations with a card only, and the schemas that their rows
            refer to.
        tags: names of groups to show, in the document's order; None shows all.
        operations: operationIds, `GET /path` keys or (method, path) pairs to show; None shows all.
        check_examples: False shows published examples without holding them against their schemas.

    Raises:
        ShapeError: a tag or operation that the document does not have, with those that it has.
    """
    groups = _part(api, tags, operations)
    if not show_overview:
        groups = tuple(replace(group, unrendered=()) for group in groups if group.operations)
    count = sum(len(group.operations) for group in groups)
    limits = next((limits for most, limits in ROW_LIMITS if count <= most), LARGEST)
    chosen = "|".join((_content(api), *(tags or ()), *(str(key) for key in operations or ()), str(show_overview)))
    return Reference(
        api=api,
        groups=groups,
        show_overview=show_overview,
        part=tags is not None or operations is not None,
        scope=f"ar{_digest(chosen)}",
        rows=Rows(limits, Sharing([operation for group in groups for operation in group.operations])),
        session=SampleSession(checks=check_examples),
    )


def _part(
    api: Api, tags: Sequence[str] | None, operations: Sequence[str | tuple[str, str]] | None
) -> tuple[Group, ...]:
    groups = api.groups
    if tags is not None:
        names = {group.name for group in groups}
        for index, tag in enumerate(tags):
            if tag not in names:
                raise ShapeError(f"tags[{index}]", _no_tag(tag, sorted(names)))
        groups = tuple(group for group in groups if group.name in tags)
    if operations is not None:
        wanted = set()
        for index, key in enumerate(operations):
            found = api.find(key)
            if found is None:
                raise UnknownOperationError(f"operations[{index}]", no_operation(key, operation_keys(api)))
            wanted.add(id(found))
        groups = tuple(
            Group(
                name=group.name, title=group.title, description=group.description, external_docs=group.external_docs,
                parent=group.parent, kind=group.kind,
                operations=tuple(operation for operation in group.operations if id(operation) in wanted),
                unrendered=tuple(operation for operation in group.unrendered if id(operation) in wanted),
            )
            for group in groups
            if any(id(operation) in wanted for operation in (*group.operations, *group.unrendered))
        )  # fmt: skip
    return groups


def _no_tag(tag: str, names: Sequence[str]) -> str:
    hint = did_you_mean(tag, names)
    listed = ", ".join(map(visible_line, names[:_TAGS_NAMED])) + (", …" if len(names) > _TAGS_NAMED else "")
    return f"no tag {visible_line(short(tag))}" + (hint or f"; there are: {listed or 'none'}")


def _content(api: Api) -> str:
    """Return what tells one document from another: the same data, from many files or bundled, give the same page."""
    if not api.document:
        return api.title
    try:
        data = marshal.dumps(api.document, 2)  # type: ignore[arg-type] # what is no plain data is refused
    except ValueError:  # a number in its author's spelling
        data = json.dumps(api.document, separators=(",", ":")).encode()
    return hashlib.sha256(data).hexdigest()


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:8]
