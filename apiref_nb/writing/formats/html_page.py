"""A whole document as HTML: the fragment that a notebook shows, and the page that a browser opens."""

from __future__ import annotations

from apiref_nb.writing.formats.source import PageSource
from apiref_nb.writing.html import EMPTY, Html, collection_actions, page_script
from apiref_nb.writing.html.narrow import narrow
from apiref_nb.writing.html.page import page_parts
from apiref_nb.writing.html.reference import reference_parts


def html_fragment(source: PageSource) -> str:
    """Return a document as one fragment with its style, its script and its collection."""
    return "".join(narrow(_parts(source, page=False)))


def html_page(source: PageSource) -> str:
    """Return a document as a page of its own."""
    titled = source.reference.show_overview
    return "".join(narrow(page_parts(source.reference.title, _parts(source, page=True), titled=titled)))


def _parts(source: PageSource, *, page: bool) -> list[Html]:
    reference = source.reference
    actions = EMPTY
    if reference.show_overview:
        actions = collection_actions(source.collection(), f"{reference.api.slug}.postman_collection.json")
    return reference_parts(reference, actions=actions, script=page_script(), height=source.height, page=page)
