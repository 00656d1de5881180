"""The outputs of a document, made when they are asked for and kept for the next time.

In: an `Api` and what part of it to show. Out: text, always an exact `str`. `display` and the command line ask here; a
document that did not change costs a lookup, whatever the output and the options.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from types import MappingProxyType
from typing import Final

from apiref_nb.describing import Reference, describe_reference
from apiref_nb.load.collections import COLLECTIONS
from apiref_nb.model.api import Api
from apiref_nb.model.byte_cache import CACHES, MEBIBYTE, ByteCache, text_bytes
from apiref_nb.writing.formats import WHOLE
from apiref_nb.writing.formats.html_page import html_fragment
from apiref_nb.writing.formats.source import PageSource
from apiref_nb.writing.formats.text_pages import markdown_cell, text_page
from apiref_nb.writing.html.packed import PackedCollection
from apiref_nb.writing.html.style import PaneHeight

HTML_CELL, MARKDOWN_CELL, TEXT_CELL = "text/html", "text/markdown", "text/plain"
SHORT_MARKDOWN = "short text/markdown"

MOST_OPERATIONS_IN_MARKDOWN: Final = 60
MOST_CHARACTERS_OF_MARKDOWN: Final = 256 * 1024
"""Documents of more operations, or that say more, put no Markdown beside their HTML unless it is asked for.

Who reads it: LaTeX and PDF exports of a notebook, Quarto's and MyST's builds for paper, viewers and diff tools that
drop HTML. Each of them shows all of it, so it is of use while it is a few printed pages; and each save of the notebook
writes it anew. Sixty operations are some twenty pages. What is longer is a file of its own: `embed.save("api.md")`.
"""


def _short_markdown(source: PageSource) -> str:
    """Return the Markdown of a cell; nothing when it is not small."""
    if len(source.reference.operations) > MOST_OPERATIONS_IN_MARKDOWN:
        return ""
    text = markdown_cell(source)
    return text if len(text) <= MOST_CHARACTERS_OF_MARKDOWN else ""


WRITERS: Final[Mapping[str, Callable[[PageSource], str]]] = MappingProxyType(
    {
        HTML_CELL: html_fragment,
        MARKDOWN_CELL: markdown_cell,
        SHORT_MARKDOWN: _short_markdown,
        TEXT_CELL: text_page,
        **WHOLE,
    }
)
"""Name of an output -> what writes it: the forms of a cell by their media types, those of a file by their formats."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PageOptions:
    """What part of a document a page shows; `OpenApiEmbed` says what each field means."""

    show_overview: bool = True
    tags: tuple[str, ...] | None = None
    operations: tuple[str | tuple[str, str], ...] | None = None
    check_examples: bool = True
    height: PaneHeight = "auto"


OutputKey = tuple[str, PageOptions, str]

_WHOLE_DOCUMENT: Final = PageOptions()


def _size(key: OutputKey, text: str) -> int:
    return text_bytes(text) + text_bytes(key[0]) + len(repr(key[1]))


OUTPUTS: Final[ByteCache[OutputKey, str]] = CACHES.own(ByteCache(limit_bytes=128 * MEBIBYTE, size=_size))
"""(`Api.kept_as`, what is shown, name of the output) -> text."""


class Outputs:
    """Every output of one page; `outputs["html"]` is its HTML file.

    Args:
        api: the document.
        options: what part of it is shown.
    """

    def __init__(self, api: Api, options: PageOptions = _WHOLE_DOCUMENT) -> None:
        self.api = api
        self._options = options

    def __getitem__(self, name: str) -> str:
        """Return an output by its name in `WRITERS`.

        Raises:
            ShapeError: the options name a group or an operation that is not there.
        """
        key = (self.api.kept_as, self._options, name)
        known = OUTPUTS.get(key) if self.api.kept_as else None
        if known is None:
            # Exactly `str`: what a front end or a queue does with a subclass is its own affair.
            # Each output has the room of a whole page, whatever was made before it.
            self.reference.session.begin_page()
            source = PageSource(self.reference, self._collection, self._options.height)
            known = str.__str__(WRITERS[name](source))
            if self.api.kept_as:
                OUTPUTS.put(key, known)
        return known

    def _collection(self) -> PackedCollection:
        # A session that checks no example may choose another one.
        session = self.reference.session if self._options.check_examples else None
        made = COLLECTIONS.of(self.api, session)
        # A collection asks for the sample of every body; the page that follows takes those.
        self.reference.session.keep_whole()
        self.reference.session.begin_page()
        return made

    @cached_property
    def reference(self) -> Reference:
        """The page as plain values, made once for all outputs that are not kept yet."""
        return describe_reference(
            self.api,
            show_overview=self._options.show_overview,
            tags=self._options.tags,
            operations=self._options.operations,
            check_examples=self._options.check_examples,
        )

    def bundle(self, *, markdown: bool | None = None) -> dict[str, str]:
        """Return what a cell carries: media type -> text.

        Args:
            markdown: whether Markdown is among them; None while it is small.
        """
        small = SHORT_MARKDOWN if markdown is None else MARKDOWN_CELL
        made = {
            HTML_CELL: self[HTML_CELL],
            MARKDOWN_CELL: "" if markdown is False else self[small],
            TEXT_CELL: self[TEXT_CELL],
        }
        return {media_type: text for media_type, text in made.items() if text}
