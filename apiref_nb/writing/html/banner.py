"""The banner in the place of a reference that could not be loaded: what was asked for, and why it failed."""

from __future__ import annotations

from apiref_nb.errors import SourceError
from apiref_nb.writing.html.markup import EMPTY, Html, element
from apiref_nb.writing.html.style import root

_banner = element("div", "ar-banner", role="alert", style="border-left:4px solid #b42318")
_title = element("div", "ar-banner-title")
_source = element("code")
_cause = element("p")


def render_banner(error: SourceError) -> Html:
    """Return the banner of a source that could not be loaded: its address, and the cause."""
    return root(_banner(_title(error.title), _source(error.source) if error.source else EMPTY, _cause(error.sentence)))
