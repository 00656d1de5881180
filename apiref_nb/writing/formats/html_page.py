"""A whole document as HTML: the fragment that a notebook shows, and the page that a browser opens."""

from __future__ import annotations

from apiref_nb.writing.formats.source import PageSource
from apiref_nb.writing.html import EMPTY, Html, collection_actions, page_script, render_page, render_reference


def html_fragment(source: PageSource, *, page: bool = False) -> Html:
    """Return a document as one fragment with its style, its script and its collection.

    Args:
        source: the page.
        page: True for a page of its own.
    """
    reference = source.reference
    actions = EMPTY
    if reference.show_overview:
        actions = collection_actions(source.collection(), f"{reference.api.slug}.postman_collection.json")
    return render_reference(reference, actions=actions, script=page_script(), height=source.height, page=page)


def html_page(source: PageSource) -> Html:
    """Return a document as a page of its own."""
    return render_page(source.reference.title, html_fragment(source, page=True), titled=source.reference.show_overview)
