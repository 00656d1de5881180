"""Reference pages of an API: one notebook for each group, and an index that links them.

In: an `Api`. Out: `NotebookPage` values, text that is ready to be written. The same document and the same version of
this package give the same bytes. No file is touched here; the command line writes what is planned here.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from apiref_nb.describing import Reference, RowLimits, Rows, describe_reference, plural, title_of, wording
from apiref_nb.describing.lines import docs_line
from apiref_nb.model import Api, Group, SecurityScheme
from apiref_nb.pages.code_cells import call_code, credential_arguments, setup_code
from apiref_nb.pages.endpoint import PageWriter, endpoint_line
from apiref_nb.pages.environment import environment_words, setup_words
from apiref_nb.pages.names import PageFiles, identity_text, page_files
from apiref_nb.schemas import SampleSession
from apiref_nb.schemas.formats import FORMATS
from apiref_nb.version import __version__
from apiref_nb.writing.author_markdown import blocks, inline, said
from apiref_nb.writing.formats import PAGED
from apiref_nb.writing.formats.cells import Cell, Marker, PageFormat
from apiref_nb.writing.markdown_overview import about_blocks, origin_line, scheme_list, server_list, version_line
from apiref_nb.writing.markdown_text import EMPTY, Markdown, heading, join, left_table, page_link, strong, text

PAGE_LIMITS = RowLimits(depth=2, rows=40)
"""How much a table says in place; what is left out is on the page of schemas."""

ROOT = "root"
"""Names the page of operations at `/`, which no tag and no path segment names."""

SCHEMAS_KEY = "\0schemas"
"""Stands for the page of schemas where a group's name stands otherwise; no document can choose it."""


@dataclass(frozen=True, slots=True)
class NotebookPage:
    """One page, ready to be written."""

    file_name: str
    """Safe on every file system, such as `pet-orders.ipynb`."""
    title: str
    """The group's title; the API's for the index."""
    text: str
    """The whole file; it is encoded as UTF-8."""
    api: str
    """Identity of the API that it is a page of."""


def files_of(api: Api, *, format_name: str, prefix: str = "") -> PageFiles:
    """Return the names of an API's pages, those of groups that are not asked for included.

    Args:
        api: the API.
        format_name: a key of `PAGED`.
        prefix: what the names begin with; empty for none.
    """
    groups = [(group.name, group.title if group.name else ROOT) for group in api.groups if not group.is_text]
    return page_files(groups, extension=PAGED[format_name].extension, prefix=prefix)


def notebook_pages(
    api: Api,
    *,
    base_url: str = "",
    format: Literal["ipynb", "md"] = "ipynb",  # noqa: A002 - the option's own name
    tags: Sequence[str] = (),
    kept: Collection[str] = (),
    source: str = "",
    calls: Mapping[str, str] | None = None,
    identity: str = "",
    prefix: str = "",
    offline: bool = False,
) -> tuple[NotebookPage, ...]:
    """Return the pages of an API, the index first.

    Args:
        api: the API.
        base_url: where the API answers, for the set-up cells; empty leaves it to the document.
        format: `ipynb` for notebooks, `md` for MyST Markdown with code cells.
        tags: names of the groups to write pages for; empty for all.
        kept: beside `tags`, file names of pages that are there already: the index still links those of other groups,
            and the page of schemas still holds what they refer to.
        source: the document as a page can load it: an address, or a path relative to the pages; empty for the
            address or path that the API was loaded from.
        calls: `ApiOperation.key` -> name as an attribute of the client; an operation that is not in it is called by
            its operationId.
        identity: what the pages are known by when they are written anew; empty for the API's title.
        prefix: what the names of the files begin with, for an API that is not alone in its folder.
        offline: whether the calls of the pages are answered from the document.

    Raises:
        ShapeError: a tag that the document does not have.
    """
    reference = describe_reference(api, tags=tuple(tags) or None)
    files = files_of(api, format_name=format, prefix=prefix)
    asked = {group.name for group in reference.groups}
    paged = [group for group in api.groups if not group.is_text]
    shown = tuple(group for group in paged if group.name in asked or files.groups[group.name] in kept)
    maker = _Pages(
        api=api,
        reference=reference,
        groups=shown,
        files=files,
        base_url=base_url,
        format=PAGED[format],
        source=source or api.source,
        calls=calls or {},
        identity=identity_text(identity or api.title or api.slug),
        offline=offline,
    )
    # Those that stay are made as well: they too refer to schemas.
    pages = [page for group, page in [(group, maker.page(group)) for group in shown] if group.name in asked]
    webhooks = maker.webhooks()
    schemas = maker.schemas()
    return (maker.index(webhooks, schemas), *pages, *schemas)


@dataclass(kw_only=True)
class _Pages:
    """What the pages of one API share; see `notebook_pages`."""

    api: Api
    reference: Reference
    groups: tuple[Group, ...]
    files: PageFiles
    base_url: str
    format: PageFormat
    source: str
    calls: Mapping[str, str]
    identity: str
    offline: bool

    def __post_init__(self) -> None:
        self.addressed = bool(self.base_url) or any(server.resolved for server in self.api.servers)
        self.version = __version__
        self.session = SampleSession()
        self.strict = SampleSession(formats=FORMATS)
        self.rows = Rows(PAGE_LIMITS)
        self.writer = PageWriter(self.session, self._schema_place, base_url=self.base_url)

    def page(self, group: Group) -> NotebookPage:
        """Return the page of one group."""
        reference = self._reference((group,))
        # What a page says, and what it has room for, does not depend on the pages before it.
        self.rows.begin_page()
        self.session.begin_page()
        self.writer.begin_page()
        marker = self._marker(group.name)
        credentials = credential_arguments(_schemes(group))
        changes = _changes(group) and not self.offline
        words = setup_words(credentials, addressed=self.addressed, changes=changes, offline=self.offline)
        code = setup_code(self.source, base_url=self.base_url, credentials=credentials, offline=self.offline)
        cells = [
            Cell("markdown", "title", self._head(group, marker)),
            Cell("markdown", "setup", _section("Set up", words)),
            Cell("code", "setup", code),
        ]
        for operation in group.operations:
            view = reference.view(operation)
            cells.append(Cell("markdown", operation.key, self.writer.endpoint(view), target=True))
            if not operation.broken:
                name = self.calls.get(operation.key, "")
                source = call_code(operation, name=name, session=self.strict)
                cells.append(Cell("code", operation.key, source))
        others = [(endpoint_line(one), inline(one.summary or one.description)) for one in group.unrendered]
        if others:
            cells.append(
                Cell("markdown", "others", _section("Other methods", left_table(("Endpoint", "What it does"), others)))
            )
        cells.append(Cell("markdown", "foot", self._foot(group)))
        return self._made(self.files.groups[group.name], group.title, marker, cells)

    def webhooks(self) -> list[Cell]:
        """Return what the API itself sends: it belongs to no group, and the index tells it."""
        sent = self.api.webhooks
        rows = [(endpoint_line(one), inline(one.summary or one.description)) for one in sent]
        table = left_table((wording.WEBHOOK, "What it tells"), rows)
        cells = [Cell("markdown", "webhooks", _section(f"{wording.WEBHOOK}s", table))]
        if self.reference.are_webhooks_told:
            reference = self._reference(())
            self.rows.begin_page()
            for one in sent:
                view = reference.webhook_view(one)
                parts = [heading(3, view.title), endpoint_line(one), *self.writer.sent(view)]
                cells.append(Cell("markdown", f"webhook {one.key}", "\n\n".join(filter(None, parts))))
        return cells

    def index(self, webhooks: Sequence[Cell], schemas: Sequence[NotebookPage]) -> NotebookPage:
        """Return the page that links the others."""
        api = self.api
        count = sum(len(group.operations) for group in self.groups)
        facts = join([version_line(api), _counted(count, "endpoint"), _counted(len(self.groups), "page")], " · ")
        parts = [heading(1, api.shown_title), facts, *about_blocks(api), origin_line(api)]
        cells = [
            Cell("markdown", "title", "\n\n".join(part for part in parts if part)),
            *(
                Cell("markdown", f"about {group.name}", _section(text(group.title), _about(group)))
                for group in api.groups
                if group.is_text
            ),
            Cell("markdown", "pages", self._contents(schemas)),
            *webhooks,
            Cell("markdown", "servers", _section(f"{wording.SERVER}s", server_list(api))),
            Cell("markdown", "authentication", _section(wording.AUTHENTICATION, scheme_list(api))),
            Cell(
                "markdown",
                "environment",
                _section("Environment", environment_words(api.security_schemes, addressed=self.addressed)),
            ),
        ]
        return self._made(self.files.index, api.shown_title, self._marker(""), [cell for cell in cells if cell.source])

    def schemas(self) -> tuple[NotebookPage, ...]:
        """Return the page of the schemas that the others refer to; nothing when they say everything themselves."""
        views = list(self._reference(self.groups).schemas())
        if not views:
            return ()
        facts = join([self._back(), version_line(self.api), _counted(len(views), "schema")], " · ")
        cells = [Cell("markdown", "title", f"{heading(1, wording.SCHEMAS)}\n\n{facts}")]
        cells += [Cell("markdown", view.name, self.writer.schema(view), target=True) for view in views]
        return (self._made(self.files.schemas, wording.SCHEMAS, self._marker(SCHEMAS_KEY), cells),)

    def _schema_place(self, name: str) -> str:
        return self.format.place(self.files.schemas, self._marker(SCHEMAS_KEY), name)

    def _back(self) -> Markdown:
        return page_link(self.api.shown_title, self.files.index)

    def _marker(self, group: str) -> Marker:
        api = self.api
        return Marker(api=self.identity, slug=api.slug, group=group, version=self.version, edition=api.version)

    def _reference(self, groups: tuple[Group, ...]) -> Reference:
        """Return the groups as one page that shares samples and rows with the other pages."""
        return replace(self.reference, groups=groups, rows=self.rows, session=self.session)

    def _made(self, file_name: str, title: str, marker: Marker, cells: list[Cell]) -> NotebookPage:
        return NotebookPage(file_name, title, self.format.write(cells, marker), self.identity)

    def _head(self, group: Group, marker: Marker) -> str:
        facts = join([self._back(), version_line(self.api), _counted(len(group.operations), "endpoint")], " · ")
        rows = []
        for one in group.operations:
            place = self.format.place("", marker, one.key)
            rows.append((endpoint_line(one), _deprecated(page_link(title_of(one), place), one.deprecated)))
        endpoints = left_table(("Endpoint", "What it does"), rows)
        parts = [heading(1, group.title), facts, _about(group), endpoints]
        return "\n\n".join(part for part in parts if part)

    def _foot(self, group: Group) -> str:
        """The pages before and after this one, and the index."""
        at = self.groups.index(group)
        before, after = self.groups[at - 1 : at] if at else (), self.groups[at + 1 : at + 2]
        ways = [
            *(page_link(f"← {one.title}", self.files.groups[one.name]) for one in before),
            self._back(),
            *(page_link(f"{one.title} →", self.files.groups[one.name]) for one in after),
        ]
        return join(ways, " · ")

    def _contents(self, schemas: Sequence[NotebookPage]) -> str:
        titles = {group.name: group.title for group in self.api.groups} | dict(self.api.headings)
        parts = [heading(2, "Pages")]
        sections: dict[str, list[tuple[Markdown, Markdown, Markdown]]] = {}
        for group in self.groups:
            row = (
                page_link(group.title, self.files.groups[group.name]),
                text(str(len(group.operations))),
                inline(group.description.strip().split("\n\n", 1)[0]),
            )
            sections.setdefault(group.parent, []).append(row)
        for parent, rows in sections.items():
            parts += [
                strong(text(titles.get(parent, parent))) if parent else EMPTY,
                left_table(("Page", "Endpoints", "About"), rows),
            ]
        parts += [
            join([page_link(page.title, page.file_name), text("lists the types that the pages refer to.")])
            for page in schemas
        ]
        return "\n\n".join(part for part in parts if part)


def _about(group: Group) -> str:
    """Return what the document says of a group as a whole."""
    return "\n\n".join(filter(None, (blocks(group.description), said(docs_line(group.external_docs)))))


def _counted(count: int, word: str) -> Markdown:
    return text(f"{count} {plural(count, word)}")


def _deprecated(summary: Markdown, deprecated: bool) -> Markdown:
    return join([summary, strong(text(wording.DEPRECATED))], " · ") if deprecated else summary


def _changes(group: Group) -> bool:
    return any(operation.method not in ("GET", "HEAD", "OPTIONS") for operation in group.operations)


def _section(title: str, body: str) -> str:
    return f"{heading(2, title)}\n\n{body}" if body else ""


def _schemes(group: Group) -> list[SecurityScheme]:
    found = []
    for operation in group.operations:
        for requirement in operation.security or ():
            found += [use.scheme for use in requirement.uses]
    return found
